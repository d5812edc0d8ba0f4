// Origin: written as a user would.
// RGBA in one word and in four bytes: unpacking, arithmetic promoted to int, saturation, packing.
// RUN: %check %s --class Compositor -- -std=c++17
#include "byte_images.h"

Compositor::Compositor(int opacity, int brightness) : m_opacity(uint8_t(opacity)), m_brightness(brightness % 256)
{
}

uint8_t Compositor::Saturate(int v)
{
    return static_cast<uint8_t>(v < 0 ? 0 : (v > 255 ? 255 : v));
}

uint32_t Compositor::Pack(Rgba c)
{
    return uint32_t(c.r) | uint32_t(c.g) << 8 | uint32_t(c.b) << 16 | uint32_t(c.a) << 24;
}

Rgba Compositor::Unpack(uint32_t v)
{
    return {uint8_t(v), uint8_t(v >> 8), uint8_t((v >> 16) & 0xff), uint8_t(v >> 24)};
}

uint8_t Compositor::Blend(uint8_t front, uint8_t back, uint8_t alpha)
{
    const int sum = front * alpha + back * (255 - alpha) + 127;
    return uint8_t(sum / 255);
}

void Compositor::kernel2D_Over(const uint32_t* front, const uint32_t* back, uint32_t* out, int w, int h)
{
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
        {
            const Rgba f = Unpack(front[y * w + x] * 0x01030507u);
            const Rgba b = Unpack(back[y * w + x] * 0x02040b0du);
            const uint8_t alpha = uint8_t(f.a * m_opacity >> 8);
            Rgba mixed{Blend(f.r, b.r, alpha), Blend(f.g, b.g, alpha), Blend(f.b, b.b, alpha), 255};
            mixed.a -= uint8_t(~alpha) / 2;
            out[y * w + x] = Pack(mixed);
        }
}

void Compositor::kernel2D_Grade(const Rgba* in, Rgba* out, int w, int h)
{
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
        {
            const Rgba& p = in[y * w + x];
            Rgba& q = out[y * w + x];
            q.r = Saturate(p.r * m_tint.r / 128 + m_brightness);
            q.g = Saturate((p.g * m_tint.g >> 7) - 30);
            q.b = Saturate(2 * p.b - m_tint.b + m_brightness);
            q.a = uint8_t(p.a + m_tint.a);
        }
}

void Compositor::kernel2D_Grey(const Rgba* in, uint8_t* grey, int w, int h)
{
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
        {
            const Rgba p = in[y * w + x];
            const uint8_t level = uint8_t((p.r * 77 + p.g * 150 + p.b * 29) >> 8);
            grey[y * w + x] = level > 100 ? uint8_t(level + 100) : uint8_t(-level);
        }
}

void Compositor::kernel1D_Pack(const Rgba* in, uint32_t* packed, int size)
{
    for (int i = 0; i < size; ++i)
        packed[i] = Pack(in[i]) ^ (Pack({in[i].a, in[i].b, in[i].g, in[i].r}) >> 1);
}

void Compositor::kernel1D_Unpack(const uint32_t* packed, Rgba* unpacked, int size)
{
    for (int i = 0; i < size; ++i)
        unpacked[i] = Unpack(packed[i] + 0x80808080u);
}

void Compositor::Over(const uint32_t* front, const uint32_t* back, uint32_t* out, int w, int h)
{
    kernel2D_Over(front, back, out, w, h);
}

void Compositor::Grade(const Rgba* in, Rgba* out, uint8_t* grey, int w, int h)
{
    kernel2D_Grade(in, out, w, h);
    kernel2D_Grey(in, grey, w, h);
}

void Compositor::Convert(const Rgba* in, uint32_t* packed, Rgba* unpacked, int size)
{
    kernel1D_Pack(in, packed, size);
    kernel1D_Unpack(packed, unpacked, size);
}
