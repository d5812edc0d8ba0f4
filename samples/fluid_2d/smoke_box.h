// Smoke that rises in a box.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

namespace fluid {

/// Air without viscosity that does not let itself be pressed together, after Stam, "Stable Fluids"
/// (1999). Lengths are in cells.
class SmokeBox {
public:
  SmokeBox(int width, int height, float timeStep);
  virtual ~SmokeBox() = default;

  /// Lets time go by, from `time` on. `sweeps`: over the pressure in each step; more of them let
  /// less air vanish.
  virtual void Advance(float time, int steps, int sweeps);

  /// Draws the smoke into a picture of the box's size with 8 bits each of red, green, blue and
  /// alpha, red lowest.
  virtual void Draw(uint32_t *picture);

  /// By how much the last sweep has changed the pressure at most.
  float Residual() const { return m_residual; }

private:
  void kernel2D_Carry();
  void kernel2D_Heat(float fire, float torch);
  void kernel2D_Diverge();
  void kernel2D_Relax(const float *from, float *to);
  void kernel2D_Project(const float *pressure);
  void kernel2D_Draw(uint32_t *picture);

  int CellAt(int x, int y) const;
  glm::vec2 Flow(int x, int y) const;

  int m_width, m_height;
  float m_timeStep;
  float m_residual = 0.0f;
  std::vector<glm::vec2> m_velocity, m_carriedVelocity;
  std::vector<glm::vec3> m_smoke, m_carriedSmoke;
  std::vector<float> m_divergence, m_pressure, m_otherPressure;
};

} // namespace fluid
