// Runs a plan on a position: one match after the other, with the registers that the match left behind.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "position/chain_search.hpp"
#include "position/complex_fish.hpp"
#include "position/tables.hpp"
#include "rules/plan.hpp"

namespace gridwright {

constexpr std::int32_t kMostPicked = 64;

struct Conclusion { // small: a trace has hundreds
    std::int16_t cell;
    std::int8_t value;
    bool is; // the cell is the value; else it is not
    Conclusion(std::int32_t cell_, std::int32_t value_, bool is_)
        : cell(static_cast<std::int16_t>(cell_)), value(static_cast<std::int8_t>(value_)), is(is_) {}
    bool operator==(const Conclusion& o) const { return cell == o.cell && value == o.value && is == o.is; }
};

// What a match relied on: candidates that it found missing, and what the rulebook says that it used.
struct Grounds {
    std::vector<Mask> gone;                        // by cell
    std::vector<std::int32_t> cells;               // those with something gone, in the order of reading
    std::vector<std::uint64_t> choices, relations; // bit sets

    // Makes room for the boards of a structure.
    template <int W> void fit(const Tables<W>& tables) {
        clear();
        gone.resize(tables.cells);
        choices.resize((tables.choices + 63) / 64);
        relations.resize((tables.relations + 63) / 64);
    }
    void clear();
    void absent(std::int32_t cell, Mask values) {
        if (values && !gone[cell])
            cells.push_back(cell);
        gone[cell] |= values;
    }
};

// The variables of a rule, in the order of its loops, where it may match: the rule tests the rest. Groups that were
// picked stand apart.
template <int W> struct Sought {
    std::array<std::int32_t, 5> variables;
    Set<W> groups;
};

// The registers of a plan. Nothing in them outlives a look at the position, so all rules of a ladder share them.
template <int W> struct Registers {
    struct Iterator {
        Set<W> left;
        Mask values;
    };
    // Selections of n elements in lexicographic order; `unions` are those of the chosen elements' masks, so that a
    // selection is cut as soon as its union is larger than the bound. The memory stays: picks are filled again and
    // again.
    struct Pick {
        std::vector<std::int32_t> elements;
        std::vector<Mask> value_masks;
        std::vector<Set<W>> cell_masks;
        int kind = 0; // 0 no masks, 1 sets of values, 2 sets of cells or groups
        std::int32_t n = 0, bound = 0, depth = 0;
        std::array<std::int32_t, kMostPicked> chosen;
        std::array<Mask, kMostPicked> value_unions;
        std::vector<Set<W>> cell_unions;
        bool begun = false;

        void clear();
        void add(std::int32_t element);
        void add(std::int32_t element, Mask mask);
        void add(std::int32_t element, const Set<W>& mask);
        void go(std::uint64_t n, std::uint64_t bound);
        // How many, and within which bound, as `go` takes them.
        static std::int32_t picked(std::uint64_t n) {
            return static_cast<std::int32_t>(std::min<std::uint64_t>(n, kMostPicked));
        }
        static std::int32_t within(std::uint64_t bound) {
            return static_cast<std::int32_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(bound), -1, W * 64));
        }
    };

    std::vector<std::uint64_t> scalars;
    std::vector<Set<W>> sets;
    std::vector<Iterator> iterators;
    std::vector<Pick> picks;
    std::vector<std::vector<std::int32_t>> lists;
    std::vector<Conclusion> conclusions;
    std::vector<Mask> masks;       // memory of an instruction
    ChainSearch<W> chains;         // of the plan that runs
    ComplexFishes<W> fishes;       // likewise
    std::vector<Sought<W>> sought; // likewise: of one part of what there is to look at
    std::size_t next_sought = 0;
    std::int32_t next_part = 0;
    Watch* watch = nullptr; // of whoever runs the plans; must be there

    void fit(const Plan& plan); // makes room for as many as the plan has
    void clear();               // so that what a plan from outside does cannot depend on the puzzle before
};

