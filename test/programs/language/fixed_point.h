#pragma once
#include <cstdint>

template <int Fraction> class Fixed
{
public:
    constexpr Fixed() = default;
    constexpr Fixed(int whole) : m_raw(whole * (1 << Fraction)) {}
    constexpr explicit Fixed(float x) : m_raw(static_cast<int32_t>(x * float(1 << Fraction))) {}

    static constexpr Fixed FromRaw(int32_t raw)
    {
        Fixed f;
        f.m_raw = raw;
        return f;
    }
    constexpr int32_t Raw() const { return m_raw; }
    constexpr explicit operator float() const { return float(m_raw) / float(1 << Fraction); }

    friend constexpr Fixed operator+(Fixed a, Fixed b) { return FromRaw(a.m_raw + b.m_raw); }
    friend constexpr Fixed operator-(Fixed a, Fixed b) { return FromRaw(a.m_raw - b.m_raw); }
    friend constexpr Fixed operator*(Fixed a, Fixed b)
    {
        return FromRaw(static_cast<int32_t>((static_cast<int64_t>(a.m_raw) * b.m_raw) >> Fraction));
    }
    constexpr Fixed& operator*=(Fixed b) { return *this = *this * b; }
    constexpr Fixed operator-() const { return FromRaw(-m_raw); }
    friend constexpr bool operator<(Fixed a, Fixed b) { return a.m_raw < b.m_raw; }
    friend constexpr bool operator==(Fixed a, Fixed b) { return a.m_raw == b.m_raw; }

private:
    int32_t m_raw = 0;
};

using Q16 = Fixed<16>;
constexpr Q16 operator""_q(unsigned long long x) { return Q16(static_cast<int>(x)); }
constexpr Q16 operator""_q(long double x) { return Q16(static_cast<float>(x)); }

class FixedPoint
{
public:
    virtual ~FixedPoint() = default;
    virtual void Filter(const Q16* in, Q16* out, int n);

protected:
    void kernel1D_Filter(const Q16* in, Q16* out, int n);

    Q16 m_gain{2};
    Fixed<8> m_coarse = Fixed<8>(1.5f);
};
