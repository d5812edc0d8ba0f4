#pragma once
#include <array>
#include <cstdint>

struct Shape
{
    std::array<uint16_t, 2> extent;
    int channels;
    int Pixels() const { return extent[0] * extent[1]; }
};

class BoundsRead
{
public:
    virtual ~BoundsRead() = default;
    virtual void Paint([[vkmorph::size("width*height")]] float* image, int width, int height);
    virtual void Fade([[vkmorph::size("width*height")]] float* image, int width, int height, float by);

protected:
    void kernel2D_Paint(float* image);
    void kernel1D_Fade(float* image, const float& by);
    void Set(int width, int height);

    Shape m_shape{{0, 0}, 1};
    int m_dims[2] = {0, 0};
};
