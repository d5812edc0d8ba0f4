// Shapes by their distance from points, behind one interface.
#pragma once

#include <glm/glm.hpp>

namespace march {

/// A body in space.
class Solid {
public:
  explicit Solid(glm::vec3 colour) : m_colour(colour) {}
  virtual ~Solid() = default;
  /// How far a point is from the surface; negative inside.
  virtual float DistanceFrom(glm::vec3 at) const = 0;
  /// What part of the light the surface sends back there.
  virtual glm::vec3 Colour(glm::vec3) const { return m_colour; }

protected:
  glm::vec3 m_colour;
};

/// A floor of squares.
class Ground : public Solid {
public:
  Ground(float height, glm::vec3 light, glm::vec3 dark)
      : Solid(light), m_height(height), m_dark(dark) {}
  float DistanceFrom(glm::vec3 at) const override { return at.y - m_height; }
  glm::vec3 Colour(glm::vec3 at) const override {
    const int square = int(glm::floor(at.x)) + int(glm::floor(at.z));
    return square % 2 == 0 ? m_colour : m_dark;
  }

private:
  float m_height;
  glm::vec3 m_dark;
};

class Ball : public Solid {
public:
  Ball(glm::vec3 centre, float radius, glm::vec3 colour)
      : Solid(colour), m_centre(centre), m_radius(radius) {}
  float DistanceFrom(glm::vec3 at) const override { return glm::length(at - m_centre) - m_radius; }

private:
  glm::vec3 m_centre;
  float m_radius;
};

/// A box with round edges.
class Box : public Solid {
public:
  Box(glm::vec3 centre, glm::vec3 half, float round, glm::vec3 colour)
      : Solid(colour), m_centre(centre), m_half(half), m_round(round) {}
  float DistanceFrom(glm::vec3 at) const override {
    const glm::vec3 beyond = glm::abs(at - m_centre) - m_half;
    const float inside = glm::min(glm::max(beyond.x, glm::max(beyond.y, beyond.z)), 0.0f);
    return glm::length(glm::max(beyond, glm::vec3(0.0f))) + inside - m_round;
  }

private:
  glm::vec3 m_centre, m_half;
  float m_round;
};

/// A ring that lies on the floor, with stripes around it.
class Ring : public Solid {
public:
  Ring(glm::vec3 centre, float radius, float thickness, glm::vec3 colour, glm::vec3 stripe)
      : Solid(colour), m_centre(centre), m_radius(radius), m_thickness(thickness),
        m_stripe(stripe) {}
  float DistanceFrom(glm::vec3 at) const override {
    const glm::vec3 from = at - m_centre;
    const float out = glm::length(glm::vec2(from.x, from.z)) - m_radius;
    return glm::length(glm::vec2(out, from.y)) - m_thickness;
  }
  glm::vec3 Colour(glm::vec3 at) const override {
    const glm::vec3 from = at - m_centre;
    const float along = 0.5f + 0.5f * glm::sin(10.0f * glm::atan(from.z, from.x));
    return glm::mix(m_colour, m_stripe, glm::smoothstep(0.4f, 0.6f, along));
  }

private:
  glm::vec3 m_centre;
  float m_radius, m_thickness;
  glm::vec3 m_stripe;
};

/// Two balls that melt into each other.
class Drops : public Solid {
public:
  Drops(glm::vec3 one, glm::vec3 other, float radius, float melt, glm::vec3 colour)
      : Solid(colour), m_one(one), m_other(other), m_radius(radius), m_melt(melt) {}
  float DistanceFrom(glm::vec3 at) const override {
    const float a = glm::length(at - m_one) - m_radius;
    const float b = glm::length(at - m_other) - 0.7f * m_radius;
    const float share = glm::clamp(0.5f + 0.5f * (b - a) / m_melt, 0.0f, 1.0f);
    return glm::mix(b, a, share) - m_melt * share * (1.0f - share);
  }

private:
  glm::vec3 m_one, m_other;
  float m_radius, m_melt;
};

} // namespace march
