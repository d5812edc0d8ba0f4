// Origin: written as a user would, before its first translation.
// Local matrices: copied from buffers, rows swapped by std::swap, passed by reference to arrays and as rows by pointers.
// RUN: %check %s --class SmallSystems -- -std=c++17
#include "small_systems.h"
#include <utility>

static float Abs(float x)
{
    return x < 0.0f ? -x : x;
}

template <int N> static int PivotOf(const float (&a)[N][N + 1], int column)
{
    int best = column;
    for (int row = column + 1; row < N; ++row)
        if (Abs(a[row][column]) > Abs(a[best][column]))
            best = row;
    return best;
}

static void Subtract(float* row, const float* other, float factor, int length)
{
    for (int k = 0; k < length; ++k)
        row[k] -= factor * other[k];
}

void SmallSystems::kernel1D_Solve(const Square<3>* systems, const float* right, float* x, int count)
{
    for (int i = 0; i < count; ++i)
    {
        float a[N][N + 1];
        for (int row = 0; row < N; ++row)
        {
            for (int column = 0; column < N; ++column)
                a[row][column] = systems[i][row][column] + (row == column ? 16.0f : 0.0f);
            a[row][N] = right[i * N + row];
        }
        for (int column = 0; column < N; ++column)
        {
            const int pivot = PivotOf<N>(a, column);
            if (pivot != column)
                for (int k = 0; k <= N; ++k)
                    std::swap(a[pivot][k], a[column][k]);
            for (int row = 0; row < N; ++row)
                if (row != column)
                    Subtract(a[row], a[column], a[row][column] / a[column][column], N + 1);
        }
        for (int row = 0; row < N; ++row)
            x[i * N + row] = a[row][N] / a[row][row];
    }
}

void SmallSystems::kernel1D_Transpose(Square<3>* systems, int count)
{
    for (int i = 0; i < count; ++i)
        for (int row = 0; row < N; ++row)
            for (int column = 0; column < row; ++column)
                std::swap(systems[i][row][column], systems[i][column][row]);
}

void SmallSystems::Solve(const Square<3>* systems, const float* right, float* x, int count)
{
    kernel1D_Solve(systems, right, x, count);
}

void SmallSystems::Transpose(Square<3>* systems, int count)
{
    kernel1D_Transpose(systems, count);
}
