// Origin: written as a user would, before its first translation.
// std::remove_if, std::remove, std::unique, std::copy_if, std::partition_copy and std::stable_partition, of pointers and vectors,
// with the size of what they leave.
// RUN: %check %s --class Filtered,Distinct,Picked,Sides,Shots --size n=1,256,257,300,3000 -- -std=c++17
// RUN: %check %s --class Percentile --size n=9,300,3000 -- -std=c++17
#include <algorithm>
#include <iterator>
#include <vector>

/// The erase-remove idiom, with a limit of the caller's.
class Filtered {
public:
  virtual ~Filtered() = default;
  virtual void Run(const int *values, int n, int limit) {
    m_values.resize(n);
    kernel1D_Take(values, n);
    m_values.erase(std::remove_if(m_values.begin(), m_values.end(), [limit](int value) { return value > limit; }),
                   m_values.end());
    kernel1D_Count();
    m_values.erase(std::remove(m_values.begin(), m_values.end(), 0), m_values.end());
  }
  std::vector<int> m_values;
  int m_odd = 0;

protected:
  void kernel1D_Take(const int *values, int n) {
    for (int i = 0; i < n; i++)
      m_values[i] = values[i];
  }
  void kernel1D_Count() {
    m_odd = 0;
    for (size_t i = 0; i < m_values.size(); i++)
      m_odd += m_values[i] & 1;
  }
};

/// Sorted, then each number once.
class Distinct {
public:
  virtual ~Distinct() = default;
  virtual void Run(const unsigned *keys, int n, [[vkmorph::size("n")]] unsigned *ranks) {
    m_keys.resize(n);
    kernel1D_Take(keys, n);
    std::sort(m_keys.begin(), m_keys.end());
    m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end());
    kernel1D_Rank(keys, n, ranks);
  }
  std::vector<unsigned> m_keys;

protected:
  void kernel1D_Take(const unsigned *keys, int n) {
    for (int i = 0; i < n; i++)
      m_keys[i] = keys[i] & 127u;
  }
  void kernel1D_Rank(const unsigned *keys, int n, unsigned *ranks) {
    for (int i = 0; i < n; i++)
      ranks[i] = (unsigned)(std::lower_bound(m_keys.begin(), m_keys.end(), keys[i] & 127u) - m_keys.begin());
  }
};

struct Hit {
  int id;
  float distance;
};

/// Into an array of the caller's, and behind what a vector has.
class Picked {
public:
  virtual ~Picked() = default;
  virtual int Near(const Hit *hits, int n, [[vkmorph::size("n")]] Hit *out, float reach) {
    kernel1D_Clear(out, n);
    Hit *end = std::copy_if(hits, hits + n, out, [=](const Hit &hit) { return hit.distance < reach; });
    return (int)(end - out);
  }
  virtual void Ids(const int *ids, int n) {
    m_ids.clear();
    kernel1D_Seed(n);
    std::copy_if(ids, ids + n, std::back_inserter(m_ids), [](int id) { return id % 2 == 0; });
  }
  std::vector<int> m_ids;

protected:
  void kernel1D_Clear(Hit *out, int n) {
    for (int i = 0; i < n; i++)
      out[i].id = -1;
  }
  void kernel1D_Seed(int n) {
    for (int i = 0; i < n; i++)
      if (i % 5 == 0)
        m_ids.push_back(-i);
  }
};

/// Which side of a plane points are on.
class Sides {
public:
  virtual ~Sides() = default;
  virtual void Split(const float *points, int n, float plane, [[vkmorph::size("n")]] float *left,
                     [[vkmorph::size("n")]] float *right) {
    auto ends = std::partition_copy(points, points + n, left, right, [plane](float p) { return p < plane; });
    m_left = (int)(ends.first - left);
    m_right = (int)(ends.second - right);
  }
  virtual void Order(const float *points, int n, float plane) {
    m_points.resize(n);
    kernel1D_Take(points, n);
    auto middle = std::stable_partition(m_points.begin(), m_points.end(), [plane](float p) { return p < plane; });
    m_left = (int)(middle - m_points.begin());
  }
  std::vector<float> m_points;
  int m_left = 0, m_right = 0;

protected:
  void kernel1D_Take(const float *points, int n) {
    for (int i = 0; i < n; i++)
      m_points[i] = points[i];
  }
};

struct Shot {
  float x, y;
  float trail[2];
  int life;
  bool isHit() const { return life <= 0; }
};

/// A game's list of shots: each frame some leave, some are fired.
class Shots {
public:
  virtual ~Shots() = default;
  virtual void Frame(const Shot *fired, int n, float dt) {
    kernel1D_Fire(fired, n);
    kernel1D_Move(dt);
    m_shots.erase(std::remove_if(m_shots.begin(), m_shots.end(), [](const Shot &shot) { return shot.isHit(); }),
                  m_shots.end());
    m_count = (int)m_shots.size();
  }
  std::vector<Shot> m_shots;
  int m_count = 0;

protected:
  void kernel1D_Fire(const Shot *fired, int n) {
    for (int i = 0; i < n; i++)
      if (fired[i].life > -2)
        m_shots.push_back(fired[i]);
  }
  void kernel1D_Move(float dt) {
    for (size_t i = 0; i < m_shots.size(); i++) {
      m_shots[i].x += dt;
      m_shots[i].life--;
    }
  }
};

/// Percentiles without a whole sort, as the class says.
class Percentile {
public:
  virtual ~Percentile() = default;
  virtual float Median(const float *samples, int n) {
    m_samples.resize(n);
    kernel1D_Take(samples, n);
    std::nth_element(m_samples.begin(), m_samples.begin() + n / 2, m_samples.end());
    kernel1D_Above(n / 2);
    return m_median;
  }
  virtual void Best(const float *samples, int n, [[vkmorph::size("8")]] float *best) {
    m_samples.resize(n);
    kernel1D_Take(samples, n);
    std::partial_sort(m_samples.begin(), m_samples.begin() + 8, m_samples.end(), [](float a, float b) { return a > b; });
    kernel1D_Best(best);
  }
  std::vector<float> m_samples;
  float m_median = 0;
  int m_above = 0;

protected:
  void kernel1D_Take(const float *samples, int n) {
    for (int i = 0; i < n; i++)
      m_samples[i] = samples[i];
  }
  void kernel1D_Above(int at) {
    m_median = m_samples[at];
    m_above = 0;
    for (size_t i = 0; i < m_samples.size(); i++)
      if (m_samples[i] > m_samples[at])
        m_above++;
  }
  void kernel1D_Best(float *best) {
    for (int i = 0; i < 8; i++)
      best[i] = m_samples[i];
  }
};
