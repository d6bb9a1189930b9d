// Wide instructions, for what `src/gridwright/rules/fuse.py` finds in a row. The first ones leave only some elements in
// an iterator: groups or values with so many places, cells with so many candidates or just these, groups whose cells
// differ, all but one, those of another kind, groups with or without a cell, without any of some, or with all places but
// some inside a set, cells seen or not, kinds that cross one,
// values that a group needs, values locked into another group, values whose places all see one more cell. `skip` goes
// to the first group in which there is a missing value with so many places, a locked one or one that touches; later
// groups wait, for most looks end there. `s_keep_clearing`: groups in which what a cage is sure to hold there clears
// something; `s_keep_narrow` and `s_keep_few`: groups with so many open cells, or missing values, that alone are within
// the bound of a pick. Some fill a pick; `pick_keep_enclosing` cuts one, `pick_unseen` leaves in one only groups
// that are met where a cell does not see it. `s_keep_facing`: groups whose places but some are all seen by a cell, or by
// one of every two (`pairs`: by a place that is not left out, for only such can be asked for); `s_keep_parting`: cells that make a block with another which parts a set into two linked
// ones. `only_fitting` and `only_fitting_all` conclude for all open cells of a group that they
// have only what fits them, or what fits some cell of it. `disjoint`: no two of the groups share a cell; `linked`: every
// two of the cells see each other; `two_linked`: not where they cannot be parted into two such sets; `pairs_seen`: the cells that are seen by one cell or the other of every two, one of
// each set, that do not see each other; fails where there is none.
#ifdef GRIDWRIGHT_FUNCTIONS

// Takes out of a set what comes before the first that passes.
template <int W, class Passes> void skip(Set<W>& set, Passes passes) {
    for (std::int32_t g = set.first(); g >= 0 && !passes(g); g = set.first())
        set.drop(g);
}

template <class Passes> bool some(Mask mask, Passes passes) {
    for (; mask; mask &= mask - 1)
        if (passes(__builtin_ctzll(mask)))
            return true;
    return false;
}

// Leaves in a set what is among `all` and passes.
template <int W, class Passes> void keep(Set<W>& set, const Set<W>& all, Passes passes) {
    for (int i = 0; i < W; ++i) {
        std::uint64_t kept = 0;
        for (std::uint64_t bits = set.w[i] & all.w[i]; bits; bits &= bits - 1)
            if (passes(i * 64 + __builtin_ctzll(bits)))
                kept |= bits & -bits;
        set.w[i] = kept;
    }
}

// Wide instructions stand apart: inside the machine they cost all others registers.

template <int W>
[[gnu::noinline]] void keep_narrow(const Tables<W>& tables, const Position<W>& position, Set<W>& groups, std::int32_t n,
                                   std::int32_t bound) {
    Set<W> narrow = position.open;
    keep(narrow, tables.every_cell, [&](std::int32_t x) { return __builtin_popcountll(position.cand[x]) <= bound; });
    keep(groups, tables.every_group, [&](std::int32_t g) { return (narrow & tables.members[g]).count() >= n; });
}

template <int W>
[[gnu::noinline]] void keep_few(const Tables<W>& tables, const Position<W>& position, Set<W>& groups, std::int32_t n,
                                std::int32_t bound) {
    keep(groups, tables.every_group, [&](std::int32_t g) {
        std::int32_t found = 0;
        for (Mask m = position.missing[g]; m; m &= m - 1) {
            const std::int32_t i = __builtin_ctzll(m) * tables.groups + g;
            found += position.need[i] > 0 && position.room[i] <= bound;
        }
        return found >= n;
    });
}

template <int W>
[[gnu::noinline]] void keep_clearing(const Tables<W>& tables, const Position<W>& position, Set<W>& groups, std::int32_t g) {
    Set<W> near = Set<W>::none();
    tables.members[g].each([&](std::int32_t x) { near = near | tables.groups_at[x]; });
    keep(groups, near, [&](std::int32_t h) { return position.clears(tables, g, h); });
}

// Groups that need a value and whose places for it, but for those of `without`, lie inside a set.
template <int W>
[[gnu::noinline]] void keep_inside(const Tables<W>& tables, const Position<W>& position, Set<W>& groups,
                                   const Set<W>& inside, const Set<W>& without, std::int32_t v) {
    const Set<W> outside = position.at[v].without(inside | without);
    keep(groups, tables.every_group, [&](std::int32_t g) {
        return position.need[v * tables.groups + g] > 0 && !(outside & tables.members[g]).any();
    });
}

