#include "basics/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gridwright {

void in_parallel(std::size_t jobs, const Limits& limits, double seconds, unsigned threads,
                 const std::function<Stop(std::size_t, const Limits&)>& job) {
    std::atomic<bool> cancel{false};
    std::atomic<std::size_t> next{0};
    // Small slices keep all threads busy to the end; 16 jobs of 5 µs outweigh the atomic by far.
    const std::size_t slice = std::clamp<std::size_t>(jobs / (64 * std::max(1u, threads)), 1, 16);
    auto work = [&](Limits own) {
        const Limits all = own; // jobs may be too short to ask
        for (;;) {
            const std::size_t from = next.fetch_add(slice);
            if (from >= jobs || all.look() != Stop::none)
                return;
            for (std::size_t i = from; i < std::min(from + slice, jobs); ++i) {
                if (cancel.load(std::memory_order_relaxed) || limits.cancelled())
                    return;
                own.deadline = std::min(limits.deadline, Limits::after(seconds));
                if (job(i, own) == Stop::cancelled)
                    cancel.store(true);
            }
        }
    };
    Limits own = limits;
    threads = std::min<unsigned>(threads, static_cast<unsigned>(std::max<std::size_t>(1, jobs)));
    if (threads <= 1) {
        work(own);
        return;
    }
    own.poll = nullptr; // only this thread may ask the caller
    own.cancel = &cancel;
    std::mutex guard;
    std::condition_variable done;
    unsigned running = threads;
    std::vector<std::thread> pool;
    auto one = [&] {
        work(own);
        const std::lock_guard<std::mutex> lock(guard);
        --running;
        done.notify_one();
    };
    try {
        for (unsigned t = 0; t < threads; ++t)
            pool.emplace_back(one);
    } catch (const std::system_error&) { // the system grants no more: those that there are do the work
        const std::lock_guard<std::mutex> lock(guard);
        running -= threads - static_cast<unsigned>(pool.size());
    }
    if (pool.empty()) {
        own.poll = limits.poll;
        own.cancel = limits.cancel;
        work(own);
        return;
    }
    {
        std::unique_lock<std::mutex> lock(guard);
        while (!done.wait_for(lock, std::chrono::milliseconds(20), [&] { return running == 0; })) {
            lock.unlock();
            if (limits.cancelled() || (limits.poll && limits.poll()))
                cancel.store(true);
            lock.lock();
        }
    }
    for (std::thread& thread : pool)
        thread.join();
}

} // namespace gridwright
