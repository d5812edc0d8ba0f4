// Origin: written as a user would, before its first translation; three sizes are stated since, as vkm2110 says.
// Control functions change the members by which their kernels count: in branches, in loops, in functions.
// RUN: %check --largest-size=200 %s --class=Pyramid,Halves,Passes,Growing,Cooling,Options,Swept,Retries,Margins,Chunks,Stops,Cursor -- -std=c++17
#include <algorithm>
#include <stdexcept>

// Each level has half of the width.
class Pyramid
{
public:
    virtual ~Pyramid() = default;

    virtual void Build([[vkmorph::size("n")]] float* a, int n)
    {
        m_width = n;
        while (m_width > 1) {
            m_width = (m_width + 1) / 2;
            m_level++;
            kernel1D_Shrink(a);
        }
    }

protected:
    void kernel1D_Shrink(float* a)
    {
        for (int i = 0; i < m_width; i++)
            a[i] = a[i] * 0.5f + 1.0f;
    }

    int m_width = 0, m_level = 0;
};

// One of two sizes.
class Halves
{
public:
    virtual ~Halves() = default;

    virtual void Run([[vkmorph::size("n")]] int* a, int n, bool half)
    {
        m_n = n;
        if (half)
            m_n = n / 2;
        kernel1D_Add(a);
    }
    virtual void Either([[vkmorph::size("n")]] int* a, int n, bool half)
    {
        if (half)
            m_n = n / 2;
        else
            m_n = n;
        kernel1D_Add(a);
        kernel1D_Add(a);
    }

protected:
    void kernel1D_Add(int* a)
    {
        for (int i = 0; i < m_n; i++)
            a[i] += m_n + i;
    }

    int m_n = 0;
};

// A counter of the class counts the passes.
class Passes
{
public:
    virtual ~Passes() = default;

    virtual void Run(int* a, int n, int passes)
    {
        for (m_pass = 0; m_pass < passes; m_pass++)
            kernel1D_Mix(a, n);
        m_total += passes;
    }

protected:
    void kernel1D_Mix(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 3 + m_pass;
    }

    int m_pass = 0, m_total = 0;
};

// Strides that double, within index functions.
class Growing
{
public:
    virtual ~Growing() = default;

    virtual void Run(const int* a, int* b, int n)
    {
        m_count = n;
        for (m_stride = 1; m_stride < m_count; m_stride *= 2) {
            kernel1D_Take(a, b);
        }
    }

protected:
    int Partner(int i) const { return Wrap(i + m_stride); }
    int Wrap(int i) const { return i < m_count ? i : i - m_count; }
    void kernel1D_Take(const int* a, int* b)
    {
        for (int i = 0; i < m_count; i++)
            b[i] = b[i] + a[Partner(i)];
    }

    int m_count = 0, m_stride = 0;
};

// A temperature that falls.
class Cooling
{
public:
    virtual ~Cooling() = default;

    virtual void Anneal(float* a, int n, float start)
    {
        m_temperature = start;
        while (m_temperature > 1.0f) {
            kernel1D_Step(a, n);
            m_temperature *= 0.5f;
        }
        kernel1D_Step(a, n);
    }

protected:
    void kernel1D_Step(float* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.75f + m_temperature;
    }

    float m_temperature = 8.0f;
};

// A switch says how much is done.
class Options
{
public:
    virtual ~Options() = default;

    virtual void Apply([[vkmorph::size("n")]] float* a, int n, int quality)
    {
        switch (quality) {
        case 0:
            m_samples = 1;
            break;
        case 1:
            m_samples = 4;
            m_scale = 0.25f;
            break;
        default:
            m_samples = 8;
        }
        m_n = n;
        kernel1D_Sample(a);
    }

protected:
    void kernel1D_Sample(float* a)
    {
        for (int i = 0; i < m_n; i++) {
            float sum = 0.0f;
            for (int s = 0; s < m_samples; s++)
                sum += a[i] * m_scale + float(s);
            a[i] = sum;
        }
    }

