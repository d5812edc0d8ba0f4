// Origin: written as a user would, before its first translation.
// Rows that need the ones before them, and columns or rows that need nothing of each other.
// RUN: %check --largest-size=300 %s --class=HeatHistory,Knapsack,ColumnTotals,RowFilter,Elimination,SeamCost,Volume,Erosion,PathCounts,TimeSteps -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// All steps of a simulation, one row each.
class HeatHistory
{
public:
    virtual ~HeatHistory() = default;

    virtual void Run(float* u, int n, int steps) { kernel2D_Steps(u, n, steps); }

protected:
    void kernel2D_Steps(float* u, int n, int steps)
    {
        for (int t = 0; t < steps; ++t)
            for (int i = 1; i < n - 1; ++i)
                u[(t + 1) * n + i] =
                    u[t * n + i] + 0.2f * (u[t * n + i - 1] - 2.0f * u[t * n + i] + u[t * n + i + 1]);
    }
};

// The 0/1 knapsack: an item a row.
class Knapsack
{
public:
    virtual ~Knapsack() = default;

    virtual void Pack(const uint32_t* weight, [[vkmorph::size("items")]] const int* value, int* best, uint32_t items,
                      uint32_t capacity)
    {
        kernel2D_Table(weight, value, best, items, capacity);
    }

protected:
    void kernel2D_Table(const uint32_t* weight, const int* value, int* best, uint32_t items, uint32_t capacity)
    {
        for (uint32_t item = 0; item < items; ++item)
            for (uint32_t room = 0; room < capacity; ++room)
            {
                const uint32_t w = 1 + weight[item] % 8;
                int without = 0, with = 0;
                if (item > 0)
                    without = best[(item - 1) * capacity + room];
                if (room >= w)
                {
                    with = value[item] & 15;
                    if (item > 0)
                        with += best[(item - 1) * capacity + room - w];
                }
                best[item * capacity + room] = std::max(without, with);
            }
    }
};

// Each column is summed from the top down.
class ColumnTotals
{
public:
    virtual ~ColumnTotals() = default;

    virtual void Sum(int* a, int rows, int columns) { kernel2D_Sum(a, rows, columns); }

protected:
    void kernel2D_Sum(int* a, int rows, int columns)
    {
        for (int y = 1; y < rows; ++y)
            for (int x = 0; x < columns; ++x)
                a[y * columns + x] += a[(y - 1) * columns + x];
    }
};

// A filter along each row.
class RowFilter
{
public:
    virtual ~RowFilter() = default;

    virtual void Filter(const float* in, float* out, int width, int height) { kernel2D_Filter(in, out, width, height); }

    float m_a = 0.25f;

protected:
    void kernel2D_Filter(const float* in, float* out, int width, int height)
    {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
            {
                const float before = x > 0 ? out[y * width + x - 1] : in[y * width];
                out[y * width + x] = before + m_a * (in[y * width + x] - before);
            }
    }
};

// Many tridiagonal systems: forward, then backward.
class Elimination
{
public:
    virtual ~Elimination() = default;

    virtual void Solve(float* d, float* c, int systems, int n)
    {
        kernel2D_Forward(d, c, systems, n);
        kernel2D_Backward(d, c, systems, n);
    }

protected:
    void kernel2D_Forward(float* d, float* c, int systems, int n)
    {
        for (int i = 0; i < systems; ++i)
            for (int j = 0; j < n; ++j)
            {
                const float below = j > 0 ? c[i * n + j - 1] : 0.0f;
                const float left = j > 0 ? d[i * n + j - 1] : 0.0f;
                const float m = 1.0f / (4.0f - below);
                c[i * n + j] = m;
                d[i * n + j] = (d[i * n + j] - left) * m;
            }
    }
    void kernel2D_Backward(float* d, float* c, int systems, int n)
    {
        for (int i = 0; i < systems; ++i)
            for (int j = n - 2; j >= 0; --j)
                d[i * n + j] -= c[i * n + j] * d[i * n + j + 1];
    }
};

