// Origin: written as a user would, before its first translation.
// C++20 as its admirers write it: trailing returns, attributes, noexcept, deduced templates, digits, if with initialisers.
// RUN: %check %s --class audio::v3::Modern -- -std=c++20
#include "modern.h"

namespace audio::v3
{
auto Modern::kernel1D_Measure(const float* in, float* out, std::size_t n) const noexcept -> void
{
    for (auto i = std::size_t{0}; i < n; ++i)
    {
        const std::array taps{0.5f, -0.25f, 0.125f};
        auto acc = 0.0f;
        for (auto k = 0; const auto tap : {taps[0], taps[1], taps[2]})
            acc += tap * in[i] * Weight(++k);
        if (const auto x = static_cast<int>(in[i] * 8.0f); x > 3)
            acc += static_cast<float>(sumOf(x, 1, 2));
        else if (const std::pair limits(x - 1, 2.5f); limits.first < -4)
            acc -= limits.second;
        [[maybe_unused]] constexpr auto unused = 3;
        out[i] = acc;
    }
}

auto Modern::kernel1D_Largest(const std::int32_t* in, std::size_t n) noexcept -> void
{
    m_largest = -kBig;
    for (auto i = std::size_t{}; i != n; ++i)
        if (const auto masked = static_cast<std::int32_t>(static_cast<std::uint32_t>(in[i]) & kMask); masked > m_largest)
            m_largest = masked;
}

auto Modern::Measure(const float* in, float* out, std::size_t n) noexcept -> void
{
    kernel1D_Measure(in, out, n);
}

auto Modern::Largest(const std::int32_t* in, std::size_t n) noexcept -> std::int32_t
{
    kernel1D_Largest(in, n);
    return m_largest;
}
} // namespace audio::v3
