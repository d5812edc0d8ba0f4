// Strides that say which elements are written: a member that a function uses which the kernel calls, and a parameter.
class Scatter {
public:
  virtual ~Scatter() = default;
  virtual void Spread(const int *in, [[vkmorph::size("4 * n")]] int *out, int n) { kernel1D_Spread(in, out, n); }
  virtual void Space([[vkmorph::size("4000")]] int *out, int stride) { kernel2D_Space(out, stride); }

protected:
  static void Put(int &place, int value) { place = value; }
  void Store(int *out, int at, int value) { out[at * m_stride + 1] = value; }
  void kernel1D_Spread(const int *in, int *out, int n) {
    for (int i = 0; i < n; ++i) {
      Store(out, i, in[i]);
      Put(out[i * m_pitch], in[i] + 1);
    }
  }
  void kernel2D_Space(int *out, int stride) {
    for (int y = 0; y < m_height; ++y)
      for (int x = 0; x < m_width; ++x)
        out[y * stride + x] = x + 10 * y;
  }
  int m_stride = 4, m_pitch = 4, m_width = 6, m_height = 9;
};
