// An echo from a line of samples that has to be as long as the delay.
#include <vector>

class EchoLine {
public:
  virtual ~EchoLine() = default;
  void Prepare(int delay, float feedback) {
    m_line.assign(delay, 0.0f);
    m_length = delay;
    m_feedback = feedback;
  }

  virtual void Process(const float *in, float *out, int n) { kernel1D_Process(in, out, n); }

protected:
  void kernel1D_Process(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] + m_feedback * m_line[(m_position + i) % m_length];
  }

private:
  std::vector<float> m_line;
  int m_length = 0, m_position = 0;
  float m_feedback = 0.5f;
};
