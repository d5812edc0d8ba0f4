// Origin: written as a user would, before its first translation.
// Loops that read what is a parameter's value away: delay lines, rows of one array, elements to
// either side.
// RUN: %check --largest-size=300 %s --arg=k=-20..40 --arg=m=-30..30 --class=Comb,Shift,TwoRows,Echo,Backwards,Wide,EverySecond,Schedule,Particles,Tank,Taps,Twice,Segments,History,Blocks,TwoTaps,BothSides,Waves,Changing,Ends -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// A comb filter in place: what has come out comes back.
class Comb
{
public:
    virtual ~Comb() = default;

    virtual void Run(float* t, int n, int delay, float g) { kernel1D_Filter(t, n, delay, g); }

protected:
    void kernel1D_Filter(float* t, int n, int delay, float g)
    {
        for (int i = 0; i < n; i++)
            if (i >= delay && i - delay < n)
                t[i] += g * t[i - delay];
    }
};

// Elements move by k, to whichever side.
class Shift
{
public:
    virtual ~Shift() = default;

    virtual void Run(int* a, int n, int k) { kernel1D_Move(a, n, k - n / 2); }

protected:
    void kernel1D_Move(int* a, int n, int k)
    {
        for (int i = 0; i < n; i++)
            if (i + k >= 0 && i + k < n)
                a[i] = a[i + k] + 1;
    }
};

// Two rows in one array.
class TwoRows
{
public:
    virtual ~TwoRows() = default;

    virtual void Run(float* x, int size) { kernel1D_Lower(x, size); }

protected:
    void kernel1D_Lower(float* x, int size)
    {
        for (int i = 0; i < size; i++)
            x[i] = 0.5f * (x[i] + x[i + size]);
    }
};

// A feedback delay with a line of its own, held between 0 and 1.
class Echo
{
public:
    virtual ~Echo() = default;

    virtual void Run(const float* in, float* out, int n, int delay)
    {
        if (delay > 0)
            kernel1D_Echo(in, out, n, delay);
    }

protected:
    void kernel1D_Echo(const float* in, float* out, int n, int delay)
    {
        for (int i = 0; i < n; i++) {
            float back = i < delay ? 0.0f : out[i - delay];
            out[i] = std::clamp(in[i] + 0.7f * back, -1.0f, 1.0f);
        }
    }
};

// From the end to the front.
class Backwards
{
public:
    virtual ~Backwards() = default;

    virtual void Run(int* a, int n, int gap) { kernel1D_Sum(a, n, gap % 40); }

protected:
    void kernel1D_Sum(int* a, int n, int gap)
    {
        for (int i = n - 1; i >= 0; --i)
            if (i + gap < n && i + gap >= 0)
                a[i] = a[i] / 2 + a[i + gap] / 4;
    }
};

// Sizes and distances as the library has them.
class Wide
{
public:
    virtual ~Wide() = default;

    virtual void Run(float* v, size_t n, size_t delay) { kernel1D_Ring(v, n, delay); }

protected:
    void kernel1D_Ring(float* v, size_t n, size_t delay)
    {
        for (size_t i = delay; i < n; i++)
            v[i] = 0.25f * v[i] + 0.5f * v[i - delay];
    }
};

// Only even elements, which need even ones.
class EverySecond
{
public:
    virtual ~EverySecond() = default;

    virtual void Run([[vkmorph::size("n")]] int* a, int n, int k) { kernel1D_Even(a, n, k % 20); }

protected:
    void kernel1D_Even(int* a, int n, int k)
    {
        for (int i = 0; i < n; i += 2)
            if (i + 2 * k >= 0 && i + 2 * k < n)
                a[i] = a[i] / 3 + a[i + 2 * k] / 2 + i;
    }
};

// A schedule of words, each made of the one 16 before.
class Schedule
{
public:
    virtual ~Schedule() = default;

