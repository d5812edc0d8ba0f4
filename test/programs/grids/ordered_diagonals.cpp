// Origin: written as a user would, before its first translation.
// Tables of which each element needs the ones to the left and above: they run by diagonals.
// RUN: %check --largest-size=200 %s --class=CommonSubsequence,EditDistance,LocalAlignment,TimeWarp,Relaxation,NinePoints,IntegralImage,Palindromes,ThreeStrings -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <cmath>
#include <vector>

// The longest common subsequence, with a frame of zeros.
class CommonSubsequence
{
public:
    virtual ~CommonSubsequence() = default;

    virtual void Fill(const int* a, const int* b, int n, int m, [[vkmorph::size("(n + 1) * (m + 1)")]] int* length)
    {
        kernel1D_Left(length, n, m);
        kernel1D_Top(length, m);
        kernel2D_Table(a, b, n, m, length);
    }

protected:
    void kernel1D_Left(int* length, int n, int m)
    {
        for (int i = 0; i <= n; ++i)
            length[i * (m + 1)] = 0;
    }
    void kernel1D_Top(int* length, int m)
    {
        for (int j = 1; j <= m; ++j)
            length[j] = 0;
    }
    void kernel2D_Table(const int* a, const int* b, int n, int m, int* length)
    {
        for (int i = 1; i <= n; ++i)
            for (int j = 1; j <= m; ++j)
            {
                if ((a[i - 1] & 3) == (b[j - 1] & 3))
                    length[i * (m + 1) + j] = length[(i - 1) * (m + 1) + j - 1] + 1;
                else
                    length[i * (m + 1) + j] =
                        std::max(length[(i - 1) * (m + 1) + j], length[i * (m + 1) + j - 1]);
            }
    }
};

// Levenshtein's distance: the class keeps the table.
class EditDistance
{
public:
    EditDistance() { Resize(30, 40); }
    virtual ~EditDistance() = default;

    void Resize(int rows, int columns)
    {
        m_rows = rows;
        m_columns = columns;
        m_table.resize((rows + 1) * (columns + 1));
    }
    virtual int Distance(const uint8_t* from, const uint8_t* to)
    {
        kernel2D_Frame();
        kernel2D_Table(from, to);
        return m_table[m_rows * (m_columns + 1) + m_columns];
    }

protected:
    int At(int row, int column) const { return row * (m_columns + 1) + column; }

    void kernel2D_Frame()
    {
        for (int row = 0; row <= m_rows; ++row)
            for (int column = 0; column <= m_columns; ++column)
                m_table[At(row, column)] = row + column;
    }
    void kernel2D_Table(const uint8_t* from, const uint8_t* to)
    {
        for (int row = 1; row <= m_rows; ++row)
            for (int column = 1; column <= m_columns; ++column)
            {
                const int change = (from[row - 1] % 4) == (to[column - 1] % 4) ? 0 : 1;
                const int insert = m_table[At(row, column - 1)] + 1;
                const int remove = m_table[At(row - 1, column)] + 1;
                const int replace = m_table[At(row - 1, column - 1)] + change;
                m_table[At(row, column)] = std::min(replace, std::min(insert, remove));
            }
    }

    int m_rows = 0, m_columns = 0;
    std::vector<int> m_table;
};

// Smith and Waterman's scores of a local alignment, and the best of them.
class LocalAlignment
{
public:
    virtual ~LocalAlignment() = default;

    virtual void Score(const uint32_t* a, const uint32_t* b, uint32_t n, uint32_t m,
                       [[vkmorph::size("(n + 1) * (m + 1)")]] int* h)
    {
        m_best = 0;
        kernel2D_Clear(h, n, m);
        kernel2D_Fill(a, b, n, m, h);
    }

    int m_best = 0;
    int m_match = 3, m_gap = 2;

protected:
    void kernel2D_Clear(int* h, uint32_t n, uint32_t m)
    {
        for (uint32_t i = 0; i <= n; ++i)
            for (uint32_t j = 0; j <= m; ++j)
                h[i * (m + 1) + j] = 0;
    }
    void kernel2D_Fill(const uint32_t* a, const uint32_t* b, uint32_t n, uint32_t m, int* h)
    {
        for (uint32_t i = 1; i <= n; ++i)
            for (uint32_t j = 1; j <= m; ++j)
            {
                const uint32_t at = i * (m + 1) + j;
                int score = h[at - m - 2] + ((a[i - 1] & 3u) == (b[j - 1] & 3u) ? m_match : -m_match);
                score = std::max(score, h[at - m - 1] - m_gap);
                score = std::max(score, h[at - 1] - m_gap);
                score = std::max(score, 0);
                h[at] = score;
                m_best = std::max(m_best, score);
            }
    }
};

