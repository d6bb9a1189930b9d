// Where the rules `cover-two` and `cover-three` may match: src/gridwright/techniques/cover.rules.
#ifdef GRIDWRIGHT_FUNCTIONS

// What stays of the places of a group when a value stands in a cell.
template <int W> struct Spared {
    std::int32_t group;
    Set<W> places;
};

// Those of `all` that are seen by one cell or the other of every two, one of each set, that do not see each other.
template <int W>
Set<W> seen_by_pairs(const Tables<W>& tables, const Set<W>& cells, const Set<W>& others, Set<W> all) {
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

// Does a cell leave two groups places which rule each other out, or three groups no three that go together?
template <int W, class Spend>
bool seek_cover(const Tables<W>& tables, const Position<W>& position, bool three, std::int32_t v, std::int32_t p,
                Spend spend, std::vector<Sought<W>>& found) {
    if (!position.at[v].has(p))
        return true;
    thread_local std::vector<Spared<W>> spared; // the memory stays
    spared.clear();
    const Set<W> unseen = position.at[v].without(tables.peers[p]);
    position.lacking[v].without(tables.groups_at[p]).each([&](std::int32_t g) {
        if (const Set<W> places = unseen & tables.members[g]; places.any())
            spared.push_back({g, places});
    });
    for (std::size_t i = 0; i < spared.size(); ++i) {
        const Set<W>& first = tables.members[spared[i].group];
        Set<W> ruled = unseen;
        if (!three)
            spared[i].places.each([&](std::int32_t x) { ruled = ruled & tables.peers[x]; });
        for (std::size_t j = i + 1; j < spared.size() && ruled.any(); ++j) {
            const Set<W>& second = tables.members[spared[j].group];
            if (!spend())
                return false;
            if ((first & second).any())
                continue;
            if (!three) {
                if (spared[j].places.inside(ruled))
                    found.push_back({{v, p, spared[i].group, spared[j].group}, Set<W>::none()});
                continue;
            }
            const Set<W> both = seen_by_pairs(tables, spared[i].places, spared[j].places, unseen);
            for (std::size_t k = j + 1; k < spared.size() && both.any(); ++k)
                if (const Set<W>& third = tables.members[spared[k].group];
                    spared[k].places.inside(both) && !(first & third).any() && !(second & third).any())
                    found.push_back({{v, p, spared[i].group, spared[j].group, spared[k].group}, Set<W>::none()});
        }
    }
    return true;
}

#endif

INSTRUCTION(seek_cover_two, "st*j", {
    if (!seek(in, ok, fuel))
        return leave(Result::out_of_fuel);
})
INSTRUCTION(seek_cover_three, "st*j", {
    if (!seek(in, ok, fuel))
        return leave(Result::out_of_fuel);
})
