// Each area of the members with the value holds one numbered member, and as many members as its number says.
#include <algorithm>

#include "relations/whole_board.hpp"

namespace gridwright {
namespace {

constexpr std::int32_t kAny = -1; // the number of an area of any size

class Areas final : public WholeBoard {
public:
    Areas(const RelationSpec& spec, const Apart&)
        : WholeBoard(spec.scope, spec.parameters[0]), near_(scope.size(), spec.parameters.data() + 1 + scope.size(),
                                                            spec.parameters.data() + spec.parameters.size()) {
        for (std::size_t i = 0; i < scope.size(); ++i) {
            numbers_.push_back(static_cast<std::int32_t>(spec.parameters[1 + i]));
            if (numbers_.back())
                numbered_.push_back(static_cast<std::int32_t>(i));
        }
    }

    const Adjacency* adjacency() const override { return &near_; }
    std::span<const std::int32_t> numbers() const override { return numbers_; }

protected:
    bool clash(const Has* has, std::vector<std::int32_t>& members) const override {
        members.clear();
        for (std::int32_t i : numbered_)
            if (has[i] == Has::no)
                return members.push_back(i), true;
        Parts certain, possible;
        divide([&](std::int32_t i) { return has[i] == Has::yes; }, certain);
        for (const Part& part : certain.parts) {
            if (part.numbered > 1)
                return way_to_another_number(has, part.at, members), true;
            if (part.number > 0 && part.size > part.number)
                return nearest(has, part.at, part.number + 1, members), true;
        }
        divide([&](std::int32_t i) { return has[i] != Has::no; }, possible);
        for (std::int32_t i = 0; i < near_.size(); ++i) {
            if (has[i] == Has::no)
                continue;
            const std::int32_t k = possible.of[i];
            const Part& part = possible.parts[k];
            if (numbers_[i] ? numbers_[i] > part.size : has[i] == Has::yes && part.numbered == 0) {
                for (std::int32_t j = 0; j < near_.size(); ++j)
                    if (has[j] == Has::no && beside(j, [&](std::int32_t near) { return possible.of[near] == k; }))
                        members.push_back(j);
                return members.push_back(i), true;
            }
        }
        return out_of_reach(has, certain, members);
    }

    bool narrow(const Has* has, Has* left) const override {
        static thread_local std::vector<std::int32_t> members;
        if (clash(has, members))
            return false;
        static thread_local Parts certain;
        divide([&](std::int32_t i) { return has[i] == Has::yes; }, certain);
        const std::int32_t n = near_.size();
        for (std::int32_t i : numbered_)
            left[i] = Has::yes;
        // It would join two numbers, or make an area too large.
        for (std::int32_t i = 0; i < n; ++i) {
            if (has[i] != Has::open || numbers_[i])
                continue;
            std::int32_t size = 1, numbered = 0, number = kAny;
            std::int32_t joined[64], k = 0;
            for (std::int32_t j : near_[i]) {
                const std::int32_t part = certain.of[j];
                if (part < 0 || k == 64 || std::find(joined, joined + k, part) != joined + k)
                    continue;
                joined[k++] = part;
                size += certain.parts[part].size;
                numbered += certain.parts[part].numbered;
                if (certain.parts[part].numbered)
                    number = certain.parts[part].number;
            }
            if (numbered > 1 || (number > 0 && size > number))
                left[i] = Has::no;
        }
        // The only way out of an area that has to grow.
        static thread_local std::vector<std::int32_t> ways, way_out;
        ways.assign(certain.parts.size(), 0);
        way_out.assign(certain.parts.size(), -1);
        for (std::int32_t i = 0; i < n; ++i)
            if (has[i] == Has::open)
                for (std::int32_t j : near_[i])
                    if (const std::int32_t part = certain.of[j]; part >= 0 && way_out[part] != i) {
                        ++ways[part];
                        way_out[part] = i;
                    }
        for (std::size_t k = 0; k < certain.parts.size(); ++k) {
            const Part& part = certain.parts[k];
            if (ways[k] == 1 && (part.numbered == 0 || part.number > part.size))
                left[way_out[k]] = Has::yes;
        }
        static thread_local std::vector<std::int32_t> reached;
        reach(has, certain, -1, reached);
        for (std::int32_t i = 0; i < n; ++i)
            if (has[i] == Has::open && reached[i] < 0 && !numbers_[i])
                left[i] = Has::no;
        return true;
    }

private:
    struct Part {
        std::int32_t size = 0, numbered = 0;
        std::int32_t number = 0, at = -1; // the first number, and where it stands
    };
    struct Parts {
        std::vector<std::int32_t> of; // of each member; -1 of one that is in none
        std::vector<Part> parts;
    };

    template <class Inside> void divide(Inside&& inside, Parts& found) const {
        static thread_local std::vector<std::int32_t> memory; // its place is asked for once: that is a call
        auto& waiting = memory;
        const std::int32_t n = near_.size();
        found.of.assign(n, -1);
        found.parts.clear();
        for (std::int32_t start = 0; start < n; ++start) {
            if (found.of[start] >= 0 || !inside(start))
                continue;
            const auto k = static_cast<std::int32_t>(found.parts.size());
            Part part;
            found.of[start] = k;
            for (waiting.assign(1, start); !waiting.empty();) {
                const std::int32_t i = waiting.back();
                waiting.pop_back();
                ++part.size;
                if (numbers_[i] && part.numbered++ == 0) {
                    part.number = numbers_[i];
                    part.at = i;
                }
                for (std::int32_t j : near_[i])
                    if (found.of[j] < 0 && inside(j)) {
                        found.of[j] = k;
                        waiting.push_back(j);
                    }
            }
            found.parts.push_back(part);
        }
    }

