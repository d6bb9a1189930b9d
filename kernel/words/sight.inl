// What arrows see: ahead, behind, next, between, along, facing, cases.
// What each means: src/gridwright/rules/words/sight.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// The values that an arrow (q = p) or a cell ahead of it has in some way to fill all that it sees; every value where there
// are more ways than anybody would go through.
constexpr std::uint64_t kMostCases = 20'000;
template <int W> [[gnu::noinline]] Mask cases(const Stage<W>& stage, const Scene<W>& scene, std::int32_t p, std::int32_t q) {
    const auto& sight = stage.view[p];
    if (stage.view_of[p] < 0 || (q != p && !stage.ahead[p].has(q)))
        return stage.every_value;
    for (std::int32_t x : sight)
        if (!scene.cand[x])
            return 0; // no way at all
    std::uint64_t ways = 1;
    for (std::int32_t x : sight) {
        ways *= static_cast<std::uint64_t>(__builtin_popcountll(scene.cand[x]));
        if (ways > kMostCases)
            return stage.every_value;
    }
    Mask found = 0;
    auto fill = [&](auto& self, std::size_t i, Mask seen, Mask own) -> void {
        if (i == sight.size()) {
            const Mask count = Mask{1} << __builtin_popcountll(seen);
            if (scene.cand[p] & count)
                found |= q == p ? count : own;
            return;
        }
        for (Mask m = scene.cand[sight[i]]; m; m &= m - 1)
            self(self, i + 1, seen | (m & -m), sight[i] == q ? m & -m : own);
    };
    fill(fill, 0, 0, 0);
    return found;
}

#endif

INSTRUCTION(ahead, "ts-j", {
    const std::int32_t x = cell(in.b);
    ok = stage.view_of[x] >= 0;
    T[in.a] = stage.ahead[x];
})
INSTRUCTION(behind, "ts--", T[in.a] = stage.behind[cell(in.b)];)
INSTRUCTION(next, "ss-j", {
    const auto& sight = stage.view[cell(in.b)];
    ok = !sight.empty();
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(sight.front());
})
INSTRUCTION(between, "tssj", {
    const std::int32_t p = cell(in.b), q = cell(in.c);
    ok = stage.ahead[p].has(q);
    if (ok)
        T[in.a] = stage.between(p, q);
})
INSTRUCTION(along, "ss-j", ok = stage.along[cell(in.a)].has(cell(in.b));)
INSTRUCTION(not_along, "ss-j", ok = !stage.along[cell(in.a)].has(cell(in.b));)
INSTRUCTION(facing, "ss-j", ok = stage.facing(cell(in.a), cell(in.b));)
INSTRUCTION(not_facing, "ss-j", ok = !stage.facing(cell(in.a), cell(in.b));)
INSTRUCTION(cases, "sss-", S[in.a] = cases(stage, scene, cell(in.b), cell(in.c));)

GROUNDS(read_cases, "s---", {
    const std::int32_t p = cell(in.a);
    whole(p);
    for (std::int32_t x : stage.view[p])
        whole(x);
})
GROUNDS(use_view, "s---", use_view(cell(in.a));)
GROUNDS(use_views, "----", {
    for (std::int32_t x = 0; x < stage.cells; ++x)
        use_view(x);
})
