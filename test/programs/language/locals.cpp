// Origin: written as a user would.
// Locals: uninitialised ones, arrays in one and two dimensions, references, temporaries bound to const references,
// arrays passed by reference, structs copied and assigned.
// RUN: %check %s --class weather::Stations -- -std=c++17
#include "locals.h"

namespace weather {

static int Sum(const int (&values)[3])
{
    int sum = 0;
    for (int v = 0; v < 3; ++v)
        sum += values[v];
    return sum;
}

static void Rotate(int (&values)[3])
{
    int first = values[0];
    values[0] = values[1];
    values[1] = values[2];
    values[2] = first;
}

static void Transpose(int (&m)[3][3])
{
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < r; ++c)
        {
            int t = m[r][c];
            m[r][c] = m[c][r];
            m[c][r] = t;
        }
}

static Sample Mirrored(Sample s)
{
    s.temperature = -s.temperature;
    Rotate(s.wind);
    return s;
}

void Stations::kernel1D_Clean(const Sample *samples, Sample *cleaned, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
    {
        Sample copy = samples[i], other;
        const Sample &source = samples[i];
        const Sample &mirror = Mirrored(source);
        const int &limit = worst_.temperature + 5;
        int &wind = copy.wind[1];
        wind += limit;
        other = copy;
        other.temperature++;
        int &t = source.temperature > 20 ? other.temperature : copy.temperature;
        t *= 2;
        Rotate(other.wind);
        cleaned[i] = other;
        Sample &out = cleaned[i];
        out.wind[0] -= mirror.wind[2] + copy.temperature;
        out.temperature += mirror.temperature * Sum(weights_);
    }
}

void Stations::kernel1D_Code(const Sample *samples, const Sample *cleaned, int *codes, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
    {
        int best, where;
        int m[3][3] = {{1, 2}, {}, {7, 8, 9}}, scratch[3] = {};
        if (samples[i].temperature > 0)
            best = 1, where = 2;
        else
            best = where = 0;
        for (int r = 0; r < 3; ++r)
        {
            int inner;
            inner = samples[i].wind[r] * weights_[r];
            m[r][where] += inner;
            int (&row)[3] = m[r];
            row[(where + 1) % 3] -= r;
            scratch[r] = Sum(row);
        }
        Transpose(m);
        Rotate(m[1]);
        for (int r = 0; r < 3; ++r)
            best += (m[r][r] + 3 * Sum(m[r])) * (r + 1) + scratch[r];
        codes[i] = best + Sum(cleaned[i].wind) * 2 + Sum(worst_.wind);
    }
}

void Stations::Process(const Sample *samples, Sample *cleaned, int *codes, unsigned count)
{
    kernel1D_Clean(samples, cleaned, count);
    kernel1D_Code(samples, cleaned, codes, count);
}

} // namespace weather
