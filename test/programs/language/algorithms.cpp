// Origin: written as a user would.
// <algorithm>, <numeric> and <utility> on local arrays and std::array.
// RUN: %check %s --class WindowFilter -- -std=c++17
#include "algorithms.h"
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

void WindowFilter::kernel1D_Filter(const int *signal, int *filtered, int count)
{
    for (int i = 0; i < count; i++)
    {
        int window[5];
        std::fill(window, window + 5, signal[i]);
        std::fill_n(window + 1, 2, std::abs(signal[i]) / 2);
        window[4] = std::clamp(signal[i], -10, ceiling);
        std::array<int, 5> copy{};
        std::copy(window, window + 5, copy.begin());
        // One pass of a sorting network by hand.
        for (int k = 0; k + 1 < 5; k++)
            if (window[k] > window[k + 1])
                std::swap(window[k], window[k + 1]);
        const int low = std::min({window[0], copy[1], ceiling});
        const int high = std::max({window[3], copy[4], low, 3});
        const auto ends = std::minmax({copy[0], copy[2], copy[4]});
        int previous = std::exchange(copy[2], high);
        std::swap(copy[0], copy[4]);
        std::rotate(copy.begin(), copy.begin() + (i % 6), copy.end());
        std::rotate(window + 1, window + 3, window + 5);
        filtered[i] = std::accumulate(copy.begin(), copy.end(), low) - copy[1] * 3 + std::inner_product(window, window + 5, weights.begin(), 0);
        filtered[i] += 1000 * (ends.second - ends.first) + previous * 7;
        filtered[i] = std::max(filtered[i], -200000) ^ std::min(low, high);
    }
}

void WindowFilter::kernel1D_Features(const int *signal, int *features, float *levels, int count)
{
    for (int i = 0; i < count; i++)
    {
        std::array<int, 6> ramp{};
        std::iota(ramp.begin(), ramp.end(), signal[i] % 4);
        ramp[std::size_t(i % 6)] = 2;
        const auto peak = std::max_element(ramp.begin(), ramp.end());
        const int *dip = std::min_element(ramp.data() + 1, ramp.data() + 6);
        const int twos = int(std::count(ramp.begin(), ramp.end(), 2));
        const int odd = int(std::count_if(ramp.begin(), ramp.end(), [](int v) { return v & 1; }));
        features[i] = int(peak - ramp.begin()) + 10 * int(dip - ramp.data()) + 100 * twos + 1000 * odd + 10000 * *peak;
        int product = std::accumulate(ramp.begin(), ramp.end(), 1, [](int a, int b) { return (a * b + 1) % 101; });
        features[i] += product * 100000;
        const bool all = std::all_of(ramp.begin(), ramp.end(), [](int v) { return v >= 0; });
        std::array<int, 6> mirrored = ramp;
        std::reverse(mirrored.begin(), mirrored.end());
        const bool same = std::equal(ramp.begin(), ramp.begin() + 2, mirrored.begin());
        std::transform(ramp.begin(), ramp.end(), mirrored.begin(), [this](int v) { return std::min(v * 20, ceiling); });
        features[i] += mirrored[5] - (all ? 1 : 0) - (same ? 2 : 0);

        float x = float(signal[i]) * 0.25f, y = 2.5f;
        if (std::abs(x) > y)
            std::swap(x, y);
        levels[i] = std::clamp(x, -4.0f, 6.0f) + std::max(y, std::min(0.5f, x)) * 2.0f;
    }
}

void WindowFilter::Run(const int *signal, int *filtered, int *features, float *levels, int count)
{
    kernel1D_Filter(signal, filtered, count);
    kernel1D_Features(signal, features, levels, count);
}
