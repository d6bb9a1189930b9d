// What rules read: the Tables of a structure, built once, and a Position on it.
//
// Sets of cells and of groups are bit sets of W words (W by the size of the board: 9×9 has 81 cells and takes 2); sets
// of values and of kinds are one 64-bit word. `places(v, g)` is never stored: it is at[v] & members[g]; how many there
// are is (`room`), since every removal must know whether a group still has enough of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relations/cage.hpp"
#include "relations/layouts.hpp"
#include "relations/relation.hpp"

namespace gridwright {

// How many words a set has; a board takes the fewest that hold its cells and its groups.
#define GRIDWRIGHT_WIDTHS(X) X(1) X(2) X(3) X(4) X(6) X(16) X(64)
constexpr std::size_t kMostCells = 64 * 64; // and groups: what the widest set holds

constexpr std::int32_t kNoNeed = INT32_MIN; // the rulebook does not say how often

template <int W> struct Set {
    std::uint64_t w[W];

    static Set none() {
        Set s;
        for (int i = 0; i < W; ++i)
            s.w[i] = 0;
        return s;
    }
    void add(std::int32_t x) { w[x >> 6] |= std::uint64_t{1} << (x & 63); }
    void drop(std::int32_t x) { w[x >> 6] &= ~(std::uint64_t{1} << (x & 63)); }
    bool has(std::int32_t x) const { return w[x >> 6] >> (x & 63) & 1; }
    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i)
            all |= w[i];
        return all != 0;
    }
    std::int32_t count() const {
        std::int32_t n = 0;
        for (int i = 0; i < W; ++i)
            n += __builtin_popcountll(w[i]);
        return n;
    }
    std::int32_t first() const {
        for (int i = 0; i < W; ++i)
            if (w[i])
                return i * 64 + __builtin_ctzll(w[i]);
        return -1;
    }
    bool inside(const Set& o) const {
        std::uint64_t out = 0;
        for (int i = 0; i < W; ++i)
            out |= w[i] & ~o.w[i];
        return out == 0;
    }
    bool operator==(const Set& o) const {
        std::uint64_t different = 0;
        for (int i = 0; i < W; ++i)
            different |= w[i] ^ o.w[i];
        return different == 0;
    }
    Set operator&(const Set& o) const {
        Set s;
        for (int i = 0; i < W; ++i)
            s.w[i] = w[i] & o.w[i];
        return s;
    }
    Set operator|(const Set& o) const {
        Set s;
        for (int i = 0; i < W; ++i)
            s.w[i] = w[i] | o.w[i];
        return s;
    }
    Set without(const Set& o) const {
        Set s;
        for (int i = 0; i < W; ++i)
            s.w[i] = w[i] & ~o.w[i];
        return s;
    }
    template <class Visit> void each(Visit visit) const {
        for (int i = 0; i < W; ++i)
            for (std::uint64_t bits = w[i]; bits; bits &= bits - 1)
                visit(i * 64 + __builtin_ctzll(bits));
    }
};

// What the numbers of a group may add up to: how many sums there are, and how many of odd and even, 2 for more than one
// or for what nobody looks through. The numbers are those of the only one.
struct Sums {
    std::int32_t totals = 0, parities = 0, parity = 0;
    std::int64_t total = 0;
    void add(std::int64_t sum);
};
constexpr std::int32_t kMostSummed = 4; // cells whose ways to add up are looked through

// What layouts of a cage put into a line, of those that put the same values there: in how many ways, and which of the
// values into each of its cells there, in their order.
struct InLine {
    Mask values;
    std::int32_t ways;
    std::array<Mask, kMostSummed> at;
};

// Cells, none of them written, whose total is known: groups are added and taken off, each so often.
template <int W> struct SumRest {
    Set<W> cells;
    std::int64_t total;
    std::vector<std::int32_t> terms; // by group
    bool own;                        // of one cage as it is printed; else lines have a part in it
};

// A relation that says how the cells of a group can be filled. Rules ask this of the candidates as they are, with fuel
// for every cage that people meet.
struct Filling {
    std::shared_ptr<const Relation> relation;
    const Layouts* layouts; // of the relation, near at hand

    explicit Filling(std::shared_ptr<const Relation> given)
        : relation(std::move(given)), layouts(relation->layouts()) {}
    bool fitting(const Mask* domains, Mask* used) const {
        return layouts ? layouts->fitting(domains, used) : relation->fitting(domains, used, Relation::kRuleFuel);
    }
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& cells) const {
        return layouts ? layouts->forced(domains, cells) : relation->forced(domains, cells, Relation::kRuleFuel);
    }
};

