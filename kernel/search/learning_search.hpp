// A search that learns: where depth-first search stalls, every conflict becomes a clause that forbids its like.
//
// Candidates are Booleans (of a variable with two values, both are the same one). What is decided stands on a trail, in
// the order in which it was; everything that follows knows why, and tells when it is asked:
//
//     trail     ¬r1c2 | r1c5  ¬r1c6  ¬r2c5 … | r4c7 …          | a decision begins a level
//     reason       –     –     link    link         clause, count or relation, and the trail as long as it was then
//
// Links (choices, at-most-one sets) are followed through the Problem's own lists; that a choice has a member is a
// clause; bounds are counted; every other relation propagates on a State that follows the trail, and its grounds,
// asked of a Snapshot of the trail as it was, are the reason.
//
// A conflict is traced back to the first literal that alone leads to it on its level (first unique implication point);
// what follows from the rest of the clause is left out. Decisions go by activity, false first where a variable has two
// values, else true; restarts where clauses get worse than they were on average (their levels counted, as Glucose
// does); half of the clauses go now and then, the ones that join many levels first. A solution is forbidden by its
// decisions, and the search goes on for the next one. Whole numbers, ties by rank, budgets in conflicts: the same on
// every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "basics/limits.hpp"
#include "search/activity.hpp"
#include "search/search.hpp"
#include "state/problem.hpp"

namespace gridwright {

class Snapshot;

class LearningSearch {
public:
    using Literal = std::int32_t; // 2 × Boolean, and one more where it is negated

    // Inside these masks. Another seed is another order of what is equal; 0 is the Problem's own.
    LearningSearch(const Problem& problem, const std::vector<Mask>& masks, std::uint64_t seed = 0);

    // What holds all of these candidates is no solution that is looked for any more.
    void exclude(std::span<const Candidate> together);
    // Up to `limit` more solutions, keeping the values of the first `show`. A conflict is a node.
    Found run(std::uint64_t limit, std::uint64_t show, const Limits& limits);

    // For tests: check every reason, and keep what is learnt from now until the first solution.
    void check() { checks_ = true; }
    const std::vector<std::vector<Literal>>& learnt() const { return learnt_; }
    // A candidate that is true where the literal is, or -1 - c of one that is false.
    Candidate candidate(Literal l) const { return taken_[l] >= 0 ? taken_[l] : -1 - gone_by_[l]; }

private:
    static constexpr Literal kNone = -1;

