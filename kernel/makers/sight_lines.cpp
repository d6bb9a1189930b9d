// Boards on which each cell looks one way and counts the different numbers there: numbers and directions, then the
// clues that are wanted.
//
// Either the numbers come first, and are mended: one that no direction counts becomes the count of one of its
// directions, the one that leaves the fewest wrong numbers around. Every cell then draws its direction from those that
// fit. Or the directions come first, at random, and a search finds numbers for them: with eight of them half of such
// boards have a solution, most of those one that is soon found, and they are easier than boards made from numbers.
//
// Clues are not taken away, for a full board has far too many, but given: where the required rules get stuck, the best
// of a few cells is given, and at the end every clue that they can do without goes again. Where nothing is required, a
// cell is given in which two solutions differ.
//
// Numbers: `rows`, `columns`; `diagonal`, 1 where there are eight directions, else 0 for four; `rounds`, sets of
// directions in an attempt; `tried`, cells of which the best is given; `nodes` of one search; `most_ones` in a hundred
// numbers. Numbers first, where `numbers_first` is 1: the `highest` to begin with; `zeros`, cells in a hundred that
// look off the board; `mends` before an attempt is given up, and how many in a hundred do not look around (`careless`).
// Directions first: `outward`, cells in a hundred that look off the board; `draws`, random sets of directions of which
// one has a solution that is found by a search of `fill_nodes`.
//
// The blank board looks any way: its views are replaced. The labels of what is made are the directions, 0 for up and on
// clockwise.
#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "makers/maker.hpp"
#include "makers/solution_search.hpp"
#include "relations/relation.hpp"
#include "relations/sights.hpp"
#include "search/search.hpp"

