#ifndef BYTE_IMAGES_H
#define BYTE_IMAGES_H

#include <cstdint>

struct Rgba
{
    uint8_t r, g, b, a;
};

// Lays one picture over another, and what else is done with bytes.
class Compositor
{
public:
    Compositor(int opacity, int brightness);
    virtual ~Compositor() = default;

    virtual void Over(const uint32_t* front, const uint32_t* back, uint32_t* out, int w, int h);
    virtual void Grade(const Rgba* in, Rgba* out, uint8_t* grey, int w, int h);
    virtual void Convert(const Rgba* in, uint32_t* packed, Rgba* unpacked, int size);

private:
    void kernel2D_Over(const uint32_t* front, const uint32_t* back, uint32_t* out, int w, int h);
    void kernel2D_Grade(const Rgba* in, Rgba* out, int w, int h);
    void kernel2D_Grey(const Rgba* in, uint8_t* grey, int w, int h);
    void kernel1D_Pack(const Rgba* in, uint32_t* packed, int size);
    void kernel1D_Unpack(const uint32_t* packed, Rgba* unpacked, int size);

    static uint8_t Saturate(int v);
    static uint32_t Pack(Rgba c);
    static Rgba Unpack(uint32_t v);
    static uint8_t Blend(uint8_t front, uint8_t back, uint8_t alpha);

    uint8_t m_opacity;
    int m_brightness;
    Rgba m_tint = {255, 240, 200, 128};
};

#endif
