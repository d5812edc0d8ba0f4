#pragma once
#include <array>
#include <cstdint>

namespace tracker {

struct Hit {
    int16_t layer;
    int16_t side;
    float charge;
};

struct Fit {
    int hits;
    float slope, offset;
};

class Tracker {
public:
    virtual ~Tracker() = default;
    virtual void Reconstruct(const Hit* hits, Hit* aligned, Fit* fits, int* codes, unsigned count);

private:
    void kernel1D_Align(const Hit* hits, Hit* aligned, unsigned count) const;
    void kernel1D_Fit(const Hit* hits, Fit* fits, unsigned count) const;
    void kernel1D_Code(const Hit* hits, int* codes, unsigned count) const;

    static Fit Line(float a, float b) { return {2, b - a, a}; }
    static std::array<int, 3> Digits(int value);

    Hit shifts_[3] = {{1, 2, 0.5f}, {-1, 4, 0.25f}, {3, -3, -1.0f}};
    int weights_[2] = {3, 5};
};

} // namespace tracker
