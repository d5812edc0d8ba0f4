// Origin: written as a user would, before its first translation.
// Overloads of control functions, kernels and helpers, chosen by type, number and promotion of the arguments.
// RUN: %check %s --class Overloads -- -std=c++17 -Wno-overloaded-virtual
#include "overloads.h"

void Overloads::kernel1D_Scale(float* a, int n, float factor)
{
    for (int i = 0; i < n; ++i)
        a[i] = Apply(a[i], factor) + static_cast<float>(Apply(i, 2));
}

void Overloads::kernel1D_Scale(double* a, int n, double factor)
{
    for (int i = 0; i < n; ++i)
        a[i] = Apply(a[i], factor) - Apply(static_cast<unsigned char>(i), 2u);
}

void Overloads::kernel1D_Scale(int16_t* a, int n, int factor)
{
    for (int i = 0; i < n; ++i)
        a[i] = static_cast<int16_t>(Apply(a[i], factor) % 1000);
}

void Overloads::Scale(float* a, int n)
{
    Scale(a, n, 0.5f);
}

void Overloads::Scale(double* a, int n)
{
    kernel1D_Scale(a, n, 1.5);
}

void Overloads::Scale(int16_t* a, int n, int factor)
{
    kernel1D_Scale(a, n, factor);
    kernel1D_Scale(a, n, -1);
}

void Overloads::Scale(float* a, int n, float factor)
{
    kernel1D_Scale(a, n, factor);
}
