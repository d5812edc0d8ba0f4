// Origin: written as a user would, before its first translation.
// Control functions set the members by which their kernels count.
// RUN: %check --largest-size=300 %s --class=Image,Either,Halves,Doubling,Afterwards,Checked,TwoEntries,Helper,Area,Reassigned,Counted,Shrinks,Table,Sizes,Rounds -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>

// The usual way: sizes are kept, and the kernels read them.
class Image
{
public:
    virtual ~Image() = default;

    virtual void Run(const float* in, float* out, int w, int h)
    {
        m_width = w;
        m_height = h;
        kernel2D_Blur(in, out);
        kernel2D_Scale(out);
    }

protected:
    void kernel2D_Blur(const float* in, float* out)
    {
        for (int y = 0; y < m_height; y++)
            for (int x = 0; x < m_width; x++) {
                int left = std::max(x - 1, 0), right = std::min(x + 1, m_width - 1);
                out[y * m_width + x] = 0.5f * (in[y * m_width + left] + in[y * m_width + right]);
            }
    }
    void kernel2D_Scale(float* out)
    {
        for (int y = 0; y < m_height; y++)
            for (int x = 0; x < m_width; x++)
                out[y * m_width + x] *= float(m_width + 2 * m_height);
    }

    int m_width = 0, m_height = 0;
};

// One of two sizes.
class Either
{
public:
    virtual ~Either() = default;

    virtual void Run([[vkmorph::size("n")]] int* a, int n, bool half)
    {
        if (half)
            m_n = n / 2;
        else
            m_n = n;
        kernel1D_Add(a);
    }

protected:
    void kernel1D_Add(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += i;
    }

    int m_n = 0;
};

// One kernel, two sizes.
class Halves
{
public:
    virtual ~Halves() = default;

    virtual void Run(int* a, int n)
    {
        m_n = n;
        kernel1D_Add(a);
        m_n = n / 2;
        kernel1D_Add(a);
        m_n = m_n / 2 + 1;
    }

protected:
    void kernel1D_Add(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += m_n - i;
    }

    int m_n = 0;
};

// A stride that doubles.
class Doubling
{
public:
    virtual ~Doubling() = default;

    virtual void Run(int* a, int* b, int n)
    {
        m_count = n;
        for (int step = 1; step < n; step *= 2) {
            m_step = step;
            kernel1D_Add(a, b);
            kernel1D_Copy(a, b);
        }
    }

protected:
    void kernel1D_Add(const int* a, int* b)
    {
        for (int i = 0; i < m_count; i++)
            b[i] = a[i] + (i >= m_step ? a[i - m_step] / 2 : 0);
    }
    void kernel1D_Copy(int* a, const int* b)
    {
        for (int i = 0; i < m_count; i++)
            a[i] = b[i];
    }

    int m_count = 0, m_step = 0;
};

// The variable changes behind the assignment.
class Afterwards
{
public:
    virtual ~Afterwards() = default;

    virtual void Run(int* a, int n)
    {
        int k = n;
        m_n = k;
        k = k / 3;
        kernel1D_Add(a);
        m_shift = k;
        while (k > 2) {
            k = k / 2;
            kernel1D_Shift(a);
        }
    }

protected:
    void kernel1D_Add(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += m_n;
    }
    void kernel1D_Shift(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] ^= m_shift;
    }

    int m_n = 0, m_shift = 0;
};

// Leaves early.
class Checked
{
public:
    virtual ~Checked() = default;

    virtual bool Run(float* a, int n, int limit)
    {
        if (n < 2)
            return false;
        m_n = n;
        if (limit > 0) {
            m_limit = limit;
            kernel1D_Clamp(a);
        }
        return true;
    }

protected:
    void kernel1D_Clamp(float* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] = std::min(a[i], float(m_limit));
    }

    int m_n = 0, m_limit = 0;
};

// Two control functions, of which one relies on what the other one has set.
class TwoEntries
{
public:
    virtual ~TwoEntries() = default;

    virtual void First(int* a, int n)
    {
        m_bias = n;
        kernel1D_Add(a, n);
    }
    virtual void Again(int* a, int n) { kernel1D_Add(a, n); }

protected:
    void kernel1D_Add(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] += m_bias;
    }

    int m_bias = 3;
};

// A function reads the member, too.
class Helper
{
public:
    virtual ~Helper() = default;

