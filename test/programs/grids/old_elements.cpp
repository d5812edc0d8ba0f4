// Origin: written as a user would, before its first translation.
// Loops in place that read elements which later iterations replace.
// RUN: %check --largest-size=300 %s --class=History,Smooth,Knapsack,Roots,Binomials,Screen,Trail,Fluid,Steps,Delay -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

// The last n measurements: all move up by one, and a new one comes in.
class History
{
public:
    virtual ~History() = default;

    virtual void Push(float* a, int n, float value) { kernel1D_Move(a, n, value); }

protected:
    void kernel1D_Move(float* a, int n, float value)
    {
        for (int i = 0; i < n - 1; i++)
            a[i] = a[i + 1];
        if (n > 0)
            a[n - 1] = value;
    }
};

// A picture is smoothed where it is, with the neighbours to the right and below.
class Smooth
{
public:
    virtual ~Smooth() = default;

    virtual void Run(float* a, int w, int h)
    {
        for (int pass = 0; pass < 3; ++pass)
            kernel2D_Pass(a, w, h);
    }

protected:
    void kernel2D_Pass(float* a, int w, int h)
    {
        for (int y = 0; y < h - 1; ++y)
            for (int x = 0; x < w - 1; ++x)
                a[y * w + x] = 0.5f * (a[y * w + x + 1] + a[(y + 1) * w + x]);
    }
};

// The 0/1 knapsack with one row: rooms are gone through from the largest down.
class Knapsack
{
public:
    virtual ~Knapsack() = default;

    virtual void Pack(int* best, int capacity, int items)
    {
        for (int item = 1; item <= items % 9; ++item)
            kernel1D_Item(best, capacity, item, 2 * item + 1);
    }

protected:
    void kernel1D_Item(int* best, int capacity, int weight, int value)
    {
        for (int c = capacity; c >= weight; --c)
            best[c] = std::max(best[c], best[c - weight] + value);
    }
};

// The coefficients of (x - r0)(x - r1)..., one root after the other.
class Roots
{
public:
    virtual ~Roots() = default;

    virtual void Multiply(int64_t* p, int n)
    {
        for (int r = 1; r < 6; ++r)
            kernel1D_Root(p, n, r);
    }

protected:
    void kernel1D_Root(int64_t* p, int n, int r)
    {
        for (int k = n; k > 0; --k)
            p[k] = p[k - 1] - r * p[k];
        p[0] *= -r;
    }
};

// A row of Pascal's triangle after the other, in a vector of the class.
class Binomials
{
public:
    virtual ~Binomials() = default;

    virtual void Run(int n)
    {
        m_row.assign(std::size_t(n) + 1, 0);
        kernel1D_Begin();
        for (int i = 1; i <= n; i++)
            kernel1D_Next(i);
    }

    std::vector<uint32_t> m_row;

protected:
    void kernel1D_Begin()
    {
        for (int i = 0; i < 1; i++)
            m_row[i] = 1;
    }
    void kernel1D_Next(int i)
    {
        for (int j = i; j >= 1; j--)
            m_row[j] += m_row[j - 1];
    }
};

// Lines of text on a screen move up.
class Screen
{
public:
    virtual ~Screen() = default;

    virtual void Scroll(uint32_t* cells, int width, int height, int lines)
    {
        if (lines > 0)
            kernel2D_Scroll(cells, width, height, lines);
    }

protected:
    void kernel2D_Scroll(uint32_t* cells, int width, int height, int lines)
    {
        for (int y = 0; y + lines < height; ++y)
            for (int x = 0; x < width; ++x)
                cells[y * width + x] = cells[(y + lines) * width + x];
    }
};

struct Particle
{
    float x, y;
    int age;
};

// Particles that follow one another: each goes on to the middle of the next three, and is older.
class Trail
{
public:
    virtual ~Trail() = default;

    virtual void Follow(Particle* p, int n) { kernel1D_Follow(p, n); }

protected:
    void kernel1D_Follow(Particle* p, int n)
    {
        for (int i = 0; i < n; ++i)
        {
            float x = 0, y = 0;
            for (int k = 1; k <= 3; ++k)
            {
                x += p[i + k].x;
                y += p[i + k].y;
            }
            p[i].x = x / 3;
            p[i].y = y / 3;
            p[i].age++;
        }
    }
};

// Water sinks to the next layer of a volume, by what is free there.
class Fluid
{
public:
    virtual ~Fluid() = default;

    virtual void Sink(int* a, int w, int h, int d) { kernel3D_Sink(a, w, h, d); }

protected:
    void kernel3D_Sink(int* a, int w, int h, int d)
    {
        for (int z = 0; z < d - 1; ++z)
            for (int y = 0; y < h; ++y)
                for (int x = 0; x < w; ++x)
                {
                    const int below = a[((z + 1) * h + y) * w + x];
                    if (below < 0)
                        continue;
                    a[(z * h + y) * w + x] -= below / 2;
                }
    }
};

// Stairs are made flatter: no step is higher than the next one, and each is told how far it went.
class Steps
{
public:
    virtual ~Steps() = default;

    virtual void Flatten(int* height, int* change, int n) { kernel1D_Flatten(height, change, n); }

protected:
    static int Next(const int* height, int i, int n) { return i + 1 < n ? height[i + 1] : height[i]; }

    void kernel1D_Flatten(int* height, int* change, int n)
    {
        for (int i = 0; i < n; ++i)
        {
            const int next = Next(height, i, n);
            if (height[i] > next)
            {
                change[i] = height[i] - next;
                height[i] = next;
            }
            else
                change[i] = 0;
        }
    }
};

// A delay line of a fixed length that moves by two samples.
class Delay
{
public:
    virtual ~Delay() = default;

    virtual void Step(const float* in, float* out, int n)
    {
        for (int t = 0; t < 4; ++t)
        {
            kernel1D_Move();
            kernel1D_Feed(in, out, n, t);
        }
    }

    float m_line[64] = {};

protected:
    void kernel1D_Move()
    {
        for (int i = 63; i >= 2; --i)
            m_line[i] = m_line[i - 2];
    }
    void kernel1D_Feed(const float* in, float* out, int n, int t)
    {
        for (int i = 0; i < n; ++i)
        {
            if (i < 2)
                m_line[i] = in[i] + t;
            out[i] = in[i] + (i < 64 && i >= 2 ? m_line[i] : 0.0f);
        }
    }
};
