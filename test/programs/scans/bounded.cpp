// Origin: written as a user would, before its first translation.
// Running totals that are held between bounds: queues, distances, meters, stocks.
// RUN: %check %s --class Queue,Distances,PeakMeter,Predictor,Rare --size n=1,2,257,300,3000 -- -std=c++17
// With more than 65536 iterations, workgroups of 16 threads take several blocks each.
// RUN: %check %s --class BestSpan,Battery,Bucket,ChangeDetector,Depths,Warehouse --option=--workgroup-size=16 --size n=1,2,257,70000 -- -std=c++17
// RUN: %check %s --class Limiter --size n=1,300,12000 -- -std=c++17
// RUN: %check %s --class Scores --size w=1,60 --size h=1,50 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <limits>

/// How long each customer waits at a single counter (Lindley's recurrence).
class Queue {
public:
  virtual ~Queue() = default;
  virtual void Serve(const int *service, const int *gap, int n, int *waits) {
    kernel1D_Serve(service, gap, n, waits);
  }

private:
  void kernel1D_Serve(const int *service, const int *gap, int n, int *waits) {
    for (int i = 0; i < n; i++) {
      waits[i] = m_wait;
      m_wait = std::max(0, m_wait + service[i] - gap[i]);
    }
  }
  int m_wait = 0;
};

/// The largest sum of neighbouring elements, and the largest that ends at each one (Kadane).
class BestSpan {
public:
  virtual ~BestSpan() = default;
  virtual int Find(const int *a, int n, int *endingHere) {
    m_best = -1000000;
    kernel1D_Find(a, n, endingHere);
    return m_best;
  }

private:
  void kernel1D_Find(const int *a, int n, int *endingHere) {
    int here = 0;
    for (int i = 0; i < n; i++) {
      here = std::max(here + a[i], a[i]);
      endingHere[i] = here;
      m_best = std::max(m_best, here);
    }
  }
  int m_best = 0;
};

/// How far the nearest marked element is: one pass in each direction.
class Distances {
public:
  virtual ~Distances() = default;
  virtual void Measure(const bool *marked, int n, [[vkmorph::size("n")]] int *distance) {
    kernel1D_Begin(marked, n, distance);
    kernel1D_Forward(n, distance);
    kernel1D_Backward(n, distance);
  }

private:
  void kernel1D_Begin(const bool *marked, int n, int *distance) {
    for (int i = 0; i < n; i++)
      distance[i] = marked[i] ? 0 : n;
  }
  void kernel1D_Forward(int n, int *distance) {
    for (int i = 1; i < n; i++)
      distance[i] = std::min(distance[i], distance[i - 1] + 1);
  }
  void kernel1D_Backward(int n, int *distance) {
    for (int i = n - 2; i >= 0; i--)
      distance[i] = std::min(distance[i], distance[i + 1] + 1);
  }
};

/// The charge of a battery, which is neither less than nothing nor more than it holds.
class Battery {
public:
  virtual ~Battery() = default;
  void SetCapacity(float capacity) { m_capacity = std::fabs(capacity); }
  virtual void Run(const float *flow, int n, float *charges) { kernel1D_Run(flow, n, charges); }

private:
  void kernel1D_Run(const float *flow, int n, float *charges) {
    for (int i = 0; i < n; i++) {
      m_charge = std::clamp(m_charge + flow[i], 0.0f, m_capacity);
      charges[i] = m_charge;
    }
  }
  float m_capacity = 3.0f;
  float m_charge = 0.5f;
};

/// The peak that a meter shows: it follows what is louder at once, and falls slowly.
class PeakMeter {
public:
  virtual ~PeakMeter() = default;
  virtual void Show(const float *samples, int n, float *peaks) { kernel1D_Show(samples, n, peaks); }

private:
  void kernel1D_Show(const float *samples, int n, float *peaks) {
    for (int i = 0; i < n; i++) {
      m_peak = std::max(std::fabs(samples[i]), m_peak * m_decay);
      peaks[i] = m_peak;
    }
  }
  const float m_decay = 0.995f;
  float m_peak = 0.0f;
};

/// A branch predictor of two bits: how often it is right.
class Predictor {
public:
  virtual ~Predictor() = default;
  virtual int Count(const bool *taken, int n) {
    m_right = 0;
    kernel1D_Count(taken, n);
    return m_right;
  }

private:
  void kernel1D_Count(const bool *taken, int n) {
    int state = 1;
    for (int i = 0; i < n; i++) {
      if ((state >= 2) == taken[i])
        m_right++;
      if (taken[i])
        state = std::min(state + 1, 3);
      else
        state = std::max(state - 1, 0);
    }
  }
  int m_right = 0;
};

/// A bucket that leaks between two rains.
class Bucket {
public:
  virtual ~Bucket() = default;
  virtual void Fill(const double *hours, const double *rain, int n, double *levels) {
    kernel1D_Fill(hours, rain, n, levels);
  }

private:
  void kernel1D_Fill(const double *hours, const double *rain, int n, double *levels) {
    double level = m_level;
    for (int i = 0; i < n; i++) {
      level = std::max(0.0, level - 0.75 * std::fabs(hours[i])) + std::fabs(rain[i]);
      levels[i] = level;
    }
    m_level = level;
  }
  double m_level = 0.0;
};

