// What groups must hold: missing, lacking, places where it is each value once; need, needy, held of any number.
// What each means: src/gridwright/rules/words/counts.py.

INSTRUCTION(missing, "ss--", S[in.a] = scene.missing[group(in.b)];)
INSTRUCTION(missing_of, "st--", {
    Mask all = 0;
    (T[in.b] & stage.every_group).each([&](std::int32_t g) { all |= scene.missing[g]; });
    S[in.a] = all;
})
INSTRUCTION(lacking, "ts--", T[in.a] = scene.lacking[value(in.b)];)
INSTRUCTION(lacking_of, "ts--", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
        all = all | scene.lacking[__builtin_ctzll(m)];
    T[in.a] = all;
})
INSTRUCTION(places, "tssj", {
    const std::int32_t v = value(in.b), g = group(in.c);
    ok = scene.need[v * groups + g] > 0;
    if (ok)
        T[in.a] = scene.at[v] & stage.members[g];
})
INSTRUCTION(places_of, "tstj", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1) {
        const std::int32_t v = __builtin_ctzll(m);
        Set<W> where = Set<W>::none();
        (T[in.c] & stage.every_group).each([&](std::int32_t g) {
            ok &= scene.need[v * groups + g] > 0;
            where = where | stage.members[g];
        });
        all = all | (scene.at[v] & where);
    }
    T[in.a] = all;
})
INSTRUCTION(need, "sssj", {
    const std::int32_t left = scene.need[value(in.b) * groups + group(in.c)];
    ok = left != kNoNeed;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(static_cast<std::int64_t>(left));
})
INSTRUCTION(need_of, "sstj", {
    std::int64_t sum = 0;
    for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
        (T[in.c] & stage.every_group).each([&](std::int32_t g) {
            const std::int32_t left = scene.need[__builtin_ctzll(m) * groups + g];
            ok &= left != kNoNeed;
            sum += left == kNoNeed ? 0 : left;
        });
    S[in.a] = static_cast<std::uint64_t>(sum);
})
INSTRUCTION(needy, "ts--", T[in.a] = scene.needy[value(in.b)];)
INSTRUCTION(needy_of, "ts--", {
    Set<W> all = Set<W>::none();
    for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
        all = all | scene.needy[__builtin_ctzll(m)];
    T[in.a] = all;
})
INSTRUCTION(held, "tss-", {
    Set<W> all = Set<W>::none();
    const std::int32_t v = value(in.b);
    stage.members[group(in.c)].each([&](std::int32_t x) {
        if (scene.value[x] == v)
            all.add(x);
    });
    T[in.a] = all;
})
INSTRUCTION(held_of, "tst-", {
    Set<W> all = Set<W>::none();
    (T[in.c] & stage.every_group).each([&](std::int32_t g) {
        stage.members[g].each([&](std::int32_t x) {
            if (scene.value[x] >= 0 && (S[in.b] >> scene.value[x] & 1))
                all.add(x);
        });
    });
    T[in.a] = all;
})
INSTRUCTION(most_needed, "ss--", S[in.a] = static_cast<std::uint64_t>(stage.most[value(in.b)]);)
INSTRUCTION(overdrawn, "ss--", {
    std::int64_t sum = 0;
    if (scene.broken) { // else no need is below zero
        const std::int32_t from = value(in.b) * groups;
        for (std::int32_t g = 0; g < groups; ++g)
            if (scene.need[from + g] != kNoNeed && scene.need[from + g] < 0)
                sum -= scene.need[from + g];
    }
    S[in.a] = static_cast<std::uint64_t>(sum);
})

GROUNDS(read_missing, "st--", {
    each_group(in.b, [&](std::int32_t g) {
        held(g, S[in.a] & stage.once[g]);
        for (Mask m = scene.missing[g]; m; m &= m - 1)
            use(__builtin_ctzll(m), g, false);
    });
})
GROUNDS(read_places, "ss--", {
    const std::int32_t v = value(in.a);
    const std::int32_t g = group(in.b);
    const Mask bit = Mask{1} << v;
    stage.members[g].without(scene.at[v]).each([&](std::int32_t x) { absent(x, scene.cand[x] & bit ? ~Mask{0} : bit); });
    use(v, g, false);
})
