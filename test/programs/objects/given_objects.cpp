// Origin: written with the part of the compiler that it tests.
// Corners of objects that callers give: by turns in a loop, overloads, bases, small members, an array by an index, other control functions, copies.
// RUN: %check %s --class Corners --size a_w=9 --size a_h=7 --size b_w=9 --size b_h=7 --size a_data=63 --size v_data_size=0,70 --arg times=0..4 -- -std=c++17
#include <array>
#include <vector>
struct Image {
  int w = 0, h = 0;
  std::vector<float> data;
  std::array<float, 3> taps = {};
  float peak = 0;
};
namespace big {
struct Volume : Image { double depth = 1; unsigned char flags = 0; bool on = false; };
}
class Corners {
public:
  virtual ~Corners() {}
  virtual void Smooth(Image &a, Image &b, int times) {
    for (int i = 0; i < times; i++) {
      kernel1D_Step(a, b);
      kernel1D_Step(b, a);
    }
  }
  virtual void Smooth(Image &a) { kernel1D_Scale(a, 2.0f); }
  virtual void Deep(big::Volume &v, Image &, float x) {
    if (x > 0)
      kernel1D_Deep(v, x);
    v.peak += 1;
    v.on = !v.on;
  }
  virtual void Two(const Image &a, Image &b) {
    b.data = a.data;
    Smooth(b);
    kernel1D_Max(b);
  }
protected:
  void kernel1D_Step(const Image &a, Image &b) {
    for (int i = 0; i < a.w * a.h; i++)
      b.data[i] = a.data[i] * a.taps[i % 3];
  }
  void kernel1D_Scale(Image &a, float x) {
    for (int i = 0; i < a.w * a.h; i++)
      a.data[i] *= x;
  }
  void kernel1D_Deep(big::Volume &v, float x) {
    for (unsigned i = 0; i < v.data.size(); i++)
      v.data[i] += v.on ? x * float(v.depth) : v.flags;
  }
  void kernel1D_Max(Image &a) {
    a.peak = 0;
    for (unsigned i = 0; i < a.data.size(); i++)
      if (a.data[i] > a.peak)
        a.peak = a.data[i];
  }
};
