// Wide instructions, for what `src/gridwright/rules/fuse.py` finds in a row.
//
//     s_keep_…, v_keep_…    a test at the head of a loop, before the loop: what does not pass leaves the iterator
//     s_skip_…              the same up to the first that passes; later ones wait, for most looks end there
//     pick_fill…            the loop that collects the elements of a pick
//     open_of               `open & T`
//     only_fitting…         all open cells of a group have only what fits them, or what fits some cell of it (`_all`)
//
// `s_keep_narrow` and `s_keep_few`: groups with so many open cells, or missing values, that alone are within the bound
// of a pick. `locked`: values whose places all lie in another group; `touching`: those whose places all see one more
// cell.
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

#endif

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
INSTRUCTION(s_keep_not_at, "is--", iterators[in.a].left = iterators[in.a].left.without(tables.groups_at[cell(in.b)]);)
INSTRUCTION(s_keep_apart, "it--", {
    keep(iterators[in.a].left, tables.every_group, [&](std::int32_t g) { return !(T[in.b] & tables.members[g]).any(); });
})
INSTRUCTION(s_keep_inside, "itts", {
    keep_inside(tables, position, iterators[in.a].left, T[in.b], T[in.c], value(in.d));
})
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
INSTRUCTION(s_keep_narrow, "iss-", {
    keep_narrow(tables, position, iterators[in.a].left, Pick::picked(S[in.b]), Pick::within(S[in.c]));
})
INSTRUCTION(s_keep_few, "iss-", {
    keep_few(tables, position, iterators[in.a].left, Pick::picked(S[in.b]), Pick::within(S[in.c]));
})
INSTRUCTION(open_of, "tt--", T[in.a] = position.open & T[in.b];)
INSTRUCTION(only_fitting, "s---", leave_fitting(group(in.a), true);)
INSTRUCTION(only_fitting_all, "s---", leave_fitting(group(in.a), false);)