// Dynamic time warping.
class TimeWarp
{
public:
    virtual ~TimeWarp() = default;

    virtual void Warp(const float* x, const float* y, int n, float* cost) { kernel2D_Cost(x, y, n, cost); }

protected:
    void kernel2D_Cost(const float* x, const float* y, int n, float* cost)
    {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
            {
                const float distance = std::fabs(x[i] - y[j]);
                float before = 0.0f;
                if (i > 0 && j > 0)
                    before = std::min(cost[(i - 1) * n + j - 1],
                                      std::min(cost[(i - 1) * n + j], cost[i * n + j - 1]));
                else if (i > 0)
                    before = cost[(i - 1) * n + j];
                else if (j > 0)
                    before = cost[i * n + j - 1];
                cost[i * n + j] = distance + before;
            }
    }
};

// Gauss and Seidel's sweeps, in place.
class Relaxation
{
public:
    virtual ~Relaxation() = default;

    virtual void Relax(float* u, const float* f, int width, int height, int sweeps)
    {
        for (int sweep = 0; sweep < sweeps; ++sweep)
            kernel2D_Sweep(u, f, width, height);
    }

protected:
    void kernel2D_Sweep(float* u, const float* f, int width, int height)
    {
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x)
                u[y * width + x] = 0.25f * (u[y * width + x - 1] + u[y * width + x + 1] + u[(y - 1) * width + x] +
                                            u[(y + 1) * width + x] - f[y * width + x]);
    }
};

// All eight neighbours, some of which have been computed already.
class NinePoints
{
public:
    virtual ~NinePoints() = default;

    virtual void Smooth(float* a, int n) { kernel2D_Step(a, n); }

protected:
    void kernel2D_Step(float* a, int n)
    {
        for (int i = 1; i < n - 1; ++i)
            for (int j = 1; j < n - 1; ++j)
            {
                float sum = 0.0f;
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                        sum += a[(i + dy) * n + j + dx];
                a[i * n + j] = sum / 9.0f;
            }
    }
};

// Sums of all that is above and to the left.
class IntegralImage
{
public:
    virtual ~IntegralImage() = default;

    virtual void Sum(const uint8_t* image, uint32_t* sums, int width, int height)
    {
        kernel2D_Sum(image, sums, width, height);
    }

protected:
    void kernel2D_Sum(const uint8_t* image, uint32_t* sums, int width, int height)
    {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
            {
                uint32_t sum = image[y * width + x];
                if (x > 0)
                    sum += sums[y * width + x - 1];
                if (y > 0)
                    sum += sums[(y - 1) * width + x];
                if (x > 0 && y > 0)
                    sum -= sums[(y - 1) * width + x - 1];
                sums[y * width + x] = sum;
            }
    }
};

// Rows from the last one up, of which only the part behind the diagonal counts.
class Palindromes
{
public:
    virtual ~Palindromes() = default;

    virtual void Find(const int* text, int* longest, int n)
    {
        kernel2D_Clear(longest, n);
        kernel2D_Table(text, longest, n);
    }

protected:
    void kernel2D_Clear(int* longest, int n)
    {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                longest[i * n + j] = i == j ? 1 : 0;
    }
    void kernel2D_Table(const int* text, int* longest, int n)
    {
        for (int i = n - 2; i >= 0; --i)
            for (int j = i + 1; j < n; ++j)
                longest[i * n + j] = (text[i] & 1) == (text[j] & 1)
                                         ? longest[(i + 1) * n + j - 1] + 2
                                         : std::max(longest[(i + 1) * n + j], longest[i * n + j - 1]);
    }
};

// Three dimensions at once.
class ThreeStrings
{
public:
    virtual ~ThreeStrings() = default;

    virtual void Fill(const int* a, const int* b, const int* c, int* table, int n) { kernel3D_Fill(a, b, c, table, n); }

protected:
    void kernel3D_Fill(const int* a, const int* b, const int* c, int* table, int n)
    {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                for (int k = 0; k < n; ++k)
                {
                    const int at = (i * n + j) * n + k;
                    int best = 0;
                    if (i > 0)
                        best = std::max(best, table[at - n * n]);
                    if (j > 0)
                        best = std::max(best, table[at - n]);
                    if (k > 0)
                        best = std::max(best, table[at - 1]);
                    table[at] = best + (((a[i] ^ b[j]) & 3) == (c[k] & 3) ? 1 : 0);
                }
    }
};
