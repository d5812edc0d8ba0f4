// Origin: written as a user would, before its first translation.
// Traits: explicit and partial specialisations, types and constants that depend on the type, enable_if, if constexpr.
// RUN: %check %s --class codec::Coder -- -std=c++17
#include "traits.h"

namespace codec
{
void Coder::kernel1D_Encode(const uint8_t* bytes, const int16_t* words, uint32_t* a, int32_t* b, int n)
{
    for (int i = 0; i < n; ++i)
    {
        const uint8_t byte = bytes[i];
        const int16_t word = words[i];
        const auto packed = Packer<uint8_t, 3>::Pack(byte, uint8_t(byte + 100));
        static_assert(std::is_same_v<decltype(packed), const uint32_t>);
        a[i] = packed * 3u + Half(Packer<uint8_t, 4, false>::Pack(byte, 7)) + Packer<uint8_t, 0>::Pack(byte, 9);
        b[i] = Packer<int16_t, 2>::Pack(word, 5) - Half(Packer<int16_t, 0, false>::Pack(word, -3)) + Traits<int16_t>::bits;
    }
}

void Coder::Encode(const uint8_t* bytes, const int16_t* words, uint32_t* a, int32_t* b, int n)
{
    kernel1D_Encode(bytes, words, a, b, n);
}
} // namespace codec
