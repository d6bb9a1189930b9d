// Regions around a solution: marks that never touch first, then regions that grow until each holds its share.
//
// Cells that belong to no region yet are dead: no mark goes there. So a cell that joins a region can only add
// solutions, and only such as have a mark in it: whether the board stays unique is one small search, and a cell that
// was refused once stays refused while regions grow. Where rules are required to solve the board, a cell joins only
// while these do; that implies one solution. When nothing can grow any more, the regions around a dead cell fall back
// to their seeds. Then cells change sides at borders, while the requirements are not fulfilled and nothing gets worse:
// the measure is how much the rules that ought to fail have to do.
//
// Numbers: `rows`, up to 16; `marks` in each row, column and region; `fewest_cells` of a region; `repairs`, falls back
// to seeds; `changes` at borders, and `looks` at cells for each of them; `nodes` of a search for another solution,
// `fill_nodes` of one for a solution of rows and columns; `first_group`, the number of the first region among the
// groups of the board for rules. The regions of that board are its rows.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "makers/maker.hpp"
#include "makers/mark_search.hpp"

namespace gridwright {
namespace {

template <int W> class RegionsMaker : public Maker {
public:
    RegionsMaker(const MakerParameters& parameters, std::int32_t side)
        : requirements_(*parameters.requirements), fuel_(parameters.fuel), side_(side),
          marks_(parameters.number("marks", 1, side)), fewest_cells_(parameters.number("fewest_cells", 1)),
          repairs_(parameters.number("repairs")), changes_(parameters.number("changes")),
          looks_(parameters.number("looks")), nodes_(parameters.number("nodes")),
          fill_nodes_(parameters.number("fill_nodes")), first_region_(parameters.number("first_group")),
          cells_(side_ * side_), search_(side_, marks_), label_(cells_), size_(side_), home_(side_, Set<W>::none()),
          refused_(static_cast<std::size_t>(cells_) * side_) {
        if (!requirements_.empty()) {
            AnyTables any(parameters.structure->spec(), parameters.problem().relations);
            auto* tables = std::get_if<std::unique_ptr<Tables<W>>>(&any.tables);
            if (!tables || (*tables)->cells != cells_ || first_region_ + side_ > (*tables)->groups)
                throw std::invalid_argument("the board for rules is not of this size");
            tables_ = std::move(*tables);
            near_ = tables_->peers;
            tables_->others.clear(); // counts of the regions as they are now
            blank_ = std::make_unique<Tables<W>>(*tables_);
            // Rows and columns cross; regions cross nothing, but those of this board are still its rows.
            const std::int32_t kind = tables_->kind_of[first_region_];
            for (std::int32_t other = 0; other < tables_->kinds; ++other)
                tables_->crossing[kind * tables_->kinds + other] = tables_->crossing[other * tables_->kinds + kind] = 0;
            for (std::int32_t g = 0; g < tables_->groups; ++g) // what one cell sees at most changes with every border
                tables_->sight[g] = cells_;
            for (const Requirement& each : requirements_)
                judges_.push_back(std::make_unique<Deducer<W>>(each.plans, false, each.inside, each.longest));
            second_is_part_ =
                requirements_.size() > 1 && requirements_[0].solves && !requirements_[1].solves &&
                !requirements_[1].longest &&
                std::all_of(requirements_[1].plans.begin(), requirements_[1].plans.end(), [&](const Plan* plan) {
                    return std::find(requirements_[0].plans.begin(), requirements_[0].plans.end(), plan) !=
                           requirements_[0].plans.end();
                });
            masks_.resize(cells_);
            placed_.resize(cells_);
        }
        for (std::int32_t x = 0; x < cells_; ++x) {
            auto& beside = beside_.emplace_back();
            if (x >= side_)
                beside.push_back(x - side_);
            if (x % side_)
                beside.push_back(x - 1);
            if (x % side_ + 1 < side_)
                beside.push_back(x + 1);
            if (x + side_ < cells_)
                beside.push_back(x + side_);
        }
    }

    Attempt attempt(RandomStream at, const Limits& limits) override {
        limits_ = &limits;
        Attempt result;
        RandomStream values = at.child("solution"), seeds = at.child("seeds"), borders = at.child("regions");
        if (!search_.fill(values, fill_nodes_, solution_) || !sow(seeds) || !grow(borders)) {
            result.stopped = stopped();
            return result;
        }
        Verdict verdict = judge();
        RandomStream changes = at.child("changes");
        for (std::int32_t i = 0; i < changes_ && verdict.holds < conditions(); ++i) {
            if (stopped()) {
                result.stopped = true;
                return result;
            }
            change(changes, verdict);
        }
        result.stopped = stopped(); // then the verdict may not be so
        if (result.stopped)
            return result;
        result.holds = verdict.holds;
        result.success = verdict.holds == conditions();
        result.puzzle.solution.resize(cells_);
        result.puzzle.labels.resize(cells_);
        for (std::int32_t x = 0; x < cells_; ++x) {
            result.puzzle.solution[x] = solution_.has(x);
            result.puzzle.labels[x] = static_cast<std::uint8_t>(label_[x]);
        }
        return result;
    }

private:
    struct Verdict {
        std::int32_t holds = 0;
        std::int64_t work = 0; // the more, the nearer
    };
    using Pair = std::pair<std::int16_t, std::int16_t>; // a dead cell and a region beside it

    std::int32_t conditions() const { return static_cast<std::int32_t>(requirements_.size()); }

    bool stopped() const { return limits_->look() != Stop::none; }

    // A cell changes regions, on every table.
    void move(std::int32_t x, std::int32_t to) {
        const std::int32_t from = label_[x];
        if (from == to)
            return;
        label_[x] = to;
        search_.region(from).drop(x);
        search_.region(to).add(x);
        search_.label(x, to);
        if (!tables_)
            return;
        const std::int32_t a = first_region_ + from, b = first_region_ + to;
        Tables<W>& tables = *tables_;
        tables.members[a].drop(x);
        tables.groups_at[x].drop(a);
        for (std::int32_t i = tables.group_from[x]; i < tables.group_from[x + 1]; ++i)
            if (tables.group_list[i] == a)
                tables.group_list[i] = static_cast<std::uint16_t>(b);
        if (marks_ == 1) { // no two cells of a region hold one
            tables.members[a].each([&](std::int32_t y) {
                if (!near_[x].has(y))
                    tables.peers[y].drop(x);
            });
            tables.members[b].each([&](std::int32_t y) { tables.peers[y].add(x); });
            tables.peers[x] = near_[x] | tables.members[b];
        }
        tables.members[b].add(x);
        tables.groups_at[x].add(b);
    }

    // Regions are the rows again, and all cells dead.
    void clear() {
        alive_ = Set<W>::none();
        for (std::int32_t r = 0; r < side_; ++r)
            search_.region(r) = search_.members(r);
        for (std::int32_t x = 0; x < cells_; ++x) {
            label_[x] = x / side_;
            search_.label(x, label_[x]);
        }
        if (tables_) {
            tables_->members = blank_->members;
            tables_->groups_at = blank_->groups_at;
            tables_->group_list = blank_->group_list;
            tables_->peers = blank_->peers;
        }
        std::fill(size_.begin(), size_.end(), 0);
        std::fill(home_.begin(), home_.end(), Set<W>::none());
    }

    void enliven(std::int32_t x, std::int32_t r) {
        move(x, r);
        alive_.add(x);
        ++size_[r];
    }

    // The seeds: each mark, or as many as a region holds with a path between them.
    bool sow(RandomStream& stream) {
        clear();
        if (marks_ == 1) {
            std::int32_t r = 0;
            solution_.each([&](std::int32_t x) {
                enliven(x, r);
                home_[r++].add(x);
            });
            return true;
        }
        std::vector<std::int32_t> left;
        solution_.each([&](std::int32_t x) { left.push_back(x); });
        stream.shuffle(left);
        for (std::int32_t r = 0; r < side_; ++r) {
            // The next mark that is on its own, and those that a walk from it meets first.
            std::int32_t first = -1;
            for (std::int32_t x : left)
                if (!alive_.has(x)) {
                    first = x;
                    break;
                }
            enliven(first, r);
            home_[r].add(first);
            for (std::int32_t mark = 1; mark < marks_; ++mark)
                if (!reach(stream, r))
                    return false;
        }
        return search_.another(alive_, solution_, nodes_) == MarkSearch<W>::Answer::no && solvable();
    }

    // The shortest way, one of them at random, from a region to a mark that has none yet, over dead cells.
    bool reach(RandomStream& stream, std::int32_t r) {
        std::vector<std::int32_t> from(cells_, -1), queue;
        home_[r].each([&](std::int32_t x) {
            from[x] = x;
            queue.push_back(x);
        });
        stream.shuffle(queue);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const std::int32_t x = queue[i];
            if (solution_.has(x) && !alive_.has(x)) {
                for (std::int32_t y = x; !home_[r].has(y); y = from[y]) {
                    enliven(y, r);
                    home_[r].add(y);
                    if (home_[r].has(from[y]))
                        break;
                }
                return true;
            }
            std::vector<std::int32_t> beside = beside_[x];
            stream.shuffle(beside);
            for (std::int32_t y : beside)
                if (from[y] < 0 && !alive_.has(y)) {
                    from[y] = x;
                    queue.push_back(y);
                }
        }
        return false;
    }

