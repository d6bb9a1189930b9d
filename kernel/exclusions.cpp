#include "exclusions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <memory>

#include "backbone.hpp"
#include "options.hpp"
#include "refuting_statements.hpp"
#include "smallest_exclusions.hpp"

namespace gridwright {
namespace {

using Bits = OpenStatements::Bits;
using Picks = std::uint32_t; // options of a statement, by position

// Sets of candidates have W words; 0: as many as `words` says.
template <int W> class Finder {
public:
    Finder(const Rulebook& rulebook, const OpenStatements& open, const Mask* masks, const ExclusionBounds& bounds,
           const Limits& limits)
        : rulebook_(rulebook), masks_(masks), limits_(limits), open_(open), bounds_(bounds), meter_(limits, 256),
          words_(open.words) {}

    Exclusions run() {
        Exclusions result;
        smallest_.assign(open_.candidates.size(), INT32_MAX);
        singles();
        const std::size_t sizes = bounds_.most_options.size();
        if (sizes > 1) {
            connect();
            pairs();
            if (sizes > 2 && going())
                triples();
            for (std::size_t k = 4; k <= sizes && going(); ++k)
                larger(static_cast<std::int32_t>(k));
            if (bounds_.longest > static_cast<std::int32_t>(sizes) && going())
                follow_all();
        }
        std::sort(rows_.begin(), rows_.end());
        for (const auto& row : rows_)
            result.rows.insert(result.rows.end(), row.begin(), row.end());
        result.stop = meter_.stop();
        result.nodes = meter_.nodes();
        return result;
    }

private:
    std::int32_t words() const { return W ? W : words_; }
    bool going() const { return meter_.stop() == Stop::none; }
    Bits* at(std::vector<Bits>& sets, std::size_t i) { return sets.data() + i * words(); }
    const Bits* kills(std::int32_t member, std::int32_t pick) const {
        return kills_.data() + static_cast<std::size_t>(first_[member] + pick) * words();
    }
    // The options of one that conflict with a pick of the other.
    Picks conflicts(std::int32_t member, std::int32_t pick, std::int32_t other) const {
        return conflicts_[conflict_at(member, other) + pick];
    }
    std::size_t conflict_at(std::int32_t member, std::int32_t other) const {
        return static_cast<std::size_t>(first_[member]) * size_ + static_cast<std::size_t>(other) * count_[member];
    }
    // The options of one that conflict with some of the other.
    Picks touched(std::int32_t member, std::int32_t other) const {
        return touched_[static_cast<std::size_t>(member) * size_ + other];
    }
    bool empty(const Bits* set) const {
        Bits any = 0;
        for (std::int32_t w = 0; w < words(); ++w)
            any |= set[w];
        return any == 0;
    }
    static Picks every(std::int32_t count) { return static_cast<Picks>((std::uint64_t{1} << count) - 1); }

    void singles() {
        std::vector<Bits> gone(words());
        for (const auto& statement : open_.statements) {
            if (!meter_.spend() || statement.count > bounds_.most_options[0])
                continue;
            gone = open_.all();
            for (std::int32_t i = 0; i < statement.count; ++i)
                for (std::int32_t w = 0; w < words(); ++w)
                    gone[w] &= open_.kills(statement.first + i)[w];
            keep({statement.number}, gone.data());
        }
        for (const auto& large : open_.large) // these are asked what fits
            if (bounds_.large)
                keep({large.number}, large.gone.data());
    }

    // The statements that may stand beside others, and which of their options conflict.
    void connect() {
        const std::int32_t most = bounds_.longest > static_cast<std::int32_t>(bounds_.most_options.size())
                                      ? ExclusionBounds::kMostOptions
                                      : *std::max_element(bounds_.most_options.begin() + 1, bounds_.most_options.end());
        struct Place {
            std::int32_t member, pick;
        };
        std::vector<std::vector<Place>> places(open_.candidates.size());
        for (const auto& statement : open_.statements) {
            if (statement.count > most)
                continue;
            const auto member = static_cast<std::int32_t>(number_.size());
            number_.push_back(statement.number);
            first_.push_back(static_cast<std::int32_t>(options_.size()));
            count_.push_back(statement.count);
            for (std::int32_t i = 0; i < statement.count; ++i) {
                options_.push_back(statement.first + i);
                const Bits* from = open_.kills(statement.first + i);
                kills_.insert(kills_.end(), from, from + words());
                for (std::int32_t bit : open_.made_true(statement.first + i))
                    places[bit].push_back({member, i});
            }
        }
        size_ = static_cast<std::int32_t>(number_.size());
        statements_ = static_cast<std::int32_t>(open_.statements.size() + open_.large.size());
        near_words_ = (size_ + 63) / 64;
        conflicts_.assign(options_.size() * size_, 0);
        touched_.assign(static_cast<std::size_t>(size_) * size_, 0);
        near_.assign(static_cast<std::size_t>(size_) * near_words_, 0);
        alone_.resize(static_cast<std::size_t>(size_) * words());
        pair_.assign(static_cast<std::size_t>(size_) * size_, -1);
        for (std::int32_t member = 0; member < size_; ++member) {
            std::copy(open_.all().begin(), open_.all().end(), at(alone_, member));
            for (std::int32_t i = 0; i < count_[member]; ++i) {
                const Bits* killed = kills(member, i);
                for (std::int32_t w = 0; w < words(); ++w) {
                    at(alone_, member)[w] &= killed[w];
                    for (Bits left = killed[w]; left; left &= left - 1)
                        for (const Place& place : places[w * 64 + std::countr_zero(left)]) {
                            if (place.member == member)
                                continue;
                            conflicts_[conflict_at(member, place.member) + i] |= Picks{1} << place.pick;
                            touched_[static_cast<std::size_t>(member) * size_ + place.member] |= Picks{1} << i;
                            near_[static_cast<std::size_t>(member) * near_words_ + place.member / 64] |=
                                Bits{1} << (place.member % 64);
                        }
                }
            }
        }
    }
    bool connected(std::int32_t a, std::int32_t b) const { return touched(a, b) != 0; }
    const Bits* near(std::int32_t member) const {
        return near_.data() + static_cast<std::size_t>(member) * near_words_;
    }

    // Of these options, what all of them kill.
    void kill_all(std::int32_t member, Picks picks, Bits* set) const {
        for (; picks; picks &= picks - 1) {
            const Bits* killed = kills(member, std::countr_zero(picks));
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] &= killed[w];
        }
    }

