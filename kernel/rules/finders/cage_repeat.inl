// A number that is written leaves the rest of its cage: src/gridwright/techniques/cage_repeat.py.

// The next written cell of a group, and the cells of the group that lose its number. What is looked at begins behind
// the cell S[c] of the group S[b].
INSTRUCTION(next_repeat, "tssj", {
    ok = false;
    const std::uint64_t from = S[in.b];
    const auto behind = static_cast<std::int64_t>(S[in.c]);
    tables.differing.each([&](std::int32_t g) {
        if (ok || static_cast<std::uint64_t>(g) < from)
            return;
        tables.members[g].each([&](std::int32_t p) {
            if (ok || !position.placed[p] || (static_cast<std::uint64_t>(g) == from && p <= behind))
                return;
            const Mask number = position.cand[p] & -position.cand[p];
            Set<W> losing = Set<W>::none();
            tables.members[g].each([&](std::int32_t x) {
                if (x != p && news(x, number))
                    losing.add(x);
            });
            if (losing.any())
                losing = losing & position.one_with(tables, p);
            if (!losing.any())
                return;
            T[in.a] = losing;
            S[in.b] = static_cast<std::uint64_t>(g);
            S[in.c] = static_cast<std::uint64_t>(p);
            exclude_all(losing, number);
            ok = true;
        });
    });
})

GROUNDS(read_repeat, "ss--", { // the number of the cell, and that the cage has none twice
    absent(cell(in.b), ~Mask{0});
    const std::int32_t g = group(in.a);
    tables.members[g].each([&](std::int32_t x) { use_choice(x); });
    if (tables.differing_by[g] >= 0)
        use_relation(tables.differing_by[g]);
})
