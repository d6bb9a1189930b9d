// Groups that are filled, and whether they can be while some cells take some values: fillings, fits.
// What it means: src/gridwright/rules/words/fits.py.
#ifdef GRIDWRIGHT_FUNCTIONS

// A search for a way to fill some groups: what is said of each group narrows its cells, a cell with one value left
// rules out what is linked to it, and where that ends the cell with the fewest values takes one after the other.
constexpr std::uint64_t kMostFills = 20'000; // values that are tried; beyond that everything fits
constexpr int kSupposedBits = 20;            // a cell and its value, 1 and more
// The first cell of those that are supposed, and its value.
template <int W> std::pair<std::int32_t, std::int32_t> supposed_first(const Tables<W>& tables, std::uint64_t supposed) {
    const auto number = static_cast<std::int32_t>((supposed & ((std::uint64_t{1} << kSupposedBits) - 1)) - 1);
    return {std::min(number / 64, tables.cells - 1), number % 64};
}

template <int W> class Fill {
public:
    Fill(const Tables<W>& tables, const Position<W>& position, const Set<W>& groups)
        : tables_(tables), groups_(groups), masks_(memory()) {
        masks_ = position.cand;
        groups_.each([&](std::int32_t g) {
            cells_ = cells_ | tables.members[g];
            if (tables.looker_of[g] >= 0)
                cells_.add(tables.looker_of[g]);
        });
    }

    bool fits(std::uint64_t supposed) {
        Set<W> all = cells_;
        for (std::uint64_t rest = supposed; rest; rest >>= kSupposedBits)
            all.add(supposed_first(tables_, rest).first);
        std::swap(all, cells_); // who is supposed must not rule out each other
        bool alive = true;
        for (std::uint64_t rest = supposed; rest && alive; rest >>= kSupposedBits) {
            const auto [x, v] = supposed_first(tables_, rest);
            alive = take(x, v);
        }
        cells_ = all;
        return alive && (groups_.any() ? some() : true);
    }
    std::uint64_t tried() const { return tried_; }
    // The way that was found: what is filled, the cells that take the loud value, and those that cannot take it, too.
    // False where cells have more than that value and a silent one which rules out nothing, or where nobody looked to
    // the end.
    bool shows(Set<W>& cells, Set<W>& loud, Set<W>& ruled) const {
        if (!shown_ || tables_.values != 2 || (tables_.loud != 1 && tables_.loud != 2) || !tables_.strange.empty())
            return false;
        const std::int32_t v = __builtin_ctzll(tables_.loud);
        bool quiet = true;
        cells = cells_;
        loud = ruled = Set<W>::none();
        cells_.each([&](std::int32_t x) {
            if (taken_.has(x) && masks_[x] == tables_.loud) {
                loud.add(x);
                ruled = ruled | tables_.rivals(x, v);
            } else {
                quiet = quiet && !tables_.rivals(x, 1 - v).any();
            }
        });
        return quiet;
    }

private:
    static std::vector<Mask>& memory() {
        thread_local std::vector<Mask> masks; // the memory stays
        return masks;
    }
    // False where a cell has nothing left.
    bool take(std::int32_t x, std::int32_t v) {
        const Mask bit = Mask{1} << v;
        if (!(masks_[x] & bit))
            return false;
        masks_[x] = bit;
        taken_.add(x);
        bool alive = true;
        (tables_.rivals(x, v) & cells_).each([&](std::int32_t y) { alive &= (masks_[y] &= ~bit) != 0; });
        if (tables_.strange.empty())
            return alive;
        const std::int32_t c = tables_.first[x] + v;
        for (std::int32_t i = tables_.strange_from[c]; i < tables_.strange_from[c + 1]; ++i) {
            const std::int32_t y = tables_.cell_of[tables_.strange[i]];
            if (cells_.has(y))
                alive &= (masks_[y] &= ~(Mask{1} << (tables_.strange[i] - tables_.first[y]))) != 0;
        }
        return alive;
    }

    bool keep(std::int32_t x, Mask values) {
        narrowed_ |= (masks_[x] & ~values) != 0;
        return (masks_[x] &= values) != 0;
    }

    bool layouts(std::int32_t filling) {
        Mask domains[kMostFilled], used[kMostFilled];
        const std::vector<std::int32_t>& order = tables_.order[filling];
        if (order.size() > kMostFilled)
            return true; // nobody goes through these
        for (std::size_t i = 0; i < order.size(); ++i)
            if (!(domains[i] = masks_[order[i]]))
                return false;
        if (!tables_.fillings[filling].fitting(domains, used))
            return false;
        for (std::size_t i = 0; i < order.size(); ++i)
            keep(order[i], used[i]);
        return true;
    }

    bool count(std::int32_t g, std::int32_t v) {
        const Mask bit = Mask{1} << v;
        const std::int32_t often = tables_.exact[v * tables_.groups + g];
        std::int32_t certain = 0, possible = 0;
        tables_.members[g].each([&](std::int32_t x) {
            certain += masks_[x] == bit;
            possible += (masks_[x] & bit) != 0;
        });
        if (certain > often || possible < often)
            return false;
        if (certain == possible || (certain < often && possible > often))
            return true;
        tables_.members[g].each([&](std::int32_t x) {
            if (masks_[x] != bit && (masks_[x] & bit))
                keep(x, certain == often ? ~bit : bit);
        });
        return true;
    }

    // The looker counts the different values; value v is the number v.
    bool view(std::int32_t looker) {
        Mask seen = 0, all = 0;
        std::int32_t open = 0;
        for (std::int32_t x : tables_.view[looker]) {
            all |= masks_[x];
            if (masks_[x] & (masks_[x] - 1))
                ++open;
            else
                seen |= masks_[x];
        }
        const std::int32_t known = __builtin_popcountll(seen);
        const std::int32_t least = std::max<std::int32_t>(known, !tables_.view[looker].empty());
        const std::int32_t most = std::min(known + open, __builtin_popcountll(all));
        if (least > 63 || !keep(looker, (most >= 63 ? ~Mask{0} : (Mask{2} << most) - 1) & (~Mask{0} << least)))
            return false;
        if (masks_[looker] == Mask{1} << known && known > 0) // nothing new is seen any more
            for (std::int32_t x : tables_.view[looker])
                if (!keep(x, seen))
                    return false;
        return true;
    }

    // What is said of a group.
    bool group(std::int32_t g) {
        bool alive = tables_.filling_of[g] < 0 || layouts(tables_.filling_of[g]);
        for (Mask m = tables_.counted; m && alive; m &= m - 1) {
            const std::int32_t about = __builtin_ctzll(m) * tables_.groups + g;
            if (tables_.relation_of[about] >= 0 || tables_.choice_of[about] >= 0)
                alive = count(g, __builtin_ctzll(m));
        }
        return alive && (tables_.looker_of[g] < 0 || view(tables_.looker_of[g]));
    }

    bool narrow() {
        do {
            narrowed_ = false;
            bool alive = true;
            groups_.each([&](std::int32_t g) { alive = alive && group(g); });
            cells_.without(taken_).each([&](std::int32_t x) {
                const Mask mask = masks_[x];
                if (alive && !(mask & (mask - 1))) {
                    alive = mask && take(x, __builtin_ctzll(mask));
                    narrowed_ = true;
                }
            });
            if (!alive)
                return false;
        } while (narrowed_);
        return true;
    }

    // Does it come right if nothing more is placed: if all open cells take a silent value, which rules out no other?
    bool comes_right() {
        thread_local std::vector<Mask> quiet; // the memory stays
        if (!tables_.strange.empty())
            return false;
        quiet = masks_;
        bool right = true;
        cells_.without(taken_).each([&](std::int32_t x) {
            const Mask silent = quiet[x] & ~tables_.loud;
            quiet[x] = silent & -silent;
            right = right && silent && !(tables_.rivals(x, __builtin_ctzll(silent)) & cells_).any();
        });
        if (!right)
            return false;
        masks_.swap(quiet);
        groups_.each([&](std::int32_t g) { right = right && group(g); });
        masks_.swap(quiet);
        return right;
    }

    bool some() {
        // The layouts of one group, listed, know who is apart: what they leave is exact.
        if (tried_ == 0 && groups_.count() == 1 && tables_.plain()) {
            const std::int32_t filling = tables_.filling_of[groups_.first()];
            if (filling >= 0 && tables_.fillings[filling].layouts)
                return layouts(filling);
        }
        if (!narrow())
            return false;
        std::int32_t best = -1, fewest = 65;
        cells_.without(taken_).each([&](std::int32_t x) {
            const std::int32_t n = __builtin_popcountll(masks_[x]);
            if (n < fewest)
                best = x, fewest = n;
        });
        if (best < 0 || comes_right())
            return shown_ = true;
        // What the rulebook speaks of comes first: a mark decides its whole row, no mark next to nothing.
        const std::vector<Mask> before = masks_;
        const Set<W> taken = taken_;
        const Mask loud = before[best] & tables_.loud, silent = before[best] & ~tables_.loud;
        for (Mask values : {loud, silent})
            for (; values; values &= values - 1) {
                if (++tried_ > kMostFills || (take(best, __builtin_ctzll(values)) && some()))
                    return true;
                masks_ = before;
                taken_ = taken;
            }
        return false;
    }

    static constexpr std::size_t kMostFilled = 64; // cells of a group
    const Tables<W>& tables_;
    const Set<W> groups_;
    std::vector<Mask>& masks_;
    Set<W> cells_ = Set<W>::none(), taken_ = Set<W>::none();
    bool narrowed_ = false;
    std::uint64_t tried_ = 0;
    bool shown_ = false; // `masks_` has a way: cells that are not taken take a silent value
};

