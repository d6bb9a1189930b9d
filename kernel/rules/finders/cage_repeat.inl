// A number that is written leaves the rest of its cage: src/gridwright/techniques/cage_repeat.py.

INSTRUCTION(differing_groups, "t---", T[in.a] = tables.differing;)
INSTRUCTION(written_in, "ts--", {
    Set<W> cells = Set<W>::none();
    tables.members[group(in.b)].each([&](std::int32_t x) {
        if (position.placed[x])
            cells.add(x);
    });
    T[in.a] = cells;
})
INSTRUCTION(cage_repeat, "tssj", { // the cells of a cage that lose the number of one of them
    const Mask number = position.cand[cell(in.c)] & -position.cand[cell(in.c)];
    Set<W> losing = Set<W>::none();
    tables.members[group(in.b)].each([&](std::int32_t x) {
        if (x != cell(in.c) && (news(x, number)))
            losing.add(x);
    });
    if (losing.any())
        losing = losing & position.one_with(tables, cell(in.c));
    T[in.a] = losing;
    exclude_all(losing, number);
    ok = losing.any();
})

GROUNDS(read_repeat, "ss--", { // the number of the cell, and that the cage has none twice
    absent(cell(in.b), ~Mask{0});
    const std::int32_t g = group(in.a);
    tables.members[g].each([&](std::int32_t x) { use_choice(x); });
    if (tables.differing_by[g] >= 0)
        use_relation(tables.differing_by[g]);
})
