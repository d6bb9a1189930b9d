// What follows from an assumption, statement by statement, with reasons: who ruled out each candidate, and when.
//
//     trail    candidates in the order in which they went        uses    what made them go, in order
//     ┌ before anything was supposed ┐┌ r1c1=3 ┐┌ row 4 ┐ …      r1c1=3 · row 4: r4c2=7 · the 9 cage: r1c2-5 …
//
// Assumptions nest: whatever went since a mark comes back with `undo`. Where something breaks, `tell` keeps what the
// break rests on and nothing else, and says what of that lies before the mark (`Refutation::premises`).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "proofs/rulebook.hpp"

namespace gridwright {

struct Refutation;

// One line of a proof: a statement that was used, or, of -1, an assumption inside the assumption that broke. The last
// line of a refutation concludes nothing: it cannot hold.
struct ProofLine {
    std::int32_t statement = -1;
    std::vector<Candidate> placed, removed; // what follows, as far as it is needed
    std::vector<Candidate> absent;          // what it found missing before anything was supposed
    std::vector<Variable> decided;          // members of a relation that must have a value for it to follow
    std::vector<Refutation> inside;         // one at the most
};

struct Refutation {
    Candidate assumed = -1;
    std::vector<ProofLine> lines;
    std::vector<Candidate> premises; // what went after everything began and before this was supposed

    std::int32_t size() const;  // uses of statements, those inside included
    std::int32_t depth() const; // assumptions inside each other
};

class Consequences {
public:
    struct Mark {
        std::size_t trail, uses, placed;
    };
    // How a candidate was refuted that `exclude` was told of without its refutation: what was alive then is left.
    using Explain = std::function<Refutation(Candidate refuted, const Consequences& at, std::int32_t when)>;

    Consequences(const Rulebook& rulebook, const Mask* masks);

    bool alive(Candidate c) const { return when_[c] == kAlive; }
    bool alive(Candidate c, std::int32_t before) const { return when_[c] >= before; }
    Mask mask(Variable x) const { return masks_[x]; }
    // Statements that say something before anything is supposed.
    const std::vector<std::int32_t>& restless() const { return restless_; }
    // What had gone when the trail was so long, from its beginning.
    std::span<const Candidate> gone_before(std::int32_t when) const {
        return {trail_.data(), static_cast<std::size_t>(when)};
    }
    Mark mark() const { return {trail_.size(), uses_.size(), placed_list_.size()}; }
    void undo(const Mark& mark);

    // Each of these is false where something breaks.
    bool assume(Candidate c);
    bool exclude(Candidate c, const Refutation* why); // refuted; null where nobody has told it yet
    bool give(Candidate c);                           // known before, for reasons that do not matter here
    bool use(std::int32_t statement);
    bool settle(std::size_t most = SIZE_MAX); // everything that follows, or so many uses of it
    // From now on, until another is given, only these statements count; null means all.
    void allow(const std::vector<std::uint8_t>* allowed) { allowed_ = allowed; }

    // What a statement says before anything is supposed; without conclusions where that is nothing.
    ProofLine say(std::int32_t statement);
    // Where something has just broken: what it rests on since the mark, at which this was supposed.
    Refutation tell(const Mark& mark, Candidate assumed, const Explain& explain = nullptr);

private:
    static constexpr std::int32_t kAlive = INT32_MAX, kBefore = -1;
    enum : std::int32_t { kAssumption = -1, kRefuted = -2, kGiven = -3 };
    struct Use {
        std::int32_t statement; // or one of the above
        Candidate subject = -1; // what was supposed or refuted
        const Refutation* why = nullptr;
        std::int32_t begin = 0; // in the trail
    };
    struct Line { // what `tell` finds out about a use
        ProofLine line;
        bool needed = false;
    };

    bool begin_use(std::int32_t statement, Candidate subject = -1, const Refutation* why = nullptr);
    void kill(Candidate c, Candidate via);
    void place(Candidate c);
    bool use_choice(std::int32_t statement);
    bool use_relation(std::int32_t statement);
    void touch(std::int32_t statement);
    void need(Candidate c, ProofLine& by);
    void need_grounds(std::int32_t statement, Candidate removed, std::int32_t before, ProofLine& by);
    void need_placed(std::size_t use, Candidate c);
    void tidy(ProofLine& line) const;

    const Rulebook& rulebook_;
    const Problem& problem_;
    std::vector<std::int32_t> when_, use_of_; // of each candidate: its place in the trail, the use that killed it
    std::vector<Candidate> via_;              // the placed candidate that it is linked to; -1: removed itself
    std::vector<std::int32_t> count_;         // of each choice: how many are alive
    std::vector<Mask> masks_;
    std::vector<std::uint8_t> placed_; // was the candidate placed by a use?
    std::vector<Candidate> placed_list_, trail_;
    std::vector<Use> uses_;
    std::int32_t broken_ = -1; // the statement that cannot hold
    std::vector<std::int32_t> restless_;
    std::vector<std::int32_t> queue_; // choices with one candidate left
    std::size_t queue_at_ = 0;
    std::vector<std::uint64_t> dirty_; // relations whose scope has changed
    const std::vector<std::uint8_t>* allowed_ = nullptr;

    // Memory of `tell` and of relations
    std::vector<Mask> domains_, used_, masks_then_;
    std::vector<std::uint8_t> wanted_;
    std::vector<std::pair<Candidate, std::int32_t>> agenda_;
    std::vector<Line> lines_;
    std::vector<Candidate> premises_;
    std::int32_t level_ = 0; // the trail's length at the mark
    std::size_t first_use_ = 0;
};

} // namespace gridwright
