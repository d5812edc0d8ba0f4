// Origin: written for the wrong sizes that launches had before, where a case above them had set a member.
// Cases that set what kernels count by, and fall through into their launches.
// RUN: %check %s --class FallingCases --size n=1,33 --arg mode=0..2 -- -std=c++17
class FallingCases {
public:
  virtual ~FallingCases() = default;
  virtual void sizes([[vkmorph::size("n")]] const float *in, [[vkmorph::size("n")]] float *out, int n, int mode) {
    m_n = n;
    switch (mode) {
    case 0:
      m_n = n / 2;
      // falls through
    case 1:
      kernel1D_scale(in, out);
      break;
    default:
      kernel1D_scale(in, out);
    }
  }
  virtual void kept([[vkmorph::size("n")]] const float *in, [[vkmorph::size("n")]] float *out, int n, int mode) {
    int k = n;
    m_n = k;
    switch (mode) {
    case 0:
      k = n / 2;
      // falls through
    case 1:
      kernel1D_scale(in, out);
      kernel1D_by(out, k);
      break;
    default:
      kernel1D_scale(in, out);
    }
  }
protected:
  void kernel1D_scale(const float *in, float *out) {
    for (int i = 0; i < m_n; ++i)
      out[i] = in[i] * 2.0f;
  }
  void kernel1D_by(float *out, int k) {
    for (int i = 0; i < k; ++i)
      out[i] += 1.0f;
  }
  int m_n = 0;
};
