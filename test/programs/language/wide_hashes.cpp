// Origin: written as a user would, before its first translation.
// 64-bit generators: a function object with state, constants beyond 32 bits, modular powers, bits into doubles.
// RUN: %check %s --class WideHashes -- -std=c++17
#include "wide_hashes.h"

static uint32_t power(uint64_t base, unsigned exponent, uint32_t modulus)
{
    uint64_t result = 1;
    for (base %= modulus; exponent != 0; exponent >>= 1, base = base * base % modulus)
        if (exponent & 1)
            result = result * base % modulus;
    return static_cast<uint32_t>(result);
}

void WideHashes::kernel1D_Draw(uint64_t* raw, double* unit, uint32_t* powers, long n)
{
    for (long i = 0; i < n; ++i)
    {
        Splitmix next(m_seed ^ static_cast<uint64_t>(i));
        const auto first = next();
        auto second = next;
        raw[i] = first + second() + (next() == second.state);
        unit[i] = static_cast<double>(first >> 11) * 0x1.0p-53 - 0.5;
        powers[i] = power(first, static_cast<unsigned>(i) % 1000u, 1000000007u);
        if (int64_t(raw[i]) < 0)
            powers[i] = -powers[i];
    }
}

void WideHashes::Draw(uint64_t* raw, double* unit, uint32_t* powers, long n)
{
    kernel1D_Draw(raw, unit, powers, n);
}
