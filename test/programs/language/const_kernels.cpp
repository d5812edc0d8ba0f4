// Origin: written as a user would, before its first translation.
// Const everywhere: const control functions and kernels, const members, mutable ones that count and remember.
// RUN: %check %s --class ConstKernels -- -std=c++17
#include "const_kernels.h"

void ConstKernels::kernel1D_Weigh(const float* const values, float* const weighed, const int count) const
{
    for (int i = 0; i < count; ++i)
    {
        weighed[i] = values[i] * WeightOf(i) + static_cast<float>(m_first[i & 1]);
        if (values[i] > m_limit)
            ++m_hits;
    }
}

void ConstKernels::kernel1D_Misses(const float* values, int count) const
{
    m_cache.misses = 0;
    for (int i = 0; i < count; ++i)
        m_cache.misses += values[i] > m_limit ? 0 : 1;
    m_cache.last = m_limit * 2.0f;
}

void ConstKernels::Weigh(const float* values, float* weighed, int count) const
{
    kernel1D_Weigh(values, weighed, count);
}

int ConstKernels::Misses(const float* values, int count) const
{
    kernel1D_Misses(values, count);
    return m_cache.misses - m_hits;
}
