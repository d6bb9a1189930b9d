// When to stop: a node budget, a deadline, a cancel flag, and a caller who wants to be asked now and then.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace gridwright {

enum class Stop : std::uint8_t { none, solutions, nodes, deadline, cancelled };

struct Limits {
    using Clock = std::chrono::steady_clock;

    std::uint64_t nodes = UINT64_MAX;
    Clock::time_point deadline = Clock::time_point::max();
    const std::atomic<bool>* cancel = nullptr;
    std::function<bool()> poll; // asked about every 20 ms; true means stop

    static Clock::time_point after(double seconds) {
        if (seconds >= 1e9)
            return Clock::time_point::max();
        if (!(seconds > 0)) // nor is "not a number" any time at all
            return Clock::now();
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
};

// Counts nodes against the limits. The clock is read every `stride` nodes, so a node may cost at most about 1 ms /
// stride.
class Meter {
public:
    Meter(const Limits& limits, std::uint32_t stride) : limits_(limits), stride_(stride), left_(1) {}

    // One more node; true while the work may go on.
    bool spend() {
        if (nodes_ >= limits_.nodes) {
            stop_ = Stop::nodes;
            return false;
        }
        ++nodes_;
        return --left_ != 0 || look();
    }

    std::uint64_t nodes() const { return nodes_; }
    Stop stop() const { return stop_; }

private:
    bool look() {
        left_ = stride_;
        if (limits_.cancel && limits_.cancel->load(std::memory_order_relaxed))
            return stop_ = Stop::cancelled, false;
        const bool timed = limits_.deadline != Limits::Clock::time_point::max();
        if (nodes_ == 1 && !timed) // the first look of a short call costs nothing
            return true;
        if (!timed && !limits_.poll)
            return true;
        const auto now = Limits::Clock::now();
        if (now >= limits_.deadline)
            return stop_ = Stop::deadline, false;
        if (limits_.poll && now >= next_poll_) {
            const bool first = next_poll_ == Limits::Clock::time_point::min();
            next_poll_ = now + std::chrono::milliseconds(20);
            if (!first && limits_.poll())
                return stop_ = Stop::cancelled, false;
        }
        return true;
    }

    const Limits& limits_;
    std::uint32_t stride_, left_;
    std::uint64_t nodes_ = 0;
    Stop stop_ = Stop::none;
    Limits::Clock::time_point next_poll_ = Limits::Clock::time_point::min();
};

} // namespace gridwright
