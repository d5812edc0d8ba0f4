#pragma once
#include <array>

typedef double Triple[3];

class ArrayRows
{
public:
    virtual ~ArrayRows() = default;
    virtual void Rotate(const float (*rows)[3], float (*turned)[3], int n);
    virtual void Accumulate(const Triple* triples, std::array<std::array<int, 2>, 2>* cells, int n);

protected:
    void kernel1D_Rotate(const float (*rows)[3], float (*turned)[3], int n);
    void kernel1D_Accumulate(const Triple* triples, std::array<std::array<int, 2>, 2>* cells, int n);

    float m_matrix[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0.5f}};
};
