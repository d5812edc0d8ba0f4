// A shader that looks at NaN, infinities or the sign of zero asks the device to keep them, where the target has that; others
// ask for nothing.
// RUN: vkmorph %s --class C --fusion=never --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class C --fusion=never --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=NONE
// RUN: rm -rf %t && vkmorph %s --class C --fusion=never -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=NEEDS < %t/float-controls_generated.cpp
// RUN: spirv-val --target-env vulkan1.2 %t/shaders/kernel1D_isNan.spv
// RUN: spirv-dis %t/shaders/kernel1D_isNan.spv | FileCheck %s --check-prefix=SPIRV
#include <cmath>
#include <limits>

class C {
public:
  virtual ~C() {}
  virtual void run(const float *a, const double *b, float *o, int n) {
    kernel1D_plain(a, o, n);
    kernel1D_isNan(a, o, n);
    kernel1D_self(b, o, n);
    kernel1D_both(a, b, o, n);
    kernel1D_difference(a, o, n);
  }
  // Its neutral element is an infinity; nothing looks at that.
  // CHECK-LABEL: //--- shaders/kernel1D_plain.comp
  // CHECK-NOT: spirv_execution_mode
  void kernel1D_plain(const float *a, float *o, int n) {
    for (int i = 0; i < n; i++) {
      o[i] = a[i] * 2 - 1;
      m_least = a[i] < m_least ? a[i] : m_least;
    }
  }
  // CHECK-LABEL: //--- shaders/kernel1D_isNan.comp
  // CHECK: #extension GL_EXT_spirv_intrinsics : require
  // CHECK-EMPTY:
  // CHECK-NEXT: // NaN, infinities and the sign of zero stay (SignedZeroInfNanPreserve).
  // CHECK-NEXT: spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);
  // CHECK-EMPTY:
  // CHECK-NEXT: layout(local_size_x
  // SPIRV: OpCapability SignedZeroInfNanPreserve
  // SPIRV: OpExecutionMode %{{.*}} SignedZeroInfNanPreserve 32
  void kernel1D_isNan(const float *a, float *o, int n) {
    for (int i = 0; i < n; i++)
      o[i] = std::isnan(a[i]) ? 0 : a[i];
  }
  // CHECK-LABEL: //--- shaders/kernel1D_self.comp
  // CHECK: capabilities = [4466], 4461, 64);
  void kernel1D_self(const double *b, float *o, int n) {
    for (int i = 0; i < n; i++)
      o[i] = b[i] != b[i] ? 1 : 2;
  }
  // CHECK-LABEL: //--- shaders/kernel1D_both.comp
  // CHECK: capabilities = [4466], 4461, 32);
  // CHECK-NEXT: capabilities = [4466], 4461, 64);
  void kernel1D_both(const float *a, const double *b, float *o, int n) {
    for (int i = 0; i < n; i++)
      o[i] = std::signbit(a[i]) + (b[i] < std::numeric_limits<double>::infinity());
  }
  // CHECK-LABEL: //--- shaders/kernel1D_difference.comp
  // CHECK: capabilities = [4466], 4461, 32);
  void kernel1D_difference(const float *a, float *o, int n) {
    for (int i = 0; i < n; i++)
      o[i] = a[i] - a[i];
  }
  float m_least = 0;
};
// NONE-NOT: spirv_execution_mode
// NEEDS: apiVersion = VK_API_VERSION_1_2;
// NEEDS: shaderSignedZeroInfNanPreserveFloat32 = true;
// NEEDS: shaderSignedZeroInfNanPreserveFloat64 = true;
