// Lines of a loop: how they are tied to each other (src/gridwright/techniques/_ties.py), the paths that they make and
// what a walk around dots crosses (_loops.py).
#ifdef GRIDWRIGHT_FUNCTIONS

constexpr std::int32_t kMostTied = 8; // of a statement that people go through row by row

// What a plan says of lines in one number: the size of the technique, the value of a line that is part of the loop, the
// kinds of groups that are dots and the loop; then how many matches came before.
struct LinesOperand {
    std::int32_t size, value, dots, loop;
    std::size_t before;
    explicit LinesOperand(std::uint64_t number)
        : size(static_cast<std::int32_t>(number & 255)), value(static_cast<std::int32_t>(number >> 8 & 1)),
          dots(static_cast<std::int32_t>(number >> 16 & 255)), loop(static_cast<std::int32_t>(number >> 24 & 127)),
          before(number >> 32) {}
};

// What a board says of the lines of its loop, laid out once; and what is drawn of them.
template <int W> struct LoopLines {
    std::uint64_t number = 0;
    std::int32_t value = -1, dots = -1;
    TiedLines lines;
    Ties ties;
    LineGraph graph;
    Ties::Drawn drawn;

    void fit(const Tables<W>& tables, const Position<W>& position, const LinesOperand& how) {
        if (number != tables.number || value != how.value || dots != how.dots) {
            number = tables.number;
            value = how.value;
            dots = how.dots;
            lines = {};
            for (std::int32_t g = 0; g < tables.groups; ++g)
                state(tables, g);
            lines.lay_out(tables.groups);
            graph.clear();
            for (std::int32_t g = 0; g < tables.groups; ++g)
                if (tables.kind_of[g] == dots)
                    graph.add_dot(g, tables.ordered[g]);
            graph.lay_out(tables.cells);
        }
        const Mask bit = Mask{1} << value;
        drawn.resize(tables.cells);
        for (std::int32_t x = 0; x < tables.cells; ++x)
            drawn[x] = static_cast<std::int8_t>(!(position.cand[x] & bit) ? 0 : position.cand[x] == bit ? 1 : -1);
    }

    void state(const Tables<W>& tables, std::int32_t g) {
        LineStatement own{g, tables.kind_of[g] == dots, tables.ordered[g], {}, {}};
        const auto n = static_cast<std::int32_t>(own.lines.size());
        if (n < 2 || n > kMostTied ||
            std::any_of(own.lines.begin(), own.lines.end(), [&](std::int32_t x) { return tables.own[x] != 3; }))
            return;
        std::sort(own.lines.begin(), own.lines.end());
        const std::int32_t exact = value < tables.values ? tables.exact[value * tables.groups + g] : kNoNeed;
        const std::int32_t filling = tables.filling_of[g];
        if (exact == kNoNeed && filling < 0)
            return;
        for (std::uint32_t row = 0; row < 1U << n; ++row) {
            if (exact != kNoNeed ? __builtin_popcount(row) == exact : fills(tables, filling, own.lines, row))
                own.rows.push_back(static_cast<std::uint16_t>(row));
        }
        lines.statements.push_back(std::move(own));
    }
    bool fills(const Tables<W>& tables, std::int32_t filling, const std::vector<std::int32_t>& sorted,
               std::uint32_t row) const {
        std::array<Mask, kMostTied> domains, used;
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            const auto at = std::lower_bound(sorted.begin(), sorted.end(), tables.order[filling][i]) - sorted.begin();
            domains[i] = Mask{1} << ((row >> at & 1) ? value : 1 - value);
        }
        return tables.fillings[filling].fitting(domains.data(), used.data());
    }
};

template <int W> LoopLines<W>& loop_lines(const Tables<W>& tables, const Position<W>& position, std::uint64_t operand) {
    static thread_local LoopLines<W> lines;
    lines.fit(tables, position, LinesOperand(operand));
    return lines;
}

// What the next statement decides by ties, and its group; -1 where there is none.
template <int W, class Exclude>
[[gnu::noinline]] std::int32_t find_tied(const Tables<W>& tables, const Position<W>& position, std::uint64_t operand,
                                         std::vector<std::int32_t>& told, Exclude exclude) {
    LoopLines<W>& lines = loop_lines(tables, position, operand);
    const LinesOperand how(operand);
    const auto& decided = lines.ties.derive(lines.lines, lines.drawn, how.size);
    if (how.before >= decided.size())
        return -1;
    const Ties::Decided& found = decided[how.before];
    lines.ties.tell(found, told);
    for (const auto& [x, part] : found.lines)
        exclude(x, part ? 1 - lines.value : lines.value);
    return lines.lines.statements[found.statement].group;
}

