// Cages that share a line, looked at together: src/gridwright/techniques/cages_together.py.
#ifdef GRIDWRIGHT_FUNCTIONS

constexpr std::int32_t kMostTogether = 4;    // cages
constexpr std::int32_t kMostChoices = 2'000; // of all of them, looked at one by one; nobody goes through more

// One part of each cage, without a value twice in the line: what is left of their cells, and what is in all choices.
struct Together {
    std::int32_t cages = 0, choices = 0;
    std::array<const std::vector<InLine>*, kMostTogether> parts;
    std::array<const InLine*, kMostTogether> chosen;
    std::array<std::array<Mask, kMostSummed>, kMostTogether> kept{};
    Mask always = ~Mask{0};

    // False where there are too many.
    bool choose(std::int32_t cage, Mask used, std::int32_t ways) {
        if (cage == cages) {
            if ((choices += ways) > kMostChoices)
                return false;
            always &= used;
            for (std::int32_t i = 0; i < cages; ++i)
                for (std::int32_t at = 0; at < kMostSummed; ++at)
                    kept[i][at] |= chosen[i]->at[at];
            return true;
        }
        for (const InLine& part : *parts[cage]) {
            chosen[cage] = &part;
            if (!(part.values & used) && !choose(cage + 1, used | part.values, std::min(ways, kMostChoices + 1) * part.ways))
                return false;
        }
        return true;
    }
};

// Of each of these cells, which cages have in a line, and of the others in the line: what goes. False where nobody can
// say: a cage is not listed, they share a cell there, or there is no choice or are too many.
template <int W, class Exclude>
[[gnu::noinline]] bool look_together(const Tables<W>& tables, const Position<W>& position, const Set<W>& cages,
                                     std::int32_t line, Set<W>& cells, Exclude exclude) {
    Together together;
    cells = Set<W>::none();
    std::array<std::array<std::int32_t, kMostSummed>, kMostTogether> own;
    std::int32_t count = 0;
    bool listed = cages.count() <= kMostTogether;
    if (!listed)
        return false;
    cages.each([&](std::int32_t g) {
        const std::vector<InLine>* const parts = listed ? position.in_line(tables, g, line) : nullptr;
        if (!(listed = parts != nullptr))
            return;
        std::int32_t at = 0;
        for (std::int32_t x : tables.order[tables.filling_of[g]])
            if (tables.members[line].has(x)) {
                own[together.cages][at++] = x;
                cells.add(x);
                ++count;
            }
        together.parts[together.cages++] = parts;
    });
    if (!listed || cells.count() != count || !together.choose(0, 0, 1) || !together.choices)
        return false;
    (cells | tables.members[line]).each([&](std::int32_t x) {
        Mask gone = together.always;
        for (std::int32_t i = 0; i < together.cages && cells.has(x); ++i)
            for (std::int32_t at = 0; at < kMostSummed; ++at)
                if (together.kept[i][at] && own[i][at] == x)
                    gone = ~together.kept[i][at];
        exclude(x, gone & position.cand[x]);
    });
    return true;
}

#endif

INSTRUCTION(cage_lines, "t---", { // groups without layouts of their own whose cells all differ
    T[in.a] = tables.distinct;
    for (std::int32_t g = 0; g < groups; ++g)
        if (tables.filling_of[g] >= 0)
            T[in.a].drop(g);
})
INSTRUCTION(cages_in, "ts--", { // groups with layouts that have open cells in a line
    Set<W> found = Set<W>::none();
    (tables.members[group(in.b)] & position.open).each([&](std::int32_t x) {
        tables.each_group_of(x, [&](std::int32_t g) {
            if (tables.filling_of[g] >= 0)
                found.add(g);
        });
    });
    T[in.a] = found;
})
INSTRUCTION(cages_together, "ttsj", {
    // Where no cage has changed since they were last looked at, nothing new follows: the rest of the line has but less.
    const Set<W> cages = T[in.b] & tables.every_group;
    ok = (cages & changed.groups).any() &&
         look_together(tables, position, cages, group(in.c), T[in.a], [&](std::int32_t x, Mask gone) {
             for (; gone; gone &= gone - 1)
                 conclude(x, __builtin_ctzll(gone), false, 0);
         });
})

GROUNDS(read_cages, "t---", each_group(in.a, [&](std::int32_t g) { filled(g, [](std::int32_t) { return true; }); });)
