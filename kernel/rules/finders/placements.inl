// Every way to place what groups still need of a value: src/gridwright/techniques/_placements.py.
#ifdef GRIDWRIGHT_FUNCTIONS

constexpr std::int32_t kMostLines = 5;                   // of a rest
constexpr std::int32_t kMostPlaced = 4, kMostWays = 400; // nobody goes through the others

// The groups that need more of a value, where a choice or a count says so.
template <int W>
[[gnu::noinline]] Set<W> needy_groups(const Tables<W>& tables, const Position<W>& position, std::int32_t v) {
    Set<W> found = position.needy[v];
    position.needy[v].each([&](std::int32_t g) {
        const std::int32_t about = v * tables.groups + g;
        if (tables.choice_of[about] < 0 && tables.relation_of[about] < 0)
            found.drop(g);
    });
    return found;
}

// The places that groups have for a value.
template <int W>
Set<W> places_in(const Tables<W>& tables, const Position<W>& position, std::int32_t v, const Set<W>& some) {
    Set<W> found = Set<W>::none();
    some.each([&](std::int32_t g) { found = found | tables.members[g]; });
    return found & position.at[v];
}

template <int W>
std::int64_t needed(const Tables<W>& tables, const Position<W>& position, std::int32_t v, const Set<W>& some) {
    std::int64_t sum = 0;
    some.each([&](std::int32_t g) { sum += std::max(0, position.need[v * tables.groups + g]); });
    return sum;
}

// How many rests there are at the most: of 1 to kMostLines lines, for each other kind, from the first line on, twice.
template <int W, class Visit> bool each_rest(const Tables<W>& tables, Visit visit) {
    for (std::int32_t lines = 1; lines <= kMostLines; ++lines)
        for (std::int32_t kind = 0; kind < tables.kinds; ++kind) {
            bool crosses = false;
            for (std::int32_t other = 0; other < tables.kinds; ++other)
                crosses |= tables.crossing[kind * tables.kinds + other] != 0;
            const std::int64_t firsts = tables.of_kind[kind].count() - lines + 1;
            for (std::int32_t other = 0; other < tables.kinds && crosses && firsts > 0; ++other)
                if (other != kind && visit(lines, kind, other, 2 * firsts))
                    return true;
        }
    return false;
}

// The rest of that number: neighbouring lines less the groups of another kind inside them, or the groups that have
// places there less the lines. Two sets without elements where there is none.
template <int W>
[[gnu::noinline]] void rest_at(const Tables<W>& tables, const Position<W>& position, std::int32_t v, std::int64_t number,
                               Set<W>& added, Set<W>& off) {
    added = off = Set<W>::none();
    const Set<W> needy = needy_groups(tables, position, v);
    Set<W> lines = Set<W>::none(), others = Set<W>::none();
    const bool known = each_rest(tables, [&](std::int32_t count, std::int32_t kind, std::int32_t other, std::int64_t of) {
        if (number >= of) {
            number -= of;
            return false;
        }
        std::int32_t at = 0;
        const auto first = static_cast<std::int32_t>(number / 2);
        tables.of_kind[kind].each([&](std::int32_t g) {
            if (at >= first && at < first + count)
                lines.add(g);
            ++at;
        });
        others = tables.of_kind[other] & needy;
        return true;
    });
    if (!known)
        return;
    lines = lines & needy;
    const Set<W> whole = places_in(tables, position, v, lines);
    Set<W> found = Set<W>::none();
    const bool inside = number % 2 == 0;
    others.each([&](std::int32_t g) {
        const Set<W> places = position.at[v] & tables.members[g];
        if (inside ? places.inside(whole) : (places & whole).any())
            found.add(g);
    });
    const Set<W>&more = inside ? lines : found, &less = inside ? found : lines;
    const auto overlap = [&](const Set<W>& some) {
        std::int32_t sum = 0;
        some.each([&](std::int32_t g) { sum += (position.at[v] & tables.members[g]).count(); });
        return places_in(tables, position, v, some).count() < sum;
    };
    if (!less.any() || overlap(more) || overlap(less) ||
        !places_in(tables, position, v, less).inside(places_in(tables, position, v, more)))
        return;
    added = more;
    off = less;
}

