// Memory for things that come and go by the thousand, all of about the same size, such as the traces of a batch. What
// is given back is kept for the next batch, up to a bound: memory that the system takes back costs a fault a page when
// it is needed again, and that was a tenth of the time of a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gridwright {

struct GiveBack {
    std::uint32_t words = 0; // a power of two
    void operator()(std::uint64_t* block) const;
};
using Block = std::unique_ptr<std::uint64_t[], GiveBack>;

// At least so many bytes, not initialised.
Block take_block(std::size_t bytes);

} // namespace gridwright
