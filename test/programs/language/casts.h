#pragma once
#include <cstdint>

enum Level : int8_t { kLow = -1, kMid, kHigh };

struct Celsius
{
    float degrees;
    explicit operator float() const { return degrees; }
    operator int() const { return static_cast<int>(degrees * 2.0f); }
    explicit operator bool() const { return degrees > 0.0f; }
};

class Casts
{
public:
    virtual ~Casts() {}
    virtual void Convert(const double* d, const int64_t* wide, const uint8_t* bytes, int32_t* out, int n);
    virtual void Temper(const Celsius* c, float* f, int n);

protected:
    void kernel1D_Convert(const double* d, const int64_t* wide, const uint8_t* bytes, int32_t* out, int n);
    void kernel1D_Temper(const Celsius* c, float* f, int n);
};
