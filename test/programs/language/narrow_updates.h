#pragma once
#include <cstdint>

struct Pixel565
{
    uint8_t r, g, b;
    int8_t bias;
    uint16_t key;
};

class NarrowUpdates
{
public:
    virtual ~NarrowUpdates() = default;
    virtual void Adjust(Pixel565* pixels, uint8_t* mask, int16_t* level, bool* on, uint32_t n);

protected:
    void kernel1D_Adjust(Pixel565* pixels, uint8_t* mask, int16_t* level, bool* on, uint32_t n);
    uint8_t m_shift = 3;
    int16_t m_table[3] = {-300, 7, 32000};
    bool m_all = true;
};