    virtual void Run([[vkmorph::size("w * h")]] int* a, int w, int h)
    {
        m_w = w;
        kernel2D_Number(a, h);
    }

protected:
    int At(int x, int y) const { return y * m_w + x; }
    void kernel2D_Number(int* a, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < m_w; x++)
                a[At(x, y)] = At(y, x);
    }

    int m_w = 0;
};

// Made of other members.
class Area
{
public:
    virtual ~Area() = default;

    virtual void Run(int* a, int extra)
    {
        m_area = m_w * m_h + std::max(extra, 0);
        kernel1D_Fill(a);
        m_last = m_area;
    }

protected:
    void kernel1D_Fill(int* a)
    {
        for (int i = 0; i < m_area; i++)
            a[i] = i % m_w;
    }

    int m_w = 7, m_h = 5, m_area = 0, m_last = 0;
};

// The parameter changes.
class Reassigned
{
public:
    virtual ~Reassigned() = default;

    virtual void Run(int* a, int n)
    {
        n = n / 2;
        m_n = n;
        n = 3;
        kernel1D_Add(a, n);
    }

protected:
    void kernel1D_Add(int* a, int by)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += by;
    }

    int m_n = 0;
};

// A kernel counts, and the next one goes as far.
class Counted
{
public:
    virtual ~Counted() = default;

    virtual void Run(const int* a, [[vkmorph::size("n")]] int* b, int n)
    {
        m_positive = n;
        kernel1D_Copy(a, b);
        m_positive = 0;
        kernel1D_Count(a, n);
        kernel1D_Add(b);
    }

protected:
    void kernel1D_Copy(const int* a, int* b)
    {
        for (int i = 0; i < m_positive; i++)
            b[i] = a[i];
    }
    void kernel1D_Count(const int* a, int n)
    {
        for (int i = 0; i < n; i++)
            if (a[i] > 0)
                m_positive++;
    }
    void kernel1D_Add(int* b)
    {
        for (int i = 0; i < m_positive; i++)
            b[i] += m_positive;
    }

    int m_positive = 0;
};

// The kernel itself changes the member.
class Shrinks
{
public:
    virtual ~Shrinks() = default;

    virtual void Run([[vkmorph::size("n")]] int* a, int n)
    {
        m_n = n;
        for (int i = 0; i < 3; i++)
            kernel1D_Add(a);
    }

protected:
    void kernel1D_Add(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += i;
        m_n = m_n / 2;
    }

    int m_n = 0;
};

// A table of dynamic programming.
class Table
{
public:
    virtual ~Table() = default;

    virtual int Run(const int* a, const int* b, int* t, int n, int m)
    {
        m_rows = n;
        m_columns = m;
        m_best = 0;
        kernel2D_Fill(a, b, t);
        return m_best;
    }

protected:
    void kernel2D_Fill(const int* a, const int* b, int* t)
    {
        for (int i = 1; i < m_rows; i++)
            for (int j = 1; j < m_columns; j++) {
                int score = t[(i - 1) * m_columns + j - 1] + (a[i] == b[j] ? 2 : -1);
                score = std::max(score, std::max(t[(i - 1) * m_columns + j], t[i * m_columns + j - 1]) - 1);
                t[i * m_columns + j] = std::max(score, 0);
                m_best = std::max(m_best, t[i * m_columns + j]);
            }
    }

    int m_rows = 0, m_columns = 0, m_best = 0;
};

// Unsigned and 64-bit sizes.
class Sizes
{
public:
    virtual ~Sizes() = default;

    virtual void Run(uint16_t* a, size_t n, uint32_t offset)
    {
        size = n;
        first_ = std::min<uint32_t>(offset, uint32_t(n));
        kernel1D_Mask(a);
    }

protected:
    void kernel1D_Mask(uint16_t* a)
    {
        for (size_t i = first_; i < size; i++)
            a[i] = uint16_t(a[i] & (size + first_));
    }

    size_t size = 0;
    uint32_t first_ = 0;
};

// The kernel runs in a loop that also changes the member.
class Rounds
{
public:
    virtual ~Rounds() = default;

    virtual void Run(int* a, int n)
    {
        m_round = 5;
        for (int i = 0; i < 4; i++) {
            kernel1D_Add(a, n);
            m_round = i;
        }
    }

protected:
    void kernel1D_Add(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 3 + m_round;
    }

    int m_round = 0;
};
