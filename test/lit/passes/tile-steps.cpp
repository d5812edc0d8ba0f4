// Diagonals of which workgroups take tiles: what is in shared memory, and what keeps a launch for each diagonal.
// RUN: vkmorph %s --class=Tiled -o %t --remarks=all -- -std=c++17 2> %t.txt
// RUN: FileCheck %s --check-prefix=TOLD < %t.txt
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Table.comp --check-prefix=TABLE
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Sweep.comp --check-prefix=SWEEP
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Ends.comp --check-prefix=ENDS
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Looked.comp --check-prefix=LOOKED
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_Both.comp --check-prefix=BOTH
// RUN: FileCheck %s --input-file=%t/tile-steps_generated.cpp --check-prefix=HOST
// RUN: vkmorph %s --class=Tiled -o %t.never --tiles=never -- -std=c++17
// RUN: FileCheck %s --input-file=%t.never/tile-steps_generated.cpp --check-prefix=NEVER
// RUN: vkmorph %s --class=Tiled -o %t.cl --shaders=openclc -- -std=c++17
// RUN: FileCheck %s --input-file=%t.cl/tile-steps_generated.cpp --check-prefix=NEVER
// RUN: vkmorph %s --class=Kept -o %t.kept --report=%t.json -- -std=c++17
// RUN: FileCheck %s --input-file=%t.json --check-prefix=KEPT
// RUN: FileCheck %s --input-file=%t.kept/tile-steps_generated.cpp --check-prefix=NEVER
#include <algorithm>

