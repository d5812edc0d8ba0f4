// Origin: written as a user would, before its first translation.
// C as many still write it: macros for loops, constants and functions, typedef of structs, arrays and enums, struct tags.
// RUN: %check %s --class plain_c -- -std=c++17
#include "plain_c.h"
#include <math.h>
#include <stdlib.h>

static float energy(const taps_t t)
{
    float sum = 0;
    int k;
    for (k = 0; k < TAPS; k++)
        sum += SQR(t[k]);
    return sum;
}

static void normalise(taps_t t, float length)
{
    LOOP(k, TAPS) { t[k] = t[k] / (length + 1); }
}

void plain_c::kernel1D_process(const sample_t *in, float *out, int n, run_mode mode)
{
    peak = 0;
    LOOP(i, n)
    {
        const struct sample_t *s = &in[i];
        taps_t copy;
        float sum, e;
        int k, rest = abs(s->level) % 7;
        LOOP(j, TAPS) copy[j] = s->weight[j] * (coeff[j] + 1);
        e = sqrtf(energy(copy));
        CHECKED(e > 1, normalise(copy, e));
        for (sum = 0, k = TAPS - 1; k >= 0; --k)
            sum += copy[k] * (float)(k + rest);
        switch (mode)
        {
        case MODE_OFF:
            sum = 0;
            break;
        case MODE_LOW:
            CHECKED(rest & 1, sum *= 0.5f);
            break;
        default:
            sum = -sum;
        }
        out[i] = sum;
        if (fabsf(sum) > peak)
            peak = fabsf(sum);
    }
}

void plain_c::process(const sample_t *in, float *out, int n, run_mode mode)
{
    kernel1D_process(in, out, n, mode);
}
