// When to stop: a node budget, a deadline, a cancel flag, and a caller who wants to be asked now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace gridwright {

enum class Stop : std::uint8_t { none, solutions, nodes, seconds, cancelled };

struct Limits {
    using Clock = std::chrono::steady_clock;

    std::uint64_t nodes = UINT64_MAX;
    Clock::time_point deadline = Clock::time_point::max();
    const std::atomic<bool>* cancel = nullptr;
    std::function<bool()> poll; // asked every 20 ms or so; true means stop, and stays true

    static Clock::time_point after(double seconds) {
        if (seconds >= 1e9)
            return Clock::time_point::max();
        if (!(seconds > 0)) // nor is "not a number" any time at all
            return Clock::now();
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
    bool timed() const { return deadline != Clock::time_point::max(); }
    bool cancelled() const { return cancel && cancel->load(std::memory_order_relaxed); }

    // Has a flag, the clock or the caller ended the work? Costs a look at the clock, about 30 ns.
    Stop look() const {
        if (cancelled())
            return Stop::cancelled;
        if (!timed() && !poll)
            return Stop::none;
        const auto now = Clock::now();
        if (now >= deadline)
            return Stop::seconds;
        if (poll && now >= next_poll_) {
            const bool first = next_poll_ == Clock::time_point::min();
            next_poll_ = now + std::chrono::milliseconds(20);
            if (!first && poll())
                return Stop::cancelled;
        }
        return Stop::none;
    }

private:
    mutable Clock::time_point next_poll_ = Clock::time_point::min(); // one thread has one Limits
};

// Counts nodes against the limits. The clock is read every `stride` nodes, so a node may cost at most about 10 ms /
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

    // So many more that were counted elsewhere.
    bool spend(std::uint64_t nodes) {
        nodes_ += nodes;
        return look();
    }

    std::uint64_t nodes() const { return nodes_; }
    Stop stop() const { return stop_; }

private:
    bool look() {
        left_ = stride_;
        // The first look of a short call costs nothing.
        stop_ = nodes_ > 1 || limits_.timed() ? limits_.look() : limits_.cancelled() ? Stop::cancelled : Stop::none;
        return stop_ == Stop::none;
    }

    const Limits& limits_;
    std::uint32_t stride_, left_;
    std::uint64_t nodes_ = 0;
    Stop stop_ = Stop::none;
};

// The same for work that burns fuel: looks at the clock whenever a slice is burnt, whoever burnt it.
class Watch {
public:
    void begin(const Limits& limits) {
        limits_ = &limits;
        left_ = kSlice;
        stop_ = Stop::none;
    }
    std::uint64_t left() const { return left_; } // of the slice
    void burn(std::uint64_t fuel) { left_ -= fuel; }
    // The slice is burnt: is there another?
    bool go_on() {
        stop_ = stop_ != Stop::none || !limits_ ? stop_ : limits_->look();
        left_ = stop_ == Stop::none ? kSlice : 0;
        return stop_ == Stop::none;
    }
    bool stopped() const { return stop_ != Stop::none; }

private:
    static constexpr std::uint64_t kSlice = 1 << 14; // a unit costs 5 ns on a small board and 1 µs on the largest
    const Limits* limits_ = nullptr;
    std::uint64_t left_ = kSlice;
    Stop stop_ = Stop::none;
};

} // namespace gridwright
