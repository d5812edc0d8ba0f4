#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace audio::v3
{
template <typename... Ts> constexpr auto sumOf(Ts... xs) noexcept { return (xs + ... + 0); }

class Modern
{
public:
    Modern() noexcept = default;
    virtual ~Modern() = default;
    Modern(const Modern&) = delete;
    auto operator=(const Modern&) -> Modern& = delete;

    virtual auto Measure(const float* in, float* out, std::size_t n) noexcept -> void;
    [[nodiscard]] virtual auto Largest(const std::int32_t* in, std::size_t n) noexcept -> std::int32_t;

protected:
    auto kernel1D_Measure(const float* in, float* out, std::size_t n) const noexcept -> void;
    auto kernel1D_Largest(const std::int32_t* in, std::size_t n) noexcept -> void;
    [[nodiscard]] static constexpr auto Weight(int k) noexcept -> float { return 0x1p-3f * static_cast<float>(k); }

    std::int32_t m_largest{};
    static inline constexpr auto kMask = 0b1010'1010u;
    static inline constexpr auto kBig = 1'000'000;
};
} // namespace audio::v3
