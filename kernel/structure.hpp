// A Structure: what all puzzles have in common that differ only in givens. Built once, shared by threads.
//
//     Spec ── check ──▶ Structure ──▶ problem()   laid out for search
//                                 └─▶ tables()    laid out for rules
//
// Each layout is built when it is first asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "position/tables.hpp"
#include "state/problem.hpp"

namespace gridwright {

// One of something that is owned, or all of them: for each of GRIDWRIGHT_WIDTHS.
template <template <class...> class Which, template <int> class T>
using OfEachWidth = Which<std::unique_ptr<T<1>>, std::unique_ptr<T<2>>, std::unique_ptr<T<3>>, std::unique_ptr<T<4>>,
                          std::unique_ptr<T<6>>, std::unique_ptr<T<16>>, std::unique_ptr<T<64>>>;

// Tables of the width that their structure needs.
struct AnyTables {
    OfEachWidth<std::variant, Tables> tables;

    // Of a Spec that was checked and its relations. Throws TooLarge where there are too many cells or groups.
    AnyTables(const Spec& spec, const Relations& relations);
};

class Structure {
public:
    // Throws std::invalid_argument with a sentence where something is out of range. `dense_bytes`: see Problem.
    explicit Structure(Spec spec, std::int64_t dense_bytes = Problem::kDenseBytes);

    const Spec& spec() const { return *spec_; }
    const Problem& problem() const;
    const AnyTables& tables() const;
    // The same with other relations, and other masks if they are given; Problems of both share all else.
    std::shared_ptr<Structure> with_relations(std::vector<RelationSpec> relations,
                                              std::optional<std::vector<Mask>> masks) const;
    struct Statement {
        RelationSpec what;
        std::int32_t kind;   // that of its group, -1 where people do not name it
        std::size_t members; // of its scope, those that are the group
    };
    // The same with more said: see Spec::add.
    std::shared_ptr<Structure> with_statements(std::vector<Statement> statements) const;

private:
    Structure(std::shared_ptr<const Spec> checked, std::int64_t dense_bytes)
        : spec_(std::move(checked)), dense_bytes_(dense_bytes) {}

    const std::shared_ptr<const Spec> spec_;
    const std::int64_t dense_bytes_;
    mutable std::once_flag problem_once_, tables_once_;
    mutable std::unique_ptr<const Problem> problem_;
    mutable std::unique_ptr<const AnyTables> tables_;
};

} // namespace gridwright
