// Origin: written with the part of the compiler that it tests.
// Kernels that store structs, one after the other, in the same places: members, parts of members, elements of vectors and arrays. Nothing
// reads in between: barriers are those between writes, and the validation layer has to see writes.
// RUN: %check %s --class StructStores --size n=1,70 --variants=default,vulkan10 -- -std=c++17
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

struct Pair
{
    int32_t a;
    float b;
};
struct Deep
{
    Pair pairs[2];
    std::array<Pair, 2> more;
    uint8_t tag;
    bool on;
};
struct Wide
{
    double mean = 0;
    int64_t count = 0;
    Pair last = {0, 0};
};

class StructStores
{
public:
    virtual ~StructStores() = default;

    virtual void Fill(const int32_t *in, int32_t *out, uint32_t n)
    {
        kernel1D_Fill(in, n);
        kernel1D_Refill(in, n);
        kernel1D_Use(in, out, n);
    }
    virtual void Elements(const int32_t *in, Pair *pairs, Deep *deep, Wide *wide, uint32_t n)
    {
        kernel1D_Store(in, pairs, deep, wide, n);
        kernel1D_StoreAgain(in, pairs, deep, wide, n);
    }
    // Each element is written by its members, then as a whole, or the other way around.
    virtual void Twice(Pair *pairs, Deep *deep, Wide *wide, uint32_t n)
    {
        m_list.resize(n);
        kernel1D_Twice(pairs, deep, wide, n);
    }
    virtual void Vectors(const int32_t *in, int32_t *out, uint32_t n)
    {
        m_list.resize(n);
        m_deepList.resize(n);
        kernel1D_List(in, n);
        kernel1D_ListAgain(in, n);
        kernel1D_UseList(out, n);
    }
    virtual void Append(const int32_t *in, uint32_t n)
    {
        m_found.reserve(n);
        kernel1D_Find(in, n);
        kernel1D_Best(in, n);
    }
    virtual void Picture(Pair *pixels, uint32_t w, uint32_t h)
    {
        kernel2D_Clear(pixels, w, h);
        kernel2D_Draw(pixels, w, h);
        kernel2D_Frame(pixels, w, h);
    }

    Pair best = {-1, 0};
    std::vector<Pair> m_found;

protected:
    static Pair Make(int32_t a) { return {a, float(a) * 0.5f}; }
    static Deep MakeDeep(int32_t a)
    {
        Deep deep = {{Make(a), Make(a + 1)}, {{Make(a + 2), Make(a + 3)}}, uint8_t(a), a > 3};
        deep.pairs[a & 1].a += 100;
        return deep;
    }

