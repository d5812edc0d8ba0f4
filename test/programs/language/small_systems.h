#pragma once

template <int N> struct Square
{
    float m[N][N];
    float* operator[](int row) { return m[row]; }
    const float* operator[](int row) const { return m[row]; }
};

// Many small systems of linear equations, each solved by elimination with pivots.
class SmallSystems
{
public:
    static constexpr int N = 3;
    virtual ~SmallSystems() = default;
    virtual void Solve(const Square<3>* systems, const float* right, float* x, int count);
    virtual void Transpose(Square<3>* systems, int count);

protected:
    void kernel1D_Solve(const Square<3>* systems, const float* right, float* x, int count);
    void kernel1D_Transpose(Square<3>* systems, int count);
};
