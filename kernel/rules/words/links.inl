// Cells that cannot hold the same: peers, common, killed, sees, and chains of two candidates each: implied.
// What each means: src/gridwright/rules/words/links.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// Those of `all` that see all of the cells.
template <int W> [[gnu::noinline]] Set<W> seeing(const Tables<W>& tables, const Set<W>& cells, Set<W> all) {
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = cells.w[i]; bits; bits &= bits - 1) {
            all = all & tables.peers[i * 64 + __builtin_ctzll(bits)];
            if (!all.any())
                return all;
        }
    return all;
}

// The cells that see all of the cells; none where there are none to see.
template <int W> [[gnu::noinline]] Set<W> common(const Tables<W>& tables, const Set<W>& cells) {
    return cells.any() ? seeing(tables, cells, tables.every_cell) : Set<W>::none();
}

// The cells that cannot take a value where a cell takes another, or the same.
template <int W> [[gnu::noinline]] Set<W> killed(const Tables<W>& tables, std::int32_t p, std::int32_t a, std::int32_t v) {
    Set<W> gone = Set<W>::none();
    if (!(tables.own[p] >> a & 1))
        return gone;
    if (a == v)
        gone = tables.rivals(p, v);
    else if (tables.own[p] >> v & 1)
        gone.add(p);
    if (tables.strange.empty())
        return gone;
    const std::int32_t c = tables.first[p] + a;
    for (std::int32_t i = tables.strange_from[c]; i < tables.strange_from[c + 1]; ++i)
        if (const std::int32_t y = tables.cell_of[tables.strange[i]]; tables.strange[i] - tables.first[y] == v)
            gone.add(y);
    return gone;
}

// From a cell with two candidates that is not a value, breadth first through others that it sees: each takes what is
// left to it. The ends are those that must be the value; `reached` has the way back.
struct Reached {
    std::int32_t cell, from; // the number of the one before it
    Mask bit;                // what it must be
};
template <int W> struct Chains {
    std::vector<Reached> reached;
    Set<W> ends;
};
template <int W> [[gnu::noinline]] const Chains<W>& implied(const Tables<W>& tables, const Position<W>& position, std::int32_t p, std::int32_t v) {
    thread_local Chains<W> chains; // the memory stays
    std::vector<Reached>& reached = chains.reached;
    Set<W>& ends = chains.ends;
    Set<W> left = Set<W>::none();
    ends = Set<W>::none();
    const Mask bit = Mask{1} << v;
    reached.clear();
    auto two = [&](std::int32_t x) {
        const Mask both = position.cand[x];
        return __builtin_popcountll(both) == 2 && !(both & ~tables.loud);
    };
    if (!position.open.has(p) || !two(p) || !(position.cand[p] & bit))
        return chains;
    position.open.each([&](std::int32_t x) {
        if (x != p && two(x))
            left.add(x);
    });
    reached.push_back({p, -1, position.cand[p] & ~bit});
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const Reached now = reached[i];
        const Set<W> near = tables.peers[now.cell] & left & position.having[__builtin_ctzll(now.bit)];
        left = left.without(near);
        near.each([&](std::int32_t x) {
            const Mask rest = position.cand[x] & ~now.bit;
            reached.push_back({x, static_cast<std::int32_t>(i), rest});
            if (rest == bit)
                ends.add(x);
        });
    }
    return chains;
}

#endif

INSTRUCTION(peers, "ts--", T[in.a] = tables.peers[cell(in.b)];)
INSTRUCTION(common, "tt--", T[in.a] = common(tables, T[in.b] & tables.every_cell);)
INSTRUCTION(killed, "tsss", {
    const std::int32_t p = cell(in.b), v = value(in.d);
    T[in.a] = killed(tables, p, value(in.c), v);
})
INSTRUCTION(sees, "ss-j", ok = tables.peers[cell(in.a)].has(cell(in.b));)
INSTRUCTION(not_sees, "ss-j", ok = !tables.peers[cell(in.a)].has(cell(in.b));)
INSTRUCTION(implied, "tss-", T[in.a] = implied(tables, position, cell(in.b), value(in.c)).ends;)

GROUNDS(read_chains, "sst-", {
    const Chains<W>& chains = implied(tables, position, cell(in.a), value(in.b));
    for (const Reached& end : chains.reached)
        if (chains.ends.has(end.cell) && T[in.c].has(end.cell))
            for (const Reached* on = &end;; on = &chains.reached[on->from]) {
                whole(on->cell);
                if (on->from < 0)
                    break;
            }
})
