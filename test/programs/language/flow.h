#pragma once
#include <cstdint>

// Classifies numbers by how they behave: every way in and out of a loop.
class NumberFacts
{
public:
    virtual ~NumberFacts() = default;
    virtual void Classify(const uint32_t* numbers, uint32_t* steps, int* factors, uint32_t* digits, int count);

protected:
    void kernel1D_Steps(const uint32_t* numbers, uint32_t* steps, int count);
    void kernel1D_Factors(const uint32_t* numbers, int* factors, int count);
    void kernel1D_Digits(const uint32_t* numbers, uint32_t* digits, int count);
    static uint32_t CollatzSteps(uint32_t n);
    int SmallestFactor(uint32_t n) const;
};