/// Cumulative sums that tell when a mean has changed (Page's CUSUM, both sides).
class ChangeDetector {
public:
  virtual ~ChangeDetector() = default;
  virtual void Watch(const float *x, int n, float *ups, float *downs) { kernel1D_Watch(x, n, ups, downs); }

private:
  void kernel1D_Watch(const float *x, int n, float *ups, float *downs) {
    for (int i = 0; i < n; i++) {
      m_up = std::max(0.0f, m_up + x[i] - 0.25f);
      m_down = std::min(0.0f, m_down + x[i] + 0.25f);
      ups[i] = m_up;
      downs[i] = m_down;
    }
  }
  float m_up = 0.0f, m_down = 0.0f;
};

/// Depths of nested brackets, none of which is below the ground or above the roof.
class Depths {
public:
  virtual ~Depths() = default;
  virtual void Walk(const int *changes, int n, int *depths) { kernel1D_Walk(changes, n, depths); }

private:
  void kernel1D_Walk(const int *changes, int n, int *depths) {
    int depth = 0;
    for (int i = 0; i < n; i++) {
      depth += changes[i];
      if (depth < 0)
        depth = 0;
      if (depth > m_roof)
        depth = m_roof;
      depths[i] = depth;
    }
  }
  int m_roof = 40;
};

/// A stock of which no more is sold than there is, and which has no room for more than so much.
class Warehouse {
public:
  virtual ~Warehouse() = default;
  virtual long long Trade(const int *delivered, const int *wanted, int n, long long *stocks) {
    kernel1D_Trade(delivered, wanted, n, stocks);
    return m_stock;
  }

private:
  void kernel1D_Trade(const int *delivered, const int *wanted, int n, long long *stocks) {
    for (int day = 0; day < n; day++) {
      const long long more = std::abs(delivered[day]) * 1000000LL;
      m_stock = std::min(m_stock + more, 5000000000LL);
      m_stock = std::max(m_stock - std::abs(wanted[day]) * 999999LL, 0LL);
      stocks[day] = m_stock;
    }
  }
  long long m_stock = 7;
};

/// The gain of a limiter: it goes down at once and comes back slowly.
class Limiter {
public:
  virtual ~Limiter() = default;
  virtual void Limit(const float *in, int n, float *out) { kernel1D_Limit(in, n, out); }

private:
  void kernel1D_Limit(const float *in, int n, float *out) {
    for (int i = 0; i < n; i++) {
      const float allowed = 1.0f / std::max(1.0f, std::fabs(in[i]));
      m_gain = std::min(m_gain * 1.02f, allowed);
      out[i] = in[i] * m_gain;
    }
  }
  float m_gain = 1.0f;
};

/// Scores of a walk over all pixels, row by row, that begin again in each row.
class Scores {
public:
  virtual ~Scores() = default;
  virtual void Score(const int *weights, int w, int h, int *scores) {
    kernel2D_Score(weights, w, h, scores);
  }

private:
  void kernel2D_Score(const int *weights, int w, int h, int *scores) {
    int score = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        if (x == 0)
          score = 5;
        for (int k = 0; k < 2; k++)
          score = std::max(score + weights[y * w + x] - k, -20);
        if (weights[y * w + x] > 50)
          score = std::min(score, 9);
        scores[y * w + x] = score;
      }
  }
};

/// What the classes above do not have: large numbers, infinities, other forms and factors, several
/// totals in a loop, and one that nothing reads.
class Rare {
public:
  virtual ~Rare() = default;
  virtual int Integers(const int *a, int n, int *sums, int *guarded) {
    kernel1D_Integers(a, n, sums, guarded);
    return m_last;
  }
  virtual void Floats(const float *x, int n, float *near, float *smooth, float *turned) {
    kernel1D_Floats(x, n, near, smooth, turned);
  }

private:
  // Sums of what comes here would wrap around many times.
  void kernel1D_Integers(const int *a, int n, int *sums, int *guarded) {
    int sum = 0, floor = -7;
    m_last = 100;
    for (int i = 0; i < n; i++) {
      const int step = (a[i] % 2000) * 500000;
      sum = sum + step > 1000000000 ? 1000000000 : sum + step;
      sum = sum < -1000000000 ? -1000000000 : sum;
      sums[i] = sum;
      floor -= 2;
      if (a[i] > 0 && floor < -a[i] % 100)
        floor = -a[i] % 100;
      guarded[i] = floor;
      m_last = std::max(m_last - 3, a[i] % 512);
    }
  }
  // An infinity in front of the first mark; what is read several times; a factor below 0.
  void kernel1D_Floats(const float *x, int n, float *near, float *smooth, float *turned) {
    float distance = std::numeric_limits<float>::infinity();
    for (int i = 0; i < n; i++) {
      distance = std::min(distance + 1.0f, x[i] > 4.0f ? 0.0f : std::numeric_limits<float>::infinity());
      near[i] = distance;
      m_level = std::clamp(m_level + 0.125f * (x[i] - m_level), -1.5, 1.5);
      smooth[i] = m_level;
      m_turned = std::max(-0.5f * m_turned + 0.25f * x[i], x[i]);
      if (m_turned > 8.0f)
        m_turned = 8.0f;
      m_turned /= 1.5f;
      turned[i] = m_turned;
    }
  }
  int m_last = 0;
  double m_level = 0.0;
  float m_turned = 0.0f;
};
