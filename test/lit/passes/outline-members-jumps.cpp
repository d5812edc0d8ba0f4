// What a control function assigns in a branch that leaves a loop, or goes on with the next turn, becomes a command there.
// RUN: vkmorph %s --class C --emit=host -- -std=c++17 | FileCheck %s
// RUN: %check %s --class C --size n=1,100 --arg rounds=0..6 --arg limit=0..60 --variants=default,vulkan10 -- -std=c++17
class C {
public:
  virtual ~C() = default;
  // CHECK-LABEL: void C_Generated::LastRoundCmd(
  // CHECK: if (r == 3) {
  // CHECK-NEXT: LastRound_membersCmd(cmd, r);
  // CHECK-NEXT: break;
  virtual void LastRound(int *a, int n, int rounds) {
    for (int r = 0; r < rounds; r++) {
      kernel1D_Add(a, n);
      if (r == 3) {
        m_last = r;
        break;
      }
    }
  }
  // CHECK-LABEL: void C_Generated::SkippedCmd(
  // CHECK: Skipped_membersCmd(cmd);
  // CHECK-NEXT: continue;
  virtual void Skipped(int *a, int n, int rounds, int limit) {
    for (int r = 0; r < rounds; r++) {
      kernel1D_Add(a, n);
      if (n > limit) {
        m_last = 2;
        continue;
      }
      kernel1D_Add(a, n);
    }
  }

protected:
  void kernel1D_Add(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_last;
  }
  int m_last = 1;
};
