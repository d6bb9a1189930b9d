// Areas of cells that hang together: beside, colour, joined, room, stranded, one_area, numbered, number, reach.
// What each means: src/gridwright/rules/words/areas.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// The areas of a group: its cells by position, and what can have their colour, or certainly has.
template <int W> class Around {
public:
    Around(const Tables<W>& tables, const Position<W>& position, std::int32_t g)
        : tables_(tables), position_(position), filling_(tables.filling_of[g]) {
        if (filling_ < 0)
            return;
        rule = tables.fillings[filling_].relation.get();
        near_ = rule->adjacency();
        if (near_)
            bit = rule->speaks_of({});
    }

    bool known() const { return near_ != nullptr; }
    const std::vector<std::int32_t>& cells() const { return tables_.order[filling_]; }
    bool possible(std::int32_t i) const { return position_.cand[cells()[i]] & bit; }
    bool certain(std::int32_t i) const { return position_.cand[cells()[i]] == bit; }
    // The position of a cell, -1 where it is not there.
    std::int32_t at(std::int32_t x) const {
        if (!known())
            return -1;
        if (x < static_cast<std::int32_t>(cells().size()) && cells()[x] == x)
            return x;
        const auto found = std::find(cells().begin(), cells().end(), x);
        return found == cells().end() ? -1 : static_cast<std::int32_t>(found - cells().begin());
    }
    std::int32_t number(std::int32_t i) const { return rule->numbers().empty() ? 0 : rule->numbers()[i]; }
    Adjacency::Near beside(std::int32_t i) const { return (*near_)[i]; }

    // The members that pass and hang together with one, itself included; none where it does not pass.
    template <class Passes> void flood(std::int32_t start, Set<W>& found, Passes passes) const {
        if (!passes(start))
            return;
        static thread_local std::vector<std::int32_t> waiting;
        found.add(cells()[start]);
        for (waiting.assign(1, start); !waiting.empty();) {
            const std::int32_t i = waiting.back();
            waiting.pop_back();
            for (std::int32_t j : beside(i))
                if (!found.has(cells()[j]) && passes(j)) {
                    found.add(cells()[j]);
                    waiting.push_back(j);
                }
        }
    }
    Set<W> joined(std::int32_t start) const {
        Set<W> found = Set<W>::none();
        flood(start, found, [&](std::int32_t i) { return certain(i); });
        return found;
    }
    Set<W> room(std::int32_t start) const {
        Set<W> found = Set<W>::none();
        flood(start, found, [&](std::int32_t i) { return possible(i); });
        return found;
    }
    Set<W> own(std::int32_t start) const { // of a number: itself at least
        Set<W> found = joined(start);
        found.add(cells()[start]);
        return found;
    }
    Set<W> border(const Set<W>& area) const {
        Set<W> found = Set<W>::none();
        area.each([&](std::int32_t x) {
            for (std::int32_t j : beside(at(x)))
                found.add(cells()[j]);
        });
        return found.without(area);
    }
    // The areas of other numbers, and what lies beside them.
    Set<W> foreign(std::int32_t member) const {
        const Set<W> mine = own(member);
        Set<W> others = Set<W>::none();
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(cells().size()); ++i)
            if (number(i) && !mine.has(cells()[i]))
                others = others | own(i);
        return others | border(others);
    }
    // Where the area of a number can grow: `free` on an empty board, without its like.
    Set<W> reach(std::int32_t member, bool free = false) const {
        Set<W> found = own(member), barred = Set<W>::none();
        if (free) {
            found = Set<W>::none();
            found.add(cells()[member]);
        } else
            barred = foreign(member);
        std::int64_t rest =
            number(member) < 0 ? static_cast<std::int64_t>(cells().size()) : number(member) - found.count();
        for (Set<W> edge = found; edge.any() && rest > 0; --rest) {
            edge = border(edge).without(found).without(barred);
            if (!free)
                edge.each([&](std::int32_t x) {
                    if (!(position_.cand[x] & bit))
                        edge.drop(x);
                });
            found = found | edge;
        }
        return found;
    }

    const Relation* rule = nullptr;
    Mask bit = 0;

private:
    const Tables<W>& tables_;
    const Position<W>& position_;
    std::int32_t filling_;
    const Adjacency* near_ = nullptr;
};

// What a cell cuts off: the smaller part, what else encloses it, and a certain cell in it and beyond.
template <int W> struct Cut {
    Set<W> part = Set<W>::none(), wall = Set<W>::none();
    std::int32_t inside = -1, beyond = -1;
};
template <int W>
[[gnu::noinline]] Cut<W> cut(const Tables<W>& tables, const Position<W>& position, std::int32_t g, std::int32_t x) {
    const Around<W> around(tables, position, g);
    const std::int32_t member = around.at(x);
    Cut<W> found;
    if (member < 0 || !around.rule->numbers().empty() || !around.possible(member))
        return found;
    std::int32_t ways = 0;
    for (std::int32_t j : around.beside(member))
        ways += around.possible(j);
    if (ways < 2)
        return found;
    const auto first_sure = [&](const Set<W>& part) {
        std::int32_t first = -1;
        part.each([&](std::int32_t y) {
            if (position.cand[y] == around.bit)
                if (const std::int32_t i = around.at(y); first < 0 || i < first)
                    first = i;
        });
        return first;
    };
    struct Part {
        Set<W> cells;
        std::int32_t size, first, sure;
    };
    static thread_local std::vector<Part> parts;
    parts.clear();
    Set<W> met = Set<W>::none();
    for (std::int32_t j : around.beside(member)) {
        if (met.has(around.cells()[j]) || !around.possible(j))
            continue;
        Part part{Set<W>::none(), 0, INT32_MAX, -1};
        around.flood(j, part.cells, [&](std::int32_t i) { return i != member && around.possible(i); });
        met = met | part.cells;
        part.sure = first_sure(part.cells);
        if (part.sure < 0)
            continue;
        part.size = part.cells.count();
        part.cells.each([&](std::int32_t y) { part.first = std::min(part.first, around.at(y)); });
        parts.push_back(part);
    }
    if (parts.size() < 2)
        return found;
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.size != b.size ? a.size < b.size : a.first < b.first; });
    std::int32_t beyond = parts[1].sure;
    for (std::size_t k = 2; k < parts.size(); ++k)
        beyond = std::min(beyond, parts[k].sure);
    found = {parts[0].cells, around.border(parts[0].cells), around.cells()[parts[0].sure], around.cells()[beyond]};
    found.wall.drop(x);
    return found;
}