    // Of `set`, what every joint selection of these members kills, an option of `left` each.
    template <class Members> void excluded(const Members& members, std::span<const Picks> left, Bits* set) {
        const auto n = static_cast<std::int32_t>(members.size());
        ensure(n);
        std::copy(set, set + words(), alive_.begin());
        select(members, left, 0, n, set);
    }
    void ensure(std::int32_t n) { alive_.resize(std::max(alive_.size(), static_cast<std::size_t>(n + 1) * words())); }
    // Row d of `alive_` is what the first d picks spare. False where nothing is left of the set.
    template <class Members>
    bool select(const Members& members, std::span<const Picks> left, std::int32_t depth, std::int32_t n, Bits* set) {
        Bits* spared = alive_.data() + static_cast<std::size_t>(depth) * words();
        if (depth == n) {
            Bits any = 0;
            for (std::int32_t w = 0; w < words(); ++w)
                any |= set[w] &= ~spared[w];
            return any != 0;
        }
        for (Picks picks = left[depth]; picks; picks &= picks - 1) {
            const std::int32_t pick = std::countr_zero(picks);
            const Bits* killed = kills(members[depth], pick);
            Bits any = 0;
            for (std::int32_t w = 0; w < words(); ++w)
                any |= spared[words() + w] = spared[w] & ~killed[w] & set[w];
            if (!any)
                continue;
            std::array<Picks, kLongest> next;
            bool possible = true;
            for (std::int32_t i = depth + 1; i < n; ++i)
                possible &= (next[i] = left[i] & ~conflicts(members[depth], pick, members[i])) != 0;
            if (possible && !select(members, std::span<const Picks>(next.data(), n), depth + 1, n, set))
                return false;
        }
        return true;
    }

