// Origin: written as a user would, before its first translation.
// Templates over structs, with reductions: the elements, and a window by value.
// RUN: %check %s --class stats::PairSums --size n=1,90 -- -std=c++17
namespace stats {

struct Real {
  float value;
  float get() const { return value; }
};
struct Whole {
  int low, high;
  float get() const { return 0.5f * float(low % 100 + high % 100); }
};

template <typename T> struct Window {
  T low, high;
  bool has(T v) const { return v >= low && v < high; }
};

class PairSums {
public:
  virtual ~PairSums() = default;

  virtual float SumReals(const Real *a, int n) {
    kernel1D_Sum(a, n, Window<float>{-0.5f, 0.5f});
    return m_sum;
  }
  virtual float SumWholes(const Whole *a, int n) {
    Window<float> window;
    window.low = -50.0f;
    window.high = 50.0f;
    kernel1D_Sum<Whole>(a, n, window);
    kernel1D_Count<Window<int>, Whole>(a, n, {0, 40});
    return m_sum + m_count;
  }

protected:
  template <typename T> void kernel1D_Sum(const T *a, int n, Window<float> window) {
    m_sum = 0.0f;
    for (int i = 0; i < n; ++i)
      if (window.has(a[i].get()))
        m_sum += a[i].get();
  }
  template <class W, class T> void kernel1D_Count(const T *a, int n, W window) {
    m_count = 0;
    for (int i = 0; i < n; ++i)
      m_count += window.has(int(a[i].get()));
  }

  float m_sum = 0.0f;
  int m_count = 0;
};

} // namespace stats
