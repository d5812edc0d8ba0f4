// Heat that spreads over a plate which somebody has to cut first.
#include <utility>
#include <vector>

class HeatPlate {
public:
  virtual ~HeatPlate() = default;
  void Cut(int side) {
    m_side = side;
    m_now.assign(side * side, 20.0f);
    m_next.assign(side * side, 20.0f);
  }

  virtual void Step(float rate) {
    kernel2D_Spread(rate);
    kernel1D_Take();
  }
  virtual void Read(float *out, int count) { kernel1D_Read(out, count); }

protected:
  void kernel2D_Spread(float rate) {
    for (int y = 0; y < m_side; ++y)
      for (int x = 0; x < m_side; ++x) {
        const int west = x > 0 ? x - 1 : x, east = x + 1 < m_side ? x + 1 : x;
        const float here = m_now[y * m_side + x];
        m_next[y * m_side + x] = here + rate * (m_now[y * m_side + west] + m_now[y * m_side + east] - 2.0f * here);
      }
  }
  void kernel1D_Take() {
    for (int i = 0; i < m_side * m_side; ++i)
      m_now[i] = m_next[i];
  }
  void kernel1D_Read(float *out, int count) {
    for (int i = 0; i < count; ++i)
      out[i] = m_now[i];
  }

private:
  int m_side = 0;
  std::vector<float> m_now, m_next;
};
