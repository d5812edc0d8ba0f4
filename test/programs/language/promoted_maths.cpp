// Origin: written as a user would, before its first translation.
// <cmath> with integers, mixed types and chars as arguments: computed in double, as the overloads of C++ say.
// RUN: %check %s --class PromotedMaths -- -std=c++17
#include "promoted_maths.h"
#include <cmath>
#include <cstdlib>

void PromotedMaths::kernel1D_Evaluate(const int* whole, const float* part, const short* small, double* out, int n)
{
    for (int i = 0; i < n; ++i)
    {
        const int a = whole[i];
        const float f = part[i];
        double sum = std::sqrt(std::abs(a)) + std::floor(a / 3) + std::pow(f, 2) + std::pow(1.5f, a % 5);
        sum += std::fmax(a, f) - std::fmin(small[i], 3.5f) + std::hypot(3, small[i]);
        sum += std::abs(small[i] - 7) + std::abs(f) + fabs(f) + std::fabs(a);
        sum += std::copysign(2, a) + std::fmod(a, 7) + std::trunc(f * 3) + std::round(a * 0.5);
        sum += std::ldexp(a, 2) + double(std::lround(f)) + std::exp2(small[i] % 4) + std::cbrt(8);
        out[i] = sum + (std::isnan(f) ? 1 : 2) + (std::signbit(a) ? 0.5 : 0.25);
    }
}

void PromotedMaths::Evaluate(const int* whole, const float* part, const short* small, double* out, int n)
{
    kernel1D_Evaluate(whole, part, small, out, n);
}
