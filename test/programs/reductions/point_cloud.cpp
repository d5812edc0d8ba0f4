// Origin: written as a user would, before its first translation.
// Vectors and matrices of GLM: boxes by whole vectors and by components, covariance, the nearest point with what belongs to it.
// RUN: %check %s --class PointCloud --variants=default,vulkan10,extra-dispatches,deterministic -- -std=c++17
#include <cfloat>
#include <glm/glm.hpp>

struct Box {
  glm::vec3 low{FLT_MAX}, high{-FLT_MAX};
  void Add(const glm::vec3 &p) {
    low = glm::min(low, p);
    high = glm::max(p, high);
  }
};

class PointCloud {
public:
  virtual ~PointCloud() = default;
  virtual void Measure(const glm::vec3 *points, const float *weights, unsigned n, float x, float y, float z) {
    kernel1D_Bounds(points, weights, n);
    kernel1D_Covariance(points, weights, n);
    kernel1D_Nearest(points, n, x, y, z);
  }

private:
  void kernel1D_Bounds(const glm::vec3 *points, const float *weights, unsigned n) {
    m_box = Box();
    m_sum = glm::dvec3(0.0);
    m_weight = 0;
    for (unsigned i = 0; i < n; i++) {
      const glm::vec3 p = points[i];
      m_box.Add(p);
      m_sum += glm::dvec3(p) * double(weights[i]);
      m_weight += weights[i];
      if (p.x < m_inner.low.x)
        m_inner.low.x = p.x;
      m_inner.high.y = glm::max(m_inner.high.y, p.y);
      m_octants[p.z < 0 ? 1 : 0] += glm::ivec2(p.x < 0, p.y < 0);
      m_hull = m_hull + glm::vec4(p, 1.0f);
    }
    m_centre = m_weight > 0 ? glm::vec3(m_sum / double(m_weight)) : glm::vec3(0);
  }

  void kernel1D_Covariance(const glm::vec3 *points, const float *weights, unsigned n) {
    m_covariance = glm::mat3(0.0f);
    for (unsigned i = 0; i < n; i++) {
      const glm::vec3 d = points[i] - m_centre;
      m_covariance += weights[i] * glm::outerProduct(d, d);
      m_columns[0] -= d;
      m_columns[2].z += d.z;
    }
    if (n > 1)
      m_covariance *= 1.0f / float(n - 1);
  }

  void kernel1D_Nearest(const glm::vec3 *points, unsigned n, float x, float y, float z) {
    const glm::vec3 target(x, y, z);
    m_distance = FLT_MAX;
    for (unsigned i = 0; i < n; i++) {
      const glm::vec3 d = points[i] - target;
      const float distance = glm::dot(d, d);
      if (distance < m_distance) {
        m_distance = distance;
        m_nearest = points[i];
        m_index = i;
      }
    }
  }

  Box m_box, m_inner;
  glm::dvec3 m_sum;
  glm::vec3 m_centre, m_nearest{0.0f};
  glm::vec4 m_hull{0.0f};
  glm::ivec2 m_octants[2] = {glm::ivec2(0), glm::ivec2(0)};
  glm::mat3 m_covariance, m_columns{0.0f};
  float m_weight = 0, m_distance = 0;
  unsigned m_index = ~0u;
};
