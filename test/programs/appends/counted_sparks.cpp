// Origin: written as a user would, before its first translation.
// Sparks that fly, split and go out; lists that kernels and the control function change in turn.
// RUN: %check %s --class Sparks --size n=0,1,8,700 --arg steps=0..4 -- -std=c++17
#include <vector>

struct Spark {
  int at, life;
};

class Sparks {
public:
  virtual ~Sparks() = default;

  virtual void Fly(const int *seeds, [[vkmorph::size("64")]] int *light, int n, int steps) {
    m_alive.clear();
    kernel1D_Light(seeds, n);
    for (int step = 0; step < steps; step++) {
      kernel1D_Shine(light);
      m_later.clear();
      kernel1D_Age();
      m_alive.swap(m_later);
    }
    kernel1D_Shine(light);
  }

protected:
  virtual void kernel1D_Light(const int *seeds, int n) {
    for (int i = 0; i < n; i++)
      if (seeds[i] % 3 == 0) {
        Spark spark;
        spark.at = seeds[i] & 63;
        spark.life = 1 + (seeds[i] & 3);
        m_alive.push_back(spark);
      }
  }
  virtual void kernel1D_Shine(int *light) {
    for (unsigned k = 0; k < (unsigned)m_alive.size(); k++)
      light[m_alive[k].at] += m_alive[k].life;
  }
  virtual void kernel1D_Age() {
    for (unsigned k = 0; k < (unsigned)m_alive.size(); k++) {
      Spark spark = m_alive[k];
      spark.life--;
      if (spark.life > 0)
        m_later.push_back(spark);
    }
  }

  std::vector<Spark> m_alive, m_later;
};
