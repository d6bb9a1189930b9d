// Posts and the members with the value pair off, each pair beside each other.
//
// It can hold where some pairing covers every post by members that may have the value, and some pairing, perhaps
// another, covers every member that has it: then one covers both (Mendelsohn and Dulmage), and it covers nothing else.
// So two matchings decide, and what alternates with them is exact:
//
//     a member is needed       where no alternating way leads to it from one that may have the value and is spare
//     a member cannot have it  where no alternating way leads from a post beside it to one that is free
//
// Why it cannot hold is a set of posts beside which too few members may have the value, or a set of members with the
// value that have too few posts (Hall).
#include <algorithm>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

using Indices = std::vector<std::int32_t>;

// Things that take a partner each. A partner that is not `open` is none.
struct Matching {
    const Lists& choices;
    Indices partner, thing_of; // of each thing, of each partner; -1 for none
    Indices seen;              // partners that the last search met
    std::vector<std::uint8_t> met;

    Matching(const Lists& of, std::int32_t partners)
        : choices(of), partner(of.size(), -1), thing_of(partners, -1), met(partners, 0) {}

    // False where the thing finds none: those that hold the partners in `seen`, and the thing, are too many for them.
    template <class Open> bool match(std::int32_t thing, Open&& open) {
        for (std::int32_t other : choices[thing])
            if (thing_of[other] < 0 && open(other))
                return take(thing, other), true;
        for (std::int32_t other : seen)
            met[other] = 0;
        seen.clear();
        return search(thing, open);
    }

private:
    void take(std::int32_t thing, std::int32_t other) {
        partner[thing] = other;
        thing_of[other] = thing;
    }
    template <class Open> bool search(std::int32_t thing, Open&& open) {
        for (std::int32_t other : choices[thing]) {
            if (met[other] || !open(other))
                continue;
            met[other] = 1;
            seen.push_back(other);
            if (thing_of[other] < 0 || search(thing_of[other], open))
                return take(thing, other), true;
        }
        return false;
    }
};

class Paired final : public Relation {
public:
    Paired(const RelationSpec& spec, const Apart&) : Relation(spec.scope), bit_(Mask{1} << spec.parameters[0]) {
        std::vector<Indices> posts(scope.size());
        for (auto at = spec.parameters.begin() + 1; at != spec.parameters.end();) {
            const auto end = at + 1 + *at;
            const Indices beside(at + 1, end);
            for (std::int32_t member : beside)
                posts[member].push_back(static_cast<std::int32_t>(members_.size()));
            members_.add(beside);
            at = end;
        }
        posts_ = Lists(posts);
    }

    bool fills() const override { return true; }
    bool whole_board() const override { return true; }
    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        const auto n = static_cast<std::int32_t>(scope.size()), posts = static_cast<std::int32_t>(members_.size());
        auto may = [&](std::int32_t member) { return (domains[member] & bit_) != 0; };
        auto sure = [&](std::int32_t member) { return domains[member] == bit_; };
        Matching of_posts(members_, n), of_members(posts_, posts);
        for (std::int32_t post = 0; post < posts; ++post)
            if (!of_posts.match(post, may))
                return false;
        for (std::int32_t member = 0; member < n; ++member)
            if (sure(member) && !of_members.match(member, [](std::int32_t) { return true; }))
                return false;

        // Members that can be spared, from those that are spare: whoever takes one leaves another.
        Indices queue;
        std::vector<std::uint8_t> spare(n, 0), frees(posts, 0);
        auto spares = [&](std::int32_t member) {
            if (!spare[member]) {
                spare[member] = 1;
                queue.push_back(member);
            }
        };
        for (std::int32_t member = 0; member < n; ++member)
            if (may(member) && of_posts.thing_of[member] < 0)
                spares(member);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (std::int32_t post : posts_[queue[i]])
                spares(of_posts.partner[post]);

        // Posts that can be had, from those that are free: whoever takes one leaves another.
        queue.clear();
        auto free = [&](std::int32_t post) {
            if (!frees[post]) {
                frees[post] = 1;
                queue.push_back(post);
            }
        };
        for (std::int32_t post = 0; post < posts; ++post)
            if (of_members.thing_of[post] < 0)
                free(post);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (std::int32_t member : members_[queue[i]])
                if (sure(member))
                    free(of_members.partner[member]);

        for (std::int32_t member = 0; member < n; ++member) {
            used[member] = domains[member];
            if (!may(member) || sure(member))
                continue;
            const auto beside = posts_[member];
            if (std::none_of(beside.begin(), beside.end(), [&](std::int32_t post) { return frees[post]; }))
                used[member] &= ~bit_;
            else if (!spare[member])
                used[member] = bit_;
        }
        return true;
    }

    // It takes its time over a board: search asks it where all else is at rest.
    bool propagate(Editor& editor) const override { return editor.ask_for_more(), true; }
    bool deepen(Editor& editor) const override { return Relation::propagate(editor); }

    Mask speaks_of(const std::vector<std::int32_t>&) const override { return bit_; }

    // The members that some posts lack, or what else those are not that have too few posts.
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (lacks_value(domains, values))
            return true;
        const auto n = static_cast<std::int32_t>(scope.size()), posts = static_cast<std::int32_t>(members_.size());
        const std::int32_t own = claim.members.empty() ? -1 : claim.members[0];
        const Mask supposed = claim.value == std::countr_zero(bit_) ? bit_ : ~bit_;
        auto domain = [&](std::int32_t member) { return member == own ? supposed : domains[member]; };
        auto may = [&](std::int32_t member) { return (domain(member) & bit_) != 0; };
        Matching of_posts(members_, n), of_members(posts_, posts);
        for (std::int32_t post = 0; post < posts; ++post) {
            if (of_posts.match(post, may))
                continue;
            auto lacks = [&](std::int32_t unpaired) {
                for (std::int32_t member : members_[unpaired])
                    if (!may(member) && member != own)
                        values[member] = bit_;
            };
            lacks(post);
            for (std::int32_t member : of_posts.seen)
                lacks(of_posts.thing_of[member]);
            return true;
        }
        for (std::int32_t member = 0; member < n; ++member) {
            if (domain(member) != bit_ || of_members.match(member, [](std::int32_t) { return true; }))
                continue;
            values[member] = ~bit_;
            for (std::int32_t post : of_members.seen)
                values[of_members.thing_of[post]] = ~bit_;
            if (own >= 0)
                values[own] = 0;
            return true;
        }
        return true;
    }

private:
    Mask bit_;
    Lists members_, posts_; // beside each post, beside each member
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.empty() || spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("pairs have a value from 0 to 63 and posts");
    const auto n = static_cast<std::int64_t>(spec.scope.size());
    for (std::size_t i = 1; i < spec.parameters.size(); i += static_cast<std::size_t>(spec.parameters[i]) + 1) {
        const std::int64_t beside = spec.parameters[i];
        if (beside < 0 || beside >= static_cast<std::int64_t>(spec.parameters.size() - i))
            refuse("a post has a number of members beside it and that many positions");
        for (std::int64_t k = 1; k <= beside; ++k)
            if (spec.parameters[i + k] < 0 || spec.parameters[i + k] >= n)
                refuse("a post has a member at position " + std::to_string(spec.parameters[i + k]) +
                       ", but there are " + std::to_string(n));
    }
}

const RelationKind kind("paired", check, one_each<Paired>);

} // namespace
} // namespace gridwright
