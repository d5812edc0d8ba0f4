// Origin: written as a user would, before its first translation.
// Tables that the compiler computes: by constexpr functions and constructors, in std::array, structs and two dimensions.
// RUN: %check %s --class crc::Checker -- -std=c++17
#include "computed_tables.h"

namespace crc
{
void Checker::kernel1D_Check(const uint32_t* words, uint32_t* sums, int n)
{
    for (int i = 0; i < n; ++i)
    {
        uint32_t sum = 0xffffffffu;
        for (const uint8_t byte : kOrder[i & 1])
            sum = kTable[(sum ^ (words[i] >> (8 * byte))) & 0xffu] ^ (sum >> 8);
        sums[i] = ~sum;
    }
}

void Checker::kernel1D_Choose(const uint8_t* from, unsigned* ways, int n)
{
    constexpr auto odd = [] {
        std::array<unsigned, 4> result{};
        for (unsigned k = 0; k < result.size(); ++k)
            result[k] = 2 * k + 1;
        return result;
    }();
    for (int i = 0; i < n; ++i)
        ways[i] = kBinomials.v[from[i] % 10][i % 6] * odd[i % odd.size()];
}

void Checker::Check(const uint32_t* words, uint32_t* sums, int n)
{
    kernel1D_Check(words, sums, n);
}

void Checker::Choose(const uint8_t* from, unsigned* ways, int n)
{
    kernel1D_Choose(from, ways, n);
}
} // namespace crc
