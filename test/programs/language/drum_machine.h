// A drum machine: patterns as std::array, accents as std::pair.
#pragma once
#include <array>
#include <cstdint>
#include <utility>

class DrumMachine
{
  public:
    struct Hit
    {
        int drum;
        float level;
    };
    using Step = std::pair<int, float>;
    using Bar = std::array<Hit, 4>;

    virtual ~DrumMachine() = default;
    virtual void Play(const Bar* bars, float* out, int count);
    virtual void Shift(std::array<uint8_t, 3>* triplets, int count);
    float Loudest() const { return loudest; }

  private:
    void kernel1D_Play(const Bar* bars, float* out, int count);
    void kernel1D_Shift(std::array<uint8_t, 3>* triplets, int count);
    static float Mix(const std::array<float, 4>& levels, float swing);
    Step Accent(const Hit& hit, int beat) const;

    std::array<float, 4> gains = {0.5f, 0.25f, 0.125f, 1.0f};
    std::array<std::array<int, 2>, 3> swing{{{1, 2}, {3, 4}, {5, 6}}};
    float loudest = 0.0f;
};