    template <class Which> bool beside(std::int32_t i, Which&& which) const {
        return std::any_of(near_[i].begin(), near_[i].end(), which);
    }

    // A shortest way through certain members from a number to another one.
    void way_to_another_number(const Has* has, std::int32_t start, std::vector<std::int32_t>& members) const {
        std::vector<std::int32_t> from(near_.size(), -1), waiting{start};
        from[start] = start;
        for (std::size_t k = 0; k < waiting.size(); ++k)
            for (std::int32_t j : near_[waiting[k]]) {
                if (has[j] != Has::yes || from[j] >= 0)
                    continue;
                from[j] = waiting[k];
                waiting.push_back(j);
                if (numbers_[j]) {
                    for (members.push_back(j); members.back() != start;)
                        members.push_back(from[members.back()]);
                    return;
                }
            }
    }
    // So many certain members, the nearest to one.
    void nearest(const Has* has, std::int32_t start, std::int32_t wanted, std::vector<std::int32_t>& members) const {
        std::vector<bool> met(near_.size());
        met[start] = true;
        members.push_back(start);
        for (std::size_t k = 0; k < members.size(); ++k)
            for (std::int32_t j : near_[members[k]])
                if (has[j] == Has::yes && !met[j] && static_cast<std::int32_t>(members.size()) < wanted) {
                    met[j] = true;
                    members.push_back(j);
                }
    }

    // Of each member how much further an area could grow that reaches it from its number; -1 where none can. Of all
    // numbers, or of that of one certain area. `has` may be null: then everything is possible, and no area has grown.
    void reach(const Has* has, const Parts& certain, std::int32_t only, std::vector<std::int32_t>& reached) const {
        static thread_local std::vector<std::vector<std::int32_t>> memory;
        auto& levels = memory;
        const std::int32_t n = near_.size();
        reached.assign(n, -1);
        std::size_t used = 0;
        const auto grow = [&](std::int32_t i, std::int32_t rest) {
            if (rest <= reached[i])
                return;
            reached[i] = rest;
            if (levels.size() <= static_cast<std::size_t>(rest))
                levels.resize(rest + 1);
            used = std::max(used, static_cast<std::size_t>(rest) + 1);
            levels[rest].push_back(i);
        };
        for (std::int32_t i = 0; i < n; ++i) {
            const std::int32_t part = has ? certain.of[i] : -1;
            const std::int32_t number = has && part >= 0 ? certain.parts[part].number : numbers_[i];
            if (number && (only < 0 || only == (has && part >= 0 ? certain.parts[part].at : i)))
                grow(i, number == kAny ? n : std::min(n, number - (has && part >= 0 ? certain.parts[part].size : 1)));
        }
        for (std::size_t rest = used; rest-- > 0;) {
            for (std::size_t k = 0; k < levels[rest].size() && rest > 0; ++k)
                if (const std::int32_t i = levels[rest][k]; reached[i] == static_cast<std::int32_t>(rest))
                    for (std::int32_t j : near_[i])
                        if (!has || has[j] != Has::no)
                            grow(j, static_cast<std::int32_t>(rest) - 1);
            levels[rest].clear();
        }
    }
    // A certain member to which no number can grow; of those numbers that could on an empty board, how far they have
    // grown and what is in their way.
    bool out_of_reach(const Has* has, const Parts& certain, std::vector<std::int32_t>& members) const {
        std::vector<std::int32_t> reached;
        reach(has, certain, -1, reached);
        const std::int32_t n = near_.size();
        std::int32_t lost = 0;
        while (lost < n && (has[lost] != Has::yes || reached[lost] >= 0))
            ++lost;
        if (lost == n)
            return false;
        std::vector<bool> named(n);
        named[lost] = true;
        for (std::int32_t at : numbered_) {
            reach(nullptr, certain, at, reached);
            if (reached[lost] < 0)
                continue;
            const std::int32_t part = certain.of[at];
            reach(has, certain, part < 0 ? at : certain.parts[part].at, reached);
            for (std::int32_t i = 0; i < n; ++i)
                if (part >= 0 && certain.of[i] == part && i != at && numbers_[at] != kAny)
                    named[i] = true;
                else if (has[i] == Has::no && beside(i, [&](std::int32_t near) { return reached[near] > 0; }))
                    named[i] = true;
        }
        for (std::int32_t i = 0; i < n; ++i)
            if (named[i])
                members.push_back(i);
        return true;
    }

    Adjacency near_;
    std::vector<std::int32_t> numbers_, numbered_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    check_pairs(spec, 1 + spec.scope.size());
    for (std::size_t i = 1; i <= spec.scope.size(); ++i)
        if (spec.parameters[i] < kAny || spec.parameters[i] > INT32_MAX / 2)
            refuse("an area has a number of members, or any");
}

const RelationKind kind("areas", check, one_each<Areas>);

} // namespace
} // namespace gridwright