template <int W> class Placements {
public:
    Placements(const Tables<W>& tables, const Position<W>& position, std::int32_t value)
        : tables_(tables), position_(position), value_(value) {}

    // Lists every way to put so many into places; how many there are, none where they are too many.
    std::int32_t list(const Set<W>& places, std::int64_t often) {
        ways_ = 0;
        often_ = often > 0 && often <= kMostPlaced ? static_cast<std::int32_t>(often) : 0;
        if (!often_ || !place(0, places))
            ways_ = 0;
        return ways_;
    }
    // The places that no way uses, and what each rules out. `with_room`: only ways count that leave every group room;
    // `few` are groups that the others leave too little, `full` those that they fill.
    Set<W> gone(const Set<W>& places, bool with_room, Set<W>& few, Set<W>& full) {
        few = full = Set<W>::none();
        const Set<W>& open = position_.at[value_];
        Set<W> used = Set<W>::none(), out = open;
        if (with_room) {
            groups_.clear();
            needy_groups(tables_, position_, value_).each([&](std::int32_t g) {
                groups_.push_back({g, position_.need[value_ * tables_.groups + g], tables_.members[g]});
            });
        }
        bool some = false;
        for (std::int32_t i = 0; i < ways_; ++i) {
            Set<W> own = Set<W>::none(), seen = Set<W>::none();
            for (std::int32_t k = 0; k < often_; ++k) {
                own.add(list_[i][k]);
                seen = seen | tables_.peers[list_[i][k]];
            }
            if (with_room && hinders(own, seen, few, full))
                continue;
            some = true;
            used = used | own;
            out = out & seen;
        }
        if (!some || (with_room && !few.any()))
            return Set<W>::none();
        return places.without(used) | out;
    }

private:
    struct Needy {
        std::int32_t group, need;
        Set<W> members;
    };

    bool place(std::int32_t depth, Set<W> left) {
        if (depth == often_) {
            if (ways_ == kMostWays)
                return false;
            list_[ways_++] = chosen_;
            return true;
        }
        for (std::int32_t x = left.first(); x >= 0; x = left.first()) {
            left.drop(x);
            chosen_[depth] = static_cast<std::int16_t>(x);
            if (!place(depth + 1, left.without(tables_.peers[x])))
                return false;
        }
        return true;
    }

    // Has a group too much then, or too little room? The first such, and those that are full by then.
    bool hinders(const Set<W>& own, Set<W> gone, Set<W>& few, Set<W>& full) {
        Set<W> filled = Set<W>::none();
        for (const Needy& each : groups_) {
            const std::int32_t have = (own & each.members).count();
            if (have > each.need) {
                few.add(each.group);
                return true;
            }
            if (have == each.need) {
                filled.add(each.group);
                gone = gone | each.members;
            }
        }
        const Set<W> free = position_.at[value_].without(gone).without(own);
        for (const Needy& each : groups_) {
            const std::int32_t lack = each.need - (own & each.members).count();
            if (lack > 0 && !room(free & each.members, lack)) {
                few.add(each.group);
                full = full | filled;
                return true;
            }
        }
        return false;
    }

    // Are there so many that do not see each other?
    bool room(Set<W> places, std::int32_t count) {
        const std::int32_t most = places.count();
        if (count <= 1 || most < count)
            return most >= count;
        for (std::int32_t x = places.first(); x >= 0; x = places.first()) {
            places.drop(x);
            if (room(places.without(tables_.peers[x]), count - 1))
                return true;
        }
        return false;
    }

    const Tables<W>& tables_;
    const Position<W>& position_;
    const std::int32_t value_;
    std::int32_t ways_ = 0, often_ = 0;
    std::array<std::int16_t, kMostPlaced> chosen_{};
    std::array<std::array<std::int16_t, kMostPlaced>, kMostWays> list_;
    std::vector<Needy> groups_;
};

// What goes, and how many ways were looked at.
template <int W>
[[gnu::noinline]] std::pair<Set<W>, std::int32_t> placed_everywhere(const Tables<W>& tables, const Position<W>& position,
                                                                   std::int32_t v, const Set<W>& places,
                                                                   std::uint64_t often, bool with_room, Set<W>& few,
                                                                   Set<W>& full) {
    Placements<W> found(tables, position, v);
    const std::int32_t ways = found.list(places & position.at[v], static_cast<std::int64_t>(often));
    return {found.gone(places, with_room, few, full), ways};
}

#endif

INSTRUCTION(repeated, "s---", { // values that some group holds several times
    S[in.a] = 0;
    for (std::int32_t v = 0; v < tables.values; ++v)
        if (tables.most[v] > 1)
            S[in.a] |= Mask{1} << v & tables.loud;
})
INSTRUCTION(needy_groups, "ts--", T[in.a] = needy_groups(tables, position, value(in.b));)
INSTRUCTION(rests, "s---", { // how many there are to look at
    std::int64_t all = 0;
    each_rest(tables, [&](std::int32_t, std::int32_t, std::int32_t, std::int64_t of) {
        all += of;
        return false;
    });
    S[in.a] = static_cast<std::uint64_t>(all);
})
INSTRUCTION(rest_at, "ttss", {
    rest_at(tables, position, value(in.d), static_cast<std::int64_t>(S[in.c]), T[in.a], T[in.b]);
})
INSTRUCTION(new_area, "tt-j", ok = ((T[in.a] | T[in.b]) & changed.groups).any();) // else nothing new follows from it
INSTRUCTION(area_places, "ttts", {
    T[in.a] = places_in(tables, position, value(in.d), T[in.b] & tables.every_group)
                  .without(places_in(tables, position, value(in.d), T[in.c] & tables.every_group));
})
INSTRUCTION(area_need, "stts", {
    S[in.a] = static_cast<std::uint64_t>(needed(tables, position, value(in.d), T[in.b] & tables.every_group) -
                                         needed(tables, position, value(in.d), T[in.c] & tables.every_group));
})
INSTRUCTION(placements, "ttss", {
    if (!exclude_unplaceable(in, false, fuel))
        return leave(Result::out_of_fuel);
})
INSTRUCTION(placements_with_room, "ttss", {
    if (!exclude_unplaceable(in, true, fuel))
        return leave(Result::out_of_fuel);
})
INSTRUCTION(filled_by_placements, "ttss", { // the groups that are full where another has too little room
    Set<W> few;
    placed_everywhere(tables, position, value(in.d), T[in.b] & tables.every_cell, S[in.c], true, few, T[in.a]);
})

GROUNDS(read_counts, "st--", { // all that is placed in groups, the places that are missing, and how many they hold
    const std::int32_t v = value(in.a);
    each_group(in.b, [&](std::int32_t g) {
        tables.members[g].each([&](std::int32_t x) { absent(x, position.placed[x] ? ~Mask{0} : Mask{1} << v); });
        const std::int32_t about = v * tables.groups + g;
        if (tables.choice_of[about] >= 0)
            use_choice(tables.choice_of[about]);
        if (tables.relation_of[about] >= 0)
            use_relation(tables.relation_of[about]);
    });
})
