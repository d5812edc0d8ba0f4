// Origin: written with the part of the compiler that it tests.
// A shader declares the structs that it uses, of those that other shaders of its kernel bind; and two loops over the same
// iterations are counted once.
// RUN: vkmorph %s --class Marks --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Marks --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
struct Mark {
  int at;
  float size;
};

class Marks {
public:
  virtual ~Marks() = default;
  virtual void Draw(const Mark *marks, float *out, float *sums, int n) { kernel1D_Draw(marks, out, sums, n); }

protected:
  // CHECK-LABEL: //--- shaders/kernel1D_Draw.comp
  // CHECK: struct Mark {
  // CHECK-LABEL: //--- shaders/kernel1D_Draw_loop2.comp
  // CHECK-NOT: {{^}}struct
  // HOST: Draw{{.*}}Cmd(
  // HOST: iCount = vkmorph::IterationCount(n, "i");
  // HOST-NOT: IterationCount
  // HOST: vkCmdDispatch
  // HOST: vkCmdDispatch
  void kernel1D_Draw(const Mark *marks, float *out, float *sums, int n) {
    for (int i = 0; i < n; i++)
      out[i] = marks[i].size;
    for (int i = 0; i < n; i++)
      sums[i] = out[i] + out[n - 1 - i];
  }
};
