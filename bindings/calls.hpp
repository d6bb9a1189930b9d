// What every native call needs: limits from Python's arguments, the GIL released, signals raised when it is over.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <optional>

#include "limits.hpp"

namespace gridwright {

// A flag that another thread may raise to stop a call.
struct Cancel {
    std::atomic<bool> raised{false};
};

inline bool interrupted() {
    nanobind::gil_scoped_acquire hold;
    return PyErr_CheckSignals() != 0;
}

inline Limits limits(std::optional<std::uint64_t> nodes, std::optional<double> seconds, const Cancel* cancel) {
    Limits result;
    if (nodes)
        result.nodes = *nodes;
    if (seconds)
        result.deadline = Limits::after(*seconds);
    if (cancel)
        result.cancel = &cancel->raised;
    result.poll = interrupted;
    return result;
}

// Work without the GIL; a signal that came meanwhile is raised here.
template <class Work> auto unlocked(Work work) {
    auto result = [&] {
        nanobind::gil_scoped_release release;
        return work();
    }();
    if (PyErr_Occurred())
        throw nanobind::python_error();
    return result;
}

} // namespace gridwright
