// Origin: written as a user would.
// Constructors: with arguments, delegating, with member initialisers and default ones; structs made in kernels.
// RUN: %check %s --class garden::Bed -- -std=c++17
#include "construction.h"

namespace garden {

void Bed::kernel1D_Distance(const int* seeds, int* distance, int count) {
    for (int i = 0; i < count; ++i) {
        const int seed = seeds[i] % 512;
        const Point origin;
        const Point here(seed, i % 16);
        const Point there{here, m_corner.x};
        const Point back = seed < 0 ? Point(seed) : Point{m_gate};
        const int dx = there.x - m_centre.x + back.x * origin.x;
        const int dy = there.y - m_centre.y + back.y * origin.y;
        distance[i] = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy) * m_calls;
    }
}

void Bed::kernel1D_Heights(const int* seeds, float* heights, int count) {
    for (int i = 0; i < count; ++i) {
        const int seed = seeds[i] % 512;
        Plant sprout;
        Plant planted(float(seed) * 0.125f, seed);
        Plant copy = i % 3 == 0 ? planted : m_pair[i % 2];
        if (seed > 20)
            sprout = Plant(m_scale, 2);
        int total = 0;
        for (int k = 0; k < 3; ++k)
            total += sprout.leaves[k] + planted.leaves[k] * 2 + copy.leaves[k] * 3 + m_first.leaves[k];
        heights[i] = sprout.height + (planted.alive ? m_rain : m_sun) * copy.height + float(total);
        heights[i] += float(planted.where.x - copy.where.y) + (m_first.alive ? 1.0f : -1.0f);
    }
}

void Bed::Grow(const int* seeds, int* distance, float* heights, int count) {
    kernel1D_Distance(seeds, distance, count);
    kernel1D_Heights(seeds, heights, count);
}

} // namespace garden
