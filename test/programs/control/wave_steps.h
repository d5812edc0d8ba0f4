#pragma once
#include <vector>

// A wave on a string with several small steps for each picture; its members stay on the device.
class WaveSteps {
public:
  explicit WaveSteps(int cells = 64);
  virtual ~WaveSteps() = default;

  virtual void Advance([[vkmorph::size("cells*pictureCount")]] float *pictures, int cells, int pictureCount,
                       int stepsPerPicture);
  int Steps() const { return m_steps; }

protected:
  void kernel1D_Push(int cells);
  void kernel1D_Move(int cells);
  void kernel1D_Store(float *pictures, int cells, int number) const;

  std::vector<float> m_height, m_speed;
  float m_tension = 0.3f;
  int m_steps = 0;
};
