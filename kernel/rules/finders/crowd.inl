// Where the rule `crowd` may match: src/gridwright/techniques/crowd.rules.
#ifdef GRIDWRIGHT_FUNCTIONS

// Cells that leave n groups of one kind, which do not share a cell, places in fewer than n groups of another kind.
template <int W, class Spend> class CrowdSeeker {
public:
    CrowdSeeker(const Tables<W>& tables, const Position<W>& position, std::int32_t n, Spend spend,
                std::vector<Sought<W>>& found)
        : tables_(tables), position_(position), n_(n), spend_(spend), found_(found) {}

    bool seek(std::int32_t v, std::int32_t p) {
        v_ = v;
        p_ = p;
        if (!position_.at[v].has(p))
            return true;
        const Set<W> unseen = position_.at[v].without(tables_.peers[p]);
        for (a_ = 0; a_ < tables_.kinds; ++a_)
            for (b_ = 0; b_ < tables_.kinds; ++b_) {
                if (a_ == b_)
                    continue;
                crowded_.clear();
                (position_.lacking[v] & tables_.of_kind[a_]).without(tables_.groups_at[p]).each([&](std::int32_t g) {
                    Set<W> met = Set<W>::none();
                    (unseen & tables_.members[g]).each([&](std::int32_t x) { met = met | tables_.groups_at[x]; });
                    met = met & tables_.of_kind[b_];
                    if (met.count() < n_ && met.inside(position_.lacking[v]))
                        crowded_.push_back({g, met});
                });
                if (!pick(0, 0, Set<W>::none(), Set<W>::none(), Set<W>::none()))
                    return false;
            }
        return true;
    }

private:
    bool pick(std::size_t first, std::int32_t depth, const Set<W>& chosen, const Set<W>& cells, const Set<W>& met) {
        if (depth == n_) {
            found_.push_back({{v_, p_, a_, b_}, chosen});
            return true;
        }
        for (std::size_t i = first; i + (n_ - depth) <= crowded_.size(); ++i) {
            if (!spend_())
                return false;
            const auto& [g, its_met] = crowded_[i];
            const Set<W> both = met | its_met;
            if (both.count() >= n_ || (cells & tables_.members[g]).any())
                continue;
            Set<W> more = chosen;
            more.add(g);
            if (!pick(i + 1, depth + 1, more, cells | tables_.members[g], both))
                return false;
        }
        return true;
    }

    const Tables<W>& tables_;
    const Position<W>& position_;
    const std::int32_t n_;
    Spend spend_;
    std::vector<Sought<W>>& found_;
    std::int32_t v_ = 0, p_ = 0, a_ = 0, b_ = 0;
    std::vector<std::pair<std::int32_t, Set<W>>> crowded_; // groups, and those that their places meet
};

#endif

INSTRUCTION(seek_crowd, "st*j", {
    if (!seek(in, ok, fuel))
        return leave(Result::out_of_fuel);
})
