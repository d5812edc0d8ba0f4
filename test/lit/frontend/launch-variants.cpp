// Control functions are translated for what others give them: parts of arrays, one array twice, objects that are taken apart.
// RUN: %import %s | FileCheck %s
#include <vector>

struct Image {
  int width = 0, height = 0;
  std::vector<float> data;

  void resize(int w, int h) {
    width = w;
    height = h;
    data.resize(w * h);
  }
};

class C {
public:
  virtual ~C() {}

  virtual void Halves(float *a, int n) {
    Scale(a, n);
    Scale(a + n, n);
    Mix(a, a, n);
  }
  virtual void Images(int n) {
    m_old = m_now;
    m_list = m_other;
    Blur(m_now, m_soft);
    Blur(m_soft, m_now);
  }
  virtual void Blur(const Image &from, Image &to) {
    to.resize(from.width, from.height);
    kernel1D_Copy(from, to);
  }

protected:
  virtual void Scale(float *a, int n) { kernel1D_Scale(a, n); }
  void Mix(const float *a, float *b, int n) { kernel1D_Mix(a, b, n); }

  void kernel1D_Scale(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
  void kernel1D_Mix(const float *a, float *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
  }
  void kernel1D_Copy(const Image &from, Image &to) {
    for (int i = 0; i < from.width * from.height; i++)
      to.data[i] = from.data[i];
  }

private:
  Image m_now, m_old, m_soft;
  std::vector<int> m_list, m_other;
};

// Variants are parts of others, and no functions of the generated class.
// Callers from outside have the function itself.
// CHECK: vkm.control @Blur() attributes {is_virtual, vkm.objects
// CHECK: vkm.control @Scale_part(%a: {{.*}}, %n: {{.*}}) attributes {{{.*}}is_inlined
// CHECK-NEXT: vkm.call @kernel1D_Scale_part(%a, %n)
// CHECK: vkm.control @Mix_inPlace(%b: {{.*}}, %n: {{.*}}) attributes {{{.*}}is_inlined
// CHECK-NEXT: vkm.call @kernel1D_Mix_inPlace(%b, %n)
// CHECK: vkm.control @Halves(%a: {{.*}}, %n:
// CHECK-NEXT: vkm.call @Scale(%a, %n)
// CHECK-NEXT: vkm.call @Scale_part(%a, %n)
// CHECK-NEXT: vkm.call @Mix_inPlace(%a, %n)

// CHECK: vkm.control @Blur_now_soft() attributes {{{.*}}is_inlined
// CHECK: vkm.reserve @m_soft_data
// CHECK: vkm.call @kernel1D_Copy_now_soft()
// CHECK: vkm.control @Blur_soft_now() attributes {{{.*}}is_inlined
// CHECK: vkm.reserve @m_now_data
// CHECK: vkm.call @kernel1D_Copy_soft_now()
// CHECK: vkm.control @Images(
// CHECK: vkm.reserve @m_old_data, %{{.*}} {vkm.resizes}
// CHECK: vkm.call @kernel1D_Images_copy(
// CHECK: %[[SIZE:.*]] = vkm.field_ref @m_old_data_size
// CHECK-NEXT: vkm.load
// CHECK-NEXT: vkm.assign %[[SIZE]]
// CHECK: vkm.call @kernel1D_Images_copy_2(
// CHECK: vkm.call @Blur_now_soft()
// CHECK-NEXT: vkm.call @Blur_soft_now()
