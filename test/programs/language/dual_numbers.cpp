// Origin: written as a user would, before its first translation.
// Generic code with a number type of its own: member templates, dependent types, operators that are templates, defaults.
// RUN: %check %s --class DualNumbers -- -std=c++17
#include "dual_numbers.h"

void DualNumbers::kernel1D_Roots(const float* start, float* roots, int n, int steps)
{
    for (int i = 0; i < n; ++i)
    {
        float x = start[i];
        for (int step = 0; step < steps; ++step)
        {
            const Dual<float> y = Polynomial(Dual<float>(x, 1.0f));
            x = x - 0.0625f * y.value;
            if (x > 4.0f || x < -4.0f)
                break;
        }
        roots[i] = Polynomial(x) + x;
    }
}

void DualNumbers::kernel1D_Derive(const Dual<double>* x, Dual<double>* y, int n)
{
    for (int i = 0; i < n; ++i)
    {
        auto sum = Polynomial(x[i]);
        sum += 1.5;
        sum += Dual(0.5, -1.0) * x[i];
        y[i] = sum;
    }
}

void DualNumbers::Roots(const float* start, float* roots, int n, int steps)
{
    kernel1D_Roots(start, roots, n, steps);
}

void DualNumbers::Derive(const Dual<double>* x, Dual<double>* y, int n)
{
    kernel1D_Derive(x, y, n);
}