namespace gridwright {
namespace {

// The directions ↑ ↗ → ↘ ↓ ↙ ← ↖, as steps of rows and columns.
constexpr std::array<std::array<std::int32_t, 2>, 8> kSteps{
    {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

// What the sight lines of a board say, exact where sets of sets are: whatever rules find along one line, they find.
class Lines : public Sieve {
public:
    void take_up(const Problem& problem) { problem_ = &problem; }

    void begin(const Mask* cand) override { cand_ = cand; }
    bool may_break(std::int32_t cell, std::int32_t value, std::int32_t steps) override {
        return !problem_->sights || problem_->sights->may_break(*problem_, cand_, cell, value, steps);
    }

private:
    const Problem* problem_ = nullptr;
    const Mask* cand_ = nullptr;
};

class SightLinesMaker : public Maker {
public:
    explicit SightLinesMaker(const MakerParameters& parameters)
        : parameters_(parameters), rows_(parameters.number("rows", 1, 64)),
          columns_(parameters.number("columns", 1, 64)), diagonal_(parameters.number("diagonal", 0, 1)),
          cells_(rows_ * columns_), step_(diagonal_ ? 1 : 2), numbers_first_(parameters.number("numbers_first", 0, 1)),
          rounds_(parameters.number("rounds")), tried_(parameters.number("tried", 1)),
          most_ones_(parameters.number("most_ones", 0, 100)), highest_(parameters.number("highest", 1, 63)),
          zeros_(parameters.number("zeros", 0, 100)), mends_(parameters.number("mends")),
          careless_(parameters.number("careless", 0, 100)), outward_(parameters.number("outward", 0, 100)),
          draws_(parameters.number("draws")), nodes_(parameters.number("nodes")),
          fill_nodes_(parameters.number("fill_nodes")) {
        const auto cells = static_cast<std::size_t>(cells_);
        if (parameters.structure->spec().sizes.size() != cells || parameters.structure->spec().groups.size() != cells)
            throw std::invalid_argument("a board of views has a number and a view for each cell");
        // Longer lines are not exact.
        sifts_ = parameters_.by_rules() && parameters.requirements->front().longest &&
                 std::max(rows_, columns_) <= sight::kMostOpenValues + 1;
        for (const Requirement& each : *parameters.requirements)
            climbers_.push_back(std::make_unique<Climber>(
                Climbing{each.plans, false, &each.inside, each.longest,
                         sifts_ && &each == &parameters.requirements->front() ? &lines_ : nullptr}));
        if (!parameters.requirements->empty())
            scout_ = std::make_unique<Climber>(Climbing{parameters.requirements->front().plans});
        ahead_.resize(cells_);
        around_.resize(cells_);
        for (std::int32_t x = 0; x < cells_; ++x)
            for (std::int32_t d = 0; d < 8; d += step_) {
                std::int32_t row = x / columns_ + kSteps[d][0], column = x % columns_ + kSteps[d][1];
                for (; row >= 0 && row < rows_ && column >= 0 && column < columns_;
                     row += kSteps[d][0], column += kSteps[d][1])
                    ahead_[x][d].push_back(row * columns_ + column);
                around_[x].insert(around_[x].end(), ahead_[x][d].begin(), ahead_[x][d].end());
            }
        numbers_.resize(cells_);
        directions_.resize(cells_);
        places_.resize(cells_);
    }

    Attempt attempt(RandomStream at, const Limits& limits) override {
        Attempt result;
        RandomStream numbers = at.child("solution"), directions = at.child("scaffold"), clues = at.child("clues");
        const bool filled = !numbers_first_ || mend(numbers);
        for (std::int32_t round = 0; filled && round < rounds_ && !result.success; ++round) {
            std::vector<std::int32_t> given;
            const bool there = numbers_first_ ? draw_fitting_directions(directions) : fill(directions, numbers, limits);
            if (there && sifts_)
                lines_.take_up(structure_->problem());
            const bool done = there && (parameters_.by_rules() ? give_where_stuck(clues, given, limits)
                                                               : give_until_unique(clues, given, limits));
            result.stopped = struck(limits);
            if (result.stopped)
                return result;
            if (!done)
                continue;
            const std::int32_t holds = judge(given, limits);
            result.stopped = struck(limits); // then it may not be so
            if (result.stopped)
                return result;
            if (holds <= result.holds)
                continue;
            result.holds = holds;
            result.success = holds == static_cast<std::int32_t>(parameters_.requirements->size());
            result.puzzle.solution.assign(numbers_.begin(), numbers_.end());
            result.puzzle.givens.assign(cells_, 0);
            for (std::int32_t x : given)
                result.puzzle.givens[x] = static_cast<std::uint8_t>(numbers_[x] + 1);
            result.puzzle.labels.assign(directions_.begin(), directions_.end());
        }
        return result;
    }

private:
    static bool struck(const Limits& limits) { return limits.look() != Stop::none; }
    std::int32_t count(std::int32_t x, std::int32_t d) const {
        std::uint64_t seen = 0;
        for (std::int32_t y : ahead_[x][d])
            seen |= std::uint64_t{1} << numbers_[y];
        return __builtin_popcountll(seen);
    }
    bool fits(std::int32_t x, std::int32_t d) const {
        return (numbers_[x] == 0) == ahead_[x][d].empty() && count(x, d) == numbers_[x];
    }
    bool right(std::int32_t x) const {
        for (std::int32_t d = 0; d < 8; d += step_)
            if (fits(x, d))
                return true;
        return false;
    }

    // Numbers that some direction counts, all of them.
    bool mend(RandomStream& stream) {
        std::vector<std::int32_t> border;
        for (std::int32_t x = 0; x < cells_; ++x) {
            numbers_[x] = static_cast<std::int32_t>(stream.below(static_cast<std::uint32_t>(highest_))) + 1;
            bool leaves = false, looks = false;
            for (std::int32_t d = 0; d < 8; d += step_)
                (ahead_[x][d].empty() ? leaves : looks) = true;
            if (!looks)
                numbers_[x] = 0; // the only cell there is
            else if (leaves)
                border.push_back(x);
        }
        stream.shuffle(border);
        for (std::size_t i = 0; i < border.size() && i < static_cast<std::size_t>(cells_ * zeros_ / 100); ++i)
            numbers_[border[i]] = 0;
        wrong_.clear();
        for (std::int32_t x = 0; x < cells_; ++x)
            check(x);
        for (std::int32_t mends = 0; mends < mends_ && !wrong_.empty(); ++mends) {
            const std::int32_t x = wrong_[stream.below(static_cast<std::uint32_t>(wrong_.size()))];
            std::uint64_t options = 0;
            for (std::int32_t d = 0; d < 8; d += step_)
                if (!ahead_[x][d].empty())
                    options |= std::uint64_t{1} << count(x, d);
            const bool any = stream.below(100) < static_cast<std::uint32_t>(careless_);
            auto skip = stream.below(static_cast<std::uint32_t>(__builtin_popcountll(options)));
            std::int32_t best = -1, fewest = INT32_MAX;
            for (std::uint64_t m = options; m; m &= m - 1, --skip) {
                numbers_[x] = __builtin_ctzll(m);
                std::int32_t wrongs = 0;
                if (!any)
                    for (std::int32_t y : around_[x])
                        wrongs += !right(y);
                // `skip` marks one option at random: it is taken of equals, or without looking around
                if (any ? skip == 0 : wrongs < fewest || (wrongs == fewest && skip == 0)) {
                    best = numbers_[x];
                    fewest = wrongs;
                }
            }
            numbers_[x] = best;
            check(x);
            for (std::int32_t y : around_[x])
                check(y);
        }
        return wrong_.empty() && few_ones();
    }
    bool few_ones() const {
        const auto ones = std::count(numbers_.begin(), numbers_.end(), 1);
        return ones * 100 <= static_cast<std::ptrdiff_t>(cells_) * most_ones_;
    }

    // Is it still, or newly, in the list of the wrong ones?
    void check(std::int32_t x) {
        const auto at = static_cast<std::size_t>(places_[x]);
        const bool listed = at < wrong_.size() && wrong_[at] == x;
        if (right(x) == !listed)
            return;
        if (listed) {
            wrong_[at] = wrong_.back();
            places_[wrong_[at]] = static_cast<std::int32_t>(at);
            wrong_.pop_back();
        } else {
            places_[x] = static_cast<std::int32_t>(wrong_.size());
            wrong_.push_back(x);
        }
    }

    // A direction for each number.
    bool draw_fitting_directions(RandomStream& stream) {
        for (std::int32_t x = 0; x < cells_; ++x) {
            std::array<std::int32_t, 8> fitting;
            std::uint32_t n = 0;
            for (std::int32_t d = 0; d < 8; d += step_)
                if (fits(x, d))
                    fitting[n++] = d;
            directions_[x] = fitting[stream.below(n)];
        }
        structure_ = std::make_unique<const Structure>(spec_of_directions());
        return true;
    }

    // Random directions, and numbers that a search finds for them.
    bool fill(RandomStream& directions, RandomStream& numbers, const Limits& limits) {
        Limits own = limits;
        own.nodes = fill_nodes_;
        std::vector<std::uint8_t> values(cells_);
        for (std::int32_t draws = 0; draws < draws_ && !struck(limits); ++draws) {
            draw_directions(directions);
            structure_ = std::make_unique<const Structure>(spec_of_directions());
            if (SolutionSearch(structure_->problem()).complete({}, numbers, own, values.data()) != SearchEnd::found)
                continue;
            numbers_.assign(values.begin(), values.end());
            if (few_ones())
                return true;
        }
        return false;
    }
    // Those that look off the board are turned round, but for some; in a corner another one may be needed.
    void draw_directions(RandomStream& stream) {
        std::vector<std::int32_t> outward;
        for (std::int32_t x = 0; x < cells_; ++x) {
            directions_[x] = static_cast<std::int32_t>(stream.below(8));
            if (ahead_[x][directions_[x]].empty())
                outward.push_back(x);
        }
        stream.shuffle(outward);
        for (std::size_t i = static_cast<std::size_t>(cells_ * outward_ / 100); i < outward.size(); ++i) {
            const std::int32_t x = outward[i], first = static_cast<std::int32_t>(stream.below(8));
            directions_[x] = (directions_[x] + 4) % 8;
            for (std::int32_t d = 0; d < 8 && ahead_[x][directions_[x]].empty(); ++d)
                directions_[x] = (first + d) % 8;
        }
    }

    Spec spec_of_directions() const {
        Spec spec = parameters_.structure->spec();
        spec.relations.clear();
        for (std::int32_t x = 0; x < cells_; ++x) {
            spec.groups[x] = ahead_[x][directions_[x]];
            spec.relations.push_back({&relation_kind("view"), spec.groups[x], {}, x});
            spec.relations.back().scope.push_back(x);
        }
        return spec;
    }

    // The position that some clues leave, or that a deduction left.
    void begin() {
        masks_.assign(cells_, 0);
        for (std::int32_t x = 0; x < cells_; ++x)
            masks_[x] = ~Mask{0} >> (64 - parameters_.structure->spec().sizes[x]);
        placed_.assign(cells_, 0);
    }
    void give(std::int32_t x) {
        masks_[x] = Mask{1} << numbers_[x];
        placed_[x] = 1;
    }
    Deduced climb(std::size_t condition, const Limits& limits) {
        return climbers_[condition]->run(structure_->tables(), masks_.data(), placed_.data(), parameters_.fuel, limits);
    }
    Deduced from_clues(std::size_t condition, const std::vector<std::int32_t>& given, const Limits& limits) {
        begin();
        for (std::int32_t x : given)
            give(x);
        return climb(condition, limits);
    }
    static std::int64_t left(const Deduced& found) {
        std::int64_t sum = 0;
        for (const Mask mask : found.masks)
            sum += __builtin_popcountll(mask) - 1;
        return sum;
    }

    // Clues where the rules of the first condition are stuck.
    bool give_where_stuck(RandomStream& stream, std::vector<std::int32_t>& given, const Limits& limits) {
        begin();
        Deduced now = climb(0, limits);
        while (now.outcome == Deduced::Outcome::stuck) {
            std::vector<std::int32_t> open;
            for (std::int32_t x = 0; x < cells_; ++x)
                if (now.masks[x] & (now.masks[x] - 1))
                    open.push_back(x);
            stream.shuffle(open);
            open.resize(std::min<std::size_t>(open.size(), tried_));
            Deduced best;
            std::int32_t cell = -1;
            for (std::int32_t x : open) { // contradictions take long: which cell is best shows without them
                masks_.assign(now.masks.begin(), now.masks.end());
                placed_.assign(now.placed.begin(), now.placed.end());
                give(x);
                Deduced then =
                    scout_->run(structure_->tables(), masks_.data(), placed_.data(), parameters_.fuel, limits);
                if (cell < 0 || left(then) < left(best)) {
                    best = std::move(then);
                    cell = x;
                }
                if (best.outcome == Deduced::Outcome::solved)
                    break;
            }
            if (cell < 0)
                return false; // nothing is open and yet it is not solved: a rule is out of fuel
            given.push_back(cell);
            now = std::move(best);
            if (parameters_.requirements->front().longest) {
                masks_.assign(now.masks.begin(), now.masks.end());
                placed_.assign(now.placed.begin(), now.placed.end());
                now = climb(0, limits);
            }
        }
        if (now.outcome != Deduced::Outcome::solved)
            return false;
        remove_spare(stream, given, [&](const std::vector<std::int32_t>& fewer) {
            return from_clues(0, fewer, limits).outcome == Deduced::Outcome::solved;
        });
        return true;
    }

    // Clues until there is one solution.
    bool give_until_unique(RandomStream& stream, std::vector<std::int32_t>& given, const Limits& limits) {
        const Problem& problem = structure_->problem();
        Limits own = limits;
        own.nodes = nodes_;
        auto found = [&](const std::vector<std::int32_t>& clues) {
            std::vector<std::uint8_t> givens(cells_, 0);
            for (std::int32_t x : clues)
                givens[x] = static_cast<std::uint8_t>(numbers_[x] + 1);
            return solve(problem, givens.data(), nullptr, -1, 2, 2, own);
        };
        for (;;) {
            const Found answer = found(given);
            std::vector<std::int32_t> differ;
            for (std::size_t i = 0; i < answer.count && differ.empty(); ++i)
                for (std::int32_t x = 0; x < cells_; ++x)
                    if (answer.solutions[i * cells_ + x] != numbers_[x])
                        differ.push_back(x);
            if (differ.empty() && answer.exhausted)
                break;
            if (differ.empty()) { // too long to tell: any cell helps
                for (std::int32_t x = 0; x < cells_; ++x)
                    if (std::find(given.begin(), given.end(), x) == given.end())
                        differ.push_back(x);
                if (differ.empty() || answer.stop == Stop::cancelled || answer.stop == Stop::seconds)
                    return false;
            }
            given.push_back(differ[stream.below(static_cast<std::uint32_t>(differ.size()))]);
        }
        remove_spare(stream, given, [&](const std::vector<std::int32_t>& fewer) {
            const Found answer = found(fewer);
            return answer.count == 1 && answer.exhausted;
        });
        return true;
    }

    // Every clue goes that is not needed, in random order.
    template <class Enough> void remove_spare(RandomStream& stream, std::vector<std::int32_t>& given, Enough enough) {
        std::vector<std::int32_t> order = given;
        stream.shuffle(order);
        for (std::int32_t x : order) {
            std::vector<std::int32_t> fewer;
            std::copy_if(given.begin(), given.end(), std::back_inserter(fewer), [&](std::int32_t y) { return y != x; });
            if (enough(fewer))
                given = fewer;
        }
        std::sort(given.begin(), given.end());
    }

    // How many conditions hold, from the first on.
    std::int32_t judge(const std::vector<std::int32_t>& given, const Limits& limits) {
        const Requirements& requirements = *parameters_.requirements;
        std::size_t holds = parameters_.by_rules() ? 1 : 0;
        while (holds < requirements.size() &&
               (from_clues(holds, given, limits).outcome == Deduced::Outcome::solved) == requirements[holds].solves)
            ++holds;
        return static_cast<std::int32_t>(holds);
    }

    const MakerParameters& parameters_;
    const std::int32_t rows_, columns_;
    const bool diagonal_;             // eight directions, else four
    const std::int32_t cells_, step_; // from one direction to the next
    const bool numbers_first_;
    const std::int32_t rounds_, tried_, most_ones_, highest_, zeros_, mends_, careless_, outward_, draws_;
    const std::uint64_t nodes_, fill_nodes_;
    Lines lines_;                                    // of the board at hand, for contradictions
    bool sifts_ = false;                             // whether they are asked
    std::vector<std::unique_ptr<Climber>> climbers_; // of each condition
    std::unique_ptr<Climber> scout_;                 // of the first one's rules
    std::vector<std::array<std::vector<std::int32_t>, 8>> ahead_;
    std::vector<std::vector<std::int32_t>> around_; // the cells of all lines through a cell
    std::vector<std::int32_t> numbers_, directions_;
    std::vector<std::int32_t> wrong_, places_;   // numbers that no direction counts, and where in that list a cell is
    std::unique_ptr<const Structure> structure_; // of the board at hand
    std::vector<Mask> masks_;
    std::vector<std::uint8_t> placed_;
};

} // namespace

std::unique_ptr<Maker> sight_lines_maker(const MakerParameters& parameters) {
    return std::make_unique<SightLinesMaker>(parameters);
}

} // namespace gridwright
