#pragma once
#include <cstddef>

// A volume with a border that stays as it is.
class Volume
{
public:
    explicit Volume(float weight = 0.125f) : m_weight(weight) {}
    virtual ~Volume() = default;
    virtual void Smooth(const float* in, float* out, int nx, int ny, int nz);
    virtual void Edges(const float* in, unsigned char* edges, int nx, int ny, int nz);

private:
    void kernel3D_Copy(const float* in, float* out, int nx, int ny, int nz);
    void kernel3D_Smooth(const float* in, float* out, int nx, int ny, int nz);
    void kernel3D_Edges(const float* in, unsigned char* edges, int nx, int ny, int nz);

    struct Index
    {
        int nx, ny;
        int operator()(int x, int y, int z) const { return (z * ny + y) * nx + x; }
    };

    float m_weight;
    int m_found = 0;
};
