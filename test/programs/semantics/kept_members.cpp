// Origin: written for claims of docs/Semantics.md.
// Elements of arrays in class data that a loop updates are kept in variables as those of buffers are: with what they have
// before, in the order of the source. Where a kernel is given one array twice, what it reads by the one name is what it has
// just written by the other.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 -Wno-attributes | FileCheck %s
// RUN: %check %s --class KeptMembers --size n=0,1,20,300 --variants=default,vulkan10 -- -std=c++17
struct Cell {
  float mass;
  int hits;
};

class KeptMembers {
public:
  virtual ~KeptMembers() = default;
  virtual void Bins(const float *a, int n) { kernel1D_Bins(a, n); }
  virtual void Cells(const float *a, int n) { kernel1D_Cells(a, n); }
  virtual void Table(const float *a, int n) { kernel2D_Table(a, n); }
  virtual void Twice([[vkmorph::size("n")]] float *c, int n) { kernel1D_Own(c, c, n); }
  virtual void Apart([[vkmorph::size("n")]] const float *a, [[vkmorph::size("n")]] float *c, int n) {
    kernel1D_Own(a, c, n);
  }

protected:
  // CHECK-LABEL: kernel1D_Bins.comp
  // CHECK: float m_binsLocal = m_bins[b];
  // CHECK: m_binsLocal += {{.*}} * float(b);
  // CHECK: m_bins[b] = m_binsLocal;
  void kernel1D_Bins(const float *a, int n) {
    for (int b = 0; b < 80; ++b)
      for (int k = 0; k < n; ++k)
        m_bins[b] += a[k] * b;
  }
  // CHECK-LABEL: kernel1D_Cells.comp
  // CHECK: float m_cellsMassLocal = m_cells[c].mass;
  // CHECK: int m_cellsHitsLocal = m_cells[c].hits;
  // CHECK: m_cells[c].mass = m_cellsMassLocal;
  void kernel1D_Cells(const float *a, int n) {
    for (int c = 0; c < 80; ++c)
      for (int k = 0; k < n; ++k) {
        m_cells[c].mass += m_bins[c] - a[k];
        m_cells[c].hits++;
      }
  }
  // CHECK-LABEL: kernel2D_Table.comp
  // CHECK: m_tableLocal
  void kernel2D_Table(const float *a, int n) {
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x)
        for (int k = 0; k < n; ++k)
          m_table[y][x] = m_table[y][x] * 0.5f + a[k];
  }
  void kernel1D_Own(const float *a, float *c, int n) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 5; ++k)
        c[i] += a[i] * 0.5f;
  }
  float m_bins[80] = {1, 2, 3};
  float m_table[3][4] = {};
  Cell m_cells[80] = {};
};