    void pairs() {
        std::vector<Bits> set(words());
        for (std::int32_t a = 0; a < size_; ++a)
            for (std::int32_t b = a + 1; b < size_; ++b) {
                if (!connected(a, b))
                    continue;
                if (!meter_.spend())
                    return;
                for (std::int32_t w = 0; w < words(); ++w)
                    set[w] = open_.all()[w] & ~at(alone_, a)[w] & ~at(alone_, b)[w];
                kill_all(a, every(count_[a]) & ~touched(a, b), set.data());
                kill_all(b, every(count_[b]) & ~touched(b, a), set.data());
                if (empty(set.data()))
                    continue;
                const std::array<Picks, 2> left{every(count_[a]), every(count_[b])};
                excluded(std::array{a, b}, left, set.data());
                if (empty(set.data()))
                    continue;
                pair_[static_cast<std::size_t>(a) * size_ + b] = pair_[static_cast<std::size_t>(b) * size_ + a] =
                    static_cast<std::int32_t>(together_.size() / words());
                together_.insert(together_.end(), set.begin(), set.end());
                if (std::max(count_[a], count_[b]) <= bounds_.most_options[1])
                    keep_irreducible(std::array{a, b}, set.data());
            }
    }

    void spare_pair(std::int32_t a, std::int32_t b, Bits* set) {
        const std::int32_t i = pair_[static_cast<std::size_t>(a) * size_ + b];
        if (i >= 0)
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] &= ~at(together_, i)[w];
    }

    // Three members are a path, whose ends do not touch, or touch each other all.
    void triples() {
        ensure(3);
        const std::int32_t most = bounds_.most_options[2];
        for (std::int32_t centre = 0; centre < size_ && going(); ++centre)
            if (count_[centre] <= most) {
                paths(centre, most);
                triangles(centre, most);
            }
    }

