// The numbers of the scope make a target by an operation: a cage (cage.hpp) where it lies on the board.
#include <algorithm>
#include <span>

#include "relations/cage.hpp"
#include "relations/relation.hpp"

namespace gridwright {
namespace {

constexpr std::int64_t kLargestTarget = 1'000'000'000'000'000;
constexpr std::size_t kMostCells = 4096;

class Arithmetic final : public Relation {
public:
    Arithmetic(const RelationSpec& spec, const Apart& apart)
        : Relation(spec.scope), clue_(spec.parameters[1]), shape_(apart.shape(scope)), segments_(shape_->segments) {
        const auto operation = static_cast<Operation>(spec.parameters[0]);
        adds_ = operation == Operation::add;
        cage_ = cage_of(operation, clue_, shape_->sizes, shape_->earlier);
        listed_ = cage_->listed();
    }
    Arithmetic(std::vector<Variable> variables, std::shared_ptr<const Cage> cage, std::int64_t target)
        : Relation(std::move(variables)), clue_(target), cage_(std::move(cage)), listed_(cage_->listed()) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t fuel) const override {
        return cage_->fitting(domains, used, fuel);
    }

    bool propagate(Editor& editor) const override {
        constexpr std::size_t kInline = 16;
        const std::size_t n = scope.size();
        Mask inside[2 * kInline];
        std::vector<Mask> heap(n > kInline ? 2 * n : 0);
        Mask *domains = heap.empty() ? inside : heap.data(), *used = domains + n;
        for (std::size_t i = 0; i < n; ++i)
            if (!(domains[i] = editor.domain(scope[i])))
                return false;
        std::uint64_t live[Layouts::kWords];
        if (!(listed_ ? listed_->fitting(domains, used, live) : cage_->fitting(domains, used, kFuel)))
            return false;
        bool narrowed = false;
        for (std::size_t i = 0; i < n; ++i)
            if (used[i] != domains[i]) {
                narrowed = true;
                if (!editor.restrict(scope[i], used[i]))
                    return false;
            }
        if (narrowed || !listed_) // a cage that was narrowed runs again
            return true;
        for (const Segment& segment : segments_)
            if (!clear_line(editor, segment, *listed_, live, domains))
                return false;
        return true;
    }

    Mask forced(const Mask* domains, const std::vector<std::int32_t>& members, std::int64_t fuel) const override {
        return cage_->forced(domains, members, fuel);
    }
    const Layouts* layouts() const override { return listed_; }
    bool walks() const override { return true; }
    Walked walk(const Mask* domains, std::int64_t fuel, const Visit& visit) const override {
        return cage_->walk(domains, fuel, visit);
    }
    bool fills() const override { return true; }
    std::int64_t clue() const override { return clue_; }
    std::int64_t sum_of_numbers() const override { return adds_ ? clue_ : -1; }
    bool combinations(const Mask* domains, std::size_t most, std::int64_t fuel,
                      std::vector<std::uint8_t>& found) const override {
        return cage_->combinations(domains, most, fuel, found);
    }
    // What it removes from the rest of a line stands in its own part of it.
    Claim claim(const Snapshot& then, Variable x, std::int32_t value) const override {
        for (const Segment& segment : segments_)
            if (std::find(segment.rest.begin(), segment.rest.end(), x) != segment.rest.end())
                if (Claim forced{segment.cells, value, true}; says(then.domains().data(), forced))
                    return forced;
        return Relation::claim(then, x, value);
    }

private:
    // What every layout puts into these cells of a line stands nowhere else in it.
    static bool clear_line(Editor& editor, const Segment& segment, const Layouts& listed, const std::uint64_t* live,
                           const Mask* domains) {
        Mask inside = 0, outside = 0;
        bool open = false;
        for (std::int32_t cell : segment.cells) {
            inside |= domains[cell];
            open |= (domains[cell] & (domains[cell] - 1)) != 0;
        }
        if (!open)
            return true;
        for (Variable x : segment.rest)
            outside |= editor.domain(x);
        const Mask forced = listed.forced_among(live, segment.cells, inside & outside);
        if (!forced)
            return true;
        for (Variable x : segment.rest)
            if (!editor.restrict(x, ~forced))
                return false;
        return true;
    }

    std::int64_t clue_;
    bool adds_ = false;
    std::shared_ptr<const Cage> cage_;
    const Layouts* listed_;                   // of the cage, near at hand
    std::shared_ptr<const ScopeShape> shape_; // null where no board is known
    std::span<const Segment> segments_;       // its own
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.scope.empty() || spec.scope.size() > kMostCells)
        refuse("a cage has 1 to " + std::to_string(kMostCells) + " cells, not " + std::to_string(spec.scope.size()));
    if (spec.parameters.size() != 2)
        refuse("a cage has an operation and a target");
    if (spec.parameters[0] < 0 || spec.parameters[0] > static_cast<std::int64_t>(Operation::divide))
        refuse("a cage has one of five operations");
    if (spec.parameters[1] < 0 || spec.parameters[1] > kLargestTarget)
        refuse("a cage makes 0 to " + std::to_string(kLargestTarget) + ", not " + std::to_string(spec.parameters[1]));
}

// A single cell is its target.
bool simplify(const RelationSpec& cage, Spec& spec) {
    if (const Variable x = cage.scope[0]; cage.scope.size() == 1)
        spec.masks[x] &= cage.parameters[1] >= 1 && cage.parameters[1] <= spec.sizes[x]
                             ? Mask{1} << (cage.parameters[1] - 1)
                             : Mask{0};
    return false;
}

const RelationKind kind("arithmetic", check, one_each<Arithmetic>, simplify);

} // namespace

RelationSpec CageSpec::relation() const { return {&kind, scope, {static_cast<std::int64_t>(operation), target}}; }

std::shared_ptr<const Relation> cage_relation(std::vector<Variable> scope, std::shared_ptr<const Cage> cage,
                                              std::int64_t target) {
    return std::make_shared<const Arithmetic>(std::move(scope), std::move(cage), target);
}

} // namespace gridwright