    int m_samples = 2, m_n = 0;
    float m_scale = 0.5f;
};

// Two loops, of which the inner one sets what the outer one reads.
class Swept
{
public:
    virtual ~Swept() = default;

    virtual void Sweep([[vkmorph::size("n")]] int* a, int n)
    {
        m_first = 0;
        m_last = n;
        while (m_first < m_last) {
            for (int k = 0; k < 2; k++) {
                m_color = (m_first + k) % 2;
                kernel1D_Relax(a, n);
            }
            m_first++;
            m_last--;
        }
    }

protected:
    void kernel1D_Relax(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            if (i >= m_first && i < m_last && i % 2 == m_color)
                a[i] += m_first + 1;
    }

    int m_first = 0, m_last = 0, m_color = 0;
};

// Leaves in the middle; the member is read by another function.
class Retries
{
public:
    virtual ~Retries() = default;

    virtual bool Run([[vkmorph::size("n")]] int* a, int n, int most)
    {
        m_tries = 0;
        if (n < 2)
            return false;
        while (true) {
            m_tries++;
            if (m_tries > most)
                return false;
            kernel1D_Add(a, n);
            if (m_tries * 3 > n)
                break;
        }
        return true;
    }
    virtual void Again([[vkmorph::size("n")]] int* a, int n) { kernel1D_Add(a, n); }

protected:
    void kernel1D_Add(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] += m_tries;
    }

    int m_tries = 5;
};

// Throws where the margin is too wide.
class Margins
{
public:
    virtual ~Margins() = default;

    virtual void Run([[vkmorph::size("n")]] const float* in, [[vkmorph::size("n")]] float* out, int n, int margin)
    {
        if (margin < 0)
            throw std::invalid_argument("margin");
        m_from = margin;
        m_to = n - margin;
        if (m_to < m_from)
            m_to = m_from = 0;
        kernel1D_Copy(in, out, n);
    }

protected:
    bool Inside(int i) const { return i >= m_from && i < m_to; }
    void kernel1D_Copy(const float* in, float* out, int n)
    {
        for (int i = 0; i < n; i++)
            out[i] = Inside(i) ? in[i] : 0.0f;
    }

    int m_from = 0, m_to = 0;
};

// Pieces of an array, the last one shorter.
class Chunks
{
public:
    virtual ~Chunks() = default;

    virtual void Run([[vkmorph::size("n")]] int* a, int n)
    {
        m_begin = 0;
        while (m_begin < n) {
            m_size = std::min(7, n - m_begin);
            kernel1D_Number(a, n);
            m_begin += m_size;
        }
    }

protected:
    void kernel1D_Number(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            if (i >= m_begin && i < m_begin + m_size)
                a[i] = i - m_begin;
    }

    int m_begin = 0, m_size = 0;
};

// What the device finds decides.
class Stops
{
public:
    virtual ~Stops() = default;

    virtual void Run(int* a, int n)
    {
        m_round = 0;
        m_sum = 0;
        do {
            m_round++;
            kernel1D_Sum(a, n);
            if (m_sum > 100)
                m_round = m_round + 2;
            kernel1D_Add(a, n);
        } while (m_round < 6);
    }

protected:
    void kernel1D_Sum(const int* a, int n)
    {
        for (int i = 0; i < n; i++)
            m_sum += a[i] & 3;
    }
    void kernel1D_Add(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] += m_round;
    }

    int m_round = 0, m_sum = 0;
};

// The member goes on from call to call.
class Cursor
{
public:
    virtual ~Cursor() = default;

    virtual void Run(int* a, int n, bool back)
    {
        if (back)
            m_at = 0;
        kernel1D_Add(a, n);
        m_at++;
        kernel1D_Add(a, n);
        if (m_at > 5)
            m_at = 1;
        m_at = m_at * 2;
    }

protected:
    void kernel1D_Add(int* a, int n)
    {
        for (int i = 0; i < n; i++)
            a[i] += i % (m_at + 1);
    }

    int m_at = 0;
};
