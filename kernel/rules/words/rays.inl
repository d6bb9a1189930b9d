// Cells seen along rays until something stops them: stop, visible, sighted, ends, beyond, within.
// What each means: src/gridwright/rules/words/rays.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// The rays of a group; none where nobody looks along its cells.
template <int W> class Rays {
public:
    Rays(const Tables<W>& tables, const Position<W>& position, std::int32_t g) : position_(position) {
        const std::int32_t filling = tables.filling_of[g];
        if (filling < 0 || tables.fillings[filling].relation->visible() < 0)
            return;
        rule = tables.fillings[filling].relation.get();
        bit = rule->speaks_of({});
        cells_ = &tables.order[filling];
    }
    // Calls visit(first, last) for the cells of each ray.
    template <class Visit> void each(Visit visit) const {
        if (!rule)
            return;
        const std::int32_t* first = cells_->data();
        for (std::int32_t length : rule->rays()) {
            visit(first, first + length);
            first += length;
        }
    }
    // The first cell that may stop the ray, and the first that certainly does.
    const std::int32_t* seen(const std::int32_t* first, const std::int32_t* last) const {
        return std::find_if(first, last, [&](std::int32_t x) { return position_.cand[x] & bit; });
    }
    const std::int32_t* stopped(const std::int32_t* first, const std::int32_t* last) const {
        return std::find_if(first, last, [&](std::int32_t x) { return position_.cand[x] == bit; });
    }
    Set<W> sighted() const {
        Set<W> all = Set<W>::none();
        each([&](const std::int32_t* first, const std::int32_t* last) {
            std::for_each(first, seen(first, last), [&](std::int32_t x) { all.add(x); });
        });
        return all;
    }
    Set<W> ends() const {
        Set<W> all = Set<W>::none();
        each([&](const std::int32_t* first, const std::int32_t* last) {
            if (const std::int32_t* end = seen(first, last); end != last && position_.cand[*end] != bit)
                all.add(*end);
        });
        return all;
    }
    Set<W> beyond(std::int32_t x) const {
        Set<W> all = Set<W>::none();
        each([&](const std::int32_t* first, const std::int32_t* last) {
            const std::int32_t* end = seen(first, last);
            if (end == last || *end != x || position_.cand[x] == bit)
                return;
            all.add(x);
            std::for_each(end + 1, seen(end + 1, last), [&](std::int32_t y) { all.add(y); });
        });
        return all;
    }
    // Of each ray the most that can be seen where the cell stops one, unless that would be too much for all rays.
    Set<W> within(std::int32_t x) const {
        std::int64_t certain = 0;
        each([&](const std::int32_t* first, const std::int32_t* last) { certain += seen(first, last) - first; });
        Set<W> all = Set<W>::none();
        each([&](const std::int32_t* first, const std::int32_t* last) {
            const std::int64_t most = rule->visible() - certain + (seen(first, last) - first);
            std::int64_t longest = -1;
            for (const std::int32_t* at = first; at <= last; ++at) {
                const bool stops = at == last || *at == x;
                if ((stops || (position_.cand[*at] & bit)) && (longest < 0 || at - first <= most))
                    longest = at - first;
                if (stops || position_.cand[*at] == bit)
                    break;
            }
            std::for_each(first, first + longest, [&](std::int32_t y) { all.add(y); });
        });
        return all;
    }

    const Relation* rule = nullptr;
    Mask bit = 0;

private:
    const Position<W>& position_;
    const std::vector<std::int32_t>* cells_ = nullptr;
};

#endif

APART(stop, "ss-j", {
    const Rays<W> rays(tables, position, group(in.b));
    ok = rays.rule;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(rays.bit));
})
APART(visible, "ss-j", {
    const Rays<W> rays(tables, position, group(in.b));
    ok = rays.rule;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(rays.rule->visible());
})
APART(sighted, "ts--", T[in.a] = Rays<W>(tables, position, group(in.b)).sighted();)
APART(ends, "ts--", T[in.a] = Rays<W>(tables, position, group(in.b)).ends();)
APART(beyond, "tss-", T[in.a] = Rays<W>(tables, position, group(in.b)).beyond(cell(in.c));)
APART(within, "tss-", T[in.a] = Rays<W>(tables, position, group(in.b)).within(cell(in.c));)

GROUNDS(read_sighted, "s---", {
    const Rays<W> rays(tables, position, group(in.a));
    rays.sighted().each([&](std::int32_t x) { absent(x, rays.bit); });
    if (rays.rule)
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
})
GROUNDS(read_beyond, "ss--", {
    const Rays<W> rays(tables, position, group(in.a));
    Set<W> all = rays.sighted() | rays.beyond(cell(in.b));
    all.drop(cell(in.b));
    all.each([&](std::int32_t x) { absent(x, rays.bit); });
    if (rays.rule)
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
})
GROUNDS(read_longest, "s---", {
    const Rays<W> rays(tables, position, group(in.a));
    rays.each([&](const std::int32_t* first, const std::int32_t* last) {
        const std::int32_t* stop = rays.stopped(first, last);
        std::for_each(first, stop, [&](std::int32_t x) { absent(x, rays.bit); });
        if (stop != last)
            whole(*stop);
    });
    if (rays.rule)
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
})
