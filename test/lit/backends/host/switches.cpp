// Switches of control functions: what falls through says so, and nothing else does; no empty line stands behind a label.
// RUN: vkmorph %s --class Scales -o %t.out -- -std=c++17
// RUN: FileCheck %s --input-file=%t.out/switches_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t.out/switches_generated.cpp

class Scales {
public:
  virtual ~Scales() = default;
  // CHECK-LABEL: void Scales_Generated::RunCmd(
  // CHECK: {{^}}  case 0: {
  // CHECK: break;
  // CHECK-NEXT: {{^}}  }
  // CHECK-NEXT: {{^}}  case 1: {
  // CHECK: ScaleCmd(cmd, n, 3.0f);
  // CHECK-NEXT: {{^}}  }
  // CHECK-NEXT: {{\[\[}}fallthrough]];
  // CHECK-NEXT: {{^}}  case 2:
  // CHECK-NEXT: // Scale wrote a, which the next Scale reads.
  // CHECK: break;
  // CHECK-NEXT: default:
  // CHECK-NOT: fallthrough
  // CHECK: {{^}}}
  virtual void Run([[vkmorph::size("n")]] float *a, int n, int mode) {
    switch (mode) {
    case 0: {
      float f = 2;
      kernel1D_Scale(a, n, f);
      break;
    }
    case 1: {
      kernel1D_Scale(a, n, 3);
    }
    case 2:
      if (n > 5) {
        kernel1D_Scale(a, n, 4);
        return;
      } else {
        kernel1D_Scale(a, n, 5);
      }
      break;
    default:
      for (int k = 0; k < 3; ++k)
        kernel1D_Scale(a, n, 0.5f);
    }
  }

private:
  void kernel1D_Scale(float *a, int n, float f) {
    for (int i = 0; i < n; ++i)
      a[i] *= f;
  }
};
