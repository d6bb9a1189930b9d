#include "version.hpp"

namespace gridwright {

const char* version() noexcept { return GRIDWRIGHT_VERSION; }

} // namespace gridwright
