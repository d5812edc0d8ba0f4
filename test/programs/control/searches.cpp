// Origin: written as a user would, before its first translation.
// Control functions look for elements among what kernels compute, and go on with what they found.
// RUN: %check %s --class Levels,Smoother,Ranking,Nearest,Duplicates,Stock,Window,Tournament --size n=1,2,8,300,3000
// RUN: %check %s --class Normaliser --size n=1,2,300,3000 --arg in=-1..1
// RUN: %check %s --class Defects --size n=1,300,3000 --arg samples=-999..999
// RUN: %check %s --class Labels --size n=1,40,600
// RUN: %check %s --class Crossing --size n=1,300,3000 --arg band=6..16
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

// The most frequent of 64 grey levels becomes black.
class Levels {
public:
  virtual ~Levels() = default;
  virtual int Run(const uint8_t *pixels, uint8_t *out, int n) {
    m_counts.assign(64, 0);
    kernel1D_Count(pixels, n);
    const auto peak = std::max_element(m_counts.begin(), m_counts.end());
    m_most = (int)(peak - m_counts.begin());
    m_often = *peak;
    kernel1D_Blacken(pixels, out, n, m_most);
    return m_most;
  }
  int m_most = 0;
  unsigned m_often = 0;

protected:
  std::vector<unsigned> m_counts;
  void kernel1D_Count(const uint8_t *pixels, int n) {
    for (int i = 0; i < n; i++)
      m_counts[pixels[i] / 4]++;
  }
  void kernel1D_Blacken(const uint8_t *pixels, uint8_t *out, int n, int level) {
    for (int i = 0; i < n; i++)
      out[i] = pixels[i] / 4 == level ? 0 : pixels[i];
  }
};

// Amplitudes relative to the loudest one.
class Normaliser {
public:
  virtual ~Normaliser() = default;
  virtual void Run(const float *in, float *out, int n) {
    kernel1D_Rectify(in, out, n);
    const float top = *std::max_element(out, out + n);
    const float low = *std::min_element(out, out + n);
    if (top > low)
      kernel1D_Scale(out, n, low, 1 / (top - low));
  }

protected:
  void kernel1D_Rectify(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = std::fabs(in[i]);
  }
  void kernel1D_Scale(float *out, int n, float low, float by) {
    for (int i = 0; i < n; i++)
      out[i] = (out[i] - low) * by;
  }
};

// Smooths until no neighbours are further apart than a step, or enough rounds went by.
class Smoother {
public:
  virtual ~Smoother() = default;
  virtual int Run(const int *heights, int n, int step) {
    m_now.resize(n);
    m_next.resize(n);
    m_steep.resize(n);
    kernel1D_Load(heights, n);
    int rounds = 0;
    while (rounds < 6 && std::any_of(m_steep.begin(), m_steep.end(), [step](int s) { return s > step; })) {
      kernel1D_Smooth(n);
      std::swap(m_now, m_next);
      kernel1D_Slopes(n);
      rounds++;
    }
    return rounds;
  }
  std::vector<int> m_now, m_next, m_steep;

protected:
  void kernel1D_Load(const int *heights, int n) {
    for (int i = 0; i < n; i++) {
      m_now[i] = heights[i] & 255;
      m_steep[i] = 256;
    }
  }
  void kernel1D_Smooth(int n) {
    for (int i = 0; i < n; i++)
      m_next[i] = (m_now[std::max(i - 1, 0)] + m_now[i] + m_now[std::min(i + 1, n - 1)]) / 3;
  }
  void kernel1D_Slopes(int n) {
    for (int i = 0; i < n; i++)
      m_steep[i] = std::abs(m_now[std::min(i + 1, n - 1)] - m_now[i]);
  }
};

