// Origin: written as a user would, before its first translation.
// Several base classes, public, protected and private: their members, kernels and functions, some of one name.
// RUN: %check %s --class Machine2 --size n=0,1,299 --setup "object.Advance(2.0f);" -- -std=c++17
#include "mixins.h"

void Machine2::kernel1D_Mix(const float* in, float* out, int n)
{
    for (int i = 0; i < n; ++i)
        out[i] = Clip(in[i] + Phase()) * float(m_noise[i]) + float(Clock::m_state - Noise::m_state);
}

void Machine2::Run(const float* in, float* out, int n)
{
    kernel1D_Seed(n);
    kernel1D_Mix(in, out, n);
}

void Machine2::Again(float* out, int n)
{
    high += 0.5f;
    kernel1D_Mix(out, out, n);
}
