#pragma once

namespace metric
{
struct Length
{
    float value;
};
inline Length operator+(Length a, Length b) { return {a.value + b.value}; }
inline float inMetres(Length l) { return l.value; }

inline namespace v2
{
constexpr float kFactor = 0.25f;
inline float scaled(float x) { return x * kFactor; }
} // namespace v2
} // namespace metric

namespace imperial
{
struct Length
{
    int feet;
    float inches;
};
inline Length operator+(Length a, Length b)
{
    Length sum{a.feet + b.feet, a.inches + b.inches};
    while (sum.inches >= 12.0f)
    {
        sum.inches -= 12.0f;
        sum.feet += 1;
    }
    return sum;
}
inline float inMetres(Length l) { return float(l.feet) * 0.25f + l.inches * 0.03125f; }
inline float scaled(float x) { return x * 4.0f; }
} // namespace imperial

namespace survey::field::detail
{
namespace us = imperial;

class Converter
{
public:
    using Metric = metric::Length;
    using Imperial = us::Length;

    virtual ~Converter() = default;
    virtual void Convert(const Metric* a, const Imperial* b, float* out, int n) noexcept;

protected:
    void kernel1D_Add(const Metric* a, const Imperial* b, float* out, int n) noexcept;
};
} // namespace survey::field::detail
