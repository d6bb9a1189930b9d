// What groups add up to, and whether that is odd: total, total_parity, parity, alike, summed, tied, summing.
// What each means: src/gridwright/rules/words/sums.py.
#ifdef GRIDWRIGHT_FUNCTIONS

constexpr Mask kOdd = 0x5555555555555555; // the values of odd numbers: value 0 is the number 1

// Groups of a kind inside cells, apart from others of it, that may add up to no more than one thing.
template <int W>
[[gnu::noinline]] Set<W> inside(const Tables<W>& tables, const Position<W>& position, const Set<W>& cells, std::int32_t kind,
              std::int32_t Sums::*things) {
    Set<W> found = Set<W>::none();
    (tables.of_kind[kind] & tables.alone).each([&](std::int32_t g) {
        if (tables.members[g].inside(cells) && position.sums(tables, g).*things <= 1)
            found.add(g);
    });
    return found;
}

// The values of a cell where these cells add up to a number; every value where they are more than kMostSummed.
template <int W>
[[gnu::noinline]] Mask summing(const Tables<W>& tables, const Position<W>& position, const Set<W>& some, std::int64_t number, std::int32_t x) {
    const std::int32_t count = some.count();
    if (count > kMostSummed || !some.has(x))
        return tables.every_value;
    // The cell itself comes last: what the others leave is its value.
    std::array<std::int32_t, kMostSummed> order{};
    std::int32_t n = 0;
    some.each([&](std::int32_t y) {
        if (y != x)
            order[n++] = y;
    });
    Mask found = 0;
    std::array<std::int32_t, kMostSummed> taken{};
    auto from = [&](auto&& again, std::int32_t i, std::int64_t left) -> void {
        if (left <= 0)
            return;
        if (i == n) {
            if (left > tables.values || !(position.cand[x] >> (left - 1) & 1))
                return;
            for (std::int32_t j = 0; j < n; ++j)
                if (taken[j] == left - 1 && tables.apart[x].has(order[j]))
                    return;
            found |= Mask{1} << (left - 1);
            return;
        }
        Mask left_open = position.cand[order[i]];
        for (std::int32_t j = 0; j < i; ++j)
            if (tables.apart[order[i]].has(order[j]))
                left_open &= ~(Mask{1} << taken[j]);
        for (; left_open; left_open &= left_open - 1) {
            taken[i] = __builtin_ctzll(left_open);
            again(again, i + 1, left - taken[i] - 1);
        }
    };
    from(from, 0, number);
    return found;
}

#endif

INSTRUCTION(total, "st-j", {
    std::int64_t sum = 0;
    (T[in.b] & tables.every_group).each([&](std::int32_t g) {
        const Sums sums = position.sums(tables, g);
        ok &= sums.totals == 1;
        sum += sums.total;
    });
    S[in.a] = static_cast<std::uint64_t>(sum);
})
INSTRUCTION(total_parity, "st-j", {
    std::int64_t sum = 0;
    (T[in.b] & tables.every_group).each([&](std::int32_t g) {
        const Sums sums = position.sums(tables, g);
        ok &= sums.parities == 1;
        sum += sums.parity;
    });
    S[in.a] = static_cast<std::uint64_t>(sum);
})
INSTRUCTION(parity, "st-j", {
    std::int64_t sum = 0;
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) { // value 0 is the number 1
        const Mask mask = position.cand[x];
        const bool odd = mask & kOdd, even = mask & ~kOdd;
        ok &= odd != even;
        sum += odd;
    });
    S[in.a] = static_cast<std::uint64_t>(sum);
})
INSTRUCTION(alike, "ss--", S[in.a] = (S[in.b] & 1 ? kOdd : ~kOdd) & tables.every_value;)
INSTRUCTION(summed, "tts-", T[in.a] = inside(tables, position, T[in.b], kind(in.c), &Sums::totals);)
INSTRUCTION(tied, "tts-", T[in.a] = inside(tables, position, T[in.b], kind(in.c), &Sums::parities);)
INSTRUCTION(summing, "stss", {
    const auto number = static_cast<std::int64_t>(S[in.c]);
    S[in.a] = summing(tables, position, T[in.b] & tables.every_cell, number, cell(in.d));
})

GROUNDS(read_total, "t---", {
    each_group(in.a, [&](std::int32_t g) {
        tables.members[g].each([&](std::int32_t x) {
            if (tables.totals[g] < 0)
                absent(x, ~Mask{0});
            use_choice(x);
        });
        if (tables.total_by[g] >= 0)
            use_relation(tables.total_by[g]);
    });
})
