#pragma once
#include <array>
#include <vector>

class Windows
{
public:
    virtual ~Windows() = default;
    virtual void Median(const float* in, float* out, int n);
    virtual void Weigh(const float* in, float* out, int n);

protected:
    void kernel1D_Median(const float* in, float* out, int n);
    void kernel1D_Weigh(const float* in, float* out, int n);

    template <class It, class F> static void Each(It first, It last, F&& f)
    {
        for (; first != last; ++first)
            f(*first);
    }
    template <class It, class T> static T Sum(It first, It last, T start)
    {
        Each(first, last, [&start](const auto& x) { start += x; });
        return start;
    }

    std::vector<float> m_weights = {0.5f, 0.25f, 0.125f, 1.0f};
    std::array<double, 3> m_bias = {1.0, 2.0, -0.5};
};