    void offer(std::int32_t x, std::int32_t r) {
        const std::size_t pair = static_cast<std::size_t>(x) * side_ + r;
        if (alive_.has(x) || refused_[pair])
            return;
        refused_[pair] = 1; // it is listed once
        pairs_.push_back({static_cast<std::int16_t>(x), static_cast<std::int16_t>(r)});
    }
    void offer_all() {
        std::fill(refused_.begin(), refused_.end(), 0);
        pairs_.clear();
        alive_.each([&](std::int32_t x) {
            for (std::int32_t y : beside_[x])
                offer(y, label_[x]);
        });
    }

    bool grow(RandomStream& stream) {
        offer_all();
        for (std::int32_t repairs = 0;;) {
            while (!pairs_.empty()) {
                if ((++asks_ & 63) == 0 && stopped())
                    return false;
                std::size_t i = stream.below(static_cast<std::uint32_t>(pairs_.size()));
                if (stream.below(2)) { // or the smaller region of two: so they come out more even
                    const std::size_t j = stream.below(static_cast<std::uint32_t>(pairs_.size()));
                    if (size_[pairs_[j].second] < size_[pairs_[i].second])
                        i = j;
                }
                const auto [x, r] = pairs_[i];
                pairs_[i] = pairs_.back();
                pairs_.pop_back();
                if (!alive_.has(x) && joins(x, r))
                    for (std::int32_t y : beside_[x])
                        offer(y, r);
            }
            std::vector<std::int32_t> trouble; // dead cells, and regions that may not stay that small
            for (std::int32_t x = 0; x < cells_; ++x)
                if (!alive_.has(x) || size_[label_[x]] < fewest_cells_)
                    trouble.push_back(x);
            if (trouble.empty())
                return true;
            if (++repairs > repairs_)
                return false;
            const std::int32_t x = trouble[stream.below(static_cast<std::uint32_t>(trouble.size()))];
            for (std::int32_t y : beside_[x])
                if (alive_.has(y))
                    fall_back(label_[y]);
            offer_all();
        }
    }

