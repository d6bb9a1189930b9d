#include "boards/canonical.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace gridwright {
namespace {

constexpr std::int32_t kMostSide = 32;
constexpr std::uint8_t kNew = 64; // a number that has no name yet: larger than all that have

using Line = std::array<std::uint8_t, kMostSide>;

// How far a board has been named and ordered.
struct Form {
    Line columns;                          // the column that stands at each place
    Line names;                            // of each number less 1; 0: none yet
    std::uint32_t column_ends, stack_ends; // a class of columns, or of stacks, ends behind this place
    std::uint32_t rows;                    // that have been chosen
    std::uint8_t named, last_row, transposed;
};

class Canonical {
public:
    Canonical(const LineSymmetry& symmetry, const std::uint8_t* cells, const Limits& limits)
        : symmetry_(symmetry), n_(symmetry.side), meter_(limits, 64) {
        if (n_ < 1 || n_ > kMostSide || symmetry.band < 1 || symmetry.stack < 1 || n_ % symmetry.band ||
            n_ % symmetry.stack || (symmetry.transposes && symmetry.band != symmetry.stack))
            throw std::invalid_argument("bands and stacks divide a board of 1 to 32 rows");
        for (std::int32_t t = 0; t < 2; ++t) {
            boards_[t].resize(static_cast<std::size_t>(n_ * n_));
            for (std::int32_t i = 0; i < n_; ++i) {
                std::uint64_t seen = 0;
                for (std::int32_t j = 0; j < n_; ++j) {
                    const std::uint8_t value = cells[t ? j * n_ + i : i * n_ + j];
                    if (value > n_ || (value && seen >> value & 1))
                        throw std::invalid_argument("a number stands twice in a line, or is too large");
                    seen |= std::uint64_t{1} << value;
                    boards_[t][static_cast<std::size_t>(i * n_ + j)] = value;
                }
            }
        }
    }

    bool run(std::uint8_t* smallest) {
        if (symmetry_.diagonals)
            return by_diagonals(smallest);
        Form first{};
        for (std::int32_t i = 0; i < n_; ++i)
            first.columns[i] = static_cast<std::uint8_t>(i);
        for (std::int32_t place = symmetry_.stack - 1; place < n_; place += symmetry_.stack)
            first.column_ends |= std::uint32_t{1} << place;
        first.stack_ends = std::uint32_t{1} << (n_ / symmetry_.stack - 1);
        for (std::uint8_t t = 0; t <= symmetry_.transposes; ++t) {
            first.transposed = t;
            forms_.push_back(first);
        }
        for (std::int32_t row = 0; row < n_; ++row) {
            best_.fill(255);
            next_.clear();
            for (const Form& form : forms_) {
                extend(form, row);
                if (next_.size() > kMostForms || !meter_.spend())
                    return false;
            }
            std::memcpy(smallest + row * n_, best_.data(), static_cast<std::size_t>(n_));
            forms_.swap(next_);
        }
        return true;
    }

private:
    // Every row that may come next.
    void extend(const Form& form, std::int32_t row) {
        const std::int32_t band = symmetry_.band, open = row % band ? form.last_row / band : -1;
        for (std::int32_t b = 0; b < n_ / band; ++b) {
            const std::uint32_t own = static_cast<std::uint32_t>((std::uint64_t{1} << band) - 1) << (b * band);
            if (open >= 0 ? b != open : (form.rows & own) != 0)
                continue;
            bool blank = false; // rows without numbers are the same
            for (std::int32_t r = b * band; r < (b + 1) * band; ++r) {
                if (form.rows >> r & 1)
                    continue;
                const std::uint8_t* values = boards_[form.transposed].data() + r * n_;
                if (std::all_of(values, values + n_, [](std::uint8_t value) { return value == 0; })) {
                    if (blank)
                        continue;
                    blank = true;
                }
                put(form, r, values);
            }
        }
    }

