#include "proofs/proof.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <unordered_set>

#include "search/backbone.hpp"

namespace gridwright {
namespace {

using Bits = Rulebook::Bits;
using State = std::vector<Bits>;

constexpr std::size_t kShrunk = 12; // of so many assumptions that broke with the least the proofs are shrunk
// Assumptions inside assumptions that are followed before the best proof so far is good enough.
constexpr std::uint64_t kNestedTries = 150'000;

// Candidates that break after so many uses of statements are refuted inside an assumption before others are: few
// refutations are long, or many short. Which makes the smaller tree is seen when it is there, so each is tried.
constexpr std::array<std::size_t, 4> kUses{4, 8, 16, SIZE_MAX};

struct Hash {
    std::size_t operator()(const State& state) const {
        std::uint64_t hash = 0x9E3779B97F4A7C15u;
        for (Bits word : state)
            hash = (hash ^ word) * 0xD6E8FEB86659FD93u, hash ^= hash >> 32;
        return static_cast<std::size_t>(hash);
    }
};

// A state on the way of an assumption, the statements that led there, and those that say something new there.
struct Node {
    State left;
    std::vector<std::int32_t> path, units;
};

struct Assumption {
    Candidate candidate;
    std::size_t uses;        // until it broke, everything followed
    State before, left;      // all that was said in so many rounds: breaks no later than in a proof of so many lines
    std::vector<Node> front; // the states after so many lines, once a proof is possible
    std::int32_t lines = 0;  // how many
    bool open = false;       // is a proof of so many lines possible?
};

class Prover {
public:
    Prover(const Problem& problem, const Mask* masks, std::vector<Candidate> loud, std::uint64_t by_size,
           const Limits& limits)
        : rulebook_(problem), masks_(masks), loud_(std::move(loud)), left_(by_size), limits_(limits),
          meter_(limits_, 8), bare_(rulebook_, masks), outside_(rulebook_.left(masks)) {}

    Proof run(const std::vector<Candidate>& silent) {
        Proof proof;
        const Possible some = possible(rulebook_.problem(), nullptr, masks_, limits_);
        proof.nodes = some.nodes;
        if (some.stop != Stop::none) {
            proof.stop = some.stop;
            return proof;
        }
        limits_.nodes -= std::min(limits_.nodes, some.nodes);
        std::vector<Candidate> wrong = loud_;
        wrong.insert(wrong.end(), silent.begin(), silent.end());
        std::erase_if(wrong, [&](Candidate c) {
            const Variable x = rulebook_.problem().variable_of[c];
            return !bare_.alive(c) || some.masks[x] >> (c - rulebook_.problem().first[x]) & 1;
        });
        for (std::int32_t i : bare_.restless())
            if (ProofLine line = Consequences(bare_).say(i); !line.placed.empty() || !line.removed.empty()) {
                proof.refutation.lines.push_back(std::move(line));
                proof.smallest = true;
                return proof;
            }
        std::optional<Refutation> found = one_assumption(wrong, proof.smallest);
        if (!found && !stopped_ && !wrong.empty())
            found = nested(wrong);
        if (found && !stopped_)
            proof.refutation = std::move(*found);
        else if (stopped_)
            proof.stop = meter_.stop();
        proof.nodes += meter_.nodes();
        return proof;
    }

private:
    bool spend() {
        stopped_ |= !meter_.spend();
        return !stopped_;
    }

    // One assumption

    std::optional<Refutation> one_assumption(const std::vector<Candidate>& wrong, bool& smallest) {
        std::vector<Assumption> broken;
        Consequences follow = bare_;
        const auto start = follow.mark();
        for (Candidate c : wrong) {
            if (!spend())
                return std::nullopt;
            if (!(follow.assume(c) && follow.settle()))
                broken.push_back({c, follow.mark().uses, outside_, placed(c), {}});
            follow.undo(start);
        }
        if (broken.empty())
            return std::nullopt;
        smallest = true;
        if (auto found = by_size(broken); found || stopped_)
            return found;
        smallest = false;
        std::stable_sort(broken.begin(), broken.end(), [](const auto& a, const auto& b) { return a.uses < b.uses; });
        std::optional<Refutation> best;
        for (std::size_t i = 0; i < broken.size() && i < kShrunk && !stopped_; ++i) {
            follow.undo(start);
            if (!(follow.assume(broken[i].candidate) && follow.settle())) {
                Refutation next = shrink(follow.tell(start, broken[i].candidate));
                if (!best || next.size() < best->size())
                    best = std::move(next);
            }
        }
        return best;
    }

    State placed(Candidate c) const {
        State left = outside_;
        rulebook_.place(left.data(), c);
        return left;
    }

    // All assumptions in step, a line more each time.
    std::optional<Refutation> by_size(std::vector<Assumption>& broken) {
        bool more = true;
        for (std::int32_t lines = 1; more; ++lines) {
            more = false;
            for (Assumption& each : broken) {
                each.open = each.open || round(each);
                if (each.open)
                    if (auto path = longer(each, lines))
                        return replay(each.candidate, *path);
                if (stopped_ || left_ == 0)
                    return std::nullopt;
                more |= !each.open || !each.front.empty();
            }
        }
        return std::nullopt;
    }

