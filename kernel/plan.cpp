#include "plan.hpp"

#include <stdexcept>
#include <string>

namespace gridwright {
namespace {

constexpr const char* kNames[] = {
#define X(name, shape) #name,
    GRIDWRIGHT_ALL_OPS(X)
#undef X
};
constexpr const char* kShapes[] = {
#define X(name, shape) shape,
    GRIDWRIGHT_ALL_OPS(X)
#undef X
};
constexpr std::size_t kOps = sizeof kNames / sizeof *kNames;
constexpr std::int32_t kMost = 1024;

} // namespace

std::vector<const char*> op_names() { return {kNames, kNames + kOps}; }
std::vector<const char*> op_shapes() { return {kShapes, kShapes + kOps}; }

void Plan::verify() {
    auto refuse = [](std::size_t at, const std::string& what) {
        throw std::invalid_argument("instruction " + std::to_string(at) + ": " + what);
    };
    if (code.empty() || code.size() > 100'000 || code.back().op != Op::end)
        throw std::invalid_argument("a plan is 1 to 100,000 instructions and ends with `end`");
    for (std::int32_t n : {scalars, sets, iterators, picks})
        if (n < 0 || n > kMost)
            throw std::invalid_argument("a plan has at most 1,024 registers of a kind");
    if (reading < 0 || static_cast<std::size_t>(reading) >= code.size())
        throw std::invalid_argument("the reading code of a plan begins somewhere else");
    for (const auto& [what, number] : shown)
        if (number < 0 || what > Shown::set || number >= (what == Shown::set ? sets : scalars))
            throw std::invalid_argument("a match shows a register that is not there");
    for (std::size_t at = 0; at < code.size(); ++at) {
        const Instruction& instruction = code[at];
        const auto op = static_cast<std::size_t>(instruction.op);
        if (op >= kOps)
            refuse(at, "no such operation");
        const std::int32_t operands[] = {instruction.a, instruction.b, instruction.c, instruction.d};
        for (int i = 0; i < 4; ++i) {
            std::int64_t below = -1;
            switch (kShapes[op][i]) {
            case 's':
                below = scalars;
                break;
            case 't':
                below = sets;
                break;
            case 'i':
                below = iterators;
                break;
            case 'k':
                below = picks;
                break;
            case 'm':
                below = static_cast<std::int64_t>(masks.size());
                break;
            case 'j':
                below = static_cast<std::int64_t>(code.size());
                break;
            default:
                continue;
            }
            if (operands[i] < 0 || operands[i] >= below)
                refuse(at, std::string(kNames[op]) + " names something that is not there");
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
}

} // namespace gridwright
