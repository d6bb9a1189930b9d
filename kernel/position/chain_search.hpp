// Chains along the links of a position, the shortest first: tests/reference/link_graph.py and chains.py.
//
// All first nodes are followed in step, a strong and a weak link at a time, so what is met first is shortest. Which
// node a chain came from is not kept: a chain that says something is followed once more.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "position/link_graph.hpp"

namespace gridwright {

struct ChainKind {
    // What a chain says: whatever both ends rule out; the same of all values that its first and last set share; what
    // the weak links of a loop rule out; what both ends rule out in one cell.
    enum Shape : std::uint8_t { ends, sets, loop, cell };

    static ChainKind of(std::int32_t flags, std::int32_t fewest, std::int32_t most);
    bool grouped, one_value;
    unsigned links; // of which kinds
    Shape shape;
    std::int32_t fewest, most; // nodes; no bound where it is 0
};

template <int W> class ChainSearch {
public:
    void begin(const Tables<W>& tables, const Position<W>& position, const ChainKind& kind);
    // Before a plan runs: there is no chain until it begins.
    void forget() { graph_ = nullptr; }
    // The next chain that says something new; `fuel` is what it may burn.
    enum class Result : std::uint8_t { chain, none, out_of_fuel };
    Result next(std::uint64_t& fuel);

    // Of the chain: its nodes as [value + 1, how many cells, cells …], and [0, how many, cells …] behind the first node
    // of a link that is a set; the cell that a loop comes back to; and what cannot be.
    std::vector<std::int32_t> told;
    std::int32_t cell = 0;
    template <class Visit> void each_conclusion(Visit visit) const {
        for (std::size_t i = 0; i < gone_.size(); ++i)
            for (std::uint64_t bits = gone_[i]; bits; bits &= bits - 1) {
                const auto& node = graph_->nodes[i * 64 + __builtin_ctzll(bits)];
                visit(node.cells.first(), node.value);
            }
    }

private:
    using Row = std::vector<std::uint64_t>;
    struct Ready {
        std::vector<std::int32_t> path;
        std::int32_t cell;
        Row gone;
    };
    bool excludes(std::int32_t first, const Row& refuted);
    bool advance(std::int32_t first, std::uint64_t& fuel);
    bool step(std::int32_t first, bool looks, std::uint64_t& fuel);
    void look(std::int32_t first, std::int32_t last);
    void follow(std::int32_t first, std::int32_t last);
    void close_loop(Row& gone);
    void share_values(Row& gone);
    void add_both(Row& gone, const std::uint64_t* one, const std::uint64_t* other) const;
    void keep(const Row& gone, std::int32_t cell);
    void tell(const Ready& ready);

    const Tables<W>* tables_ = nullptr;
    LinkGraph<W>* graph_ = nullptr;
    ChainKind kind_{};
    std::int32_t count_ = 0;            // nodes that take part
    std::size_t words_ = 0, rules_ = 0; // of their rows, and of candidates
    Row on_, off_, ends_;               // a row for each first node
    std::vector<std::uint8_t> alive_;
    std::vector<std::int32_t> level_of_; // how far each is followed; -1 where it is not begun
    std::int32_t level_ = 0, first_ = 0;
    bool some_ = false;
    Row new_;
    std::vector<std::int32_t> path_, on_from_, off_from_;
    std::vector<Ready> ready_;
    std::size_t given_ = 0;
    std::set<Row> said_;
    Row gone_, scratch_, more_;
};

} // namespace gridwright
