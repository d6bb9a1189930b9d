// The sweeps, for a row width known at compile time. Included once per machine path, inside its own namespace.
//
// A row of W words is handled as vectors of two words (W = 1: a single word): SSE2 or NEON without naming either.
// Wider boards are swept in blocks of eight words; columns of different words never meet, so the blocks are
// independent.

typedef std::uint64_t Pair __attribute__((vector_size(16), may_alias));

template <int B> struct Lane {
    typedef Pair Vector;
    static constexpr int n = B / 2;
};
template <> struct Lane<1> {
    typedef std::uint64_t Vector;
    static constexpr int n = 1;
};

template <int B> struct Row {
    typedef typename Lane<B>::Vector Vector;
    static constexpr int n = Lane<B>::n;
    Vector v[n];

    static Row load(const std::uint64_t* words) {
        Row r;
        for (int i = 0; i < n; ++i)
            r.v[i] = reinterpret_cast<const Vector*>(words)[i];
        return r;
    }
    static Row zero() {
        Row r;
        for (int i = 0; i < n; ++i)
            r.v[i] = Vector{};
        return r;
    }
    void store(std::uint64_t* words) const {
        for (int i = 0; i < n; ++i)
            reinterpret_cast<Vector*>(words)[i] = v[i];
    }
    bool any() const {
        Vector all = v[0];
        for (int i = 1; i < n; ++i)
            all |= v[i];
        if constexpr (B == 1)
            return all != 0;
        else
            return (all[0] | all[1]) != 0;
    }
};

template <int B> inline Row<B> operator&(Row<B> a, const Row<B>& b) {
    for (int i = 0; i < Row<B>::n; ++i)
        a.v[i] &= b.v[i];
    return a;
}
template <int B> inline Row<B> operator|(Row<B> a, const Row<B>& b) {
    for (int i = 0; i < Row<B>::n; ++i)
        a.v[i] |= b.v[i];
    return a;
}
template <int B> inline Row<B> operator^(Row<B> a, const Row<B>& b) {
    for (int i = 0; i < Row<B>::n; ++i)
        a.v[i] ^= b.v[i];
    return a;
}
template <int B> inline Row<B> without(Row<B> a, const Row<B>& b) {
    for (int i = 0; i < Row<B>::n; ++i)
        a.v[i] &= ~b.v[i];
    return a;
}

template <int B> inline void place(const Problem& problem, std::uint64_t* state, Candidate c) {
    if (problem.keep.empty()) {
        problem.place(state, c);
        return;
    }
    Pair* s = reinterpret_cast<Pair*>(state);
    const Pair* mask = reinterpret_cast<const Pair*>(problem.mask(c));
    const std::int32_t pairs = problem.state_words / 2; // a Pair may alias anything, so it would be read again each time
    std::int32_t i = 0;
    if constexpr (B == 4 || B == 6) // row by row, which is a loop less
        for (; i + B / 2 <= pairs; i += B / 2)
            for (std::int32_t j = 0; j < B / 2; ++j)
                s[i + j] &= mask[i + j];
    for (; i < pairs; ++i)
        s[i] &= mask[i];
}

// The first plane on which this bit is set, or the number of planes.
template <int B>
inline std::int32_t living(const std::uint64_t* word, std::int32_t bit, std::int32_t planes, std::int32_t width) {
    if (B == 6 && planes < 16) { // all of them, for a loop that ends anywhere is mispredicted: 5 % of the time at 9×9
        std::uint32_t alive = 1u << planes;
        for (std::int32_t p = 0; p < planes; ++p)
            alive |= static_cast<std::uint32_t>(word[p * width] >> bit & 1) << p;
        return __builtin_ctz(alive);
    }
    std::int32_t p = 0;
    while (p < planes && !(*word >> bit & 1))
        ++p, word += width;
    return p;
}

