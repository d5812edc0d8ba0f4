// Textures that are functions of the place, behind one interface.
#pragma once

#include <cstdint>

#include <glm/glm.hpp>

namespace paint {

/// A number in [0, 1) for each point of a grid.
inline float RandomAt(int x, int y) {
  uint32_t bits = uint32_t(x) * 0x9e3779b1u ^ uint32_t(y) * 0x85ebca77u;
  bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
  bits = (bits ^ bits >> 12) * 0x297a2d39u;
  return float((bits ^ bits >> 15) >> 8) / 16777216.0f;
}

/// RandomAt numbers with smooth ways between them.
inline float Noise(glm::vec2 at) {
  const glm::vec2 corner = glm::floor(at), part = at - corner;
  const glm::vec2 smooth = part * part * (3.0f - 2.0f * part);
  const int x = int(corner.x), y = int(corner.y);
  return glm::mix(glm::mix(RandomAt(x, y), RandomAt(x + 1, y), smooth.x),
                  glm::mix(RandomAt(x, y + 1), RandomAt(x + 1, y + 1), smooth.x), smooth.y);
}

/// Noise of several sizes, the smaller the weaker.
inline float Clouds(glm::vec2 at, int octaves) {
  float sum = 0.0f, weight = 0.5f;
  for (int octave = 0; octave < octaves; octave++) {
    sum += weight * Noise(at);
    weight *= 0.5f;
    at = 2.0f * at + glm::vec2(17.0f, 31.0f);
  }
  return sum;
}

/// What colour a material has at a place.
class Texture {
public:
  Texture(glm::vec3 first, glm::vec3 second) : m_firstColour(first), m_secondColour(second) {}
  virtual ~Texture() = default;
  /// How much of the second colour is there, from 0 to 1.
  virtual float ShareAt(glm::vec2 at) const = 0;
  virtual glm::vec3 Colour(glm::vec2 at) const {
    return glm::mix(m_firstColour, m_secondColour, glm::clamp(ShareAt(at), 0.0f, 1.0f));
  }

protected:
  glm::vec3 m_firstColour, m_secondColour;
};

class Chequer : public Texture {
public:
  Chequer(glm::vec3 first, glm::vec3 second, float squares)
      : Texture(first, second), m_squares(squares) {}
  float ShareAt(glm::vec2 at) const override {
    const glm::vec2 square = glm::floor(m_squares * at);
    return (int(square.x) + int(square.y)) % 2 == 0 ? 0.0f : 1.0f;
  }

private:
  float m_squares;
};

class Marble : public Texture {
public:
  Marble(glm::vec3 stone, glm::vec3 vein, float veins) : Texture(stone, vein), m_veins(veins) {}
  float ShareAt(glm::vec2 at) const override {
    const float way = m_veins * (at.x + at.y) + 9.0f * Clouds(4.0f * at, 5);
    const float wave = 0.5f + 0.5f * glm::sin(way);
    return wave * wave * wave;
  }

private:
  float m_veins;
};

class Wood : public Texture {
public:
  Wood(glm::vec3 light, glm::vec3 dark, float rings) : Texture(light, dark), m_rings(rings) {}
  float ShareAt(glm::vec2 at) const override {
    const glm::vec2 bent = at + 0.12f * Clouds(3.0f * at, 3);
    const float ring = m_rings * glm::length(bent * glm::vec2(1.0f, 0.25f) - 0.4f);
    const float fibre = 0.25f * Noise(at * glm::vec2(90.0f, 4.0f));
    return ring - glm::floor(ring) + fibre;
  }

private:
  float m_rings;
};

/// Bricks of which every second row is moved by half of one, with mortar between them.
class Bricks : public Texture {
public:
  Bricks(glm::vec3 brick, glm::vec3 mortar, float rows) : Texture(brick, mortar), m_rows(rows) {}
  float ShareAt(glm::vec2 at) const override {
    const glm::vec2 part = PartOfBrick(at);
    const glm::vec2 edge = glm::min(part, 1.0f - part) * glm::vec2(2.0f, 1.0f);
    return 1.0f - glm::smoothstep(0.04f, 0.09f, glm::min(edge.x, edge.y));
  }
  glm::vec3 Colour(glm::vec2 at) const override {
    const float stain = 0.75f + 0.5f * Clouds(12.0f * at, 4);
    return stain * Texture::Colour(at);
  }

private:
  glm::vec2 PartOfBrick(glm::vec2 at) const {
    glm::vec2 place = at * glm::vec2(0.5f * m_rows, m_rows);
    if (int(glm::floor(place.y)) % 2 != 0)
      place.x += 0.5f;
    return place - glm::floor(place);
  }
  float m_rows;
};

class Sky : public Texture {
public:
  using Texture::Texture;
  float ShareAt(glm::vec2 at) const override {
    return glm::smoothstep(0.4f, 0.75f, Clouds(3.0f * at, 6));
  }
};

} // namespace paint