    bool joins(std::int32_t x, std::int32_t r) {
        const std::int32_t before = label_[x];
        enliven(x, r);
        if (search_.with_mark(alive_, x, nodes_) == MarkSearch<W>::Answer::no && solvable())
            return true;
        alive_.drop(x);
        --size_[r];
        move(x, before);
        return false;
    }

    void fall_back(std::int32_t r) {
        const Set<W> gone = (search_.region(r) & alive_).without(home_[r]);
        alive_ = alive_.without(gone);
        size_[r] -= gone.count();
    }

    // The rules of a condition on the board as it is: solved, and how much they had to do.
    bool climb(std::size_t condition, std::int64_t& work) {
        for (std::int32_t x = 0; x < cells_; ++x)
            masks_[x] = alive_.has(x) ? 3 : 1;
        const Deduced found = judges_[condition]->run(*tables_, masks_.data(), placed_.data(), fuel_, *limits_);
        work = 0;
        for (const DeducedStep& step : found.steps)
            work += step.rule + 1;
        return found.outcome == Deduced::Outcome::solved;
    }

    // Does the first requirement hold, where it is that rules solve the board?
    bool solvable() {
        std::int64_t work;
        return !conditions() || !requirements_.front().solves || climb(0, work);
    }

    Verdict judge() {
        Verdict verdict;
        bool second_known = false;
        if (second_is_part_) { // who solves it with part of the rules solves it with all of them
            if (climb(1, verdict.work)) {
                verdict.holds = 1;
                return verdict;
            }
            second_known = true;
        }
        for (; verdict.holds < conditions(); ++verdict.holds)
            if (!(second_known && verdict.holds == 1) &&
                climb(static_cast<std::size_t>(verdict.holds), verdict.work) != requirements_[verdict.holds].solves)
                break;
        return verdict;
    }

