#include "state/frame.hpp"

#include <algorithm>
#include <bit>
#include <list>
#include <mutex>
#include <numeric>

#include "state/apart.hpp"

namespace gridwright {
namespace {

std::int32_t padded_width(std::int32_t columns) {
    const std::int32_t words = std::max(1, (columns + 63) / 64);
    for (std::int32_t width : {1, 2, 4, 6, 8})
        if (words <= width)
            return width;
    return (words + 7) / 8 * 8;
}

} // namespace

Frame::Frame(const Spec& spec, std::vector<std::int32_t> silent, bool domains, std::int64_t dense_bytes) {
    std::vector<Candidate> from{0};
    std::vector<Variable> variables;
    for (std::int32_t size : spec.sizes) {
        variables.insert(variables.end(), size, static_cast<Variable>(from.size() - 1));
        from.push_back(from.back() + size);
    }
    slack = own(std::move(silent));
    first = own(std::move(from));
    variable_of = own(std::move(variables));
    lay_out_columns(spec, domains);
    lay_out_sets(spec);
    write_masks(dense_bytes);
}

Frame::~Frame() = default;

const Apart& Frame::apart() const {
    std::call_once(once_, [&] { apart_ = std::make_unique<const Apart>(*this); });
    return *apart_;
}

// How many planes to use: the largest choice's members, or fewer where the few larger than usual fit folded into spare
// columns of a single word.
std::int32_t Frame::folded_planes(const std::vector<Lists::List>& kept) const {
    if (width != 1 || kept.empty())
        return planes;
    std::vector<std::int32_t> sizes;
    for (Lists::List choice : kept)
        sizes.push_back(static_cast<std::int32_t>(choice.size()));
    std::nth_element(sizes.begin(), sizes.begin() + sizes.size() / 2, sizes.end());
    const std::int32_t usual = sizes[sizes.size() / 2];
    std::int32_t needed = 0;
    for (std::int32_t size : sizes)
        needed += (size + usual - 1) / usual;
    return needed <= 64 ? usual : planes;
}

void Frame::lay_out_columns(const Spec& spec, bool domains) {
    std::vector<Lists::List> kept;
    for (std::size_t i = 0; i < spec.choices.size(); ++i) {
        const bool own = i < slack.size();
        const Lists::List choice = spec.choices[own ? i : spec.choices.size() - 1 - (i - slack.size())];
        if (choice.empty() || (own && slack[i] >= 0))
            continue;
        kept.push_back(choice);
        planes = std::max(planes, static_cast<std::int32_t>(choice.size()));
    }
    columns = static_cast<std::int32_t>(kept.size());
    width = padded_width(columns);
    planes = folded_planes(kept);
    domain_begin = (planes + 1) * width;
    if (domains && !spec.sizes.empty()) {
        const std::int32_t largest = *std::max_element(spec.sizes.begin(), spec.sizes.end());
        lane = std::max(2, static_cast<std::int32_t>(std::bit_ceil(static_cast<std::uint32_t>(largest))));
        domain_words = static_cast<std::int32_t>((static_cast<std::int64_t>(spec.sizes.size()) * lane + 63) / 64);
    }
    state_words = domain_begin + domain_words;
    state_words += state_words & 1; // whole 16-byte vectors
    // How many slots and columns each candidate has; then each writes its own.
    const auto pieces_of = [&](Lists::List choice) { return (choice.size() + planes - 1) / planes; };
    std::vector<std::int32_t> slots_from(candidates() + 1, 0), columns_from(candidates() + 1, 0);
    for (Lists::List choice : kept)
        for (Candidate c : choice) {
            ++slots_from[c + 1];
            columns_from[c + 1] += static_cast<std::int32_t>(pieces_of(choice));
        }
    for (Candidate c = 0; c < candidates(); ++c) {
        slots_from[c + 1] += slots_from[c] + (lane > 0);
        columns_from[c + 1] += columns_from[c];
    }
    std::vector<Slot> bits(slots_from.back());
    std::vector<std::int32_t> in_column(columns_from.back()), next_slot = slots_from, next_column = columns_from,
                                                              pieces;
    std::vector<std::uint64_t> existing(width), folds;
    std::vector<Candidate> at_place(static_cast<std::size_t>(planes) * 64 * width, -1);
    std::int32_t spare = columns; // where the further pieces of folded choices stand
    for (std::int32_t column = 0; column < columns; ++column) {
        const Lists::List choice = kept[column];
        pieces.assign(1, column);
        while (pieces.size() < pieces_of(choice))
            pieces.push_back(spare++);
        for (std::size_t i = 0; i < choice.size(); ++i) {
            const Candidate c = choice[i];
            const std::size_t p = i % planes;
            const std::int32_t at = pieces[i / planes];
            at_place[p * 64 * width + at] = c;
            bits[next_slot[c]++] = {static_cast<std::int32_t>((p + 1) * width + at / 64), at % 64};
            for (std::int32_t piece : pieces)
                in_column[next_column[c]++] = piece;
        }
        std::uint64_t mask = 0; // folded choices stand in one word
        for (std::int32_t at : pieces) {
            existing[at / 64] |= std::uint64_t{1} << (at % 64);
            mask |= std::uint64_t{1} << (at % 64);
        }
        if (pieces.size() > 1)
            folds.push_back(mask);
    }
    for (Candidate c = 0; lane > 0 && c < candidates(); ++c) {
        const std::int64_t at = static_cast<std::int64_t>(variable_of[c]) * lane + (c - first[variable_of[c]]);
        bits[next_slot[c]] = {static_cast<std::int32_t>(domain_begin + (at >> 6)), static_cast<std::int32_t>(at & 63)};
    }
    valid = own(existing);
    for (std::uint64_t mask : folds)
        existing[0] &= ~mask;
    whole = own(std::move(existing));
    folded = own(std::move(folds));
    member = own(std::move(at_place));
    slot_begin = own(std::move(slots_from));
    slots = own(std::move(bits));
    column_begin = own(std::move(columns_from));
    column_of = own(std::move(in_column));
}

void Frame::lay_out_sets(const Spec& spec) {
    for (std::size_t i = 0; i < spec.choices.size(); ++i)
        if ((i >= slack.size() || slack[i] < 0) && spec.choices[i].size() > 1)
            rivals_.add(spec.choices[i]);
    for (Lists::List set : spec.at_most_ones)
        if (set.size() > 1)
            rivals_.add(set);
    std::vector<std::int32_t> from(candidates() + 1, 0);
    for (Lists::List set : rivals_)
        for (Candidate c : set)
            ++from[c + 1];
    std::partial_sum(from.begin(), from.end(), from.begin());
    std::vector<std::int32_t> in_set(from.back()), next = from;
    for (std::size_t i = 0; i < rivals_.size(); ++i)
        for (Candidate c : rivals_[i])
            in_set[next[c]++] = static_cast<std::int32_t>(i);
    set_begin = own(std::move(from));
    sets = own(std::move(in_set));
    members = &rivals_;
}

void Frame::write_masks(std::int64_t most_bytes) {
    std::int64_t rows = 0; // silent candidates are never placed
    for (Candidate c = 0; c < candidates(); ++c)
        rows += slot_begin[c] != slot_begin[c + 1];
    if (rows * state_words * 8 > most_bytes)
        return;
    std::vector<std::uint64_t> masks(static_cast<std::size_t>(rows) * state_words, ~std::uint64_t{0});
    std::vector<std::int32_t> row_of(candidates(), -1);
    std::int32_t row = 0;
    for (Candidate c = 0; c < candidates(); ++c)
        if (slot_begin[c] != slot_begin[c + 1])
            row_of[c] = row++;
    const auto kept = [&](Candidate c) { return masks.data() + static_cast<std::size_t>(row_of[c]) * state_words; };
    std::vector<std::uint64_t> left(state_words); // of a set: its members lose all of it, and each gets itself back
    for (Lists::List set : rivals_) {
        if (set.size() == 2) {
            for (std::size_t i = 0; i < 2; ++i)
                if (row_of[set[i]] >= 0)
                    kill(kept(set[i]), set[1 - i]);
            continue;
        }
        std::fill(left.begin(), left.end(), ~std::uint64_t{0});
        for (Candidate c : set)
            kill(left.data(), c);
        for (Candidate c : set)
            if (row_of[c] >= 0)
                for (std::int32_t i = 0; i < state_words; ++i)
                    kept(c)[i] &= left[i];
    }
    for (Candidate c = 0; c < candidates(); ++c)
        if (row_of[c] >= 0) {
            for (std::int32_t i = slot_begin[c]; i < slot_begin[c + 1]; ++i)
                kept(c)[slots[i].word] |= std::uint64_t{1} << slots[i].bit;
            close(kept(c), c);
        }
    keep = own(std::move(masks));
    keep_row = own(std::move(row_of));
}

std::shared_ptr<const Frame> frame_of(const Spec& spec, std::vector<std::int32_t> slack, bool domains,
                                      std::int64_t dense_bytes) {
    if (!domains) // nothing but choices: two Problems that agree in them are the same
        return std::make_shared<const Frame>(spec, std::move(slack), domains, dense_bytes);
    struct Known {
        std::vector<std::int32_t> sizes, slack;
        Lists choices, at_most_ones;
        bool domains;
        std::int64_t dense_bytes;
        std::weak_ptr<const Frame> frame;
    };
    constexpr std::size_t kKept = 16; // most recently used first
    static std::mutex guard;
    static std::list<Known> known;
    const auto fits = [&](const Known& each) {
        return each.domains == domains && each.dense_bytes == dense_bytes && each.sizes == spec.sizes &&
               each.slack == slack && each.choices == spec.choices && each.at_most_ones == spec.at_most_ones;
    };
    {
        const std::lock_guard<std::mutex> lock(guard);
        for (auto it = known.begin(); it != known.end(); ++it)
            if (fits(*it)) {
                known.splice(known.begin(), known, it);
                if (auto frame = known.front().frame.lock())
                    return frame;
                known.pop_front();
                break;
            }
    }
    auto frame = std::make_shared<const Frame>(spec, slack, domains, dense_bytes);
    const std::lock_guard<std::mutex> lock(guard);
    known.push_front({spec.sizes, std::move(slack), spec.choices, spec.at_most_ones, domains, dense_bytes, frame});
    if (known.size() > kKept)
        known.pop_back();
    return frame;
}

} // namespace gridwright
