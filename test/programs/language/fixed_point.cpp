// Origin: written as a user would, before its first translation.
// A number type of the user's: a class template with private data, friend operators, conversions, literals, 64-bit products.
// RUN: %check %s --class FixedPoint -- -std=c++17
#include "fixed_point.h"

void FixedPoint::kernel1D_Filter(const Q16* in, Q16* out, int n)
{
    static constexpr Q16 taps[] = {0.25_q, 0.5_q, -1_q};
    for (int i = 0; i < n; i++)
    {
        Q16 x = in[i] * Q16::FromRaw(3000);
        Q16 sum;
        for (const Q16& tap : taps)
            sum = sum + tap * (x = x + 1);
        if (sum < -2)
            sum *= 0.5_q;
        else if (sum == 0)
            sum = m_gain;
        const float rough = static_cast<float>(m_coarse * Fixed<8>(i % 5));
        out[i] = sum * m_gain + Q16(rough);
    }
}

void FixedPoint::Filter(const Q16* in, Q16* out, int n)
{
    kernel1D_Filter(in, out, n);
}
