// Two fields that react and spread.
#pragma once
#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

class Reaction {
public:
  virtual ~Reaction() = default;

  void Resize(unsigned width, unsigned height) {
    width_ = width;
    height_ = height;
    now_.assign(width * height, glm::vec2(1.0f, 0.25f));
    next_.assign(width * height, glm::vec2(0.5f, 0.0f));
    for (unsigned i = 0; i < now_.size(); i += 3)
      now_[i] = glm::vec2(0.5f, 0.5f);
  }

  virtual void Run(const uint32_t* walls [[vkmorph::size("width_ * height_")]], int steps);

protected:
  void kernel2D_Step(const glm::vec2* now, glm::vec2* next, const uint32_t* walls);

private:
  unsigned width_ = 0, height_ = 0;
  std::vector<glm::vec2> now_, next_;
};
