// Random numbers that are the same on every machine: a counter, mixed. The twin of model/draw.py; docs/generate.md
// specifies it.
//
// A stream is a 64-bit key. Its n-th number is mix(key + n × 0x9E3779B97F4A7C15), so it has no other state than n. A
// stream's child has a key of its own that depends on the parent's key and the child's name or number alone, not on how
// much was drawn: what one part of the generator draws never shifts what another does.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace gridwright {

class RandomStream {
public:
    explicit RandomStream(std::uint64_t key) : key_(key) {}

    static constexpr std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    static constexpr std::uint64_t hash(std::string_view name) { // FNV-1a
        std::uint64_t h = 0xCBF29CE484222325u;
        for (const char c : name)
            h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
        return h;
    }

    RandomStream child(std::uint64_t number) const { return RandomStream(mix(key_ ^ mix(number + kStep))); }
    RandomStream child(std::string_view name) const { return child(hash(name)); }

    std::uint64_t next() { return mix(key_ + ++drawn_ * kStep); }
    // A number below n, each as likely as any other.
    std::uint32_t below(std::uint32_t n) {
        for (;;) {
            const unsigned __int128 product = static_cast<unsigned __int128>(next()) * n;
            const std::uint64_t low = static_cast<std::uint64_t>(product);
            if (low >= n || low >= -std::uint64_t{n} % n)
                return static_cast<std::uint32_t>(product >> 64);
        }
    }
    template <class T> void shuffle(std::vector<T>& list) {
        for (std::size_t i = list.size(); i > 1; --i)
            std::swap(list[i - 1], list[below(static_cast<std::uint32_t>(i))]);
    }

private:
    static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;
    std::uint64_t key_, drawn_ = 0;
};

} // namespace gridwright
