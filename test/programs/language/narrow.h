#pragma once
#include <cstddef>
#include <cstdint>

class Recorder
{
public:
    virtual ~Recorder() = default;
    virtual void Bytes(const int8_t* s, const uint8_t* u, int8_t* sOut, uint8_t* uOut, size_t count);
    virtual void Shorts(const int16_t* s, const uint16_t* u, int16_t* sOut, uint16_t* uOut, char* text, size_t count);
    virtual void Levels(const uint8_t* u, uint16_t* stereo, size_t frames);

protected:
    void kernel1D_Bytes(const int8_t* s, const uint8_t* u, int8_t* sOut, size_t count);
    void kernel1D_InPlace(const int8_t* s, uint8_t* uOut, size_t count);
    void kernel1D_Shorts(const int16_t* s, const uint16_t* u, int16_t* sOut, uint16_t* uOut, size_t count);
    void kernel1D_Text(const int16_t* s, char* text, size_t count);
    void kernel1D_Levels(const uint8_t* u, uint16_t* stereo, size_t frames);
    static int8_t Saturate(int v) { return int8_t(v > 127 ? 127 : v < -128 ? -128 : v); }

    int8_t m_dither[4] = {-2, 1, 3, -1};
    uint16_t m_peak = 0;
    short m_gain = 3;
    unsigned char m_bias = 250;
};
