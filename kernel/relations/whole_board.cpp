#include "relations/whole_board.hpp"

#include <algorithm>

namespace gridwright {

bool WholeBoard::fitting(const Mask* domains, Mask* used, std::int64_t) const {
    const std::size_t n = scope.size();
    std::vector<Has> has(n);
    std::vector<std::int32_t> members;
    for (std::size_t i = 0; i < n; ++i)
        has[i] = read(domains[i]);
    if (clash(has.data(), members))
        return false;
    for (std::size_t i = 0; i < n; ++i) {
        used[i] = domains[i];
        if (has[i] != Has::open)
            continue;
        has[i] = Has::yes;
        if (clash(has.data(), members))
            used[i] &= ~bit_;
        has[i] = Has::no;
        if (clash(has.data(), members))
            used[i] &= bit_;
        has[i] = Has::open;
        if (!used[i])
            return false;
    }
    return true;
}

bool WholeBoard::deepen(Editor& editor) const {
    struct Memory {
        std::vector<Has> has, left;
    };
    static thread_local Memory memory; // its place is asked for once: that is a call
    auto& [has, left] = memory;
    const std::size_t n = scope.size();
    has.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Mask domain = editor.domain(scope[i]);
        if (!domain)
            return false;
        has[i] = read(domain);
    }
    left = has;
    if (!narrow(has.data(), left.data()))
        return false;
    bool changed = false;
    for (std::size_t i = 0; i < n; ++i)
        if (left[i] != has[i]) {
            changed = true;
            if (!editor.restrict(scope[i], left[i] == Has::yes ? bit_ : ~bit_))
                return false;
        }
    if (changed)
        editor.ask_for_more(); // each look decides what one clash decides, so that grounds are one clash, too
    return true;
}

bool WholeBoard::broken(const Mask* domains) const {
    std::vector<Has> has(scope.size());
    for (std::size_t i = 0; i < scope.size(); ++i)
        has[i] = read(domains[i]);
    std::vector<std::int32_t> members;
    return clash(has.data(), members);
}

bool WholeBoard::matters(const Mask* domains, const Claim& claim, Mask* values) const {
    const std::size_t n = scope.size();
    std::vector<Has> has(n);
    for (std::size_t i = 0; i < n; ++i)
        has[i] = read(domains[i]);
    const std::int32_t own = claim.members.empty() ? -1 : claim.members[0];
    if (own >= 0)
        has[own] = Mask{1} << claim.value == bit_ ? Has::yes : Has::no;
    std::vector<std::int32_t> members;
    if (claim.members.size() > 1 || !clash(has.data(), members))
        return Relation::matters(domains, claim, values);
    std::fill(values, values + n, Mask{0});
    for (std::int32_t i : members)
        if (i != own && has[i] != Has::open) // a number is named that has the value, whatever comes
            values[i] = has[i] == Has::yes ? ~bit_ : bit_;
    return true;
}

Adjacency::Adjacency(std::size_t members, const std::int64_t* first, const std::int64_t* last)
    : begin_(members + 1), near_(static_cast<std::size_t>(last - first)) {
    for (const std::int64_t* end = first; end != last; ++end)
        ++begin_[static_cast<std::size_t>(*end) + 1];
    for (std::size_t i = 0; i < members; ++i)
        begin_[i + 1] += begin_[i];
    std::vector<std::int32_t> next(begin_.begin(), begin_.end() - 1);
    for (const std::int64_t* end = first; end != last; end += 2) {
        near_[next[end[0]]++] = static_cast<std::int32_t>(end[1]);
        near_[next[end[1]]++] = static_cast<std::int32_t>(end[0]);
    }
}

void check_pairs(const RelationSpec& spec, std::size_t first) {
    if (spec.parameters.size() < first || (spec.parameters.size() - first) % 2)
        refuse("members lie side by side in pairs");
    if (spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("a rule about the whole board is about a value from 0 to 63, not " + std::to_string(spec.parameters[0]));
    for (std::size_t i = first; i < spec.parameters.size(); ++i)
        if (spec.parameters[i] < 0 || spec.parameters[i] >= static_cast<std::int64_t>(spec.scope.size()))
            refuse("a pair names member " + std::to_string(spec.parameters[i]) + ", but there are " +
                   std::to_string(spec.scope.size()));
}

} // namespace gridwright
