// Origin: written as a user would.
// Integers: division of negatives, shifts, promotion, mixed signs, wrap-around, narrowing, to float and back, INT_MIN.
// RUN: %check %s --class BusUnit -- -std=c++17 -Wno-sign-compare
#include "integers.h"
#include <climits>

void BusUnit::kernel1D_Divide(const int *a, const int *b, int *quotients, int n)
{
    for (int i = 0; i < n; i++)
    {
        const int divisor = b[i] == 0 ? -7 : b[i];
        int q = a[i] / divisor, r = a[i] % divisor;
        q += (a[i] * 1000003) / 17 + (a[i] * -1000003) % 17;
        q ^= lowest / (divisor == -1 ? 3 : divisor);
        q -= lowest % (divisor == -1 ? 3 : divisor) & 0xffff;
        const long long wide = (long long)(a[i]) * 10000000000LL;
        r += int(wide / 7000000000LL) + int(wide % 7000000001LL >> 8);
        r += a[i] / 2 * 2 == a[i] ? 1000 : a[i] >> 1 == a[i] / 2 ? 2000 : 3000;
        quotients[i] = (q & 0xfffffff) - r;
    }
}

void BusUnit::kernel1D_Shift(const int *a, const int *b, unsigned *bits, int n)
{
    for (int i = 0; i < n; i++)
    {
        const unsigned u = unsigned(a[i]), s = unsigned(b[i]) & 31u;
        uint8_t byte = uint8_t(u);
        unsigned out = u >> 3 ^ unsigned(a[i] >> 3) ^ u << s;
        out += unsigned(lowest >> s) + (highest >> s);
        out += unsigned(byte << 4) + unsigned(byte >> 4) + unsigned(~byte) + unsigned(uint8_t(~byte) >> 1);
        byte <<= 3;
        byte += 200;
        out ^= byte * 65599u;
        // An int compared with an unsigned becomes unsigned: -1 is the largest.
        out += a[i] < highest / 2 ? 1u : 0u;
        out += a[i] > b[i] * 1u ? 2u : 0u;
        out += a[i] - 5u > 100u ? 4u : 0u;
        out += sizeof(int) > a[i] ? 8u : 0u;
        out += byte > a[i] ? 16u : 0u;
        out += -u / 3u + (highest * u) % 1000u;
        bits[i] = out;
    }
}

void BusUnit::kernel1D_Narrow(const int *a, const float *f, int *packed, unsigned *sums, float *back, int n)
{
    for (int i = 0; i < n; i++)
    {
        const int8_t small = static_cast<int8_t>(a[i] * 5);
        const int16_t medium = static_cast<int16_t>(a[i] * 4099);
        const uint16_t unsignedMedium = static_cast<uint16_t>(a[i] * 4099);
        const signed char turned = (signed char)(uint8_t)(200 + (a[i] & 7));
        uint8_t count = 250;
        for (int k = 0; k < (a[i] & 15); k++)
            count++;
        uint16_t down = 3;
        down -= uint16_t(a[i] & 7);
        packed[i] = small * 3 + medium - unsignedMedium + turned * 1000 + count + down * 5 + (small < unsignedMedium);
        packed[i] += small + small > 127 ? 1 << 20 : 0;
        packed[i] ^= true + (a[i] > 3) + !small + ('b' - 'a');
        sums[i] = unsigned(small) + unsigned(medium) * 3u + highest;
        sums[i] += unsigned(f[i] < 0.0f ? 0.0f : f[i] * 1000.0f) + unsigned(int(f[i] * -100.0f));
        const long long far = (long long)(f[i] * 16.0f) * 8589934592LL;
        sums[i] ^= unsigned(far >> 30) + unsigned(uint64_t(far) >> 40);
        back[i] = float(a[i] * 16777 + 1) + float(small) / 8 + 7 / 2 + float(unsignedMedium / 4);
        back[i] += float(int(f[i] * 8.0f)) * 0.125f + (a[i] < 0 ? float(lowest) : float(INT_MAX));
    }
}

void BusUnit::Divide(const int *a, const int *b, int *quotients, unsigned *bits, int n)
{
    kernel1D_Divide(a, b, quotients, n);
    kernel1D_Shift(a, b, bits, n);
}

void BusUnit::Narrow(const int *a, const float *f, int *packed, unsigned *sums, float *back, int n)
{
    kernel1D_Narrow(a, f, packed, sums, back, n);
}
