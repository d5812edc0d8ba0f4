// Members whose class holds std::vectors are taken apart into fields; their methods are functions for each of them.
// RUN: %import %s | FileCheck %s

#include <utility>
#include <vector>

template <class T> class Image {
public:
  int width() const { return m_width; }
  void resize(int width, int height) {
    m_width = width;
    m_data.resize(width * height);
  }
  T &operator()(int x, int y) { return m_data[y * m_width + x]; }
  T operator()(int x, int y) const { return m_data[y * m_width + x]; }
  T read(int x, int y) const { return (*this)(x, y); }
  T *data() { return m_data.data(); }

private:
  int m_width = 0;
  std::vector<T> m_data;
};

struct Pair {
  Image<float> left;
  const Image<float> right;
  int count;
};

class C {
public:
  virtual ~C() {}
  virtual void Run(int w, int h) {
    m_out.resize(w, h);
    kernel2D_Add(w, h);
    kernel2D_Copy(m_image, m_out, w, h);
    kernel2D_Copy(m_out, m_image, w, h);
    std::swap(m_image, m_out);
    kernel1D_Fill(m_image.data(), m_image.width());
  }

protected:
  static float Mix(const Image<float> &a, int x, int y) { return a.read(x, y) * 0.5f; }
  void kernel2D_Add(int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        auto &out = m_out;
        out(x, y) = Mix(m_image, x, y) + Mix(m_pair.left, x, y) + m_pair.right.width();
      }
  }
  void kernel2D_Copy(const Image<float> &from, Image<float> &to, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        to(x, y) = from(x, y);
  }
  void kernel1D_Fill(float *data, int n) {
    for (int i = 0; i < n; i++)
      data[i] = 1.0f;
  }

private:
  Image<float> m_image, m_out;
  Pair m_pair;
};

// CHECK: vkm.field @m_image_width : si32 access private {cpp_class = "Image<float>", cpp_name = "m_width", cpp_within = {{\[\[}}"C", "m_image"]]}
// CHECK: vkm.field @m_image_data : !vkm.dynarray<f32> access private {cpp_class = "Image<float>", cpp_name = "m_data", cpp_within = {{\[\[}}"C", "m_image"]]}
// CHECK: vkm.field @m_image_data_size : ui32 size_of @m_image_data
// CHECK: vkm.field @m_pair_left_data : {{.*}} cpp_within = {{\[\[}}"C", "m_pair"], ["Pair", "left"]]}
// CHECK: vkm.field @m_pair_right_width : {{.*}} is_const}
// The fields that nothing uses are none.
// CHECK-NOT: m_pair_count
// CHECK-NOT: m_pair_right_data

// CHECK: vkm.func @image_at(%x: si32 {vkm.name = "x"}, %y: si32 {vkm.name = "y"}) -> f32
// CHECK: vkm.vector_data @m_image_data
// CHECK: vkm.func @image_read
// CHECK: vkm.call @image_at(%x, %y)
// CHECK: vkm.func @Mix(%x: si32 {vkm.name = "x"}, %y: si32 {vkm.name = "y"}) -> f32
// CHECK: vkm.call @image_read(%x, %y)
// CHECK: vkm.func @Mix_2
// CHECK: vkm.call @pair_left_read(%x, %y)

// A function that returns a reference is written out.
// CHECK: vkm.kernel @kernel2D_Add
// CHECK: vkm.call @Mix(
// CHECK: vkm.call @Mix_2(
// CHECK: vkm.call @pair_right_width()
// CHECK: %[[OUT:.*]] = vkm.vector_data @m_out_data : <f32>
// CHECK: vkm.deref %[[OUT]]

// CHECK: vkm.kernel @kernel1D_Run_resize
// CHECK: vkm.kernel @kernel2D_Copy(%w: si32 {{.*}}, %h: si32 {{.*}})
// CHECK: vkm.call @image_at(
// CHECK: vkm.vector_data @m_out_data
// CHECK: vkm.kernel @kernel2D_Copy_out_image(%w: si32 {{.*}}, %h: si32 {{.*}}) attributes {cpp_name = "kernel2D_Copy"
// CHECK: vkm.call @out_at(
// CHECK: vkm.vector_data @m_image_data

// CHECK: vkm.control @Run(
// CHECK: %[[WIDTH:.*]] = vkm.field_ref @m_out_width
// CHECK: vkm.assign %[[WIDTH]], %w
// CHECK: vkm.reserve @m_out_data
// CHECK: vkm.call @kernel1D_Run_resize
// CHECK: vkm.call @kernel2D_Copy(%w, %h)
// CHECK: vkm.call @kernel2D_Copy_out_image(%w, %h)
// CHECK: vkm.field_ref @m_image_width
// CHECK: vkm.field_ref @m_out_width
// CHECK: vkm.assign
// CHECK: vkm.assign
// CHECK: vkm.call @kernel1D_Exchange(
// CHECK: %[[DATA:.*]] = vkm.vector_data @m_image_data
// CHECK: %[[N:.*]] = vkm.call @image_width()
// CHECK: vkm.call @kernel1D_Fill(%[[DATA]], %[[N]])
