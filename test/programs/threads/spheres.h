// A picture of spheres, ray by ray; the class stands in two files, as kernel_slicer's classes do.
#pragma once
#include <cstdint>
#include <vector>

struct Ray { float px, py, pz, dx, dy, dz; };
struct Hit { float t; int sphere; };
struct Sphere { float x, y, z, r; uint32_t color; };

/// A picture of spheres, ray by ray.
class SphereView {
public:
  SphereView(uint32_t width, uint32_t height);
  virtual ~SphereView() = default;

  void AddSphere(float x, float y, float z, float r, uint32_t color);

  void CastRay(uint32_t tidX, uint32_t tidY, uint32_t* out_color);
  virtual void CastRayBlock(uint32_t tidX, uint32_t tidY, uint32_t* out_color, uint32_t passes);

  void kernel_MakeRay(uint32_t tidX, uint32_t tidY, Ray* ray);
  bool kernel_Trace(uint32_t tidX, uint32_t tidY, const Ray* ray, Hit* hit);
  void kernel_Shade(uint32_t tidX, uint32_t tidY, const Ray* ray, const Hit* hit, uint32_t* out_color);
  void kernel_Background(uint32_t tidX, uint32_t tidY, const Ray* ray, uint32_t* out_color);

private:
  uint32_t m_width = 0, m_height = 0;
  float m_light[3] = {0.3f, 0.8f, -0.5f};
  std::vector<Sphere> m_spheres;
};
