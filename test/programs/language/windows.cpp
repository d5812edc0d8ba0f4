// Origin: written as a user would, before its first translation.
// Helpers written for iterators, called with pointers into buffers, vectors, members and local arrays.
// RUN: %check %s --class Windows -- -std=c++17 -Wno-unknown-attributes
#include "windows.h"
#include <algorithm>
#include <numeric>

void Windows::kernel1D_Median(const float* in, float* out, int n)
{
    for (int i = 0; i < n; ++i)
    {
        const int first = std::max(i - 2, 0), last = std::min(i + 3, n);
        float window[5];
        std::copy(in + first, in + last, window);
        std::sort(window, window + (last - first));
        out[i] = window[(last - first) / 2];
    }
}

void Windows::kernel1D_Weigh(const float* in, float* out, int n)
{
    for (int i = 0; i < n; ++i)
    {
        const float* from = in + std::max(0, i - 3);
        float local[3] = {in[i], 1.0f, -1.0f};
        Each(std::begin(local), std::end(local), [&](float& x) { x *= m_weights[1]; });
        out[i] = Sum(from, in + i + 1, 0.0f) + Sum(m_weights.data(), m_weights.data() + 2, 0.5f);
        out[i] += static_cast<float>(Sum(m_bias.begin(), m_bias.end(), 0.0)) - Sum(local, local + 3, 0.0f);
    }
}

void Windows::Median(const float* in, float* out, int n)
{
    kernel1D_Median(in, out, n);
}

void Windows::Weigh(const float* in, float* out, int n)
{
    kernel1D_Weigh(in, out, n);
}
