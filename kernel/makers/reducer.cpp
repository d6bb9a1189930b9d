#include "makers/reducer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "state/sweep.hpp"

namespace gridwright {

Reducer::Reducer(const Problem& problem, Items items, std::vector<std::int32_t> clues)
    : problem_(problem), items_(std::move(items)), clues_(std::move(clues)), search_(problem), unavoidable_(problem) {
    for (std::size_t i = clues_.size(); i < items_.size(); ++i)
        clues_.push_back(static_cast<std::int32_t>(items_[i].size()));
    std::vector<bool> known(problem.spec.sizes.size() + problem.relations.size());
    for (const auto& item : items_)
        for (std::int32_t clue : item) {
            if (clue < 0 || static_cast<std::size_t>(clue) >= known.size() || known[clue])
                throw std::invalid_argument("a clue is a variable or a relation, and in one item");
            known[clue] = true;
        }
    givens_.resize(problem.spec.sizes.size());
    for (const auto& item : items_)
        relations_go_ |= !std::all_of(item.begin(), item.end(), [&](std::int32_t clue) { return is_given(clue); });
    given_.resize(unavoidable_.words());
    active_begin_ = static_cast<std::size_t>(problem.state_words + problem.domain_words + 1) / 2 * 2;
    stride_ = active_begin_ + (relations_go_ ? (problem.relations.size() + 127) / 128 * 2 : 0);
    levels_.resize(stride_ * (std::bit_width(items_.size()) + 1));
}

void Reducer::fill(const std::uint8_t* solution) {
    solution_.assign(solution, solution + givens_.size());
    present_.assign(items_.size(), false);
    std::fill(givens_.begin(), givens_.end(), 0);
    std::fill(given_.begin(), given_.end(), 0);
    left_ = 0;
    unavoidable_.sets(solution, others_);
    for (std::int32_t item = 0; item < items(); ++item)
        put(item, true);
}

void Reducer::set(const std::vector<bool>& there) {
    for (std::int32_t item = 0; item < items(); ++item)
        put(item, there[item]);
}

void Reducer::put(std::int32_t item, bool there) {
    if (present_[item] == there)
        return;
    present_[item] = there;
    left_ += there ? clues_[item] : -clues_[item];
    for (std::int32_t clue : items_[item])
        if (is_given(clue)) {
            givens_[clue] = there ? static_cast<std::uint8_t>(solution_[clue] + 1) : 0;
            given_[clue / 64] ^= std::uint64_t{1} << (clue % 64);
        }
}

// The clues of an item on a level that is yet to settle.
void Reducer::add(std::uint64_t* level, std::int32_t item) const {
    for (std::int32_t clue : items_[item])
        if (is_given(clue)) {
            const Candidate c = problem_.first[clue] + solution_[clue];
            if (!problem_.placed(level, c))
                problem_.give(level, clue, solution_[clue]);
        } else {
            const std::size_t i = static_cast<std::size_t>(clue) - givens_.size();
            level[active_begin_ + i / 64] |= std::uint64_t{1} << (i % 64);
        }
}

void Reducer::settle(std::uint64_t* level) {
    if (relations_go_)
        problem_.forget_seen(level);
    propagate(problem_, level, level + problem_.state_words,
              relations_go_ ? level + active_begin_ : nullptr); // no contradiction: there is a solution
}

// The next level: what is there of these items is added.
void Reducer::deepen(std::size_t depth, std::size_t low, std::size_t high) {
    std::memcpy(level(depth + 1), level(depth), stride_ * 8);
    for (std::size_t i = low; i < high; ++i)
        if (present_[queue_[i]])
            add(level(depth + 1), queue_[i]);
    settle(level(depth + 1));
}

// Tries the items from `low` on, below `high`, on a level that has all other clues that are there.
bool Reducer::cut(std::size_t depth, std::size_t low, std::size_t high) {
    if (problem_.decided(level(depth))) {
        for (std::size_t i = low; i < high; ++i)
            if (left_ - clues_[queue_[i]] >= floor_)
                put(queue_[i], false);
        return true;
    }
    bool grown = false;
    for (; low < high && asked_ <= low && last_against(queue_[low]); ++low) {
        add(level(depth), queue_[low]);
        grown = true;
    }
    if (low == high)
        return true;
    asked_ = low + 1;
    if (grown) {
        settle(level(depth));
        return cut(depth, low, high);
    }
    if (high - low == 1)
        return attempt(depth, queue_[low]);
    const std::size_t middle = (low + high) / 2;
    deepen(depth, middle, high);
    if (!cut(depth + 1, low, middle))
        return false;
    if (std::none_of(queue_.begin() + low, queue_.begin() + middle, [&](std::int32_t item) { return present_[item]; }))
        return cut(depth, middle, high);
    deepen(depth, low, middle);
    return cut(depth + 1, middle, high);
}

// Does an item hold the last clues against a known other solution?
bool Reducer::last_against(std::int32_t item) {
    if (others_.empty())
        return false;
    const auto flip = [&] {
        for (std::int32_t clue : items_[item])
            given_[clue / 64] ^= std::uint64_t{1} << (clue % 64);
    };
    flip();
    bool told_apart = true;
    const std::size_t words = given_.size();
    for (auto other = others_.begin(); told_apart && other != others_.end(); other += words) {
        std::uint64_t common = 0;
        for (std::size_t w = 0; w < words; ++w)
            common |= other[w] & given_[w];
        told_apart = common != 0;
    }
    flip();
    return !told_apart;
}

bool Reducer::attempt(std::size_t depth, std::int32_t item) {
    const auto& clues = items_[item];
    if (left_ - clues_[item] < floor_)
        return true;
    if (++tests_ % 16 == 0 && limits_->look() != Stop::none) // searches may be too short to ask
        return false;
    // One given alone: any other solution has another value there, for with it there was one.
    const Variable differs = clues.size() == 1 && is_given(clues[0]) ? clues[0] : -1;
    const SearchEnd end = search_.another(start(depth), solution_.data(), differs, *limits_, most_nodes_);
    if (end == SearchEnd::none)
        put(item, false);
    return end != SearchEnd::stopped;
}

// The first level: what is there but these.
void Reducer::begin(const std::vector<bool>& apart) {
    std::uint64_t* root = level(0);
    problem_.begin(root);
    if (relations_go_) {
        std::fill(root + active_begin_, root + stride_, ~std::uint64_t{0});
        for (std::int32_t item = 0; item < items(); ++item)
            for (std::int32_t clue : items_[item])
                if (!is_given(clue)) {
                    const std::size_t i = static_cast<std::size_t>(clue) - givens_.size();
                    root[active_begin_ + i / 64] &= ~(std::uint64_t{1} << (i % 64));
                }
    }
    for (std::int32_t item = 0; item < items(); ++item)
        if (present_[item] && !apart[item])
            add(root, item);
    settle(root);
}

SearchEnd Reducer::another(const Limits& limits, std::uint64_t nodes) {
    begin(std::vector<bool>(items_.size()));
    ++tests_;
    return search_.another(start(0), solution_.data(), -1, limits, nodes);
}

bool Reducer::run(const std::vector<std::int32_t>& order, std::int32_t floor, const Limits& limits,
                  std::uint64_t nodes) {
    floor_ = floor;
    most_nodes_ = nodes;
    asked_ = 0;
    limits_ = &limits;
    queue_.clear();
    std::vector<bool> waits(items_.size());
    for (std::int32_t item : order)
        if (present_[item] && !waits[item]) {
            waits[item] = true;
            queue_.push_back(item);
        }
    begin(waits);
    return queue_.empty() || cut(0, 0, queue_.size());
}

} // namespace gridwright
