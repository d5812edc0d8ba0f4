// What kernels cannot do with std::vectors of objects that they have by pointers or in vectors.
// RUN: not %import %s --class Writes 2>&1 | FileCheck %s
// RUN: not %import %s --class Passes 2>&1 | FileCheck --check-prefix=PASSES %s

#include <vector>

struct Strip {
  int width = 0;
  std::vector<float> cells;
  void set(int i, float x) { cells[i] = x; }
};

class Writes {
public:
  virtual ~Writes() = default;
  virtual void Run(int n) { kernel1D_Run(n); }
  void kernel1D_Run(int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: errors-pools.cpp:[[@LINE+2]]:{{[0-9]+}}: error: this changes 'Strip::cells' in objects that kernels have by pointers or in vectors, where only the host may change them [vkm1156]
      // CHECK: note: make the object that kernels change a member of the class of its own, and name it here
      m_strips[i].cells[0] = 1.0f;
      // CHECK: errors-pools.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this changes 'm_strips' in objects
      m_strips[i].width = 1;
    }
  }

private:
  std::vector<Strip> m_strips;
};

inline float sum(const std::vector<float> &cells) {
  float total = 0.0f;
  for (float cell : cells)
    total += cell;
  return total;
}

class Passes {
public:
  virtual ~Passes() = default;
  virtual void Run(float *out, int n) { kernel1D_Run(out, n); }
  void kernel1D_Run(float *out, int n) {
    for (int i = 0; i < n; i++)
      // PASSES: errors-pools.cpp:[[@LINE+2]]:{{[0-9]+}}: error: this passes on a std::vector of an object that kernels have by a pointer or in a vector [vkm1157]
      // PASSES: note: pass the object, or the elements as a pointer ('v.data()') and their number
      out[i] = sum(m_strips[i].cells);
  }

private:
  std::vector<Strip> m_strips;
};
