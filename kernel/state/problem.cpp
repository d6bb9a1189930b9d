#include "state/problem.hpp"

#include <algorithm>
#include <bit>

#include "relations/relation.hpp"
#include "relations/sights.hpp"
#include "state/apart.hpp"
#include "state/pairing.hpp"
#include "state/sweep.hpp"

namespace gridwright {

Problem::Problem(std::shared_ptr<const Spec> given, std::int64_t bytes)
    : held_(std::move(given)), spec(*held_), dense_bytes(bytes) {
    frame_ = frame_of(spec, silent_values(), !spec.relations.empty(), dense_bytes);
    static_cast<Layout&>(*this) = *frame_;
    path = choose_path(width);
    relate();
    pairings = find_pairings(*this);
    write_initial();
    write_opening();
}

Problem::~Problem() = default;

void Problem::relate() {
    if (!spec.relations.empty())
        relations = make_relations(spec.relations, frame_->apart());
    std::vector<std::uint32_t> weights(variables(), 1);
    bool weighed = false;
    for (const auto& relation : relations)
        weighed |= relation->weigh(weights);
    if (weighed)
        degrees = std::move(weights);
    unlinked = spec.choices.size() == spec.sizes.size() && spec.at_most_ones.empty();
    agenda_words = static_cast<std::int32_t>((relations.size() + 63) / 64);
    agenda_of.assign(static_cast<std::size_t>(agenda_words) * variables(), 0);
    for (std::size_t i = 0; i < relations.size(); ++i)
        for (Variable x : relations[i]->scope)
            if (relations[i]->minds(x))
                agenda_of[x * agenda_words + i / 64] |= std::uint64_t{1} << (i % 64);
    sights = Sights::of(*this);
    // A node costs as much as a State is large; one of relations more, but so do the grounds of a conflict there. Where
    // nothing but counts is to be explained, learning is cheap; where a relation looks at a whole board (one loop, one
    // area), nodes are dear.
    constexpr std::size_t kWhole = 64;
    const bool counts = std::all_of(relations.begin(), relations.end(),
                                    [](const auto& relation) { return relation->bounds().has_value(); });
    if (!counts)
        patience = std::any_of(relations.begin(), relations.end(),
                               [](const auto& relation) { return relation->scope.size() > kWhole; })
                       ? 15
                       : 10'000;
    else if (relations.empty())
        patience = static_cast<std::uint64_t>(std::clamp(180'000 / state_words, 50, 3000));
    else
        patience = variables() > 600 ? std::clamp(30'000 / variables(), 5, 50) : 300;
}

Relations Problem::statements() const {
    Relations found;
    for (const RelationSpec& relation : spec.relations)
        found.push_back(make_relations({relation}, frame_->apart()).front());
    for (const auto& relation : found)
        relation->be_exact();
    return found;
}

// Of each variable of two values the one that nothing speaks of, or -1.
std::vector<std::int32_t> Problem::silent_values() const {
    std::vector<std::int32_t> silent(variables(), -1);
    if (std::find(spec.sizes.begin(), spec.sizes.end(), 2) == spec.sizes.end())
        return silent;
    std::vector<bool> read(variables(), false);
    for (const RelationSpec& relation : spec.relations)
        for (Variable x : relation.scope)
            read[x] = true;
    std::int32_t all = 0;
    for (std::int32_t size : spec.sizes)
        all += size;
    std::vector<bool> spoken(all, false), chosen(all, false);
    for (std::size_t i = variables(); i < spec.choices.size(); ++i)
        for (Candidate c : spec.choices[i])
            spoken[c] = chosen[c] = true;
    for (const auto& set : spec.at_most_ones)
        for (Candidate c : set)
            spoken[c] = true;
    Candidate a = 0;
    for (Variable x = 0; x < variables(); a += spec.sizes[x++]) {
        if (spec.sizes[x] != 2 || read[x])
            continue;
        if (chosen[a + 1] && !spoken[a])
            silent[x] = 0;
        else if (chosen[a] && !spoken[a + 1])
            silent[x] = 1;
    }
    return silent;
}

void Problem::write_initial() {
    for (const auto& choice : spec.choices)
        impossible |= choice.empty();
    initial.assign(state_words, 0);
    std::copy(valid.begin(), valid.end(), initial.begin());
    for (Candidate c = 0; c < candidates(); ++c)
        for (std::int32_t i = slot_begin[c]; i < slot_begin[c + 1]; ++i)
            initial[slots[i].word] |= std::uint64_t{1} << slots[i].bit;
    impossible |= !narrow(initial.data(), spec.masks.data());
    Editor editor(*this, initial.data());
    for (const auto& relation : relations) // over no variables nothing ever changes: it holds now or never
        if (relation->scope.empty())
            impossible |= !relation->propagate(editor);
}

void Problem::write_opening() {
    opening = initial;
    Editor editor(*this, opening.data());
    for (const auto& relation : relations)
        impossible |= !relation->open(editor);
}

void Problem::place(std::uint64_t* state, Candidate c) const {
    if (!keep.empty()) {
        const std::uint64_t* kept = mask(c);
        for (std::int32_t i = 0; i < state_words; ++i)
            state[i] &= kept[i];
        return;
    }
    for (std::int32_t i = set_begin[c]; i < set_begin[c + 1]; ++i)
        for (Candidate rival : (*members)[sets[i]])
            if (rival != c && alive(state, rival))
                kill(state, rival);
    close(state, c);
}

void Problem::tell(std::uint64_t* state, Variable x, Mask gone) const {
    for (; gone; gone &= gone - 1)
        kill(state, first[x] + std::countr_zero(gone));
    if (const Mask left = domain(state, x); !(left & (left - 1)))
        close(state, first[x] + std::countr_zero(left));
}

bool Problem::narrow(std::uint64_t* state, const Mask* masks) const {
    for (Variable x = 0; x < variables(); ++x) {
        const Mask all = every_value(x), mask = masks[x] & all;
        if (mask == all)
            continue;
        if (mask == 0)
            return false;
        if (slack[x] >= 0) {
            if (!give(state, x, mask >> slack[x] & 1 ? slack[x] : 1 - slack[x]))
                return false;
            continue;
        }
        for (Mask dead = all & ~mask; dead; dead &= dead - 1)
            kill(state, first[x] + std::countr_zero(dead));
    }
    return true;
}

void Problem::begin(std::uint64_t* state) const {
    std::copy(initial.begin(), initial.end(), state);
    forget_seen(state);
}

bool Problem::give(std::uint64_t* state, const std::uint8_t* givens) const {
    for (Variable x = 0; x < variables(); ++x)
        if (givens[x] != 0 && !give(state, x, givens[x] - 1))
            return false;
    return true;
}

bool Problem::give(std::uint64_t* state, Variable x, std::int32_t value) const {
    const Candidate c = first[x] + value;
    if (value >= spec.sizes[x])
        return false;
    if (slack[x] == value) {
        kill(state, first[x] + (1 - value));
        return true;
    }
    if (!alive(state, c))
        return false;
    place(state, c);
    return true;
}

void Problem::read_masks(const std::uint64_t* state, Mask* masks) const {
    for (Variable x = 0; x < variables(); ++x) {
        masks[x] = 0;
        if (slack[x] >= 0) {
            const Candidate loud = first[x] + (1 - slack[x]);
            masks[x] = !alive(state, loud) ? Mask{1} << slack[x] : placed(state, loud) ? Mask{1} << (1 - slack[x]) : 3;
            continue;
        }
        for (Candidate c = first[x]; c < first[x + 1]; ++c)
            if (alive(state, c))
                masks[x] |= Mask{1} << (c - first[x]);
    }
}

void Problem::read_values(const std::uint64_t* state, std::uint8_t* values) const {
    for (Variable x = 0; x < variables(); ++x) {
        if (slack[x] >= 0) {
            const std::int32_t loud = 1 - slack[x];
            values[x] = static_cast<std::uint8_t>(alive(state, first[x] + loud) ? loud : slack[x]);
            continue;
        }
        if (lane > 0) {
            values[x] = static_cast<std::uint8_t>(std::countr_zero(domain(state, x)));
            continue;
        }
        Candidate c = first[x];
        while (c + 1 < first[x + 1] && !alive(state, c))
            ++c;
        values[x] = static_cast<std::uint8_t>(c - first[x]);
    }
}

} // namespace gridwright
