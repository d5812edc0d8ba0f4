// Origin: written with the part of the compiler that it tests.
// Structs that functions compute from what was read from them before, as random numbers are drawn: glslang does not end where nothing of
// that is declared precise. The first run takes what is declared from one shader.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/shaders/kernel1D_Loop.comp
// RUN: %check %s -- -std=c++17
struct Draw {
  unsigned state;
  float value;
};
static Draw Next(unsigned state) {
  state = state * 1664525u + 1013904223u;
  return {state, float(state >> 8) * 0.5f};
}
static Draw Mix(const Draw &a, const Draw &b) {
  return {a.state ^ b.state, a.value * 0.5f + b.value};
}

class DrawnStructs {
public:
  virtual ~DrawnStructs() = default;
  virtual void Loop(float *out, int n) { kernel1D_Loop(out, n); }
  virtual void Elements(Draw *draws, float *out, int n) { kernel1D_Elements(draws, out, n); }
  virtual void Rings(float *out, int n) { kernel1D_Rings(out, n); }

protected:
  // CHECK-LABEL: void main() {
  // CHECK: {{^ +}}const Draw first = Next(7u);
  // CHECK: precise const Draw draw = Next(state);
  void kernel1D_Loop(float *out, int n) {
    for (int i = 0; i < n; i++) {
      const Draw first = Next(7u);
      unsigned state = first.state + i;
      float sum = first.value;
      for (int k = 0; k < 5; k++) {
        const Draw draw = Next(state);
        state = draw.state;
        sum += draw.value * 0.25f + 1.0f;
      }
      out[i] = sum;
    }
  }
  void kernel1D_Elements(Draw *draws, float *out, int n) {
    for (int i = 0; i < n; i++) {
      draws[i] = Next(draws[i].state);
      out[i] = draws[i].value * 0.25f + 1.0f;
    }
  }
  void kernel1D_Rings(float *out, int n) {
    for (int i = 0; i < n; i++) {
      Draw ring[2] = {Next(i), Next(i + 1)}, last = ring[0];
      float sum = 0.0f;
      for (int k = 0; k < 4; k++) {
        ring[k & 1] = Mix(last, ring[1 - (k & 1)]);
        last = Next(ring[k & 1].state + int(last.value));
        const Draw both[2] = {{last.state, 0.5f}, {1u, ring[0].value}};
        ring[0].value += both[k & 1].value;
        sum = sum * 0.5f + last.value * ring[0].value;
      }
      out[i] = sum;
    }
  }
};
