// Origin: written as a user would, before its first translation.
// Statements behind and in front of loops that read and write what the loops do: ghost cells, the last sample, a halved first
// coefficient, corners, what was there before, flags, and results of the whole.
// RUN: %check %s --class PeriodicLine --size n=0,1,2,70 -- -std=c++17
// RUN: %check %s --class Recorder --size n=1,2,70 --size rounds=1,3 -- -std=c++17
// RUN: %check %s --class Spectrum --size n=1,2,300 --arg re=-0.5..0.5 --arg im=-0.5..0.5 -- -std=c++17
// RUN: %check %s --class Plate --size w=2,3,20 --size h=2,3,17 -- -std=c++17
// RUN: %check %s --class Drift --size n=1,70,300 -- -std=c++17
// RUN: %check %s --class Ranking --size teams=2,4,70 --size games=1,9 -- -std=c++17
#include <cmath>

// A ring of cells with a ghost cell at either end.
class PeriodicLine {
public:
  virtual ~PeriodicLine() = default;

  virtual void Advance([[vkmorph::size("n + 2")]] const float *from, [[vkmorph::size("n + 2")]] float *to, int n, float c) {
    kernel1D_Upwind(from, to, n, c);
  }
  float Left() const { return m_left; }

protected:
  void kernel1D_Upwind(const float *from, float *to, int n, float c) {
    for (int i = 1; i <= n; i++)
      to[i] = from[i] - c * (from[i] - from[i - 1]);
    to[0] = to[n];
    to[n + 1] = to[1];
    m_left = to[0];
  }

  float m_left = 0.0f;
};

// Keeps the last sample for the next block, and the first one for a display.
class Recorder {
public:
  virtual ~Recorder() = default;

  virtual void Record(const float *in, float *out, int n, int rounds, float gain) {
    for (int round = 0; round < rounds; round++) {
      kernel1D_Amplify(in, out, n, gain);
      gain *= 0.5f;
    }
  }
  float First() const { return m_first; }
  float Last() const { return m_last; }

protected:
  void kernel1D_Amplify(const float *in, float *out, int n, float gain) {
    for (int i = 0; i < n; i++) {
      const float previous = i > 0 ? in[i - 1] : 0.0f;
      out[i] = gain * (in[i] + 0.25f * previous);
    }
    m_first = out[0];
    m_last = out[n - 1];
    m_blocks++;
  }

  float m_first = 0.0f, m_last = 0.0f;
  int m_blocks = 0;
};

// Powers of a spectrum; the first one counts half, and is the level; the greatest is searched beside.
class Spectrum {
public:
  virtual ~Spectrum() = default;

  virtual float Powers(const float *re, const float *im, float *power, int n) {
    kernel1D_Powers(re, im, power, n);
    return m_peak;
  }
  float Level() const { return m_level; }

private:
  void kernel1D_Powers(const float *re, const float *im, float *power, int n) {
    m_peak = 0.0f;
    for (int k = 0; k < n; k++) {
      power[k] = re[k] * re[k] + im[k] * im[k];
      m_peak = std::fmax(m_peak, power[k]);
    }
    power[0] *= 0.5f;
    m_level = std::sqrt(power[0]);
  }

  float m_peak = 0.0f, m_level = 0.0f;
};

// The temperature inside of a plate, whose corners take the mean of their neighbours.
class Plate {
public:
  virtual ~Plate() = default;

  virtual void Step([[vkmorph::size("w * h")]] const float *from, [[vkmorph::size("w * h")]] float *to, int w, int h) { kernel2D_Relax(from, to, w, h); }
  float Middle() const { return m_middle; }

private:
  void kernel2D_Relax(const float *from, float *to, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int left = x > 0 ? x - 1 : x, right = x < w - 1 ? x + 1 : x;
        to[y * w + x] = 0.5f * (from[y * w + left] + from[y * w + right]);
      }
    to[0] = 0.5f * (to[1] + to[w]);
    to[w * h - 1] = 0.5f * (to[w * h - 2] + to[w * (h - 1) - 1]);
    m_middle = to[(h / 2) * w + w / 2];
  }

  float m_middle = 0.0f;
};

// How far the first and the last element have moved, and whether any has.
class Drift {
public:
  virtual ~Drift() = default;

  virtual bool Move(float *position, const float *speed, int n, float dt) {
    kernel1D_Move(position, speed, n, dt);
    return m_moved;
  }
  float First() const { return m_first; }
  float Travelled() const { return m_travelled; }

private:
  void kernel1D_Move(float *position, const float *speed, int n, float dt) {
    m_moved = false;
    m_first = position[0];
    const float last = position[n - 1];
    for (int i = 0; i < n; i++) {
      const float step = speed[i] * dt;
      if (step > 0.5f)
        m_moved = true;
      position[i] += step;
    }
    m_first = position[0] - m_first;
    m_travelled += position[n - 1] - last;
  }

  bool m_moved = false;
  float m_first = 0.0f, m_travelled = 0.0f;
};

// Points of teams over all of their games; the first three of the table.
class Ranking {
public:
  virtual ~Ranking() = default;

  virtual void Count(const int *goals, int *points, int teams, int games) { kernel1D_Count(goals, points, teams, games); }
  int Podium() const { return m_podium; }

private:
  void kernel1D_Count(const int *goals, int *points, int teams, int games) {
    m_games += games;
    for (int team = 0; team < teams; team++) {
      int sum = 0;
      for (int game = 0; game < games; game++)
        sum += goals[team * games + game] > 2 ? 3 : goals[team * games + game] > 1 ? 1 : 0;
      points[team] = sum;
    }
    m_podium = 0;
    for (int place = 0; place < 3; place++)
      m_podium += points[place];
    points[3] = m_podium;
  }

  int m_games = 0, m_podium = 0;
};