template <class Passes> void keep_values(Mask& values, Mask all, Passes passes) {
    Mask kept = 0;
    for (Mask m = values & all; m; m &= m - 1)
        if (passes(__builtin_ctzll(m)))
            kept |= m & -m;
    values = kept;
}

// A pick of groups, each with those of a kind that have one of its places for the value.
template <int W, class Pick>
[[gnu::noinline]] void fill_meeting(const Tables<W>& tables, const Position<W>& position, Pick& pick, const Set<W>& groups, std::int32_t v,
                  const Set<W>& of) {
    pick.clear();
    (groups & tables.every_group).each([&](std::int32_t g) {
        if (position.need[v * tables.groups + g] > 0)
            pick.add(g, position.reach(tables, v, g) & of);
    });
}

// Takes out of such a pick the groups of a cell, and of the others what they meet only where the cell sees it: most lose
// few of their places.
template <int W, class Pick>
[[gnu::noinline]] void leave_unseen(const Tables<W>& tables, const Position<W>& position, Pick& pick, std::int32_t p,
                                    std::int32_t v) {
    if (pick.kind != 2 || pick.cell_masks.size() != pick.elements.size())
        return;
    const Set<W> seen = position.at[v] & tables.peers[p], unseen = position.at[v].without(seen);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pick.elements.size(); ++i) {
        const std::int32_t g = pick.elements[i] < tables.groups ? pick.elements[i] : 0;
        const Set<W>& members = tables.members[g];
        if (members.has(p))
            continue;
        Set<W> met = pick.cell_masks[i];
        (seen & members).each([&](std::int32_t x) {
            (met & tables.groups_at[x]).each([&](std::int32_t h) {
                if (!(unseen & members & tables.members[h]).any())
                    met.drop(h);
            });
        });
        pick.elements[kept] = g;
        pick.cell_masks[kept++] = met;
    }
    pick.elements.resize(kept);
    pick.cell_masks.resize(kept);
}

// Cuts a pick of groups to the selections that enclose groups of a kind, with all their places for a value: so many that
// these need no less than the selection does, less `rest`, and one at least. Only a place that one element alone has
// tells that this element must be chosen.
template <int W, class Pick>
[[gnu::noinline]] void keep_enclosing(const Tables<W>& tables, const Position<W>& position, Pick& pick, std::int32_t v,
                                      const Set<W>& of, std::int64_t rest) {
    if (pick.kind || pick.n == 0 || pick.elements.size() > 64)
        return;
    const std::int32_t from = v * tables.groups;
    Set<W> met = Set<W>::none(), again = Set<W>::none();
    std::int32_t smallest = INT32_MAX;
    for (const std::int32_t g : pick.elements) {
        if (g >= tables.groups)
            return;
        again = again | (met & tables.members[g]);
        met = met | tables.members[g];
        smallest = std::min(smallest, position.need[from + g]);
    }
    pick.kind = 3;
    pick.least = std::max<std::int64_t>(1, std::int64_t{pick.n} * smallest - rest);
    std::int64_t sum = 0;
    (of & position.needy[v]).each([&](std::int32_t h) {
        const Set<W> places = position.at[v] & tables.members[h];
        if (!places.inside(met))
            return;
        std::uint64_t reach = 0;
        for (std::size_t i = 0; i < pick.elements.size(); ++i)
            if ((places & tables.members[pick.elements[i]]).without(again).any())
                reach |= std::uint64_t{1} << i;
        if (__builtin_popcountll(reach) > pick.n)
            return;
        pick.inside.push_back({reach, position.need[from + h]});
        sum += position.need[from + h];
    });
    if (sum < pick.least)
        pick.elements.clear();
}

// Do all places of the value in the group lie in another group, too?
template <int W> [[gnu::noinline]] bool locked(const Tables<W>& tables, const Position<W>& position, std::int32_t v, std::int32_t g) {
    if (position.need[v * tables.groups + g] <= 0)
        return false;
    Set<W> others = holders(tables, position.at[v] & tables.members[g]);
    others.drop(g);
    return others.any();
}

