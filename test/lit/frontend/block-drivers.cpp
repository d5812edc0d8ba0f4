// Public methods that run once per thread, and that no loops of the class reach: the generated class has the loops.
// RUN: vkmorph-translate --import-cpp %s --class Rays -- -std=c++17 2>&1 | FileCheck %s
// RUN: vkmorph-translate --import-cpp %s --class Nothing -- -std=c++17 2>&1 | FileCheck --check-prefix=NOTHING %s
// RUN: not vkmorph-translate --import-cpp %s --class Refused -- -std=c++17 2>&1 | FileCheck --check-prefix=REFUSED %s
#include <vector>

struct Image {
  std::vector<int> pixels;
};

class Rays {
public:
  virtual ~Rays() = default;
  /// The counts stand where the method has the index; whatever else it takes is passed on.
  void Cast(unsigned *color, unsigned tidX, int tidY, int depth = 3) const {
    kernel_Set(tidX, tidY, color);
    Also(tidX, tidY, color);
  }
  // A part of Cast.
  void Also(unsigned tidX, int tidY, unsigned *color) const { kernel_Set(tidX, tidY, color); }
  void kernel_Set(unsigned tidX, int tidY, unsigned *color) const { color[tidY * 8 + tidX] = 1; }

  // Names that are taken; one object for all threads.
  void Count(unsigned i, int passes, int *count) { kernel_Count(i, passes, count); }
  void kernel_Count(unsigned tid, int passes, int *count) { *count += passes; }
};
// CHECK: vkm.control @CastBlock(%color: !vkm.ptr<ui32> {vkm.cpp_type = "unsigned int *", vkm.name = "color"}
// CHECK-SAME: %tidX: ui32 {{.*}}, %tidY: si32 {{.*}}, %depth: si32 {vkm.cpp_default = "3"
// CHECK-SAME: %passes: ui32 {vkm.cpp_default = "1", vkm.cpp_type = "uint32_t", vkm.name = "passes"})
// CHECK-SAME: attributes {drives = "Cast", drives_index = array<i32: 1, 2>, is_const
// CHECK-SAME: vkm.comment = "Cast for each of tidX x tidY threads, passes times one after another."
// CHECK: vkm.for "pass" =
// CHECK: vkm.cmp lt %{{.*}}, %passes
// CHECK: vkm.for "y" =
// CHECK: vkm.cmp lt %{{.*}}, %tidY
// CHECK: vkm.for "x" =
// CHECK: vkm.cmp lt %{{.*}}, %tidX
// CHECK: [[X:%.*]] = vkm.load %x
// CHECK: [[Y:%.*]] = vkm.load %y
// CHECK: vkm.call @Cast(%color, [[X]], [[Y]], %depth)
// CHECK: vkm.control @CountBlock(%i: ui32 {{.*}}, %passes: si32 {{.*}}, %count: !vkm.ptr<si32> {{.*}}, %passes_: ui32
// CHECK-SAME: drives_index = array<i32: 0>
// CHECK: vkm.for "pass" =
// CHECK: vkm.for "i_" =
// CHECK: vkm.deref %count

// A result would be lost, others cannot be called by name; what the source declares is the source's.
class Nothing {
public:
  virtual ~Nothing() = default;
  virtual void RunBlock(unsigned tid, int *out) {
    for (unsigned i = 0; i < tid; ++i)
      kernel_Set(i, out);
  }
  // NOTHING: warning: no loops over threads reach 'Nothing::Result', so that it runs on the host [vkm1908, threads-not-reached]
  int Result(unsigned tid, int *out) {
    kernel_Set(tid, out);
    return 1;
  }
  // NOTHING: warning: no loops over threads reach 'Nothing::Declared'
  void Declared(unsigned tid, int *out) { kernel_Set(tid, out); }
  void DeclaredBlock(unsigned tid, int *out);
  void kernel_Set(unsigned tid, int *out) { out[tid] = 0; }

protected:
  // NOTHING: warning: no loops over threads reach 'Nothing::Hidden'
  void Hidden(unsigned tid, int *out) { kernel_Set(tid, out); }
};
// NOTHING-COUNT-1: vkm.control

class Refused {
public:
  virtual ~Refused() = default;
  // REFUSED: block-drivers.cpp:[[@LINE+1]]:8: error: no control function calls function 'Refused::Draw', which takes references: what they refer to is not known [vkm1126]
  void Draw(unsigned tid, Image &image) { kernel_Draw(tid, image.pixels.data()); }
  void kernel_Draw(unsigned tid, int *pixels) { pixels[tid] = 0; }
};
