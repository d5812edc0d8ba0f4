// Origin: written as a user would, before its first translation.
// Grids around zero and inside of ranges: negative starts, margins in members, halves, pairs, bounds with min and ?:.
// RUN: %check %s --class LoopsShifted --size radius=0,1,31,130 --size n=0,1,2,4,6,64,301 -- -std=c++17 -Wno-unknown-attributes
#include "loops_shifted.h"
#include <algorithm>

void LoopsShifted::kernel1D_Centre(const float* in, float* out, int radius)
{
    const float* middle = in + radius;
    for (int k = -radius; k <= radius; ++k)
        out[k + radius] = middle[-k] * float(k);
}

void LoopsShifted::kernel1D_Middle(int* a, long long n)
{
    for (long long i = m_margin; i < n - m_margin; ++i)
        a[i] = a[i] * 2 + 1;
    for (long long i = 0; i < std::min<long long>(n, 10); i += m_step)
        a[i] -= 100;
    for (long long i = n > 4 ? n / 2 : n; i < n; i++)
        a[i] ^= 5;
}

void LoopsShifted::kernel1D_Pairs(const int16_t* in, int* sums, unsigned n)
{
    for (unsigned i = 0; i + 1 < n; i += 2)
        sums[i / 2] = in[i] - in[i + 1];
}

void LoopsShifted::Centre(const float* in, float* out, int radius)
{
    kernel1D_Centre(in, out, radius);
}

void LoopsShifted::Middle(int* a, long long n)
{
    kernel1D_Middle(a, n);
}

void LoopsShifted::Pairs(const int16_t* in, int* sums, unsigned n)
{
    kernel1D_Pairs(in, sums, n);
}