template <int W> struct Tables {
    // Of a Spec that was checked and its relations.
    Tables(const Spec& spec, const Relations& stated);

    const std::uint64_t number; // no other Tables have it, not even those that are built where these were
    std::int32_t cells, groups, values, kinds;
    Set<W> every_cell, every_group;
    Mask every_value, every_kind, loud = 0; // `loud`: those of which the rulebook speaks
    Mask counted = 0;                       // values that some group holds a known number of times
    std::vector<Set<W>> members, peers, apart, groups_at, of_kind; // by group, cell, cell, cell, kind
    std::vector<std::int32_t> kind_of, first;                      // first candidate of each cell
    std::vector<std::int32_t> cell_of;                             // of each candidate
    std::vector<Mask> once;                                        // values that each group holds exactly once
    std::vector<std::int32_t> exact;                               // [value * groups + group], kNoNeed where open
    std::vector<std::int32_t> most;                                // of each value: the largest number in `exact`
    std::vector<std::int32_t> choice_of, relation_of;              // [value * groups + group], -1 where none
    std::int32_t choices = 0, relations = 0;                       // how many there are; a cell's own come first
    std::vector<Mask> own;                                         // all values of each cell
    bool crosses(std::int32_t a, std::int32_t b) const;
    std::vector<std::uint8_t> crossing; // [kind * kinds + kind]
    Set<W> distinct;                    // groups whose cells all differ
    std::vector<std::int32_t> sight;    // of each group, how many of its cells one outside it sees at most

    // The groups of each cell as a list: those of x are [group_list[group_from[x]], group_list[group_from[x + 1]]).
    std::vector<std::int32_t> group_from;
    std::vector<std::uint16_t> group_list;
    template <class Visit> void each_group_of(std::int32_t x, Visit visit) const {
        for (std::int32_t i = group_from[x]; i < group_from[x + 1]; ++i)
            visit(group_list[i]);
    }

    // What goes when a candidate is written down: the same value in other cells, as a set; other values there, as a
    // list.
    const Set<W>& rivals(std::int32_t x, std::int32_t v) const {
        return !rivals_.empty() ? rivals_[first[x] + v] : loud >> v & 1 ? peers[x] : no_cell_;
    }
    std::vector<std::int32_t> strange_from, strange; // both empty where nothing is strange
    // Is a link never more than that two cells are apart?
    bool plain() const { return rivals_.empty() && strange.empty() && loud == every_value; }

    // Cages, skylines and tables: [filling_of[group]], -1 where there is none. The values of their cells, in the
    // order of `order`, begin at `fits_from`; the entry behind the last is how many there are in all.
    std::vector<std::int32_t> filling_of, filled_by, fits_from;
    std::vector<Filling> fillings;
    std::vector<std::vector<std::int32_t>> order;
    std::vector<std::vector<std::int32_t>> ordered; // the cells of each group
    std::vector<std::int64_t> clues;                // by filling, -1 where none is printed
    std::vector<std::uint8_t> whole_skyline;        // by filling: as long as there are heights, each once
    Set<W> first_of(std::int32_t group, std::int64_t number) const; // the first so many of its cells
    std::vector<std::int64_t> totals;   // by group: what the rulebook says that it adds up to, -1 where nothing
    std::vector<std::int32_t> total_by; // by group: the relation that says how it adds up or is filled, -1 for none
    Set<W> alone;                       // groups that share no cell with another of their kind
    std::vector<std::int32_t>
        differing_by; // by group: the relation that says that it is a sum of different values, or -1
    Set<W> differing; // those that are; of them and of groups that hold each value once,
    std::vector<std::int32_t> sum_cages,
        sum_lines; // those that share no cell with others of their kind; lines divide the board

    // What lookers see: [view_of[cell]] is the number among the relations, -1 where the cell does not look; the cells
    // ahead of it, in their order and as a set, and those that look at it; `sighted`: itself and those.
    std::vector<std::int32_t> view_of;
    std::vector<std::vector<std::int32_t>> view;
    std::vector<std::int32_t> looker_of, view_group;   // by group, -1 where it is not what a cell sees; and back
    Set<W> filled_groups;                              // groups with layouts, counts or somebody who looks at them
    std::vector<Set<W>> ahead, behind, sighted, along; // `along`: those ahead that look on the same way
    bool facing(std::int32_t p, std::int32_t q) const { return ahead[p].has(q) && ahead[q].has(p); }
    Set<W> between(std::int32_t p, std::int32_t q) const; // q is ahead of p
    std::vector<Set<W>> beside;                           // by cell: what lies beside it; empty without areas

    bool all_apart(const Set<W>& cells_) const;
    // Asks for the tables before they are needed: boards of a batch are each other's strangers, and the tables of a few
    // hundred structures do not stay near.
    void warm() const;
    // What a position is asked about only where it ends: choices that `exact` does not stand for, as lists of
    // candidates, and relations that neither fill a group nor look.
    Lists other_choices;
    Relations others;

    // Other cages instead of those that there are: the groups from `first` on, of one kind, which hold every cell once;
    // those that are left over have no cells. Lines and what follows from them stay, and so do the sizes of a Position.
    struct NewCage {
        const std::vector<std::int32_t>* cells;
        std::shared_ptr<const Cage> cage;
        std::int64_t target;
        bool sum; // the target is what its numbers add up to
    };
    void recage(std::int32_t first, const std::vector<NewCage>& cages);

private:
    void read_sets(const Spec& spec);
    void read_relations(const Spec& spec, const Relations& stated);
    void link(const Spec& spec);
    void look();
    void list_sums();
    std::vector<Set<W>>
        rivals_; // by candidate; empty where those of a loud value are the peers and a silent one has none
    Set<W> no_cell_ = Set<W>::none();
};

