// Origin: written as a user would.
// One buffer in several roles: in place, back and forth, parts by an offset, kernels in turn on the same elements.
// RUN: %check %s --class Pipeline -- -std=c++17
#include "aliasing.h"

void Pipeline::kernel1D_Scale(const int *in, int *out, int n, int factor)
{
    for (int i = 0; i < n; ++i)
    {
        // The element is read again after it was written: in place, that is the new one.
        out[i] = in[i] % 1000 * factor;
        out[i] += in[i] & 15;
    }
}

// Reads its neighbour, so it must not run in place.
void Pipeline::kernel1D_Shift(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i)
        out[i] = in[i] - in[i + 1 < n ? i + 1 : 0] / 2;
}

void Pipeline::kernel1D_Add(const int *left, const int *right, int *out, int n)
{
    for (int i = 0; i < n; ++i)
        out[i] = left[i] * 3 - right[i] + (out[i] & 1);
}

void Pipeline::kernel1D_Total(const int *data, int n)
{
    m_total = 0;
    for (int i = 0; i < n; ++i)
        m_total += data[i] & 255;
}

void Pipeline::InPlace(int *data, int n)
{
    kernel1D_Scale(data, data, n, 3);
    kernel1D_Scale(data, data, n, -2);
    kernel1D_Add(data, data, data, n);
    kernel1D_Total(data, n);
}

void Pipeline::PingPong(int *data, int *scratch, int n)
{
    kernel1D_Scale(data, data, n, 2);
    kernel1D_Shift(data, scratch, n);
    kernel1D_Shift(scratch, data, n);
    kernel1D_Add(scratch, data, scratch, n);
    kernel1D_Shift(data, scratch, n);
    kernel1D_Total(scratch, n);
}

void Pipeline::Halves(int *data, int *sums, int n)
{
    kernel1D_Scale(data + n, data, n, 5);
    kernel1D_Shift(data, data + n, n);
    kernel1D_Add(data, data + n, sums, n);
    kernel1D_Scale(sums, &data[n], n, -1);
    kernel1D_Total(data + n, n);
}

void Pipeline::Plain(const int *left, const int *right, int *out, int n)
{
    kernel1D_Add(left, right, out, n);
    kernel1D_Add(right, left, out, n);
    kernel1D_Add(left, left, out, n);
}
