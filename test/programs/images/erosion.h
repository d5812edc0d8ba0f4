// Outlines of dark spots.
#pragma once
#include <glm/glm.hpp>

class Erosion {
public:
  explicit Erosion(float threshold = 0.5f) : threshold_(threshold) {}
  virtual ~Erosion() = default;

  virtual void Outline(glm::vec4* picture, glm::vec4* eroded, int width, int height);

protected:
  void kernel2D_Erode(const glm::vec4* from, glm::vec4* to, int width, int height, int radius);
  void kernel2D_Edge(const glm::vec4* eroded, glm::vec4* picture, int width, int height);

private:
  float threshold_;
};
