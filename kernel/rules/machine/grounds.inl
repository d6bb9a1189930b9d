// What a match relied on, read by instructions that several words share: `src/gridwright/rules/grounds/collect.py`.


GROUNDS(read_absent, "ts--", each_cell(in.a, [&](std::int32_t x) { absent(x, S[in.b]); });)
GROUNDS(read_not_at, "ts--", { // a cell that holds the value is read as decided
    each_cell(in.a, [&](std::int32_t x) {
        for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1)
            absent(x, position.open.has(x) || !(position.cand[x] & m & -m) ? m & -m : ~Mask{0});
    });
})
GROUNDS(read_decided, "t---", each_cell(in.a, [&](std::int32_t x) { absent(x, ~Mask{0}); });)
GROUNDS(read_held, "st--", each_group(in.b, [&](std::int32_t g) { held(g, S[in.a]); });)
GROUNDS(use_cells, "t---", each_cell(in.a, [&](std::int32_t x) { use_choice(x); });)
GROUNDS(use, "st--", each_pair(in, [&](std::int32_t v, std::int32_t g) { use(v, g, false); });)
GROUNDS(use_full, "st--", each_pair(in, [&](std::int32_t v, std::int32_t g) { use(v, g, true); });)
GROUNDS(use_needed, "st--", { // that nothing is needed needs no reason
    each_pair(in, [&](std::int32_t v, std::int32_t g) {
        if (position.need[v * tables.groups + g] != 0)
            use(v, g, false);
    });
})
