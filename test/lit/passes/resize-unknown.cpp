// A size that depends on a member which the control function has changed in another way than by one assignment is known on the device
// alone: an error.
// RUN: not vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s
#include <algorithm>
#include <vector>

class Plane {
public:
  virtual ~Plane() {}
  virtual void Resize(int w, int h) {
    m_width = w;
    m_height += h;
    // CHECK: resize-unknown.cpp:[[@LINE+2]]:5: error: the new size of 'm_data' depends on 'm_height', which this control function or a kernel assigns, and the host makes room before they run [vkm2139]
    // CHECK: note: compute the size from the parameters: 'm_data.resize(2 * n)', not 'm_height = n; m_data.resize(2 * m_height)'; where kernels count the elements that stay, write 'm_data.erase(m_data.begin() + m_height, m_data.end())'
    m_data.resize(m_width * m_height);
    kernel1D_Fill();
  }
  // So are those of temporary vectors, which have the names of the source.
  virtual void Smooth(int w) {
    if (w > 2)
      m_width = w;
    // CHECK: resize-unknown.cpp:[[@LINE+1]]:5: error: the new size of 'smoothed' depends on 'm_width'
    std::vector<float> smoothed(m_width);
    kernel1D_Smooth(smoothed.data(), w);
  }
  // What the device finds is no member.
  virtual void Cut([[vkmorph::size("n")]] const float *a, int n) {
    const int k = int(std::find(a, a + n, 0.0f) - a);
    // CHECK: resize-unknown.cpp:[[@LINE+2]]:5: error: the new size of 'm_data' is computed on the device by this control function, and the host makes room before that runs [vkm2145]
    // CHECK: note: make room for as many as there may be, 'm_data.resize(n)', and behind the kernels that fill them erase what is too much: 'm_data.erase(m_data.begin() + k, m_data.end())'
    m_data.resize(k);
    // CHECK: note: make room {{.*}} 'm_data.erase(m_data.begin() + count, m_data.end())'
    m_data.resize(std::find(a, a + n, 0.0f) - a);
    kernel1D_Take(a, k);
  }

protected:
  void kernel1D_Take(const float *a, int k) {
    for (int i = 0; i < k; i++)
      m_data[i] = a[i];
  }
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
