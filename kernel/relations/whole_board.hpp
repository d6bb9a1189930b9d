// Rules about where one value stands on the whole board: one loop, one area, several areas.
//
// A kind says which members clash while some certainly have the value, others cannot and the rest is open (`clash`),
// and which open members are thereby decided (`narrow`): each of these by one clash, were it the other way, so that
// grounds are the clash of the supposition. They take their time over a board: search asks them where all else is at
// rest. Rules are told of every value that would make members clash, each tried by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "relations/relation.hpp"

namespace gridwright {

enum class Has : std::uint8_t { no, yes, open }; // does a member have the value?

class WholeBoard : public Relation {
public:
    WholeBoard(std::vector<Variable> variables, std::int64_t value)
        : Relation(std::move(variables)), bit_(Mask{1} << value) {}

    // Tries every value by itself, until a kind does better.
    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override;
    bool propagate(Editor& editor) const override { return editor.ask_for_more(), true; }
    bool deepen(Editor& editor) const final;
    Mask speaks_of(const std::vector<std::int32_t>&) const final { return bit_; }
    bool broken(const Mask* domains) const final;
    bool fills() const final { return true; }
    bool whole_board() const final { return true; }
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const final;

protected:
    // Members that clash, whatever all others are; false where none do. Exact where nothing is open.
    virtual bool clash(const Has* has, std::vector<std::int32_t>& members) const = 0;
    // Decides open members in `left`, a copy of `has`; false where members clash.
    virtual bool narrow(const Has* has, Has* left) const = 0;

    Has read(Mask domain) const { return !(domain & bit_) ? Has::no : domain == bit_ ? Has::yes : Has::open; }

    const Mask bit_; // the value
};

// Which members lie side by side, by position.
class Adjacency {
public:
    Adjacency() = default;
    // Of pairs, one after the other.
    Adjacency(std::size_t members, const std::int64_t* first, const std::int64_t* last);

    std::int32_t size() const { return static_cast<std::int32_t>(begin_.size()) - 1; }
    struct Near {
        const std::int32_t *first, *last;
        const std::int32_t* begin() const { return first; }
        const std::int32_t* end() const { return last; }
    };
    Near operator[](std::int32_t member) const {
        return {near_.data() + begin_[member], near_.data() + begin_[member + 1]};
    }

private:
    std::vector<std::int32_t> begin_, near_;
};

// Throws where parameters from here on are no pairs of members.
void check_pairs(const RelationSpec& spec, std::size_t first);

} // namespace gridwright
