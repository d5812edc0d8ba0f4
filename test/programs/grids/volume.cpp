// Origin: written as a user would, before its first translation.
// Three dimensions: interior loops 1..n-1, neighbours in all directions, indices by a function object, a count beside.
// RUN: %check %s --class Volume -- -std=c++17
#include "volume.h"

void Volume::kernel3D_Copy(const float* in, float* out, int nx, int ny, int nz)
{
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x)
                out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
}

void Volume::kernel3D_Smooth(const float* in, float* out, int nx, int ny, int nz)
{
    const Index at{nx, ny};
    for (int z = 1; z < nz - 1; ++z)
        for (int y = 1; y < ny - 1; ++y)
            for (int x = 1; x < nx - 1; ++x)
            {
                float sum = 0.0f;
                for (int d = -1; d <= 1; d += 2)
                    sum += in[at(x + d, y, z)] + in[at(x, y + d, z)] + in[at(x, y, z + d)];
                out[at(x, y, z)] += m_weight * (sum - 6.0f * in[at(x, y, z)]);
            }
}

void Volume::kernel3D_Edges(const float* in, unsigned char* edges, int nx, int ny, int nz)
{
    m_found = 0;
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x)
            {
                const bool inside = x > 0 && y > 0 && z > 0 && x + 1 < nx && y + 1 < ny && z + 1 < nz;
                const float here = in[(z * ny + y) * nx + x];
                bool edge = false;
                if (inside)
                    edge = (here > 0.0f) != (in[(z * ny + y) * nx + x + 1] > 0.0f);
                edges[(z * ny + y) * nx + x] = edge ? 255 : inside;
                if (edge)
                    m_found++;
            }
}

void Volume::Smooth(const float* in, float* out, int nx, int ny, int nz)
{
    kernel3D_Copy(in, out, nx, ny, nz);
    kernel3D_Smooth(in, out, nx, ny, nz);
}

void Volume::Edges(const float* in, unsigned char* edges, int nx, int ny, int nz)
{
    kernel3D_Edges(in, edges, nx, ny, nz);
}
