#pragma once

namespace gridwright {

// The project's version, and the number of the interface that the Python side was written for: raised with every
// change of a signature or a layout, so that a stale build is told apart from a bug.
constexpr const char* kVersion = GRIDWRIGHT_VERSION;
constexpr int kInterface = 13;

} // namespace gridwright
