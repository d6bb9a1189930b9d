// Lists of numbers, one after the other in one piece of memory: a structure has hundreds, and is copied for each board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridwright {

class Lists {
public:
    using List = std::span<const std::int32_t>;
    class Iterator {
    public:
        Iterator(const Lists* lists, std::size_t at) : lists_(lists), at_(at) {}
        List operator*() const { return (*lists_)[at_]; }
        Iterator& operator++() { return ++at_, *this; }
        bool operator==(const Iterator&) const = default;

    private:
        const Lists* lists_;
        std::size_t at_;
    };

    Lists() = default;
    explicit Lists(const std::vector<std::vector<std::int32_t>>& lists) {
        for (const auto& list : lists)
            add(list);
    }
    void add(List list) {
        items_.insert(items_.end(), list.begin(), list.end());
        ends_.push_back(items_.size());
    }
    std::size_t size() const { return ends_.size(); }
    bool empty() const { return ends_.empty(); }
    List operator[](std::size_t i) const {
        const std::size_t from = i ? ends_[i - 1] : 0;
        return {items_.data() + from, ends_[i] - from};
    }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }
    bool operator==(const Lists&) const = default;

private:
    std::vector<std::int32_t> items_;
    std::vector<std::size_t> ends_;
};

} // namespace gridwright
