// Origin: written with the part of the compiler that it tests.
// Copies of parameters by value inside of loops: each iteration begins with what the kernel was given.
// RUN: %check %s --size n=0,1,300 --repeat 2 -- -std=c++17
#include <array>

struct Ray {
  float origin[3];
  float step;
  int hits;
};

class LoopCopies {
public:
  virtual ~LoopCopies() = default;

  virtual void March([[vkmorph::size("n")]] float *out, int n, const Ray &ray) { kernel1D_March(out, n, ray); }
  virtual void Weigh([[vkmorph::size("n")]] float *out, int n, float a, float b, float c) {
    kernel1D_Weigh(out, n, {a, b, c});
  }

protected:
  // A part that only the copy changes, one that no one changes, and a whole that an index reads.
  void kernel1D_March(float *out, int n, Ray ray) {
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int lap = 0; lap < 3; lap++) {
        Ray mine = ray;
        mine.step *= 1.0f + 0.5f * lap;
        for (int axis = 0; axis < 3; axis++)
          mine.origin[axis] += mine.step * i;
        if (mine.origin[lap] > 1.0f)
          mine.hits++;
        sum += mine.origin[lap] + mine.hits;
      }
      out[i] = sum;
    }
  }

  // The parameter itself is changed as well: what its copy begins with is what it holds there.
  void kernel1D_Weigh(float *out, int n, std::array<float, 3> weights) {
    weights[1] *= 2;
    for (int i = 0; i < n; i++) {
      std::array<float, 3> left = weights;
      for (int round = 0; round < 2; round++) {
        std::array<float, 3> here = left;
        here[0] += round;
        here[1] -= here[0];
        left[2] += here[1];
      }
      out[i] = left[0] + left[1] * 3 + left[2] * 5;
    }
  }
};
