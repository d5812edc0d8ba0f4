// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Physics: a net of springs with private settings, neighbours from a table of pairs, pinned nodes by flags, an out-reference.
// RUN: %check %s --class sim::SpringNet --arg width=0..20 --arg height=0..20 --size net=400 --size next=400 --size out=400 -- -std=c++17
#include "spring_net.h"
#include <algorithm>

namespace sim {

static constexpr struct {
  int dx, dy;
} kNeighbours[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

vec2 SpringNet::pull(const Node &a, const Node &b) const {
  const vec2 d = b.now - a.now;
  const float l = length(d);
  if (!(l > 1e-6f))
    return {0, 0};
  return settings_.stiffness * (l - settings_.rest) / l * d;
}

vec2 SpringNet::force_at(const Node *net, int x, int y) const {
  const Node &self = net[y * width_ + x];
  vec2 sum = self.mass * settings_.gravity;
  for (const auto &[dx, dy] : kNeighbours)
    if (inside(x + dx, y + dy))
      sum += pull(self, net[(y + dy) * width_ + x + dx]);
  return sum;
}

void SpringNet::kernel2D_Forces(const Node *net, vec2 *out) {
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x)
      out[y * width_ + x] = force_at(net, x, y);
}

void SpringNet::kernel2D_Integrate(const Node *net, Node *next, float dt) {
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) {
      const int at = y * width_ + x;
      Node node = net[at];
      const vec2 force = force_at(net, x, y);
      vec2 change = (1.0f - settings_.damping) * (node.now - node.before) + (dt * dt / std::max(node.mass, 0.125f)) * force;
      auto limit = [&](float &c) { c = std::min(std::max(c, -settings_.max_step), settings_.max_step); };
      limit(change.x), limit(change.y);
      if (node.pins & PINNED_X)
        change.x = 0;
      if (node.pins & PINNED_Y)
        change.y = 0;
      node.before = node.now;
      node.now += change;
      next[at] = node;
    }
}

void SpringNet::kernel1D_Energy(const Node *net, int count, float dt) {
  kinetic_ = 0;
  fastest_ = 0;
  moving_ = 0;
  for (int i = 0; i < count; i++) {
    const auto &node = net[i];
    const vec2 v = 1 / dt * (node.now - node.before);
    kinetic_ += 0.5f * node.mass * (v.x * v.x + v.y * v.y);
    fastest_ = std::fmax(fastest_, length(v));
    if ((node.pins & PINNED) != PINNED && v.x != 0)
      ++moving_;
  }
}

void SpringNet::step(const Node *net, Node *next, float dt) { kernel2D_Integrate(net, next, dt); }

void SpringNet::forces(const Node *net, vec2 *out) { kernel2D_Forces(net, out); }

float SpringNet::energy(const Node *net, int count, float dt, int &moving) {
  const float safe = dt > 0.001f ? dt : 0.001f;
  kernel1D_Energy(net, count, safe);
  moving = moving_;
  return kinetic_ / (count > 0 ? count : 1);
}

} // namespace sim
