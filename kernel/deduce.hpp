// A puzzle by techniques alone: the first match of the first rule that changes something, again and again.
#pragma once

#include <vector>

#include "limits.hpp"
#include "match.hpp"

namespace gridwright {

struct DeducedStep {
    std::int32_t rule;
    std::uint32_t conclusions; // where they end in the list of all of them; they begin where those of the last step end
};

struct Deduced {
    enum class Outcome : std::uint8_t { solved, stuck, contradiction, stopped } outcome = Outcome::stuck;
    std::vector<DeducedStep> steps;
    std::vector<Conclusion> conclusions; // of all steps, one after the other
    std::vector<Mask> masks;             // what is left
    std::vector<std::uint8_t> placed;
    std::vector<std::int32_t> undecided; // rules that ran out of fuel somewhere: not the same as "did not fire"

    // visit(rule, first conclusion, behind the last)
    template <class Visit> void each_step(Visit visit) const {
        std::uint32_t from = 0;
        for (const DeducedStep& step : steps) {
            visit(step.rule, conclusions.data() + from, conclusions.data() + step.conclusions);
            from = step.conclusions;
        }
    }
};

// A ladder of rules on the boards of one structure, for one puzzle after the other: its memory stays.
template <int W> class Deducer {
public:
    // `plans` are verified; they and the stage must outlive this.
    Deducer(const Stage<W>& stage, const std::vector<const Plan*>& plans);
    Deducer(const Deducer&) = delete; // matchers point into it
    Deducer& operator=(const Deducer&) = delete;

    // `fuel` is for one look of one rule.
    Deduced run(const Mask* masks, const std::uint8_t* placed, std::uint64_t fuel, const Limits& limits);

private:
    Deduced::Outcome climb(std::uint64_t fuel, const Limits& limits);
    bool step(std::uint64_t fuel);
    void record(std::size_t rule);

    const Stage<W>& stage_;
    Scene<W> scene_;
    Registers<W> registers_;
    std::vector<Mask> lent_; // to `matchers_` and `news_`
    std::vector<Matcher<W>> matchers_;
    // What a rule has not been told yet. Rules are asked in their order, so a change is told to the first and handed on
    // when the next is asked.
    std::vector<Changed<W>> news_;
    std::vector<DeducedStep> steps_;
    std::vector<Conclusion> conclusions_;
    std::vector<std::int32_t> undecided_;
};

} // namespace gridwright
