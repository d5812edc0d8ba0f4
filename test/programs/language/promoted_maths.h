#pragma once

// Functions of <cmath> with whatever numbers are at hand.
class PromotedMaths
{
public:
    virtual ~PromotedMaths() = default;
    virtual void Evaluate(const int* whole, const float* part, const short* small, double* out, int n);

protected:
    void kernel1D_Evaluate(const int* whole, const float* part, const short* small, double* out, int n);
};
