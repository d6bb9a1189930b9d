// Ways to fill a group that is a cage, a line or a table: fitting, forced, clue.
// What each means: src/gridwright/rules/words/layouts.py.

INSTRUCTION(fitting, "sss-", S[in.a] = position.fitting(tables, group(in.b), cell(in.c));)
INSTRUCTION(fitting_all, "ss--", S[in.a] = position.fitting(tables, group(in.b));)
INSTRUCTION(forced, "sst-", S[in.a] = position.forced(tables, group(in.b), T[in.c]);)
INSTRUCTION(clue, "ss-j", {
    const std::int32_t filling = tables.filling_of[group(in.b)];
    ok = filling >= 0 && tables.clues[filling] >= 0;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(tables.clues[filling]);
})

GROUNDS(read_layouts, "s---", filled(group(in.a), [](std::int32_t) { return true; });)
GROUNDS(use_clue, "s---", filled(group(in.a), [](std::int32_t) { return false; });)
