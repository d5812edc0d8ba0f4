// Origin: written as a user would.
// Buffers and members of 8 and 16 bits: promotion, wrapping on the way back, neighbours left alone.
// RUN: %check %s --class Recorder -- -std=c++17
#include "narrow.h"

void Recorder::kernel1D_Bytes(const int8_t* s, const uint8_t* u, int8_t* sOut, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        int v = s[i] * m_gain + m_dither[i % 4];
        if (u[i] & 1)
            v -= u[i] << 1;
        sOut[i] = Saturate(v);
    }
}

void Recorder::kernel1D_InPlace(const int8_t* s, uint8_t* uOut, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        uint8_t before = uOut[i];
        uOut[i] += m_bias;
        uOut[i] = uint8_t(uOut[i] ^ (before >> 3));
        uOut[i] <<= 1;
        if (uOut[i] > 200)
            --uOut[i];
        uOut[i] |= uint8_t(uint8_t(~before) < 128 ? 1 : 0);
        uOut[i] = uint8_t(uOut[i] - s[i]);
    }
}

void Recorder::kernel1D_Shorts(const int16_t* s, const uint16_t* u, int16_t* sOut, uint16_t* uOut, size_t count)
{
    m_peak = 0;
    for (size_t i = 0; i < count; i++)
    {
        const short a = short(s[i] * 700);
        const unsigned short b = static_cast<unsigned short>(u[i] * 350u - 9u);
        sOut[i] = int16_t((a >> 2) + (b >> 2) - (a < b));
        uOut[i] = uint16_t(-b);
        uOut[i]++;
        m_peak = b > m_peak ? b : m_peak;
    }
}

void Recorder::kernel1D_Text(const int16_t* s, char* text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text[i] = i % 5 == 4 ? ' ' : char('a' + (unsigned(s[i]) + i) % 26u);
}

void Recorder::kernel1D_Levels(const uint8_t* u, uint16_t* stereo, size_t frames)
{
    for (size_t i = 0; i < frames; i++)
    {
        stereo[2 * i] = uint16_t(u[i] * 257);
        stereo[2 * i + 1] = uint16_t(~(u[i] << 8));
    }
}

void Recorder::Bytes(const int8_t* s, const uint8_t* u, int8_t* sOut, uint8_t* uOut, size_t count)
{
    kernel1D_Bytes(s, u, sOut, count);
    kernel1D_InPlace(s, uOut, count);
}

void Recorder::Shorts(const int16_t* s, const uint16_t* u, int16_t* sOut, uint16_t* uOut, char* text, size_t count)
{
    kernel1D_Shorts(s, u, sOut, uOut, count);
    kernel1D_Text(s, text, count);
}

void Recorder::Levels(const uint8_t* u, uint16_t* stereo, size_t frames) { kernel1D_Levels(u, stereo, frames); }
