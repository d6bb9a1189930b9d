// Chains of strong and weak links: src/gridwright/techniques/_chains.py, kernel/position/chain_search.hpp.
#ifdef GRIDWRIGHT_FUNCTIONS

// The group that has all its places for a value in these cells; -1 where there is none.
template <int W>
std::int32_t group_within(const Tables<W>& tables, const Position<W>& position, std::int32_t v, const Set<W>& cells) {
    for (std::int32_t g = 0; g < tables.groups; ++g)
        if (tables.choice_of[v * tables.groups + g] >= 0 && (position.having[v] & tables.members[g]).inside(cells) &&
            (tables.members[g] & cells) == cells)
            return g;
    return -1;
}

#endif

APART(chain_start, "***-", registers_.chains.begin(tables, position, ChainKind::of(in.a, in.b, in.c));)
INSTRUCTION(chain_next, "ls-j", {
    if (!next_chain(in, ok, fuel))
        return leave(Result::out_of_fuel);
})

GROUNDS(read_chain, "l---", {
    // Nodes two by two: a strong link each, of a set that stands between them, of a cell or of a group.
    const std::vector<std::int32_t>& told = registers_.lists[in.a];
    std::int32_t before = -1; // the value of the link's first node
    Set<W> cells = Set<W>::none();
    bool by_set = false;
    for (std::size_t i = 0; i + 1 < told.size();) {
        const std::int32_t v = told[i++] - 1;
        Set<W> own = Set<W>::none();
        for (std::int32_t left = told[i++]; left > 0 && i < told.size(); --left, ++i)
            if (told[i] >= 0 && told[i] < tables.cells) // a plan from outside may have another list there
                own.add(told[i]);
        if (!own.any() || v >= tables.values)
            break;
        if (v < 0) {
            by_set = true;
            own.each([&](std::int32_t x) { whole(x); });
        } else if (before < 0) {
            before = v;
            cells = own;
        } else {
            if (!by_set && before != v)
                whole(own.first());
            else if (!by_set) {
                const std::int32_t g = group_within(tables, position, v, cells | own);
                if (g >= 0) {
                    tables.members[g].without(cells | own).each([&](std::int32_t x) { absent(x, Mask{1} << v); });
                    use(v, g, false);
                }
            }
            before = -1;
            by_set = false;
        }
    }
})