class Tiled {
public:
  virtual ~Tiled() = default;
  virtual void Run(const int *a, const int *b, int n, int m, int *t, float *u, const float *f, const int *to) {
    kernel2D_Table(a, b, n, m, t);
    kernel2D_Sweep(u, f, n, m);
    kernel2D_Ends(t, n, m);
    kernel2D_Looked(to, n, m, t);
    kernel2D_Both(a, n, m, t, u);
  }

protected:
  // What iterations write for certain is read around the tile alone.
  // TOLD: remark: kernel 'kernel2D_Table': workgroups take tiles of 32 x 32 iterations, with 't' in shared memory [vkm2228
  // TABLE: layout(local_size_x = 32) in;
  // TABLE: shared int tTile[33][34];
  // TABLE: for (int column = line; column < 33; column += 32) {
  // TABLE: if (uint(at) < uint(t.length()))
  // TABLE-NEXT: tTile[0][column] = t[at];
  // TABLE: tTile[row][0] = t[at];
  // TABLE: barrier();
  // TABLE: for (int tileStep = 0; tileStep < 63; tileStep++) {
  // TABLE-NEXT: const int column = tileStep - line;
  // TABLE: if (column >= 0 && column < 32 && i <= n && j <= m) {
  // TABLE-NEXT: tTile[line + 1][column + 1] =
  // TABLE-NEXT: a[i - 1] == b[j - 1] ? tTile[line][column] + 1 : max(tTile[line][column + 1], tTile[line + 1][column]);
  // TABLE: t[i * (m + 1) + j] = tTile[line + 1][column + 1];
  // TABLE-NEXT: }
  // TABLE-NEXT: barrier();
  // HOST: diagonal < (n + 31) / 32 + (m + 31) / 32 - 1
  // NEVER: diagonal <= n + m
  void kernel2D_Table(const int *a, const int *b, int n, int m, int *t) {
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= m; ++j)
        t[i * (m + 1) + j] = a[i - 1] == b[j - 1] ? t[(i - 1) * (m + 1) + j - 1] + 1 : std::max(t[(i - 1) * (m + 1) + j], t[i * (m + 1) + j - 1]);
  }

  // Old elements to the right and below, and those of an array that is only read: all of them.
  // TOLD: 'kernel2D_Sweep': workgroups take tiles of 32 x 32 iterations, with 'u', 'f' in shared memory [vkm2228
  // SWEEP: shared precise float uTile[34][34];
  // SWEEP: for (int row = 0; row < 34; row++)
  // SWEEP: barrier();
  // SWEEP: u[y * m + x] = uTile[line + 1][column + 1];
  void kernel2D_Sweep(float *u, const float *f, int n, int m) {
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < m - 1; ++x)
        u[y * m + x] = 0.25f * (u[(y - 1) * m + x] + u[(y + 1) * m + x] + u[y * m + x - 1] + u[y * m + x + 1] - f[y * m + x]);
  }

  // Threads whose iteration ends go on to the barrier.
  // ENDS: shared int tTile[33][34];
  // ENDS-NOT: continue
  // ENDS: tileStep++
  // ENDS-NOT: continue
  // ENDS: barrier();
  // ENDS-NEXT: }
  void kernel2D_Ends(int *t, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        if (t[y * m + x] < 0)
          continue;
        t[y * m + x] += t[(y - 1) * m + x] / 2 + t[y * m + x - 1] / 2;
      }
  }

  // An element that is further away than tiles go: in memory, which threads of the workgroup have in common.
  // TOLD: 'kernel2D_Looked': workgroups take tiles of 32 x 32 iterations, with no array in shared memory
  // LOOKED: coherent buffer tBuffer
  // LOOKED-NOT: shared
  // LOOKED: memoryBarrierBuffer();
  // LOOKED-NEXT: barrier();
  void kernel2D_Looked(const int *to, int n, int m, int *t) {
    for (int y = 1; y < n; ++y)
      for (int x = 6; x < m; ++x)
        t[y * m + x] = t[(y - 1) * m + x] + (t[y * m + x - 6] & to[x]);
  }

  // Of several stores to an element the last one alone goes to memory. What an iteration has written itself it may read
  // without a whole tile; names say which of several arrays they are about.
  // BOTH: shared int tTile[33][34];
  // BOTH-NEXT: shared precise float uTile[33][32];
  // BOTH-NOT: for (int row
  // BOTH: const int uAt = (firstY - 1) * m + (firstX + line);
  // BOTH: if (a[x] > 3) {
  // BOTH-NOT: t[y * m + x] =
  // BOTH: } else {
  // BOTH-NOT: t[y * m + x] =
  // BOTH: }
  // BOTH-NEXT: uTile
  // BOTH: t[y * m + x] = tTile
  // BOTH-NEXT: }
  // BOTH-NEXT: barrier();
  void kernel2D_Both(const int *a, int n, int m, int *t, float *u) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        if (a[x] > 3)
          t[y * m + x] = t[(y - 1) * m + x] + 1;
        else
          t[y * m + x] = t[y * m + x - 1] - 1;
        u[y * m + x] = 0.5f * u[(y - 1) * m + x];
        t[y * m + x] += int(u[y * m + x]);
      }
  }
};

// Why others keep a launch for each diagonal.
class Kept {
public:
  virtual ~Kept() = default;
  virtual void Run(unsigned *a, int *b, int *c, int n, int m) {
    kernel2D_Unsigned(a, n, m);
    kernel2D_Inner(b, n, m);
    kernel2D_Sums(c, n, m);
  }

protected:
  int m_most = 0;
  // KEPT-DAG: "kernel2D_Unsigned"
  // KEPT-DAG: its loops do not count up by one in numbers with a sign
  void kernel2D_Unsigned(unsigned *a, unsigned n, unsigned m) {
    for (unsigned y = 1; y < n; ++y)
      for (unsigned x = 1; x < m; ++x)
        a[y * m + x] += a[(y - 1) * m + x] ^ a[y * m + x - 1];
  }
  // KEPT-DAG: its iterations end in inner branches
  void kernel2D_Inner(int *b, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        if (b[(y - 1) * m + x] > 0) {
          if (b[y * m + x - 1] > 0)
            continue;
          b[y * m + x] = 1;
        }
        b[y * m + x] += 1;
      }
  }
  // KEPT-DAG: its iterations combine values
  void kernel2D_Sums(int *c, int n, int m) {
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= m; ++j) {
        c[i * (m + 1) + j] = c[(i - 1) * (m + 1) + j] + c[i * (m + 1) + j - 1];
        m_most = std::max(m_most, c[i * (m + 1) + j]);
      }
  }
};
