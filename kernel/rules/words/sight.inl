// What lookers see: ahead, behind, next, between, along, facing, cases.
// What each means: src/gridwright/rules/words/sight.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// The values that a looker (q = p) or a cell ahead of it has in some way to fill all that it sees; every value where there
// are more ways than anybody would go through.
constexpr std::uint64_t kMostCases = 20'000;
template <int W> [[gnu::noinline]] Mask cases(const Tables<W>& tables, const Position<W>& position, std::int32_t p, std::int32_t q) {
    const auto& sight = tables.view[p];
    if (tables.view_of[p] < 0 || (q != p && !tables.ahead[p].has(q)))
        return tables.every_value;
    for (std::int32_t x : sight)
        if (!position.cand[x])
            return 0; // no way at all
    std::uint64_t ways = 1;
    for (std::int32_t x : sight) {
        ways *= static_cast<std::uint64_t>(__builtin_popcountll(position.cand[x]));
        if (ways > kMostCases)
            return tables.every_value;
    }
    Mask found = 0;
    auto fill = [&](auto& self, std::size_t i, Mask seen, Mask own) -> void {
        if (i == sight.size()) {
            const Mask count = Mask{1} << __builtin_popcountll(seen);
            if (position.cand[p] & count)
                found |= q == p ? count : own;
            return;
        }
        for (Mask m = position.cand[sight[i]]; m; m &= m - 1)
            self(self, i + 1, seen | (m & -m), sight[i] == q ? m & -m : own);
    };
    fill(fill, 0, 0, 0);
    return found;
}

#endif

INSTRUCTION(ahead, "ts-j", {
    const std::int32_t x = cell(in.b);
    ok = tables.view_of[x] >= 0;
    T[in.a] = tables.ahead[x];
})
INSTRUCTION(behind, "ts--", T[in.a] = tables.behind[cell(in.b)];)
INSTRUCTION(next, "ss-j", {
    const auto& sight = tables.view[cell(in.b)];
    ok = !sight.empty();
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(sight.front());
})
INSTRUCTION(between, "tssj", {
    const std::int32_t p = cell(in.b), q = cell(in.c);
    ok = tables.ahead[p].has(q);
    if (ok)
        T[in.a] = tables.between(p, q);
})
INSTRUCTION(along, "ss-j", ok = tables.along[cell(in.a)].has(cell(in.b));)
INSTRUCTION(not_along, "ss-j", ok = !tables.along[cell(in.a)].has(cell(in.b));)
INSTRUCTION(facing, "ss-j", ok = tables.facing(cell(in.a), cell(in.b));)
INSTRUCTION(not_facing, "ss-j", ok = !tables.facing(cell(in.a), cell(in.b));)
INSTRUCTION(cases, "sss-", S[in.a] = cases(tables, position, cell(in.b), cell(in.c));)

GROUNDS(read_cases, "s---", {
    const std::int32_t p = cell(in.a);
    whole(p);
    for (std::int32_t x : tables.view[p])
        whole(x);
})
GROUNDS(use_view, "s---", use_view(cell(in.a));)
GROUNDS(use_views, "----", {
    for (std::int32_t x = 0; x < tables.cells; ++x)
        use_view(x);
})
