// Origin: written as a user would.
// Double precision: arithmetic, and the functions that shading languages have for float only.
// RUN: %check %s --class Ephemeris -- -std=c++17
#include "maths_double.h"
#include <cmath>

double Ephemeris::Kepler(double anomaly) const
{
    double e = anomaly;
    for (int round = 0; round < 6; ++round)
        e -= (e - m_eccentricity * std::sin(e) - anomaly) / (1.0 - m_eccentricity * std::cos(e));
    return e;
}

void Ephemeris::kernel1D_Positions(const double *anomalies, double *xs, double *ys, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
    {
        const double e = Kepler(anomalies[i] * (Pi / 8.0));
        const double x = std::cos(e) - m_eccentricity;
        const double y = std::sqrt(1.0 - m_eccentricity * m_eccentricity) * std::sin(e);
        xs[i] = std::hypot(x, y) + 1e-9;
        ys[i] = std::atan2(y, std::fabs(x) + 0.25) * 180.0 / Pi;
    }
}

void Ephemeris::kernel1D_Curves(const double *values, double *curves, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
    {
        const double v = values[i], positive = std::abs(v) + 0.5;
        double c = std::exp(v * 0.5) + std::exp2(v) + std::log(positive) + std::log2(positive) + std::log10(positive);
        c += std::pow(positive, 1.25) + std::tanh(v) + std::tan(v * 0.25) + std::atan(v);
        c += std::asin(v * 0.125) * std::acos(v * 0.125) + std::sinh(v * 0.5) - std::cosh(v * 0.5);
        c += std::cbrt(v) + std::expm1(v * 0.01) + std::log1p(positive * 0.01) + std::fma(v, v, -0.1);
        c -= std::fmin(v, 0.3) * std::fmax(v, 0.7) + std::copysign(1.0 / 3.0, v);
        // Single precision would lose the last term.
        curves[i] = c + 1e-12 * double(i % 1000u) + float(v) * 0.0625;
    }
}

void Ephemeris::kernel1D_Whole(const double *values, int *whole, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
    {
        const double q = std::floor(values[i] * 4.0) / 4.0, big = 4294967296.0 * 1024.0 + q;
        int code = int(std::ceil(q)) + 10 * int(std::trunc(q)) + 100 * int(std::round(q)) + 1000 * int(std::lround(q));
        code += 10000 * int(std::fmod(q, 0.75) * 4.0) + 100000 * int(std::rint(q));
        code += int((big - 4294967296.0 * 1024.0) * 4.0) * 7;
        code += q < 0.0 ? 3 : q == 0.5 ? 5 : q != q ? 11 : 0;
        whole[i] = code + int(static_cast<long long>(big) % 1000);
    }
}

void Ephemeris::Positions(const double *anomalies, double *xs, double *ys, unsigned count)
{
    kernel1D_Positions(anomalies, xs, ys, count);
}

void Ephemeris::Curves(const double *values, double *curves, int *whole, unsigned count)
{
    kernel1D_Curves(values, curves, count);
    kernel1D_Whole(values, whole, count);
}