    // Everything that the statements say at once; does one of them break?
    bool round(Assumption& each) {
        State next = each.left, after(next.size());
        for (std::int32_t i : touched(each.before, each.left, bare_.restless())) {
            if (!rulebook_.use(i, each.left.data(), after.data()))
                return true;
            for (std::size_t w = 0; w < next.size(); ++w)
                next[w] &= after[w];
        }
        each.before = std::move(each.left);
        each.left = std::move(next);
        return false;
    }

    // Let the fronts of an assumption grow until proofs of so many lines are known; the first that is met.
    std::optional<std::vector<std::int32_t>> longer(Assumption& each, std::int32_t lines) {
        if (each.lines == 0) {
            Node first{placed(each.candidate), {}, bare_.restless()};
            each.lines = 1;
            if (const std::int32_t last = look(outside_, first); last >= 0)
                return std::vector{last};
            each.front.push_back(std::move(first));
        }
        for (; each.lines < lines; ++each.lines) {
            std::vector<Node> further;
            std::unordered_set<State, Hash> known;
            State after(outside_.size());
            for (const Node& node : each.front)
                for (std::int32_t i : node.units) {
                    if (!rulebook_.use(i, node.left.data(), after.data()) || !known.insert(after).second)
                        continue;
                    if (left_ == 0 || !spend())
                        return std::nullopt;
                    --left_;
                    Node next{after, node.path, node.units};
                    next.path.push_back(i);
                    if (const std::int32_t last = look(node.left, next); last >= 0) {
                        next.path.push_back(last);
                        return next.path;
                    }
                    further.push_back(std::move(next));
                }
            each.front = std::move(further);
        }
        return std::nullopt;
    }

