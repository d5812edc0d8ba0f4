// Objects with std::vectors inside, as elements and behind pointers, are records; their vectors are parts of pools.
// RUN: %import %s | FileCheck %s

#include <memory>
#include <vector>

template <class T> struct Strip {
  int width = 0;
  std::vector<T> cells;
  T at(int i) const { return cells[i % width]; }
};
struct Layer {
  float gain = 1.0f;
  Strip<float> strip;
  std::vector<Strip<int>> steps;
};

class C {
public:
  virtual ~C() = default;
  virtual void Run(float *out, int n) { kernel1D_Run(out, n); }
  void kernel1D_Run(float *out, int n) {
    for (int i = 0; i < n; i++) {
      const Layer &layer = m_layers[i % m_layers.size()];
      out[i] = layer.gain * layer.strip.at(i) + m_one->at(i) + layer.steps[0].at(i);
      for (const Strip<float> &face : m_faces)
        out[i] += face.cells.back();
      for (float cell : m_shared->cells)
        out[i] += cell;
    }
  }

private:
  std::vector<Layer> m_layers;
  const Strip<float> *m_one = nullptr;
  std::shared_ptr<Strip<float>> m_shared;
  Strip<float> m_faces[2];
};

// CHECK-DAG: vkm.record @"Strip<float>" {{.*}}cells_first{{.*}}cells_size
// CHECK-DAG: vkm.object_class {{.*}} parts {{.*}}["cells_first", "Strip<float>", "cells", "Strip_float_cells"]
// CHECK-DAG: vkm.field @m_one : !vkm.record<@"Strip<float>">
// CHECK-DAG: vkm.field @m_faces : !vkm.array<2 x !vkm.record<@"Strip<float>">>
// CHECK-DAG: vkm.field @m_layers : !vkm.dynarray<!vkm.record<@Layer>>
// CHECK-DAG: vkm.field @Strip_float_cells : !vkm.dynarray<f32> {{.*}}vkm.pool
// CHECK-DAG: vkm.field @Layer_steps : !vkm.dynarray<!vkm.record<@"Strip<int>">> {{.*}}vkm.pool
// CHECK-DAG: vkm.vector_data @Strip_float_cells : <const f32>
