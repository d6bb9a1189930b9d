// Lines seen from their clue: first, early, outdone.
// What each means: src/gridwright/rules/words/skyline.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// Where the placed values of a line stand, from the clue on; false where it is none.
template <int W>
bool standing(const Tables<W>& tables, const Position<W>& position, std::int32_t g, std::array<std::int32_t, 64>& place) {
    const std::int32_t filling = tables.filling_of[g];
    if (filling < 0 || !tables.whole_skyline[filling])
        return false;
    place.fill(-1);
    const std::vector<std::int32_t>& order = tables.order[filling];
    for (std::size_t i = 0; i < order.size(); ++i)
        if (position.value[order[i]] >= 0)
            place[position.value[order[i]]] = static_cast<std::int32_t>(i);
    return true;
}

template <int W> [[gnu::noinline]] Set<W> early(const Tables<W>& tables, const Position<W>& position, std::int32_t g, std::int32_t v) {
    std::array<std::int32_t, 64> place;
    if (!standing(tables, position, g, place))
        return Set<W>::none();
    auto hidden = [&](std::int32_t low) {
        for (std::int32_t high = low + 2; place[low] >= 0 && high < tables.values; ++high)
            if (place[high] >= 0 && place[high] < place[low])
                return true;
        return false;
    };
    if (hidden(v))
        return Set<W>::none();
    std::int64_t behind = 0;
    for (std::int32_t high = v + 1; high < tables.values; ++high)
        behind += !hidden(high);
    return tables.first_of(g, tables.clues[tables.filling_of[g]] - behind - 1);
}

template <int W> [[gnu::noinline]] Mask outdone(const Tables<W>& tables, const Position<W>& position, std::int32_t g) {
    std::array<std::int32_t, 64> place;
    if (!standing(tables, position, g, place))
        return 0;
    std::int32_t nearest = tables.values, seen = 0;
    for (std::int32_t v = tables.values - 1; v >= 0 && place[v] >= 0; --v)
        if (place[v] < nearest) {
            nearest = place[v];
            ++seen;
        }
    if (tables.clues[tables.filling_of[g]] != seen + 1)
        return 0;
    Mask low = 0;
    for (std::int32_t v = 0, left = nearest - 1; v < tables.values && left > 0; ++v)
        if (place[v] < nearest) {
            low |= Mask{1} << v;
            --left;
        }
    return low;
}

#endif

INSTRUCTION(first, "tss-", T[in.a] = tables.first_of(group(in.b), static_cast<std::int64_t>(S[in.c]));)
INSTRUCTION(early, "tss-", T[in.a] = early(tables, position, group(in.b), value(in.c));)
INSTRUCTION(outdone, "ss--", S[in.a] = outdone(tables, position, group(in.b));)

GROUNDS(read_standing, "s---", filled(group(in.a), [&](std::int32_t x) { return !position.open.has(x); });)
