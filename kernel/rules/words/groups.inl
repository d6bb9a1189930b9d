// Groups, their cells and their kinds: members, cells, holders, meet, distinct, kind_of, groups_of, crosses.
// What each means: src/gridwright/rules/words/groups.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// The groups that hold all of the cells. One group left is soon reached, and then the rest is one test.
template <int W> [[gnu::noinline]] Set<W> holders(const Tables<W>& tables, const Set<W>& cells) {
    Set<W> all = tables.every_group;
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = cells.w[i]; bits; bits &= bits - 1) {
            all = all & tables.groups_at[i * 64 + __builtin_ctzll(bits)];
            const std::int32_t count = all.count();
            if (count <= 1)
                return count && cells.inside(tables.members[all.first()]) ? all : Set<W>::none();
        }
    return all;
}

// The groups that have one of the cells.
template <int W> [[gnu::noinline]] Set<W> touched(const Tables<W>& tables, const Set<W>& cells) {
    Set<W> all = Set<W>::none();
    cells.each([&](std::int32_t x) { all = all | tables.groups_at[x]; });
    return all;
}

#endif

INSTRUCTION(members, "ts--", T[in.a] = tables.members[group(in.b)];)
INSTRUCTION(cells, "tt--", {
    Set<W> all = Set<W>::none();
    (T[in.b] & tables.every_group).each([&](std::int32_t g) { all = all | tables.members[g]; });
    T[in.a] = all;
})
INSTRUCTION(holders, "tt--", T[in.a] = holders(tables, T[in.b] & tables.every_cell);)
INSTRUCTION(meet, "tts-", T[in.a] = touched(tables, T[in.b] & tables.every_cell) & tables.of_kind[kind(in.c)];)
INSTRUCTION(touched, "tt--", T[in.a] = touched(tables, T[in.b] & tables.every_cell);)
INSTRUCTION(common_cells, "tt--", { // the cells that all of the groups have
    Set<W> all = tables.every_cell;
    (T[in.b] & tables.every_group).each([&](std::int32_t g) { all = all & tables.members[g]; });
    T[in.a] = all;
})
INSTRUCTION(kind_of, "ss--", S[in.a] = static_cast<std::uint64_t>(tables.kind_of[group(in.b)]);)
INSTRUCTION(groups_of, "ts--", T[in.a] = tables.of_kind[kind(in.b)];)
INSTRUCTION(group_at, "stsj", { // the one group of a kind that holds all of the cells
    Set<W> all = tables.of_kind[kind(in.c)];
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) { all = all & tables.groups_at[x]; });
    ok = all.count() == 1;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(all.first());
})
INSTRUCTION(distinct, "t--j", ok = tables.all_apart(T[in.a] & tables.every_cell);)
INSTRUCTION(not_distinct, "t--j", ok = !tables.all_apart(T[in.a] & tables.every_cell);)
INSTRUCTION(crosses, "ss-j", ok = tables.kinds > 0 && tables.crossing[kind(in.a) * tables.kinds + kind(in.b)];)
INSTRUCTION(not_crosses, "ss-j", ok = tables.kinds > 0 && !tables.crossing[kind(in.a) * tables.kinds + kind(in.b)];)
