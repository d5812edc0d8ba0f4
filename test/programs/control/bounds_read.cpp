// Origin: written as a user would, before its first translation.
// Bounds that are read: from structs and arrays of the class, set by a helper just before; a reference as a parameter.
// RUN: %check %s --class BoundsRead --size width=1,7,40 --size height=0,1,33 -- -std=c++17 -Wno-unknown-attributes
#include "bounds_read.h"

void BoundsRead::Set(int width, int height)
{
    m_shape.extent = {static_cast<uint16_t>(width), static_cast<uint16_t>(height)};
    m_dims[0] = width;
    m_dims[1] = height;
}

void BoundsRead::kernel2D_Paint(float* image)
{
    for (int y = 0; y < m_dims[1]; ++y)
        for (int x = 0; x < m_dims[0]; ++x)
            image[y * m_dims[0] + x] = static_cast<float>(x * m_shape.channels - y) + image[y * m_dims[0] + x];
}

void BoundsRead::kernel1D_Fade(float* image, const float& by)
{
    for (int i = 0; i < m_shape.Pixels(); ++i)
        image[i] *= by;
}

void BoundsRead::Paint(float* image, int width, int height)
{
    Set(width, height);
    kernel2D_Paint(image);
}

void BoundsRead::Fade(float* image, int width, int height, float by)
{
    Set(width, height);
    kernel1D_Fade(image, by);
    if (by > 1.0f)
        kernel1D_Fade(image, 0.5f);
}