// The cheapest way down through an image.
class SeamCost
{
public:
    virtual ~SeamCost() = default;

    virtual void Costs(const float* energy, float* cost, int width, int height)
    {
        kernel2D_Costs(energy, cost, width, height);
    }

protected:
    void kernel2D_Costs(const float* energy, float* cost, int width, int height)
    {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
            {
                float above = 0.0f;
                if (y > 0)
                {
                    above = cost[(y - 1) * width + x];
                    if (x > 0)
                        above = std::min(above, cost[(y - 1) * width + x - 1]);
                    if (x + 1 < width)
                        above = std::min(above, cost[(y - 1) * width + x + 1]);
                }
                cost[y * width + x] = energy[y * width + x] + above;
            }
    }
};

// Layers of a volume, of which each smooths the one before.
class Volume
{
public:
    virtual ~Volume() = default;

    virtual void Spread(float* v, int n) { kernel3D_Spread(v, n); }

protected:
    void kernel3D_Spread(float* v, int n)
    {
        for (int z = 1; z < n; ++z)
            for (int y = 1; y < n - 1; ++y)
                for (int x = 1; x < n - 1; ++x)
                    v[(z * n + y) * n + x] += 0.1f * (v[((z - 1) * n + y) * n + x - 1] + v[((z - 1) * n + y) * n + x + 1] +
                                                      v[((z - 1) * n + y - 1) * n + x] + v[((z - 1) * n + y + 1) * n + x]);
    }
};

// Water that runs down a fixed terrain, row after row from the last one up; how much in all.
class Erosion
{
public:
    virtual ~Erosion() = default;

    virtual void Flow(const int* rain, int width, int height)
    {
        m_water.resize(width * height);
        m_most = 0;
        kernel2D_Flow(rain, width, height);
    }

    int m_most = 0;
    std::vector<int> m_water;

protected:
    void kernel2D_Flow(const int* rain, int width, int height)
    {
        for (int y = height - 1; y >= 0; --y)
            for (int x = 0; x < width; ++x)
            {
                int water = rain[y * width + x] & 7;
                if (y + 1 < height)
                {
                    const int left = x > 0 ? x - 1 : x;
                    water += m_water[(y + 1) * width + left] / 2 + m_water[(y + 1) * width + x] / 2;
                }
                m_water[y * width + x] = water;
                m_most = std::max(m_most, water);
            }
    }
};

// How many ways lead through a grid with walls.
class PathCounts
{
public:
    virtual ~PathCounts() = default;

    virtual void Count(const uint8_t* wall, uint32_t* paths, unsigned n) { kernel2D_Count(wall, paths, n); }

protected:
    void kernel2D_Count(const uint8_t* wall, uint32_t* paths, unsigned n)
    {
        for (unsigned i = 0; i < n; ++i)
            for (unsigned j = 0; j < n; ++j)
            {
                if (wall[i * n + j] > 200)
                {
                    paths[i * n + j] = 0;
                    continue;
                }
                uint32_t count = i + j == 0 ? 1u : 0u;
                if (i > 0)
                    count += paths[(i - 1) * n + j];
                if (j > 0)
                    count += paths[i * n + j - 1];
                paths[i * n + j] = count & 0xffffu;
            }
    }
};

// Steps in time around sweeps in place.
class TimeSteps
{
public:
    virtual ~TimeSteps() = default;

    virtual void Run(float* a, int n) { kernel3D_Run(a, n, 4); }

protected:
    void kernel3D_Run(float* a, int n, int steps)
    {
        for (int t = 0; t < steps; ++t)
            for (int i = 1; i < n - 1; ++i)
                for (int j = 1; j < n - 1; ++j)
                    a[i * n + j] = 0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] +
                                           a[(i + 1) * n + j]);
    }
};
