// A size that depends on a member which the control function has changed in another way than by one assignment is known on the device
// alone: an error.
// RUN: not vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s
#include <vector>

class Plane {
public:
  virtual ~Plane() {}
  virtual void Resize(int w, int h) {
    m_width = w;
    m_height += h;
    // CHECK: resize-unknown.cpp:[[@LINE+2]]:5: error: the new size of 'm_data' depends on members that this control function assigns, and the host makes room before they are assigned [vkm2139]
    // CHECK: note: compute the size from the parameters: 'm_v.resize(2 * n)', not 'm_n = n; m_v.resize(2 * m_n)'
    m_data.resize(m_width * m_height);
    kernel1D_Fill();
  }
  // So are those of temporary vectors, which have the names of the source.
  virtual void Smooth(int w) {
    if (w > 2)
      m_width = w;
    // CHECK: resize-unknown.cpp:[[@LINE+1]]:5: error: the new size of 'smoothed' depends on members
    std::vector<float> smoothed(m_width);
    kernel1D_Smooth(smoothed.data(), w);
  }

protected:
  void kernel1D_Smooth(float *smoothed, int w) {
    for (int i = 0; i < w; i++)
      smoothed[i] = m_data[i];
  }
  void kernel1D_Fill() {
    for (int i = 0; i < m_width * m_height; i++)
      m_data[i] = 1.0f;
  }

  int m_width = 0, m_height = 0;
  std::vector<float> m_data;
};