// Do all places of the value in the group see a cell that has it?
template <int W> [[gnu::noinline]] bool touching(const Tables<W>& tables, const Position<W>& position, std::int32_t v, std::int32_t g) {
    const std::int32_t about = v * tables.groups + g;
    const Set<W>& members = tables.members[g];
    if (position.need[about] > 0 && position.room[about] > tables.sight[g] &&
        (position.having[v] & members).inside(position.at[v]))
        return false; // too many for a cell outside, and no place sees itself
    const Set<W> places = position.at[v] & members;
    return places.any() && seeing(tables, places, position.having[v]).any();
}

template <int W> [[gnu::noinline]] bool disjoint(const Tables<W>& tables, const Set<W>& groups) {
    Set<W> met = Set<W>::none();
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = groups.w[i]; bits; bits &= bits - 1) {
            const Set<W>& members = tables.members[i * 64 + __builtin_ctzll(bits)];
            if ((met & members).any())
                return false;
            met = met | members;
        }
    return true;
}

template <int W> [[gnu::noinline]] bool linked(const Tables<W>& tables, const Set<W>& cells) {
    Set<W> left = cells;
    for (std::int32_t x = left.first(); x >= 0; x = left.first()) {
        left.drop(x);
        if (!left.inside(tables.peers[x]))
            return false;
    }
    return true;
}

// Can the cells be parted into two sets of cells that all see each other? Then those that a cell does not see are in
// the other one.
template <int W> [[gnu::noinline]] bool two_linked(const Tables<W>& tables, const Set<W>& cells) {
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = cells.w[i]; bits; bits &= bits - 1) {
            const std::int32_t x = i * 64 + __builtin_ctzll(bits);
            Set<W> unseen = cells.without(tables.peers[x]);
            unseen.drop(x);
            if (!linked(tables, unseen))
                return false;
        }
    return true;
}

// Those of `all` that are seen by one cell or the other of every two, one of each set, that do not see each other.
template <int W>
[[gnu::noinline]] Set<W> pairs_seen(const Tables<W>& tables, const Set<W>& cells, const Set<W>& others, Set<W> all) {
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = cells.w[i]; bits; bits &= bits - 1) {
            const Set<W>& near = tables.peers[i * 64 + __builtin_ctzll(bits)];
            const Set<W> far = others.without(near);
            for (int j = 0; j < W; ++j)
                for (std::uint64_t left = far.w[j]; left; left &= left - 1) {
                    all = all & (near | tables.peers[j * 64 + __builtin_ctzll(left)]);
                    if (!all.any())
                        return all;
                }
        }
    return all;
}

// Cells that make a block of n with a cell, together with all that both see, so that a set is parted into two linked
// sets: what lies in the block, and the rest, of which there is some.
template <int W>
[[gnu::noinline]] void keep_parting(const Tables<W>& tables, Set<W>& cells, std::int32_t p, std::uint64_t n,
                                    const Set<W>& set) {
    keep(cells, tables.every_cell, [&](std::int32_t q) {
        Set<W> block = tables.peers[p] & tables.peers[q];
        if (q != p) // of one cell: all that it sees
            block.add(q);
        block.add(p);
        const Set<W> rest = set.without(block);
        return static_cast<std::uint64_t>(block.count()) == n && rest.any() && linked(tables, rest) &&
               linked(tables, set & block);
    });
}

// Groups that need a value and whose places for it, but for those of `without`, pass.
template <int W, class Passes>
void keep_facing(const Tables<W>& tables, const Position<W>& position, Set<W>& groups, const Set<W>& without,
                 std::int32_t v, Passes passes) {
    const Set<W> left = position.at[v].without(without);
    keep(groups, tables.every_group, [&](std::int32_t g) {
        const Set<W> own = left & tables.members[g];
        return position.need[v * tables.groups + g] > 0 && passes(own);
    });
}

#endif

