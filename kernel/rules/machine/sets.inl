// Sets of values and kinds (v_: a word) and of cells and groups (s_: a Set).
#ifdef GRIDWRIGHT_FUNCTIONS

// Do no two of the groups share a cell?
template <int W> [[gnu::noinline]] bool disjoint(const Tables<W>& tables, const Set<W>& groups) {
    Set<W> met = Set<W>::none();
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = groups.w[i]; bits; bits &= bits - 1) {
            const Set<W>& members = tables.members[i * 64 + __builtin_ctzll(bits)];
            if ((met & members).any())
                return false;
            met = met | members;
        }
    return true;
}

// Do every two of the cells see each other?
template <int W> [[gnu::noinline]] bool linked(const Tables<W>& tables, const Set<W>& cells) {
    Set<W> left = cells;
    for (std::int32_t x = left.first(); x >= 0; x = left.first()) {
        left.drop(x);
        if (!left.inside(tables.peers[x]))
            return false;
    }
    return true;
}

#endif

INSTRUCTION(v_and, "sss-", S[in.a] = S[in.b] & S[in.c];)
INSTRUCTION(v_or, "sss-", S[in.a] = S[in.b] | S[in.c];)
INSTRUCTION(v_without, "sss-", S[in.a] = S[in.b] & ~S[in.c];)
INSTRUCTION(v_one, "ss--", S[in.a] = std::uint64_t{1} << (S[in.b] & 63);)
INSTRUCTION(v_size, "ss--", S[in.a] = static_cast<std::uint64_t>(__builtin_popcountll(S[in.b]));)
INSTRUCTION(v_range, "sss-", { // the values from S[b] to S[c]
    const auto low = std::max<std::int64_t>(0, static_cast<std::int64_t>(S[in.b]));
    const auto high = std::min<std::int64_t>(63, static_cast<std::int64_t>(S[in.c]));
    S[in.a] = low > high ? 0 : (~std::uint64_t{0} >> (63 - high)) & (~std::uint64_t{0} << low);
    S[in.a] &= tables.every_value;
})
INSTRUCTION(v_lowest, "ss--", S[in.a] = S[in.b] & -S[in.b];)
INSTRUCTION(v_above, "sss-", {
    const std::uint64_t x = S[in.c] & 63;
    S[in.a] = x == 63 ? 0 : S[in.b] & (~std::uint64_t{0} << (x + 1));
})
INSTRUCTION(v_in, "ss-j", ok = S[in.b] >> (S[in.a] & 63) & 1;)
INSTRUCTION(v_not_in, "ss-j", ok = !(S[in.b] >> (S[in.a] & 63) & 1);)
INSTRUCTION(v_subset, "ss-j", ok = (S[in.a] & ~S[in.b]) == 0;)
INSTRUCTION(v_not_subset, "ss-j", ok = (S[in.a] & ~S[in.b]) != 0;)
INSTRUCTION(s_none, "t---", T[in.a] = Set<W>::none();)
INSTRUCTION(s_and, "ttt-", T[in.a] = T[in.b] & T[in.c];)
INSTRUCTION(s_or, "ttt-", T[in.a] = T[in.b] | T[in.c];)
INSTRUCTION(s_without, "ttt-", T[in.a] = T[in.b].without(T[in.c]);)
INSTRUCTION(s_one, "ts--", {
    T[in.a] = Set<W>::none();
    T[in.a].add(index(in.b, W * 64));
})
INSTRUCTION(s_size, "st--", S[in.a] = static_cast<std::uint64_t>(T[in.b].count());)
INSTRUCTION(s_lowest, "tt--", {
    const std::int32_t x = T[in.b].first();
    T[in.a] = Set<W>::none();
    if (x >= 0)
        T[in.a].add(x);
})
INSTRUCTION(s_above, "tts-", {
    const std::int32_t x = index(in.c, W * 64);
    for (int i = 0; i < W; ++i)
        T[in.a].w[i] = i < x / 64   ? 0
                       : i > x / 64 ? T[in.b].w[i]
                                    : T[in.b].w[i] & (x % 64 == 63 ? 0 : ~std::uint64_t{0} << (x % 64 + 1));
})
INSTRUCTION(s_in, "st-j", ok = T[in.b].has(index(in.a, W * 64));)
INSTRUCTION(s_not_in, "st-j", ok = !T[in.b].has(index(in.a, W * 64));)
INSTRUCTION(s_subset, "tt-j", ok = T[in.a].inside(T[in.b]);)
INSTRUCTION(s_not_subset, "tt-j", ok = !T[in.a].inside(T[in.b]);)
INSTRUCTION(s_equal, "tt-j", ok = T[in.a] == T[in.b];)
INSTRUCTION(s_unequal, "tt-j", ok = !(T[in.a] == T[in.b]);)
INSTRUCTION(every_cell, "t---", T[in.a] = tables.every_cell;)
INSTRUCTION(every_group, "t---", T[in.a] = tables.every_group;)
INSTRUCTION(disjoint, "t--j", ok = disjoint(tables, T[in.a] & tables.every_group);)
INSTRUCTION(linked, "t--j", ok = linked(tables, T[in.a] & tables.every_cell);)
