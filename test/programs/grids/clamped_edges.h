#pragma once
#include <cstdint>

// Filters that read past the border by repeating, mirroring or wrapping it.
class ClampedEdges
{
public:
    virtual ~ClampedEdges() = default;
    virtual void Repeat(const uint8_t* in, uint8_t* out, int width, int height);
    virtual void Wrap(const float* in, float* out, uint32_t n);
    virtual void Mirror(const float* in, float* out, int n);

protected:
    void kernel2D_Repeat(const uint8_t* in, uint8_t* out, int width, int height);
    void kernel1D_Wrap(const float* in, float* out, uint32_t n);
    void kernel1D_Mirror(const float* in, float* out, int n);
};
