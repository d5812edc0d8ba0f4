// Origin: written with the part of the compiler that it tests.
// Rounding to whole numbers, compared bit by bit: ties, numbers beyond 2^24, 2^31 and 2^52, -0.0, infinities, NaN.
// RUN: %check %s --class Rounding --size n=5000 --variants=default,vulkan10 -- -std=c++20
//
// The software device on a CPU without AVX-512, where it rounds vectors of 512 bits by way of integers: doubles in subgroups of 8, floats
// in subgroups of 16.
// RUN: env GALLIUM_OVERRIDE_CPU_CAPS=avx %check %s --class Rounding --size n=5000 --variants=default -- -std=c++20
// RUN: env GALLIUM_OVERRIDE_CPU_CAPS=avx LP_NATIVE_VECTOR_WIDTH=512 \
// RUN:   %check %s --class Rounding --size n=5000 --variants=default,vulkan10 -- -std=c++20
//
// A program for a target that is known to be exact rounds as the device does, and refuses one that may not be exact.
// RUN: echo '{"api_version": "1.3", "float64": true, "int64": true, "exact_rounding": true}' > %t.json
// RUN: rm -rf %t && vkmorph %s --class Rounding --target=%t.json -o %t -- -std=c++20
// RUN: FileCheck %s --check-prefix=NEEDS < %t/rounding_generated.cpp
// RUN: FileCheck %s --check-prefix=TEXT < %t/shaders/kernel1D_Doubles.comp
// RUN: not %check %s --class Rounding --size n=5000 --option=--target=%t.json --variants=default -- -std=c++20 2>&1 | FileCheck %s --check-prefix=REFUSED
// NEEDS: exactRounding = true;
// TEXT: trunc(x)
// TEXT: roundEven(x)
// REFUSED: rounding (trunc of doubles, roundEven) may be inexact on a software device: translate for a target without exact_rounding
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

class Rounding
{
public:
    virtual ~Rounding() = default;

    virtual void Doubles(uint64_t *bits, int64_t *integers, uint32_t n) { kernel1D_Doubles(bits, integers, n); }
    virtual void Floats(uint32_t *bits, int *integers, uint32_t n) { kernel1D_Floats(bits, integers, n); }
    virtual void Uses(uint64_t *bits, float *rounded, uint32_t n) { kernel1D_Uses(bits, rounded, n); }
    virtual double Sum(const double *values, uint32_t n)
    {
        kernel1D_Sum(values, n);
        return m_sum;
    }

protected:
    // Halves and quarters times powers of two, then their neighbours.
    static double Wide(uint32_t i)
    {
        switch (i)
        {
        case 0: return 0.0;
        case 1: return -0.0;
        case 2: return std::numeric_limits<double>::infinity();
        case 3: return -std::numeric_limits<double>::infinity();
        case 4: return std::numeric_limits<double>::quiet_NaN();
        case 5: return 0.49999999999999994;
        case 6: return -0.49999999999999994;
        case 7: return 4503599627370495.5;
        case 8: return 13296832377.01;
        case 9: return -16777217.5;
        default: break;
        }
        const double x = std::ldexp((i % 61u) * 0.25 - 7.5, int(i / 61u) % 66 - 3) + (i % 3u) * 0.5;
        return i % 5u == 0u ? std::nextafter(x, 0.0) : x;
    }
    static float Narrow(uint32_t i)
    {
        switch (i)
        {
        case 0: return 0.0f;
        case 1: return -0.0f;
        case 2: return std::numeric_limits<float>::infinity();
        case 3: return -std::numeric_limits<float>::infinity();
        case 4: return std::numeric_limits<float>::quiet_NaN();
        case 5: return 0.49999997f;
        case 6: return -0.49999997f;
        case 7: return 8388607.5f;
        default: break;
        }
        const float x = std::ldexp((i % 61u) * 0.25f - 7.5f, int(i / 61u) % 40 - 3) + (i % 3u) * 0.5f;
        return i % 5u == 0u ? std::nextafter(x, 0.0f) : x;
    }
    // All NaN are alike.
    static uint64_t Bits(double x) { return std::isnan(x) ? 1u : std::bit_cast<uint64_t>(x); }
    static uint32_t Bits(float x) { return std::isnan(x) ? 1u : std::bit_cast<uint32_t>(x); }

