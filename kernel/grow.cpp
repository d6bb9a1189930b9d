#include "grow.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "star_search.hpp"

namespace gridwright {
namespace {

constexpr std::uint64_t kNodes = 4000;     // for one question
constexpr std::uint64_t kFillNodes = 2000; // for a solution of rows and columns

template <int W> class Grower : public Maker {
public:
    explicit Grower(const Sowing& sowing)
        : asked_(sowing), side_(sowing.side), cells_(side_ * side_), search_(side_, sowing.stars), label_(cells_),
          size_(side_), home_(side_, Set<W>::none()), refused_(static_cast<std::size_t>(cells_) * side_) {
        if (sowing.stage) {
            const auto* given = std::get_if<std::unique_ptr<Stage<W>>>(&sowing.stage->stage);
            if (!given || (*given)->cells != cells_ || sowing.first_region < 0 ||
                sowing.first_region + side_ > (*given)->groups)
                throw std::invalid_argument("the stage is not of this board");
            stage_ = std::make_unique<Stage<W>>(**given);
            near_ = stage_->peers;
            blank_ = std::make_unique<Stage<W>>(*stage_);
            // Rows and columns cross; regions cross nothing, but those of this board are still its rows.
            const std::int32_t kind = stage_->kind_of[asked_.first_region];
            for (std::int32_t other = 0; other < stage_->kinds; ++other)
                stage_->crossing[kind * stage_->kinds + other] = stage_->crossing[other * stage_->kinds + kind] = 0;
            for (std::int32_t g = 0; g < stage_->groups; ++g) // what one cell sees at most changes with every border
                stage_->sight[g] = cells_;
            for (const Condition& each : *sowing.wish)
                judges_.push_back(std::make_unique<Deducer<W>>(each.plans, false));
            const Wish& wish = *sowing.wish;
            second_is_part_ =
                wish.size() > 1 && wish[0].solves && !wish[1].solves &&
                std::all_of(wish[1].plans.begin(), wish[1].plans.end(), [&](const Plan* plan) {
                    return std::find(wish[0].plans.begin(), wish[0].plans.end(), plan) != wish[0].plans.end();
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

    Attempt attempt(Draw at, const Limits& limits) override {
        limits_ = &limits;
        Attempt result;
        Draw values = at.child("solution"), seeds = at.child("seeds"), borders = at.child("regions");
        if (!search_.fill(values, kFillNodes, solution_) || !sow(seeds) || !grow(borders)) {
            result.stopped = stopped();
            return result;
        }
        Verdict verdict = judge();
        Draw changes = at.child("changes");
        for (std::int32_t i = 0; i < asked_.changes && verdict.holds < conditions(); ++i) {
            if (stopped()) {
                result.stopped = true;
                return result;
            }
            change(changes, verdict);
        }
        result.holds = verdict.holds;
        result.success = verdict.holds == conditions();
        result.made.solution.resize(cells_);
        result.made.regions.resize(cells_);
        for (std::int32_t x = 0; x < cells_; ++x) {
            result.made.solution[x] = solution_.has(x);
            result.made.regions[x] = static_cast<std::uint8_t>(label_[x]);
        }
        return result;
    }

private:
    struct Verdict {
        std::int32_t holds = 0;
        std::int64_t work = 0; // the more, the nearer
    };
    using Pair = std::pair<std::int16_t, std::int16_t>; // a dead cell and a region beside it

    std::int32_t conditions() const { return asked_.wish ? static_cast<std::int32_t>(asked_.wish->size()) : 0; }

    bool stopped() const {
        return (limits_->cancel && limits_->cancel->load(std::memory_order_relaxed)) ||
               (limits_->deadline != Limits::Clock::time_point::max() && Limits::Clock::now() >= limits_->deadline);
    }

    // A cell changes regions, on every table.
    void move(std::int32_t x, std::int32_t to) {
        const std::int32_t from = label_[x];
        if (from == to)
            return;
        label_[x] = to;
        search_.region(from).drop(x);
        search_.region(to).add(x);
        search_.label(x, to);
        if (!stage_)
            return;
        const std::int32_t a = asked_.first_region + from, b = asked_.first_region + to;
        Stage<W>& stage = *stage_;
        stage.members[a].drop(x);
        stage.groups_at[x].drop(a);
        for (std::int32_t i = stage.group_from[x]; i < stage.group_from[x + 1]; ++i)
            if (stage.group_list[i] == a)
                stage.group_list[i] = static_cast<std::uint16_t>(b);
        if (asked_.stars == 1) { // no two cells of a region hold one
            stage.members[a].each([&](std::int32_t y) {
                if (!near_[x].has(y))
                    stage.peers[y].drop(x);
            });
            stage.members[b].each([&](std::int32_t y) { stage.peers[y].add(x); });
            stage.peers[x] = near_[x] | stage.members[b];
        }
        stage.members[b].add(x);
        stage.groups_at[x].add(b);
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
        if (stage_) {
            stage_->members = blank_->members;
            stage_->groups_at = blank_->groups_at;
            stage_->group_list = blank_->group_list;
            stage_->peers = blank_->peers;
        }
        std::fill(size_.begin(), size_.end(), 0);
        std::fill(home_.begin(), home_.end(), Set<W>::none());
    }

    void enliven(std::int32_t x, std::int32_t r) {
        move(x, r);
        alive_.add(x);
        ++size_[r];
    }

    // The seeds: each star, or as many as a region holds with a path between them.
    bool sow(Draw& draw) {
        clear();
        if (asked_.stars == 1) {
            std::int32_t r = 0;
            solution_.each([&](std::int32_t x) {
                enliven(x, r);
                home_[r++].add(x);
            });
            return true;
        }
        std::vector<std::int32_t> left;
        solution_.each([&](std::int32_t x) { left.push_back(x); });
        draw.shuffle(left);
        for (std::int32_t r = 0; r < side_; ++r) {
            // The next star that is on its own, and those that a walk from it meets first.
            std::int32_t first = -1;
            for (std::int32_t x : left)
                if (!alive_.has(x)) {
                    first = x;
                    break;
                }
            enliven(first, r);
            home_[r].add(first);
            for (std::int32_t star = 1; star < asked_.stars; ++star)
                if (!reach(draw, r))
                    return false;
        }
        return search_.another(alive_, solution_, kNodes) == StarSearch<W>::Answer::no && solvable();
    }

    // The shortest way, one of them at random, from a region to a star that has none yet, over dead cells.
    bool reach(Draw& draw, std::int32_t r) {
        std::vector<std::int32_t> from(cells_, -1), queue;
        home_[r].each([&](std::int32_t x) {
            from[x] = x;
            queue.push_back(x);
        });
        draw.shuffle(queue);
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
            draw.shuffle(beside);
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

    bool grow(Draw& draw) {
        offer_all();
        for (std::int32_t repairs = 0;;) {
            while (!pairs_.empty()) {
                if ((++asks_ & 63) == 0 && stopped())
                    return false;
                std::size_t i = draw.below(static_cast<std::uint32_t>(pairs_.size()));
                if (draw.below(2)) { // or the smaller region of two: so they come out more even
                    const std::size_t j = draw.below(static_cast<std::uint32_t>(pairs_.size()));
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
                if (!alive_.has(x) || (!asked_.alone && size_[label_[x]] == 1))
                    trouble.push_back(x);
            if (trouble.empty())
                return true;
            if (++repairs > asked_.repairs)
                return false;
            const std::int32_t x = trouble[draw.below(static_cast<std::uint32_t>(trouble.size()))];
            for (std::int32_t y : beside_[x])
                if (alive_.has(y))
                    fall_back(label_[y]);
            offer_all();
        }
    }

    bool joins(std::int32_t x, std::int32_t r) {
        const std::int32_t before = label_[x];
        enliven(x, r);
        if (search_.with_star(alive_, x, kNodes) == StarSearch<W>::Answer::no && solvable())
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
        const Deduced found = judges_[condition]->run(*stage_, masks_.data(), placed_.data(), asked_.fuel, *limits_);
        work = 0;
        for (const DeducedStep& step : found.steps)
            work += step.rule + 1;
        return found.outcome == Deduced::Outcome::solved;
    }

    // Does the wish's first word hold, where it is that rules solve the board?
    bool solvable() {
        std::int64_t work;
        return !conditions() || !asked_.wish->front().solves || climb(0, work);
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
                climb(static_cast<std::size_t>(verdict.holds), verdict.work) != (*asked_.wish)[verdict.holds].solves)
                break;
        return verdict;
    }

    // A cell changes sides, if nothing gets worse.
    void change(Draw& draw, Verdict& verdict) {
        for (std::int32_t tries = 0; tries < 64; ++tries) {
            const auto x = static_cast<std::int32_t>(draw.below(static_cast<std::uint32_t>(cells_)));
            const std::int32_t y = beside_[x][draw.below(static_cast<std::uint32_t>(beside_[x].size()))];
            const std::int32_t from = label_[x], to = label_[y];
            if (from == to || solution_.has(x) || size_[from] <= (asked_.alone ? 1 : 2) || !whole_without(x))
                continue;
            move(x, to);
            if (search_.with_star(alive_, x, kNodes) == StarSearch<W>::Answer::no) {
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

    const Sowing asked_;
    const std::int32_t side_, cells_;
    StarSearch<W> search_;
    std::unique_ptr<Stage<W>> stage_, blank_; // the board as it grows; its beginning
    std::vector<Set<W>> near_;                // what a cell sees without regions
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

std::unique_ptr<Maker> make_grower(const Sowing& sowing) {
    if (sowing.side < 1 || sowing.side > 16 || sowing.stars < 1 || sowing.stars > sowing.side)
        throw std::invalid_argument("a board of stars has 1 to 16 rows");
    const std::int32_t cells = sowing.side * sowing.side;
    if (cells <= 64)
        return std::make_unique<Grower<1>>(sowing);
    if (cells <= 128)
        return std::make_unique<Grower<2>>(sowing);
    if (cells <= 192)
        return std::make_unique<Grower<3>>(sowing);
    return std::make_unique<Grower<4>>(sowing);
}

} // namespace gridwright
