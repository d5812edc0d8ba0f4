// The host keeps in a variable what it sets a member to where it decides by it, or where kernels count by it and more than
// one assignment may have set it; the device gets the member where the function ends, unless a command reads it before.
// RUN: vkmorph %s --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
class Members {
public:
  virtual ~Members() {}
  virtual void Shrink(float *a, int n) {
    m_size = n;
    while (m_size > 1) {
      m_size = m_size / 2;
      kernel1D_Halve(a);
    }
  }
  // The other kernel reads it from the device.
  virtual void Both(float *a, int n) {
    for (m_step = 0; m_step < n; m_step++)
      kernel1D_Add(a, n);
  }
  virtual void Later(float *a, int n) { kernel1D_Add(a, n); }
  // What the device finds is no number of the host's.
  virtual void Found(float *a, int n) {
    m_count = 0;
    kernel1D_Count(a, n);
    if (m_count > 3)
      m_width = n;
    kernel1D_Fill(a);
  }
  // A case that falls into the next one.
  virtual void Falls(float *a, int n, int mode) {
    m_size = n;
    switch (mode) {
    case 0:
      m_size = n / 4;
    case 1:
      kernel1D_Halve(a);
      break;
    default:
      m_size = 0;
    }
  }
  // Where it leaves early, nothing has been set.
  virtual bool Leaves(float *a, int n, bool half) {
    if (n < 1)
      return false;
    m_width = n;
    if (half)
      m_width = n / 2;
    kernel1D_Twice(a);
    return true;
  }

protected:
  int last() const { return m_width - 1; }
  void kernel1D_Halve(float *a) {
    for (int i = 0; i < m_size; i++)
      a[i] *= 0.5f;
  }
  void kernel1D_Fill(float *a) {
    for (int i = 0; i < m_width; i++)
      a[i] = 1.0f;
  }
  void kernel1D_Add(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += float(m_step);
  }
  void kernel1D_Count(const float *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 0.5f)
        m_count++;
  }
  void kernel1D_Twice(float *a) {
    for (int i = 0; i < m_width; i++)
      a[i] = float(last());
  }

  int m_width = 0, m_size = 0, m_step = 0, m_count = 0;
};

// The copy of a function that reads the member has it as a parameter.
// CHECK: vkm.func @last_given(%width: si32
// CHECK-NEXT: vkm.constant 1
// CHECK-NEXT: vkm.binary sub %width

// CHECK: vkm.control @Shrink(
// CHECK: %size = vkm.var "size" : <si32> = %n
// CHECK-NEXT: vkm.while
// CHECK: vkm.load %size
// CHECK: vkm.assign %size
// CHECK-NEXT: %[[SIZE:.*]] = vkm.load %size
// CHECK-NEXT: vkm.launch @kernel1D_Halve(%a, %[[SIZE]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[LAST:.*]] = vkm.load %size
// CHECK-NEXT: vkm.launch @kernel1D_Shrink_members(%[[LAST]])

// CHECK: vkm.control @Both(
// CHECK: %step = vkm.var "step"
// CHECK: vkm.while
// CHECK-NEXT: vkm.load %step
// CHECK: vkm.launch @kernel1D_Add(%a, %n)
// CHECK: vkm.update add %step
// CHECK-NEXT: %[[STEP:.*]] = vkm.load %step
// CHECK-NEXT: vkm.launch @kernel1D_Both_members(%[[STEP]])

// CHECK: vkm.control @Found(
// CHECK-NOT: vkm.if
// CHECK: vkm.launch @kernel1D_Fill(%a) : !vkm.ptr<f32>

// CHECK: vkm.control @Falls(
// CHECK: %size = vkm.var "size" : <si32> = %n
// CHECK: vkm.switch
// CHECK: vkm.assign %size
// CHECK: %[[FALLEN:.*]] = vkm.load %size
// CHECK: vkm.launch @kernel1D_Halve(%a, %[[FALLEN]])
// CHECK: %[[AT_END:.*]] = vkm.load %size
// CHECK-NEXT: vkm.launch @kernel1D_Falls_members(%[[AT_END]])

// CHECK: vkm.control @Leaves(
// CHECK: vkm.return
// CHECK: %width = vkm.var "width" : <si32> = %n
// CHECK: vkm.launch @kernel1D_Twice(%a, %{{.*}})
// CHECK: vkm.launch @kernel1D_Leaves_members(
// CHECK-NEXT: vkm.return