    // The statements that may say something new: those that did, and those about what went since.
    std::vector<std::int32_t> touched(const State& before, const State& left,
                                      const std::vector<std::int32_t>& units) const {
        std::vector<std::int32_t> found = units;
        for (std::size_t w = 0; w < left.size(); ++w)
            for (Bits gone = before[w] & ~left[w]; gone; gone &= gone - 1) {
                const auto about = rulebook_.about(static_cast<Candidate>(w * 64) + std::countr_zero(gone));
                found.insert(found.end(), about.begin(), about.end());
            }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    // Finds the statements that say something new; one that cannot hold, or -1.
    std::int32_t look(const State& before, Node& node) {
        std::vector<std::int32_t> units;
        State after(node.left.size());
        for (std::int32_t i : touched(before, node.left, node.units)) {
            if (!rulebook_.use(i, node.left.data(), after.data()))
                return i;
            if (after != node.left)
                units.push_back(i);
        }
        node.units = std::move(units);
        return -1;
    }

    Refutation replay(Candidate c, const std::vector<std::int32_t>& path) {
        Consequences follow = bare_;
        const auto start = follow.mark();
        bool fine = follow.assume(c);
        for (std::size_t i = 0; i < path.size() && fine; ++i)
            fine = follow.use(path[i]);
        return follow.tell(start, c);
    }

    // Nested assumptions

    std::optional<Refutation> nested(std::vector<Candidate> wrong) {
        auto left = [&](Candidate c) { return std::popcount(bare_.mask(rulebook_.problem().variable_of[c])); };
        std::stable_sort(wrong.begin(), wrong.end(), [&](Candidate a, Candidate b) { return left(a) < left(b); });
        Consequences follow = bare_;
        const auto start = follow.mark();
        std::vector<Refutation> found;
        for (std::int32_t depth = 1; found.empty(); ++depth) {
            const std::uint64_t began = meter_.nodes();
            for (std::size_t least = kUses.size(); least-- > 0;)
                for (Candidate c : wrong) {
                    if (!found.empty() && meter_.nodes() - began > kNestedTries)
                        break;
                    follow.undo(start);
                    const bool breaks = !(follow.assume(c) && follow.settle()) || refute(follow, depth, least);
                    if (stopped_)
                        return std::nullopt;
                    if (breaks)
                        found.push_back(follow.tell(start, c, explain(depth - 1, least)));
                }
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
        std::optional<Refutation> best;
        for (std::size_t i = 0; i < found.size() && i < kShrunk && !stopped_; ++i) {
            Refutation next = shrink(found[i]);
            if (!best || next.size() < best->size())
                best = std::move(next);
        }
        return best;
    }

    // Refute candidates inside an assumption, by proofs with `depth - 1` assumptions of their own at the most, until
    // something breaks; those that take least come first, where `least` says what is little.
    bool refute(Consequences& follow, std::int32_t depth, std::size_t least) {
        for (std::size_t stage = least; stage < kUses.size() - 1 + static_cast<std::size_t>(depth); ++stage) {
            const std::int32_t inner = static_cast<std::int32_t>(std::max(stage + 1, kUses.size()) - kUses.size());
            std::size_t at = 0;
            for (std::size_t untried = loud_.size(); untried > 0; --untried, ++at) {
                const Candidate c = loud_[at % loud_.size()];
                if (!follow.alive(c) || std::has_single_bit(follow.mask(rulebook_.problem().variable_of[c])))
                    continue;
                if (!spend())
                    return false;
                const auto mark = follow.mark();
                const bool breaks = !(follow.assume(c) && follow.settle(kUses[std::min(stage, kUses.size() - 1)])) ||
                                    (inner > 0 && refute(follow, inner, least));
                follow.undo(mark);
                if (stopped_)
                    return false;
                if (!breaks)
                    continue;
                if (!(follow.exclude(c, nullptr) && follow.settle()))
                    return true;
                if (stage > least) { // what takes less is done first
                    stage = least - 1;
                    break;
                }
                untried = loud_.size() + 1;
            }
        }
        return false;
    }

    // The refutation of a candidate in the midst of an assumption, found once more for whoever needs it.
    Consequences::Explain explain(std::int32_t depth, std::size_t least) {
        return [this, depth, least](Candidate c, const Consequences& at, std::int32_t when) {
            Consequences follow = bare_;
            for (Candidate gone : at.gone_before(when))
                follow.give(gone);
            follow.settle();
            const auto mark = follow.mark();
            if (follow.assume(c) && follow.settle())
                refute(follow, depth, least);
            return stopped_ ? Refutation{} : follow.tell(mark, c, explain(depth - 1, least));
        };
    }

    // Shrinking

    // The same without what it does not need, from what it rests on alone.
    Refutation shrink(const Refutation& given) {
        Refutation best = given;
        std::vector<Refutation> inside;
        for (const ProofLine& line : given.lines)
            if (!line.inside.empty())
                inside.push_back(shrink(line.inside[0]));
        std::vector<std::uint8_t> allowed(rulebook_.statements(), 0);
        for (const ProofLine& line : given.lines)
            if (line.statement >= 0)
                allowed[line.statement] = 1;
        std::vector<const Refutation*> lemmas;
        for (const Refutation& each : inside)
            lemmas.push_back(&each);
        if (auto again = follow_only(given, allowed, lemmas))
            best = std::move(*again);
        else
            return best;
        auto keep = [&] { // what the best one uses
            std::fill(allowed.begin(), allowed.end(), 0);
            for (const ProofLine& line : best.lines)
                if (line.statement >= 0)
                    allowed[line.statement] = 1;
            std::erase_if(lemmas, [&](const Refutation* lemma) {
                return std::none_of(best.lines.begin(), best.lines.end(), [&](const ProofLine& line) {
                    return !line.inside.empty() && line.inside[0].assumed == lemma->assumed;
                });
            });
        };
        keep();
        for (std::size_t i = lemmas.size(); i-- > 0 && !stopped_;) {
            if (i >= lemmas.size())
                continue;
            auto fewer = lemmas;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (auto next = follow_only(given, allowed, fewer); next && next->size() < best.size()) {
                best = std::move(*next);
                keep();
            }
        }
        for (std::int32_t i = rulebook_.statements(); i-- > 0 && !stopped_;) {
            if (!allowed[i])
                continue;
            allowed[i] = 0;
            if (auto next = follow_only(given, allowed, lemmas); next && next->size() < best.size()) {
                best = std::move(*next);
                keep();
            } else {
                allowed[i] = 1;
            }
        }
        return best;
    }

    // What is supposed, followed by these statements and refutations alone, until it breaks.
    std::optional<Refutation> follow_only(const Refutation& given, const std::vector<std::uint8_t>& allowed,
                                          const std::vector<const Refutation*>& lemmas) {
        if (!spend())
            return std::nullopt;
        Consequences follow = bare_;
        follow.allow(&allowed);
        for (Candidate c : given.premises)
            if (!follow.give(c))
                return std::nullopt;
        const auto mark = follow.mark();
        bool fine = follow.assume(given.assumed) && follow.settle();
        for (bool changed = true; fine && changed;) {
            changed = false;
            for (const Refutation* lemma : lemmas) {
                if (!fine || !follow.alive(lemma->assumed) ||
                    std::any_of(lemma->premises.begin(), lemma->premises.end(),
                                [&](Candidate c) { return follow.alive(c); }))
                    continue;
                changed = true;
                fine = follow.exclude(lemma->assumed, lemma) && follow.settle();
            }
        }
        if (fine)
            return std::nullopt;
        return follow.tell(mark, given.assumed);
    }

    const Rulebook rulebook_;
    const Mask* masks_;
    const std::vector<Candidate> loud_;
    std::uint64_t left_; // states that the search by size may still look at
    Limits limits_;
    Meter meter_;
    bool stopped_ = false;
    const Consequences bare_; // nothing supposed
    const State outside_;
};

} // namespace

Proof prove(const Problem& problem, const Mask* masks, std::vector<Candidate> loud,
            const std::vector<Candidate>& silent, std::uint64_t by_size, const Limits& limits) {
    return Prover(problem, masks, std::move(loud), by_size, limits).run(silent);
}

} // namespace gridwright