// What has changed: since somebody last looked, or in one step. `at` is memory that its maker lends, a word a group.
template <int W> struct Changed {
    Set<W> cells, groups;
    Set<W> sights; // cells that changed, and those that see a cell whose candidates did
    Mask values;
    Mask* at = nullptr; // of each group, values whose places in it changed
    std::int32_t count = 0;

    Changed() { nothing(); }
    Changed(const Tables<W>& tables, Mask* lent) : at(lent), count(tables.groups) { nothing(); }
    void everything(const Tables<W>& tables);
    void nothing();
    void add(const Changed& o);
    // Adds itself to one or two others and is nothing then.
    void hand_on(Changed& to, Changed* too);
};

template <int W> class LinkGraph;

// What was found of groups, each to be filled by itself while some cells take some values (rules/words/fits.inl): of
// the last such question, until a candidate goes.
template <int W> struct FilledAlone {
    bool known = false;         // is it of the candidates as they are?
    std::uint64_t supposed = 0; // cells and their values
    Set<W> asked, fit;          // groups that were asked, and those that can be filled
    Set<W> shown;               // of these, those of which a way is known, on boards with one loud value:
    std::vector<Set<W>> cells;  // what is filled,
    std::vector<Set<W>> loud;   // cells that take the loud value,
    std::vector<Set<W>> ruled;  // and those that cannot take it, too
};