// Where the first defect of a tape is; what lies behind it is not used.
class Defects {
public:
  virtual ~Defects() = default;
  virtual int Inspect(const short *samples, int *used, int n) {
    m_flags.resize(n);
    kernel1D_Check(samples, n);
    auto first = std::find(m_flags.begin(), m_flags.end(), true);
    if (first == m_flags.end()) {
      kernel1D_Use(used, n, n);
      return -1;
    }
    const int at = (int)(first - m_flags.begin());
    kernel1D_Use(used, n, at);
    return at;
  }

protected:
  std::vector<int> m_flags;
  void kernel1D_Check(const short *samples, int n) {
    for (int i = 0; i < n; i++)
      m_flags[i] = samples[i] % 100 == 7;
  }
  void kernel1D_Use(int *used, int n, int end) {
    for (int i = 0; i < n; i++)
      used[i] = i < end;
  }
};

// Connected runs get the smallest label, until nothing changes.
class Labels {
public:
  virtual ~Labels() = default;
  virtual int Run(const bool *wall, int *labels, int *before, int n) {
    kernel1D_Begin(labels, n);
    for (int round = 1; round <= n; round++) {
      std::copy(labels, labels + n, before);
      kernel1D_Spread(wall, before, labels, n);
      if (std::equal(labels, labels + n, before))
        return round;
    }
    return 0;
  }

protected:
  void kernel1D_Begin(int *labels, int n) {
    for (int i = 0; i < n; i++)
      labels[i] = i;
  }
  void kernel1D_Spread(const bool *wall, const int *before, int *labels, int n) {
    for (int i = 0; i < n; i++) {
      int least = before[i];
      if (i > 0 && !wall[i])
        least = std::min(least, before[i - 1]);
      if (i + 1 < n && !wall[i + 1])
        least = std::min(least, before[i + 1]);
      labels[i] = least;
    }
  }
};

// Scores are sorted only where they are not in order already.
class Ranking {
public:
  virtual ~Ranking() = default;
  virtual bool Update(const int *points, int n, int handicap) {
    m_scores.resize(n);
    kernel1D_Score(points, n, handicap);
    const bool was = std::is_sorted(m_scores.begin(), m_scores.end());
    if (!was)
      std::sort(m_scores.begin(), m_scores.end());
    return was;
  }
  std::vector<int> m_scores;

protected:
  void kernel1D_Score(const int *points, int n, int handicap) {
    for (int i = 0; i < n; i++)
      m_scores[i] = handicap > 0 ? points[i] - handicap : i;
  }
};

struct Site {
  float x, y;
  float distance;
  int id;
};

// The site that is nearest to a point.
class Nearest {
public:
  virtual ~Nearest() = default;
  virtual int Find(const float *xs, const float *ys, int n, float x, float y) {
    m_sites.resize(n);
    kernel1D_Measure(xs, ys, n, x, y);
    auto best = std::min_element(m_sites.begin(), m_sites.end(),
                                 [](const Site &a, const Site &b) { return a.distance < b.distance; });
    m_distance = best->distance;
    m_id = best->id;
    return m_id;
  }
  float m_distance = 0;
  int m_id = -1;

protected:
  std::vector<Site> m_sites;
  void kernel1D_Measure(const float *xs, const float *ys, int n, float x, float y) {
    for (int i = 0; i < n; i++) {
      const float dx = xs[i] - x, dy = ys[i] - y;
      m_sites[i] = {xs[i], ys[i], dx * dx + dy * dy, 3 * i + 1};
    }
  }
};

// Whether any key comes twice, and which.
class Duplicates {
public:
  virtual ~Duplicates() = default;
  virtual bool Run(const int *values, int n) {
    m_keys.resize(n);
    kernel1D_Hash(values, n);
    std::sort(m_keys.begin(), m_keys.end());
    const auto twice = std::adjacent_find(m_keys.begin(), m_keys.end());
    m_has = twice != m_keys.end();
    m_key = m_has ? *twice : 0u;
    return m_has;
  }
  bool m_has = false;
  unsigned m_key = 0;

protected:
  std::vector<unsigned> m_keys;
  void kernel1D_Hash(const int *values, int n) {
    for (int i = 0; i < n; i++)
      m_keys[i] = ((unsigned)values[i] * 2654435761u) >> 8;
  }
};

