// Where the rules `tile` and `tiled-rest` may match: src/gridwright/techniques/tile.rules.
#ifdef GRIDWRIGHT_FUNCTIONS

constexpr std::int32_t kTile = 4;        // cells
constexpr std::size_t kMostParted = 8;   // places that two tiles can hold


// Pairs of cells that with all that both see make a tile which parts the places into two sets: in each of them every
// two cells see each other, and the second is not empty. False where there is no more fuel.
template <int W, class Spend, class Propose>
bool seek_parts(const Tables<W>& tables, const Set<W>& places, Spend spend, Propose propose) {
    // What a cell does not see lies in the other set than the cell.
    for (Set<W> rest = places; rest.any();) {
        const std::int32_t x = rest.first();
        rest.drop(x);
        Set<W> unseen = places.without(tables.peers[x]);
        unseen.drop(x);
        if (!linked(tables, unseen))
            return true;
    }
    bool fuelled = true;
    places.each([&](std::int32_t p) {
        tables.peers[p].each([&](std::int32_t q) {
            if (!fuelled || !(fuelled = spend()))
                return;
            Set<W> tile = tables.peers[p] & tables.peers[q];
            tile.add(p);
            tile.add(q);
            if (tile.count() != kTile)
                return;
            const Set<W> outside = places.without(tile);
            if (outside.any() && linked(tables, outside) && linked(tables, places & tile))
                propose(p, q);
        });
    });
    return fuelled;
}

template <int W, class Spend>
bool seek_tile(const Tables<W>& tables, const Position<W>& position, std::int32_t v, std::int32_t g, Spend spend,
               std::vector<Sought<W>>& found) {
    if (!position.needy[v].has(g) || position.need[v * tables.groups + g] != 2)
        return true;
    return seek_parts(tables, position.at[v] & tables.members[g], spend, [&](std::int32_t p, std::int32_t q) {
        found.push_back({{v, g, p, q}, Set<W>::none()});
    });
}

// Selections of groups of one kind that need two more of a value than the groups of another kind which lie inside.
template <int W, class Spend> class RestSeeker {
public:
    RestSeeker(const Tables<W>& tables, const Position<W>& position, std::int32_t n, Spend spend,
               std::vector<Sought<W>>& found)
        : tables_(tables), position_(position), n_(n), spend_(spend), found_(found) {}

    bool seek(std::int32_t v, std::int32_t a, std::int32_t b) {
        v_ = v;
        a_ = a;
        b_ = b;
        groups_.clear();
        inside_.clear();
        least_ = INT32_MAX;
        Set<W> met = Set<W>::none(), again = Set<W>::none();
        (position_.needy[v] & tables_.of_kind[a]).each([&](std::int32_t g) {
            groups_.push_back(g);
            least_ = std::min(least_, need(g));
            again = again | (met & tables_.members[g]);
            met = met | tables_.members[g];
        });
        if (groups_.size() > 64) // nobody looks at so many
            return true;
        (position_.needy[v] & tables_.of_kind[b]).each([&](std::int32_t h) {
            const Set<W> places = position_.at[v] & tables_.members[h];
            if (!places.inside(met))
                return;
            std::uint64_t reach = 0; // only a place that one group alone has tells that it must be picked
            for (std::size_t i = 0; i < groups_.size(); ++i)
                if ((places & tables_.members[groups_[i]]).without(again).any())
                    reach |= std::uint64_t{1} << i;
            if (__builtin_popcountll(reach) <= n_)
                inside_.push_back({reach, need(h)});
        });
        return pick(0, 0, Set<W>::none(), 0);
    }

private:
    std::int32_t need(std::int32_t g) const { return position_.need[v_ * tables_.groups + g]; }

    // May a selection that begins with these, and goes on behind the last, have enough inside?
    bool may_enclose(std::uint64_t chosen, std::size_t next, std::int32_t left, std::int32_t needed) const {
        const std::uint64_t passed = next == 0 ? 0 : ~std::uint64_t{0} >> (64 - next) & ~chosen;
        std::int32_t sum = 0;
        for (const auto& [reach, its_need] : inside_)
            if (!(reach & passed) && __builtin_popcountll(reach & ~chosen) <= left)
                sum += its_need;
        return sum > 0 && sum >= needed + left * least_ - 2;
    }

    bool pick(std::size_t first, std::uint64_t chosen, const Set<W>& cells, std::int32_t needed) {
        const std::int32_t left = n_ - __builtin_popcountll(chosen);
        if (!may_enclose(chosen, first, left, needed))
            return true;
        if (left == 0)
            return inside(chosen, cells, needed);
        for (std::size_t i = first; i + left <= groups_.size(); ++i) {
            const Set<W>& members = tables_.members[groups_[i]];
            if (!spend_())
                return false;
            if (!(cells & members).any() &&
                !pick(i + 1, chosen | std::uint64_t{1} << i, cells | members, needed + need(groups_[i])))
                return false;
        }
        return true;
    }

    bool inside(std::uint64_t chosen, const Set<W>& cells, std::int32_t needed) {
        const Set<W> outside = position_.at[v_].without(cells);
        Set<W> full = Set<W>::none(), taken = Set<W>::none();
        std::int32_t rest = needed - 2;
        (position_.needy[v_] & tables_.of_kind[b_]).each([&](std::int32_t h) {
            if ((outside & tables_.members[h]).any())
                return;
            rest -= need(h);
            if ((taken & tables_.members[h]).any())
                rest = -1; // they share a cell
            full.add(h);
            taken = taken | tables_.members[h];
        });
        if (rest != 0 || !full.any())
            return true;
        const Set<W> places = (position_.at[v_] & cells).without(taken);
        if (static_cast<std::size_t>(places.count()) > kMostParted)
            return true;
        Set<W> picked = Set<W>::none();
        for (; chosen; chosen &= chosen - 1)
            picked.add(groups_[__builtin_ctzll(chosen)]);
        return seek_parts(tables_, places, spend_, [&](std::int32_t p, std::int32_t q) {
            found_.push_back({{v_, a_, b_, p, q}, picked});
        });
    }

    const Tables<W>& tables_;
    const Position<W>& position_;
    const std::int32_t n_;
    Spend spend_;
    std::vector<Sought<W>>& found_;
    std::int32_t v_ = 0, a_ = 0, b_ = 0;
    std::int32_t least_ = 0;
    std::vector<std::int32_t> groups_;
    std::vector<std::pair<std::uint64_t, std::int32_t>> inside_; // groups that may lie inside: those they reach; needs
};

#endif

INSTRUCTION(seek_tile, "st*j", {
    if (!seek(in, ok, fuel))
        return leave(Result::out_of_fuel);
})
INSTRUCTION(seek_tiled_rest, "st*j", {
    if (!seek(in, ok, fuel))
        return leave(Result::out_of_fuel);
})
