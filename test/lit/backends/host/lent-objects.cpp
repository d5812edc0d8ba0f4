// Objects with std::vectors that callers give: buffers and numbers in the recorded form, the objects themselves in the other.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/lent-objects_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/lent-objects_generated.h
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/lent-objects_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/lent-objects_generated.cpp

#include <vector>

class Image {
public:
  Image() = default;
  int width() const { return m_width; }
  void resize(int n) {
    m_width = n;
    pixels.resize(n);
  }
  std::vector<float> pixels;

private:
  int m_width = 0;
};

class Tone {
public:
  virtual ~Tone() {}
  // HEADER: void SetInOutFor_Map(VkBuffer in_pixels, VkBuffer out_pixels);
  // HEADER-NEXT: virtual void MapCmd(VkCommandBuffer cmd, float gain, int in_width, int bias);
  // HEADER: void Map(float gain, const Image &in, Image &out, int bias = 3) override;
  // CHECK: template struct vkmorph::PrivateMembers<Tone_Generated, &Image::m_width>;
  // CHECK: void Tone_Generated::MapCmd(VkCommandBuffer cmd, float gain, int in_width
  // CHECK-NOT: resize
  // CHECK: void Tone_Generated::Map(float gain, const Image &in, Image &out, int bias) {
  // CHECK-NEXT: // Members of the caller's objects.
  // CHECK-NEXT: const auto &in_pixels = in.pixels;
  // CHECK-NEXT: const int in_width = in.*kWidth;
  // CHECK-NEXT: auto &out_pixels = out.pixels;
  // CHECK-NEXT: auto &out_width = out.*kWidth;
  // CHECK: out_width = n;
  // CHECK: out_pixels.resize(resizeSize);
  // CHECK: call.In("in_pixels", in_pixels, {{.*}}in_width
  // CHECK: call.Out("out_pixels", out_pixels, {{.*}}in_width
  // CHECK: MapCmd(cmd, gain, in_width
  virtual void Map(float gain, const Image &in, Image &out, int bias = 3) {
    out.resize(in.width());
    kernel1D_Map(in, out, gain + bias);
  }
  // The vector's own size, where no access says how far it is used.
  // CHECK: void Tone_Generated::Pick(Image &image, const int *index, int n) {
  // CHECK: const uint32_t image_pixels_size = vkmorph::ToUint32(image_pixels.size(), "image_pixels_size");
  // CHECK: call.InOut("image_pixels", image_pixels, image_pixels_size);
  virtual void Pick(Image &image, const int *index, int n) { kernel1D_Pick(image, index, n); }
  // JSON: "name": "in_pixels"
  // JSON: "member": "in.pixels"

protected:
  void kernel1D_Map(const Image &in, Image &out, float gain) {
    for (int i = 0; i < in.width(); i++)
      out.pixels[i] = in.pixels[i] * gain;
  }
  void kernel1D_Pick(Image &image, const int *index, int n) {
    for (int i = 0; i < n; i++)
      image.pixels[index[i]] = 1;
  }
};
