// Origin: written as a user would, before its first translation.
// ++, --, and each compound assignment on 8 and 16 bits and bools: elements, fields, locals, by reference, as values.
// RUN: %check %s --class NarrowUpdates -- -std=c++17
#include "narrow_updates.h"

template <typename T> static T takeAndAdd(T& place, int x)
{
    const T before = place;
    place += x;
    return before;
}

void NarrowUpdates::kernel1D_Adjust(Pixel565* pixels, uint8_t* mask, int16_t* level, bool* on, uint32_t n)
{
    m_all = true;
    for (uint32_t i = 0; i < n; ++i)
    {
        Pixel565& p = pixels[i];
        p.r <<= 1;
        p.g -= p.r;
        p.b = p.g-- + ++p.r;
        p.bias *= 3;
        p.bias >>= 1;
        p.key = (p.r >> 3 << 11) | (p.g >> 2 << 5) | (p.b >> 3);
        mask[i] = ~mask[i];
        mask[i] %= 7 + m_shift;
        mask[i] |= 1u << (i % 8);
        level[i] /= -3;
        level[i] += m_table[i % 3];
        level[i] ^= takeAndAdd(p.key, 40000);
        level[i] -= takeAndAdd(mask[i], 200) ? takeAndAdd(p.bias, -100) : 1;
        on[i] ^= p.bias < 0;
        on[i] |= (p.key & 1) != 0;
        on[i] &= mask[i] != 3;
        m_all &= on[i];
        uint8_t local = mask[i];
        local *= 0.75f;
        local += local++ > 5 ? 250 : 0;
        level[i] += local;
    }
}

void NarrowUpdates::Adjust(Pixel565* pixels, uint8_t* mask, int16_t* level, bool* on, uint32_t n)
{
    kernel1D_Adjust(pixels, mask, level, on, n);
}
