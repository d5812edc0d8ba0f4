// Origin: written as a user would, before its first translation.
// Particles in the order of their cells, so that each cell's are neighbours; again in each step of a simulation.
// RUN: %check %s --class ParticleGrid --control=Order --size n=0,1,2,9,256,1025,5000 --arg cells=1..40 -- -std=c++17
// RUN: %check %s --class ParticleGrid --control=Simulate --variants=all --arg cells=8 --arg steps=3 --setup "object.Fill(2100);" -- -std=c++17
#include <algorithm>
#include <vector>

struct Particle {
  float x, y;
  float vx, vy;
  int cell;
  int id;
};

class ParticleGrid {
public:
  virtual ~ParticleGrid() = default;

  void Fill(int n) {
    m_particles.resize(n);
    for (int i = 0; i < n; i++)
      m_particles[i] = {float(i * 37 % 101) / 101.0f, float(i * 53 % 97) / 97.0f, 0.25f - float(i % 7) / 14.0f,
                        float(i % 5) / 10.0f - 0.2f,  0,                          i};
  }

  virtual void Order([[vkmorph::size("n")]] Particle *particles, int n, int cells) {
    kernel1D_FindCells(particles, n, cells);
    std::sort(particles, particles + n, [](const Particle &a, const Particle &b) { return a.cell < b.cell; });
    kernel1D_Number(particles, n);
  }

  virtual void Simulate(int cells, int steps) {
    for (int step = 0; step < steps; step++) {
      kernel1D_Move(0.01f);
      kernel1D_Cells(cells);
      std::sort(m_particles.begin(), m_particles.end(), [](const Particle &a, const Particle &b) {
        if (a.cell != b.cell)
          return a.cell < b.cell;
        return a.id < b.id;
      });
      kernel1D_Neighbours();
    }
  }

protected:
  static int CellOf(float x, float y, int cells) {
    int column = std::min(std::max(int(x * float(cells)), 0), cells - 1);
    int row = std::min(std::max(int(y * float(cells)), 0), cells - 1);
    return row * cells + column;
  }
  void kernel1D_FindCells(Particle *particles, int n, int cells) {
    for (int i = 0; i < n; i++) {
      particles[i].cell = CellOf(particles[i].x, particles[i].y, cells);
      particles[i].id = i;
    }
  }
  void kernel1D_Number(Particle *particles, int n) {
    for (int i = 0; i < n; i++)
      particles[i].vx = float(i);
  }
  void kernel1D_Move(float dt) {
    for (unsigned i = 0; i < m_particles.size(); i++) {
      m_particles[i].x += dt * m_particles[i].vx;
      m_particles[i].y += dt * m_particles[i].vy;
    }
  }
  void kernel1D_Cells(int cells) {
    for (unsigned i = 0; i < m_particles.size(); i++)
      m_particles[i].cell = CellOf(m_particles[i].x, m_particles[i].y, cells);
  }
  // How many particles in a row share their cell with the one before.
  void kernel1D_Neighbours() {
    m_shared = 0;
    for (unsigned i = 1; i < m_particles.size(); i++)
      if (m_particles[i].cell == m_particles[i - 1].cell)
        m_shared++;
  }

  std::vector<Particle> m_particles;
  int m_shared = 0;
};
