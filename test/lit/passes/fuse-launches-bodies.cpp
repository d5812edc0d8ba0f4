// Launches that become one though their iterations have loops, end early or have nothing to do with each other by twos; what is
// overwritten is not stored.
// RUN: vkmorph %s --class Bodies -o %t.out -- -std=c++17
// RUN: FileCheck %s --check-prefix=ROWS --input-file=%t.out/shaders/kernel1D_MeansThenScale.comp
// RUN: FileCheck %s --check-prefix=EARLY --input-file=%t.out/shaders/kernel1D_MarkThenRaiseThenScale.comp
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t.out/shaders/kernel1D_Steps_copyThenSteps_fillThenPull.comp
// RUN: FileCheck %s --check-prefix=MANY --input-file=%t.out/shaders/kernel1D_AddTwice.comp
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/fuse-launches-bodies_generated.cpp
#include <algorithm>

class Bodies {
public:
  virtual ~Bodies() {}

  // ROWS: for (int j = 0; j < 8; j++) {
  // ROWS-NEXT: sum += rows[8 * i + j];
  // ROWS-NEXT: }
  // ROWS-NEXT: const float outLocal = sum * 0.125;
  // ROWS-NEXT: out_[i] = outLocal * 2.0;
  virtual void Rows(const float *rows, float *out, int n) {
    kernel1D_Means(rows, out, n);
    kernel1D_Scale(out, n);
  }

  // EARLY: if (!(state[i] < 0)) {
  // EARLY-NEXT: if (state[i] == 0) {
  // EARLY-NEXT: out_[i] = 1.0;
  // EARLY-NEXT: } else {
  // EARLY-NEXT: out_[i] = 3.0;
  // EARLY-NEXT: }
  // EARLY-NEXT: }
  // EARLY-NEXT: out_[i] += 0.5;
  // EARLY-NEXT: out_[i] *= 2.0;
  virtual void Early(const int *state, [[vkmorph::size("n")]] float *out, int n) {
    kernel1D_Mark(state, out, n);
    kernel1D_Raise(out, n);
    kernel1D_Scale(out, n);
  }

  // The copy and the fill have nothing to do with each other, and the third kernel needs both.
  // STEPS: saved[{{.*}}] = {{.*}};
  // STEPS-NEXT: force[{{.*}}] = 0.0 + (
  // HOST: void Bodies_Generated::StepsCmd(
  // HOST-NOT: Barrier(
  // HOST: ThenSteps_fillThenPullCmd(
  // HOST: void Bodies_Generated::ManyCmd(
  virtual void Steps(const float *value, float *saved, float *force, int n) {
    std::copy(value, value + n, saved);
    std::fill(force, force + n, 0.0f);
    kernel1D_Pull(value, saved, force, n);
  }

  // The target takes more than the four buffers that every device takes.
  // MANY: binding = 4
  virtual void Many(float *a, const float *b, const float *c, const float *d, const float *e, int n) {
    kernel1D_Add(a, b, c, n);
    kernel1D_Add(a, d, e, n);
  }

private:
  void kernel1D_Means(const float *rows, float *out, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int j = 0; j < 8; j++)
        sum += rows[8 * i + j];
      out[i] = sum * 0.125f;
    }
  }
  void kernel1D_Scale(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] *= 2.0f;
  }
  void kernel1D_Mark(const int *state, float *out, int n) {
    for (int i = 0; i < n; i++) {
      if (state[i] < 0)
        continue;
      if (state[i] == 0) {
        out[i] = 1.0f;
        continue;
      }
      out[i] = 3.0f;
    }
  }
  void kernel1D_Raise(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] += 0.5f;
  }
  void kernel1D_Pull(const float *value, const float *saved, float *force, int n) {
    for (int i = 0; i < n; i++)
      force[i] += saved[i] - 2.0f * value[i];
  }
  void kernel1D_Add(float *a, const float *b, const float *c, int n) {
    for (int i = 0; i < n; i++)
      a[i] += b[i] * c[i];
  }
};
