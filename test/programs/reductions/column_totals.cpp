// Origin: written as a user would, before its first translation.
// A spreadsheet's columns: totals, means, extremes, several results of one pass over the rows, what stands before and behind.
// RUN: %check %s --class Columns --size w=0,1,33 --size h=0,64,300 --setup "object.Resize(33, 300);" \
// RUN:   --variants=default,vulkan10 -- -std=c++17
// RUN: %check %s --class Columns --size w=1,20 --size h=300 --setup "object.Resize(20, 300);" \
// RUN:   --option=--workgroup-size=16 --variants=default -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

class Columns {
public:
  virtual ~Columns() = default;
  void Resize(size_t columns, size_t rows) {
    m_columns = columns;
    m_rows = rows;
    m_table.assign(columns * rows, 0.5);
    for (size_t i = 0; i < m_table.size(); ++i)
      m_table[i] = double(i % 37) - 11.0;
    m_means.assign(columns, 1.0);
    m_deviations.assign(columns, 1.0);
  }

  virtual void Totals(const float *image, float *sums, int w, int h) { kernel2D_Totals(image, sums, w, h); }
  virtual void Outer(const int *image, int *sums, int w, int h) { kernel2D_Outer(image, sums, w, h); }
  virtual void Means(const float *image, float *means, int w, int h) { kernel1D_Means(image, means, w, h); }
  virtual void Ranges(const float *image, float *low, float *high, int *below, uint32_t w, uint32_t h) {
    kernel1D_Ranges(image, low, high, below, w, h);
  }
  virtual void Fit(const float *image, const float *weights, const float *offsets, float *slopes, float *rests, int w, int h) {
    kernel1D_Fit(image, weights, offsets, slopes, rests, w, h);
  }
  virtual void Tails([[vkmorph::size("w*h")]] const uint32_t *image, uint32_t *sums, uint32_t w, uint32_t h) {
    kernel1D_Tails(image, sums, w, h);
  }
  virtual void Fixed(const int *image, int *most, int w) { kernel1D_Fixed(image, most, w); }
  virtual void Members() {
    kernel1D_MemberMeans();
    kernel1D_MemberDeviations();
  }

protected:
  // The plainest form: elements that the loops add to, the columns outside.
  void kernel2D_Totals(const float *image, float *sums, int w, int h) {
    for (int x = 0; x < w; ++x)
      for (int y = 0; y < h; ++y)
        sums[x] += image[y * w + x];
  }
  // In the order of the memory.
  void kernel2D_Outer(const int *image, int *sums, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        sums[x] += image[y * w + x] % 1000;
  }
  void kernel1D_Means(const float *image, float *means, int w, int h) {
    for (int x = 0; x < w; ++x) {
      float total = 0;
      for (int y = 0; y < h; ++y) {
        const int at = y * w + x;
        total += image[at];
      }
      means[x] = h > 0 ? total / float(h) : 0.0f;
    }
  }
  // Three results, which begin with what the first row has; the rows behind it.
  void kernel1D_Ranges(const float *image, float *low, float *high, int *below, uint32_t w, uint32_t h) {
    for (uint32_t x = 0; x < w; ++x) {
      float least = image[x], most = image[x];
      int negative = image[x] < 0 ? 1 : 0;
      for (uint32_t y = 1; y < h; ++y) {
        const float value = image[size_t(y) * w + x];
        if (value < least)
          least = value;
        most = std::max(most, value);
        negative += value < 0 ? 1 : 0;
      }
      low[x] = least;
      high[x] = most;
      below[x] = negative;
    }
  }
  // What each row and each column has besides.
  void kernel1D_Fit(const float *image, const float *weights, const float *offsets, float *slopes, float *rests, int w, int h) {
    for (int x = 0; x < w; ++x) {
      const float offset = offsets[x];
      float slope = 0, rest = 1;
      for (int y = 0; y < h; ++y) {
        const float value = image[y * w + x] - offset;
        slope += value * weights[y];
        rest -= value * value;
      }
      slopes[x] = slope;
      rests[x] += rest;
    }
  }
  // The last rows; where there are fewer, the first of them is beyond the end, and there is nothing to add.
  void kernel1D_Tails(const uint32_t *image, uint32_t *sums, uint32_t w, uint32_t h) {
    for (uint32_t x = 0; x < w; ++x) {
      uint32_t total = 0;
      for (uint32_t y = h - 80u; y < h; ++y)
        total += image[y * w + x];
      sums[x] = total;
    }
  }
  // So many rows that no thread takes a column alone.
  void kernel1D_Fixed(const int *image, int *most, int w) {
    for (int x = 0; x < w; ++x) {
      int largest = image[x];
      for (int y = 0; y < 70; ++y)
        if (image[y * w + x] > largest)
          largest = image[y * w + x];
      most[x] = largest;
    }
  }
  void kernel1D_MemberMeans() {
    for (size_t column = 0; column < m_columns; ++column) {
      m_means[column] = 0;
      for (size_t row = 0; row < m_rows; ++row)
        m_means[column] += m_table[row * m_columns + column];
      m_means[column] /= double(m_rows);
    }
  }
  // Reads what the kernel before has written.
  void kernel1D_MemberDeviations() {
    for (size_t column = 0; column < m_columns; ++column) {
      double sum = 0.0;
      for (size_t row = 0; row < m_rows; ++row) {
        const double distance = m_table[row * m_columns + column] - m_means[column];
        sum += distance * distance;
      }
      m_deviations[column] = sum / double(m_rows);
    }
  }

  size_t m_columns = 0, m_rows = 0;
  std::vector<double> m_table, m_means, m_deviations;
};
