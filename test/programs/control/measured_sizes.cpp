// Origin: written as a user would, before its first translation.
// How far kernels reach is what the host's own loops and branches say.
// RUN: %check --largest-size=200 %s --class=Levels,Pick,Doubled,Tiled,Binary,Nested,Switched,Leaves,Filled,Grown,Sides,Collatz -- -std=c++17
#include <algorithm>
#include <stdexcept>

// Sizes that double.
class Doubled
{
public:
    virtual ~Doubled() = default;

    virtual void Run(float* a, int n)
    {
        for (int k = 1; k < n; k *= 2)
            kernel1D_Half(a, k);
    }

protected:
    void kernel1D_Half(float* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] *= 0.5f;
    }
};

// One of two sizes.
class Pick
{
public:
    virtual ~Pick() = default;

    virtual void Run(int* a, int* b, int n, bool half)
    {
        int k = n;
        if (half)
            k = n / 2;
        kernel1D_Add(a, k);
        if (!half)
            k = k + 3;
        kernel1D_Add(b, k);
    }

protected:
    void kernel1D_Add(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] += i;
    }
};

// By a member that branches set.
class Levels
{
public:
    virtual ~Levels() = default;

    virtual void Run(int* a, int n, int quality)
    {
        m_n = n;
        if (quality < 2)
            m_n = n / 2 + 1;
        else if (quality > 3)
            m_n = 2 * n;
        kernel1D_Add(a);
    }

protected:
    void kernel1D_Add(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += m_n;
    }

    int m_n = 0;
};

// Pieces of one array after the other.
class Tiled
{
public:
    virtual ~Tiled() = default;

    virtual void Run(float* a, int n)
    {
        int begin = 0, width = 1;
        while (begin < n) {
            int count = std::min(width, n - begin);
            kernel1D_Number(a, begin, count);
            begin += count;
            width = width < 16 ? width * 2 : 16;
        }
    }

protected:
    void kernel1D_Number(float* a, int begin, int count)
    {
        for (int i = 0; i < count; i++)
            a[begin + i] = float(i);
    }
};

// The largest power of two.
class Binary
{
public:
    virtual ~Binary() = default;

    virtual void Run(const int* in, int* out, unsigned n)
    {
        unsigned size = 1;
        while (size * 2 <= n)
            size *= 2;
        kernel1D_Copy(in, out, size);
        for (unsigned step = size / 2; step > 0; step /= 2)
            kernel1D_Add(out, step);
    }

protected:
    void kernel1D_Copy(const int* in, int* out, unsigned n)
    {
        for (unsigned i = 0; i < n; i++)
            out[i] = in[i];
    }
    void kernel1D_Add(int* out, unsigned step)
    {
        for (unsigned i = 0; i < step; i++)
            out[i] += out[i + step];
    }
};

// Loops within loops.
class Nested
{
public:
    virtual ~Nested() = default;

    virtual void Run(int* a, int n)
    {
        int most = 0;
        for (int y = 1; y < 5; y++)
            for (int x = y; x < n; x += y) {
                most = (most * 7 + x) % (n + y);
                kernel1D_Mark(a, most);
            }
    }

protected:
    void kernel1D_Mark(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i]++;
    }
};

// A switch with a case that falls into the next one.
class Switched
{
public:
    virtual ~Switched() = default;

    virtual void Run(int* a, int n, int mode)
    {
        int k = 1;
        switch (mode) {
        case 0:
            k = n;
            break;
        case 1:
            k = n / 3;
            // falls through
        case 2:
            k += 2;
            break;
        default:
            return;
        }
        kernel1D_Mark(a, k);
    }

protected:
    void kernel1D_Mark(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] ^= n;
    }
};

// Leaves in the middle, or throws.
class Leaves
{
public:
    virtual ~Leaves() = default;

    virtual int Run(float* a, int n, int most)
    {
        if (most < 0)
            throw std::invalid_argument("most");
        int k = 1, rounds = 0;
        while (true) {
            if (k > n)
                return rounds;
            if (rounds == most)
                break;
            kernel1D_Half(a, k);
            k = k * 3 - 1;
            rounds++;
        }
        kernel1D_Half(a, 1);
        return -1;
    }

protected:
    void kernel1D_Half(float* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] *= 0.5f;
    }
};

// Members that nothing changes; two arrays.
class Filled
{
public:
    virtual ~Filled() = default;

    virtual void Run(const float* in, float* out, int n)
    {
        int w = n;
        for (int level = 0; level < m_levels; level++) {
            w = w / 2 + 1;
            kernel1D_Add(in, out, w);
        }
    }

protected:
    void kernel1D_Add(const float* in, float* out, int w)
    {
        for (int i = 0; i < w; i++)
            out[i] = out[i] * 0.5f + in[2 * i];
    }

    int m_levels = 3;
};

// Rows of a triangle.
class Grown
{
public:
    virtual ~Grown() = default;

    virtual void Run(int* a, int n)
    {
        int first = 0;
        for (int row = 1; row <= n; row++) {
            kernel1D_Row(a, first, row);
            first += row;
        }
    }

protected:
    void kernel1D_Row(int* a, int first, int row)
    {
        for (int i = 0; i < row; i++)
            a[first + i] = row;
    }
};

// 64 bits in one place, 32 in the other one.
class Sides
{
public:
    virtual ~Sides() = default;

    virtual void Run(float* a, int n, long long m)
    {
        long long k = 2;
        while (k < m && k < 100)
            k *= k;
        int j = 1;
        while (j < n)
            j += j;
        kernel1D_Long(a, k);
        kernel1D_Int(a, j);
    }

protected:
    void kernel1D_Long(float* a, long long n)
    {
        for (long long i = 0; i < n; i++)
            a[i] += 1.0f;
    }
    void kernel1D_Int(float* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] *= 2.0f;
    }
};

// A sequence that nobody can foresee.
class Collatz
{
public:
    virtual ~Collatz() = default;

    virtual void Run(int* a, int n)
    {
        int k = n, steps = 0;
        while (k > 1 && steps < 40) {
            kernel1D_Mark(a, k % 64);
            k = k % 2 == 0 ? k / 2 : 3 * k + 1;
            steps++;
        }
    }

protected:
    void kernel1D_Mark(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i]++;
    }
};