    // A cell changes sides, if nothing gets worse.
    void change(RandomStream& stream, Verdict& verdict) {
        for (std::int32_t tries = 0; tries < looks_; ++tries) {
            const auto x = static_cast<std::int32_t>(stream.below(static_cast<std::uint32_t>(cells_)));
            const std::int32_t y = beside_[x][stream.below(static_cast<std::uint32_t>(beside_[x].size()))];
            const std::int32_t from = label_[x], to = label_[y];
            if (from == to || solution_.has(x) || size_[from] <= fewest_cells_ || !whole_without(x))
                continue;
            move(x, to);
            if (search_.with_mark(alive_, x, nodes_) == MarkSearch<W>::Answer::no) {
                const Verdict now = judge();
                if (now.holds > verdict.holds || (now.holds == verdict.holds && now.work >= verdict.work)) {
                    --size_[from];
                    ++size_[to];
                    verdict = now;
                    return;
                }
            }
            move(x, from);
            return;
        }
    }

    // Does the region of a cell hang together without it?
    bool whole_without(std::int32_t x) {
        Set<W> left = search_.region(label_[x]);
        left.drop(x);
        queue_.clear();
        queue_.push_back(left.first());
        left.drop(queue_[0]);
        for (std::size_t i = 0; i < queue_.size(); ++i)
            for (std::int32_t y : beside_[queue_[i]])
                if (left.has(y)) {
                    left.drop(y);
                    queue_.push_back(y);
                }
        return !left.any();
    }

    const Requirements& requirements_;
    const std::uint64_t fuel_;
    const std::int32_t side_, marks_;
    const std::int32_t fewest_cells_, repairs_, changes_, looks_;
    const std::uint64_t nodes_, fill_nodes_;
    const std::int32_t first_region_, cells_;
    MarkSearch<W> search_;
    std::unique_ptr<Tables<W>> tables_, blank_; // the board as it grows; its beginning
    std::vector<Set<W>> near_;                  // what a cell sees without regions
    std::vector<std::unique_ptr<Deducer<W>>> judges_;
    bool second_is_part_ = false; // the second condition is that part of the first one's rules fails
    std::vector<Mask> masks_;
    std::vector<std::uint8_t> placed_;
    std::vector<std::vector<std::int32_t>> beside_;

    Set<W> solution_ = Set<W>::none(), alive_ = Set<W>::none();
    std::vector<std::int32_t> label_, size_; // of each cell its region; of each region its living cells
    std::vector<Set<W>> home_;               // what a region falls back to
    std::vector<std::uint8_t> refused_;
    std::vector<Pair> pairs_;
    std::vector<std::int32_t> queue_;
    std::uint64_t asks_ = 0;
    const Limits* limits_ = nullptr;
};

} // namespace

std::unique_ptr<Maker> regions_maker(const MakerParameters& parameters) {
    const std::int32_t side = parameters.number("rows", 1, 16), words = (side * side + 63) / 64;
    if (words == 1)
        return std::make_unique<RegionsMaker<1>>(parameters, side);
    if (words == 2)
        return std::make_unique<RegionsMaker<2>>(parameters, side);
    if (words == 3)
        return std::make_unique<RegionsMaker<3>>(parameters, side);
    return std::make_unique<RegionsMaker<4>>(parameters, side);
}

} // namespace gridwright
