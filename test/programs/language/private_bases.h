// Origin: written with the part of the compiler that it tests.
#pragma once
#include <vector>

class Calibration
{
public:
    int m_bias = 3;
    std::vector<int> m_steps = {2, 5, 11};

protected:
    unsigned m_rounds = 2;
    struct
    {
        int low = -40;
        int high = 90;
    } m_range;

private:
    int m_serial = 17;
    friend class Gauge;
};

// Nothing below may name what Calibration has, nor convert to it.
class Instrument : private Calibration
{
public:
    virtual ~Instrument() = default;

protected:
    int Bias() const { return m_bias; }
    int m_reading = 1;
};

class Offsets
{
public:
    int m_first = 4;
    int m_last = 9;
};

class Gauge : public Instrument, private Offsets
{
public:
    virtual int Measure(int* values, int n)
    {
        int step = m_first;
        for (int round = 0; round < m_last; round += step)
            kernel1D_Shift(values, n, round + m_reading);
        if (m_first < m_last)
            kernel1D_Clamp(values, n);
        return m_last - m_first + m_total;
    }
    virtual int Limit() const { return m_last; }

private:
    void kernel1D_Shift(int* values, int n, int by)
    {
        for (int i = 0; i < n; i++)
            values[i] += by * m_first;
    }
    void kernel1D_Clamp(int* values, int n)
    {
        m_total = 0;
        for (int i = 0; i < n; i++)
        {
            if (values[i] > 10 * m_last)
                values[i] = 10 * m_last + Bias();
            m_total += values[i];
        }
    }
    int m_total = 0;
};

// Below the class whose base is private, and in the class itself.
class Scale : private Calibration
{
public:
    virtual ~Scale() = default;
    virtual int Weigh(int* values, int n)
    {
        for (unsigned round = 0; round < m_rounds; round++)
            kernel1D_Add(values, n);
        return m_bias * m_range.high + int(m_steps.size());
    }

private:
    void kernel1D_Add(int* values, int n)
    {
        for (int i = 0; i < n; i++)
            if (values[i] > m_range.low)
                values[i] += m_steps[unsigned(i) % 3u] + m_bias;
    }
};

// Objects of classes with private bases: one that callers give, and one that is a member.
class Plane
{
public:
    std::vector<int> m_cells = std::vector<int>(300, 2);
    int m_width = 4;
};

class Sheet : private Plane
{
public:
    int Width() const { return m_width; }
    int& Cell(int i) { return m_cells[i]; }
    int Cell(int i) const { return m_cells[i]; }
};

class Press
{
public:
    virtual ~Press() = default;
    virtual void Print(const Sheet& from, Sheet& to, int n)
    {
        for (int k = 0; k < from.Width() + m_sheet.Width(); k++)
            kernel1D_Print(from, to, n, k);
    }

private:
    void kernel1D_Print(const Sheet& from, Sheet& to, int n, int k)
    {
        for (int i = 0; i < n; i++)
            to.Cell(i) = from.Cell(i) * (k + 1) + m_sheet.Cell(i % 7) - to.Width();
    }
    Sheet m_sheet;
};
