// A relation: what choices and at-most-one sets cannot say, about the variables of its scope.
//
// One interface for whoever uses one: search propagates it, probes ask for its grounds, rules ask what fits. A kind is
// found by its name (`RelationKind`) and stands in a file of that name, or in its family's (count.cpp). It says the
// least it can by one function:
//
//     fitting(domains, used)     the values of each member that some way to fill the scope uses; false: there is none
//
// Sound on every State, exact on a decided scope, and no state of its own, so that threads can share it. All else has a
// default that follows from it; a kind overrides what it can do faster or better.
//
// Grounds: of a value that is removed, or where nothing fits, a set of absent candidates of the scope from which that
// follows with this relation alone (and with what the board keeps apart). Narration tells them, and the learning search
// makes its clauses of them. By default a candidate after the other comes back, the one that went last first, while
// `fitting` still says the same, so that no ground can be spared.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "state/apart.hpp"
#include "state/problem.hpp"

namespace gridwright {

class Adjacency;
class Layouts;

// A State under the hands of a relation: reads domains, kills candidates, remembers whether it did.
class Editor {
public:
    // `log` gets the candidates that are killed, `told` the relations of their variables, a bit each; `news` is what
    // changed since the relation looked last, where that is known.
    Editor(const Problem& problem, std::uint64_t* state, std::vector<Candidate>* log = nullptr,
           std::uint64_t* told = nullptr, const std::vector<Variable>* news = nullptr)
        : problem_(problem), state_(state), log_(log), told_(told), news_(news) {}

    Mask domain(Variable x) const { return problem_.domain(state_, x); }

    // The domains themselves, for whoever reads many: a lane of `lane()` bits a variable.
    const std::uint64_t* domains() const { return state_ + problem_.domain_begin; }
    std::int32_t lane() const { return problem_.lane; }

    // The variables of a relation's scope that may have changed since it looked last: for whoever need not look at all.
    std::span<const Variable> news(const std::vector<Variable>& scope) const { return news_ ? *news_ : scope; }

    // Keep only these values of x; false if none is left.
    bool restrict(Variable x, Mask allowed) {
        const Mask dead = domain(x) & ~allowed;
        return !dead || remove(x, dead);
    }
    // Kill these values of x, which are alive; false if none is left.
    bool remove(Variable x, Mask dead);
    bool changed() const { return changed_; }

    // Whoever has more to say where it takes longer asks for it.
    void ask_for_more() { more_ = true; }
    bool asked_for_more() { return std::exchange(more_, false); }

private:
    const Problem& problem_;
    std::uint64_t* state_;
    std::vector<Candidate>* log_;
    std::uint64_t* told_;
    const std::vector<Variable>* news_;
    bool changed_ = false, more_ = false;
};

[[gnu::noinline]] inline bool Editor::remove(Variable x, Mask dead) {
    changed_ = true;
    if (told_)
        for (std::int32_t w = 0; w < problem_.agenda_words; ++w)
            told_[w] |= problem_.agenda_of[x * problem_.agenda_words + w];
    for (; dead; dead &= dead - 1) {
        const Candidate c = problem_.first[x] + __builtin_ctzll(dead);
        problem_.kill(state_, c);
        if (log_)
            log_->push_back(c);
    }
    return domain(x) != 0;
}

// What a relation says: that none of these members, by position, takes the value; or, of `forced`, that one of them
// does. Without members: that nothing fits.
struct Claim {
    std::vector<std::int32_t> members;
    std::int32_t value = 0;
    bool forced = false;
};

// The domains of a scope at the moment when its relation spoke, by position, and when the values went that were gone.
//
//     gone[c]      -1  before anything was supposed, so that it is nobody's ground; kNever: it is still there
//                  else the place of c in the order in which candidates went: those before `now` were gone
class Snapshot {
public:
    static constexpr std::int32_t kNever = INT32_MAX;

    Snapshot(const Problem& problem, const std::vector<Variable>& scope, const std::int32_t* gone, std::int32_t now)
        : problem_(problem), scope_(scope), gone_(gone), now_(now) {}

