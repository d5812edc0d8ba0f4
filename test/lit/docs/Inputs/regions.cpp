// The class of docs/Scatters.md.
#include <cstdint>

class Regions {
public:
  virtual ~Regions() = default;
  virtual void Measure(const uint8_t *levels, const int *labels,
                       [[vkmorph::size("n")]] const float *weights, int n,
                       [[vkmorph::size("regions")]] float *sums, int regions) {
    kernel1D_Clear(sums, regions);
    kernel1D_Count(levels, n);
    kernel1D_Weigh(labels, weights, n, sums);
  }

  unsigned m_counts[256] = {};

protected:
  void kernel1D_Clear(float *sums, int regions) {
    for (int r = 0; r < regions; r++)
      sums[r] = 0.0f;
  }

  void kernel1D_Count(const uint8_t *levels, int n) {
    for (int i = 0; i < n; i++)
      m_counts[levels[i]]++;
  }

  void kernel1D_Weigh(const int *labels, const float *weights, int n, float *sums) {
    for (int i = 0; i < n; i++)
      if (labels[i] >= 0)
        sums[labels[i]] += weights[i];
  }
};
