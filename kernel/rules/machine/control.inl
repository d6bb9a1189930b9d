// Numbers, jumps and conclusions.

INSTRUCTION(end, "----", return leave(Result::none);)
INSTRUCTION(jump, "---j", ok = false;)
INSTRUCTION(load, "s*--", S[in.a] = static_cast<std::uint64_t>(static_cast<std::int64_t>(in.b));)
INSTRUCTION(mask, "sm--", S[in.a] = plan_.masks[in.b];)
INSTRUCTION(add, "sss-", S[in.a] = S[in.b] + S[in.c];)
INSTRUCTION(subtract, "sss-", S[in.a] = S[in.b] - S[in.c];)
INSTRUCTION(multiply, "sss-", S[in.a] = S[in.b] * S[in.c];)
INSTRUCTION(divide, "sssj", {
    const auto x = static_cast<std::int64_t>(S[in.b]), y = static_cast<std::int64_t>(S[in.c]);
    ok = y != 0 && !(y == -1 && x == INT64_MIN);
    if (ok) // rounded down, as in the reference
        S[in.a] = static_cast<std::uint64_t>(x / y - (x % y != 0 && (x < 0) != (y < 0)));
})
INSTRUCTION(equal, "ss-j", ok = S[in.a] == S[in.b];)
INSTRUCTION(unequal, "ss-j", ok = S[in.a] != S[in.b];)
INSTRUCTION(less, "ss-j", ok = static_cast<std::int64_t>(S[in.a]) < static_cast<std::int64_t>(S[in.b]);)
INSTRUCTION(at_most, "ss-j", ok = static_cast<std::int64_t>(S[in.a]) <= static_cast<std::int64_t>(S[in.b]);)
INSTRUCTION(place, "ts--", {
    (T[in.a] & tables.every_cell).each([&, said = registers_.conclusions.size()](std::int32_t x) {
        const Mask values = S[in.b] & tables.every_value;
        if ((values & ~tables.loud) == 0) {
            for (Mask m = values; m; m &= m - 1)
                conclude(x, __builtin_ctzll(m), true, said);
        } else { // to place a silent value is to exclude the others
            for (Mask m = position.cand[x] & ~values; m; m &= m - 1)
                conclude(x, __builtin_ctzll(m), false, said);
        }
    });
})
INSTRUCTION(exclude, "ts--", exclude_all(T[in.a], S[in.b]);)
INSTRUCTION(only, "ts--", exclude_all(T[in.a], ~S[in.b]);)
INSTRUCTION(new_cells, "ttsj", { // of these cells and values, the cells of which it is new that they lose or take one
    Set<W> cells = Set<W>::none();
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) {
        if (news(x, S[in.c]))
            cells.add(x);
    });
    T[in.a] = cells;
    ok = cells.any();
})
INSTRUCTION(new_values, "sts-", {
    Mask values = 0;
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) { values |= news(x, S[in.c]); });
    S[in.a] = values;
})
INSTRUCTION(emit, "---j", {
    if (!registers_.conclusions.empty()) {
        at = code + in.d;
        return leave(Result::match);
    }
    ok = false;
})
INSTRUCTION(try_start, "----", {
    trying_ = true;
    costs_ = false;
})
INSTRUCTION(try_end, "---j", {
    trying_ = false;
    ok = !costs_;
})
