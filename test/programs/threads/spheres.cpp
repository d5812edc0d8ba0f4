// Origin: written as a user would, before its first translation.
// A control function that runs once per pixel, with an early return, its loops over pixels and passes in a block driver.
// RUN: %check %s --class SphereView --variants=default --variant='split=--kernels=split' --size passes=1,3 --size width=64 --size tidX=64 --size tidY=1,40 -- -std=c++17
#include "spheres.h"
#include <cmath>

SphereView::SphereView(uint32_t width, uint32_t height) : m_width(width), m_height(height) {
  AddSphere(0.0f, 0.0f, 4.0f, 1.0f, 0xff3060c0u);
  AddSphere(1.2f, 0.4f, 5.0f, 0.7f, 0xffc06030u);
}

void SphereView::AddSphere(float x, float y, float z, float r, uint32_t color) {
  m_spheres.push_back({x, y, z, r, color});
}

void SphereView::kernel_MakeRay(uint32_t tidX, uint32_t tidY, Ray* ray) {
  ray->px = ray->py = ray->pz = 0.0f;
  float dx = (float(tidX) + 0.5f) / float(m_width) - 0.5f;
  float dy = (float(tidY) + 0.5f) / float(m_height) - 0.5f;
  float inv = 1.0f / std::sqrt(dx * dx + dy * dy + 1.0f);
  ray->dx = dx * inv;
  ray->dy = dy * inv;
  ray->dz = inv;
}

bool SphereView::kernel_Trace(uint32_t tidX, uint32_t tidY, const Ray* ray, Hit* hit) {
  hit->t = 1e30f;
  hit->sphere = -1;
  for (uint32_t i = 0; i < m_spheres.size(); ++i) {
    const Sphere& s = m_spheres[i];
    float b = ray->dx * s.x + ray->dy * s.y + ray->dz * s.z;
    float c = s.x * s.x + s.y * s.y + s.z * s.z - s.r * s.r;
    float d = b * b - c;
    if (d < 0.0f)
      continue;
    float t = b - std::sqrt(d);
    if (t > 0.0f && t < hit->t) {
      hit->t = t;
      hit->sphere = int(i);
    }
  }
  return hit->sphere >= 0;
}

void SphereView::kernel_Shade(uint32_t tidX, uint32_t tidY, const Ray* ray, const Hit* hit, uint32_t* out_color) {
  const Sphere& s = m_spheres[hit->sphere];
  float nx = (ray->dx * hit->t - s.x) / s.r, ny = (ray->dy * hit->t - s.y) / s.r, nz = (ray->dz * hit->t - s.z) / s.r;
  float light = nx * m_light[0] + ny * m_light[1] + nz * m_light[2];
  uint32_t grey = uint32_t(std::fmin(std::fmax(light, 0.0f), 1.0f) * 255.0f);
  out_color[tidY * m_width + tidX] = (s.color & 0xff000000u) | (grey << 16) | (grey << 8) | grey;
}

void SphereView::kernel_Background(uint32_t tidX, uint32_t tidY, const Ray* ray, uint32_t* out_color) {
  out_color[tidY * m_width + tidX] = ray->dy > 0.0f ? 0xff804020u : 0xff204080u;
}

void SphereView::CastRay(uint32_t tidX, uint32_t tidY, uint32_t* out_color) {
  Ray ray;
  kernel_MakeRay(tidX, tidY, &ray);
  Hit hit;
  if (!kernel_Trace(tidX, tidY, &ray, &hit)) {
    kernel_Background(tidX, tidY, &ray, out_color);
    return;
  }
  kernel_Shade(tidX, tidY, &ray, &hit, out_color);
}

void SphereView::CastRayBlock(uint32_t tidX, uint32_t tidY, uint32_t* out_color, uint32_t passes) {
  for (uint32_t pass = 0; pass < passes; ++pass)
    for (uint32_t y = 0; y < tidY; ++y)
      for (uint32_t x = 0; x < tidX; ++x)
        CastRay(x, y, out_color);
}
