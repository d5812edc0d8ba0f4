// Classes of one file that share a header of their own, and some names of parameters.
#include <vector>

template <class T, int Taps> class Smoother {
public:
  virtual ~Smoother() = default;
  virtual void Smooth(const T *in, T *out, int n) { kernel1D_Smooth(in, out, n); }

protected:
  void kernel1D_Smooth(const T *in, T *out, int n) {
    for (int i = 0; i < n; i++) {
      T sum = 0;
      for (int k = 0; k < Taps; k++)
        sum += in[i - k < 0 ? 0 : i - k];
      out[i] = sum / Taps;
    }
  }
};
template class Smoother<int, 3>;

namespace stock {
class Shelf {
public:
  virtual ~Shelf() = default;
  virtual int Count(const int *kinds, int width, int height, int wanted) {
    kernel2D_Count(kinds, width, height, wanted);
    return m_found;
  }

protected:
  void kernel2D_Count(const int *kinds, int width, int height, int wanted) {
    m_found = 0;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        if (kinds[y * width + x] == wanted)
          m_found++;
  }
  int m_found = 0;
};
} // namespace stock

class Doubler {
public:
  virtual ~Doubler() = default;
  virtual void Double(int *in, int n) { kernel1D_Double(in, n); }

protected:
  void kernel1D_Double(int *in, int n) {
    for (int i = 0; i < n; i++)
      in[i] *= 2;
  }
};
