// What is appended is decided by what the same iteration has changed: in no order only.
#pragma once
#include <vector>

class Halves {
public:
  virtual ~Halves() = default;
  virtual void Keep(int *a, int n) { kernel1D_Keep(a, n); }

protected:
  void kernel1D_Keep(int *a, int n) {
    m_large.clear();
    for (int i = 0; i < n; i++) {
      a[i] /= 2;
      if (a[i] > 6)
        m_large.push_back(a[i]);
    }
  }

private:
  std::vector<int> m_large;
};
