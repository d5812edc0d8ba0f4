// Origin: written as a user would.
// Tables whose iterations are a parameter apart, in both dimensions, loops down with an unsigned counter, and numbers that a test keeps below others.
// RUN: %check %s --class=UpwardTotals,Sweep,Summed,Capped --size=w=1,7,40 --size=h=1,5,40 --largest-size=40 -- -std=c++17
// RUN: %check %s --class=Echo,Dilated,Box --size=w=3,33 --size=h=3,21 --size=k=0,1,2,3 -- -std=c++17
// RUN: %check %s --class=TwoGuarded,TwoUnsigned --size=w=33 --size=h=21 --size=k=0,1,3 --size=m=0,2 -- -std=c++17
// RUN: %check %s --class=Shifted --size=w=3,33 --size=h=3,21 --arg k=-3..3 -- -std=c++17
#include <algorithm>
#include <cstdint>

// Each row has half of the one below it, from the bottom up.
class UpwardTotals
{
public:
    virtual ~UpwardTotals() = default;
    virtual void Run([[vkmorph::size("w * h")]] float* rows, unsigned w, unsigned h) { kernel2D_Up(rows, w, h); }

protected:
    void kernel2D_Up(float* rows, unsigned w, unsigned h)
    {
        for (unsigned y = h; y-- > 0;)
            for (unsigned x = 0; x < w; x++)
                if (y + 1 < h)
                    rows[y * w + x] += 0.5f * rows[(y + 1) * w + x];
    }
};

// From the last corner to the first.
class Sweep
{
public:
    virtual ~Sweep() = default;
    virtual void Run([[vkmorph::size("w * h")]] float* cells, unsigned w, unsigned h) { kernel2D_Back(cells, w, h); }

protected:
    void kernel2D_Back(float* cells, unsigned w, unsigned h)
    {
        for (unsigned y = h; y-- > 0;)
            for (unsigned x = w; x-- > 0;)
            {
                float v = cells[y * w + x];
                if (y + 1 < h)
                    v += 0.5f * cells[(y + 1) * w + x];
                if (x + 1 < w)
                    v += 0.25f * cells[y * w + x + 1];
                cells[y * w + x] = v;
            }
    }
};

// The cheapest way to the last corner.
class Summed
{
public:
    virtual ~Summed() = default;
    virtual void Run([[vkmorph::size("w * h")]] uint32_t* costs, uint32_t w, uint32_t h) { kernel2D_Least(costs, w, h); }

protected:
    void kernel2D_Least(uint32_t* costs, uint32_t w, uint32_t h)
    {
        for (uint32_t y = h; y-- > 0;)
            for (uint32_t x = w; x-- > 0;)
            {
                if (y + 1 == h && x + 1 == w)
                    continue;
                uint32_t best = UINT32_MAX;
                if (y + 1 < h)
                    best = std::min(best, costs[(y + 1) * w + x]);
                if (x + 1 < w)
                    best = std::min(best, costs[y * w + x + 1]);
                costs[y * w + x] += best;
            }
    }
};

// An echo of what lies k to the left and above.
class Echo
{
public:
    virtual ~Echo() = default;
    virtual void Run([[vkmorph::size("w * h")]] float* image, int w, int h, int k) { kernel2D_Echo(image, w, h, k); }

protected:
    void kernel2D_Echo(float* image, int w, int h, int k)
    {
        for (int y = k; y < h; y++)
            for (int x = k; x < w; x++)
                image[y * w + x] += 0.5f * image[(y - k) * w + x - k];
    }
};

// The same behind conditions, of three neighbours.
class Dilated
{
public:
    virtual ~Dilated() = default;
    virtual void Run([[vkmorph::size("w * h")]] int* field, int w, int h, int k) { kernel2D_Spread(field, w, h, k); }

protected:
    void kernel2D_Spread(int* field, int w, int h, int k)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                if (y >= k && x >= k)
                    field[y * w + x] = std::max(field[y * w + x], (field[(y - k) * w + x - k] & 1023) + 1);
    }
};

// A distance of either sign: earlier iterations, later ones, or the iteration itself.
class Shifted
{
public:
    virtual ~Shifted() = default;
    virtual void Run([[vkmorph::size("w * h")]] int* cells, int w, int h, int k) { kernel2D_Shift(cells, w, h, k); }

protected:
    void kernel2D_Shift(int* cells, int w, int h, int k)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                if (y >= k && y - k < h && x >= k && x - k < w)
                    cells[y * w + x] += cells[(y - k) * w + x - k] & 255;
    }
};

// Sums of every k-th element, above and to the left.
class Box
{
public:
    virtual ~Box() = default;
    virtual void Run([[vkmorph::size("w * h")]] uint32_t* table, unsigned w, unsigned h, unsigned k) { kernel2D_Sum(table, w, h, k); }

protected:
    void kernel2D_Sum(uint32_t* table, unsigned w, unsigned h, unsigned k)
    {
        for (unsigned y = k; y < h; y++)
            for (unsigned x = k; x < w; x++)
                table[y * w + x] += table[y * w + x - k] + table[(y - k) * w + x] - table[(y - k) * w + x - k];
    }
};

// No more rows and columns than there is room for: the elements follow from what is left.
class Capped
{
public:
    virtual ~Capped() = default;
    virtual void Run(int* rows, int w, int h)
    {
        if (w > 31)
            w = 31;
        if (3 <= h)
            h = 3;
        kernel2D_Fill(rows, w, h);
    }

protected:
    void kernel2D_Fill(int* rows, int w, int h)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                rows[y * w + x] += y - x;
    }
};

// Two distances: without the test around the launch, no order would be right for a k of 0 and any m.
class TwoGuarded
{
public:
    virtual ~TwoGuarded() = default;
    virtual void Run([[vkmorph::size("w * h")]] int* cells, int w, int h, int k, int m)
    {
        if (k > 0)
            kernel2D_Take(cells, w, h, k, m);
    }

protected:
    void kernel2D_Take(int* cells, int w, int h, int k, int m)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                if (y >= k && y - k < h && x >= m && x - m < w)
                    cells[y * w + x] += cells[(y - k) * w + x - m] & 255;
    }
};

// Of distances that are not negative, all lie on earlier diagonals, or are the iteration's own.
class TwoUnsigned
{
public:
    virtual ~TwoUnsigned() = default;
    virtual void Run([[vkmorph::size("w * h")]] uint32_t* cells, unsigned w, unsigned h, unsigned k, unsigned m) { kernel2D_Take(cells, w, h, k, m); }

protected:
    void kernel2D_Take(uint32_t* cells, unsigned w, unsigned h, unsigned k, unsigned m)
    {
        for (unsigned y = k; y < h; y++)
            for (unsigned x = m; x < w; x++)
                cells[y * w + x] += cells[(y - k) * w + x - m];
    }
};
