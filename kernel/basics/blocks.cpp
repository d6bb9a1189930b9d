#include "basics/blocks.hpp"

#include <array>
#include <bit>
#include <mutex>
#include <vector>

namespace gridwright {
namespace {

constexpr std::size_t kMostKept = std::size_t{32} << 20; // bytes
constexpr std::uint32_t kLargest = 1 << 13;              // words of a block that is kept

struct Kept {
    std::mutex guard;
    std::array<std::vector<std::uint64_t*>, 32> by_size; // by the logarithm of their words
    std::size_t bytes = 0;
};

Kept& kept() {
    static Kept* const one = new Kept; // never destroyed: blocks are given back until the very end
    return *one;
}

} // namespace

void GiveBack::operator()(std::uint64_t* block) const {
    if (words <= kLargest) {
        Kept& all = kept();
        const std::lock_guard<std::mutex> lock(all.guard);
        if (all.bytes + words * 8 <= kMostKept) {
            all.by_size[std::countr_zero(words)].push_back(block);
            all.bytes += words * 8;
            return;
        }
    }
    delete[] block;
}

Block take_block(std::size_t bytes) {
    const auto words = static_cast<std::uint32_t>(std::bit_ceil(bytes / 8 + 1));
    if (words <= kLargest) {
        Kept& all = kept();
        const std::lock_guard<std::mutex> lock(all.guard);
        if (auto& spare = all.by_size[std::countr_zero(words)]; !spare.empty()) {
            Block block(spare.back(), GiveBack{words});
            spare.pop_back();
            all.bytes -= words * 8;
            return block;
        }
    }
    return Block(new std::uint64_t[words], GiveBack{words});
}

} // namespace gridwright
