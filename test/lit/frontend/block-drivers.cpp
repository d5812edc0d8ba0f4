// Public methods that run once per thread, and that no loops of the class reach: the generated class has the loops.
// RUN: vkmorph-translate --import-cpp %s --class Rays -- -std=c++17 2>&1 | FileCheck %s
// RUN: vkmorph-translate --import-cpp %s --class Nothing -- -std=c++17 2>&1 | FileCheck --check-prefix=NOTHING %s
// RUN: not vkmorph-translate --import-cpp %s --class Refused -- -std=c++17 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: vkmorph-translate --import-cpp %s --class Undriven -- -std=c++17 2>&1 | FileCheck --check-prefix=UNDRIVEN %s
// RUN: vkmorph-translate --import-cpp %s --class Indices -- -std=c++17 2>&1 | FileCheck --check-prefix=INDICES %s
// RUN: vkmorph-translate --import-cpp %s --class Overloads -- -std=c++17 2>&1 | FileCheck --check-prefix=OVERLOADS %s
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

// What has no driver, and why.
struct Inherited {
  static int HeldBlock(int k) { return k; }
};
class Undriven : public Inherited {
public:
  virtual ~Undriven() = default;
  virtual void RunBlock(unsigned tid, int *out) {
    for (unsigned i = 0; i < tid; ++i)
      kernel_Set(i, out);
  }
  // UNDRIVEN: [[@LINE+3]]:8: warning: no loops over threads reach 'Undriven::operator()', so that it runs on the host [vkm1908, threads-not-reached]
  // UNDRIVEN: note: let a public method Run(tid, ...) that returns nothing call it
  // UNDRIVEN: note: the generated class has no loops over its threads, since 'Undriven::operator()' is an operator
  void operator()(unsigned tid, int *out) { kernel_Set(tid, out); }
  // UNDRIVEN: warning: {{.*}}'Undriven::Temporary'
  // UNDRIVEN: since 'Undriven::Temporary' is for temporaries only
  void Temporary(unsigned tid, int *out) && { kernel_Set(tid, out); }
  // UNDRIVEN: since 'Undriven::Variadic' takes any number of arguments
  void Variadic(unsigned tid, int *out, ...) { kernel_Set(tid, out); }
  // UNDRIVEN: warning: {{.*}}'Undriven::Float'
  // UNDRIVEN: [[@LINE+1]]:{{[0-9]+}}: note: {{.*}}since a thread's index is none of the integers that 'Undriven::Float' takes, and none of these is called tid, tidX, tidY or tidZ
  void Float(float at, int *out) { kernel_Set(at, out); }
  // UNDRIVEN: since a thread's index is none of the integers that 'Undriven::Bool' takes
  void Bool(bool at, int *out) { kernel_Set(at, out); }
  enum Place : unsigned { First, Second };
  // UNDRIVEN: since a thread's index is none of the integers that 'Undriven::Enum' takes
  void Enum(Place at, int *out) { kernel_Set(at, out); }
  // UNDRIVEN: since a thread's index is none of the integers that 'Undriven::Reference' takes
  void Reference(unsigned &at, int *out) { kernel_Set(at, out); }
  // UNDRIVEN: since a thread's index is none of the integers that 'Undriven::Wrapped' takes
  void Wrapped(unsigned x, unsigned y, int *out) {
    kernel_Set(y, out);
    unsigned place = x % 8;
    kernel_Set(place, out);
  }
  // UNDRIVEN: since a thread's index has 4 numbers here, not three
  void Four(unsigned tid, unsigned tidX, unsigned tidY, unsigned tidZ, int *out) { kernel_Set(tid + tidX + tidY + tidZ, out); }
  // UNDRIVEN: since the class has a member 'FieldBlock' already
  void Field(unsigned tid, int *out) { kernel_Set(tid, out); }
  int FieldBlock = 1;
  // UNDRIVEN: since the class has a member 'TemplateBlock' already
  void Template(unsigned tid, int *out) { kernel_Set(tid, out); }
  template <typename T> T TemplateBlock(T k) { return k; }
  // UNDRIVEN: since the class has a member 'HeldBlock' already
  void Held(unsigned tid, int *out) { kernel_Set(tid, out); }
  void kernel_Set(unsigned tid, int *out) { out[tid] = 0; }
};
// UNDRIVEN-COUNT-1: vkm.control

// The index is all that a thread's steps take, and what has its names; what is computed of these is none.
class Indices {
public:
  virtual ~Indices() = default;
  void Later(unsigned x, unsigned y, int *out) {
    kernel_Row(y, out);
    Behind(x, y, out);
  }
  void Behind(unsigned x, unsigned y, int *out) { kernel_Set(x, y, out); }
  void Named(unsigned width, unsigned tidX, unsigned tidY, int *out) {
    kernel_Row(tidY, out);
    kernel_Row(tidY * width + tidX, out);
  }
  void kernel_Row(unsigned tid, int *out) { out[tid] = 0; }
  void kernel_Set(unsigned tidX, unsigned tidY, int *out) { out[tidY * 8 + tidX] = 1; }
};
// INDICES: vkm.control @LaterBlock({{.*}}drives = "Later", drives_index = array<i32: 0, 1>
// INDICES: vkm.control @NamedBlock({{.*}}drives = "Named", drives_index = array<i32: 1, 2>

// Overloads have no defaults: CastBlock(1, 2) could be a call of either.
class Overloads {
public:
  virtual ~Overloads() = default;
  void Cast(unsigned tid, int *out) { kernel_Set(tid, 1, out); }
  void Cast(unsigned tid, int *out, unsigned value, unsigned more = 2) { kernel_Set(tid, value + more, out); }
  void kernel_Set(unsigned tid, unsigned value, int *out) { out[tid] = int(value); }
};
// OVERLOADS-NOT: cpp_default
