// Origin: written as a user would, before its first translation.
// Breadth-first search, level by level: several vertices may find one neighbour, and write the same level to it. With a flag,
// by a jump, with marks of the next front, on a grid of cells, and over a matrix of edges.
// RUN: %check %s --class LevelSearch --size n=1,2,40 --size w=3,17 --size h=3,12 --size rounds=4 --arg ends=0..39 --arg open=0..3 --arg steps=0..1 -- -std=c++17

class LevelSearch {
public:
  virtual ~LevelSearch() = default;

  /// The edges of vertex v are those from 'v * 5' on.
  virtual void Search([[vkmorph::size("5 * n")]] const int *ends, [[vkmorph::size("n")]] int *level, int n) {
    kernel1D_Clear(level, n);
    int depth = 0;
    do {
      m_changed = 0;
      kernel1D_Expand(ends, level, n, depth);
      ++depth;
    } while (m_changed != 0);
  }
  virtual void Marks([[vkmorph::size("5 * n")]] const int *ends, [[vkmorph::size("n")]] unsigned *seen,
                     [[vkmorph::size("n")]] int *front, [[vkmorph::size("n")]] int *next, int n, int rounds) {
    kernel1D_Start(seen, front, next, n);
    for (int round = 0; round < rounds; ++round) {
      kernel1D_Mark(ends, seen, front, next, n);
      kernel1D_Move(front, next, n);
    }
  }
  virtual void Flood([[vkmorph::size("w * h")]] const int *open, [[vkmorph::size("w * h")]] int *steps, int w, int h, int rounds) {
    for (int round = 0; round < rounds; ++round)
      kernel2D_Flood(open, steps, w, h, round);
  }

protected:
  int m_changed = 0;

  void kernel1D_Clear(int *level, int n) {
    for (int v = 0; v < n; ++v)
      level[v] = v == 0 ? 0 : -1;
  }
  void kernel1D_Expand(const int *ends, int *level, int n, int depth) {
    for (int v = 0; v < n; ++v)
      if (level[v] == depth)
        for (int e = 5 * v; e < 5 * v + 5; ++e) {
          const int to = ends[e] % n;
          if (level[to] == -1) {
            level[to] = depth + 1;
            m_changed = 1;
          }
        }
  }
  void kernel1D_Start(unsigned *seen, int *front, int *next, int n) {
    for (int v = 0; v < n; ++v) {
      seen[v] = v == n / 2;
      front[v] = v == n / 2;
      next[v] = 0;
    }
  }
  void kernel1D_Mark(const int *ends, unsigned *seen, const int *front, int *next, int n) {
    for (int v = 0; v < n; ++v) {
      if (!front[v])
        continue;
      for (int k = 0; k < 5; ++k) {
        int to = ends[5 * v + k] % n;
        if (seen[to])
          continue;
        seen[to] = 1;
        next[to] = 1;
      }
    }
  }
  void kernel1D_Move(int *front, int *next, int n) {
    for (int v = 0; v < n; ++v) {
      front[v] = next[v];
      next[v] = 0;
    }
  }
  void kernel2D_Flood(const int *open, int *steps, int w, int h, int round) {
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1; x < w - 1; ++x)
        if (steps[y * w + x] == round + 1) {
          if (open[y * w + x - 1] > 0 && steps[y * w + x - 1] == 0)
            steps[y * w + x - 1] = round + 2;
          if (open[y * w + x + 1] > 0 && steps[y * w + x + 1] == 0)
            steps[y * w + x + 1] = round + 2;
          if (open[(y - 1) * w + x] > 0 && steps[(y - 1) * w + x] == 0)
            steps[(y - 1) * w + x] = round + 2;
          if (open[(y + 1) * w + x] > 0 && steps[(y + 1) * w + x] == 0)
            steps[(y + 1) * w + x] = round + 2;
        }
  }
};