    void kernel1D_Doubles(uint64_t *bits, int64_t *integers, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            const double x = Wide(i);
            double whole = 0;
            bits[10u * i] = Bits(std::floor(x));
            bits[10u * i + 1u] = Bits(std::ceil(x));
            bits[10u * i + 2u] = Bits(std::trunc(x));
            bits[10u * i + 3u] = Bits(std::round(x));
            bits[10u * i + 4u] = Bits(std::rint(x));
            bits[10u * i + 5u] = Bits(std::nearbyint(x));
            bits[10u * i + 6u] = Bits(std::modf(x, &whole));
            bits[10u * i + 7u] = Bits(whole);
            bits[10u * i + 8u] = Bits(std::fmod(x, 0.75));
            bits[10u * i + 9u] = Bits(std::remainder(x, 0.75));
            const double small = std::fabs(x) < 4e18 ? x : 2.5;
            integers[6u * i] = std::lround(small);
            integers[6u * i + 1u] = std::llround(small);
            integers[6u * i + 2u] = std::lrint(small);
            integers[6u * i + 3u] = std::llrint(small);
            integers[6u * i + 4u] = int64_t(std::trunc(small));
            integers[6u * i + 5u] = int64_t(small) + int64_t(std::floor(small));
        }
    }
    void kernel1D_Floats(uint32_t *bits, int *integers, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            const float x = Narrow(i);
            float whole = 0;
            bits[10u * i] = Bits(std::floor(x));
            bits[10u * i + 1u] = Bits(std::ceil(x));
            bits[10u * i + 2u] = Bits(std::trunc(x));
            bits[10u * i + 3u] = Bits(std::round(x));
            bits[10u * i + 4u] = Bits(std::rint(x));
            bits[10u * i + 5u] = Bits(std::nearbyint(x));
            bits[10u * i + 6u] = Bits(std::modf(x, &whole));
            bits[10u * i + 7u] = Bits(whole);
            bits[10u * i + 8u] = Bits(std::fmod(x, 0.75f));
            bits[10u * i + 9u] = Bits(std::remainder(x, 0.75f));
            const float small = std::fabs(x) < 2e9f ? x : 2.5f;
            integers[4u * i] = int(std::lround(small));
            integers[4u * i + 1u] = int(std::lrint(small));
            integers[4u * i + 2u] = int(std::rint(small)) - int(std::nearbyint(small));
            integers[4u * i + 3u] = std::signbit(std::ceil(x)) ? 1 : 0;
        }
    }
    // Where rounding hides: whole exponents of negative bases, gamma's poles, grids of a step, what is whole, odd and even.
    void kernel1D_Uses(uint64_t *bits, float *rounded, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            const double x = Wide(i), size = std::fabs(x);
            bits[4u * i] = Bits(std::pow(-1.0, x));
            bits[4u * i + 1u] = std::trunc(x) == x ? 1u : 0u;
            bits[4u * i + 2u] = size < 1e15 ? Bits(std::rint(x * 8.0) * 0.125) : 0u;
            bits[4u * i + 3u] = std::rint(size) * 0.5 == std::trunc(std::rint(size) * 0.5) ? 1u : 0u;
            rounded[i] = size < 1e6 ? std::round(float(x) * 100.0f) / 100.0f + std::rint(float(x)) : 0.0f;
        }
    }
    void kernel1D_Sum(const double *values, uint32_t n)
    {
        m_sum = 0;
        for (uint32_t i = 0; i < n; ++i)
            m_sum += std::rint(values[i] * 4.0) + std::trunc(values[i] * 1e9) * 0.5;
    }

    double m_sum = 0;
};
