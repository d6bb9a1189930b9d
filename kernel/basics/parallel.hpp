// Many jobs over several threads, split dynamically, with the caller asked for signals on its own thread.
#pragma once

#include <cstddef>
#include <functional>

#include "basics/limits.hpp"

namespace gridwright {

// Call work(i, limits) for each i below `jobs`. `seconds` is for one job: its deadline is in the limits that work gets,
// as is the flag that stops all of them. Work that returns Stop::cancelled ends the whole; jobs not reached are not
// called.
void in_parallel(std::size_t jobs, const Limits& limits, double seconds, unsigned threads,
                 const std::function<Stop(std::size_t, const Limits&)>& work);

} // namespace gridwright
