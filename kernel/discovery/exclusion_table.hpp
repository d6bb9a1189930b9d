// The options of statements that may stand beside others, which of them conflict, and the exclusions kept so far.
//
//     member     0        1        2  …       statements with few options, in order
//     options    0 1 2    0 1      0 1 2      picks: a bit each
//     conflicts  of a pick of one member the picks of another
//
// What listing and following have in common: what every joint selection of some members kills, and whether that is
// glued together from what fewer of them exclude.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "basics/limits.hpp"
#include "discovery/exclusions.hpp"
#include "discovery/options.hpp"

namespace gridwright {

// Sets of candidates have W words; 0: as many as `words` says.
template <int W> class ExclusionTable {
protected:
    using Bits = OpenStatements::Bits;
    using Picks = std::uint32_t; // options of a statement, by position

    ExclusionTable(const OpenStatements& open, const ExclusionBounds& bounds, const Limits& limits)
        : open_(open), bounds_(bounds), meter_(limits, 256), smallest_(open.candidates.size(), INT32_MAX),
          words_(open.words) {}

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
        near_words_ = (size_ + 63) / 64;
        conflicts_.assign(options_.size() * size_, 0);
        touched_.assign(static_cast<std::size_t>(size_) * size_, 0);
        near_.assign(static_cast<std::size_t>(size_) * near_words_, 0);
        alone_.resize(static_cast<std::size_t>(size_) * words());
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

    const OpenStatements& open_;
    const ExclusionBounds& bounds_;
    Meter meter_;
    std::vector<std::vector<std::int32_t>> rows_;
    std::vector<std::int32_t> smallest_; // of each candidate: how many statements exclude it, glued or not

    std::int32_t size_ = 0, near_words_ = 0;           // members, words of a set of them
    std::vector<std::int32_t> number_, first_, count_; // of each: its number, its first option here, how many
    std::vector<std::int32_t> options_;                // of each option here: its number
    std::vector<Bits> near_;                           // of each member a bit for each that it conflicts with
    std::vector<Bits> alone_;                          // what each excludes
    std::vector<Picks> conflicts_;

private:
    const std::int32_t words_;
    std::vector<Bits> kills_; // what each option kills
    std::vector<Picks> touched_;

protected:
    std::vector<Bits> alive_; // memory of `select`
};

} // namespace gridwright