template <int B> bool singles(const Problem& problem, std::uint64_t* state) {
    const std::int32_t width = B == 8 ? problem.width : B, planes = problem.planes;
    std::uint64_t* const first_plane = state + width;
    for (bool moved = true; moved;) {
        moved = false;
        for (std::int32_t block = 0; block < width; block += B) {
            Row<B> once = Row<B>::zero(), twice = Row<B>::zero();
            const std::uint64_t* plane = first_plane + block;
            for (std::int32_t p = 0; p < planes; ++p, plane += width) {
                const Row<B> alive = Row<B>::load(plane);
                twice = twice | (once & alive);
                once = once | alive;
            }
            const Row<B> whole = Row<B>::load(problem.whole.data() + block), open = Row<B>::load(state + block);
            if (without(whole, once).any())
                return false;
            Row<B> last = without(once & open & whole, twice);
            if constexpr (B == 1)
                for (const std::uint64_t columns : problem.folded) {
                    const std::uint64_t alive = once.v[0] & columns;
                    if (!alive)
                        return false;
                    if (!(alive & (alive - 1)) && !(twice.v[0] & columns))
                        last.v[0] |= alive & open.v[0];
                }
            if (!last.any())
                continue;
            moved = true;
            alignas(64) std::uint64_t found[B];
            last.store(found);
            for (std::int32_t w = 0; w < B; ++w)
                for (std::uint64_t bits = found[w]; bits; bits &= bits - 1) {
                    const std::int32_t bit = __builtin_ctzll(bits);
                    if (!(state[block + w] >> bit & 1)) // decided meanwhile through another choice
                        continue;
                    const std::int32_t p = living<B>(first_plane + block + w, bit, planes, width);
                    if (p == planes)
                        return false;
                    place<B>(problem, state, problem.member[(p * width + block + w) * 64 + bit]);
                }
        }
    }
    return true;
}

// Bit-sliced counters: bit i of the number of living members, for all columns of a block at once. The columns with the
// fewest are what remains after asking bit by bit, from the highest, whether some column has a zero there.
template <int B>
Row<B> fewest_members(Row<B> open, const std::uint64_t* plane, std::int32_t planes, std::int32_t width,
                      std::int32_t& count) {
    constexpr int kBits = 21;
    Row<B> counter[kBits];
    int used = 0;
    for (std::int32_t p = 0; p < planes; ++p, plane += width) {
        Row<B> carry = Row<B>::load(plane);
        for (int i = 0; carry.any(); ++i) {
            if (i == used)
                counter[used++] = Row<B>::zero();
            const Row<B> next = counter[i] & carry;
            counter[i] = counter[i] ^ carry;
            carry = next;
        }
    }
    count = 0;
    for (int i = used - 1; i >= 0; --i) {
        const Row<B> zero = without(open, counter[i]);
        count = 2 * count + 1;
        if (zero.any()) {
            open = zero;
            --count;
        }
    }
    return open;
}

template <int B> Candidate branch(const Problem& problem, const std::uint64_t* state) {
    const std::int32_t width = B == 8 ? problem.width : B, planes = problem.planes;
    std::int32_t best = -1, fewest = INT32_MAX;
    std::uint64_t together = 0; // the columns of the best choice where it is folded
    for (std::int32_t block = 0; block < width; block += B) {
        const Row<B> open = Row<B>::load(state + block) & Row<B>::load(problem.whole.data() + block);
        const std::uint64_t* plane = state + width + block;
        Row<B> once = Row<B>::zero(), twice = once, thrice = once;
        for (std::int32_t p = 0; p < planes; ++p, plane += width) {
            const Row<B> alive = Row<B>::load(plane);
            thrice = thrice | (twice & alive);
            twice = twice | (once & alive);
            once = once | alive;
        }
        Row<B> few = without(open & twice, thrice);
        std::int32_t count = 2;
        if (!few.any()) {
            if (fewest <= 3 || !open.any())
                count = INT32_MAX;
            else
                few = fewest_members<B>(open, state + width + block, planes, width, count);
        }
        if (count < fewest) {
            alignas(64) std::uint64_t words[B];
            few.store(words);
            for (std::int32_t w = 0; w < B; ++w)
                if (words[w]) {
                    best = (block + w) * 64 + __builtin_ctzll(words[w]);
                    break;
                }
            fewest = count;
        }
        if constexpr (B == 1)
            for (const std::uint64_t columns : problem.folded) {
                if (!(state[0] & columns))
                    continue;
                std::int32_t members = 0;
                for (std::int32_t p = 0; p < planes; ++p)
                    members += __builtin_popcountll(state[1 + p] & columns);
                const std::int32_t first = __builtin_ctzll(columns);
                if (members < fewest || (members == fewest && first < best)) {
                    fewest = members;
                    best = first;
                    together = columns;
                }
            }
        if (fewest == 2)
            break;
    }
    if (best < 0)
        return -1;
    const std::uint64_t bits = together && (together >> best & 1) ? together : std::uint64_t{1} << (best % 64);
    std::int32_t p = 0;
    const std::uint64_t* row = state + width + best / 64;
    while (!(*row & bits))
        ++p, row += width;
    const std::int32_t column = best / 64 * 64 + __builtin_ctzll(*row & bits);
    return problem.member[static_cast<std::size_t>(p) * width * 64 + column];
}

template <int B> constexpr Path path(const char* name) { return {name, singles<B>, branch<B>}; }
