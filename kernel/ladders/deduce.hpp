// A puzzle by techniques alone: the first match of the first rule that changes something, again and again.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "basics/blocks.hpp"
#include "basics/limits.hpp"
#include "ladders/follow.hpp"
#include "ladders/refute.hpp"
#include "rules/match.hpp"

namespace gridwright {

// A step, as the ends of its parts in the lists that a Deduced has of all steps: each part begins where that of the
// step before ends.
struct DeducedStep {
    std::int32_t rule;
    std::uint32_t conclusions, seen, premises, choices, relations;
};

// The lists of a deduction: as vectors while they grow, and as spans of one piece of memory when they are done, for a
// batch has thousands of them.
template <template <class> class List> struct DeducedLists {
    List<std::uint64_t> seen; // what the plan shows (`Matcher::show`); only with reasons
    List<Mask> masks;         // what is left
    List<DeducedStep> steps;
    List<Conclusion> conclusions;
    List<std::int32_t> premises;           // earlier steps that removed what the step found missing; only with reasons
    List<std::int32_t> choices, relations; // what the step used of the rulebook; only with reasons
    List<std::int32_t> undecided;          // rules that ran out of fuel somewhere: not the same as "did not fire"
    List<std::int32_t> remover, writer;    // who did what, where there is a past
    List<std::uint8_t> placed;

    // Calls visit with each list of this one and its like in another; those of the largest elements come first.
    template <class Other, class Visit> void each(Other& other, Visit visit) const {
        visit(seen, other.seen);
        visit(masks, other.masks);
        visit(steps, other.steps);
        visit(conclusions, other.conclusions);
        visit(premises, other.premises);
        visit(choices, other.choices);
        visit(relations, other.relations);
        visit(undecided, other.undecided);
        visit(remover, other.remover);
        visit(writer, other.writer);
        visit(placed, other.placed);
    }
};
template <class T> using Growing = std::vector<T>;
template <class T> using Done = std::span<const T>;

struct Deduced : DeducedLists<Done> {
    enum class Outcome : std::uint8_t { solved, stuck, contradiction, stopped } outcome = Outcome::stuck;

    Deduced() = default;
    Deduced(Outcome how, const DeducedLists<Growing>& lists);

private:
    Block memory_;
};

// What came before: the steps, and what they did (Position::remover and writer).
struct Past {
    std::vector<std::string> keys; // of the techniques of all steps
    std::vector<std::int32_t> remover, writer;
};

// A ladder of rules for one puzzle after the other: its memory stays, from structure to structure too.
template <int W> class Deducer {
public:
    // `plans` are verified and must outlive this. Behind them come contradictions of 1 to `longest` lines, which use
    // the plans `inside`; they are rules with the numbers behind those of the plans. Where none has more than kFewest
    // lines, every way is tried; else assumptions are followed breadth first
    // (src/gridwright/techniques/contradiction.py).
    static constexpr std::int32_t kFewest = 3;
    Deducer(const std::vector<const Plan*>& plans, bool reasons, const std::vector<const Plan*>& inside = {},
            std::int32_t longest = 0);
    Deducer(const Deducer&) = delete; // matchers point into it
    Deducer& operator=(const Deducer&) = delete;

    // Leave the candidates of contradictions to a sieve first.
    void sift(Sieve* sieve) { refuter_.sift(sieve); }
    // `fuel` is for one look of one rule; `most` steps are taken. The sizes of a past are those of the tables.
    Deduced run(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                const Limits& limits, std::uint64_t most = UINT64_MAX, const Past* past = nullptr);
    // The same without a trace: how it ends; then the last rule that was used, -1 for none, and what is still open.
    Deduced::Outcome end(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel,
                         const Limits& limits);
    std::int32_t hardest() const { return hardest_; }
    const Set<W>& open() const { return position_.open; }

private:
    void begin(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed, const Past* past);
    void fit(const Tables<W>& tables);
    Deduced::Outcome climb(std::uint64_t fuel, const Limits& limits, std::uint64_t most);
    bool step(std::uint64_t fuel);
    void write_fixed();
    bool refute(std::uint64_t fuel);
    bool follow(std::uint64_t fuel);
    void write_refuted(std::int32_t lines, const Refuted& refuted);
    void give_up(std::size_t rule);
    void write(std::size_t rule, const std::vector<Conclusion>& conclusions);
    void tell(bool decided, bool parts);
    void record(std::size_t rule, std::uint64_t fuel);
    void reason(std::size_t rule, std::uint64_t fuel);
    bool simple_reason(std::size_t rule);
    void removed(std::int32_t cell, Mask gone);

    const Tables<W>* tables_ = nullptr;
    std::uint64_t tables_number_ = 0;
    const std::vector<const Plan*> plans_;
    const bool reasons_;
    Position<W> position_;
    Registers<W> registers_;
    Watch watch_;
    std::vector<Mask> lent_; // to `matchers_` and `news_`
    std::vector<Matcher<W>> matchers_;
    // What a rule has not been told yet. Rules are asked in their order, so a change is told to the first and handed on
    // when the next is asked.
    std::vector<Changed<W>> news_;
    Refuter<W> refuter_;
    const std::vector<const Plan*> inside_;
    std::vector<std::uint8_t> at_rest_; // those of them that are rules outside, too, and have found nothing
    const std::int32_t longest_;
    std::int32_t hardest_ = -1;
    bool quiet_ = false; // no trace is asked for
    Refuted refuted_;
    struct Assumption {
        std::int32_t cell, value;
        std::int32_t layers = -1; // for which it was followed
        std::vector<Refuted> proofs;
    };
    Follower<W> follower_;
    std::vector<Assumption> assumptions_;
    Grounds grounds_;
    DeducedLists<Growing> found_;        // of the run so far
    std::vector<std::uint64_t> earlier_; // steps, as a bit set
};

} // namespace gridwright
