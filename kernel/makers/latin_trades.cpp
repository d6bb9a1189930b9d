#include "makers/latin_trades.hpp"

#include <algorithm>

namespace gridwright {
namespace {

enum Kind : std::int32_t { kRows, kColumns, kNumbers, kKinds };

// Does the cage come out right?
bool right(const CageSpec& cage, const std::uint8_t* square) {
    std::int64_t sum = 0, product = 1, largest = 0;
    for (Variable x : cage.scope) {
        const std::int64_t number = square[x] + 1;
        sum += number;
        product *= number;
        largest = std::max(largest, number);
    }
    const bool added = sum == cage.target, multiplied = product == cage.target;
    const bool subtracted = 2 * largest - sum == cage.target, divided = largest * largest == cage.target * product;
    switch (cage.operation) {
    case Operation::add:
        return added;
    case Operation::multiply:
        return multiplied;
    case Operation::subtract:
        return subtracted;
    case Operation::divide:
        return divided;
    default:
        return added || multiplied || subtracted || divided;
    }
}

} // namespace

void LatinTrades::list(const std::uint8_t* square) {
    square_.assign(square, square + side_ * side_);
    now_ = square_;
    changes_.clear();
    ends_.clear();
    for (std::int32_t kind = 0; kind < kKinds; ++kind) {
        for (std::int32_t r = 0; r < side_; ++r)
            for (std::int32_t c = 0; c < side_; ++c) {
                const std::int32_t v = square_[r * side_ + c];
                if (kind == kRows)
                    table_[r * side_ + c] = v;
                else if (kind == kColumns)
                    table_[c * side_ + r] = v;
                else
                    table_[v * side_ + r] = c;
            }
        for (std::int32_t i = 0; i < side_; ++i)
            for (std::int32_t j = i + 1; j < side_; ++j)
                list_between(kind, i, j);
    }
}

void LatinTrades::list_between(std::int32_t kind, std::int32_t i, std::int32_t j) {
    const std::int32_t *first = &table_[i * side_], *second = &table_[j * side_];
    for (std::int32_t p = 0; p < side_; ++p)
        where_[first[p]] = p;
    std::fill(seen_.begin(), seen_.end(), false);
    for (std::int32_t begin = 0; begin < side_; ++begin) {
        if (seen_[begin])
            continue;
        const std::size_t before = changes_.size();
        std::int32_t p = begin;
        do {
            seen_[p] = true;
            const auto a = static_cast<std::uint8_t>(first[p]), b = static_cast<std::uint8_t>(second[p]);
            if (kind == kRows)
                changes_.insert(changes_.end(), {{i * side_ + p, b}, {j * side_ + p, a}});
            else if (kind == kColumns)
                changes_.insert(changes_.end(), {{p * side_ + i, b}, {p * side_ + j, a}});
            else
                changes_.insert(changes_.end(), {{p * side_ + b, static_cast<std::uint8_t>(i)},
                                                 {p * side_ + a, static_cast<std::uint8_t>(j)}});
            p = where_[second[p]];
        } while (p != begin);
        if (kind != kRows && changes_.size() - before == 4)
            changes_.resize(before); // two rows have it, too
        else
            ends_.push_back(changes_.size());
    }
}

bool LatinTrades::unnoticed(const std::vector<CageSpec>& cages) {
    cage_of_.resize(square_.size());
    for (std::size_t k = 0; k < cages.size(); ++k)
        for (Variable x : cages[k].scope)
            cage_of_[x] = static_cast<std::int32_t>(k);
    std::size_t begin = 0;
    for (std::size_t end : ends_) {
        for (std::size_t k = begin; k < end; ++k)
            now_[changes_[k].cell] = changes_[k].value;
        const bool all = std::all_of(changes_.begin() + begin, changes_.begin() + end, [&](const Change& change) {
            return right(cages[cage_of_[change.cell]], now_.data());
        });
        for (std::size_t k = begin; k < end; ++k)
            now_[changes_[k].cell] = square_[changes_[k].cell];
        if (all)
            return true;
        begin = end;
    }
    return false;
}

} // namespace gridwright
