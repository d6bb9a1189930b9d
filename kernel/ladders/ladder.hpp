// Ladders of rules on boards of any width, and requirements made of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "basics/limits.hpp"
#include "ladders/deduce.hpp"
#include "structure.hpp"

namespace gridwright {

// What is climbed: rules, whether steps have reasons, and what contradictions of up to `longest` lines use, which come
// behind the rules.
struct Climbing {
    const std::vector<const Plan*>& plans;
    bool reasons = false;
    const std::vector<const Plan*>* inside = nullptr;
    std::int32_t longest = 0;
    Sieve* sieve = nullptr; // for the candidates of contradictions
};

// How a climb ends, and the last rule that was used, -1 for none.
struct Ended {
    Deduced::Outcome outcome;
    std::int32_t hardest;
};

// A Deducer for each width that a thread meets. The plans must outlive it.
class Climber {
public:
    explicit Climber(const Climbing& climbing) : climbing_(climbing) {}

    Deduced run(const AnyTables& any, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                const Limits& limits);
    // The same without a trace; what is still open goes to the list.
    Ended end(const AnyTables& any, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
              const Limits& limits, std::vector<std::int32_t>& open);

private:
    template <int W> Deducer<W>& deducer(const Tables<W>&);

    const Climbing climbing_;
    OfEachWidth<std::tuple, Deducer> deducers_;
};

// One of something for each thread that is at work, made when there is none to spare.
template <class Tool> class Pool {
public:
    template <class Make> std::unique_ptr<Tool> take(Make make) {
        {
            const std::lock_guard<std::mutex> lock(guard_);
            if (!spare_.empty()) {
                auto result = std::move(spare_.back());
                spare_.pop_back();
                return result;
            }
        }
        return make();
    }
    void give(std::unique_ptr<Tool> tool) {
        const std::lock_guard<std::mutex> lock(guard_);
        spare_.push_back(std::move(tool));
    }

private:
    std::mutex guard_;
    std::vector<std::unique_ptr<Tool>> spare_;
};

// A condition on a puzzle: these rules solve it, with contradictions of up to `longest` lines that use those `inside`,
// or they do not.
struct Requirement {
    std::vector<const Plan*> plans;
    bool solves;
    std::vector<const Plan*> inside = {};
    std::int32_t longest = 0;
};
using Requirements = std::vector<Requirement>;

// Candidates and what is written where puzzles begin. Givens: a byte a variable, 0 open, k + 1 value k; null for none.
void begin_masks(const AnyTables& tables, const std::uint8_t* givens, std::vector<Mask>& masks,
                 std::vector<std::uint8_t>& placed);
// One given more.
void give_mask(const AnyTables& tables, std::int32_t cell, std::int32_t value, std::vector<Mask>& masks,
               std::vector<std::uint8_t>& placed);

// Asks requirements of one puzzle after the other.
class Judge {
public:
    // The requirements must outlive it.
    Judge(const Requirements& requirements, std::uint64_t fuel);

    // How many conditions hold, from the first on; -1 where the limits struck. Givens: a byte a variable, 0 open, k + 1
    // value k.
    //
    // Where the rules of a condition are the first ones of another that was asked before, nothing is run: the run of
    // the longer list begins with that of the shorter one, and has used no other rule if that was enough.
    std::int32_t judge(const AnyTables& tables, const std::uint8_t* givens, const Limits& limits);
    // The cells that the rules of the first condition left open when it was last asked.
    const std::vector<std::int32_t>& open() const { return open_; }
    // All conditions hold.
    bool fulfilled(std::int32_t holds) const { return holds == static_cast<std::int32_t>(requirements_.size()); }

private:
    const Requirements& requirements_;
    const std::uint64_t fuel_;
    std::vector<Climber> climbers_;
    std::vector<std::int32_t> longer_; // of each condition: an earlier one whose rules begin with its own, or -1
    std::vector<Ended> ended_;
    std::vector<Mask> masks_;
    std::vector<std::uint8_t> placed_;
    std::vector<std::int32_t> open_, others_open_;
};

} // namespace gridwright
