#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace synth {

struct Cell {
    int from, to;
    float scale;
};

class Grain {
public:
    explicit Grain(int seed);
    virtual ~Grain() = default;
    void SetTaps(const std::vector<float>& taps) { taps_ = taps; }

    virtual void Process(const float* in, float* out, int* picked, int n);
    virtual void Age(int years);

private:
    void kernel1D_Filter(const float* in, float* out, int n) const;
    void kernel1D_Pick(const float* in, int* picked, int n);
    void kernel1D_Age(int years);
    void kernel1D_Sum();
    static float Blend(const std::vector<float>& taps, const float* in, int at);
    int Find(const std::vector<Cell>& cells, int key) const;

    std::vector<float> taps_;
    std::vector<Cell> cells_;
    std::vector<uint8_t> lut_;
    std::vector<int> ages_, older_;
    long total_ = 0;
};

} // namespace synth
