#pragma once
#include <array>

/// Every algorithm of the library that kernels may call, over local arrays, members and parts of buffers.
class Algorithms {
public:
  virtual ~Algorithms() = default;
  virtual void Run(const int *in, int *out, float *levels, int n);

private:
  struct Item {
    int key = 0;
    float weight = 0;
    friend bool operator<(const Item &a, const Item &b) { return a.key < b.key; }
    friend bool operator==(const Item &a, const Item &b) { return a.key == b.key; }
  };
  void kernel1D_Fill(const int *in, int *out, int n);
  void kernel1D_Fold(const int *in, int *out, int n);
  void kernel1D_Search(const int *in, int *out, int n);
  void kernel1D_Order(const int *in, int *out, float *levels, int n);

  std::array<int, 6> m_table{{1, 4, 4, 9, 12, 30}};
  int m_gain = 2;
};
