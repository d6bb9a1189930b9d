#include "seek.hpp"

#include <atomic>
#include <numeric>

#include "parallel.hpp"

namespace gridwright {

std::vector<Sighted> seek(const std::vector<Range>& jobs, std::size_t conditions,
                          const std::function<std::unique_ptr<Maker>()>& maker, const Limits& limits,
                          unsigned threads) {
    std::vector<Sighted> results(jobs.size());
    for (Sighted& result : results) {
        result.stopped = true;
        result.failed.resize(conditions + 1);
    }
    // The lowest job that succeeded, of each seed: attempts behind it are not needed.
    std::vector<std::size_t> first_of(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
        first_of[i] = i && jobs[i].key == jobs[i - 1].key ? first_of[i - 1] : i;
    std::vector<std::atomic<std::size_t>> lowest(jobs.size());
    for (auto& each : lowest)
        each.store(jobs.size());
    Pool<Maker> makers;
    in_parallel(jobs.size(), limits, 1e18, threads, [&](std::size_t i, const Limits& own) {
        Sighted& result = results[i];
        result.stopped = false;
        auto tool = makers.take(maker);
        auto polled = Limits::Clock::now();
        bool asked_to_stop = false;
        for (std::uint64_t number = jobs[i].first; number < jobs[i].last; ++number) {
            if (lowest[first_of[i]].load(std::memory_order_relaxed) < i)
                break;
            const auto now = Limits::Clock::now(); // attempts may be too short for their searches to ask
            if (own.poll && now - polled > std::chrono::milliseconds(20)) {
                polled = now;
                asked_to_stop = own.poll();
            }
            if (asked_to_stop || now >= own.deadline || (own.cancel && own.cancel->load(std::memory_order_relaxed))) {
                result.stopped = true;
                break;
            }
            Attempt attempt = tool->attempt(Draw(jobs[i].key).child(number), own);
            if (attempt.stopped) {
                result.stopped = true;
                break;
            }
            ++result.done;
            if (attempt.success) {
                result.attempt = static_cast<std::int64_t>(number);
                result.made = std::move(attempt.made);
                for (std::size_t now = lowest[first_of[i]].load(); i < now;)
                    if (lowest[first_of[i]].compare_exchange_weak(now, i))
                        break;
                break;
            }
            ++result.failed[attempt.holds + 1];
            if (attempt.holds > result.missed_holds) {
                result.missed = static_cast<std::int64_t>(number);
                result.missed_holds = attempt.holds;
                result.miss = std::move(attempt.made);
            }
        }
        makers.give(std::move(tool));
        return asked_to_stop ? Stop::cancelled : Stop::none;
    });
    return results;
}

namespace {

class Giver : public Maker {
public:
    explicit Giver(const Giving& giving)
        : giving_(giving), seeker_(*giving.problem), reducer_(*giving.problem, giving.items),
          judge_(*giving.wish, giving.fuel) {
        solution_.resize(giving.problem->spec.sizes.size());
    }

    Attempt attempt(Draw at, const Limits& limits) override {
        Attempt result;
        Draw values = at.child("solution");
        const Sought sought = seeker_.complete({}, values, limits, solution_.data());
        result.stopped = sought == Sought::stopped;
        if (sought != Sought::found)
            return result;
        reducer_.fill(solution_.data());
        Draw turns = at.child("order");
        order_.resize(static_cast<std::size_t>(reducer_.items()));
        std::iota(order_.begin(), order_.end(), 0);
        turns.shuffle(order_);
        result.stopped = !reducer_.run(order_, giving_.floor, limits);
        if (result.stopped)
            return result;
        const std::int32_t holds =
            giving_.wish->empty() ? 0 : judge_.judge(*giving_.stage, reducer_.givens().data(), limits);
        result.stopped = holds < 0;
        result.holds = holds;
        result.success = judge_.fulfilled(holds);
        result.made = {solution_, reducer_.givens(), {}, {}};
        return result;
    }

private:
    const Giving& giving_;
    Seeker seeker_;
    Reducer reducer_;
    Judge judge_;
    std::vector<std::uint8_t> solution_;
    std::vector<std::int32_t> order_;
};

} // namespace

std::unique_ptr<Maker> make_giver(const Giving& giving) { return std::make_unique<Giver>(giving); }

} // namespace gridwright
