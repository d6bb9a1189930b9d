// What cells can still be: open, cand, val, at, fixed, having, shared, variety.
// What each means: src/gridwright/rules/words/candidates.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// A matching of cells and values: each cell in turn takes a value, and whoever had it finds another.
template <int W> [[gnu::noinline]] std::int32_t variety(const Position<W>& position, const Set<W>& cells) {
    std::array<std::int32_t, 64> taken;
    taken.fill(-1);
    std::int32_t found = 0;
    auto finds = [&](auto& self, std::int32_t x, Mask& tried) -> bool {
        for (Mask m = position.cand[x] & ~tried; m; m = position.cand[x] & ~tried) {
            const int v = __builtin_ctzll(m);
            tried |= m & -m;
            if (taken[v] < 0 || self(self, taken[v], tried)) {
                taken[v] = x;
                return true;
            }
        }
        return false;
    };
    cells.each([&](std::int32_t x) {
        Mask tried = 0;
        found += finds(finds, x, tried);
    });
    return found;
}

#endif

INSTRUCTION(cand, "ss--", S[in.a] = position.cand[cell(in.b)];)
INSTRUCTION(cand_of, "st--", {
    Mask all = 0;
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) { all |= position.cand[x]; });
    S[in.a] = all;
})
INSTRUCTION(open, "t---", T[in.a] = position.open;)
INSTRUCTION(val, "ss-j", {
    const std::int32_t v = position.value[cell(in.b)];
    ok = v >= 0;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(v);
})
INSTRUCTION(at, "ts--", T[in.a] = position.at[value(in.b)];)
INSTRUCTION(at_of, "ts--", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1)
        all = all | position.at[__builtin_ctzll(m)];
    T[in.a] = all;
})
INSTRUCTION(fixed, "tt--", T[in.a] = T[in.b] & position.fixed;)
INSTRUCTION(having, "tst-", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1)
        all = all | position.having[__builtin_ctzll(m)];
    T[in.a] = all & T[in.c];
})
INSTRUCTION(shared, "st--", {
    const Set<W> cells = T[in.b] & tables.every_cell;
    Mask all = cells.any() ? tables.every_value : 0;
    cells.each([&](std::int32_t x) { all &= position.cand[x]; });
    S[in.a] = all;
})
INSTRUCTION(variety, "st--", S[in.a] = static_cast<std::uint64_t>(variety(position, T[in.b] & tables.every_cell));)

GROUNDS(read_cell, "s---", whole(cell(in.a));)