// The path that the match of this number is about, if there is one.
template <int W>
[[gnu::noinline]] bool find_closing(const Tables<W>& tables, const Position<W>& position, std::uint64_t operand,
                                    std::size_t number, LineGraph::Closed& found) {
    const LoopLines<W>& lines = loop_lines(tables, position, operand);
    const auto size = static_cast<LineGraph::Closing>(LinesOperand(operand).size);
    auto closings = lines.graph.closings(lines.drawn, lines.lines, size);
    if (number >= closings.size())
        return false;
    found = std::move(closings[number]);
    return true;
}
// The lines that are alone open on a walk.
template <int W>
[[gnu::noinline]] std::vector<std::int32_t> find_alone(const Tables<W>& tables, const Position<W>& position,
                                                       std::uint64_t operand) {
    const LoopLines<W>& lines = loop_lines(tables, position, operand);
    return lines.graph.alone(lines.drawn);
}
template <int W>
[[gnu::noinline]] LineGraph::Walk find_walk(const Tables<W>& tables, const Position<W>& position, std::uint64_t operand,
                                            std::int32_t line) {
    const LoopLines<W>& lines = loop_lines(tables, position, operand);
    return lines.graph.walk(lines.drawn, line);
}

// The two threes of the match of this number, if there are.
template <int W>
[[gnu::noinline]] bool find_threes(const Tables<W>& tables, const Position<W>& position, std::uint64_t operand,
                                   std::size_t number, LineGraph::Beside& found) {
    const LoopLines<W>& lines = loop_lines(tables, position, operand);
    auto threes = lines.graph.threes(lines.drawn, lines.lines);
    if (number >= threes.size())
        return false;
    found = std::move(threes[number]);
    return true;
}

#endif

APART(ties, "lssj", { // the ties of the next match and the group that decides by them; S[c] counts
    const std::int32_t found =
        find_tied(tables, position, S[in.c], registers_.lists[in.a],
                  [&](std::int32_t x, std::int32_t v) { conclude(x, v, false, 0); });
    ok = found >= 0;
    S[in.b] = static_cast<std::uint64_t>(ok ? found : 0);
    S[in.c] += std::uint64_t{1} << 32;
})

APART(loop_closing, "ltsj", { // the lines of the next path, and those that cannot be part; S[c] counts
    LineGraph::Closed found;
    ok = find_closing(tables, position, S[in.c], S[in.c] >> 32, found);
    S[in.c] += std::uint64_t{1} << 32;
    T[in.b] = Set<W>::none();
    for (std::int32_t x : found.lines) {
        T[in.b].add(x);
        conclude(x, static_cast<std::int32_t>(S[in.c] >> 8 & 1), false, 0);
    }
    registers_.lists[in.a] = std::move(found.path);
})
APART(loop_wrong, "tts-", { // a line elsewhere, or a group that would not hold, of the match that was last found
    LineGraph::Closed found;
    T[in.a] = T[in.b] = Set<W>::none();
    if (find_closing(tables, position, S[in.c], (S[in.c] >> 32) - 1, found)) {
        if (found.elsewhere >= 0)
            T[in.a].add(found.elsewhere);
        if (found.wrong >= 0)
            T[in.b].add(loop_lines(tables, position, S[in.c]).lines.statements[found.wrong].group);
    }
})
APART(walk_around, "ss-j", { // the next line that alone is open on a walk; S[b] counts
    const std::vector<std::int32_t> alone = find_alone(tables, position, S[in.b]);
    const std::size_t number = S[in.b] >> 32;
    ok = number < alone.size();
    S[in.b] += std::uint64_t{1} << 32;
    if (ok) {
        S[in.a] = static_cast<std::uint64_t>(alone[number]);
        const std::size_t crossed = find_walk(tables, position, S[in.b], alone[number]).crossed.size();
        conclude(alone[number], static_cast<std::int32_t>((S[in.b] >> 8 & 1) ^ (crossed & 1)), false, 0);
    }
})
APART(walk_crosses, "ttss", { // lines of the loop that are crossed, and those that are none
    const LineGraph::Walk walk = find_walk(tables, position, S[in.d], cell(in.c));
    T[in.a] = T[in.b] = Set<W>::none();
    for (std::int32_t x : walk.crossed)
        T[in.a].add(x);
    for (std::int32_t x : walk.free)
        T[in.b].add(x);
})

