// Origin: written as a user would, before its first translation.
// Trains class means from labelled rows, then classifies others.
// RUN: %check %s --class NearestCentroid --size train=1,60 --size test=1,45 --arg labels=0..3 -- -std=c++17
#include <array>
#include <cstddef>
#include <limits>

class NearestCentroid {
public:
  static constexpr size_t kClasses = 4, kFeatures = 5;
  using Row = std::array<float, kFeatures>;

  virtual ~NearestCentroid() = default;

  virtual void Fit(const Row *rows, const int *labels, size_t train) { kernel1D_Fit(rows, labels, train); }

  virtual void Predict(const Row *rows, int *predicted, size_t test) { kernel1D_Predict(rows, predicted, test); }

private:
  void kernel1D_Fit(const Row *rows, const int *labels, size_t train) {
    for (Row &centroid : m_centroids)
      centroid.fill(0.0f);
    m_counts.fill(0);
    for (size_t i = 0; i < train; i++) {
      for (size_t f = 0; f < kFeatures; f++)
        m_centroids[labels[i]][f] += rows[i][f];
      ++m_counts[labels[i]];
    }
    for (size_t c = 0; c < kClasses; c++)
      for (float &x : m_centroids[c])
        x /= float(m_counts[c] > 0 ? m_counts[c] : 1);
  }

  void kernel1D_Predict(const Row *rows, int *predicted, size_t test) const {
    for (size_t i = 0; i < test; i++) {
      int best = -1;
      float least = std::numeric_limits<float>::max();
      for (size_t c = 0; c < kClasses; c++) {
        float distance = 0.0f;
        for (size_t f = 0; f < kFeatures; f++) {
          const float d = rows[i][f] - m_centroids[c][f];
          distance += d * d;
        }
        if (distance < least) {
          least = distance;
          best = int(c);
        }
      }
      predicted[i] = best;
    }
  }

  std::array<Row, kClasses> m_centroids{};
  std::array<int, kClasses> m_counts{};
};
