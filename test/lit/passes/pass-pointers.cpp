// Members that point to arrays of the caller's become parameters of what uses them.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | FileCheck %s --check-prefix=IMPORTED
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | vkmorph-opt -vkm-pass-pointers | FileCheck %s
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/pass-pointers_generated.cpp
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -Wno-attributes -fsyntax-only -I%S -I%src_root/runtime/include %t/pass-pointers_generated.cpp
class C {
public:
  virtual ~C() {}
  void Set(const float *in, float *out, int n) {
    m_in = in;
    m_view.data = out;
    m_view.size = n;
  }
  // IMPORTED-DAG: vkm.field @m_in : !vkm.dynarray<f32>{{.*}}vkm.kept = true
  // IMPORTED-DAG: vkm.field @m_view_data : !vkm.dynarray<f32>{{.*}}vkm.kept = false
  // IMPORTED: vkm.vector_data @m_in : <const f32>

  // CHECK-NOT: vkm.kept =
  // CHECK: vkm.func @At(%{{.*}}: si32 {{{.*}}}, %{{.*}}: !vkm.ptr<const f32> {vkm.name = "m_in"})
  // CHECK: vkm.kernel @kernel1D_Copy(%{{.*}}: f32 {{{.*}}}, %{{.*}}: !vkm.ptr<const f32> {vkm.name = "m_in"}, %{{.*}}: !vkm.ptr<f32> {vkm.name = "m_view_data"})
  // CHECK: vkm.extent {{.*}} stated
  // CHECK: vkm.control @Run(%{{.*}}: f32 {{{.*}}}, %{{.*}}: !vkm.ptr<const f32> {vkm.cpp_type = "const float *", vkm.kept_by = {path = {{.*}}"m_in"{{.*}}}, vkm.name = "m_in"}, %{{.*}}: !vkm.ptr<f32> {{.*}}vkm.name = "m_view_data"})
  // CHECK-NOT: vkm.kept =

  // HOST-LABEL: void C_Generated::Run(float by) {
  // HOST: float *const m_view_data = this->*kView.*kData;
  // HOST: call.In("m_in", m_in, 64)
  // HOST: call.Out("m_view_data", m_view_data,
  // JSON: "member": "m_in"
  // JSON: "member": "m_view.data"
  virtual void Run(float by) { kernel1D_Copy(by); }

protected:
  float At(int i) const { return m_in[i % 64]; }
  void kernel1D_Copy(float by) {
    for (int i = 0; i < m_view.size; ++i)
      m_view.data[i] = At(i) * by;
  }
  [[vkmorph::size("64")]] const float *m_in = nullptr;

private:
  struct View {
    float *data;
    int size;
  } m_view = {};
};
