// Origin: written as a user would, before its first translation.
// The best of many scores: in falling order, those above a limit, and a sort that is a kernel of its own.
// RUN: %check %s --class HighScores --size n=0,1,5,64,1025,2500 --arg k=1..20 --setup "object.Open(2500);" -- -std=c++17
// RUN: %check_many %s --class HighScores --control=Ranking --size n=40000 --arg k=100 --setup "object.Open(40000);" -- -std=c++17
#include <algorithm>
#include <functional>
#include <vector>

class HighScores {
public:
  virtual ~HighScores() = default;

  void Open(unsigned n) { m_scores.resize(n); }

  virtual int Ranking(const int *points, unsigned n, unsigned k) {
    kernel1D_Score(points, n);
    std::sort(m_scores.begin(), m_scores.end(), std::greater<>());
    kernel1D_Best(std::min(k, n));
    return m_best;
  }

  // Floats with zeros of both signs, and many that are equal.
  virtual void Levels(float *levels, unsigned n) {
    kernel1D_Coarse(levels, n);
    std::sort(levels, levels + n);
    kernel1D_Lift(levels, n);
  }

  virtual void Unsigned(unsigned *marks, short *grades, unsigned n) {
    kernel1D_Sort(marks, n);
    kernel1D_Grade(marks, grades, n);
    std::sort(grades, grades + n, [](short a, short b) { return (a & 15) > (b & 15); });
  }

protected:
  void kernel1D_Score(const int *points, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      m_scores[i] = points[i] % 1000 - 100;
  }
  void kernel1D_Best(unsigned k) {
    m_best = 0;
    for (unsigned i = 0; i < k; i++)
      m_best += m_scores[i];
  }
  void kernel1D_Coarse(float *levels, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      if (levels[i] < 0.5f && levels[i] > -0.5f)
        levels[i] = i % 2 == 0 ? 0.0f : -0.0f;
  }
  void kernel1D_Lift(float *levels, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      levels[i] += i % 3 == 0 ? 0.5f : 0.0f;
  }
  void kernel1D_Sort(unsigned *marks, unsigned n) { std::sort(marks, marks + n); }
  void kernel1D_Grade(const unsigned *marks, short *grades, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      grades[i] = short(marks[i] % 1024 + i);
  }

  std::vector<int> m_scores;
  int m_best = 0;
};
