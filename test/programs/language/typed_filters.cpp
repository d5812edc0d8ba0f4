// Origin: written as a user would, before its first translation.
// Kernels that are templates: over types that calls tell, and over numbers that calls name.
// RUN: %check %s --class TypedFilters --size n=1,2,70 -- -std=c++17

class TypedFilters {
public:
  virtual ~TypedFilters() = default;

  virtual void ScaleFloats(const float *in, float *out, int n, float gain) {
    kernel1D_Scale(in, out, n, gain);
  }
  virtual void ScaleInts(const int *in, int *out, int n) { kernel1D_Scale(in, out, n, 3); }
  virtual void Smooth(const float *in, float *out, float *wide, int n) {
    kernel1D_Box<1>(in, out, n);
    kernel1D_Box<3>(in, wide, n);
  }
  virtual void Convert(const int *in, float *out, int n) { kernel1D_Convert<float>(in, out, n); }

protected:
  // What is scaled is clamped at zero.
  template <typename T> void kernel1D_Scale(const T *in, T *out, int n, T gain) {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] > T(0) ? in[i] * gain : T(0);
  }

  template <int Radius> void kernel1D_Box(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0.0f;
      for (int k = -Radius; k <= Radius; ++k)
        if (i + k >= 0 && i + k < n)
          sum += in[i + k];
      out[i] = sum / (2 * Radius + 1);
    }
  }

  template <typename To, typename From> void kernel1D_Convert(const From *in, To *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = To(in[i]) / To(4);
  }
};
