// Origin: written as a user would, before its first translation.
// Rows whose bounds are a struct, whose slots are half as wide, of which only the first are used, or which end in front
// of the diagonal; one of the sums goes on behind the loop.
// RUN: %check %s --class Bounds --arg n=33 --arg ranges.first=0..20 --arg ranges.last=-5..60 --arg used=0..9 --arg in=random --size in=400 --size out=33 --size values=400 --variants=default,vulkan10 -- -std=c++17
struct Range {
  int first, last;
};

class Bounds {
public:
  virtual ~Bounds() = default;

  virtual void Ranges(const Range *ranges, const int *in, int *out, int n) { kernel1D_Ranges(ranges, in, out, n); }
  virtual void Slots(const int *used, const float *values, float *out, int n) { kernel1D_Slots(used, values, out, n); }
  virtual void Lower(const float *values, float *out, int n) { kernel1D_Lower(values, out, n); }

protected:
  /// The last one belongs to the range.
  void kernel1D_Ranges(const Range *ranges, const int *in, int *out, int n) {
    for (int i = 0; i < n; ++i) {
      int sum = 7;
      for (int k = ranges[i].first; k <= ranges[i].last; k += 2)
        sum += in[k] & 1023;
      out[i] = sum > 5000 ? 5000 : sum;
    }
  }

  void kernel1D_Slots(const int *used, const float *values, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0.0f;
      for (int s = 0; s < used[i]; ++s)
        sum += values[i * 12 + s];
      out[i] = used[i] > 0 ? sum / float(used[i]) : 0.0f;
    }
  }

  void kernel1D_Lower(const float *values, float *out, int n) {
    for (int i = 1; i < n; ++i) {
      float sum = 1.0f;
      for (int j = 0; j < i; ++j)
        sum += values[(i * (i - 1)) / 2 % 300 + j];
      out[i] = sum;
    }
  }
};
