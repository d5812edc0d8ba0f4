// Origin: written as a user would, before its first translation.
// Flags: an enum class of one byte with operators of its own, in buffers, members, defaults and reductions.
// RUN: %check %s --class Flags --arg flags=0..7 -- -std=c++17
#include "flags.h"

void Flags::kernel1D_Update(Flag* flags, const float* heat, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        Flag& flag = flags[i];
        if (heat[i] > 1.0f)
            flag |= Flag::Hot | Flag::Moving;
        else
            flag &= ~Flag::Hot;
        if (any(flag & m_ignored) && heat[i] < 0.0f)
            flag = Flag(uint8_t(flag) ^ uint8_t(Flag::Moving));
    }
}

void Flags::kernel1D_Summary(const Flag* flags, uint32_t n)
{
    uint8_t seen = 0;
    for (unsigned& count : m_counts)
        count = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        seen |= static_cast<uint8_t>(flags[i]);
        for (int k = 0; k < 3; ++k)
            if (any(flags[i] & static_cast<Flag>(1 << k)))
                m_counts[k] += 1;
    }
    m_seen = static_cast<Flag>(seen);
}

void Flags::Update(Flag* flags, const float* heat, uint32_t n)
{
    kernel1D_Update(flags, heat, n);
}

void Flags::Summary(const Flag* flags, uint32_t n)
{
    kernel1D_Summary(flags, n);
}
