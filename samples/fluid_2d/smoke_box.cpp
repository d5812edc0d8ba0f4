// A step: what the air carries moves along, fires heat it, and pressure keeps it together.
#include "smoke_box.h"

#include <algorithm>
#include <cmath>

namespace fluid {

SmokeBox::SmokeBox(int width, int height, float timeStep)
    : m_width(width), m_height(height), m_timeStep(timeStep),
      m_velocity(size_t(width) * size_t(height)), m_carriedVelocity(m_velocity.size()),
      m_smoke(m_velocity.size()), m_carriedSmoke(m_velocity.size()),
      m_divergence(m_velocity.size()), m_pressure(m_velocity.size()),
      m_otherPressure(m_velocity.size()) {}

/// The number of a cell; of those outside, that of the nearest one inside.
int SmokeBox::CellAt(int x, int y) const {
  return std::clamp(y, 0, m_height - 1) * m_width + std::clamp(x, 0, m_width - 1);
}

/// How air moves there: in walls not at all.
glm::vec2 SmokeBox::Flow(int x, int y) const {
  if (x < 0 || x >= m_width || y < 0 || y >= m_height)
    return glm::vec2(0.0f);
  return m_carriedVelocity[y * m_width + x];
}

void SmokeBox::kernel2D_Carry() {
  for (int y = 0; y < m_height; y++) {
    for (int x = 0; x < m_width; x++) {
      // Where the air has been a step before.
      const glm::vec2 back = m_timeStep * m_velocity[y * m_width + x];
      const float fromX = std::clamp(float(x) - back.x, 0.0f, float(m_width - 1));
      const float fromY = std::clamp(float(y) - back.y, 0.0f, float(m_height - 1));
      const int left = int(fromX), above = int(fromY);
      const float right = fromX - float(left), below = fromY - float(above);

      const int corners[4] = {CellAt(left, above), CellAt(left + 1, above), CellAt(left, above + 1),
                              CellAt(left + 1, above + 1)};
      const float weights[4] = {(1.0f - right) * (1.0f - below), right * (1.0f - below),
                                (1.0f - right) * below, right * below};
      glm::vec2 velocity(0.0f);
      glm::vec3 smoke(0.0f);
      for (int k = 0; k < 4; k++) {
        velocity += weights[k] * m_velocity[corners[k]];
        smoke += weights[k] * m_smoke[corners[k]];
      }
      m_carriedVelocity[y * m_width + x] = velocity;
      m_carriedSmoke[y * m_width + x] = smoke;
    }
  }
}

/// Two fires at the bottom, `fire` and `torch` cells from the left, make smoke; hot smoke rises.
void SmokeBox::kernel2D_Heat(float fire, float torch) {
  const float radius = 0.045f * float(m_width);
  for (int y = 0; y < m_height; y++) {
    for (int x = 0; x < m_width; x++) {
      const int i = y * m_width + x;
      glm::vec3 smoke = 0.996f * m_carriedSmoke[i];
      const float up = float(y) - 0.92f * float(m_height);
      const float toFire = float(x) - fire, toTorch = float(x) - torch;
      if (toFire * toFire + up * up < radius * radius)
        smoke = glm::vec3(2.0f, 0.7f, 0.15f);
      if (toTorch * toTorch + up * up < radius * radius)
        smoke = glm::vec3(0.1f, 0.5f, 1.6f);
      m_smoke[i] = smoke;
      m_carriedVelocity[i].y -= m_timeStep * 0.04f * (smoke.x + smoke.y + smoke.z);
    }
  }
}

void SmokeBox::kernel2D_Diverge() {
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++)
      m_divergence[y * m_width + x] =
          0.5f * (Flow(x + 1, y).x - Flow(x - 1, y).x + Flow(x, y + 1).y - Flow(x, y - 1).y);
}

void SmokeBox::kernel2D_Relax(const float *from, float *to) {
  m_residual = 0.0f;
  for (int y = 0; y < m_height; y++) {
    for (int x = 0; x < m_width; x++) {
      const float around = from[CellAt(x - 1, y)] + from[CellAt(x + 1, y)] +
                           from[CellAt(x, y - 1)] + from[CellAt(x, y + 1)];
      const float pressure = 0.25f * (around - m_divergence[y * m_width + x]);
      m_residual = std::max(m_residual, std::abs(pressure - from[y * m_width + x]));
      to[y * m_width + x] = pressure;
    }
  }
}

void SmokeBox::kernel2D_Project(const float *pressure) {
  for (int y = 0; y < m_height; y++) {
    for (int x = 0; x < m_width; x++) {
      const glm::vec2 slope(pressure[CellAt(x + 1, y)] - pressure[CellAt(x - 1, y)],
                            pressure[CellAt(x, y + 1)] - pressure[CellAt(x, y - 1)]);
      m_velocity[y * m_width + x] = m_carriedVelocity[y * m_width + x] - 0.5f * slope;
    }
  }
}

void SmokeBox::Advance(float time, int steps, int sweeps) {
  for (int step = 0; step < steps; step++) {
    // The fires swing, so that no two wisps are alike.
    const float swing = 0.08f * float(m_width) * std::sin(0.05f * time);
    time += m_timeStep;
    kernel2D_Carry();
    kernel2D_Heat(0.35f * float(m_width) + swing, 0.65f * float(m_width) + swing);
    kernel2D_Diverge();

    // The pressure of the step before is where the search begins.
    float *from = m_pressure.data(), *to = m_otherPressure.data();
    for (int sweep = 0; sweep < sweeps; sweep++) {
      kernel2D_Relax(from, to);
      std::swap(from, to);
    }
    kernel2D_Project(from);
  }
}

/// 8 bits for an amount of light.
static uint32_t Tone(float light) { return uint32_t((1.0f - std::exp(-light)) * 255.0f + 0.5f); }

void SmokeBox::kernel2D_Draw(uint32_t *picture) {
  for (int y = 0; y < m_height; y++) {
    for (int x = 0; x < m_width; x++) {
      const glm::vec3 light = glm::vec3(0.01f, 0.01f, 0.03f) + 1.5f * m_smoke[y * m_width + x];
      picture[y * m_width + x] =
          Tone(light.x) | Tone(light.y) << 8 | Tone(light.z) << 16 | 0xff000000;
    }
  }
}

void SmokeBox::Draw(uint32_t *picture) { kernel2D_Draw(picture); }

} // namespace fluid
