// Origin: written as a user would.
// Updates whose element is not chosen by all loops, which reads other elements of the array as well: the order of the source
// counts. A table so small that it is worth it because there are few launches.
// RUN: %check --largest-size=40 %s --class=Warshall,InPlace,ColumnsAgain,MiddleLoop,TwoStatements,RowsInTime,RowInTime,Board -- -std=c++17
#include <algorithm>
#include <cstdint>

class Warshall
{
public:
    virtual ~Warshall() = default;
    virtual void Run(int* c, int n) { kernel3D_S(c, n); }

protected:
    void kernel3D_S(int* c, int n)
    {
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                    c[i * n + j] = std::min(c[i * n + j], (c[i * n + k] & 255) + (c[k * n + j] & 255));
    }
};

class InPlace
{
public:
    virtual ~InPlace() = default;
    virtual void Run(int* c, int n, int steps) { kernel3D_S(c, n, steps); }

protected:
    void kernel3D_S(int* c, int n, int steps)
    {
        for (int t = 0; t < steps; t++)
            for (int i = 1; i < n; ++i)
                for (int j = 1; j < n; ++j)
                    c[i * n + j] += (c[i * n + j - 1] ^ c[i * n - n + j]) & 7;
    }
};

class ColumnsAgain
{
public:
    virtual ~ColumnsAgain() = default;
    virtual void Run(int* a, int w, int h, int d) { kernel3D_S(a, w, h, d); }

protected:
    void kernel3D_S(int* a, int w, int h, int d)
    {
        for (int z = 0; z < d; z++)
            for (int y = 1; y < h; ++y)
                for (int x = 0; x < w; ++x)
                    a[y * w + x] += a[(y - 1) * w + x] & 3;
    }
};

class MiddleLoop
{
public:
    virtual ~MiddleLoop() = default;
    virtual void Run(int* c, const int* b, int w, int h, int n) { kernel3D_S(c, b, w, h, n); }

protected:
    void kernel3D_S(int* c, const int* b, int w, int h, int n)
    {
        for (int y = 0; y < h; y++)
            for (int k = 0; k < n; ++k)
                for (int x = 1; x < w; ++x)
                    c[y * w + x] += (c[y * w + x - 1] & 15) * (b[k] & 3);
    }
};

class TwoStatements
{
public:
    virtual ~TwoStatements() = default;
    virtual void Run(int* d, const int* cost, int w, int h, int steps) { kernel3D_S(d, cost, w, h, steps); }

protected:
    void kernel3D_S(int* d, const int* cost, int w, int h, int steps)
    {
        for (int t = 0; t < steps; t++)
            for (int y = 0; y < h - 1; ++y)
                for (int x = 0; x < w - 1; ++x)
                {
                    d[y * w + x] = std::min(d[y * w + x], (d[y * w + x + 1] & 1023) + (cost[y * w + x] & 15));
                    d[y * w + x] = std::min(d[y * w + x], (d[(y + 1) * w + x] & 1023) + (cost[y * w + x] & 15));
                }
    }
};

class RowsInTime
{
public:
    virtual ~RowsInTime() = default;
    virtual void Run(int* a, int* b, int w, int n, int steps) { kernel3D_S(a, b, w, n, steps); }

protected:
    void kernel3D_S(int* a, int* b, int w, int n, int steps)
    {
        for (int t = 0; t < steps; t++)
            for (int y = 0; y < n; ++y)
                for (int x = 1; x < w - 1; ++x)
                {
                    a[y * w + x] += b[(t * n + y) * w + x - 1] + b[(t * n + y) * w + x + 1];
                    b[((t + 1) * n + y) * w + x] = a[y * w + x] & 255;
                }
    }
};

class RowInTime
{
public:
    virtual ~RowInTime() = default;
    virtual void Run(int* a, int* b, int w, int n) { kernel2D_S(a, b, w, n); }

protected:
    void kernel2D_S(int* a, int* b, int w, int n)
    {
        for (int t = 0; t < n; ++t)
            for (int x = 0; x < w - 1; ++x)
            {
                a[x] += b[t * w + x + 1];
                b[(t + 1) * w + x] = a[x] & 255;
            }
    }
};

// A small table of the class.
class Board
{
public:
    virtual ~Board() = default;
    virtual void Run(const int* steps, int n) { kernel2D_Fill(steps, n); }
    int m_table[8][8] = {};

protected:
    void kernel2D_Fill(const int* steps, int n)
    {
        for (int y = 1; y < 8; ++y)
            for (int x = 1; x < 8; ++x)
                m_table[y][x] = std::max(m_table[y - 1][x], m_table[y][x - 1]) + (n > y ? steps[y] & 1 : 1);
    }
};