APART(threes_beside, "stsj", { // the line between the next two threes, and their groups; S[c] counts
    LineGraph::Beside found;
    ok = find_threes(tables, position, S[in.c], S[in.c] >> 32, found);
    S[in.c] += std::uint64_t{1} << 32;
    if (ok) {
        const auto& statements = loop_lines(tables, position, S[in.c]).lines.statements;
        const auto line = static_cast<std::int32_t>(S[in.c] >> 8 & 1);
        S[in.a] = static_cast<std::uint64_t>(found.line);
        T[in.b] = Set<W>::none();
        T[in.b].add(statements[found.first].group);
        T[in.b].add(statements[found.second].group);
        for (std::int32_t x : found.part)
            conclude(x, 1 - line, false, 0);
        for (std::int32_t x : found.none)
            conclude(x, line, false, 0);
    }
})
APART(threes_wrong, "tts-", { // a line elsewhere, or a group that would not hold, of the match that was last found
    LineGraph::Beside found;
    T[in.a] = T[in.b] = Set<W>::none();
    if (find_threes(tables, position, S[in.c], (S[in.c] >> 32) - 1, found)) {
        if (found.elsewhere >= 0)
            T[in.a].add(found.elsewhere);
        else
            T[in.b].add(loop_lines(tables, position, S[in.c]).lines.statements[found.wrong].group);
    }
})

GROUNDS(read_threes, "ttts", { // a line elsewhere, that there is one loop, the clues, and the dots around the threes
    const LinesOperand how(S[in.d]);
    each_cell(in.b, [&](std::int32_t x) { absent(x, Mask{1} << (1 - how.value)); });
    for (std::int32_t g = 0; g < tables.groups; ++g) {
        bool around = tables.kind_of[g] == how.loop;
        if (tables.kind_of[g] == how.dots)
            each_group(in.a, [&](std::int32_t h) { around |= (tables.members[g] & tables.members[h]).any(); });
        if (around)
            filled(g, [](std::int32_t) { return false; });
    }
    for (std::int32_t clues : {in.a, in.c})
        each_group(clues, [&](std::int32_t g) {
            if (tables.exact[how.value * tables.groups + g] == kNoNeed)
                use_relation(tables.filled_by[tables.filling_of[g]]);
            else
                use(how.value, g, false);
        });
})
GROUNDS(read_closing, "ltts", { // the lines of the path and elsewhere, that there is one loop, and what would not hold
    const LinesOperand how(S[in.d]);
    const auto part = [&](std::int32_t x) { absent(x, Mask{1} << (1 - how.value)); };
    std::for_each(registers_.lists[in.a].begin(), registers_.lists[in.a].end(), part);
    each_cell(in.b, part);
    for (std::int32_t g = 0; g < tables.groups; ++g)
        if (tables.kind_of[g] == how.loop)
            filled(g, [](std::int32_t) { return false; });
    each_group(in.c, [&](std::int32_t g) {
        if (tables.exact[how.value * tables.groups + g] == kNoNeed)
            use_relation(tables.filled_by[tables.filling_of[g]]);
        else
            use(how.value, g, false);
    });
})
GROUNDS(read_walk, "ss--", { // what is crossed or not, and the dots on one side: at each the lines are even in number
    const LineGraph& graph = loop_lines(tables, position, S[in.b]).graph;
    const LineGraph::Walk walk = find_walk(tables, position, S[in.b], cell(in.a));
    for (const auto* lines : {&walk.crossed, &walk.free})
        for (std::int32_t x : *lines)
            absent(x, ~Mask{0});
    for (std::int32_t dot : walk.dots)
        filled(graph.group(dot), [](std::int32_t) { return false; });
})
GROUNDS(read_ties, "lss-", {
    const LoopLines<W>& lines = loop_lines(tables, position, S[in.c]);
    const std::int32_t last = group(in.b);
    Ties::read(
        lines.lines, lines.drawn, registers_.lists[in.a], last,
        [&](std::int32_t x) { absent(x, lines.drawn[x] ? Mask{1} << (1 - lines.value) : Mask{1} << lines.value); },
        [&](std::int32_t g) {
            tables.members[g].each([&](std::int32_t x) { use_choice(x); });
            if (tables.exact[lines.value * tables.groups + g] == kNoNeed)
                use_relation(tables.filled_by[tables.filling_of[g]]);
            else
                use(lines.value, g, false);
        });
})
