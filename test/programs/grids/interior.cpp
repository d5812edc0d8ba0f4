// Origin: written as a user would.
// Interior loops out of place in two and three dimensions, margins, the nests in both orders.
// RUN: %check %s --class Solver -- -std=c++17
#include "interior.h"

namespace heat
{

void Solver::kernel2D_Laplace(const float *u, float *v, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
    {
        for (int x = 1; x < w - 1; x++)
        {
            const float centre = u[y * w + x];
            const float around = u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x];
            v[y * w + x] = centre + m_k * (around - 4.0f * centre);
        }
    }
}

void Solver::kernel2D_Margins(const float *v, int *hot, int w, int h)
{
    for (int y = MARGIN_Y; y < h - MARGIN_Y; ++y)
        for (int x = MARGIN_X; x <= w - 1 - MARGIN_X; ++x)
        {
            int count = 0;
            for (int dy = -MARGIN_Y; dy <= MARGIN_Y; ++dy)
                for (int dx = -MARGIN_X; dx <= MARGIN_X; ++dx)
                    if (v[(y + dy) * w + (x + dx)] > 1.0f)
                        count += 2 + dy;
            hot[x + y * w] = count;
        }
}

void Solver::kernel3D_Inner(const int *u, int *v, int nx, int ny, int nz)
{
    const int slice = nx * ny;
    for (int z = 1; z < nz - 1; z++)
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++)
            {
                const int at = z * slice + y * nx + x;
                v[at] = u[at - 1] / 2 + u[at + 1] / 3 + u[at - nx] / 4 + u[at + nx] / 5 + u[at - slice] / 6 +
                        u[at + slice] / 7 - u[at] / 8;
            }
}

void Solver::kernel3D_Turned(const int *u, int *t, int nx, int ny, int nz)
{
    for (int x = 0; x < nx; x++)
        for (int y = 0; y < ny; y++)
            for (int z = 0; z < nz; z++)
                t[(x * ny + y) * nz + z] = u[(z * ny + y) * nx + x] % 1000 + x * 4 + y * 2 + z;
}

void Solver::Plate([[vkmorph::size("w*h")]] const float *u, [[vkmorph::size("w*h")]] float *v,
                   [[vkmorph::size("w*h")]] int *hot, int w, int h)
{
    kernel2D_Laplace(u, v, w, h);
    kernel2D_Margins(v, hot, w, h);
}

void Solver::Block(const int *u, [[vkmorph::size("nx*ny*nz")]] int *v, int *t, int nx, int ny, int nz)
{
    kernel3D_Inner(u, v, nx, ny, nz);
    kernel3D_Turned(u, t, nx, ny, nz);
}

} // namespace heat
