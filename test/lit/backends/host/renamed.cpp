// Names that GLSL reserves get an underscore in the shader, once; vkmorph.json lists them.
// RUN: rm -rf %t && vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=JSON < %t/vkmorph.json
// RUN: cat %t/shaders/*.comp | FileCheck %s

class C {
public:
  virtual ~C() {}
  virtual void run(float *output, int sample, int n) { kernel1D_k(output, sample, n); }
  void kernel1D_k(float *output, int sample, int n) {
    for (int i = 0; i < n; i++) {
      float mix_ = 2.0f, buffer = mix_ * sample;
      output[i] = buffer + filter;
    }
  }

private:
  float filter = 1.0f;
};

// CHECK: int sample_;
// CHECK: float output_[];
// CHECK: float filter_;
// A name that ends in an underscore keeps it and gets no other.
// CHECK: float mix_ = 2.0;
// CHECK: float buffer_ = mix_ * float(sample_);
// CHECK: output_[i] = buffer_ + filter_;

// JSON: "renamed": [
// JSON-DAG: "from": "filter",{{[[:space:]]+}}"to": "filter_"
// JSON-DAG: "from": "output",{{[[:space:]]+}}"to": "output_"
// JSON-DAG: "from": "sample",{{[[:space:]]+}}"to": "sample_"
// JSON-DAG: "from": "buffer",{{[[:space:]]+}}"to": "buffer_"
// JSON-NOT: mix