// Can a group be filled by itself? The way that was found is kept: rules ask the same groups again and again, one with
// each of the others.
template <int W>
bool filled_alone(const Tables<W>& tables, const Position<W>& position, std::int32_t g, FilledAlone<W>& known,
                  std::uint64_t& fuel) {
    if (known.asked.has(g))
        return known.fit.has(g);
    Set<W> alone = Set<W>::none();
    alone.add(g);
    Fill<W> fill(tables, position, alone);
    known.asked.add(g);
    if (fill.fits(known.supposed)) {
        known.fit.add(g);
        known.cells.resize(tables.groups);
        known.loud.resize(tables.groups);
        known.ruled.resize(tables.groups);
        if (fill.shows(known.cells[g], known.loud[g], known.ruled[g]))
            known.shown.add(g);
    }
    fuel -= std::min(fuel, fill.tried());
    return known.fit.has(g);
}

// Go the ways in which the groups are filled by themselves together?
template <int W> bool agree(const Set<W>& groups, const FilledAlone<W>& known) {
    if (!groups.inside(known.shown))
        return false;
    Set<W> cells = Set<W>::none(), loud = cells, ruled = cells;
    bool agreed = true;
    groups.each([&](std::int32_t g) {
        agreed = agreed && !(ruled & known.loud[g]).any() && !(loud & known.ruled[g]).any() &&
                 (cells & known.loud[g]).inside(loud) && (loud & known.cells[g]).inside(known.loud[g]);
        cells = cells | known.cells[g];
        loud = loud | known.loud[g];
        ruled = ruled | known.ruled[g];
    });
    return agreed;
}

