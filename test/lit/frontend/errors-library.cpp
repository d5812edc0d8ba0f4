// Functions of the library that have no counterpart are named, with what to use in their place; errors inside of a type of a
// library stand where the user's text names the type.
// RUN: not %import %s 2>&1 | FileCheck %s
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>

struct Pixel {
  // CHECK: errors-library.cpp:[[@LINE+2]]:15: error: type 'glm::vec<4, unsigned char>::({{.*}})' is a union [vkm1105]
  // CHECK: type_vec4.hpp:{{[0-9]+}}:{{[0-9]+}}: note: in a library, here
  glm::u8vec4 color;
};
struct Shape {
  virtual ~Shape() {}
};
struct Disc : Shape {};

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      Pixel pixel;
      int w[4] = {1, 2, 3, i};
      // CHECK: errors-library.cpp:[[@LINE+2]]:7: error: 'std::sort_heap' is not translated [vkm1412]
      // CHECK: errors-library.cpp:[[@LINE+1]]:7: note: use std::sort of the array
      std::sort_heap(w, w + 4);
      // CHECK: errors-library.cpp:[[@LINE+2]]:14: error: 'std::partition' is not translated [vkm1412]
      // CHECK: errors-library.cpp:[[@LINE+1]]:14: note: use std::stable_partition in a control function
      a[i] = std::partition(w, w + 4, [](int x) { return x > 2; }) - w;
      // CHECK: errors-library.cpp:[[@LINE+1]]:7: error: 'std::partition_copy' is not translated [vkm1412]
      std::partition_copy(w, w + 2, w, w + 2, [](int x) { return x > 2; });
      // CHECK: errors-library.cpp:[[@LINE+1]]:7: error: 'std::inplace_merge' is not translated [vkm1412]
      std::inplace_merge(w, w + 2, w + 4);
      // CHECK: errors-library.cpp:[[@LINE+2]]:7: error: 'std::sort' is not translated with these arguments [vkm1414]
      // CHECK: errors-library.cpp:[[@LINE+1]]:7: note: give it pointers into one array or iterators of one std::vector, no reverse iterators and no execution policy
      std::sort(std::make_reverse_iterator(w + 4), std::make_reverse_iterator(w));
      // CHECK: errors-library.cpp:[[@LINE+1]]:14: error: 'std::remquo' is not translated [vkm1412]
      a[i] = std::remquo(i * 0.5f, 3.0f, w);
      // CHECK: errors-library.cpp:[[@LINE+1]]:14: error: 'std::fpclassify' is not translated [vkm1412]
      a[i] = std::fpclassify(i * 0.5f);
      // CHECK: errors-library.cpp:[[@LINE+1]]:14: error: 'std::nexttoward' is not translated [vkm1412]
      a[i] = std::nexttoward(i * 0.5f, 3.0L);
      // CHECK: errors-library.cpp:[[@LINE+2]]:16: error: 'malloc' cannot run on the device [vkm1302]
      // CHECK: errors-library.cpp:[[@LINE+1]]:16: note: use local variables and fixed arrays, or memory that the caller provides
      int *m = (int *)malloc(12);
      // CHECK: errors-library.cpp:[[@LINE+2]]:7: error: '__atomic_fetch_add' is an atomic operation [vkm1413]
      // CHECK: errors-library.cpp:[[@LINE+1]]:7: note: write it plainly, as in 'm_count += 1'
      __atomic_fetch_add(&a[i], 1, __ATOMIC_RELAXED);
      // CHECK: errors-library.cpp:[[@LINE+1]]:7: error: '__sync_fetch_and_add_4' is an atomic operation [vkm1413]
      __sync_fetch_and_add(&a[i], 1);
      // CHECK: errors-library.cpp:[[@LINE+1]]:11: error: 'dynamic_cast' needs run-time type information [vkm1303]
      if (dynamic_cast<Disc *>(shape) != nullptr)
        a[i] = pixel.color.x;
    }
  }
  Shape *shape = nullptr;
};
