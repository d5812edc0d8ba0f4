// Origin: written as a user would.
// Grids that count up: <=, !=, steps other than one, starts other than zero, bounds of parameters and members.
// RUN: %check %s --class Pattern --arg n=0..300 --arg step=1..5 -- -std=c++17
#include "loops_up.h"

void Pattern::kernel1D_Closed(const int *in, int *a, int n)
{
    for (int i = 0; i <= n - 1; i++)
        a[i] = in[i] / 2;
}

void Pattern::kernel1D_NotEqual(const int *in, int *b, int n)
{
    for (int i = 0; i != n; ++i)
        b[i] = in[n - 1 - i] / 4;
}

void Pattern::kernel1D_Every(const int *in, int *c, int n, int step)
{
    const int stride = step < 1 ? 1 : step;
    for (int i = Margin; i < n - Margin; i += stride)
        c[i] = (in[i - 2] / 8 + in[i + 2] / 8) & 0xffff;
}

void Pattern::kernel1D_Third(unsigned *d, int n)
{
    for (int i = 1; i < n; i = i + 3)
        d[i] = unsigned(i) * 7u + unsigned(first);
}

void Pattern::kernel2D_Members(int *a, int n)
{
    for (int y = first; y <= last; y++)
        for (int x = 1; x < 9; x += 2)
            if (y * 10 + x < n)
                a[y * 10 + x] = y - x;
}

void Pattern::Draw([[vkmorph::size("n")]] const int *in, int *a, int *b, [[vkmorph::size("n")]] int *c, unsigned *d, int n, int step)
{
    kernel1D_Closed(in, a, n);
    kernel1D_NotEqual(in, b, n);
    kernel1D_Every(in, c, n, step);
    kernel1D_Third(d, n);
    kernel2D_Members(a, n);
}
