// Origin: written as a user would, before its first translation.
// Borders: neighbours by clamp, modulo and reflection, so that each index stays inside of the array.
// RUN: %check %s --class ClampedEdges -- -std=c++17
#include "clamped_edges.h"
#include <algorithm>

void ClampedEdges::kernel2D_Repeat(const uint8_t* in, uint8_t* out, int width, int height)
{
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
        {
            int sum = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                {
                    const int cx = std::clamp(x + dx, 0, width - 1);
                    const int cy = std::min(std::max(y + dy, 0), height - 1);
                    sum += in[cy * width + cx];
                }
            out[y * width + x] = static_cast<uint8_t>((sum + in[y * width + x]) / 10);
        }
}

void ClampedEdges::kernel1D_Wrap(const float* in, float* out, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
        out[i] = in[(i + 1) % n] - in[(i + n - 1) % n] + in[i];
}

void ClampedEdges::kernel1D_Mirror(const float* in, float* out, int n)
{
    for (int i = 0; i < n; ++i)
    {
        int before = i - 1, after = i + 1;
        if (before < 0)
            before = -before < n ? -before : 0;
        if (after >= n)
            after = n > 1 ? 2 * n - 2 - after : 0;
        out[n - 1 - i] = in[before] * 0.5f + in[after] * 0.25f + in[i];
    }
}

void ClampedEdges::Repeat(const uint8_t* in, uint8_t* out, int width, int height)
{
    kernel2D_Repeat(in, out, width, height);
}

void ClampedEdges::Wrap(const float* in, float* out, uint32_t n)
{
    kernel1D_Wrap(in, out, n);
}

void ClampedEdges::Mirror(const float* in, float* out, int n)
{
    kernel1D_Mirror(in, out, n);
}