    // One row: columns of a class and stacks of a class are sorted by what they hold.
    void put(const Form& form, std::int32_t r, const std::uint8_t* values) {
        const std::int32_t width = symmetry_.stack, stacks = n_ / width;
        Form next = form;
        Line keys{}; // at each place
        const auto key_of = [&](std::uint8_t column) -> std::uint8_t {
            const std::uint8_t value = values[column];
            return value == 0 ? 0 : form.names[value - 1] ? form.names[value - 1] : kNew;
        };
        for (std::int32_t begin = 0; begin < n_;) {
            std::int32_t end = begin;
            while (!(form.column_ends >> end & 1))
                ++end;
            ++end;
            for (std::int32_t i = begin; i < end; ++i) { // few: by insertion
                const std::uint8_t column = form.columns[i], key = key_of(column);
                std::int32_t at = i;
                for (; at > begin && keys[at - 1] > key; --at) {
                    keys[at] = keys[at - 1];
                    next.columns[at] = next.columns[at - 1];
                }
                keys[at] = key;
                next.columns[at] = column;
            }
            begin = end;
        }
        for (std::int32_t begin = 0; begin < stacks;) {
            std::int32_t end = begin;
            while (!(form.stack_ends >> end & 1))
                ++end;
            ++end;
            for (std::int32_t i = begin + 1; i < end; ++i)
                for (std::int32_t at = i; at > begin && std::memcmp(&keys[(at - 1) * width], &keys[at * width],
                                                                    static_cast<std::size_t>(width)) > 0;
                     --at) {
                    std::swap_ranges(&keys[(at - 1) * width], &keys[at * width], &keys[at * width]);
                    std::swap_ranges(&next.columns[(at - 1) * width], &next.columns[at * width],
                                     &next.columns[at * width]);
                }
            begin = end;
        }
        Line line{};
        std::uint8_t named = form.named;
        for (std::int32_t place = 0; place < n_; ++place)
            line[place] = keys[place] == kNew ? ++named : keys[place];
        const int order = std::memcmp(line.data(), best_.data(), static_cast<std::size_t>(n_));
        if (order > 0)
            return;
        if (order < 0) {
            best_ = line;
            next_.clear();
        }
        next.rows |= std::uint32_t{1} << r;
        next.last_row = static_cast<std::uint8_t>(r);
        // What is still one class.
        for (std::int32_t place = 0; place + 1 < n_; ++place)
            if (keys[place] != keys[place + 1] || keys[place] == kNew)
                next.column_ends |= std::uint32_t{1} << place;
        for (std::int32_t s = 0; s + 1 < stacks; ++s)
            if (!blank(keys, s) || !blank(keys, s + 1))
                next.stack_ends |= std::uint32_t{1} << s;
        arrange(next, form, keys, values, 0);
    }

    bool blank(const Line& keys, std::int32_t s) const {
        return std::all_of(&keys[s * symmetry_.stack], &keys[s * symmetry_.stack] + symmetry_.stack,
                           [](std::uint8_t key) { return key == 0; });
    }

    // Numbers without a name in one class could stand in any order, and so could stacks with such: all orders are kept.
    void arrange(Form& next, const Form& form, const Line& keys, const std::uint8_t* values, std::int32_t place) {
        if (next_.size() > kMostForms)
            return;
        const std::int32_t width = symmetry_.stack;
        if (place == n_) {
            Form done = next;
            for (std::int32_t i = 0; i < n_; ++i)
                if (keys[i] == kNew)
                    done.names[values[done.columns[i]] - 1] = ++done.named;
            next_.push_back(done);
            return;
        }
        if (place % width == 0 && !(form.stack_ends >> (place / width) & 1)) {
            const std::uint8_t* own = &keys[place];
            const bool fresh = std::find(own, own + width, kNew) != own + width;
            for (std::int32_t other = place + width; fresh && other < n_; other += width) {
                if (std::memcmp(own, &keys[other], static_cast<std::size_t>(width)) != 0)
                    break;
                Form swapped = next;
                std::swap_ranges(&swapped.columns[place], &swapped.columns[place] + width, &swapped.columns[other]);
                within(swapped, form, keys, values, place);
                if (form.stack_ends >> (other / width) & 1)
                    break;
            }
        }
        within(next, form, keys, values, place);
    }

