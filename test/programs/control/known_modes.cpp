// Origin: written as a user would, before its first translation, and changed as vkm1308 says (no pointer is
// compared) and vkm2110 (three sizes).
// Control functions that give one another modes, counts and flags as numbers: each call asks what the caller knew.
// RUN: %check %s --class Modes --size n=1,33 --arg level=0..3 -- -std=c++17
enum class Edge { Keep, Zero, Wrap };

class Modes {
public:
  virtual ~Modes() = default;

  virtual void Twice(int *a, int n) {
    Step(a, n, 2, false);
    Step(a, n, 0, true);
  }
  virtual void Step([[vkmorph::size("n")]] int *a, int n, int mode, bool last) {
    if (mode == 0) {
      kernel1D_Add(a, n, 5);
      return;
    }
    kernel1D_Scale(a, n, mode > 1 ? 3 : 2);
    if (!last && mode != 3)
      kernel1D_Add(a, n, mode);
  }
  virtual void Edges([[vkmorph::size("n")]] int *a, int n) {
    Border(a, n, Edge::Zero);
    Border(a, n, Edge::Wrap);
    Border(a, n, Edge::Keep);
  }
  virtual void Deep(int *a, int n) { Around(a, n, 1); }
  virtual void Loops(int *a, int n) {
    Repeat(a, n, 3);
    Repeat(a, n, 0);
  }
  virtual void Sizes(int *a, int n) {
    Part(a, n, 1u);
    Part(a, n, 4u);
  }
  virtual int Result(int *a, int n) {
    return Total(a, n, true) - Total(a, n, false);
  }
  virtual void Switched([[vkmorph::size("n")]] int *a, int n) {
    Select(a, n, 1);
    Select(a, n, 7);
  }
  virtual void Both(int *a, int n, int level) {
    Guarded(a, n, level, 1);
    Guarded(a, n, 2, level);
  }
  virtual void Early(int *a, int n) {
    for (int k = 0; k < 2; k++)
      Late(a, n, k, 4);
  }

protected:
  void Border(int *a, int n, Edge edge) {
    if (edge == Edge::Zero)
      kernel1D_First(a, n, 0);
    else if (edge == Edge::Wrap)
      kernel1D_First(a, n, edge != Edge::Keep ? 7 : 8);
  }
  void Around(int *a, int n, int depth) {
    if (depth > 0)
      Within(a, n, depth - 1);
    kernel1D_Add(a, n, depth);
  }
  void Within(int *a, int n, int depth) {
    if (depth > 0)
      kernel1D_Scale(a, n, 9);
    else
      kernel1D_Scale(a, n, 4);
  }
  void Repeat(int *a, int n, int times) {
    if (times <= 0)
      return;
    for (int k = 0; k < times; k++)
      kernel1D_Add(a, n, k);
  }
  void Part(int *a, int n, unsigned count) {
    if (count - 2u > 10u)
      kernel1D_Add(a, n, 100);
    else if (count % 2 == 0)
      kernel1D_Add(a, n, 200);
  }
  int Total(int *a, int n, bool twice) {
    if (twice)
      kernel1D_Scale(a, n, 2);
    kernel1D_Sum(a, n);
    return m_sum;
  }
  void Select(int *a, int n, int what) {
    switch (what) {
    case 1:
      kernel1D_Add(a, n, 1);
      break;
    default:
      kernel1D_Add(a, n, 2);
    }
  }
  void Guarded(int *a, int n, int level, int other) {
    if (level > 1 && other > 0)
      kernel1D_Add(a, n, level);
    if (other == 1 || level == 0)
      kernel1D_Scale(a, n, 2);
  }
  void Late(int *a, int n, int k, int limit) {
    if (limit < 4)
      return;
    if (k == 1)
      return;
    kernel1D_Add(a, n, limit);
  }

  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  void kernel1D_Scale(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] = a[i] % 1000 * by;
  }
  void kernel1D_First(int *a, int n, int value) {
    for (int i = 0; i < n; i++)
      if (i == 0 || i == n - 1)
        a[i] = value;
  }
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i] % 1000;
  }

  int m_sum = 0;
};
