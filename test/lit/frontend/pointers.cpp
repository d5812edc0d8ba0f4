// A pointer is an array that is known, and the number of an element. Functions get both, once for each kind of array;
// a pointer to one object is a reference. What moves is the number.
// RUN: %import %s | FileCheck %s
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class=C --emit=glsl | FileCheck %s --check-prefix=GLSL

static int sum(const int *row, int n) {
  int total = 0;
  for (int k = 0; k < n; k++)
    total += row[k];
  return total;
}
static void split(float x, int *whole, float *part) {
  *whole = int(x);
  *part = x - float(*whole);
}
static int largest(const int *first, const int *last) {
  const int *best = first;
  for (const int *p = first; p != last; ++p)
    if (*p > *best)
      best = p;
  return int(best - first);
}

class C {
public:
  virtual ~C() {}
  virtual void run(const int *map, float *parts, int *out, int w, int h) { kernel1D_k(map, parts, out, w, h); }
  void kernel1D_k(const int *map, float *parts, int *out, int w, int h) {
    for (int y = 0; y < h; y++) {
      const int *row = map + y * w;
      int window[4] = {row[0], row[1], row[2], row[3]};
      // The array of the parameter, and a local one: two functions.
      // CHECK-DAG: vkm.func @sum(%{{.*}}: !vkm.ptr<const si32> {vkm.name = "row"}, %{{.*}}: si32 {vkm.name = "rowIndex"}, %{{.*}}: si32 {vkm.name = "n"}) -> si32
      // CHECK-DAG: vkm.func @sum{{.+}}(%{{.*}}: !vkm.ref<!vkm.array<4 x si32>> {vkm.name = "row"}, %{{.*}}: si32 {vkm.name = "n"}) -> si32
      // GLSL: int sum(int rowIndex, int n)
      // GLSL: total += map[rowIndex + k];
      int total = sum(row, w) + sum(window, 4);
      // CHECK-DAG: vkm.func @split(%{{.*}}: f32 {vkm.name = "x"}, %{{.*}}: !vkm.ref<si32> {vkm.name = "whole"}, %{{.*}}: !vkm.ref<f32> {vkm.name = "part"})
      // GLSL: int sum(int row[4], int n)
      // GLSL: void split(float x, inout int whole, int partIndex)
      int whole;
      split(2.5f, &whole, parts + y);
      // Two pointers into one array are one parameter and two numbers.
      // CHECK-DAG: vkm.func @largest(%{{.*}}: !vkm.ref<!vkm.array<4 x si32>> {vkm.name = "first"}, %{{.*}}: si32 {vkm.name = "firstIndex"}, %{{.*}}: si32 {vkm.name = "lastIndex"}) -> si32
      // GLSL: int largest(int first[4], int firstIndex, int lastIndex)
      // GLSL: for (int p = firstIndex; p != lastIndex; p++)
      // GLSL: return best - firstIndex;
      total += largest(window + 1, window + 4);
      // GLSL: total += largest(window, 1, 4);
      // GLSL: int p = product;
      // GLSL: p += 2;
      // GLSL: {{.*}}map[p - 1]
      const int *p = row;
      p += 2;
      total += p[-1];
      out[y] = total + whole;
    }
  }
};