template <int W> class Matcher {
public:
    // `plan` is verified, `registers` fit it; `lent` is a word a group, for `changed`.
    Matcher(const Plan& plan, const Tables<W>& tables, const Position<W>& position, Registers<W>& registers,
            Mask* lent);

    // Begin again, on the position as it is now.
    void restart(std::uint64_t fuel);
    // What is new to this rule: its outermost loop need only look there, where the compiler has seen that all it reads
    // is local to that variable (`s_start_new`, `v_start_new`), or to that group and the value of the second loop
    // (`v_start_at`). Everything, at first.
    Changed<W> changed;
    // After a match: what the loops passed on the way to it had none, so it is not new any more.
    void forget_passed();

    // Is there nothing new that a match could begin with?
    bool hopeless() const {
        bool some = false;
        switch (plan_.gate) {
        case Plan::Gate::none:
            return false;
        case Plan::Gate::fixed_cell:
            return !(changed.cells & position_.open & position_.fixed).any();
        case Plan::Gate::lone_value:
            changed.groups.each(
                [&](std::int32_t g) { some |= (position_.missing[g] & changed.at[g] & position_.lone[g]) != 0; });
        }
        return !some;
    }

    enum class Result { match, none, out_of_fuel }; // out of fuel, too, where the limits struck (`Registers::watch`)
    // The next match that changes something; its conclusions and registers are there until the next call.
    Result next();
    // What the match relied on; `grounds` is cleared first. Out of fuel, it is not complete. `asked`: of each cell the
    // values that its conclusions speak of, where only some of them matter.
    Result read_grounds(Grounds& grounds, std::uint64_t fuel, const Mask* asked = nullptr);

    const std::vector<Conclusion>& conclusions() const { return registers_.conclusions; }
    // What the plan shows of the match, a word each, as many as a set has for a set; of a list first how long it is.
    void show(std::vector<std::uint64_t>& seen) const {
        for (const auto& [what, i] : plan_.shown)
            if (what == Plan::Shown::set) {
                seen.insert(seen.end(), registers_.sets[i].w, registers_.sets[i].w + W);
            } else if (what == Plan::Shown::list) {
                seen.push_back(registers_.lists[i].size());
                seen.insert(seen.end(), registers_.lists[i].begin(), registers_.lists[i].end());
            } else
                seen.push_back(registers_.scalars[i]);
    }
    // What a register names.
    std::int32_t cell(std::int32_t r) const { return index(r, tables_.cells); }
    std::int32_t group(std::int32_t r) const { return index(r, tables_.groups); }
    std::int32_t value(std::int32_t r) const { return index(r, tables_.values); }

private:
    using Iterator = typename Registers<W>::Iterator;
    using Pick = typename Registers<W>::Pick;

    Result run();
    bool run_apart(const Instruction& in); // false: go to in.d
    // Grounds. While trying, nothing is written down but whether something is missing.
    void absent(std::int32_t cell, Mask values);
    void held(std::int32_t group, Mask values);
    void use(std::int32_t value, std::int32_t group, bool at_most);
    void use_choice(std::int32_t i) {
        if (!trying_)
            grounds_->choices[i >> 6] |= std::uint64_t{1} << (i & 63);
    }
    void use_relation(std::int32_t i) {
        if (!trying_)
            grounds_->relations[i >> 6] |= std::uint64_t{1} << (i & 63);
    }
    void whole(std::int32_t cell) { // everything that it lacks, and its choice
        absent(cell, ~Mask{0});
        use_choice(cell);
    }
    void use_view(std::int32_t cell);
    template <class Passes> void filled(std::int32_t group, Passes passes);
    void read_ground(const Instruction& in);

    bool list_fishes(const Instruction& in, std::uint64_t& fuel); // false without fuel
    // The next place where a rule may match; `ok` where there is one. False without fuel.
    bool seek(const Instruction& in, bool& ok, std::uint64_t& fuel);
    template <class Spend> bool seek_part(const Instruction& in, std::int32_t v, std::int32_t part, Spend spend);
    // Goes on to the next chain and what it says; `ok` where there is one. False without fuel.
    bool next_chain(const Instruction& in, bool& ok, std::uint64_t& fuel);

    bool refuel(std::uint64_t& fuel);
    bool advance(Pick& pick, std::uint64_t& fuel);
    bool changes(const Conclusion& conclusion) const;
    void conclude(std::int32_t cell, std::int32_t value, bool is, std::size_t said);
    // The values of a cell that a conclusion about these would newly take from it or give it.
    Mask news(std::int32_t cell, Mask values) const {
        return position_.placed[cell] ? 0 : position_.cand[cell] & values & (asked_ ? asked_[cell] : ~Mask{0});
    }
    void exclude_all(const Set<W>& cells, Mask values);
    void leave_fitting(std::int32_t group, bool each);
    // Excludes what no way to place a value leaves; false without fuel.
    bool exclude_unplaceable(const Instruction& in, bool with_room, std::uint64_t& fuel);

    // A plan from outside may hold any number where a cell is wanted; it must not lead out of a table.
    std::int32_t index(std::int32_t r, std::int32_t n) const {
        const std::uint64_t x = registers_.scalars[r];
        return x < static_cast<std::uint64_t>(n) ? static_cast<std::int32_t>(x) : 0;
    }

    const Plan& plan_;
    const Tables<W>& tables_;
    const Position<W>& position_;
    Registers<W>& registers_;
    Grounds* grounds_ = nullptr;
    const Mask* asked_ = nullptr;
    bool trying_ = false, costs_ = false;
    std::uint64_t fuel_ = 0, slice_ = 0; // what is left, and what of it is burnt before the next look at the clock
    std::size_t at_ = 0;
};

// A position and a matcher for each rule of a list, with their memory.
template <int W> struct MatchedPosition {
    Position<W> position;
    Registers<W> registers;
    std::vector<Mask> lent;
    std::vector<Matcher<W>> matchers;

    void fit(const std::vector<const Plan*>& plans, const Tables<W>& tables, Watch& watch);
    // The matcher of a rule, begun again: it looks at what is fresh in the position, or everywhere.
    Matcher<W>& begin(std::size_t rule, bool everywhere, const Tables<W>& tables, std::uint64_t fuel);
};

} // namespace gridwright
