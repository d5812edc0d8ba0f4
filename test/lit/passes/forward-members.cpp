// Sizes by members that the control function has just assigned are those numbers: the host makes room before commands run.
// RUN: vkmorph %s --emit=recognised -- -std=c++17 | FileCheck %s
#include <vector>

class Plane {
public:
  virtual ~Plane() {}
  virtual void Resize(int w, int h) {
    m_width = w;
    m_height = h;
    m_data.resize(area());
    kernel1D_Fill();
  }
  // By one of two values: in the branch it is known.
  virtual void Grow(int w) {
    m_width = w * 2;
    if (w > 3) {
      m_height = 1;
      m_data.resize(m_width);
      kernel1D_Fill();
    }
  }

protected:
  int area() const { return m_width * m_height; }
  void kernel1D_Fill() {
    for (int i = 0; i < area(); i++)
      m_data[i] = 1.0f;
  }

  int m_width = 0, m_height = 0;
  std::vector<float> m_data;
};

// CHECK: vkm.control @Resize(%w: si32 {{.*}}, %h: si32
// CHECK: %[[AREA:.*]] = vkm.binary mul %w, %h : si32
// CHECK: %resizeSize = vkm.var const "resizeSize" : <si32> = %[[AREA]]
// CHECK: %[[SIZE:.*]] = vkm.load %resizeSize
// CHECK-NEXT: vkm.reserve @m_data, %[[SIZE]] : si32 {vkm.resizes}
// CHECK: vkm.control @Grow(%w: si32
// CHECK: %[[TWICE:.*]] = vkm.binary mul %w, %{{.*}} : si32
// CHECK: vkm.if
// CHECK: vkm.var const "resizeSize" : <si32> = %[[TWICE]]
// CHECK: vkm.reserve @m_data
