// Elements that several iterations test and all give one value: whichever comes first, memory is the same in the end.
// RUN: vkmorph %s --class=Tested --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=vkm2104
#include <cstddef>

class Tested {
public:
  virtual ~Tested() = default;
  virtual void Search(const int *ends, [[vkmorph::size("n")]] int *level, [[vkmorph::size("n")]] bool *seen,
                      [[vkmorph::size("n")]] const bool *goal, [[vkmorph::size("n")]] int *next, int n, int mark) {
    for (int depth = 0; depth < n; ++depth) {
      kernel1D_Push(ends, level, n, depth);
      kernel1D_Pull(ends, level, n, depth);
    }
    kernel1D_Bools(ends, seen, goal, next, n);
    kernel1D_Above(ends, level, n);
    kernel1D_Kept(ends, level, n);
  }

protected:
  bool m_changed = false, m_reached = false;

  // The level before is -1 or depth + 1, and depth is neither.
  // CHECK: vkm.kernel @kernel1D_Push
  // CHECK: vkm.grid {{.*}} vkm.writes_alike
  void kernel1D_Push(const int *ends, int *level, int n, int depth) {
    for (int v = 0; v < n; ++v) {
      if (level[v] != depth)
        continue;
      const int found = depth + 1;
      for (int e = 0; e < 4; ++e)
        if (ends[4 * v + e] < n && level[ends[4 * v + e]] == -1) {
          level[ends[4 * v + e]] = found;
          m_changed = true;
        }
    }
  }
  // CHECK: vkm.kernel @kernel1D_Pull
  // CHECK: vkm.grid {{.*}} vkm.writes_alike
  void kernel1D_Pull(const int *ends, int *level, int n, int depth) {
    for (int v = 0; v < n; ++v)
      for (int e = 0; e < 4; ++e) {
        const int there = level[ends[4 * v + e]];
        if (depth == there && 0 > level[v])
          level[v] = depth + 1;
      }
  }
  // What is done besides follows from the element: its mark in another array, and a flag where data of the element say so.
  // CHECK: vkm.kernel @kernel1D_Bools
  // CHECK: vkm.grid {{.*}} vkm.writes_alike
  void kernel1D_Bools(const int *ends, bool *seen, const bool *goal, int *next, int n) {
    for (int v = 0; v < n; ++v) {
      const int to = ends[v];
      if (!seen[to]) {
        seen[to] = true;
        next[to] = 7;
        if (goal[to])
          m_reached = true;
      }
    }
  }
  // What is no larger than 3 stays so, and what is larger becomes 10.
  // CHECK: vkm.kernel @kernel1D_Above
  // CHECK: vkm.grid {{.*}} vkm.writes_alike
  void kernel1D_Above(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v)
      if (level[v] <= 3 && level[ends[v]] > 5)
        level[ends[v]] = 10;
  }
  // No variable has the element in the loop: what it held at first would overwrite what another iteration has written.
  // CHECK: vkm.kernel @kernel1D_Kept
  // CHECK: vkm.grid {{.*}} vkm.writes_alike
  // CHECK-NOT: vkm.var "levelLocal"
  void kernel1D_Kept(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v) {
      for (int e = 0; e < 4; ++e)
        if (level[v] == 0 && ends[e] > v)
          level[v] = 1;
      if (level[ends[v]] == 0)
        level[ends[v]] = 1;
    }
  }
};
