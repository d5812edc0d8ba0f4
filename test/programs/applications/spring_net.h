#pragma once
#include <cmath>
#include <cstdint>

namespace sim {

struct vec2 {
  float x, y;
};
inline vec2 operator+(vec2 a, vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline vec2 operator-(vec2 a, vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline vec2 operator*(float s, vec2 v) { return {s * v.x, s * v.y}; }
inline vec2 &operator+=(vec2 &a, vec2 b) { return a = a + b; }
inline float length(vec2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }

enum Pin : uint8_t { FREE = 0, PINNED_X = 1, PINNED_Y = 2, PINNED = PINNED_X | PINNED_Y };

// A net of masses and springs, moved by Verlet's method.
class SpringNet {
public:
  struct Node {
    vec2 now, before;
    float mass;
    uint8_t pins;
  };
  struct Settings {
    float stiffness = 4.0f, damping = 0.02f, rest = 1.0f;
    vec2 gravity{0.0f, -0.5f};
    float max_step = 0.25f;
  };

  SpringNet(int width, int height) : width_(width), height_(height) {}
  virtual ~SpringNet() {}

  void configure(const Settings &settings) { settings_ = settings; }

  virtual void step(const Node *net, Node *next, float dt);
  virtual void forces(const Node *net, vec2 *out);
  virtual float energy(const Node *net, int count, float dt, int &moving);

protected:
  virtual void kernel2D_Forces(const Node *net, vec2 *out);
  virtual void kernel2D_Integrate(const Node *net, Node *next, float dt);
  virtual void kernel1D_Energy(const Node *net, int count, float dt);

private:
  vec2 pull(const Node &a, const Node &b) const;
  vec2 force_at(const Node *net, int x, int y) const;
  bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }

  int width_, height_;
  Settings settings_;
  float kinetic_ = 0, fastest_ = 0;
  int moving_ = 0;
};

} // namespace sim