    void within(Form& next, const Form& form, const Line& keys, const std::uint8_t* values, std::int32_t place) {
        if (keys[place] == kNew && !(form.column_ends >> place & 1))
            for (std::int32_t other = place + 1; other < n_; ++other) {
                Form swapped = next;
                std::swap(swapped.columns[place], swapped.columns[other]);
                arrange(swapped, form, keys, values, place + 1);
                if (form.column_ends >> other & 1)
                    break;
            }
        arrange(next, form, keys, values, place + 1);
    }

    // With diagonals the columns follow from the rows: place i and its mirror image come from a row and its mirror
    // image, and columns from the same ones, or from those the other way round.
    bool by_diagonals(std::uint8_t* smallest) {
        std::memset(smallest, 255, static_cast<std::size_t>(n_ * n_));
        return choose(0, 0, smallest);
    }

    bool choose(std::int32_t place, std::uint32_t used, std::uint8_t* smallest) {
        if (place == (n_ + 1) / 2)
            return compare(smallest), meter_.spend();
        for (std::int32_t r = 0; r < n_; ++r) {
            if (used >> r & 1 || (n_ - 1 - place == place) != (n_ - 1 - r == r))
                continue;
            rows_[place] = static_cast<std::uint8_t>(r);
            rows_[n_ - 1 - place] = static_cast<std::uint8_t>(n_ - 1 - r);
            if (together(place, symmetry_.band) && together(place, symmetry_.stack) &&
                !choose(place + 1, used | std::uint32_t{1} << r | std::uint32_t{1} << (n_ - 1 - r), smallest))
                return false;
        }
        return true;
    }

    // Do the rows that are chosen lie in one band exactly if their places do?
    bool together(std::int32_t place, std::int32_t band) const {
        for (const std::int32_t p : {place, n_ - 1 - place})
            for (std::int32_t q = 0; q < n_; ++q)
                if ((q <= place || q >= n_ - 1 - place) &&
                    (p / band == q / band) != (rows_[p] / band == rows_[q] / band))
                    return false;
        return true;
    }

    void compare(std::uint8_t* smallest) const {
        for (std::int32_t turned = 0; turned < 2 * (symmetry_.transposes ? 2 : 1); ++turned) {
            const std::uint8_t* board = boards_[turned / 2].data();
            Line names{};
            std::uint8_t named = 0;
            bool less = false;
            for (std::int32_t i = 0; i < n_ * n_; ++i) {
                const std::int32_t column = i % n_;
                const std::uint8_t value = board[rows_[i / n_] * n_ + rows_[turned % 2 ? n_ - 1 - column : column]];
                const std::uint8_t name = value == 0         ? 0
                                          : names[value - 1] ? names[value - 1]
                                                             : (names[value - 1] = ++named);
                if (!less && name > smallest[i])
                    break;
                less = less || name < smallest[i];
                if (less)
                    smallest[i] = name;
            }
        }
    }

    const LineSymmetry symmetry_;
    const std::int32_t n_;
    Meter meter_;
    std::vector<std::uint8_t> boards_[2]; // as it is, and transposed
    std::vector<Form> forms_, next_;
    Line best_{}, rows_{};
};

} // namespace

bool canonical_board(const LineSymmetry& symmetry, const std::uint8_t* cells, std::uint8_t* smallest,
                     const Limits& limits) {
    return Canonical(symmetry, cells, limits).run(smallest);
}

} // namespace gridwright
