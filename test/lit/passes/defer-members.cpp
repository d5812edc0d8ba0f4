// An argument of a launch that is computed from a member which commands of the same control function change is computed
// by the kernel: commands that are submitted again go by the new value.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class Stated -o %t --remarks=pieces -- -std=c++17 2>&1 | FileCheck %s --check-prefix=STATED
// RUN: vkmorph %t.cpp --class Descent --emit=host -- -std=c++17 | FileCheck %s --check-prefix=DESCENT
// RUN: vkmorph %t.cpp --class C --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
class C {
public:
  virtual ~C() {}
  // CHECK: vkm.kernel @kernel1D_move(%a: {{.*}}, %n: {{.*}}, %by: si32 {vkm.name = "by"})
  // CHECK: vkm.grid
  // CHECK: vkm.field_ref @m_frame
  // CHECK: vkm.var const "frame" : <si32> =
  // CHECK: vkm.control @step
  // CHECK: vkm.launch @kernel1D_move(%a, %n, %by)
  // CHECK: vkm.launch @kernel1D_step_members()
  // GLSL: const int frame = m_frame * 2 + by;
  // GLSL-NEXT: a[i] += frame;
  virtual void step(int *a, int n, int by) {
    kernel1D_move(a, n, m_frame * 2 + by);
    m_frame++;
  }
  void kernel1D_move(int *a, int n, int frame) {
    for (int i = 0; i < n; i++)
      a[i] += frame;
  }

  // Where another control function passes it another number, a copy of the kernel does.
  // CHECK: vkm.control @first
  // CHECK: vkm.launch @kernel1D_fill(%a, %n, %{{.*}})
  // CHECK: vkm.control @next
  // CHECK: vkm.launch @kernel1D_fill_members(%a, %n)
  // CHECK: vkm.launch @kernel1D_count
  virtual void first(int *a, int n) { kernel1D_fill(a, n, m_mode); }
  virtual void next(int *a, int n) {
    kernel1D_fill(a, n, m_count);
    kernel1D_count(a, n);
  }
  void kernel1D_fill(int *a, int n, int value) {
    for (int i = 0; i < n; i++)
      a[i] = value;
  }
  void kernel1D_count(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_count += a[i] > 0;
  }
  int m_frame = 0, m_count = 0, m_mode = 0;
};

// The host needs it: it is the size of an array.
class Stated {
public:
  virtual ~Stated() {}
  // STATED: remark: control function 'step' reads 'm_last' when its commands are recorded, and an assignment changes it
  // STATED: note: it is assigned here
  virtual void step(int *a, int n) {
    kernel1D_move(a, n, m_last + 1);
    m_last++;
  }
  void kernel1D_move([[vkmorph::size("count")]] int *a, int n, int count) {
    for (int i = 0; i < n; i++)
      a[i] += count;
  }
  int m_last = 0;
};

// The host does not wait for a member that only the kernel needs, though a variable holds the argument.
class Descent {
public:
  virtual ~Descent() {}
  // DESCENT: void Descent_Generated::stepCmd(
  // DESCENT: while (rest > {{.*}}) {
  // DESCENT-NOT: ReadMembers
  // DESCENT: moveCmd(cmd, n, rest);
  // DESCENT-NEXT: // What has been recorded runs, for m_rest.
  // DESCENT-NEXT: m_vulkan.ReadMembers(
  // DESCENT-NEXT: rest = m_rest;
  // DESCENT-NEXT: {{^}}  }
  // DESCENT-NEXT: {{^}}}
  virtual void step(float *a, int n) {
    float rest = 100.0f;
    while (rest > 1.0f) {
      kernel1D_measure(a, n);
      const float by = rest / m_measure;
      kernel1D_move(a, n, by);
      rest = m_rest;
    }
  }
  void kernel1D_measure(const float *a, int n) {
    m_measure = 1;
    for (int i = 0; i < n; i++)
      m_measure += a[i];
  }
  void kernel1D_move(float *a, int n, float by) {
    m_rest = 0;
    for (int i = 0; i < n; i++) {
      a[i] *= by;
      m_rest += a[i];
    }
  }
  float m_measure = 0, m_rest = 0;
};
