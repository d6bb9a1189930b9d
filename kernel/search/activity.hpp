// Which Boolean a search that learns decides next: the one that conflicts were about most, lately.
//
// Whole numbers, so that every machine counts the same: what a conflict adds grows by a sixteenth from one to the next,
// and all is divided by 2³² before it could overflow. Equals come in a fixed order, that of their ranks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace gridwright {

class Activity {
public:
    // All Booleans are in the heap, in the order of their ranks, which are different.
    void start(std::vector<std::uint32_t> ranks) {
        ranks_ = std::move(ranks);
        const std::size_t n = ranks_.size();
        activity_.assign(n, 0);
        place_.assign(n, -1);
        heap_.clear();
        for (std::size_t v = 0; v < n; ++v)
            insert(static_cast<std::int32_t>(v));
        step_ = 1 << 10;
    }
    bool empty() const { return heap_.empty(); }
    bool holds(std::int32_t v) const { return place_[v] >= 0; }

    // The one that would be taken next.
    std::int32_t first() const { return heap_[0]; }
    // Is a taken before b?
    bool before(std::int32_t a, std::int32_t b) const {
        return activity_[a] != activity_[b] ? activity_[a] > activity_[b] : ranks_[a] < ranks_[b];
    }

    std::int32_t take() {
        const std::int32_t top = heap_[0], last = heap_.back();
        heap_.pop_back();
        place_[top] = -1;
        if (!heap_.empty()) {
            heap_[0] = last;
            place_[last] = 0;
            sink(0);
        }
        return top;
    }
    void insert(std::int32_t v) {
        if (place_[v] >= 0)
            return;
        place_[v] = static_cast<std::int32_t>(heap_.size());
        heap_.push_back(v);
        rise(place_[v]);
    }
    void bump(std::int32_t v) {
        activity_[v] += step_;
        if (place_[v] >= 0)
            rise(place_[v]);
    }
    // A conflict is over: what comes later counts for more.
    void age() {
        step_ += step_ / 16;
        if (step_ < std::uint64_t{1} << 52)
            return;
        for (std::uint64_t& activity : activity_)
            activity >>= 32;
        step_ >>= 32;
        for (std::int32_t i = static_cast<std::int32_t>(heap_.size()) / 2; i-- > 0;)
            sink(i); // different ones may have become equal
    }

private:
    void put(std::int32_t place, std::int32_t v) {
        heap_[place] = v;
        place_[v] = place;
    }
    void rise(std::int32_t at) {
        const std::int32_t v = heap_[at];
        for (; at > 0 && before(v, heap_[(at - 1) / 2]); at = (at - 1) / 2)
            put(at, heap_[(at - 1) / 2]);
        put(at, v);
    }
    void sink(std::int32_t at) {
        const std::int32_t v = heap_[at], n = static_cast<std::int32_t>(heap_.size());
        for (std::int32_t child; (child = 2 * at + 1) < n; at = child) {
            child += child + 1 < n && before(heap_[child + 1], heap_[child]);
            if (!before(heap_[child], v))
                break;
            put(at, heap_[child]);
        }
        put(at, v);
    }

    std::vector<std::uint32_t> ranks_;
    std::vector<std::uint64_t> activity_;
    std::vector<std::int32_t> heap_, place_;
    std::uint64_t step_ = 0;
};

} // namespace gridwright
