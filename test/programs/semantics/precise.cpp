// Origin: written as a user would.
// Floating point as written: no contraction to fma, no reassociation, no cancelling; every result is exact to the bit.
// RUN: %check %s --class Accumulator -- -std=c++17
#include "precise.h"

struct Pair
{
    float high, low;
};

static Pair TwoSum(float a, float b)
{
    float s = a + b;
    float bb = s - a;
    return {s, (a - (s - bb)) + (b - bb)};
}

static Pair Halves(float a)
{
    // Dekker: 2^12 + 1 parts 24 bits into two times 12.
    float c = 4097.0f * a;
    float high = c - (c - a);
    return {high, a - high};
}

static Pair TwoProduct(float a, float b)
{
    const float p = a * b;
    const Pair x = Halves(a), y = Halves(b);
    const float e = ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return {p, e};
}

void Accumulator::kernel1D_Errors(const float *a, const float *b, float *sums, float *products, int count)
{
    for (int i = 0; i < count; ++i)
    {
        const Pair s = TwoSum(a[i] * 1000.0f, b[i]);
        const Pair p = TwoProduct(a[i] + 0.1f, b[i] + 0.3f);
        // Scaled by powers of two, the errors are seen in the results.
        sums[i] = s.low * 65536.0f;
        products[i] = p.low * 16777216.0f;
    }
}

void Accumulator::kernel1D_Tricks(const float *a, const float *b, float *tricks, int count)
{
    for (int i = 0; i < count; ++i)
    {
        const float x = a[i] + 0.1f, y = b[i] * 0.7f;
        float t = (x + y) - x - y;
        t += (x + 12582912.0f) - 12582912.0f;
        t += (x * 3.0f - x) - x * 2.0f;
        // Contracted to fma(x, y, -p), this would be the product's error instead of zero.
        const float p = x * y;
        t += (x * y - p) * 1.0e8f;
        t += ((x + 1.0e8f) - 1.0e8f) * 0.125f;
        float u = x;
        u *= 1.1f;
        u -= x * 1.1f;
        t += u * 1.0e9f;
        const float q = x / 3.0f * 3.0f;
        t += q == x ? 64.0f : 128.0f;
        tricks[i] = t;
    }
}

void Accumulator::kernel1D_Kahan(const float *terms, float *totals, double *exact, int rows, int columns)
{
    for (int r = 0; r < rows; ++r)
    {
        float sum = 4096.0f, carry = 0.0f, plain = 4096.0f;
        double d = 4096.0, dc = 0.0;
        for (int c = 0; c < columns; ++c)
        {
            const float term = terms[r * columns + c] * 0.001f;
            float y = term - carry;
            float t = sum + y;
            carry = (t - sum) - y;
            sum = t;
            plain += term;
            const double dy = double(term) * 1.0e-10 - dc, dt = d + dy;
            dc = (dt - d) - dy;
            d = dt;
        }
        totals[r] = (sum - plain) * 1024.0f + carry;
        exact[r] = (d - 4096.0) * 1.0e10 + dc;
    }
}

void Accumulator::Errors(const float *a, const float *b, float *sums, float *products, float *tricks, int count)
{
    kernel1D_Errors(a, b, sums, products, count);
    kernel1D_Tricks(a, b, tricks, count);
}

void Accumulator::Kahan(const float *terms, float *totals, double *exact, int rows, int columns)
{
    kernel1D_Kahan(terms, totals, exact, rows, columns);
}
