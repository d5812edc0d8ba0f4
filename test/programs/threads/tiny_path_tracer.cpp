// Origin: written from README.md and docs/Language.md before its first translation.
// A path tracer: rays that bounce between spheres until they leave, are absorbed or reach a lamp, several samples per pixel.
// RUN: %check %s --class TinyPathTracer --variants=default --variant='split=--kernels=split' --setup "object.Resize(24, 14);" --size tidX=24 --size tidY=14 --size passes=1,2 --arg rgba=0 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

struct V3 {
  float x = 0, y = 0, z = 0;
  V3 operator+(const V3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  V3 operator-(const V3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  V3 operator*(float s) const { return {x * s, y * s, z * s}; }
  V3 operator*(const V3 &o) const { return {x * o.x, y * o.y, z * o.z}; }
};
inline float Dot(const V3 &a, const V3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline V3 Unit(const V3 &v) { return v * (1.0f / std::sqrt(Dot(v, v))); }

struct Ball {
  V3 center;
  float radius;
  V3 albedo;
  V3 glow;
};

struct PathRay {
  V3 from, along;
};

struct PathHit {
  float t;
  int ball;
};

class TinyPathTracer {
public:
  TinyPathTracer() {
    m_balls.push_back({{0, -101, 4}, 100.0f, {0.6f, 0.6f, 0.5f}, {0, 0, 0}});
    m_balls.push_back({{-0.7f, 0, 4}, 0.9f, {0.8f, 0.3f, 0.2f}, {0, 0, 0}});
    m_balls.push_back({{0.9f, -0.2f, 3.5f}, 0.6f, {0.2f, 0.5f, 0.9f}, {0, 0, 0}});
    m_balls.push_back({{0.5f, 3, 3}, 1.2f, {0, 0, 0}, {5, 5, 4}});
  }
  virtual ~TinyPathTracer() = default;

  void Resize(uint32_t width, uint32_t height) {
    m_width = width;
    m_height = height;
    m_seeds.resize(width * height);
    for (uint32_t i = 0; i < width * height; ++i)
      m_seeds[i] = 747796405u * (i + 1u);
  }

  /// Adds `passes` samples to each pixel.
  virtual void RenderBlock(uint32_t tidX, uint32_t tidY, float *rgba, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass) {
#pragma omp parallel for
      for (uint32_t y = 0; y < tidY; ++y)
        for (uint32_t x = 0; x < tidX; ++x)
          Render(x, y, rgba);
    }
  }

  void Render(uint32_t tidX, uint32_t tidY, float *rgba) {
    PathRay ray;
    V3 light, weight;
    kernel_StartPath(tidX, tidY, &ray, &light, &weight);
    for (int bounce = 0; bounce < m_maxBounces; ++bounce) {
      PathHit hit;
      if (!kernel_Intersect(tidX, tidY, ray, &hit)) {
        kernel_Sky(tidX, tidY, ray, weight, &light);
        break;
      }
      if (kernel_Emit(tidX, tidY, hit, weight, &light))
        break;
      // Russian roulette after two bounces.
      if (bounce > 1 && !kernel_Survive(tidX, tidY, &weight))
        break;
      kernel_Scatter(tidX, tidY, hit, &ray, &weight);
    }
    kernel_Accumulate(tidX, tidY, light, rgba);
  }

protected:
  void kernel_StartPath(uint32_t tidX, uint32_t tidY, PathRay *ray, V3 *light, V3 *weight) {
    const uint32_t pixel = tidY * m_width + tidX;
    const float u = (float(tidX) + Random(pixel)) / float(m_width) - 0.5f;
    const float v = 0.5f - (float(tidY) + Random(pixel)) / float(m_height);
    ray->from = {0, 0.3f, 0};
    ray->along = Unit({u * 1.6f, v, 1.0f});
    *light = {0, 0, 0};
    *weight = {1, 1, 1};
  }

  bool kernel_Intersect(uint32_t tidX, uint32_t tidY, const PathRay &ray, PathHit *hit) {
    hit->t = 1e20f;
    hit->ball = -1;
    for (size_t i = 0; i < m_balls.size(); ++i) {
      const V3 to = m_balls[i].center - ray.from;
      const float b = Dot(to, ray.along);
      const float inside = b * b - Dot(to, to) + m_balls[i].radius * m_balls[i].radius;
      if (inside <= 0)
        continue;
      const float root = std::sqrt(inside);
      float t = b - root;
      if (t < 1e-3f)
        t = b + root;
      if (t >= 1e-3f && t < hit->t) {
        hit->t = t;
        hit->ball = int(i);
      }
    }
    return hit->ball >= 0;
  }

  void kernel_Sky(uint32_t tidX, uint32_t tidY, const PathRay &ray, const V3 &weight, V3 *light) {
    const float blue = 0.5f * (ray.along.y + 1.0f);
    *light = *light + weight * V3{1.0f - 0.5f * blue, 1.0f - 0.3f * blue, 1.0f};
  }

  bool kernel_Emit(uint32_t tidX, uint32_t tidY, const PathHit &hit, const V3 &weight, V3 *light) {
    const V3 glow = m_balls[hit.ball].glow;
    if (glow.x <= 0)
      return false;
    *light = *light + weight * glow;
    return true;
  }

  bool kernel_Survive(uint32_t tidX, uint32_t tidY, V3 *weight) {
    const float chance = std::fmax(weight->x, std::fmax(weight->y, weight->z));
    if (Random(tidY * m_width + tidX) >= chance)
      return false;
    *weight = *weight * (1.0f / chance);
    return true;
  }

  void kernel_Scatter(uint32_t tidX, uint32_t tidY, const PathHit &hit, PathRay *ray, V3 *weight) {
    const uint32_t pixel = tidY * m_width + tidX;
    const Ball &ball = m_balls[hit.ball];
    const V3 at = ray->from + ray->along * hit.t;
    const V3 normal = (at - ball.center) * (1.0f / ball.radius);
    const V3 fuzz = {Random(pixel) - 0.5f, Random(pixel) - 0.5f, Random(pixel) - 0.5f};
    ray->from = at;
    ray->along = Unit(normal + fuzz);
    *weight = *weight * ball.albedo;
  }

  void kernel_Accumulate(uint32_t tidX, uint32_t tidY, const V3 &light, float *rgba) {
    float *pixel = rgba + 4 * (tidY * m_width + tidX);
    pixel[0] += light.x;
    pixel[1] += light.y;
    pixel[2] += light.z;
    pixel[3] += 1.0f;
  }

private:
  /// The next number in [0, 1) of a pixel's generator.
  float Random(uint32_t pixel) {
    uint32_t state = m_seeds[pixel];
    m_seeds[pixel] = state * 1664525u + 1013904223u;
    state = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return float(((state >> 22) ^ state) >> 8) * (1.0f / 16777216.0f);
  }

  uint32_t m_width = 0, m_height = 0;
  int m_maxBounces = 5;
  std::vector<Ball> m_balls;
  std::vector<uint32_t> m_seeds;
};
