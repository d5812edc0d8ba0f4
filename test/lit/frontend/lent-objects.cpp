// Control functions that callers give objects with std::vectors: fields that say whose they are.
// RUN: %import %s | FileCheck %s
#include <vector>

struct Size {
  int width = 0, height = 0;
};

class Image {
public:
  int area() const { return m_size.width * m_size.height; }
  void resize(int n, float x) { m_data.assign(n, x); }
  const float &operator[](int i) const { return m_data[i]; }
  float &operator[](int i) { return m_data[i]; }
  Image &operator=(const Image &other) {
    if (this != &other)
      m_data = other.m_data;
    return *this;
  }

private:
  Size m_size;
  std::vector<float> m_data;
};

// A struct of such objects.
struct Pair {
  Image first, second;
  float gain = 1;
};

class C {
public:
  virtual ~C() {}

  virtual void Blur(const Image &in, Image &out, float gain = 1) {
    out.resize(in.area(), gain);
    kernel1D_Add(in, out);
  }
  // Others call it with members, and with what they are given.
  virtual void Both(const Pair &pair) {
    Blur(pair.first, m_image);
    Blur(m_image, m_other);
    m_other = m_image;
    kernel1D_Clear(m_list);
  }
  virtual void Empty(Image &gone, std::vector<float> &) = delete;

protected:
  void kernel1D_Add(const Image &in, Image &out) {
    for (int i = 0; i < in.area(); i++) {
      const float &value = in[i];
      out[i] = out[i] + value + value;
    }
  }
  // Kernels take std::vectors: their elements, and how many there are.
  void kernel1D_Clear(std::vector<int> &list) {
    for (unsigned i = 0; i < list.size(); i++)
      list[i] = 0;
  }

private:
  Image m_image, m_other;
  std::vector<int> m_list;
};

// CHECK-DAG: vkm.field @in_size : !vkm.record<@Size> access private {cpp_class = "Image", cpp_name = "m_size", is_const, vkm.cpp_type = "Size", vkm.lent = {control = "Blur", name = "in_size", object = 0 : i32}}
// CHECK-DAG: vkm.field @in_data : !vkm.dynarray<f32> access private {{.*}}vkm.lent = {control = "Blur", name = "in_data", object = 0 : i32}
// CHECK-DAG: vkm.field @in_data_size : ui32 size_of @in_data {vkm.lent = {control = "Blur", name = "in_data_size", object = 0 : i32}}
// CHECK-DAG: vkm.field @pair_first_data : !vkm.dynarray<f32> access private {{.*}}cpp_within = {{.*}}["Pair", "first"]{{.*}}vkm.lent = {control = "Both", name = "pair_first_data", object = 0 : i32}

// CHECK: vkm.kernel @kernel1D_Clear(%{{.*}}: !vkm.ptr<si32> {vkm.cpp_type = "std::vector<int> &", vkm.name = "list"}, %{{.*}}: ui32 {vkm.name = "list_size"})
// A const reference is bound to the place that the operator returns.
// CHECK: vkm.kernel @kernel1D_Add()
// CHECK: %[[DATA:.*]] = vkm.vector_data @in_data : <const f32>
// CHECK: %[[VALUE:.*]] = vkm.deref %[[DATA]]
// CHECK: vkm.load %[[VALUE]]
// CHECK: vkm.load %[[VALUE]]

// CHECK: vkm.control @Blur(%gain: f32 {{.*}}) attributes {{{.*}}vkm.objects = [{name = "in", position = 0 : i32, type = "const Image &"}, {name = "out", position = 0 : i32, type = "Image &"}]}
// CHECK: vkm.host ["", ".resize(", ")"](%{{.*}}, %{{.*}}) : (!vkm.ptr<f32>, si32) -> () {headers = [], vkm.resizes}
// CHECK: vkm.call @kernel1D_Blur_assign(
// CHECK: vkm.call @kernel1D_Add()
// CHECK: vkm.control @Both() attributes {{{.*}}vkm.objects = [{name = "pair", position = 0 : i32, type = "const Pair &"}]}
// CHECK: vkm.call @Blur_pair_first_image(
// CHECK: vkm.call @Blur_image_other(
// CHECK: vkm.reserve @m_other_data, %{{.*}} {vkm.resizes}
// CHECK: vkm.call @kernel1D_Both_copy(
// CHECK: vkm.call @kernel1D_Clear(%{{.*}}, %{{.*}}) : (!vkm.ptr<si32>, ui32) -> ()
