// Origin: written as a user with C habits would, before its first translation.
// Shortest paths between all vertices, with the vertex before the last one of each path.
// RUN: %check %s --class FloydWarshall --size n=0,1,4,19 -- -std=c++17 -Wno-unknown-attributes

class FloydWarshall {
public:
  virtual ~FloydWarshall() {}
  virtual void Paths([[vkmorph::size("n * n")]] int *paths, [[vkmorph::size("n * n")]] int *before, int n) {
    int k;
    for (k = 0; k < n; k++) {
      kernel1D_Keep(paths, n, k);
      kernel2D_Relax(paths, before, n, k);
    }
  }

protected:
  enum { Longest = 4096 };
  int m_from[Longest];
  int m_to[Longest];

  /* row and column k, which do not change in step k */
  void kernel1D_Keep(const int *paths, int n, int k) {
    int i;
    for (i = 0; i < n; i++) {
      m_from[i] = paths[i * n + k];
      m_to[i] = paths[k * n + i];
    }
  }

  void kernel2D_Relax(int *paths, int *before, int n, int k) {
    int i, j, here, via;

    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        here = paths[i * n + j];
        via = (m_from[i] & 0xffff) + (m_to[j] & 0xffff);
        if (via < here) {
          paths[i * n + j] = via;
          before[i * n + j] = k;
        }
      }
  }
};
