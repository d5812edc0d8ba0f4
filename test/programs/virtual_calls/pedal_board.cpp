// Origin: written as a user would, before its first translation.
// Audio effects behind an interface in fixed arrays, some slots of which are empty.
// RUN: %check %s --class PedalBoard -- -std=c++17
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>

class Effect {
public:
  virtual ~Effect() = default;
  virtual float Process(float sample, int frame) const = 0;
  float Mix() const { return m_mix; }
  void SetMix(float mix) { m_mix = mix; }

protected:
  float m_mix = 1.0f;
};

class Drive : public Effect {
public:
  explicit Drive(float gain) : m_gain(gain) {}
  float Process(float sample, int) const override {
    const float x = sample * m_gain;
    return x / (1.0f + std::fabs(x));
  }

private:
  float m_gain;
};

class Tremolo : public Effect {
public:
  Tremolo(int period, float depth) : m_period(period), m_depth(depth) { SetMix(0.75f); }
  float Process(float sample, int frame) const override {
    const int phase = frame % m_period;
    const float ramp = float(phase < m_period / 2 ? phase : m_period - phase) / float(m_period);
    return sample * (1.0f - m_depth * ramp);
  }

private:
  int m_period;
  float m_depth;
};

class Crusher : public Effect {
public:
  explicit Crusher(int bits) : m_steps(1 << bits) {}
  float Process(float sample, int) const override { return float(int(sample * float(m_steps))) / float(m_steps); }

private:
  int m_steps;
};

/// Four slots for effects in a row, and two outputs that hear them.
class PedalBoard {
public:
  PedalBoard() : m_drive(3.0f), m_tremolo(64, 0.5f) {
    m_slots[0] = &m_drive;
    m_slots[2] = &m_tremolo;
    m_slots[3] = &m_drive;
    m_outputs[0] = std::make_unique<Crusher>(5);
    m_outputs[1] = std::make_unique<Tremolo>(16, 0.25f);
  }
  virtual ~PedalBoard() = default;

  virtual void Play(const float *in, float *left, float *right, int frames) { kernel1D_Play(in, left, right, frames); }

  void kernel1D_Play(const float *in, float *left, float *right, int frames) {
    for (int i = 0; i < frames; ++i) {
      float sample = in[i];
      for (const Effect *effect : m_slots) {
        if (!effect)
          continue;
        const float wet = effect->Process(sample, i);
        sample += (wet - sample) * effect->Mix();
      }
      left[i] = m_outputs[0]->Process(sample, i);
      right[i] = Through(1, sample, i);
    }
  }

private:
  float Through(size_t output, float sample, int frame) const { return m_outputs[output]->Process(sample, frame); }

  Drive m_drive;
  Tremolo m_tremolo;
  Effect *m_slots[4] = {};
  std::array<std::unique_ptr<Effect>, 2> m_outputs;
};
