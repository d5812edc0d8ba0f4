// Running totals that are read before they change, a restart that no iteration takes, and a method that nothing calls.
#include <memory>

struct Pull {
  virtual ~Pull() = default;
  virtual float Weigh(int hour) const = 0;
};
struct Moon : Pull {
  float Weigh(int hour) const override { return 0.1f * static_cast<float>(hour % 12); }
};
struct Sun : Pull {
  float Weigh(int) const override { return 0.25f; }
};

class Tide {
public:
  virtual ~Tide() = default;
  virtual void Smooth([[vkmorph::size("n")]] const int *x, float *out, double *sums, int n) {
    kernel1D_Filter(x, out, n);
    kernel1D_Sum(x, sums, n);
  }
  virtual void Count([[vkmorph::size("n")]] const int *x, int *out, int n) { kernel1D_Count(x, out, n); }
  virtual void Pulls(float *out, int n) { kernel1D_Pulls(out, n); }
  // As many elements as a bool says.
  virtual void Add([[vkmorph::size("n")]] const int *x, [[vkmorph::size("both ? n : 0")]] const int *y, int *out, int n, bool both) {
    if (both)
      kernel1D_Add(x, y, out, n);
    else
      kernel1D_Count(x, out, n);
  }

private:
  void kernel1D_Filter(const int *x, float *out, int n) {
    float level = 3;
    for (int i = 0; i < n; i++) {
      out[i] = level;
      if (x[i] > 90)
        level = 0;
      else
        level = 0.3f * level + x[i];
    }
  }
  void kernel1D_Sum(const int *x, double *sums, int n) {
    double sum = 3;
    for (int i = 0; i < n; i++) {
      sums[i] = sum;
      sum += x[i] * 0.1;
    }
  }
  void kernel1D_Count(const int *x, int *out, int n) {
    int count = 3;
    for (int i = 0; i < n; i++) {
      if (i % 7 > 10)
        count = 0;
      count += x[i];
      out[i] = count;
    }
  }
  void kernel1D_Pulls(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_pull->Weigh(i);
  }
  void kernel1D_Add(const int *x, const int *y, int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = x[i] + y[i];
  }

  std::unique_ptr<Pull> m_pull{new Moon};
};
