// Rays, balls and a floor: as little of a renderer as makes noise.
#include "main_scene.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "main_program.h"

using glm::vec3;

namespace {

struct Ball {
  vec3 centre;
  float radius;
  vec3 albedo;
};

struct Hit {
  float distance = 1e9f;
  vec3 place = vec3(0.0f), normal = vec3(0.0f), albedo = vec3(0.0f);
};

const Ball Balls[] = {{{-1.1f, 1.0f, 0.2f}, 1.0f, {0.85f, 0.25f, 0.2f}},
                      {{1.0f, 0.7f, -0.6f}, 0.7f, {0.25f, 0.55f, 0.85f}},
                      {{0.15f, 0.4f, -1.6f}, 0.4f, {0.9f, 0.8f, 0.3f}},
                      {{2.6f, 1.2f, 2.0f}, 1.2f, {0.35f, 0.75f, 0.4f}}};
const vec3 Eye(0.0f, 1.9f, -6.0f), Lamp(-3.0f, 5.0f, -3.5f);
const float LampRadius = 0.9f;

Hit Trace(vec3 from, vec3 ray) {
  Hit hit;
  if (ray.y < 0.0f && from.y > 0.0f) {
    hit.distance = -from.y / ray.y;
    hit.place = from + hit.distance * ray;
    hit.normal = vec3(0.0f, 1.0f, 0.0f);
    const bool even = (int(std::floor(hit.place.x)) + int(std::floor(hit.place.z))) % 2 == 0;
    hit.albedo = even ? vec3(0.75f) : vec3(0.3f);
    if (hit.distance > 40.0f)
      hit = Hit();
  }
  for (const Ball &ball : Balls) {
    const vec3 way = from - ball.centre;
    const float b = glm::dot(way, ray), c = glm::dot(way, way) - ball.radius * ball.radius;
    const float root = b * b - c;
    const float distance = root > 0.0f ? -b - std::sqrt(root) : -1.0f;
    if (distance > 1e-3f && distance < hit.distance) {
      hit.distance = distance;
      hit.place = from + distance * ray;
      hit.normal = (hit.place - ball.centre) / ball.radius;
      hit.albedo = ball.albedo;
    }
  }
  return hit;
}

vec3 Sky(vec3 ray) {
  return glm::mix(vec3(0.55f, 0.6f, 0.7f), vec3(0.2f, 0.35f, 0.7f), std::max(ray.y, 0.0f));
}

vec3 RayOf(const Scene &scene, float x, float y) {
  const float scale = 1.1f / float(scene.height);
  return glm::normalize(vec3((x - 0.5f * float(scene.width)) * scale,
                             (0.5f * float(scene.height) - y) * scale - 0.2f, 1.3f));
}

} // namespace

std::vector<vec3> Scene::Render(int samples) const {
  std::mt19937 random(3);
  const auto unit = [&] { return float(random() >> 8) / 16777216.0f; };
  const auto onSphere = [&] {
    const float z = 2.0f * unit() - 1.0f, angle = 6.2831853f * unit();
    const float flat = std::sqrt(std::max(1.0f - z * z, 0.0f));
    return vec3(flat * std::cos(angle), flat * std::sin(angle), z);
  };
  std::vector<vec3> picture;
  Progress progress("rendering", height);
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      vec3 sum(0.0f);
      for (int sample = 0; sample < samples; sample++) {
        const vec3 ray = RayOf(*this, float(column) + 0.5f, float(row) + 0.5f);
        const Hit hit = Trace(Eye, ray);
        if (hit.distance > 1e8f) {
          sum += Sky(ray);
          continue;
        }
        const vec3 from = hit.place + 1e-3f * hit.normal;
        vec3 light(0.0f);
        // One place of the lamp, and one direction of the sky or of what stands before it.
        const vec3 toLamp = Lamp + LampRadius * onSphere() - from;
        const float far = glm::length(toLamp), slope = glm::dot(toLamp, hit.normal) / far;
        if (slope > 0.0f && Trace(from, toLamp / far).distance > far)
          light += vec3(40.0f, 36.0f, 30.0f) * slope / (far * far);
        const vec3 around = glm::normalize(hit.normal + 0.999f * onSphere());
        const Hit other = Trace(from, around);
        light += other.distance > 1e8f ? Sky(around) : 0.25f * other.albedo;
        sum += hit.albedo * light;
      }
      picture.push_back(sum / float(samples));
    }
    progress.Done(row + 1);
  }
  return picture;
}

std::vector<render::Feature> Scene::Features() const {
  std::vector<render::Feature> features;
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++) {
      const Hit hit = Trace(Eye, RayOf(*this, float(column) + 0.5f, float(row) + 0.5f));
      features.push_back({hit.albedo, hit.normal, std::min(hit.distance, 100.0f)});
    }
  return features;
}
