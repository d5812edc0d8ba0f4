// Origin: written for the wrong results of functions that return nothing and leave between their kernels.
// What the caller gets, and what is printed, in front of a return between launches; numbers of enumerations that change.
// RUN: %check --largest-size=100 %s --class=Outputs,Modes -- -std=c++17
#include <cstdio>

class Outputs
{
public:
    virtual ~Outputs() = default;

    virtual void Between(int* a, int n, int& r)
    {
        kernel1D_Step(a, n);
        if (n & 1) {
            r = 1;
            return;
        }
        kernel1D_Step(a, n);
    }
    virtual void Pointer(int* a, int n, int* r)
    {
        kernel1D_Step(a, n);
        if (n & 1) {
            *r = n;
            return;
        }
        kernel1D_Step(a, n);
        *r = 2;
    }
    virtual void InLoop(int* a, int n, int& r)
    {
        for (int k = 1;; k *= 2) {
            kernel1D_Step(a, k);
            if (k > n) {
                r = k;
                return;
            }
        }
    }
    virtual void AtEnd(int* a, int n, int& r)
    {
        kernel1D_Step(a, n);
        if (n > 3)
            return;
        kernel1D_Step(a, n);
        r = n;
    }
    // The assignment below does not happen where it leaves.
    virtual void Below([[vkmorph::size("n")]] int* a, int n, int& r)
    {
        if (n < 2) {
            kernel1D_Step(a, n);
            return;
        }
        r = 1;
        kernel1D_Step(a, n);
        kernel1D_Step(a, n);
    }
    virtual int BelowValue([[vkmorph::size("n")]] int* a, int n, int& r)
    {
        kernel1D_Step(a, n);
        if (n % 3 == 0)
            return 1;
        r = 5;
        kernel1D_Step(a, n);
        return 2;
    }
    virtual void Cases([[vkmorph::size("n")]] int* a, int n, int& r)
    {
        switch (n & 3) {
        case 0:
            kernel1D_Step(a, n);
            r = 5;
            return;
        case 1:
            kernel1D_Step(a, n);
            r = 4;
            break;
        case 2:
            r = 3;
            return;
        }
        kernel1D_Step(a, n);
    }
    virtual void Printed(int* a, int n)
    {
        kernel1D_Step(a, n);
        if (n & 1) {
            std::fprintf(stderr, "odd\n");
            return;
        }
        kernel1D_Step(a, n);
    }
    virtual void Lent([[vkmorph::size("n")]] int* a, int n)
    {
        Part(a, n, m_last);
        kernel1D_Step(a, n);
    }

protected:
    void Part(int* a, int n, int& r)
    {
        if (n & 1) {
            kernel1D_Step(a, n);
            r = 1;
            return;
        }
        r = 2;
        kernel1D_Step(a, n);
    }
    void kernel1D_Step(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 3 + 1;
    }

    int m_last = 0;
};

class Modes
{
public:
    virtual ~Modes() = default;
    enum class Mode { Off, Half = 5, Full };

    virtual void Turns([[vkmorph::size("n")]] int* a, int n, Mode m)
    {
        for (int r = 0; r < 4; r++) {
            if (m == Mode::Full) {
                kernel1D_Step(a, n);
                m = Mode::Off;
            } else if (m == Mode::Off)
                m = Mode::Half;
            else
                m = Mode::Full;
        }
    }
    virtual void Falls([[vkmorph::size("n")]] int* a, int n, Mode m)
    {
        if (n > 3)
            m = Mode::Full;
        switch (m) {
        case Mode::Off:
            kernel1D_Step(a, n);
            break;
        case Mode::Full:
            kernel1D_Step(a, n / 2);
            [[fallthrough]];
        case Mode::Half:
            kernel1D_Step(a, n);
        }
    }

protected:
    void kernel1D_Step(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 3 + 1;
    }
};
