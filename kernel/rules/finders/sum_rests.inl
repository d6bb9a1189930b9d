// What follows from cells that add up to a known total: src/gridwright/techniques/_rests.py, sum_single.py,
// sum_bounds.py, sum_sets.py. A rest is known by its number in the position.
#ifdef GRIDWRIGHT_FUNCTIONS

constexpr std::int32_t kFewestInSet = 2, kMostInSet = 4; // cells whose sets are listed
constexpr std::int32_t kListed = 9;                      // numbers in these, unless the board has larger ones
constexpr std::int64_t kFar = 1'000'000'000;             // beyond every sum

// The values of the numbers from low to high.
constexpr Mask from_to(std::int64_t low, std::int64_t high) {
    if (low < 1 || low > high || low > 64)
        return 0;
    return (high >= 64 ? ~Mask{0} : (Mask{1} << high) - 1) & ~((Mask{1} << (low - 1)) - 1);
}

// What cells that add up to a total keep, again and again until nothing changes; all of it where nothing fits.
template <int W>
[[gnu::noinline]] void keep_bounds(const Position<W>& position, const Set<W>& cells, std::int64_t total,
                                   std::vector<Mask>& kept) {
    total = std::clamp<std::int64_t>(total, -kFar, kFar); // a plan from outside may hold any number
    auto begin = [&] {
        kept.clear();
        cells.each([&](std::int32_t x) { kept.push_back(position.cand[x]); });
    };
    begin();
    for (bool again = true; again;) {
        std::int64_t spare = total, too_much = -total;
        for (Mask mask : kept) {
            if (!mask)
                return begin();
            spare -= std::countr_zero(mask) + 1;
            too_much += std::bit_width(mask);
        }
        again = false;
        for (Mask& mask : kept) {
            const std::int64_t low = std::countr_zero(mask) + 1, high = std::bit_width(mask);
            const Mask fewer = mask & from_to(std::max(low, high - too_much), std::min(high, low + spare));
            again |= fewer != mask;
            mask = fewer;
        }
    }
}

// The groups that hold all of the cells, and each value no more than once.
template <int W> Set<W> sum_holders(const Tables<W>& tables, const Set<W>& cells) {
    Set<W> found = tables.every_group;
    cells.each([&](std::int32_t x) { found = found & tables.groups_at[x]; });
    Set<W> kept = Set<W>::none();
    found.each([&](std::int32_t g) {
        if (tables.totals[g] >= 0 && (tables.differing.has(g) || tables.filling_of[g] < 0))
            kept.add(g);
    });
    return kept;
}

// The values of all sets of so many different numbers that add up to the total, but for those of which some cell can
// take nothing; a set with a number that the board does not have always counts.
template <int W>
[[gnu::noinline]] Mask in_some_set(const Tables<W>& tables, const Position<W>& position, const Set<W>& cells,
                                   std::int64_t total) {
    std::array<Mask, kMostInSet> masks{};
    std::int32_t n = 0;
    cells.each([&](std::int32_t x) { masks[n++] = position.cand[x]; });
    const std::int64_t largest = std::max(tables.values, kListed);
    Mask some = 0;
    auto from = [&](auto&& again, std::int64_t number, std::int32_t left, std::int64_t sum, Mask set) -> void {
        if (left == 1) {
            if (sum < number || sum > largest)
                return;
            set |= Mask{1} << (sum - 1);
            bool counts = true;
            for (std::int32_t i = 0; i < n; ++i)
                counts &= (set & masks[i]) != 0;
            if (counts || set & ~tables.every_value)
                some |= set;
            return;
        }
        for (; number <= largest && number * left < sum; ++number)
            again(again, number + 1, left - 1, sum - number, set | Mask{1} << (number - 1));
    };
    from(from, 1, n, total, 0);
    return some;
}

#endif

// The cells and the number of the next one of a size: 1 of a cage as it is printed, 2 with lines.
INSTRUCTION(next_rest, "tssj", {
    const std::vector<SumRest<W>>& rests = position.sum_rests(tables);
    do
        ++S[in.b];
    while (S[in.b] < rests.size() && rests[S[in.b]].own != (S[in.c] == 1));
    ok = S[in.b] < rests.size();
    if (ok)
        T[in.a] = rests[S[in.b]].cells;
})
INSTRUCTION(rest_total, "ss--", {
    const std::vector<SumRest<W>>& rests = position.sum_rests(tables);
    S[in.a] = S[in.b] < rests.size() ? static_cast<std::uint64_t>(rests[S[in.b]].total) : 0;
})
INSTRUCTION(rest_groups, "ls*-", { // the groups that were added (1) or taken off (-1), each as often as it was
    const std::vector<SumRest<W>>& rests = position.sum_rests(tables);
    std::vector<std::int32_t>& list = registers_.lists[in.a];
    list.clear();
    for (std::int32_t g = 0; S[in.b] < rests.size() && g < groups; ++g)
        for (std::int64_t often = std::int64_t{in.c < 0 ? -1 : 1} * rests[S[in.b]].terms[g]; often > 0; --often)
            list.push_back(g);
})
INSTRUCTION(sum_single, "ts-j", {
    const Set<W> cells = T[in.a] & tables.every_cell;
    if (cells.count() == 1 && S[in.b] >= 1 && S[in.b] <= static_cast<std::uint64_t>(tables.values))
        conclude(cells.first(), static_cast<std::int32_t>(S[in.b]) - 1, true, 0);
    ok = !registers_.conclusions.empty();
})
INSTRUCTION(sum_bounds, "ts-j", {
    const Set<W> cells = T[in.a] & tables.every_cell;
    keep_bounds(position, cells, static_cast<std::int64_t>(S[in.b]), registers_.masks);
    auto kept = registers_.masks.begin();
    cells.each([&](std::int32_t x) {
        for (Mask gone = position.cand[x] & ~*kept++; gone; gone &= gone - 1)
            conclude(x, __builtin_ctzll(gone), false, 0);
    });
    ok = !registers_.conclusions.empty();
})
INSTRUCTION(sum_sets, "ts-j", {
    const Set<W> cells = T[in.a] & tables.every_cell;
    const std::int32_t count = cells.count();
    if (count >= kFewestInSet && count <= kMostInSet && sum_holders(tables, cells).any())
        if (const Mask some = in_some_set(tables, position, cells, static_cast<std::int64_t>(S[in.b])))
            exclude_all(cells, ~some);
    ok = !registers_.conclusions.empty();
})

GROUNDS(read_rest, "s*--", { // the groups, what is written in them, and (1) what the cells lack
    const std::vector<SumRest<W>>& rests = position.sum_rests(tables);
    for (std::int32_t g = 0; S[in.a] < rests.size() && g < tables.groups; ++g) {
        if (!rests[S[in.a]].terms[g])
            continue;
        tables.members[g].each([&](std::int32_t x) {
            if (position.placed[x] || (in.b == 1 && rests[S[in.a]].cells.has(x)))
                absent(x, ~Mask{0});
            use_choice(x);
        });
        if (tables.differing_by[g] >= 0)
            use_relation(tables.differing_by[g]);
    }
})
GROUNDS(read_holders, "t---", { // the cages that keep cells different; lines do that by links
    const Set<W> holders = sum_holders(tables, T[in.a] & tables.every_cell);
    if (holders.inside(tables.differing))
        holders.each([&](std::int32_t g) { use_relation(tables.differing_by[g]); });
})
