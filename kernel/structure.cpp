#include "structure.hpp"

#include <algorithm>
#include <string>

namespace gridwright {

AnyTables::AnyTables(const Spec& spec, const Relations& relations) {
    const std::size_t largest = std::max(spec.sizes.size(), spec.groups.size());
    if (largest > kMostCells)
        throw TooLarge("techniques run on boards of at most 4,096 cells and 4,096 groups, not " +
                       std::to_string(spec.sizes.size()) + " and " + std::to_string(spec.groups.size()));
    bool made = false;
#define X(W)                                                                                                           \
    if (!made && largest <= 64 * W) {                                                                                  \
        tables = std::make_unique<Tables<W>>(spec, relations);                                                         \
        made = true;                                                                                                   \
    }
    GRIDWRIGHT_WIDTHS(X)
#undef X
}

Structure::Structure(Spec spec, std::int64_t dense_bytes)
    : spec_(std::make_shared<const Spec>(std::move(spec))), dense_bytes_(dense_bytes) {
    spec_->check();
}

const Problem& Structure::problem() const {
    std::call_once(problem_once_, [&] { problem_ = std::make_unique<const Problem>(spec_, dense_bytes_); });
    return *problem_;
}

const AnyTables& Structure::tables() const {
    std::call_once(tables_once_, [&] {
        tables_ =
            std::make_unique<const AnyTables>(*spec_, spec_->relations.empty() ? Relations() : problem().relations);
    });
    return *tables_;
}

std::shared_ptr<Structure> Structure::with_relations(std::vector<RelationSpec> relations,
                                                     std::optional<std::vector<Mask>> masks) const {
    Spec spec = *spec_;
    spec.relations = std::move(relations);
    if (masks)
        spec.masks = std::move(*masks);
    return std::make_shared<Structure>(std::move(spec), dense_bytes_);
}

std::shared_ptr<Structure> Structure::with_statements(std::vector<Statement> statements) const {
    auto spec = std::make_shared<Spec>(*spec_);
    for (Statement& each : statements)
        spec->add(std::move(each.what), each.kind, each.members);
    spec->check_slots();
    return std::shared_ptr<Structure>(new Structure(std::move(spec), dense_bytes_));
}

} // namespace gridwright
