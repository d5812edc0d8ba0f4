// Origin: written as a user would, before its first translation.
// A sparse matrix of blocks of 3 by 3, in compressed rows of blocks, times a vector.
// RUN: %check %s --class Blocks --setup 'object.Fill();' --size x=60 --size y=66 --variants=default,vulkan10 -- -std=c++17
#include <vector>

class Blocks {
public:
  static constexpr int kSide = 3;
  virtual ~Blocks() = default;

  void Fill() {
    m_start.assign(1, 0);
    for (int row = 0; row < 22; ++row) {
      for (int column = row % 4; column < 20; column += 1 + row % 5) {
        m_block.push_back(column);
        for (int k = 0; k < kSide * kSide; ++k)
          m_value.push_back(0.125f * float((row + 2 * column + k) % 9));
      }
      m_start.push_back(int(m_block.size()));
    }
  }

  virtual void Multiply(const float *x, float *y) { kernel1D_Multiply(x, y, 22 * kSide); }

protected:
  void kernel1D_Multiply(const float *x, float *y, int n) {
    for (int i = 0; i < n; ++i) {
      const int row = i / kSide, inside = i % kSide;
      float sum = 0.0f;
      for (int b = m_start[row]; b < m_start[row + 1]; ++b) {
        const float *block = &m_value[b * kSide * kSide + inside * kSide];
        for (int c = 0; c < kSide; ++c)
          sum += block[c] * x[m_block[b] * kSide + c];
      }
      y[i] = sum;
    }
  }

  std::vector<int> m_start, m_block;
  std::vector<float> m_value;
};