    void kernel1D_Fill(const int32_t *in, uint32_t n)
    {
        m_pairs.fill(Pair{1, 2.0f});
        m_deeps.fill(Deep{{{1, 2}, {3, 4}}, {{{5, 6}, {7, 8}}}, 9, true});
        std::fill(m_raw, m_raw + 3, Make(4));
        m_wide = Wide{};
        m_deep = m_deeps[1];
        for (uint32_t i = 0; i < n; ++i)
            if (i < 4u)
                m_pairs[i] = Pair{in[i], float(i)};
        m_deep.pairs[1] = m_deep.pairs[0];
    }
    void kernel1D_Refill(const int32_t *in, uint32_t n)
    {
        m_deep.more.fill(Make(11));
        m_deep.pairs[0] = Make(12);
        m_wide.last = Make(13);
        m_raw[2] = {14, 15.0f};
        m_nested[1].fill({16, 8.0f});
        for (uint32_t i = 0; i < n; ++i)
            if (i < 2u)
            {
                m_deeps[i] = MakeDeep(in[i]);
                m_nested[0][i] = Make(in[i]);
            }
    }
    void kernel1D_Use(const int32_t *in, int32_t *out, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
            out[i] = in[i] + m_pairs[i & 3u].a + m_deep.more[i & 1u].a + m_deep.pairs[i & 1u].a + m_deeps[i & 1u].tag +
                     m_deeps[i & 1u].pairs[1].a + m_raw[i % 3u].a + int(m_wide.last.b) + m_nested[i & 1u][(i >> 1) & 1u].a + (m_deeps[1].on ? 1 : 0);
    }
    void kernel1D_Store(const int32_t *in, Pair *pairs, Deep *deep, Wide *wide, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            pairs[i] = Make(in[i]);
            deep[i] = MakeDeep(in[i]);
            wide[i] = {in[i] * 0.25, in[i], pairs[i]};
        }
    }
    void kernel1D_StoreAgain(const int32_t *in, Pair *pairs, Deep *deep, Wide *wide, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
            if (in[i] > 0)
            {
                pairs[i] = {in[i] * 2, 1.0f};
                deep[i].more = {{Make(1), Make(2)}};
                wide[i].last = Make(in[i] + 1);
            }
    }
    void kernel1D_Twice(Pair *pairs, Deep *deep, Wide *wide, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            pairs[i].a = int32_t(i);
            pairs[i].b = 1.0f;
            deep[i].pairs[0].a = 7;
            wide[i].mean = 1.0;
            m_list[i].a = 3;
        }
        for (uint32_t i = 0; i < n; ++i)
        {
            if (i % 2u)
                pairs[i] = Make(int32_t(i));
            deep[i] = MakeDeep(int32_t(i));
            wide[i] = {0.5, int64_t(i), Make(2)};
            m_list[i] = Make(5);
        }
        for (uint32_t i = 0; i < n; ++i)
            if (i % 3u)
            {
                deep[i].more.fill(Make(8));
                wide[i].last.a = 9;
            }
    }
    void kernel1D_List(const int32_t *in, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            m_list[i] = Make(in[i]);
            m_deepList[i] = MakeDeep(in[i]);
        }
    }
    void kernel1D_ListAgain(const int32_t *in, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
            if (in[i] % 2)
            {
                m_list[i] = Make(-in[i]);
                m_deepList[i].pairs[1] = Make(in[i] + 7);
            }
    }
    void kernel1D_UseList(int32_t *out, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
            out[i] = m_list[i].a + m_deepList[i].pairs[1].a + m_deepList[i].more[0].a;
    }
    void kernel1D_Find(const int32_t *in, uint32_t n)
    {
        m_found.clear();
        best = {-1, -1e30f};
        for (uint32_t i = 0; i < n; ++i)
            if (in[i] > 2)
                m_found.push_back(Make(in[i]));
    }
    void kernel1D_Best(const int32_t *in, uint32_t n)
    {
        for (uint32_t i = 0; i < n; ++i)
            if (float(in[i]) > best.b)
                best = {int32_t(i), float(in[i])};
    }
    void kernel2D_Clear(Pair *pixels, uint32_t w, uint32_t h)
    {
        for (uint32_t y = 0; y < h; ++y)
            for (uint32_t x = 0; x < w; ++x)
                pixels[y * w + x] = {};
    }
    void kernel2D_Draw(Pair *pixels, uint32_t w, uint32_t h)
    {
        for (uint32_t y = 0; y < h; ++y)
            for (uint32_t x = 0; x < w; ++x)
            {
                const Pair p = Make(int32_t(x + y));
                if ((x ^ y) & 1u)
                    pixels[y * w + x] = p;
            }
    }
    void kernel2D_Frame(Pair *pixels, uint32_t w, uint32_t h)
    {
        for (uint32_t y = 0; y < h; ++y)
            for (uint32_t x = 0; x < w; ++x)
                if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                    pixels[y * w + x] = Make(9);
    }

    std::array<Pair, 4> m_pairs{};
    std::array<std::array<Pair, 2>, 2> m_nested{};
    Pair m_raw[3] = {};
    Deep m_deep{};
    std::array<Deep, 2> m_deeps{};
    Wide m_wide;
    std::vector<Pair> m_list;
    std::vector<Deep> m_deepList;
};
