// Samples of a sound: made louder, mixed, measured. With PLANTED the translation differs from the program.
#pragma once

#include <cstdint>

class Waves {
public:
  virtual ~Waves() = default;

  struct Frame {
    float left, right;
    int channel;
  };

  void SetGain(float gain) { m_gain = gain; }

  // One louder sample for each.
  virtual void Amplify(const float *samples, float *louder, uint32_t count);
  // How many samples are above a level.
  virtual int CountAbove(const float *samples, uint32_t count, float level);
  // Sums of the left sides of each channel's frames; there are two channels.
  virtual void Mix(const Frame *frames, float *mixed, uint32_t count);
  // Every `step`-th sample, from a table that nothing is known of.
  virtual void Pick(const float *table, float *picked, uint32_t count, uint32_t step);

protected:
  void kernel1D_Amplify(const float *samples, float *louder, uint32_t count);
  void kernel1D_CountAbove(const float *samples, uint32_t count, float level);
  void kernel1D_Mix(const Frame *frames, float *mixed, uint32_t count);
  void kernel1D_Pick(const float *table, float *picked, uint32_t count, uint32_t step);

private:
  float m_gain = 2.0f;
  float m_volume[2] = {1.0f, 0.5f};
  int m_above = 0;
};
