// Origin: written as a user would.
// std::array as member, parameter, local variable and element of a buffer, 2D too; std::pair; range-for; bindings.
// RUN: %check %s --class DrumMachine -- -std=c++17
#include "drum_machine.h"

float DrumMachine::Mix(const std::array<float, 4>& levels, float swing)
{
    float sum = levels.front() - levels.back() * swing;
    for (float level : levels)
        sum += level;
    for (std::size_t k = 0; k < levels.size(); ++k)
        sum += levels[k] * static_cast<float>(k);
    return sum;
}

DrumMachine::Step DrumMachine::Accent(const Hit& hit, int beat) const
{
    auto [drum, level] = hit;
    if (beat == 0)
        level += gains[3];
    return std::make_pair((drum & 7) + beat, level);
}

void DrumMachine::kernel1D_Play(const Bar* bars, float* out, int count)
{
    for (int i = 0; i < count; ++i)
    {
        std::array<float, 4> levels{};
        std::array<int, 2> tally;
        tally.fill(i & 3);
        const Bar bar = bars[i];
        for (std::size_t beat = 0; beat < bar.size(); ++beat)
        {
            const Step step = Accent(bar[beat], static_cast<int>(beat));
            const auto& [drum, level] = step;
            levels[beat] = level * gains[beat];
            tally[drum & 1] += step.first;
        }
        for (float& level : levels)
            level = level < 0.0f ? 0.0f : level;
        auto& [even, odd] = tally;
        even -= odd & 1;
        const float mixed = Mix(levels, static_cast<float>(swing[i % 3][i & 1])) + static_cast<float>(std::get<0>(tally));
        out[i] = mixed;
        if (mixed > loudest)
            loudest = mixed;
    }
}

void DrumMachine::kernel1D_Shift(std::array<uint8_t, 3>* triplets, int count)
{
    for (int i = 0; i < count; ++i)
    {
        std::array<uint8_t, 3> turned = triplets[i];
        const uint8_t first = turned[0];
        turned[0] = turned[1];
        turned[1] = turned[2];
        turned[2] = first;
        triplets[i] = turned;
        triplets[i][1]++;
    }
}

void DrumMachine::Play(const Bar* bars, float* out, int count) { kernel1D_Play(bars, out, count); }
void DrumMachine::Shift(std::array<uint8_t, 3>* triplets, int count) { kernel1D_Shift(triplets, count); }
