// Values as numbers, and the only one of a set: lo, hi, higher, lower, the.
// What each means: src/gridwright/rules/words/values.py.

INSTRUCTION(v_lo, "ss-j", {
    ok = S[in.b] != 0;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(S[in.b]));
})
INSTRUCTION(v_hi, "ss-j", {
    ok = S[in.b] != 0;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(63 - __builtin_clzll(S[in.b]));
})
INSTRUCTION(v_shift, "sss-", { // up by S[c], down where it is below zero
    const auto by = static_cast<std::int64_t>(S[in.c]);
    const Mask from = S[in.b];
    S[in.a] = by <= -64 || by >= 64 ? 0 : by < 0 ? from >> -by : from << by;
    S[in.a] &= tables.every_value;
})
INSTRUCTION(v_the, "ss-j", {
    ok = S[in.b] && !(S[in.b] & (S[in.b] - 1));
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(S[in.b]));
})
INSTRUCTION(s_the, "st-j", {
    ok = T[in.b].count() == 1;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(T[in.b].first());
})
