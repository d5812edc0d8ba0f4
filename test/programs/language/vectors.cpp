// Origin: written as a user would.
// std::vector members: read and written by index, size() as a bound, range-for, passed on by reference to const.
// RUN: %check %s --class Grain -- -std=c++17
#include "vectors.h"

namespace synth {

Grain::Grain(int seed) : taps_{0.5f, 0.25f, -0.125f}, lut_(64, uint8_t(7)), ages_(100), older_(100, -1) {
    for (int i = 0; i < 6; i++)
        cells_.push_back({i * 10 - 25, i * 10 - 15, 0.5f * float(i)});
    for (std::size_t i = 0; i < lut_.size(); i += 2)
        lut_[i] = uint8_t(i * 5 + unsigned(seed));
    for (std::size_t i = 0; i < ages_.size(); i++)
        ages_[i] = int(i * 37 % 100) - 20;
}

float Grain::Blend(const std::vector<float>& taps, const float* in, int at) {
    float sum = 0.0f;
    for (int k = 0; k < int(taps.size()); k++)
        sum += taps[k] * in[at - k];
    return sum;
}

int Grain::Find(const std::vector<Cell>& cells, int key) const {
    int index = 0;
    for (const Cell& cell : cells) {
        if (key >= cell.from && key < cell.to)
            return index;
        ++index;
    }
    return cells.empty() ? -1 : int(cells.size() - 1);
}

void Grain::kernel1D_Filter(const float* in, float* out, int n) const {
    const int last = int(taps_.size()) - 1;
    for (int i = 0; i < n; i++) {
        float most = taps_.front();
        for (auto tap : taps_)
            most = tap > most ? tap : most;
        out[i] = i < last ? in[i] * most : Blend(taps_, in, i);
    }
}

void Grain::kernel1D_Pick(const float* in, int* picked, int n) {
    for (int i = 0; i < n; i++) {
        const float x = in[i] < -3.0f ? -3.0f : in[i] > 4.0f ? 4.0f : in[i];
        const int at = Find(cells_, int(x * 8.0f));
        const Cell& cell = cells_[at];
        picked[i] = cell.to * 1000 + lut_[unsigned(i) % lut_.size()] + (cell.scale > 1.0f ? at : lut_.back());
    }
}

void Grain::kernel1D_Age(int years) {
    for (std::size_t i = 0; i < ages_.size(); i++) {
        older_[i] = ages_[i];
        ages_[i] = ages_[i] > 60 ? lut_[i % 64] % 50 : ages_[i] + years % 8;
    }
}

void Grain::kernel1D_Sum() {
    total_ = 0;
    for (std::size_t i = 0; i < older_.size(); i++)
        total_ += older_[i] * int(i) - ages_[i];
}

void Grain::Process(const float* in, float* out, int* picked, int n) {
    kernel1D_Filter(in, out, n);
    kernel1D_Pick(in, picked, n);
}

void Grain::Age(int years) {
    kernel1D_Age(years);
    kernel1D_Sum();
}

} // namespace synth
