// What every native call needs: limits from Python's arguments, the GIL released, signals raised when it is over.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <optional>
#include <vector>

#include "basics/limits.hpp"
#include "structure.hpp"

namespace gridwright {

// The limits of one call: its arguments, and Python asked now and then for signals and for `cancel`, a threading.Event.
class CallLimits : public Limits {
public:
    CallLimits(std::optional<std::uint64_t> most_nodes, std::optional<double> seconds, nanobind::handle event)
        : event_(event.ptr()) {
        if (most_nodes)
            nodes = *most_nodes;
        if (seconds)
            deadline = after(*seconds);
        stop_.store(is_set());
        cancel = &stop_;
        poll = [this] {
            if (!stop_.load()) {
                nanobind::gil_scoped_acquire hold;
                stop_.store(PyErr_CheckSignals() != 0 || is_set());
            }
            return stop_.load();
        };
    }
    CallLimits(const CallLimits&) = delete; // `poll` and `cancel` point into it
    CallLimits& operator=(const CallLimits&) = delete;

private:
    bool is_set() const {
        if (event_ == Py_None)
            return false;
        PyObject* answer = PyObject_CallMethod(event_, "is_set", nullptr);
        const bool set = !answer || PyObject_IsTrue(answer) != 0; // what is no Event stops with its error
        Py_XDECREF(answer);
        return set;
    }

    PyObject* event_;
    std::atomic<bool> stop_{false};
};

// Statements of a rulebook: (kind, kind of its group or -1, scope, how many of it are the group, parameters) each.
using StatementTuples =
    nanobind::typed<nanobind::list, nanobind::typed<nanobind::tuple, nanobind::str, nanobind::int_,
                                                    nanobind::typed<nanobind::sequence, int>, nanobind::int_,
                                                    nanobind::typed<nanobind::sequence, int>>>;
std::vector<Structure::Statement> read_statements(const StatementTuples& tuples);

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
