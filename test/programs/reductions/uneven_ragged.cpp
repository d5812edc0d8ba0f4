// Origin: written as a user would, before its first translation.
// Particles in cells: an array of structs, of which each cell has a piece; where it begins and how long it is, a struct
// says as well.
// RUN: %check %s --class Cells --setup 'object.Fill();' --size mass=50 --size centre=50 --variants=default,vulkan10 -- -std=c++17
#include <vector>

struct Particle {
  float x, y;
  float mass;
};

struct Piece {
  int begin;
  int count;
};

struct Point {
  float x, y;
};

class Cells {
public:
  virtual ~Cells() = default;

  void Fill() {
    int begin = 0;
    for (int cell = 0; cell < 50; ++cell) {
      const int count = (cell * 5) % 23;
      m_pieces.push_back({begin, count});
      for (int k = 0; k < count; ++k)
        m_particles.push_back({0.25f * float(k), 1.0f + float(cell % 3), 0.5f + float(k % 4)});
      begin += count;
    }
  }

  virtual void Weigh(float *mass, Point *centre) { kernel1D_Weigh(mass, centre); }

protected:
  void kernel1D_Weigh(float *mass, Point *centre) {
    for (int cell = 0; cell < int(m_pieces.size()); ++cell) {
      const Piece piece = m_pieces[cell];
      float total = 0.0f, x = 0.0f, y = 0.0f;
      for (int k = piece.begin; k < piece.begin + piece.count; ++k) {
        const Particle &p = m_particles[k];
        total += p.mass;
        x += p.mass * p.x;
        y += p.mass * p.y;
      }
      mass[cell] = total;
      centre[cell].x = total > 0.0f ? x / total : 0.0f;
      centre[cell].y = total > 0.0f ? y / total : 0.0f;
    }
  }

  std::vector<Piece> m_pieces;
  std::vector<Particle> m_particles;
};
