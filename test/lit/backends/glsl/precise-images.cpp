// What an image is given is precise as a variable, since a store has none of its own.
// RUN: vkmorph %s --class Blend --images=textures -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/shaders/kernel2D_First.comp
class Blend {
public:
  virtual ~Blend() = default;
  virtual void Run([[vkmorph::size("w * h")]] const float *a, [[vkmorph::size("w * h")]] float *s, [[vkmorph::size("w * h")]] float *o, int w, int h) {
    kernel2D_First(a, s, w, h);
    kernel2D_Second(s, o, w, h);
  }

protected:
  // CHECK: precise const float [[VALUE:.*]] = 0.25 * a
  // CHECK-NEXT: imageStore(s, ivec2(x, y), vec4([[VALUE]]
  void kernel2D_First(const float *a, float *s, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        s[y * w + x] = 0.25f * a[y * w + x] + 0.5f * a[y * w + x] * a[y * w + x] + float(x);
  }
  void kernel2D_Second(const float *s, float *o, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        o[y * w + x] = s[y * w + x] + s[(y + 1 < h ? y + 1 : y) * w + x];
  }
};
