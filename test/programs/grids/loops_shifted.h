#pragma once
#include <cstdint>

class LoopsShifted
{
public:
    virtual ~LoopsShifted() = default;
    virtual void Centre([[vkmorph::size("2*radius+1")]] const float* in, [[vkmorph::size("2*radius+1")]] float* out, int radius);
    virtual void Middle([[vkmorph::size("n")]] int* a, long long n);
    virtual void Pairs([[vkmorph::size("n")]] const int16_t* in, [[vkmorph::size("n/2")]] int* sums, unsigned n);

protected:
    void kernel1D_Centre(const float* in, float* out, int radius);
    void kernel1D_Middle(int* a, long long n);
    void kernel1D_Pairs(const int16_t* in, int* sums, unsigned n);

    int m_margin = 2;
    short m_step = 3;
};
