// Origin: written as a user would, before its first translation with --virtual=callable.
// Kernels with virtual calls that also add up, find extremes, append and count: the calls run as callable shaders, and what is combined follows in a dispatch of its own.
// RUN: vkmorph %s --class Forest --virtual=callable -o %t/forest -- -std=c++17
// RUN: %check %s --class Radar --variants=virtual-callable --size w=0,17,40 --size h=9 -- -std=c++17
// RUN: vkmorph %s --class Survey --virtual=callable -o %t/survey -- -std=c++17
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

//===-- Forest: sums over trees of several kinds ----------------------------------------------===//

struct Tree {
  virtual ~Tree() = default;
  virtual int Wood(int year) const = 0;
  virtual bool Stands(int year) const { return year % 13 != 0; }
};
struct Oak : Tree {
  int Wood(int year) const override { return year / 4 + m_girth; }
  int m_girth = 3;
};
struct Birch : Tree {
  explicit Birch(int age) : m_age(age) {}
  int Wood(int year) const override { return (year + m_age) % 9; }
  bool Stands(int year) const override { return m_age + year % 31 < 35; }
  int m_age;
};

class Forest {
public:
  Forest() {
    for (int i = 0; i < 12; ++i)
      if (i % 3 == 0)
        m_trees.push_back(std::make_unique<Oak>());
      else
        m_trees.push_back(std::make_unique<Birch>(i));
  }
  virtual ~Forest() = default;
  virtual void Count(const int *years, [[vkmorph::size("n")]] int *wood, int n) { kernel1D_Count(years, wood, n); }

  int total() const { return m_total; }

protected:
  void kernel1D_Count(const int *years, int *wood, int n) {
    m_total = 0;
    m_fallen = 0;
    m_most = -1;
    for (int i = 0; i < n; ++i) {
      const Tree *tree = m_trees[i % m_trees.size()].get();
      const int year = years[i] & 255;
      if (!tree->Stands(year)) {
        ++m_fallen;
        continue;
      }
      const int here = tree->Wood(year);
      wood[i] = here;
      m_total += here;
      if (here > m_most)
        m_most = here;
    }
  }
  std::vector<std::unique_ptr<Tree>> m_trees;
  int m_total = 0, m_fallen = 0, m_most = 0;
};

//===-- Radar: echoes that are listed ---------------------------------------------------------===//

struct Target {
  virtual ~Target() = default;
  virtual float Echo(float x, float y) const = 0;
};
struct Plane : Target {
  float Echo(float x, float y) const override { return x * 0.5f + y * 0.25f - m_height; }
  float m_height = 1.0f;
};
struct Cloud : Target {
  explicit Cloud(float density) : m_density(density) {}
  float Echo(float x, float y) const override { return m_density - x * y * 0.125f; }
  float m_density;
};

struct Echo {
  int x = 0, y = 0;
  float strength = 0.0f;
};

class Radar {
public:
  Radar() {
    m_targets = {&m_plane, &m_thin, &m_thick};
    m_echoes.reserve(2048);
  }
  Radar(const Radar &) = delete;
  virtual ~Radar() = default;
  virtual void Scan(int w, int h) { kernel2D_Scan(w, h); }

protected:
  void kernel2D_Scan(int w, int h) {
    m_echoes.clear();
    m_sum = 0;
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        float best = 0.0f;
        for (int k = 0; k < 3; ++k) {
          const float echo = m_targets[k]->Echo(float(x) * 0.125f, float(y) * 0.25f);
          if (echo > best)
            best = echo;
        }
        if (best > 0.75f)
          m_echoes.push_back({x, y, best});
        m_sum += uint32_t(best * 8.0f);
      }
  }
  Plane m_plane;
  Cloud m_thin{0.5f}, m_thick{1.5f};
  std::vector<Target *> m_targets;
  std::vector<Echo> m_echoes;
  uint32_t m_sum = 0;
};

//===-- Survey: a histogram, and the first of the best ----------------------------------------===//

struct Opinion {
  virtual ~Opinion() = default;
  virtual int Of(int question) const { return question % 5; }
};
struct Contrary : Opinion {
  int Of(int question) const override { return 4 - question % 5; }
};
struct Fickle : Opinion {
  int Of(int question) const override { return (question * m_step + m_phase) % 5; }
  int m_step = 3, m_phase = 1;
};

class Survey {
public:
  Survey() {
    for (int i = 0; i < 7; ++i)
      if (i % 3 == 0)
        m_people.push_back(std::make_shared<Opinion>());
      else if (i % 3 == 1)
        m_people.push_back(std::make_shared<Contrary>());
      else
        m_people.push_back(std::make_shared<Fickle>());
  }
  virtual ~Survey() = default;
  virtual void Ask(const int *questions, int n) { kernel1D_Ask(questions, n); }

protected:
  void kernel1D_Ask(const int *questions, int n) {
    m_best = -1;
    m_bestAt = -1;
    for (int i = 0; i < n; ++i) {
      const int question = questions[i] & 1023;
      const int answer = m_people[question % 7]->Of(question);
      ++m_answers[answer];
      const int score = answer * 1024 + question;
      if (score > m_best) {
        m_best = score;
        m_bestAt = i;
      }
    }
  }
  std::vector<std::shared_ptr<Opinion>> m_people;
  int m_answers[5] = {};
  int m_best = 0, m_bestAt = 0;
};
