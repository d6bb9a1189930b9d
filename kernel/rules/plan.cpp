#include "rules/plan.hpp"

#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

namespace gridwright {
namespace {

constexpr std::pair<const char*, const char*> kNamed[] = {
#define INSTRUCTION(name, shape, ...) {#name, shape},
#define APART(name, shape, ...) {#name, shape},
#define GROUNDS(name, shape, ...) {#name, shape},
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
};
constexpr std::size_t kOps = sizeof kNamed / sizeof *kNamed;
constexpr std::int32_t kMost = 1024;

} // namespace

std::vector<std::pair<const char*, const char*>> operations() { return {std::begin(kNamed), std::end(kNamed)}; }

void Plan::verify() {
    auto refuse = [](std::size_t at, const std::string& what) {
        throw std::invalid_argument("instruction " + std::to_string(at) + ": " + what);
    };
    if (code.empty() || code.size() > 100'000 || code.back().op != Op::end)
        throw std::invalid_argument("a plan is 1 to 100,000 instructions and ends with `end`");
    for (std::int32_t n : {scalars, sets, iterators, picks, lists})
        if (n < 0 || n > kMost)
            throw std::invalid_argument("a plan has at most 1,024 registers of a kind");
    if (grounds < 0 || static_cast<std::size_t>(grounds) >= code.size())
        throw std::invalid_argument("the code of a plan that reads grounds begins somewhere else");
    for (const auto& [what, number] : shown)
        if (number < 0 || what > Shown::list ||
            number >= (what == Shown::list  ? lists
                       : what == Shown::set ? sets
                                            : scalars))
            throw std::invalid_argument("a match shows a register that is not there");
    const std::map<char, std::size_t> files{{'s', scalars}, {'t', sets},         {'i', iterators},  {'k', picks},
                                            {'l', lists},   {'m', masks.size()}, {'j', code.size()}};
    for (std::size_t at = 0; at < code.size(); ++at) {
        const Instruction& instruction = code[at];
        const auto op = static_cast<std::size_t>(instruction.op);
        if (op >= kOps)
            refuse(at, "no such operation");
        const std::int32_t operands[] = {instruction.a, instruction.b, instruction.c, instruction.d};
        for (int i = 0; i < 4; ++i) {
            const auto named = files.find(kNamed[op].second[i]);
            if (named != files.end() && (operands[i] < 0 || static_cast<std::size_t>(operands[i]) >= named->second))
                refuse(at, std::string(kNamed[op].first) + " names something that is not there");
        }
    }
    new_cells = new_groups = new_values = new_at_group = new_sights = Loop{};
    for (const Instruction& in : code) {
        if (in.op == Op::s_start_new)
            (in.c == 1 ? new_groups : in.c == 2 ? new_sights : new_cells).iterator = in.a;
        else if (in.op == Op::v_start_new)
            new_values.iterator = in.a;
        else if (in.op == Op::v_start_at)
            new_at_group.iterator = in.a;
        for (Loop* loop : {&new_cells, &new_groups, &new_values, &new_at_group, &new_sights})
            if (loop->iterator == in.b &&
                in.op == (loop == &new_values || loop == &new_at_group ? Op::v_next : Op::s_next))
                loop->element = in.a;
    }
    for (Loop* loop : {&new_cells, &new_groups, &new_values, &new_at_group, &new_sights})
        if (loop->element < 0)
            *loop = Loop{};
    gate = seen_gate();
    constexpr Op kWriting[] = {Op::cand, Op::v_the, Op::s_one, Op::v_one, Op::place, Op::emit, Op::end};
    writes_fixed = gate == Gate::fixed_cell && code.size() >= 12;
    for (std::size_t i = 0; writes_fixed && i < 7; ++i)
        writes_fixed = code[5 + i].op == kWriting[i];
    if (writes_fixed)
        writes_fixed = code[5].b == code[4].a && code[6].b == code[5].a && code[7].b == code[4].a &&
                       code[8].b == code[6].a && code[9].a == code[7].a && code[9].b == code[8].a && code[10].d == 4;
}

Plan::Gate Plan::seen_gate() const {
    if (code.size() < 6 || code[1].op != Op::load || code[1].b != 1 || code[2].op != Op::s_start_new ||
        code[2].b != code[0].a || code[3].a != code[2].a || code[3].b != code[1].a || code[4].op != Op::s_next ||
        code[4].b != code[2].a || code[code[4].d].op != Op::end)
        return Gate::none;
    if (code[0].op == Op::open && code[2].c == 0 && code[3].op == Op::s_keep_cand)
        return Gate::fixed_cell;
    return code[0].op == Op::every_group && code[2].c == 1 && code[3].op == Op::s_skip_missing ? Gate::lone_value
                                                                                               : Gate::none;
}

} // namespace gridwright
