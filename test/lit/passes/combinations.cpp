// Functions that the user says are associative: nothing is known of the order of their operands, so that it is kept.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=planned --without-locations --remarks=reductions,decisions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: rm -rf %t && vkmorph %t.cpp --class C -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=GLSL < %t/shaders/kernel2D_plane.comp
// RUN: FileCheck %s --check-prefix=ROW < %t/shaders/kernel1D_turns.comp
struct Turn {
  int a, b;
};
struct Turns {
  Turn all[3];
};
class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, int n) {
    kernel1D_turns(in, n);
    kernel2D_plane(in, n, 3);
  }
  [[vkmorph::associative]] static Turn then(Turn f, const Turn &g) { return {g.a * f.a, g.a * f.b + g.b}; }
  [[vkmorph::associative]] int modulo(int a, int b) const { return a * b % m_modulus; }

  // A part of a member; a condition stays around it; the function may read what nobody writes.
  // CHECK-LABEL: vkm.kernel @kernel1D_turns
  // REMARK: remark: 'm_turns.all[1]' is a reduction of kernel 'kernel1D_turns': a combination by 'then' over its grid
  // REMARK: remark: 'm_product' is a reduction of kernel 'kernel1D_turns': a combination by 'modulo' over its grid
  void kernel1D_turns(const int *in, int n) {
    // CHECK: vkm.if
    // CHECK: vkm.combine @m_turns["all", 1], %{{.*}} : !vkm.record<@Turn> {
    // CHECK-NEXT: ^bb0(%first: !vkm.record<@Turn>, %second: !vkm.record<@Turn>):
    // CHECK-NEXT: %[[R:.*]] = vkm.call @then(%first, %second)
    // CHECK-NEXT: vkm.yield %[[R]]
    // CHECK: vkm.combine @m_product, %{{.*}} : si32 {
    // The number of the iteration is what each thread counts, in a range of its own.
    // ROW: const uint share = iCount / (gl_NumWorkGroups.x * gl_WorkGroupSize.x);
    // ROW: for (uint iNumber = first; iNumber < end; iNumber++) {
    // ROW: m_turns_all_1Local = then(m_turns_all_1Local,
    for (int i = 0; i < n; i++) {
      Turn turn{in[i], i};
      if (i % 3 > 0)
        m_turns.all[1] = then(m_turns.all[1], turn);
      m_product = modulo(m_product, in[i]);
    }
  }

  // In front of what was combined before; beside a sum, for which any order is right. Threads take iterations of the
  // outermost loop and walk the inner one.
  // CHECK-LABEL: vkm.kernel @kernel2D_plane
  // REMARK: remark: kernel 'kernel2D_plane': reductions by a tree in shared memory in workgroups of 512, finished by the last workgroup: no subgroup operation combines 'm_turn' by a function; one dispatch, and the order of combination is fixed
  void kernel2D_plane(const int *in, int w, int h) {
    // CHECK: vkm.combine @m_turn, %{{.*}} : !vkm.record<@Turn> {
    // CHECK-NEXT: ^bb0(%first: !vkm.record<@Turn>, %second: !vkm.record<@Turn>):
    // CHECK-NEXT: vkm.call @then(%second, %first)
    // CHECK: vkm.reduce add @m_sum
    // GLSL: Reduction: m_turn (then), m_sum (+); tree in shared memory,
    // GLSL: layout(local_size_x = 512) in;
    // Structs lie in the scratch buffer number by number, whatever layouts the device has.
    // GLSL: int m_turnPartials_a[256];
    // GLSL-NEXT: int m_turnPartials_b[256];
    // GLSL-NEXT: uint m_turnAnyPartials[256];
    // GLSL: for (uint offset = 1u; offset < 512u; offset *= 2u) {
    // GLSL-NEXT: if (lid % (2u * offset) == 0u) {
    // GLSL: if (m_turnAnyShared[lid + offset]) {
    // GLSL: for (uint yNumber = first; yNumber < end; yNumber++) {
    // GLSL-NEXT: for (int x = 0; x < w; x++) {
    // GLSL: if (m_turnAnyLocal) {
    // GLSL-NEXT: m_turnLocal = then(value, m_turnLocal);
    // GLSL-NEXT: } else {
    // GLSL-NEXT: m_turnLocal = value;
    // GLSL-NEXT: m_turnAnyLocal = true;
    // GLSL: const uint firstGroup = lid * shareGroup + min(lid, restGroup);
    // GLSL: for (uint group = firstGroup; group < endGroup; group++) {
    // GLSL: if (m_turnAnyLocal) {
    // GLSL: m_turn = then(m_turnLocal, m_turn);
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        m_turn = then(Turn{in[y * w + x], x}, m_turn);
        m_sum += x;
      }
  }
  int m_product = 1, m_modulus = 10007, m_sum = 0;
  Turn m_turn{};
  Turns m_turns{};
};
