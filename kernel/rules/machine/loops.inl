// Loops over the elements of a set, all of them or those that are new to the rule; selections of several.

INSTRUCTION(s_start, "it--", iterators[in.a].left = T[in.b];)
INSTRUCTION(s_next, "si-j", {
    Set<W>& left = iterators[in.b].left;
    const std::int32_t x = left.first();
    ok = x >= 0;
    if (ok) {
        left.drop(x);
        S[in.a] = static_cast<std::uint64_t>(x);
    }
})
INSTRUCTION(v_start, "is--", iterators[in.a].values = S[in.b];)
INSTRUCTION(v_next, "si-j", {
    Mask& left = iterators[in.b].values;
    ok = left != 0;
    if (ok) {
        S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(left));
        left &= left - 1;
    }
})
INSTRUCTION(s_start_new, "it*-", {
    iterators[in.a].left = T[in.b] & (in.c == 1 ? changed.groups : in.c == 2 ? changed.sights : changed.cells);
})
INSTRUCTION(v_start_new, "is--", iterators[in.a].values = S[in.b] & changed.values;)
INSTRUCTION(v_start_at, "iss-", iterators[in.a].values = S[in.b] & changed.at[group(in.c)];)
INSTRUCTION(pick_start, "k---", picks[in.a].clear();)
INSTRUCTION(pick_plain, "ks--", picks[in.a].add(static_cast<std::int32_t>(S[in.b] & (kMostCells - 1)));)
INSTRUCTION(pick_values, "kss-", picks[in.a].add(static_cast<std::int32_t>(S[in.b] & (kMostCells - 1)), S[in.c]);)
INSTRUCTION(pick_cells, "kst-", picks[in.a].add(static_cast<std::int32_t>(S[in.b] & (kMostCells - 1)), T[in.c]);)
INSTRUCTION(pick_go, "kss-", picks[in.a].go(S[in.b], S[in.c]);)
INSTRUCTION(pick_s_next, "tk-j", {
    Pick& pick = picks[in.b];
    ok = advance(pick, fuel);
    if (fuel == 0 && !refuel(fuel))
        return leave(Result::out_of_fuel);
    if (ok) {
        Set<W> picked = Set<W>::none();
        for (std::int32_t i = 0; i < pick.n; ++i)
            if (const std::int32_t x = pick.elements[pick.chosen[i]]; x < W * 64)
                picked.add(x);
        T[in.a] = picked;
    }
})
INSTRUCTION(pick_v_next, "sk-j", {
    Pick& pick = picks[in.b];
    ok = advance(pick, fuel);
    if (fuel == 0 && !refuel(fuel))
        return leave(Result::out_of_fuel);
    if (ok) {
        S[in.a] = 0;
        for (std::int32_t i = 0; i < pick.n; ++i)
            S[in.a] |= std::uint64_t{1} << (pick.elements[pick.chosen[i]] & 63);
    }
})
