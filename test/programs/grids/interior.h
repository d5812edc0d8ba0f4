#ifndef INTERIOR_H
#define INTERIOR_H

namespace heat
{

// Relaxation of a plate and of a block; what lies on the border stays as it is.
class Solver
{
public:
    Solver(float conductivity) : m_k(conductivity) {}
    virtual ~Solver() = default;
    virtual void Plate(const float *u, float *v, int *hot, int w, int h);
    virtual void Block(const int *u, int *v, int *t, int nx, int ny, int nz);

protected:
    virtual void kernel2D_Laplace(const float *u, float *v, int w, int h);
    virtual void kernel2D_Margins(const float *v, int *hot, int w, int h);
    virtual void kernel3D_Inner(const int *u, int *v, int nx, int ny, int nz);
    virtual void kernel3D_Turned(const int *u, int *t, int nx, int ny, int nz);

    float m_k;
    enum { MARGIN_X = 3, MARGIN_Y = 2 };
};

} // namespace heat

#endif
