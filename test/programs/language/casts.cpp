// Origin: written as a user would, before its first translation.
// Casts of all kinds: C, functional, static_cast; between widths, signs, enums, bools, chars and by conversion operators.
// RUN: %check %s --class Casts -- -std=c++17
#include "casts.h"

void Casts::kernel1D_Convert(const double* d, const int64_t* wide, const uint8_t* bytes, int32_t* out, int n)
{
    for (int i = 0; i < n; i++)
    {
        const int8_t narrow = (int8_t)(wide[i] * 37);
        const auto low = static_cast<uint16_t>(wide[i]);
        const Level level = static_cast<Level>(narrow % 2);
        const float f = (float)d[i];
        const char c = char(bytes[i] + 56);
        const signed char sc = static_cast<signed char>(bytes[i]);
        const unsigned char uc = (unsigned char)(narrow);
        int32_t sum = int(d[i] * 1000.0) + (int)f + narrow + low;
        sum += level * 3 - (level == kHigh) + !level;
        sum ^= int(uint8_t(c)) << 3;
        sum += bool(narrow) + (sc < 0 ? 100 : 1) + static_cast<int>(uc);
        sum -= static_cast<int>(static_cast<unsigned>(narrow) >> 28);
        sum += static_cast<int32_t>(static_cast<uint64_t>(wide[i]) >> 60);
        sum += (short)(100000 + i) + (unsigned short)(-i);
        (void)low;
        out[i] = sum + (int)(bool)bytes[i];
    }
}

void Casts::kernel1D_Temper(const Celsius* c, float* f, int n)
{
    for (int i = 0; i < n; i++)
    {
        float x = static_cast<float>(c[i]);
        const int twice = c[i];
        if (c[i])
            x = float(twice) - x;
        if (!c[i] && twice > -3)
            x += float(int(c[i]) * 10);
        f[i] = x;
    }
}

void Casts::Convert(const double* d, const int64_t* wide, const uint8_t* bytes, int32_t* out, int n)
{
    kernel1D_Convert(d, wide, bytes, out, n);
}

void Casts::Temper(const Celsius* c, float* f, int n)
{
    kernel1D_Temper(c, f, n);
}