    void paths(std::int32_t centre, std::int32_t most) {
        ends_.clear();
        end_sets_.resize(static_cast<std::size_t>(size_ + 1) * words());
        for (std::int32_t end = 0; end < size_; ++end) {
            if (!connected(centre, end) || count_[end] > most)
                continue;
            Bits* set = at(end_sets_, ends_.size()); // what this end leaves possible, whatever the other is
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] = open_.all()[w] & ~at(alone_, end)[w] & ~at(alone_, centre)[w];
            kill_all(end, every(count_[end]) & ~touched(end, centre), set);
            spare_pair(end, centre, set);
            if (!empty(set))
                ends_.push_back(end);
        }
        Bits* set = at(end_sets_, size_);
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const std::int32_t a = ends_[i];
            const Bits* one = at(end_sets_, i);
            const Picks free = every(count_[centre]) & ~touched(centre, a);
            if (!meter_.spend())
                return;
            for (std::size_t j = i + 1; j < ends_.size(); ++j) {
                const Bits* other = at(end_sets_, j);
                Bits any = 0;
                for (std::int32_t w = 0; w < words(); ++w)
                    any |= set[w] = one[w] & other[w];
                const std::int32_t c = ends_[j];
                if (!any || connected(a, c))
                    continue;
                kill_all(centre, free & ~touched(centre, c), set);
                look_at(std::array{a, centre, c}, set);
            }
        }
    }

    // Those whose first member it is.
    void triangles(std::int32_t a, std::int32_t most) {
        end_sets_.resize(static_cast<std::size_t>(size_ + 1) * words());
        Bits *begin = at(end_sets_, 0), *set = at(end_sets_, 1);
        for (std::int32_t b = a + 1; b < size_; ++b) {
            if (!connected(a, b) || count_[b] > most)
                continue;
            if (!meter_.spend())
                return;
            for (std::int32_t w = 0; w < words(); ++w)
                begin[w] = open_.all()[w] & ~at(alone_, a)[w] & ~at(alone_, b)[w];
            spare_pair(a, b, begin);
            const Picks free_a = every(count_[a]) & ~touched(a, b), free_b = every(count_[b]) & ~touched(b, a);
            for (std::int32_t w = b / 64; w < near_words_; ++w)
                for (Bits both = near(a)[w] & near(b)[w]; both; both &= both - 1) {
                    const std::int32_t c = w * 64 + std::countr_zero(both);
                    if (c <= b || count_[c] > most)
                        continue;
                    for (std::int32_t v = 0; v < words(); ++v)
                        set[v] = begin[v] & ~at(alone_, c)[v];
                    kill_all(a, free_a & ~touched(a, c), set);
                    kill_all(b, free_b & ~touched(b, c), set);
                    kill_all(c, every(count_[c]) & ~(touched(c, a) | touched(c, b)), set);
                    if (empty(set))
                        continue;
                    spare_pair(a, c, set);
                    spare_pair(b, c, set);
                    look_at(std::array{a, b, c}, set);
                }
        }
    }

    // Of `set`, what the three exclude together.
    void look_at(std::array<std::int32_t, 3> members, Bits* set) {
        if (empty(set))
            return;
        const auto [a, b, c] = members;
        Bits* spared = at(alive_, 0); // row 0: what the first pick spares; row 1: what the second spares of that
        const Picks *ab = &conflicts_[conflict_at(a, b)], *ac = &conflicts_[conflict_at(a, c)],
                    *bc = &conflicts_[conflict_at(b, c)];
        for (std::int32_t i = 0; i < count_[a]; ++i) {
            const Picks seconds = every(count_[b]) & ~ab[i], thirds = every(count_[c]) & ~ac[i];
            Bits any = 0;
            for (std::int32_t w = 0; w < words(); ++w)
                any |= spared[w] = set[w] & ~kills(a, i)[w];
            if (!any || !thirds)
                continue;
            for (Picks second = seconds; second; second &= second - 1) {
                const std::int32_t j = std::countr_zero(second);
                Picks third = thirds & ~bc[j];
                Bits* both = spared + words();
                any = 0;
                for (std::int32_t w = 0; w < words(); ++w)
                    any |= both[w] = spared[w] & ~kills(b, j)[w];
                if (!any || !third)
                    continue;
                for (; third; third &= third - 1)
                    for (std::int32_t w = 0; w < words(); ++w)
                        set[w] &= ~both[w] | kills(c, std::countr_zero(third))[w];
                any = 0;
                for (std::int32_t w = 0; w < words(); ++w) {
                    spared[w] &= set[w];
                    any |= set[w];
                }
                if (!any)
                    return;
            }
        }
        std::sort(members.begin(), members.end());
        keep_irreducible(members, set);
    }

    // Every connected set of k members once: by its smallest member, then by neighbours of what is there already.
    void larger(std::int32_t k) {
        const std::int32_t most = bounds_.most_options[k - 1];
        std::vector<Bits> few(near_words_, 0);
        for (std::int32_t m = 0; m < size_; ++m)
            if (count_[m] <= most)
                few[m / 64] |= Bits{1} << (m % 64);
        // Row d: of d members, what may still join them, and all that they touch.
        const std::size_t row = near_words_;
        std::vector<Bits> joining((k + 1) * row), seen((k + 1) * row);
        std::vector<std::int32_t> members;
        for (std::int32_t first = 0; first < size_; ++first) {
            if (!(few[first / 64] >> (first % 64) & 1))
                continue;
            few[first / 64] &= ~(Bits{1} << (first % 64)); // those before it have had their turn
            for (std::size_t w = 0; w < row; ++w) {
                joining[row + w] = near(first)[w] & few[w];
                seen[row + w] = near(first)[w];
            }
            members.assign(1, first);
            if (!join(k, members, few, joining, seen))
                return;
        }
    }
    bool join(std::int32_t k, std::vector<std::int32_t>& members, const std::vector<Bits>& few,
              std::vector<Bits>& joining, std::vector<Bits>& seen) {
        const std::size_t row = near_words_, d = members.size();
        if (static_cast<std::int32_t>(d) == k - 1) {
            if (!meter_.spend())
                return false;
            last_of(members, joining.data() + d * row);
            return true;
        }
        for (std::size_t w = 0; w < row; ++w)
            while (Bits& word = joining[d * row + w]) {
                const std::int32_t m = static_cast<std::int32_t>(w * 64) + std::countr_zero(word);
                word &= word - 1;
                for (std::size_t v = 0; v < row; ++v) {
                    const Bits fresh = near(m)[v] & few[v] & ~seen[d * row + v];
                    joining[(d + 1) * row + v] = joining[d * row + v] | fresh;
                    seen[(d + 1) * row + v] = seen[d * row + v] | near(m)[v];
                }
                members.push_back(m);
                const bool going_on = join(k, members, few, joining, seen);
                members.pop_back();
                if (!going_on)
                    return false;
            }
        return true;
    }
    // All sets of these members and one of those that may join.
    void last_of(const std::vector<std::int32_t>& members, const Bits* joining) {
        const std::size_t n = members.size();
        begin_.assign(open_.all().begin(), open_.all().end());
        free_.resize(n);
        free_kills_.resize(n * words());
        for (std::size_t i = 0; i < n; ++i) {
            for (std::int32_t w = 0; w < words(); ++w)
                begin_[w] &= ~at(alone_, members[i])[w];
            Picks conflicting = 0;
            for (std::size_t j = 0; j < n; ++j) {
                conflicting |= touched(members[i], members[j]);
                if (j > i)
                    spare_pair(members[i], members[j], begin_.data());
            }
            free_[i] = every(count_[members[i]]) & ~conflicting;
            std::copy(open_.all().begin(), open_.all().end(), at(free_kills_, i));
            kill_all(members[i], free_[i], at(free_kills_, i));
        }
        if (empty(begin_.data()))
            return;
        set_.resize(words());
        Bits* set = set_.data();
        for (std::int32_t v = 0; v < near_words_; ++v)
            for (Bits left = joining[v]; left; left &= left - 1) {
                const std::int32_t last = v * 64 + std::countr_zero(left);
                std::copy(begin_.begin(), begin_.end(), set);
                Picks conflicting = 0;
                for (std::size_t i = 0; i < n; ++i) {
                    conflicting |= touched(last, members[i]);
                    if (free_[i] & touched(members[i], last))
                        kill_all(members[i], free_[i] & ~touched(members[i], last), set);
                    else
                        for (std::int32_t w = 0; w < words(); ++w)
                            set[w] &= at(free_kills_, i)[w];
                }
                if (empty(set))
                    continue;
                kill_all(last, every(count_[last]) & ~conflicting, set);
                for (std::int32_t w = 0; w < words(); ++w)
                    set[w] &= ~at(alone_, last)[w];
                for (std::int32_t member : members)
                    spare_pair(member, last, set);
                if (!empty(set))
                    look_at_larger(members, last, set);
            }
    }
    // Of `set`, what these exclude together, and no fewer of them.
    void look_at_larger(const std::vector<std::int32_t>& some, std::int32_t last, Bits* set) {
        std::vector<std::int32_t> members(some);
        members.push_back(last);
        std::sort(members.begin(), members.end());
        std::vector<Picks> left;
        for (std::int32_t m : members)
            left.push_back(every(count_[m]));
        excluded(members, left, set);
        std::vector<Bits> gone(words());
        for (std::size_t i = 0; i < members.size() && !empty(set); ++i) {
            std::vector<std::int32_t> fewer(members);
            std::vector<Picks> fewer_left(left);
            fewer.erase(fewer.begin() + i);
            fewer_left.erase(fewer_left.begin() + i);
            gone.assign(set, set + words());
            excluded(fewer, fewer_left, gone.data());
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] &= ~gone[w];
        }
        if (!empty(set))
            keep_irreducible(members, set);
    }

    // Of every candidate that no three statements have excluded so far: it is assumed, and where that breaks, the
    // statements behind the break are dropped one by one while the others still refute it, in several orders.
    void follow_all() {
        const Problem& problem = rulebook_.problem();
        const Possible some = gridwright::possible(problem, nullptr, masks_, at_most(kSolutionNodes));
        for (std::size_t bit = 0; bit < open_.candidates.size() && meter_.spend(); ++bit) {
            const Candidate c = open_.candidates[bit];
            const Variable x = problem.variable_of[c];
            if (some.stop == Stop::none && some.masks[x] >> (c - problem.first[x]) & 1)
                continue;           // some solution has it
            if (smallest_[bit] > 3) // the listed ones have few options: there may be a smaller one
                prove_or_follow(static_cast<std::int32_t>(bit));
        }
    }
    Limits at_most(std::uint64_t nodes) const {
        Limits fewer = limits_;
        fewer.nodes = nodes;
        return fewer;
    }
    std::vector<Bits> only(std::int32_t bit) const {
        std::vector<Bits> set(words(), 0);
        set[bit >> 6] |= Bits{1} << (bit & 63);
        return set;
    }
    void prove_or_follow(std::int32_t assumed) {
        const std::int32_t most = std::min({bounds_.longest, kProved, smallest_[assumed] - 1});
        const auto proved =
            smallest_exclusions(rulebook_, masks_, open_.candidates[assumed], most, at_most(kProofNodes));
        if (proved.found.empty())
            return follow(assumed);
        const std::vector<Bits> set = only(assumed);
        std::vector<std::int32_t> members;
        for (const auto& numbers : proved.found) {
            members.clear();
            for (std::int32_t number : numbers)
                if (const auto found = std::lower_bound(number_.begin(), number_.end(), number);
                    found != number_.end() && *found == number)
                    members.push_back(static_cast<std::int32_t>(found - number_.begin()));
            if (members.size() == numbers.size())
                keep_irreducible(members, set.data());
            else if (bounds_.large) // one has too many options to tell whether it is glued
                keep(numbers, set.data());
        }
    }
    // The same where relations with many options matter: by use.
    void use_all(std::int32_t assumed) {
        if (!used_)
            used_ = std::make_unique<Rulebook>(rulebook_); // its memory is our own
        const std::vector<Bits> set = only(assumed);
        const auto most = static_cast<std::size_t>(std::min(bounds_.longest, smallest_[assumed] - 1));
        for (const auto& statements :
             refuting_statements(*used_, candidates_left(*used_, masks_), open_.candidates[assumed], most, meter_))
            keep(statements, set.data());
    }
    void follow(std::int32_t assumed) {
        surviving_.resize(size_);
        for (std::int32_t m = 0; m < size_; ++m)
            surviving_[m] = survivors(m, every(count_[m]), open_.links(assumed));
        std::vector<std::vector<std::int32_t>> found;
        std::size_t fewest = static_cast<std::size_t>(std::min(bounds_.longest, smallest_[assumed] - 1));
        for (const bool backwards : {false, true}) {
            const std::vector<std::int32_t> behind = behind_break(assumed, backwards);
            if (behind.empty() || behind.size() > kLongest)
                return bounds_.large && size_ < statements_ ? use_all(assumed) : void();
            for (std::int32_t order = 0; order < kOrders; ++order) {
                std::vector<std::int32_t> members = shrunk(behind, order);
                if (members.size() > fewest)
                    continue;
                fewest = members.size();
                found.push_back(std::move(members));
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        const std::vector<Bits> set = only(assumed);
        for (const auto& members : found)
            if (members.size() == fewest)
                keep_irreducible(members, set.data());
    }
    // Of these options those that the killed candidates leave possible.
    Picks survivors(std::int32_t member, Picks picks, const Bits* killed) const {
        Picks left = picks;
        for (; picks; picks &= picks - 1)
            for (std::int32_t bit : open_.made_true(options_[first_[member] + std::countr_zero(picks)]))
                if (has_bit(killed, bit)) {
                    left &= ~(picks & -picks);
                    break;
                }
        return left;
    }
    // Round by round, what all options that are left of a statement kill goes; where a statement has none left, the
    // members that this rests on, the last first. None where nothing breaks.
    std::vector<std::int32_t> behind_break(std::int32_t assumed, bool backwards) {
        std::vector<Bits> killed(open_.links(assumed), open_.links(assumed) + words()), next(words()), common(words());
        std::vector<std::int32_t> by(open_.candidates.size(), -1), when(open_.candidates.size(), 0);
        std::vector<Picks> left(surviving_);
        for (std::int32_t round = 1;; ++round) {
            next = killed;
            for (std::int32_t i = 0; i < size_; ++i) {
                const std::int32_t m = backwards ? size_ - 1 - i : i;
                left[m] = survivors(m, left[m], killed.data());
                if (!left[m])
                    return traced(m, round, by, when);
                common = open_.all();
                kill_all(m, left[m], common.data());
                for (std::int32_t w = 0; w < words(); ++w) {
                    for (Bits fresh = common[w] & ~next[w]; fresh; fresh &= fresh - 1) {
                        const std::int32_t bit = w * 64 + std::countr_zero(fresh);
                        by[bit] = m;
                        when[bit] = round;
                    }
                    next[w] |= common[w];
                }
            }
            if (next == killed)
                return {};
            killed = next;
        }
    }
    std::vector<std::int32_t> traced(std::int32_t broken, std::int32_t round, const std::vector<std::int32_t>& by,
                                     const std::vector<std::int32_t>& when) {
        struct Need {
            std::int32_t member, before, spared; // its options but those that kill the spared bit, dead before then
        };
        std::vector<Need> needs{{broken, round, -1}};
        std::vector<std::int32_t> members;
        std::vector<bool> needed(open_.candidates.size(), false);
        for (std::size_t n = 0; n < needs.size(); ++n) {
            const Need need = needs[n];
            members.push_back(need.member);
            for (Picks picks = surviving_[need.member]; picks; picks &= picks - 1) {
                const std::int32_t pick = std::countr_zero(picks);
                if (need.spared >= 0 && has_bit(kills(need.member, pick), need.spared))
                    continue;
                std::int32_t best = -1;
                for (std::int32_t bit : open_.made_true(options_[first_[need.member] + pick]))
                    if (by[bit] >= 0 && when[bit] < need.before &&
                        (best < 0 || std::pair(!needed[bit], when[bit]) < std::pair(!needed[best], when[best])))
                        best = bit;
                if (best < 0 || needed[best])
                    continue;
                needed[best] = true;
                needs.push_back({by[best], when[best], best});
            }
        }
        std::vector<std::int32_t> once;
        for (std::int32_t m : members)
            if (std::find(once.begin(), once.end(), m) == once.end())
                once.push_back(m);
        return once;
    }
    std::vector<std::int32_t> shrunk(std::vector<std::int32_t> members, std::int32_t order) {
        if (order == 1)
            std::reverse(members.begin(), members.end());
        else if (order == 2)
            std::stable_sort(members.begin(), members.end(), [&](std::int32_t a, std::int32_t b) {
                return std::popcount(surviving_[a]) > std::popcount(surviving_[b]);
            });
        else if (order > 2) // turned about: a fixed order that is neither of these
            for (std::size_t i = members.size(); i > 1; --i)
                std::swap(members[i - 1], members[(i * 7 + order * 5) % i]);
        for (std::size_t i = 0; i < members.size();) {
            std::vector<std::int32_t> fewer(members);
            fewer.erase(fewer.begin() + i);
            if (!possible(fewer))
                members = std::move(fewer);
            else
                ++i;
        }
        std::sort(members.begin(), members.end());
        return members;
    }
    // Is there a joint selection of what survives? Yes, too, where it takes long to tell.
    bool possible(const std::vector<std::int32_t>& members) {
        std::vector<Picks> left;
        for (std::int32_t m : members)
            left.push_back(surviving_[m]);
        fuel_ = kSelectionFuel;
        return possible(members, left, 0);
    }
    bool possible(const std::vector<std::int32_t>& members, const std::vector<Picks>& left, std::uint64_t chosen) {
        if (--fuel_ < 0) // it may be
            return true;
        const std::size_t n = members.size();
        std::size_t best = n;
        for (std::size_t i = 0; i < n; ++i)
            if (!(chosen >> i & 1) && (best == n || std::popcount(left[i]) < std::popcount(left[best])))
                best = i;
        if (best == n)
            return true;
        std::vector<Picks> next(n);
        for (Picks picks = left[best]; picks; picks &= picks - 1) {
            bool fine = true;
            for (std::size_t i = 0; i < n && fine; ++i)
                if (!(chosen >> i & 1) && i != best)
                    fine = (next[i] = left[i] & ~conflicts(members[best], std::countr_zero(picks), members[i])) != 0;
            if (fine && possible(members, next, chosen | std::uint64_t{1} << best))
                return true;
        }
        return false;
    }

    template <class Members> void keep_irreducible(const Members& members, const Bits* found) {
        std::vector<Bits> set(found, found + words());
        note(found, static_cast<std::int32_t>(members.size()));
        if (!bounds_.glued && members.size() <= kMostParted) {
            const std::vector<Bits> smaller = from_parts(members);
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] &= ~smaller[w];
        }
        std::vector<std::int32_t> numbers;
        for (std::int32_t member : members)
            numbers.push_back(number_[member]);
        keep(numbers, set.data());
    }

    // What fewer of the members exclude, where what they exclude among the options of the others is taken away, again
    // and again.
    template <class Members> std::vector<Bits> from_parts(const Members& members) {
        const auto n = static_cast<std::int32_t>(members.size());
        std::vector<Bits> found(words(), 0), gone(words());
        std::vector<Picks> left(n);
        for (std::int32_t i = 0; i < n; ++i)
            left[i] = every(count_[members[i]]);
        std::vector<std::int32_t> part;
        std::vector<Picks> part_left;
        for (bool changed = true; changed;) {
            changed = false;
            for (Picks chosen = 1; chosen < every(n); ++chosen) {
                part.clear();
                part_left.clear();
                for (std::int32_t i = 0; i < n; ++i)
                    if (chosen >> i & 1) {
                        part.push_back(members[i]);
                        part_left.push_back(left[i]);
                    }
                gone = open_.all();
                excluded(part, part_left, gone.data());
                for (std::int32_t w = 0; w < words(); ++w)
                    found[w] |= gone[w];
                for (std::int32_t i = 0; i < n; ++i)
                    for (Picks picks = chosen >> i & 1 ? 0 : left[i]; picks; picks &= picks - 1)
                        for (std::int32_t bit : open_.made_true(options_[first_[members[i]] + std::countr_zero(picks)]))
                            if (has_bit(gone.data(), bit)) {
                                left[i] &= ~(picks & -picks);
                                changed = true;
                            }
            }
        }
        return found;
    }

    // So many statements exclude these.
    void note(const Bits* set, std::int32_t size) {
        for (std::int32_t w = 0; w < words(); ++w)
            for (Bits left = set[w]; left; left &= left - 1) {
                std::int32_t& known = smallest_[w * 64 + std::countr_zero(left)];
                known = std::min(known, size);
            }
    }
    void keep(const std::vector<std::int32_t>& numbers, const Bits* set) {
        note(set, static_cast<std::int32_t>(numbers.size()));
        bool everything = true;
        auto add = [&](Candidate c) {
            std::vector<std::int32_t> row{static_cast<std::int32_t>(numbers.size()), c};
            row.insert(row.end(), numbers.begin(), numbers.end());
            rows_.push_back(std::move(row));
        };
        for (std::int32_t w = 0; w < words(); ++w) {
            everything &= set[w] == open_.all()[w];
            for (Bits left = set[w]; left; left &= left - 1)
                add(open_.candidates[w * 64 + std::countr_zero(left)]);
        }
        if (everything) // no joint selection at all: nothing is possible any more
            for (Candidate c : open_.unlinked)
                add(c);
    }

    static constexpr std::size_t kLongest = 64;   // statements of an exclusion
    static constexpr std::size_t kMostParted = 8; // those of more are not asked whether they are glued
    static constexpr std::int32_t kSelectionFuel = 20'000;
    static constexpr std::int32_t kProved = 5; // statements, where the smallest are proved to be so
    static constexpr std::uint64_t kProofNodes = 3'000, kSolutionNodes = 20'000;
    static constexpr std::int32_t kOrders = 6; // in which a proof is shrunk

    const Rulebook& rulebook_;
    const Mask* masks_;
    const Limits& limits_;
    const OpenStatements& open_;
    const ExclusionBounds& bounds_;
    Meter meter_;
    const std::int32_t words_;
    std::vector<std::vector<std::int32_t>> rows_;

    // Members: the statements that may stand beside others
    std::int32_t size_ = 0, near_words_ = 0, statements_ = 0;
    std::vector<std::int32_t> number_, first_, count_; // of each: its number, its first option here, how many
    std::vector<std::int32_t> options_;                // of each option here: its number
    std::vector<Bits> kills_;                          // what each option kills
    std::vector<Picks> conflicts_, touched_;
    std::vector<Bits> near_;                     // of each member a bit for each that it conflicts with
    std::vector<Bits> alone_;                    // what each excludes
    std::vector<Bits> together_;                 // what pairs exclude that neither does alone
    std::vector<std::int32_t> pair_;             // of two members: where that is, -1 where it is nothing
    std::vector<Bits> alive_;                    // memory of `select`
    std::vector<Bits> begin_, free_kills_, set_; // memory of `last_of`
    std::vector<Picks> free_;
    std::unique_ptr<Rulebook> used_;     // of `use_all`
    std::int32_t fuel_ = 0;              // of `possible`
    std::vector<std::int32_t> smallest_; // of each candidate: how many statements exclude it, glued or not
    std::vector<Picks> surviving_;       // of each member what the assumption leaves possible
    std::vector<std::int32_t> ends_;     // memory of `paths`
    std::vector<Bits> end_sets_;
};

template <int W>
Exclusions run(const Rulebook& rulebook, const OpenStatements& open, const Mask* masks, const ExclusionBounds& bounds,
               const Limits& limits) {
    return Finder<W>(rulebook, open, masks, bounds, limits).run();
}

} // namespace

Exclusions exclusions(const Rulebook& rulebook, const Mask* masks, const ExclusionBounds& bounds,
                      const Limits& limits) {
    const OpenStatements open(rulebook, masks,
                              *std::max_element(bounds.most_options.begin(), bounds.most_options.end()));
    constexpr decltype(&run<0>) kRuns[] = {run<0>, run<1>, run<2>, run<3>, run<4>, run<5>, run<6>};
    return kRuns[open.words < static_cast<std::int32_t>(std::size(kRuns)) ? open.words : 0](rulebook, open, masks,
                                                                                            bounds, limits);
}

} // namespace gridwright
