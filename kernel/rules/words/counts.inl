// What groups must hold: missing, lacking, places where it is each value once; need, needy, held of any number.
// What each means: src/gridwright/rules/words/counts.py.

INSTRUCTION(missing, "ss--", S[in.a] = position.missing[group(in.b)];)
INSTRUCTION(missing_of, "st--", {
    Mask all = 0;
    (T[in.b] & tables.every_group).each([&](std::int32_t g) { all |= position.missing[g]; });
    S[in.a] = all;
})
INSTRUCTION(lacking, "ts--", T[in.a] = position.lacking[value(in.b)];)
INSTRUCTION(lacking_of, "ts--", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1)
        all = all | position.lacking[__builtin_ctzll(m)];
    T[in.a] = all;
})
INSTRUCTION(places, "tssj", {
    const std::int32_t v = value(in.b), g = group(in.c);
    ok = position.need[v * groups + g] > 0;
    if (ok)
        T[in.a] = position.at[v] & tables.members[g];
})
INSTRUCTION(places_of, "tstj", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1) {
        const std::int32_t v = __builtin_ctzll(m);
        Set<W> where = Set<W>::none();
        (T[in.c] & tables.every_group).each([&](std::int32_t g) {
            ok &= position.need[v * groups + g] > 0;
            where = where | tables.members[g];
        });
        all = all | (position.at[v] & where);
    }
    T[in.a] = all;
})
INSTRUCTION(need, "sssj", {
    const std::int32_t left = position.need[value(in.b) * groups + group(in.c)];
    ok = left != kNoNeed;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(static_cast<std::int64_t>(left));
})
INSTRUCTION(need_of, "sstj", {
    std::int64_t sum = 0;
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1)
        (T[in.c] & tables.every_group).each([&](std::int32_t g) {
            const std::int32_t left = position.need[__builtin_ctzll(m) * groups + g];
            ok &= left != kNoNeed;
            sum += left == kNoNeed ? 0 : left;
        });
    S[in.a] = static_cast<std::uint64_t>(sum);
})
INSTRUCTION(needy, "ts--", T[in.a] = position.needy[value(in.b)];)
INSTRUCTION(needy_of, "ts--", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1)
        all = all | position.needy[__builtin_ctzll(m)];
    T[in.a] = all;
})
INSTRUCTION(held, "tss-", {
    Set<W> all = Set<W>::none();
    const std::int32_t v = value(in.b);
    tables.members[group(in.c)].each([&](std::int32_t x) {
        if (position.value[x] == v)
            all.add(x);
    });
    T[in.a] = all;
})
INSTRUCTION(held_of, "tst-", {
    Set<W> all = Set<W>::none();
    (T[in.c] & tables.every_group).each([&](std::int32_t g) {
        tables.members[g].each([&](std::int32_t x) {
            if (position.value[x] >= 0 && (S[in.b] >> position.value[x] & 1))
                all.add(x);
        });
    });
    T[in.a] = all;
})
INSTRUCTION(most_needed, "ss--", S[in.a] = static_cast<std::uint64_t>(tables.most[value(in.b)]);)
INSTRUCTION(overdrawn, "ss--", {
    std::int64_t sum = 0;
    if (position.broken) { // else no need is below zero
        const std::int32_t from = value(in.b) * groups;
        for (std::int32_t g = 0; g < groups; ++g)
            if (position.need[from + g] != kNoNeed && position.need[from + g] < 0)
                sum -= position.need[from + g];
    }
    S[in.a] = static_cast<std::uint64_t>(sum);
})

GROUNDS(read_missing, "st--", {
    each_group(in.b, [&](std::int32_t g) {
        held(g, S[in.a] & tables.once[g]);
        for (Mask m = position.missing[g]; m; m &= m - 1)
            use(__builtin_ctzll(m), g, false);
    });
})
GROUNDS(read_places, "ss--", {
    const std::int32_t v = value(in.a);
    const std::int32_t g = group(in.b);
    const Mask bit = Mask{1} << v;
    tables.members[g].without(position.at[v]).each([&](std::int32_t x) { absent(x, position.cand[x] & bit ? ~Mask{0} : bit); });
    use(v, g, false);
})
