#pragma once
#include <cstdint>

enum class Flag : uint8_t
{
    None = 0,
    Wet = 1 << 0,
    Hot = 1 << 1,
    Moving = 1 << 2,
    All = Wet | Hot | Moving
};

constexpr Flag operator|(Flag a, Flag b) { return static_cast<Flag>(static_cast<uint8_t>(a) | static_cast<uint8_t>(b)); }
constexpr Flag operator&(Flag a, Flag b) { return static_cast<Flag>(static_cast<uint8_t>(a) & static_cast<uint8_t>(b)); }
constexpr Flag operator~(Flag a) { return static_cast<Flag>(~static_cast<uint8_t>(a)) & Flag::All; }
inline Flag& operator|=(Flag& a, Flag b) { return a = a | b; }
inline Flag& operator&=(Flag& a, Flag b) { return a = a & b; }
constexpr bool any(Flag a) { return a != Flag::None; }

class Flags
{
public:
    virtual ~Flags() = default;
    virtual void Update(Flag* flags, const float* heat, uint32_t n);
    virtual void Summary(const Flag* flags, uint32_t n);

protected:
    void kernel1D_Update(Flag* flags, const float* heat, uint32_t n);
    void kernel1D_Summary(const Flag* flags, uint32_t n);

    Flag m_ignored = Flag::Wet;
    Flag m_seen = Flag::None;
    unsigned m_counts[3] = {};
};