INSTRUCTION(disjoint, "t--j", ok = disjoint(tables, T[in.a] & tables.every_group);)
INSTRUCTION(linked, "t--j", ok = linked(tables, T[in.a] & tables.every_cell);)
INSTRUCTION(two_linked, "t--j", ok = two_linked(tables, T[in.a] & tables.every_cell);)
INSTRUCTION(pairs_seen, "tttj", {
    T[in.a] = pairs_seen(tables, T[in.b] & tables.every_cell, T[in.c] & tables.every_cell, tables.every_cell);
    ok = T[in.a].any();
})
INSTRUCTION(v_keep_places, "iss-", {
    const std::int32_t g = group(in.b);
    const Mask some = S[in.c] == 1 ? position.lone[g] : tables.every_value;
    Mask kept = 0;
    for (Mask m = iterators[in.a].values & tables.every_value & some; m; m &= m - 1) {
        const std::int32_t i = __builtin_ctzll(m) * groups + g;
        if (position.need[i] > 0 && static_cast<std::uint64_t>(position.room[i]) == S[in.c])
            kept |= m & -m;
    }
    iterators[in.a].values = kept;
})
INSTRUCTION(s_keep_places, "iss-", {
    const std::int32_t from = value(in.b) * groups;
    keep(iterators[in.a].left, tables.every_group, [&](std::int32_t g) {
        return position.need[from + g] > 0 && static_cast<std::uint64_t>(position.room[from + g]) == S[in.c];
    });
})
INSTRUCTION(s_keep_cand, "is--", {
    if (S[in.b] == 1) {
        iterators[in.a].left = iterators[in.a].left & position.fixed & tables.every_cell;
        break;
    }
    keep(iterators[in.a].left, tables.every_cell, [&](std::int32_t x) {
        return static_cast<std::uint64_t>(__builtin_popcountll(position.cand[x])) == S[in.b];
    });
})
INSTRUCTION(s_keep_cand_is, "is--", {
    keep(iterators[in.a].left, tables.every_cell, [&](std::int32_t x) { return position.cand[x] == S[in.b]; });
})
INSTRUCTION(s_keep_distinct, "i---", iterators[in.a].left = iterators[in.a].left & tables.distinct;)
INSTRUCTION(s_keep_not, "is--", {
    if (S[in.b] < W * 64)
        iterators[in.a].left.drop(static_cast<std::int32_t>(S[in.b]));
})
INSTRUCTION(v_keep_not, "is--", {
    if (S[in.b] < 64)
        iterators[in.a].values &= ~(Mask{1} << S[in.b]);
})
INSTRUCTION(s_keep_not_kind, "is--", {
    if (S[in.b] < static_cast<std::uint64_t>(tables.kinds))
        iterators[in.a].left = iterators[in.a].left.without(tables.of_kind[S[in.b]]);
})
INSTRUCTION(s_keep_at, "is--", iterators[in.a].left = iterators[in.a].left & tables.groups_at[cell(in.b)];)
INSTRUCTION(s_keep_not_at, "is--", iterators[in.a].left = iterators[in.a].left.without(tables.groups_at[cell(in.b)]);)
INSTRUCTION(s_keep_apart, "it--", {
    keep(iterators[in.a].left, tables.every_group, [&](std::int32_t g) { return !(T[in.b] & tables.members[g]).any(); });
})
INSTRUCTION(s_keep_inside, "itts", {
    keep_inside(tables, position, iterators[in.a].left, T[in.b], T[in.c], value(in.d));
})
INSTRUCTION(s_keep_parting, "isst", {
    keep_parting(tables, iterators[in.a].left, cell(in.b), S[in.c], T[in.d] & tables.every_cell);
})
INSTRUCTION(s_keep_facing, "its-", {
    keep_facing(tables, position, iterators[in.a].left, T[in.b], value(in.c), [&](const Set<W>& left) {
        return left.any() && seeing(tables, left, tables.every_cell).any();
    });
})
INSTRUCTION(s_keep_facing_pairs, "itts", {
    const Set<W> others = T[in.b] & tables.every_cell, places = position.at[value(in.d)].without(T[in.c]);
    keep_facing(tables, position, iterators[in.a].left, T[in.c], value(in.d), [&](const Set<W>& left) {
        return pairs_seen(tables, others, left, places).any();
    });
})
INSTRUCTION(s_keep_seen, "is--", iterators[in.a].left = iterators[in.a].left & tables.peers[cell(in.b)];)
INSTRUCTION(s_keep_unseen, "is--", iterators[in.a].left = iterators[in.a].left.without(tables.peers[cell(in.b)]);)
INSTRUCTION(v_keep_crossing, "is--", {
    Mask kept = 0;
    for (Mask m = iterators[in.a].values & tables.every_kind; m; m &= m - 1)
        if (tables.crossing[kind(in.b) * tables.kinds + __builtin_ctzll(m)])
            kept |= m & -m;
    iterators[in.a].values = kept;
})
INSTRUCTION(v_keep_needed, "is--", {
    const std::int32_t g = group(in.b);
    keep_values(iterators[in.a].values, tables.every_value,
                [&](std::int32_t v) { return position.need[v * groups + g] > 0; });
})
INSTRUCTION(v_keep_locked, "is--", {
    const std::int32_t g = group(in.b);
    keep_values(iterators[in.a].values, tables.every_value, [&](std::int32_t v) { return locked(tables, position, v, g); });
})
INSTRUCTION(v_keep_touching, "is--", {
    const std::int32_t g = group(in.b);
    keep_values(iterators[in.a].values, tables.every_value, [&](std::int32_t v) { return touching(tables, position, v, g); });
})
INSTRUCTION(s_skip_missing, "is--", {
    iterators[in.a].left = iterators[in.a].left & tables.every_group;
    skip(iterators[in.a].left, [&](std::int32_t g) {
        const Mask among = S[in.b] == 1 ? position.lone[g] : tables.every_value;
        return some(position.missing[g] & changed.at[g] & among, [&](std::int32_t v) {
            const std::int32_t i = v * groups + g;
            return static_cast<std::uint64_t>(position.room[i]) == S[in.b] && position.need[i] > 0;
        });
    });
})
INSTRUCTION(s_skip_locked, "i---", {
    iterators[in.a].left = iterators[in.a].left & tables.every_group;
    skip(iterators[in.a].left, [&](std::int32_t g) {
        return some(position.missing[g] & changed.at[g], [&](std::int32_t v) { return locked(tables, position, v, g); });
    });
})
INSTRUCTION(s_skip_touching, "is--", {
    iterators[in.a].left = iterators[in.a].left & tables.every_group;
    skip(iterators[in.a].left, [&](std::int32_t g) {
        return some(S[in.b] & changed.at[g] & tables.every_value,
                    [&](std::int32_t v) { return position.need[v * groups + g] > 0 && touching(tables, position, v, g); });
    });
})
INSTRUCTION(pick_fill, "kt--", {
    Pick& pick = picks[in.a];
    pick.clear();
    T[in.b].each([&](std::int32_t x) { pick.add(x); });
})
INSTRUCTION(pick_fill_values, "ks--", {
    Pick& pick = picks[in.a];
    pick.clear();
    for (Mask m = S[in.b]; m; m &= m - 1)
        pick.add(__builtin_ctzll(m));
})
INSTRUCTION(pick_fill_cand, "kt--", {
    Pick& pick = picks[in.a];
    pick.clear();
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) { pick.add(x, position.cand[x]); });
})
INSTRUCTION(pick_fill_places, "kss-", {
    Pick& pick = picks[in.a];
    const std::int32_t g = group(in.c);
    pick.clear();
    for (Mask m = S[in.b] & tables.every_value; m; m &= m - 1) {
        const std::int32_t v = __builtin_ctzll(m);
        if (position.need[v * groups + g] > 0)
            pick.add(v, position.at[v] & tables.members[g]);
    }
})
INSTRUCTION(pick_fill_meet, "ktss", {
    fill_meeting(tables, position, picks[in.a], T[in.b], value(in.c), tables.of_kind[kind(in.d)]);
})
INSTRUCTION(pick_fill_needy, "ktss", {
    const std::int32_t v = value(in.c);
    fill_meeting(tables, position, picks[in.a], T[in.b], v, tables.of_kind[kind(in.d)] & position.needy[v]);
})
INSTRUCTION(pick_unseen, "kss-", leave_unseen(tables, position, picks[in.a], cell(in.b), value(in.c));)
INSTRUCTION(pick_keep_enclosing, "ksss", {
    keep_enclosing(tables, position, picks[in.a], value(in.b), tables.of_kind[kind(in.c)],
                   static_cast<std::int64_t>(S[in.d]));
})
INSTRUCTION(s_keep_narrow, "iss-", {
    keep_narrow(tables, position, iterators[in.a].left, Pick::picked(S[in.b]), Pick::within(S[in.c]));
})
INSTRUCTION(s_keep_few, "iss-", {
    keep_few(tables, position, iterators[in.a].left, Pick::picked(S[in.b]), Pick::within(S[in.c]));
})
INSTRUCTION(open_of, "tt--", T[in.a] = position.open & T[in.b];)
INSTRUCTION(s_keep_clearing, "is--", keep_clearing(tables, position, iterators[in.a].left, group(in.b));)
INSTRUCTION(only_fitting, "s---", leave_fitting(group(in.a), true);)
INSTRUCTION(only_fitting_all, "s---", leave_fitting(group(in.a), false);)
