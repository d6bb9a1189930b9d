// Lines seen from their clue: first, early, outdone.
// What each means: src/gridwright/rules/words/skyline.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// Where the placed values of a line stand, from the clue on; false where it is none.
template <int W>
bool standing(const Stage<W>& stage, const Scene<W>& scene, std::int32_t g, std::array<std::int32_t, 64>& place) {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0 || !stage.line_of_towers[filling])
        return false;
    place.fill(-1);
    const std::vector<std::int32_t>& order = stage.order[filling];
    for (std::size_t i = 0; i < order.size(); ++i)
        if (scene.value[order[i]] >= 0)
            place[scene.value[order[i]]] = static_cast<std::int32_t>(i);
    return true;
}

template <int W> [[gnu::noinline]] Set<W> early(const Stage<W>& stage, const Scene<W>& scene, std::int32_t g, std::int32_t v) {
    std::array<std::int32_t, 64> place;
    if (!standing(stage, scene, g, place))
        return Set<W>::none();
    auto hidden = [&](std::int32_t low) {
        for (std::int32_t high = low + 2; place[low] >= 0 && high < stage.values; ++high)
            if (place[high] >= 0 && place[high] < place[low])
                return true;
        return false;
    };
    if (hidden(v))
        return Set<W>::none();
    std::int64_t behind = 0;
    for (std::int32_t high = v + 1; high < stage.values; ++high)
        behind += !hidden(high);
    return stage.first_of(g, stage.clues[stage.filling_of[g]] - behind - 1);
}

template <int W> [[gnu::noinline]] Mask outdone(const Stage<W>& stage, const Scene<W>& scene, std::int32_t g) {
    std::array<std::int32_t, 64> place;
    if (!standing(stage, scene, g, place))
        return 0;
    std::int32_t nearest = stage.values, seen = 0;
    for (std::int32_t v = stage.values - 1; v >= 0 && place[v] >= 0; --v)
        if (place[v] < nearest) {
            nearest = place[v];
            ++seen;
        }
    if (stage.clues[stage.filling_of[g]] != seen + 1)
        return 0;
    Mask low = 0;
    for (std::int32_t v = 0, left = nearest - 1; v < stage.values && left > 0; ++v)
        if (place[v] < nearest) {
            low |= Mask{1} << v;
            --left;
        }
    return low;
}

#endif

INSTRUCTION(first, "tss-", T[in.a] = stage.first_of(group(in.b), static_cast<std::int64_t>(S[in.c]));)
INSTRUCTION(early, "tss-", T[in.a] = early(stage, scene, group(in.b), value(in.c));)
INSTRUCTION(outdone, "ss--", S[in.a] = outdone(stage, scene, group(in.b));)

GROUNDS(read_standing, "s---", filled(group(in.a), [&](std::int32_t x) { return !scene.open.has(x); });)