    virtual void Run(uint32_t* w, int n) { kernel1D_Expand(w, n); }

protected:
    void kernel1D_Expand(uint32_t* w, int n)
    {
        for (int i = 16; i < n; i++)
            w[i] = (w[i - 16] << 3) + (w[i - 16] >> 5) + uint32_t(i);
    }
};

// Elements with several members.
class Particles
{
public:
    struct Particle
    {
        float x, y;
        int age;
    };

    virtual ~Particles() = default;

    virtual void Run(Particle* p, int n, int k) { kernel1D_Follow(p, n, k); }

protected:
    void kernel1D_Follow(Particle* p, int n, int k)
    {
        for (int i = 0; i < n; i++) {
            int leader = i - k;
            if (leader < 0 || leader >= n)
                continue;
            p[i].x += 0.5f * (p[leader].y - p[i].x);
            p[i].y -= 0.25f * p[leader].x;
            p[i].age++;
        }
    }
};

// The delay is a member, and the loudest sample is kept.
class Tank
{
public:
    virtual ~Tank() = default;

    virtual void Run(float* t, int n, int delay)
    {
        m_delay = delay;
        m_peak = 0.0f;
        kernel1D_Run(t, n);
    }

protected:
    void kernel1D_Run(float* t, int n)
    {
        for (int i = 0; i < n; i++) {
            if (i >= m_delay && m_delay >= 0)
                t[i] -= 0.5f * t[i - m_delay];
            m_peak = std::max(m_peak, std::abs(t[i]));
        }
    }

    int m_delay = 0;
    float m_peak = 0.0f;
};

// Two taps, the second one twice as far.
class Taps
{
public:
    virtual ~Taps() = default;

    virtual void Run(int* t, int n, int k)
    {
        if (k >= 0)
            kernel1D_Taps(t, n, k);
    }

protected:
    void kernel1D_Taps(int* t, int n, int k)
    {
        for (int i = 2 * k; i < n; i++)
            t[i] = t[i] / 2 + t[i - k] / 4 - t[i - 2 * k] / 8;
    }
};

// An element changes, and looks once more.
class Twice
{
public:
    virtual ~Twice() = default;

    virtual void Run(int* a, int n, int d, int old)
    {
        if (d > 0)
            kernel1D_Look(a, n - d, d, old);
    }

protected:
    void kernel1D_Look(int* a, int n, int d, int old)
    {
        for (int i = 0; i < n; i++) {
            a[i] = a[i + d] - old;
            if (a[i] > 10)
                a[i] += a[i + d];
        }
    }
};

// A part of an array is made of another part, which may be the same.
class Segments
{
public:
    virtual ~Segments() = default;

    virtual void Run(float* a, int n, int from, int to) { kernel1D_Copy(a, n / 2, from % (n / 2 + 1), to % (n / 2 + 1)); }

protected:
    void kernel1D_Copy(float* a, int n, int from, int to)
    {
        for (int i = 0; i < n; i++)
            a[to + i] = 0.5f * a[from + i] + 1.0f;
    }
};

// Launched with growing distances, as prefix sums in place would be.
class History
{
public:
    virtual ~History() = default;

    virtual void Run(int* a, int n)
    {
        for (int d = 1; d < n; d *= 2)
            kernel1D_Add(a, n, d);
    }

protected:
    void kernel1D_Add(int* a, int n, int d)
    {
        for (int i = d; i < n; i++)
            a[i] += a[i - d] / 2;
    }
};

// Rows of a picture from the one above, as one loop.
class Blocks
{
public:
    virtual ~Blocks() = default;

    virtual void Run(int* picture, int w, int h) { kernel1D_Down(picture, w, w * h); }

protected:
    void kernel1D_Down(int* picture, int w, int n)
    {
        for (int i = w; i < n; i++) {
            int above = picture[i - w];
            for (int bit = 0; bit < 3; bit++)
                above = above / 2 + (above & 1);
            picture[i] = std::max(picture[i] / 2, above);
        }
    }
};