    std::int32_t size() const { return static_cast<std::int32_t>(scope_.size()); }
    Candidate candidate(std::int32_t member, std::int32_t value) const {
        return problem_.first[scope_[member]] + value;
    }
    // The values that were open to a member, and those that were gone and can be grounds.
    Mask domain(std::int32_t member) const {
        return select(member, [&](std::int32_t gone) { return gone >= now_; });
    }
    Mask absent(std::int32_t member) const {
        return select(member, [&](std::int32_t gone) { return gone >= 0 && gone < now_; });
    }
    // When a value went: greater is later.
    std::int32_t when(std::int32_t member, std::int32_t value) const { return gone_[candidate(member, value)]; }
    std::vector<Mask> domains() const;
    // Adds these values of a member to a list of grounds, but for those that need none.
    void add(std::int32_t member, Mask values, std::vector<Candidate>& grounds) const {
        for (values &= absent(member); values; values &= values - 1)
            grounds.push_back(candidate(member, __builtin_ctzll(values)));
    }

private:
    template <class Test> Mask select(std::int32_t member, Test test) const {
        Mask values = 0;
        const Candidate from = problem_.first[scope_[member]], to = problem_.first[scope_[member] + 1];
        for (Candidate c = from; c < to; ++c)
            values |= Mask{test(gone_[c])} << (c - from);
        return values;
    }

    const Problem& problem_;
    const std::vector<Variable>& scope_;
    const std::int32_t* gone_; // of each candidate
    std::int32_t now_;
};

// Between `least` and `most` members take a value of their own masks; no mask: the member does not count.
struct Bounds {
    std::vector<Mask> values; // of each member
    std::int32_t least, most;
};

enum class Walked : std::uint8_t { all, stopped, out_of_fuel };

class Relation {
public:
    static constexpr std::int64_t kFuel = 4096;        // steps of a walk in propagation
    static constexpr std::int64_t kRuleFuel = 1 << 20; // the same where rules ask: for every cage that people meet
    using Visit = std::function<bool(const std::uint8_t*)>;

    std::vector<Variable> scope;
    std::vector<std::int32_t> statements; // those of the Spec that it stands for, by their numbers

    explicit Relation(std::vector<Variable> variables) : scope(std::move(variables)) {}
    virtual ~Relation() = default;

    // The values of each member in some way to fill the scope inside the domains, none of which is empty; false where
    // there is none. Where the fuel does not last, values may stay that are in none.
    virtual bool fitting(const Mask* domains, Mask* used, std::int64_t fuel = kFuel) const = 0;
    // From now on more time for `fitting` is well spent, so that nothing is missed. Before anybody shares it.
    virtual void be_exact() {}

    // Search
    // Does it have to look again where this variable of its scope changed?
    virtual bool minds(Variable) const { return true; }
    // False where the relation cannot hold any more.
    virtual bool propagate(Editor& editor) const;
    // The same, taking longer and missing less: for whoever asked for more in `propagate`, once that of all relations
    // is at rest. It leaves nothing for itself to find, or asks for more once more.
    virtual bool deepen(Editor&) const { return true; }
    // What no State needs to be told: removed once, before a search begins.
    virtual bool open(Editor&) const { return true; }
    // Does a search branch by weight where there are such relations? Then how many statements speak of each variable.
    virtual bool weigh(std::vector<std::uint32_t>&) const { return false; }

    // Does it say just this? Then the learning search counts by itself, and neither propagates it nor asks for grounds.
    virtual std::optional<Bounds> bounds() const { return std::nullopt; }

