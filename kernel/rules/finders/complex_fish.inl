// Fish whose lines are of any kinds: src/gridwright/techniques/complex_fish.py, kernel/position/complex_fish.hpp.

INSTRUCTION(complex_fish, "s**-", { // lists them; the number of the next one is 0
    if (!list_fishes(in, fuel))
        return leave(Result::out_of_fuel);
})
APART(next_fish, "stsj", { // the value, base, cover and fins of the next one, in registers behind each other
    const auto& fishes = registers_.fishes;
    ok = S[in.c] < fishes.found.size();
    if (ok) {
        const auto& fish = fishes.found[S[in.c]++];
        S[in.a] = static_cast<std::uint64_t>(fish.value);
        const Set<W> told[] = {fish.base, fish.cover, fish.fins, fish.second, fish.second_fins};
        for (std::size_t i = 0; i < 5 && in.b + i < registers_.sets.size(); ++i)
            T[in.b + i] = told[i];
        exclude_all(fish.gone, Mask{1} << fish.value);
    }
})

GROUNDS(read_fish, "st--", { // the places that the base lacks, and that it needs the value
    const std::int32_t v = value(in.a);
    each_group(in.b, [&](std::int32_t g) {
        tables.members[g].each([&](std::int32_t x) { absent(x, Mask{1} << v); });
        use(v, g, false);
    });
})
