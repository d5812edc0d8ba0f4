#pragma once
#include <cstdint>

// One name for one idea, whatever the numbers are.
class Overloads
{
public:
    virtual ~Overloads() = default;
    virtual void Scale(float* a, int n);
    virtual void Scale(double* a, int n);
    virtual void Scale(int16_t* a, int n, int factor = 3);
    void Scale(float* a, int n, float factor);

protected:
    void kernel1D_Scale(float* a, int n, float factor);
    void kernel1D_Scale(double* a, int n, double factor);
    void kernel1D_Scale(int16_t* a, int n, int factor);

    static float Apply(float x, float f) { return x * f; }
    static double Apply(double x, double f) { return x * f + 1.0; }
    static int Apply(int x, int f) { return x * f - 1; }
    static unsigned Apply(unsigned char x, unsigned f) { return x + f; }
};