// Several groups are looked at together only where each of them can be filled and the ways that are known do not agree:
// so pairs of clues take a third of the time.
template <int W>
[[gnu::noinline]] bool fits(const Tables<W>& tables, const Position<W>& position, const Set<W>& given,
                            std::uint64_t supposed, std::uint64_t& fuel) {
    const Set<W> groups = given & tables.every_group;
    FilledAlone<W>& known = position.filled_alone(supposed);
    bool each = true;
    groups.each([&](std::int32_t g) { each = each && filled_alone(tables, position, g, known, fuel); });
    if (!each || groups.count() == 1 || (groups.any() && agree(groups, known)))
        return each;
    Fill<W> fill(tables, position, groups);
    const bool found = fill.fits(supposed);
    fuel -= std::min(fuel, fill.tried());
    return found;
}

#endif

INSTRUCTION(fillings, "tt--", {
    Set<W> all = Set<W>::none();
    (T[in.b] & tables.every_cell).each([&](std::int32_t x) {
        all = all | (tables.groups_at[x] & tables.filled_groups);
        if (tables.view_group[x] >= 0)
            all.add(tables.view_group[x]);
    });
    T[in.a] = all;
})
INSTRUCTION(filled_cells, "tt--", {
    Set<W> all = Set<W>::none();
    (T[in.b] & tables.filled_groups).each([&](std::int32_t g) {
        all = all | tables.members[g];
        if (tables.looker_of[g] >= 0)
            all.add(tables.looker_of[g]);
    });
    T[in.a] = all;
})
// One cell and its value more, beside those of S[d].
INSTRUCTION(suppose, "ssss",
            { S[in.a] = S[in.d] << kSupposedBits | (static_cast<std::uint64_t>(cell(in.b)) * 64 + value(in.c) + 1); })
INSTRUCTION(fits, "ts-j", ok = fits(tables, position, T[in.a], S[in.b], fuel);)
INSTRUCTION(not_fits, "ts-j", ok = !fits(tables, position, T[in.a], S[in.b], fuel);)

GROUNDS(read_fills, "t---", {
    each_group(in.a, [&](std::int32_t g) {
        filled(g, [](std::int32_t) { return true; });
        for (Mask m = tables.counted; m; m &= m - 1) {
            const std::int32_t about = __builtin_ctzll(m) * tables.groups + g;
            const std::int32_t relation = tables.relation_of[about], choice = tables.choice_of[about];
            if (relation >= 0 || choice >= 0)
                tables.members[g].each([&](std::int32_t x) { whole(x); });
            if (relation >= 0)
                use_relation(relation);
            if (choice >= 0)
                use_choice(choice);
        }
        if (const std::int32_t looker = tables.looker_of[g]; looker >= 0) {
            whole(looker);
            for (std::int32_t x : tables.view[looker])
                whole(x);
            use_relation(tables.view_of[looker]);
        }
    });
})
