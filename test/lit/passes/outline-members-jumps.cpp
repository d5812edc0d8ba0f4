// What a control function assigns in a branch that leaves a loop, or goes on with the next turn, becomes a command there.
// RUN: vkmorph %s --class C --emit=host -- -std=c++17 | FileCheck %s
// RUN: %check %s --class C --size n=1,100 --arg rounds=0..6 --arg limit=0..2 --variants=default,vulkan10 -- -std=c++17
// RUN: %check %s --class Jumps --size n=70 --size a=70 --arg rounds=0..6 --arg mode=-1..7 --repeat=4 --variants=default -- -std=c++17
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

// Several jumps of one loop, out of a switch, of nested branches, of the inner of two loops.
class Jumps {
public:
  virtual ~Jumps() = default;
  virtual void Several(int *a, int n, int rounds) {
    int r = 0;
    while (r < rounds) {
      kernel1D_Add(a, n);
      r++;
      if (r == 2) {
        m_last = 5;
        continue;
      }
      if (r == 4) {
        m_last += r;
        m_more = m_last;
        break;
      }
      kernel1D_Add(a, n);
    }
    m_done = r;
  }
  virtual void Switched(int *a, int n, int mode) {
    for (int r = 0; r < 4; r++) {
      switch (mode) {
      case 0:
        m_last = 1;
        break;
      case 1:
        m_last = 2;
        continue;
      default:
        m_last = r;
        break;
      }
      kernel1D_Add(a, n);
    }
  }
  virtual void Nested(int *a, int n, int mode) {
    do {
      kernel1D_Add(a, n);
      if (mode > 2) {
        m_last = mode;
        if (mode > 5) {
          m_more = 3;
          break;
        }
      }
      mode--;
    } while (mode > 0);
  }
  virtual void Inner(int *a, int n) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        if (j == 2) {
          m_last = j;
          break;
        }
        kernel1D_Add(a, n);
      }
  }

protected:
  void kernel1D_Add(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_last + m_more;
  }
  int m_last = 0, m_more = 1, m_done = 0;
};
