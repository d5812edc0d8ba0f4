// Origin: written as a user would, before its first translation.
// Particles leave their mass and momentum in the four cells around them, weighted by how near they are.
// RUN: %check %s --class ParticleGrid --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size n=1,900 -- -std=c++17
#include <cmath>
#include <vector>

struct Particle {
  float x, y;
  float vx, vy;
  float mass;
};

struct Cell {
  float mass;
  float px, py;
};

class ParticleGrid {
public:
  ParticleGrid() : m_cells(kSize * kSize) {}
  virtual ~ParticleGrid() = default;

  virtual void Deposit(const Particle *particles, int n) {
    kernel1D_Clear();
    kernel1D_Deposit(particles, n);
    kernel1D_Total();
  }

  float totalMass() const { return m_total; }

private:
  static constexpr int kSize = 16;

  void kernel1D_Clear() {
    for (int i = 0; i < kSize * kSize; ++i)
      m_cells[i] = {0.0f, 0.0f, 0.0f};
  }

  void Add(int cx, int cy, const Particle &p, float weight) {
    Cell &cell = m_cells[cy * kSize + cx];
    cell.mass += weight * p.mass;
    cell.px += weight * p.mass * p.vx;
    cell.py += weight * p.mass * p.vy;
  }

  void kernel1D_Deposit(const Particle *particles, int n) {
    for (int i = 0; i < n; ++i) {
      const Particle p = particles[i];
      const float gx = std::fmin(std::fmax(p.x, 0.0f), 0.99f) * (kSize - 1);
      const float gy = std::fmin(std::fmax(p.y, 0.0f), 0.99f) * (kSize - 1);
      const int cx = int(gx), cy = int(gy);
      const float fx = gx - float(cx), fy = gy - float(cy);
      Add(cx, cy, p, (1.0f - fx) * (1.0f - fy));
      Add(cx + 1, cy, p, fx * (1.0f - fy));
      Add(cx, cy + 1, p, (1.0f - fx) * fy);
      Add(cx + 1, cy + 1, p, fx * fy);
    }
  }

  void kernel1D_Total() {
    m_total = 0.0f;
    for (int i = 0; i < kSize * kSize; ++i)
      m_total += m_cells[i].mass;
  }

  std::vector<Cell> m_cells;
  float m_total = 0.0f;
};
