#ifndef ALIASING_H
#define ALIASING_H

// A small pipeline of filters that reuses its buffers.
class Pipeline
{
public:
    virtual ~Pipeline() {}
    virtual void InPlace(int *data, int n);
    virtual void PingPong(int *data, int *scratch, int n);
    virtual void Halves([[vkmorph::size("2*n")]] int *data, int *sums, int n);
    virtual void Plain(const int *left, const int *right, int *out, int n);

private:
    void kernel1D_Scale(const int *in, int *out, int n, int factor);
    void kernel1D_Shift(const int *in, int *out, int n);
    void kernel1D_Add(const int *left, const int *right, int *out, int n);
    void kernel1D_Total(const int *data, int n);
    int m_total = 0;
};

#endif
