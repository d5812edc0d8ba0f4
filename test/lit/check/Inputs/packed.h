// Kernels change nothing but objects behind an interface, and variants.
#include <cmath>
#include <memory>
#include <variant>
#include <vector>

class Bird {
public:
  virtual ~Bird() = default;
  float height = 1.5f;
  virtual void Move() { height = height < 3.0f ? 4.0f : std::exp(height); }
};
class Duck : public Bird {
public:
  void Move() override { m_depth = m_depth < 3.0f ? 7.0f : 6.0f; }

private:
  float m_depth = 2.0f;
};

class Flock {
public:
  virtual ~Flock() = default;
  Flock() : m_leader(std::make_unique<Duck>()) {
    for (int i = 0; i < 6; ++i)
      if (i % 2)
        m_birds.push_back(std::make_unique<Bird>());
      else
        m_birds.push_back(std::make_unique<Duck>());
  }
  virtual void Fly() { kernel1D_Fly(); }
  virtual void Lead() { kernel1D_Lead(); }

protected:
  void kernel1D_Fly() {
    for (unsigned i = 0; i < m_birds.size(); ++i)
      if (m_birds[i]->height < 3.0f)
        m_birds[i]->Move();
  }
  void kernel1D_Lead() {
    for (unsigned i = 0; i < 1; ++i)
      if (m_leader->height < 3.0f)
        m_leader->Move();
  }
  std::vector<std::unique_ptr<Bird>> m_birds;
  std::unique_ptr<Bird> m_leader;
};

struct Full {
  float weight;
};
struct Empty {
  int days;
};

class Boxes {
public:
  virtual ~Boxes() = default;
  Boxes() {
    for (int i = 0; i < 8; ++i)
      m_boxes[i] = Full{float(i)};
  }
  virtual void Sort() { kernel1D_Sort(); }

protected:
  void kernel1D_Sort() {
    for (unsigned i = 0; i < 8; ++i)
      if (m_limit < 4.0f)
        m_boxes[i] = Empty{int(i)};
      else
        m_boxes[i] = Full{m_limit};
  }
  std::variant<Full, Empty> m_boxes[8];
  float m_limit = 3.0f;
};