    // Rules
    // The values that every way to fill the scope inside the domains, of which there is one, puts somewhere into these
    // members (by position); none where it does not say.
    virtual Mask forced(const Mask*, const std::vector<std::int32_t>&, std::int64_t = kFuel) const { return 0; }
    // The list of its layouts, null where there is none: what it says of values that fit is exact.
    virtual const Layouts* layouts() const { return nullptr; }
    // Are its layouts listed or walked, one by one? Then calls `visit(values)` for every one inside the domains until
    // it says false.
    virtual bool walks() const { return false; }
    virtual Walked walk(const Mask*, std::int64_t, const Visit&) const { return Walked::all; }
    // The values, each as often as it stands there, of every way to fill the scope inside the domains: sorted, one
    // after the other. Stops at `most` of them, or where the fuel does not last, and then says false.
    virtual bool combinations(const Mask* domains, std::size_t most, std::int64_t fuel,
                              std::vector<std::uint8_t>& found) const;
    // Does it say how its group can be filled? Then rules ask the first one of each group what fits and is forced.
    virtual bool fills() const { return false; }
    // Is it about the whole board, so that nobody lists the ways to fill it?
    virtual bool whole_board() const { return false; }
    // The number that is printed: a target, how many are seen; -1 where there is none.
    virtual std::int64_t clue() const { return -1; }
    // Is it a skyline as long as there are heights, each of which stands there once?
    virtual bool whole_skyline() const { return false; }
    // What the numbers of the scope add up to, where value 0 is the number 1; -1 where it does not say.
    virtual std::int64_t sum_of_numbers() const { return -1; }
    // Does it say by itself that its members differ?
    virtual bool differ() const { return false; }
    // Does the last variable of its scope count the different values of those before it, the nearest first?
    virtual bool looks() const { return false; }
    // Of areas: which members lie side by side; of several areas the number of each member, 0 where there is none and
    // -1 where the area may have any size.
    virtual const Adjacency* adjacency() const { return nullptr; }
    virtual std::span<const std::int32_t> numbers() const { return {}; }
    // Of rays along which somebody looks: how many cells each has, and how many of all these are seen.
    virtual std::span<const std::int32_t> rays() const { return {}; }
    virtual std::int64_t visible() const { return -1; }
    // A value and how often it stands in the scope, where it says just that of one value.
    virtual std::optional<std::pair<std::int32_t, std::int32_t>> often() const { return std::nullopt; }
    // The values that it names; `sizes` are those of all variables.
    virtual Mask speaks_of(const std::vector<std::int32_t>& sizes) const;
    // Is it plain to see that it cannot hold? By default where nothing fits.
    virtual bool broken(const Mask* domains) const;

    // Of each member the values whose absence makes the claim true, which it makes there: people are told of these, and
    // they are its grounds. All values, and false, where it knows no better.
    virtual bool matters(const Mask* domains, const Claim& claim, Mask* values) const;
    // Grounds: adds absent candidates from which the claim follows, which it made there; of several such sets that one
    // whose candidates went earlier. False where it cannot say: then all that were absent are the grounds.
    virtual bool grounds(const Snapshot& then, const Claim& claim, std::vector<Candidate>& absent) const;
    // What it says when it removes a candidate, of its scope or not.
    virtual Claim claim(const Snapshot& then, Variable x, std::int32_t value) const;
    // Does the claim follow from the domains?
    bool says(const Mask* domains, const Claim& claim) const;

protected:
    // No values; or all of a member that has none left, from which everything follows, and true.
    bool lacks_value(const Mask* domains, Mask* values) const;
};

// The absent candidates of its scope from which follows, inside these masks of all variables, that a candidate is
// false; or, of -1, that nothing fits. None where the relation does not say so.
std::optional<std::vector<Candidate>> grounds_of(const Problem& problem, const Relation& relation, const Mask* masks,
                                                 Candidate removed);

// A kind of relation, known by its name from the moment when the kernel is loaded: define one in its file.
struct RelationKind {
    struct Statement {
        const RelationSpec& spec;
        std::int32_t number; // in the Spec
    };

    std::string_view name;
    // Throws std::invalid_argument with a sentence where the scope, which names no variable twice, or a parameter is
    // out of range.
    void (*check)(const RelationSpec& spec, const std::vector<std::int32_t>& sizes);
    // The relations of all statements of the kind: one each, unless it joins some.
    void (*make)(const std::vector<Statement>& statements, const Apart& apart, Relations& made);

    // Where a statement's own words are not needed, or not all: states it by choices, at-most-one sets or narrower
    // masks, and says whether no relation is left of it.
    bool (*simplify)(const RelationSpec& statement, Spec& spec);

    RelationKind(std::string_view name, decltype(check) check, decltype(make) make,
                 decltype(simplify) simplify = nullptr);
};

// Throws std::invalid_argument with the names that there are.
const RelationKind& relation_kind(std::string_view name);
[[noreturn]] void refuse(const std::string& sentence);

// One relation of class R for each statement, made of its RelationSpec and of which variables are apart.
template <class R>
void one_each(const std::vector<RelationKind::Statement>& statements, const Apart& apart, Relations& made) {
    for (const auto& [spec, number] : statements) {
        made.push_back(std::make_shared<R>(spec, apart));
        made.back()->statements.push_back(number);
    }
}

// All of them in the order of their first statements.
Relations make_relations(const std::vector<RelationSpec>& specs, const Apart& apart);

} // namespace gridwright