// A word about an area and one of its cells; none where there is no such thing.
template <int W, class Of>
Set<W> of_area(const Tables<W>& tables, const Position<W>& position, std::int32_t g, std::int32_t x, Of of) {
    const Around<W> around(tables, position, g);
    const std::int32_t member = around.at(x);
    return member < 0 ? Set<W>::none() : of(around, member);
}

#endif

APART(beside, "ts--", T[in.a] = tables.beside.empty() ? Set<W>::none() : tables.beside[cell(in.b)];)
APART(beside_of, "tt--", {
    Set<W> all = Set<W>::none();
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) {
        if (!tables.beside.empty())
            all = all | tables.beside[x];
    });
    T[in.a] = all;
})
APART(colour, "ss-j", {
    const Around<W> around(tables, position, group(in.b));
    ok = around.known();
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(around.bit));
})
APART(one_area, "s--j", {
    const Around<W> around(tables, position, group(in.a));
    ok = around.known() && around.rule->numbers().empty();
})
APART(not_one_area, "s--j", {
    const Around<W> around(tables, position, group(in.a));
    ok = !around.known() || !around.rule->numbers().empty();
})
APART(joined, "tss-", {
    T[in.a] = of_area(tables, position, group(in.b), cell(in.c),
                      [](const Around<W>& around, std::int32_t member) { return around.joined(member); });
})
APART(room, "tss-", {
    T[in.a] = of_area(tables, position, group(in.b), cell(in.c),
                      [](const Around<W>& around, std::int32_t member) { return around.room(member); });
})
APART(stranded, "tss-", T[in.a] = cut(tables, position, group(in.b), cell(in.c)).part;)
APART(numbered, "ts--", {
    const Around<W> around(tables, position, group(in.b));
    Set<W> all = Set<W>::none();
    for (std::size_t i = 0; around.known() && i < around.rule->numbers().size(); ++i)
        if (around.rule->numbers()[i])
            all.add(around.cells()[i]);
    T[in.a] = all;
})
APART(number, "sssj", {
    const Around<W> around(tables, position, group(in.b));
    const std::int32_t member = around.at(cell(in.c));
    ok = member >= 0 && around.number(member) > 0;
    if (ok)
        S[in.a] = static_cast<std::uint64_t>(around.number(member));
})
APART(reach, "ts--", {
    const Around<W> around(tables, position, group(in.b));
    Set<W> all = Set<W>::none();
    for (std::int32_t i = 0; around.known() && i < static_cast<std::int32_t>(around.cells().size()); ++i)
        if (around.number(i))
            all = all | around.reach(i);
    T[in.a] = all;
})

GROUNDS(read_joined, "st--", each_cell(in.b, [&](std::int32_t x) { whole(x); });)
GROUNDS(use_areas, "s---", {
    if (Around<W>(tables, position, group(in.a)).known())
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
})
GROUNDS(read_room, "ss--", {
    const Around<W> around(tables, position, group(in.a));
    if (const std::int32_t member = around.at(cell(in.b)); member >= 0) {
        around.border(around.room(member)).each([&](std::int32_t x) { absent(x, around.bit); });
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
    }
})
GROUNDS(read_cut, "ss--", {
    const Cut<W> found = cut(tables, position, group(in.a), cell(in.b));
    if (found.inside >= 0) {
        const Around<W> around(tables, position, group(in.a));
        found.wall.each([&](std::int32_t x) { absent(x, around.bit); });
        whole(found.inside);
        whole(found.beyond);
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
    }
})
GROUNDS(read_reach, "st--", {
    const Around<W> around(tables, position, group(in.a));
    if (around.known())
        use_relation(tables.filled_by[tables.filling_of[group(in.a)]]);
    for (std::int32_t i = 0; around.known() && i < static_cast<std::int32_t>(around.cells().size()); ++i) {
        if (!around.number(i) || !(around.reach(i, true) & T[in.b]).any())
            continue;
        const Set<W> border = around.border(around.reach(i));
        Set<W> named = around.joined(i);
        border.each([&](std::int32_t x) { absent(x, around.bit); });
        (border | around.border(border & around.foreign(i))).each([&](std::int32_t x) {
            named = named | around.joined(around.at(x));
        });
        named.each([&](std::int32_t x) { whole(x); });
    }
})
