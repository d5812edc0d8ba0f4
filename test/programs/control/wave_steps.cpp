// Origin: written as a user would.
// Loops in loops around kernels, with members that kernels and the control function change.
// RUN: %check %s --class WaveSteps --size=cells=0,1,7,300 -- -std=c++17
#include "wave_steps.h"

WaveSteps::WaveSteps(int cells) : m_height(4096), m_speed(4096) {
  for (int i = 0; i < 4096; i++)
    m_height[i] = float(i % cells) / float(cells);
}

void WaveSteps::kernel1D_Push(int cells) {
  for (int i = 0; i < cells; i++) {
    const float left = i > 0 ? m_height[i - 1] : 0.0f;
    const float right = i + 1 < cells ? m_height[i + 1] : 0.0f;
    m_speed[i] += m_tension * (left - 2.0f * m_height[i] + right);
  }
}

void WaveSteps::kernel1D_Move(int cells) {
  for (int i = 0; i < cells; i++)
    m_height[i] += m_speed[i];
}

void WaveSteps::kernel1D_Store(float *pictures, int cells, int number) const {
  for (int i = 0; i < cells; i++)
    pictures[number * cells + i] = m_height[i];
}

void WaveSteps::Advance(float *pictures, int cells, int pictureCount, int stepsPerPicture) {
  m_steps = 0;
  for (int picture = 0; picture < pictureCount; picture++) {
    for (int step = 0; step < stepsPerPicture; step++) {
      kernel1D_Push(cells);
      kernel1D_Move(cells);
      m_steps++;
    }
    kernel1D_Store(pictures, cells, picture);
  }
}
