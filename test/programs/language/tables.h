#ifndef TABLES_H
#define TABLES_H

#include <cstddef>
#include <cstdint>

struct Waveform {
    int period;
    float level[4];
};

// A little synthesiser and the checksum of what it played.
class Synth {
public:
    Synth() = default;
    virtual ~Synth() = default;

    virtual void Play(const uint8_t* notes, float* wave, uint16_t* sums, size_t length);

private:
    void kernel1D_Wave(const uint8_t* notes, float* wave, size_t length) const;
    void kernel1D_Sums(const uint8_t* notes, uint16_t* sums, size_t length) const;

    static constexpr size_t kRows = 4;
    static constexpr int kBlend[kRows][3] = {{1, 2, 1}, {0, 4, 0}, {-1, 6, -1}, {3, -2, 3}};
    static constexpr Waveform kWaves[] = {
        {4, {0.0f, 1.0f, 0.0f, -1.0f}},
        {2, {0.5f, -0.5f}},
        {3, {-0.25f, 0.75f, -0.5f, 0.0f}},
    };
    static const int kOffsets[2];
};

#endif