    struct Reason {
        enum Kind : std::uint8_t { none, link, clause, at_most, at_least, relation, stored };
        Kind kind = none;
        std::uint32_t id = 0; // the literal that is linked, the clause, count or relation, or where literals are stored
        std::int32_t at = 0;  // how long the trail was
    };
    struct Watch {
        std::uint32_t clause;
        Literal other; // one of its literals: where that is true, nothing is to do
    };
    struct Count { // between least and most of its literals are true
        std::uint32_t begin, end;
        std::int32_t least, most;
    };
    struct Slack { // how many more of a count's literals can be true, and how many can be false
        std::int32_t more, fewer;
    };
    // Clauses lie one after the other: size, levels that were joined (0: never deleted), literals.
    static constexpr std::uint32_t kHead = 2;
    static constexpr std::uint32_t kKept = 0;
    static constexpr std::size_t kRecent = 50; // clauses whose mean decides whether to restart
    // Where a relation that takes its time (`deepen`) finds nothing, it is left out, the next time once, then twice …:
    // loops of 20 rows take 40 % of the time so, and hardly more conflicts. A solution is shown to all of them.
    static constexpr std::int32_t kMostIdle = 15;
    static constexpr std::size_t kMostFamilies = 8; // ways to split the literals
    // Counts that follow from others: after how many conflicts they are stated, and how many literals they have at
    // most. Long ones make conflicts four times as dear.
    struct Windows {
        std::uint64_t conflicts;
        std::size_t longest;
    };
    static constexpr Windows kWindows[] = {{100, 64}, {20'000, 200}};

    // Building
    void name_literals();
    bool state_count(const Relation& relation);
    void state_choices();
    void state_windows(std::size_t shortest, std::size_t longest);
    void add_count(const std::vector<Literal>& literals, std::int32_t least, std::int32_t most);
    std::uint32_t add_clause(std::span<const Literal> literals, std::uint32_t levels);
    void watch_clause(std::uint32_t clause);

    // The trail
    static Literal negated(Literal l) { return l ^ 1; }
    bool is_true(Literal l) const { return value_[l] > 0; }
    bool is_false(Literal l) const { return value_[l] < 0; }
    std::int32_t level() const { return static_cast<std::int32_t>(decisions_.size()); }
    std::int32_t level_of(Literal l) const { return level_[l >> 1]; }
    void put(Literal l, Reason reason);
    void back_to(std::int32_t level);
    void tell(Variable x);
    std::uint64_t& domain_word(Candidate c) { return state_[problem_.slots[problem_.slot_begin[c + 1] - 1].word]; }
    std::uint64_t domain_bit(Candidate c) const {
        return std::uint64_t{1} << problem_.slots[problem_.slot_begin[c + 1] - 1].bit;
    }

    // Propagation: false where there is a conflict, whose literals, all true, are then in `conflict_`.
    bool propagate();
    bool follow_links(Literal l);
    bool follow_clauses(Literal l);
    bool follow_counts(Literal l, std::int32_t at);
    bool check_count(std::uint32_t count, std::int32_t at);
    bool fill(std::uint32_t count, Reason::Kind kind, std::int32_t at); // what is open, as the count has no slack left
    bool run_relation(std::int32_t relation, bool deeper);
    bool force(Literal l, Reason reason); // it follows; false where it is false

    // Conflicts
    void explain(Literal l, std::vector<Literal>& why); // the true literals from which it follows; kNone: `conflict_`
    void explain_count(const Reason& reason, std::vector<Literal>& why) const;
    void explain_relation(std::uint32_t relation, std::int32_t at, Candidate removed, std::vector<Literal>& why);
    void check_reason(Literal l, const std::vector<Literal>& why, std::int32_t at) const;
    void check_relation(const Relation& relation, Candidate removed, const std::vector<Literal>& why) const;
    bool learn(); // false where nothing is left
    void minimise();
    void join_by_cause();
    bool follows(Literal l);
    std::uint32_t levels_of(const std::vector<Literal>& literals);
    void assert_clause(std::uint32_t levels);

    // The search
    bool decide();
    bool block(); // the solution that is on the trail; false where it was the last
    void forget();
    bool restarts();
    std::int32_t levels_to_keep();

    const Problem& problem_;
    bool possible_ = true;

    std::vector<Literal> literal_;            // of each candidate
    std::vector<Candidate> taken_, gone_by_;  // of each literal: the candidate that it takes or removes, or -1
    std::vector<std::int8_t> value_;          // of each literal: 1 true, -1 false
    std::vector<std::int32_t> level_, place_; // of each Boolean: its level and its place on the trail
    std::vector<Reason> reason_;              // of each Boolean
    std::vector<Literal> trail_;
    std::vector<std::int32_t> decisions_; // where each level begins
    std::size_t head_ = 0;                // what lies before it was followed

    std::vector<std::uint32_t> clauses_;      // see kHead
    std::vector<std::vector<Watch>> watches_; // of each literal: where it becomes false
    std::vector<std::uint32_t> deletable_;    // learnt clauses, in their order
    std::vector<Count> counts_;
    std::vector<Slack> slack_;                    // of each count, by what was followed
    std::vector<Literal> counted_;                // of all counts
    std::vector<std::vector<std::uint32_t>> yes_; // of each literal: the counts that it is counted in

    std::vector<std::uint64_t> state_;             // its domains are kept, its planes are not
    std::vector<std::int32_t> gone_;               // of each candidate: see Snapshot
    std::vector<std::vector<std::int32_t>> minds_; // of each variable: the relations that look again
    std::vector<std::vector<Variable>> news_;      // of each relation
    std::vector<bool> queued_, known_;             // of each relation; known: it looked at everything once
    // Of each relation: it was to take its time and was left out since it did; how many times in a row it found
    // nothing, and how many times it is left out from now on.
    std::vector<bool> owed_;
    std::vector<std::int32_t> idle_, waits_;
    std::vector<std::int32_t> soon_, later_; // relations that look again: in turn, and where those are at rest
    std::size_t next_soon_ = 0;
    std::vector<Candidate> log_;
    std::vector<Variable> looked_at_;

    struct Step {
        std::int32_t boolean;
        std::uint32_t begin; // of its reasons in `stack_`
    };
    std::vector<Literal> conflict_, clause_, why_, stack_;
    std::vector<Step> steps_;
    std::vector<Candidate> grounds_;
    std::vector<Literal> stored_;       // explanations of relations, each after its length
    std::vector<std::int32_t> removed_; // of each Boolean, while a clause is shortened
    std::vector<std::uint8_t> seen_;    // of each Boolean: 1 in the clause, 2 follows, 3 does not
    std::vector<std::int32_t> cleared_; // whose `seen_` has to be cleared
    std::vector<std::uint32_t> level_mark_;
    std::uint32_t mark_ = 0;

    Activity activity_;
    std::uint64_t conflicts_ = 0, recent_sum_ = 0, sum_ = 0, next_forget_ = 0, forgotten_ = 0;
    std::vector<std::uint32_t> recent_; // levels of the last clauses
    std::size_t recent_next_ = 0;
    std::size_t windows_ = 0, stated_ = 0; // of kWindows those that are stated; counts that were before them
    bool blocked_ = false, checks_ = false;
    std::vector<std::vector<Literal>> learnt_;
};

} // namespace gridwright
