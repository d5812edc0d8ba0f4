#ifndef INTEGERS_H
#define INTEGERS_H
#include <cstdint>

// A checksum unit of a bus, with all the habits of integers in C.
class BusUnit
{
public:
    virtual ~BusUnit() {}
    virtual void Divide(const int *a, const int *b, int *quotients, unsigned *bits, int n);
    virtual void Narrow(const int *a, const float *f, int *packed, unsigned *sums, float *back, int n);

private:
    void kernel1D_Divide(const int *a, const int *b, int *quotients, int n);
    void kernel1D_Shift(const int *a, const int *b, unsigned *bits, int n);
    void kernel1D_Narrow(const int *a, const float *f, int *packed, unsigned *sums, float *back, int n);
    int lowest = INT32_MIN;
    unsigned highest = UINT32_MAX;
};

#endif