struct Item {
  int count;
  float price;
};

// What a shop has left.
class Stock {
public:
  virtual ~Stock() = default;
  virtual void Sell(const int *orders, int n, float limit) {
    if ((int)m_items.size() != n)
      m_items.assign(n, Item{20, 1.5f});
    kernel1D_Sell(orders, n);
    m_isThere = std::all_of(m_items.begin(), m_items.end(), [](const Item &item) { return item.count > 0; });
    m_isCheap = std::none_of(m_items.begin(), m_items.end(), [limit](const Item &item) { return item.price > limit; });
    const auto gone = std::find_if(m_items.begin(), m_items.end(), [](const Item &item) { return item.count <= 0; });
    m_gone = gone == m_items.end() ? -1 : (int)(gone - m_items.begin());
    if (!m_isThere)
      kernel1D_Refill(10 + m_gone);
  }
  std::vector<Item> m_items;
  bool m_isThere = false, m_isCheap = false;
  int m_gone = 0;

protected:
  void kernel1D_Sell(const int *orders, int n) {
    for (int i = 0; i < n; i++) {
      m_items[i].count -= orders[i] & 31;
      m_items[i].price += 0.25f * (orders[i] & 3);
    }
  }
  void kernel1D_Refill(int by) {
    for (size_t i = 0; i < m_items.size(); i++)
      if (m_items[i].count <= 0)
        m_items[i].count += by;
  }
};

// Where a signal first leaves a band, by pointers.
class Crossing {
public:
  virtual ~Crossing() = default;
  virtual int Find(const float *in, [[vkmorph::size("n")]] float *level, int n, float band) {
    kernel1D_Level(in, level, n);
    const float *from = std::find_if_not(level, level + n, [band](float x) { return x < band; });
    const int at = from - level;
    kernel1D_Hold(level, n, at);
    return at;
  }

protected:
  void kernel1D_Level(const float *in, float *level, int n) {
    for (int i = 0; i < n; i++)
      level[i] = in[i] * in[i];
  }
  void kernel1D_Hold(float *level, int n, int at) {
    for (int i = 0; i < n; i++)
      if (i > at)
        level[i] = 0;
  }
};

// The highest of the middle part, and extremes by comparisons of its own.
class Window {
public:
  virtual ~Window() = default;
  virtual void Run(const int *in, [[vkmorph::size("n")]] int *out, int n) {
    kernel1D_Quantise(in, out, n);
    m_high = std::max_element(out + n / 4, out + 3 * n / 4) - out;
    m_last = std::max_element(out, out + n, [](int a, int b) { return a > b; }) - out;
    m_closest = std::min_element(out, out + n, [](int a, int b) { return std::abs(a - 5) < std::abs(b - 5); }) - out;
  }
  int m_high = 0, m_last = 0, m_closest = 0;

protected:
  void kernel1D_Quantise(const int *in, int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = in[i] & 15;
  }
};

// The winner of each round is out of the next.
class Tournament {
public:
  virtual ~Tournament() = default;
  virtual int Run(const float *strengths, int *places, int n) {
    m_left.resize(n);
    kernel1D_Enter(strengths, places, n);
    int place = 0;
    for (int round = 0; round < 3; round++) {
      const int winner = std::max_element(m_left.begin(), m_left.end()) - m_left.begin();
      kernel1D_Award(places, n, winner, ++place);
    }
    return place;
  }

protected:
  std::vector<float> m_left;
  void kernel1D_Enter(const float *strengths, int *places, int n) {
    for (int i = 0; i < n; i++) {
      m_left[i] = strengths[i];
      places[i] = 0;
    }
  }
  void kernel1D_Award(int *places, int n, int winner, int place) {
    for (int i = 0; i < n; i++)
      if (i == winner) {
        places[i] = place;
        m_left[i] = -1e30f;
      }
  }
};
