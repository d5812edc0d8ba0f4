#pragma once
#include <cstdint>
#include <type_traits>

namespace codec
{
template <typename T> struct Traits;

template <> struct Traits<uint8_t>
{
    using Wide = uint32_t;
    static constexpr int bits = 8;
    static constexpr Wide mask = 0xffu;
};

template <> struct Traits<int16_t>
{
    using Wide = int32_t;
    static constexpr int bits = 15;
    static constexpr Wide mask = 0x7fff;
};

template <typename T, int Shift, bool Clip = true> struct Packer
{
    using Wide = typename Traits<T>::Wide;
    static Wide Pack(T a, T b)
    {
        Wide sum = Wide(a) + (Wide(b) << Shift);
        if constexpr (Clip)
            sum &= Traits<T>::mask;
        return sum;
    }
};

template <typename T, bool Clip> struct Packer<T, 0, Clip>
{
    using Wide = typename Traits<T>::Wide;
    static Wide Pack(T a, T b) { return a > b ? Wide(a) : Wide(b); }
};

class Coder
{
public:
    virtual ~Coder() = default;
    virtual void Encode(const uint8_t* bytes, const int16_t* words, uint32_t* a, int32_t* b, int n);

private:
    void kernel1D_Encode(const uint8_t* bytes, const int16_t* words, uint32_t* a, int32_t* b, int n);

    template <typename T, typename = std::enable_if_t<std::is_unsigned_v<T>>> static T Half(T x) { return x >> 1; }
    template <typename T, std::enable_if_t<std::is_signed_v<T>, int> = 0> static T Half(T x) { return x / 2; }
};
} // namespace codec
