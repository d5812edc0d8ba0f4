// Fireworks: rockets that climb, burst into sparks and burn out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace show {

enum class Phase : std::uint8_t { Waiting, Climbing, Burning, Gone };

struct Colour {
  float r, g, b;
};

struct Particle {
  std::array<float, 2> position;
  std::array<float, 2> velocity;
  float fuel;
  Phase phase;
  std::uint16_t age;
};

class Fireworks {
public:
  explicit Fireworks(std::size_t count);
  virtual ~Fireworks() = default;

  virtual void Step(float dt);
  virtual void Paint(float *image, int width, int height);
  virtual std::uint32_t Alive();

  const std::vector<Particle> &Particles() const { return particles_; }

protected:
  void kernel1D_Step(float dt);
  void kernel2D_Clear(float *image, int width, int height);
  void kernel1D_Alive();

private:
  static constexpr std::size_t kPhases = 4;
  static constexpr std::array<Colour, kPhases> kColours = {
      {{0.1f, 0.1f, 0.1f}, {1.0f, 0.5f, 0.0f}, {1.0f, 1.0f, 0.5f}, {0.0f, 0.0f, 0.0f}}};

  struct Wind {
    float strength = 0.25f;
    [[nodiscard]] float at(float height) const noexcept { return height > 0.0f ? strength * height : 0.0f; }
  };

  static Phase next(Phase phase, const Particle &particle) noexcept;

  std::vector<Particle> particles_;
  Wind wind_{};
  float gravity_ = -9.5f;
  std::array<std::uint32_t, kPhases> census_{};
};

} // namespace show
