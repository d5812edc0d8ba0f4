// Origin: written as a user would, before its first translation.
// sizeof, alignof, offsetof and counts of arrays: in loops, indices, constants of templates and arithmetic of std::size_t.
// RUN: %check %s --class SizesOf -- -std=c++17
#include "sizes_of.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

template <typename T, std::size_t N> constexpr std::size_t countOf(const T (&)[N])
{
    return N;
}

void SizesOf::kernel1D_Describe(const Header* in, uint32_t* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; i++)
    {
        int16_t sorted[COUNT(Header::values)] = {};
        for (std::size_t k = 0; k < COUNT(in[i].values); k++)
            sorted[COUNT(sorted) - 1 - k] = in[i].values[k];
        uint32_t sum = sizeof(Header) * 100 + offsetof(Header, values) + alignof(Header);
        for (unsigned k = 0; k < countOf(sorted); k += sizeof(uint16_t))
            sum = sum * 31 + static_cast<uint32_t>(sorted[k] + 1000);
        sum += sizeof(m_last) / sizeof *m_last;
        sum += sizeof in[i].valid + sizeof(sum + 1ull) + sizeof('a') + sizeof(short() + short());
        out[i] = sum + in[i].valid * uint32_t(m_last[i % COUNT(m_last)].kind);
    }
}

void SizesOf::Describe(const Header* in, uint32_t* out, std::size_t n)
{
    kernel1D_Describe(in, out, n);
}