// Two taps that have nothing to do with each other.
class TwoTaps
{
public:
    virtual ~TwoTaps() = default;

    virtual void Run(int* t, int n, int k, int m)
    {
        if (k > 0 && m > 0)
            kernel1D_Taps(t, n, k + 3, m + 5);
    }

protected:
    void kernel1D_Taps(int* t, int n, int k, int m)
    {
        for (int i = std::max(k, m); i < n; i++)
            t[i] = t[i] / 2 + t[i - k] / 4 - t[i - m] / 8;
    }
};

// Elements from both sides, every third one, from the end.
class BothSides
{
public:
    virtual ~BothSides() = default;

    virtual void Run([[vkmorph::size("n")]] int* t, int n, int k, int m) { kernel1D_Mix(t, n, k, m); }

protected:
    void kernel1D_Mix(int* t, int n, int k, int m)
    {
        for (int i = n - 1; i >= 0; i -= 3) {
            int sum = i;
            if (i - 3 * k >= 0 && i - 3 * k < n)
                sum += t[i - 3 * k] / 2;
            if (i + 3 * m >= 0 && i + 3 * m < n)
                sum -= t[i + 3 * m] / 3;
            t[i] = sum;
        }
    }
};

// Rows of which the one before and the one before that are known.
class Waves
{
public:
    virtual ~Waves() = default;

    virtual void Run(float* w, size_t width, size_t rows) { kernel1D_Next(w, width, rows * width); }

protected:
    void kernel1D_Next(float* w, size_t width, size_t n)
    {
        for (size_t i = 2 * width; i < n; ++i)
            w[i] = 1.5f * w[i - width] - 0.75f * w[i - 2 * width];
    }
};

// Unsigned differences that are negative, and elements that are written twice.
class Changing
{
public:
    virtual ~Changing() = default;

    virtual void Run([[vkmorph::size("n")]] int* a, int n, size_t from, size_t to)
    {
        kernel1D_Between(a, size_t(n < 0 ? 0 : n), to % 50 - from % 50);
        kernel1D_Both(a, n, int(to % 20));
    }

protected:
    void kernel1D_Between(int* a, size_t n, size_t k)
    {
        for (size_t i = 0; i < n; i++)
            if (i + k < n)
                a[i] = a[i + k] * 3 + 1;
    }
    void kernel1D_Both(int* a, int n, int k)
    {
        for (int i = 0; i < n; i++) {
            a[i] = i;
            if (i + k < n)
                a[i + k] = 2 * i;
        }
    }
};

// Unsigned counters down, narrow ones, and what the host cannot count beside a sum.
class Ends
{
public:
    virtual ~Ends() = default;

    virtual void Run([[vkmorph::size("200")]] int* b, int k)
    {
        kernel1D_Back(b, k);
        kernel1D_Known(b, 200);
        kernel1D_Narrow(b);
        m_sum = 0;
        kernel1D_Sum(b, k + 100, 5 * k + 7);
    }

protected:
    void kernel1D_Back(int* a, int k)
    {
        if (k < 1)
            k = 1;
        for (int i = 0; i < 200; i += 3)
            if (i >= 3 * k)
                a[i] = a[i - 3 * k] / 2 + i;
    }
    void kernel1D_Known(int* a, unsigned n)
    {
        for (unsigned i = n; i-- > 0;)
            if (i + 70 < n)
                a[i] += a[i + 70] / 2;
    }
    void kernel1D_Narrow(int* b)
    {
        for (unsigned char i = 100; i < 200; ++i)
            b[i] += b[i - 100];
    }
    void kernel1D_Sum(int* b, int k, int m)
    {
        m_sum = 1;
        for (int i = 0; i < 200; i++) {
            if (i >= k && k > 0)
                b[i] -= b[i - k];
            if (i >= m && m > 0)
                b[i] -= b[i - m];
            m_sum += b[i];
        }
    }

    int m_sum = 0;
};