// A position: candidates and what is written down. Kept up to date by the few who change it.
template <int W> struct Position {
private:
    std::vector<Mask> fresh_at_;

public:
    Position() = default;
    Position(const Position&) = delete; // `fresh` points into it
    Position& operator=(const Position&) = delete;
    Position(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed);

    // Make room for the boards of a structure; then begin with a position. The memory stays.
    void fit(const Tables<W>& tables);
    void reset(const Tables<W>& tables, const Mask* masks, const std::uint8_t* placed);
    // The same position as another position of the structure, and the same changes; who did what is left out.
    void become(const Position& o);
    // Write a value down: every candidate that is linked to it goes. Remove a candidate.
    void place(const Tables<W>& tables, std::int32_t cell, std::int32_t value);
    void remove(const Tables<W>& tables, std::int32_t cell, std::int32_t value);
    // Is a cell without a candidate, or a group that can no longer get what it needs? Kept by every change.
    bool broken = false;
    // Was a cage, a line or a table asked that has no layout? Nobody asks all of them at every change: a skyline
    // takes a microsecond, and most rules before a cage's look elsewhere.
    bool unfillable() const { return unfillable_; }
    // Is anything that the rulebook says plainly impossible? Who ends asks all of it.
    bool impossible(const Tables<W>& tables) const;
    // Is there a candidate between what a cell sees for certain and what it could see at the most?
    bool can_count(const Tables<W>& tables, std::int32_t looker) const;
    // The groups that have one of a group's places for a value; kept until these change.
    const Set<W>& reach(const Tables<W>& tables, std::int32_t value, std::int32_t group) const {
        Set<W>& found = reaches_[value * tables.groups + group];
        if (!(reached_[group] >> value & 1)) {
            found = Set<W>::none();
            (at[value] & tables.members[group]).each([&](std::int32_t x) { found = found | tables.groups_at[x]; });
            reached_[group] |= Mask{1} << value;
        }
        return found;
    }
    // Since somebody cleared it.
    Changed<W> fresh;

    // The values of a cell in some layout of the group that fits the candidates, and those of all its cells; every
    // value where the group has no layouts, or the cell is not in it. Several rules ask, so answers are kept until a
    // cell of the group changes.
    Mask fitting(const Tables<W>& tables, std::int32_t group, std::int32_t cell) const;
    Mask fitting(const Tables<W>& tables, std::int32_t group) const;
    // Has some open cell of the group a candidate that is not among these: its own, or those of all cells?
    bool unfit(const Tables<W>& tables, std::int32_t group, bool each) const;
    // What a group may add up to; value v stands for the number v + 1. See `Position`.
    Sums sums(const Tables<W>& tables, std::int32_t group) const;
    // What the layouts of a group put into a line, without repeats there; null where nobody goes through them, for they
    // are not listed or the group has more than kMostSummed cells.
    const std::vector<InLine>* in_line(const Tables<W>& tables, std::int32_t group, std::int32_t line) const;
    // What is left of sums, pieces of cages first: `tests/reference/rests.py`. Kept until a cell is written.
    const std::vector<SumRest<W>>& sum_rests(const Tables<W>& tables) const;
    // Strong and weak links: `link_graph.hpp`. Kept until a candidate goes.
    LinkGraph<W>& links(const Tables<W>& tables) const;
    // What is known while these are supposed; nothing where something else was asked, or a candidate has gone.
    FilledAlone<W>& filled_alone(std::uint64_t supposed) const {
        if (!filled_alone_.known || filled_alone_.supposed != supposed) {
            filled_alone_.known = true;
            filled_alone_.supposed = supposed;
            filled_alone_.asked = filled_alone_.fit = filled_alone_.shown = Set<W>::none();
        }
        return filled_alone_;
    }
    // The cells that were one with a written cell, in its cage as lines had cut it, when it was written: see
    // `tests/reference/cage_repeat.py`. Every cell where nobody knows the steps.
    Set<W> one_with(const Tables<W>& tables, std::int32_t cell) const;
    // The values that every such layout puts into these cells; none where there is no layout.
    Mask forced(const Tables<W>& tables, std::int32_t group, const Set<W>& cells) const;

    std::vector<Mask> cand;
    Set<W> open = Set<W>::none();
    Set<W> fixed = Set<W>::none();   // cells with one candidate
    std::vector<std::int32_t> value; // of each decided cell, -1 while open
    std::vector<std::uint8_t> placed;
    std::vector<Set<W>> at, lacking;      // by value; `at` are open cells
    std::vector<Set<W>> needy;            // by value: groups that need more of it
    std::vector<Set<W>> having;           // by value: every cell that has it as a candidate, decided or not
    std::vector<Mask> missing;            // by group
    std::vector<std::int32_t> need, room; // [value * groups + group]: how many more, how many places; of counted values
    std::vector<Mask> lone;               // by group: of those, the values with one place
    // Who removed each candidate and wrote each cell: what `now` was at the time, -1 for what was so from the start.
    std::vector<std::int32_t> remover, writer;
    std::int32_t now = -1;
    std::vector<const std::string*> steps; // the key of the technique of each, where somebody keeps them

private:
    void decide(const Tables<W>& tables, std::int32_t cell);
    // A group has one place less for a value; how many are left.
    std::int32_t lose(std::int32_t about, std::int32_t group, Mask bit) {
        const std::int32_t left = --room[about];
        lone[group] = (lone[group] & ~bit) | (left == 1 ? bit : 0);
        return left;
    }
    const Mask* fit_group(const Tables<W>& tables, std::int32_t filling) const;

    mutable std::vector<Mask> reached_;      // of each group, values whose answer below is right
    mutable std::vector<Set<W>> reaches_;    // [value * groups + group]
    mutable bool unfillable_ = false;        // some answer below is that there is no layout
    mutable Set<W> fitted_ = Set<W>::none(); // groups whose answer below is right
    mutable std::vector<Mask> fits_, fits_all_;
    mutable std::vector<std::int32_t> positions_; // memory of `forced`
    mutable std::vector<Mask> domains_;           // memory of `fit_group`
    mutable Set<W> summed_ = Set<W>::none();      // of the fitted groups, those whose answer below is right
    mutable std::vector<Sums> sums_;              // by filling
    mutable std::vector<std::vector<std::pair<std::int32_t, std::vector<InLine>>>> in_lines_; // by filling: each line
    mutable bool linked_ = false;                                                             // is the graph right?
    mutable std::shared_ptr<LinkGraph<W>> links_;
    mutable FilledAlone<W> filled_alone_;
    mutable bool rested_ = false; // is the answer below right?
    mutable std::vector<SumRest<W>> sum_rests_;
    // Of `one_with`: how many steps are looked at, what they left of cages, what was written, and the answers.
    mutable std::size_t cut_steps_ = 0;
    mutable std::vector<Set<W>> cut_cages_, one_with_;
    mutable Set<W> cut_written_ = Set<W>::none();
    void cut_cages(const Tables<W>& tables) const;
};

} // namespace gridwright
