#ifndef PRECISE_H
#define PRECISE_H

// Sums and products whose rounding errors are kept: nothing here survives a compiler that simplifies.
class Accumulator
{
public:
    virtual ~Accumulator() {}
    virtual void Errors(const float *a, const float *b, float *sums, float *products, float *tricks, int count);
    virtual void Kahan(const float *terms, float *totals, double *exact, int rows, int columns);

private:
    void kernel1D_Errors(const float *a, const float *b, float *sums, float *products, int count);
    void kernel1D_Tricks(const float *a, const float *b, float *tricks, int count);
    void kernel1D_Kahan(const float *terms, float *totals, double *exact, int rows, int columns);
};

#endif
