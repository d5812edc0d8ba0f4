// Origin: written with the part of the compiler that it tests.
// Structs of which iterations set some members, which are read behind the loop: the last iteration's, beside what they held before.
// RUN: %check %s --class KeptParts --size n=0,1,90 -- -std=c++17

class KeptParts {
public:
  virtual ~KeptParts() {}
  virtual void Run([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n")]] int *out, [[vkmorph::size("4")]] int *last, int n) {
    kernel1D_Local(a, out, last, n);
    kernel1D_Nested(a, out, last, n);
    kernel1D_Member(a, out, n);
  }

  struct Range {
    int first, size;
  };
  struct Item {
    int kind;
    Range range;
  };
  Item m_item = {1, {2, 3}};

protected:
  void kernel1D_Local(const int *a, int *out, int *last, int n) {
    int i;
    struct {
      int x, y;
    } s;
    s.x = 4;
    s.y = 5;
    for (i = 0; i < n; i++) {
      s.x = a[i];
      out[i] = s.x * 2;
    }
    last[0] = s.x;
    last[1] = s.y;
  }
  void kernel1D_Nested(const int *a, int *out, int *last, int n) {
    int i;
    Item item = {7, {8, 9}};
    for (i = 0; i < n; i++) {
      if (a[i] % 3 == 0)
        continue;
      item.range.first = a[i] + i;
      item.range.first += 3;
      out[i] += item.range.first;
      if (a[i] % 2) {
        item.kind = i;
        out[i] -= item.kind;
      }
    }
    last[2] = item.range.first + 1000 * item.kind;
    last[3] = item.range.size;
  }
  void kernel1D_Member(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      m_item.range.size = a[i] & 15;
      out[i] += m_item.range.size;
    }
  }
};
