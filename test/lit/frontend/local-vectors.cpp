// std::vector variables of control functions: a field for the buffer, room for the elements, and a kernel that fills them.
// RUN: %import %s --class C | FileCheck %s
#include <vector>

struct Cell {
  int count = 3;
  float weight;
};

class C {
public:
  virtual ~C() {}
  // CHECK-DAG: vkm.field @Run_soft : !vkm.dynarray<f32> access protected {vkm.local_name = "soft", vkm.local_of = "Run"}
  // CHECK-DAG: vkm.field @Run_cells : !vkm.dynarray<!vkm.record<@Cell>> access protected {vkm.local_name = "cells", vkm.local_of = "Run"}
  // CHECK: vkm.kernel @kernel1D_Run_soft(%n: si32 {{.*}}) attributes {dims = 1 : i32
  // CHECK: vkm.vector_data @Run_soft
  // CHECK: vkm.constant 0.0
  // CHECK: vkm.kernel @kernel1D_Run_marks(%marksSize: si32
  // CHECK: vkm.kernel @kernel1D_Run_cells(
  // CHECK: vkm.control @Run(
  virtual int Run(const float *in, int n, int width) {
    // CHECK: vkm.reserve @Run_soft, %n : si32
    // CHECK: vkm.call @kernel1D_Run_soft(%n)
    std::vector<float> soft(n);
    std::vector<int> marks;
    // CHECK: %[[SIZE:.*]] = vkm.var const "marksSize"
    // CHECK: vkm.reserve @Run_marks,
    // CHECK: vkm.call @kernel1D_Run_marks(
    marks.resize(n * width, width - 1);
    // CHECK: vkm.reserve @Run_cells,
    // CHECK: vkm.call @kernel1D_Run_cells(
    std::vector<Cell> cells(7);
    // CHECK: vkm.call @kernel1D_K(
    kernel1D_K(in, soft.data(), marks.data(), cells.data(), n);
    return int(marks.size());
  }
  void kernel1D_K(const float *in, float *soft, int *marks, Cell *cells, int n) {
    for (int i = 0; i < n; i++) {
      soft[i] += in[i];
      marks[i]++;
      cells[i % 7].count = 4;
    }
  }
};
