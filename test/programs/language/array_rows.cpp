// Origin: written as a user would, before its first translation.
// Buffers whose elements are arrays: pointers to arrays, typedefs of them, std::array of std::array; rows handed on.
// RUN: %check %s --class ArrayRows -- -std=c++17
#include "array_rows.h"

static float dot(const float (&a)[3], const float* b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void ArrayRows::kernel1D_Rotate(const float (*rows)[3], float (*turned)[3], int n)
{
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k)
            turned[i][k] = dot(m_matrix[k], rows[i]);
}

void ArrayRows::kernel1D_Accumulate(const Triple* triples, std::array<std::array<int, 2>, 2>* cells, int n)
{
    for (int i = 0; i < n; ++i)
    {
        const Triple& t = triples[i];
        double sum = 0.0;
        for (double each : t)
            sum += each;
        for (auto& row : cells[i])
            for (int& cell : row)
                cell += static_cast<int>(sum * 4.0);
        cells[i][1] = cells[i].front();
        (*(cells + i))[0][1] = static_cast<int>(*triples[i]);
    }
}

void ArrayRows::Rotate(const float (*rows)[3], float (*turned)[3], int n)
{
    kernel1D_Rotate(rows, turned, n);
}

void ArrayRows::Accumulate(const Triple* triples, std::array<std::array<int, 2>, 2>* cells, int n)
{
    kernel1D_Accumulate(triples, cells, n);
}
