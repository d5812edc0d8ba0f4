#pragma once
#include <array>
#include <cstdint>

namespace crc
{
constexpr std::array<uint32_t, 256> MakeTable(uint32_t polynomial)
{
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i)
    {
        uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1u) != 0 ? (value >> 1) ^ polynomial : value >> 1;
        table[i] = value;
    }
    return table;
}

template <unsigned Rows, unsigned Columns> struct Binomials
{
    unsigned v[Rows][Columns];
    constexpr Binomials() : v{}
    {
        for (unsigned n = 0; n < Rows; ++n)
            for (unsigned k = 0; k < Columns; ++k)
                v[n][k] = k == 0 ? 1 : n == 0 ? 0 : v[n - 1][k - 1] + v[n - 1][k];
    }
};

class Checker
{
public:
    virtual ~Checker() = default;
    virtual void Check(const uint32_t* words, uint32_t* sums, int n);
    virtual void Choose(const uint8_t* from, unsigned* ways, int n);

private:
    void kernel1D_Check(const uint32_t* words, uint32_t* sums, int n);
    void kernel1D_Choose(const uint8_t* from, unsigned* ways, int n);

    static constexpr std::array<uint32_t, 256> kTable = MakeTable(0xEDB88320u);
    static constexpr Binomials<10, 6> kBinomials{};
    inline static constexpr uint8_t kOrder[2][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
};
} // namespace crc
