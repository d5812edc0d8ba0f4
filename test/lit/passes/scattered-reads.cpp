// Elements that iterations read while others may write them, where data decide which ones these are.
// RUN: not vkmorph %s --class=Reads -o %t -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=vkm2104
// RUN: vkmorph %s --class=Reads -o %t --assume-independent=kernel1D_Last,kernel1D_Other,kernel1D_Jump,kernel1D_Slots,kernel1D_Folded,kernel1D_Wide,kernel1D_Narrow,kernel1D_Moved,kernel1D_Turns,kernel1D_Choice,kernel1D_Length,kernel1D_Gaps,kernel1D_Perhaps -- -std=c++17 2>&1 \
// RUN:   | not grep -E "Last|Other|Jump|Slots|Folded|Wide|Narrow|Moved|Turns|Choice|Length|Gaps|Perhaps"
struct Cell {
  int key, value;
};

class Reads {
public:
  virtual ~Reads() = default;
  virtual void Run(const int *a, [[vkmorph::size("n")]] int *b, [[vkmorph::size("n")]] int *out, int n,
                   const unsigned *u, const int *c) {
    kernel1D_Last(a, out, n);
    kernel1D_Other(a, out, n);
    kernel1D_Jump(b, n);
    kernel1D_Slots(a, n);
    kernel1D_Own(a, out, n);
    kernel1D_Parts(a, out, n);
    kernel1D_Apart(a, out, n);
    kernel1D_Rows(a, b, n);
    kernel1D_Folded(a, n);
    kernel1D_Wide(u, n);
    kernel1D_Narrow(a, n);
    kernel1D_Moved(a, c, out, n);
    kernel1D_Stays(a, out, n);
    kernel1D_Turns(a, n);
    kernel1D_Ends(b, n);
    kernel1D_Choice(a, n);
    kernel1D_Length(a, n);
    kernel1D_Gaps(a, c, n);
    kernel1D_Digits(n);
    kernel1D_Perhaps(a, c, out, n);
    kernel1D_Either(a, c, out, n);
    kernel1D_Put(a, out, n);
  }

protected:
  int m_last[4] = {};
  int m_slot[64] = {};
  Cell m_cells[64] = {};
  int m_seen[64] = {};
  int m_halves[2][64] = {};

  // CHECK: :[[@LINE+5]]:7: error: an iteration of kernel 'kernel1D_Last' writes an element of 'm_last' here, which others may read before or after that: nothing says which elements these are [vkm2109]
  // CHECK: note: read what was there before the loop from a copy, or write to another array; if no iteration reads what another one writes, specify --assume-independent=kernel1D_Last
  // CHECK: :[[@LINE+4]]:16: note: read here
  void kernel1D_Last(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      m_last[a[i] & 3] = i;
      out[i] = m_last[0];
    }
  }
  // Behind a variable, a method and a branch.
  static int Slot(int key) { return key < 0 ? 0 : key & 63; }
  // CHECK: error: {{.*}} 'kernel1D_Other' writes an element of 'm_slot' here
  // CHECK: :[[@LINE+8]]:18: note: read here
  void kernel1D_Other(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int at = 0;
      if (a[i] > 0)
        at = Slot(a[i]);
      m_slot[at] = i;
      if (i > 5)
        out[i] = m_slot[Slot(a[n - 1 - i])];
    }
  }
  // Each has its own to write, and data decide what it reads.
  // CHECK: error: {{.*}} 'kernel1D_Jump' writes an element of 'b' here
  void kernel1D_Jump(int *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = b[b[i]];
  }
  // No data, but not understood either.
  // CHECK: error: {{.*}} 'kernel1D_Slots' writes an element of 'm_seen' here
  void kernel1D_Slots(const int *a, int n) {
    for (int i = 0; i < n; i++)
      m_seen[(i * i) & 63] = a[i] + m_seen[1];
  }
  // What an iteration has written itself.
  // CHECK: warning: {{.*}} 'kernel1D_Own' {{.*}} one writes 'm_slot' here, and another one may write the same element [vkm2104
  void kernel1D_Own(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      m_slot[a[i]] = i;
      out[i] = m_slot[a[i]] + 1;
    }
  }
  // Other members.
  // CHECK: warning: {{.*}} 'kernel1D_Parts' {{.*}} [vkm2104
  void kernel1D_Parts(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      m_cells[a[i]].value = i;
      out[i] = m_cells[a[n - 1 - i]].key;
    }
  }
  // Other elements: rows of an array in which the one is written and the other read.
  // CHECK: warning: {{.*}} 'kernel1D_Apart' {{.*}} [vkm2104
  void kernel1D_Apart(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      m_halves[0][a[i]] = i;
      out[i] = m_halves[1][a[n - 1 - i]];
    }
  }
  // Each has four for itself.
  // CHECK: warning: {{.*}} 'kernel1D_Rows' {{.*}} [vkm2104
  void kernel1D_Rows(const int *a, int *b, int n) {
    for (int i = 0; i < n / 4; i++) {
      const int row = 4 * i;
      b[row + a[i] % 4] = i;
      b[row] += b[row + (a[i] / 4) % 4];
    }
  }
  // A remainder has many numbers: the last iteration decides, unless all write one value.
  // CHECK: :[[@LINE+4]]:7: error: iterations of kernel 'kernel1D_Folded' write the same element of 'm_last' here where their indices have the same remainder, and the last of them decides [vkm2111]
  // CHECK: note: combine what they write by min or max, or let each write an element of its own; if no two iterations have the same index, specify --assume-independent=kernel1D_Folded
  void kernel1D_Folded(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_last[Slot(a[i]) % 4] = i;
      m_seen[a[i] & 63] = 1;
    }
  }
  // Whatever type it is taken as.
  // CHECK: error: iterations of kernel 'kernel1D_Wide' write the same element of 'm_last' here
  void kernel1D_Wide(const unsigned *u, int n) {
    for (int i = 0; i < n; i++) {
      int at = u[i] % 4;
      m_last[at] = i;
    }
  }
  // CHECK: error: iterations of kernel 'kernel1D_Narrow' write the same element of 'm_slot' here
  void kernel1D_Narrow(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      unsigned char at = a[i] & 63;
      m_slot[at] = i;
    }
  }
  // What is spelled alike is not the same behind an assignment.
  // CHECK: error: {{.*}} 'kernel1D_Moved' writes an element of 'm_seen' here
  // CHECK: :[[@LINE+6]]:16: note: read here
  void kernel1D_Moved(const int *a, const int *b, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int at = a[i];
      m_seen[at] = i;
      at = b[i];
      out[i] = m_seen[at];
    }
  }
  // And is, where nothing assigns in between.
  // CHECK: warning: {{.*}} 'kernel1D_Stays' {{.*}} [vkm2104
  void kernel1D_Stays(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int at = 0;
      if (a[i] > 0)
        at = a[i];
      m_slot[at] = i;
      if (i > 5)
        out[i] = m_slot[at];
      at = 0;
    }
  }
  // Variables that depend on each other, of which memory decides on one.
  // CHECK: error: iterations of kernel 'kernel1D_Turns' write the same element of 'm_slot' here
  // CHECK: error: iterations of kernel 'kernel1D_Turns' write the same element of 'm_seen' here
  void kernel1D_Turns(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = 0, y = 0, z = 0;
      for (int k = 0; k < 5; k++) {
        if (k == 1)
          y = a[i];
        x = y;
        y = z;
        z = x;
      }
      m_slot[x & 63] = i;
      m_seen[z & 63] = i;
    }
  }
  // A switch chooses, as an if does, and a loop by how often it runs.
  // CHECK: error: iterations of kernel 'kernel1D_Choice' write the same element of 'm_slot' here
  void kernel1D_Choice(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = 0;
      switch (a[i] & 3) {
      case 0:
        x = 1;
        break;
      case 1:
        x = 5;
        break;
      default:
        break;
      }
      m_slot[x & 63] = i;
    }
  }
  // CHECK: error: iterations of kernel 'kernel1D_Length' write the same element of 'm_slot' here
  // CHECK: error: iterations of kernel 'kernel1D_Length' write the same element of 'm_seen' here
  void kernel1D_Length(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = 0, y = 0;
      while (a[i] >> x > 0)
        x++;
      for (int k = 0; k < a[i]; k++)
        y++;
      m_slot[x & 63] = i;
      m_seen[y & 63] = i;
    }
  }
  // By what leaves it, or goes on with its next iteration.
  // CHECK: error: iterations of kernel 'kernel1D_Gaps' write the same element of 'm_slot' here
  // CHECK: error: iterations of kernel 'kernel1D_Gaps' write the same element of 'm_seen' here
  void kernel1D_Gaps(const int *a, const int *c, int n) {
    for (int i = 0; i < n; i++) {
      int x = 0, y = 0;
      for (int k = 0; k < 5; k++) {
        if (a[i] & (1 << k))
          continue;
        x++;
      }
      do {
        y += 7;
        if (c[i] > y)
          break;
      } while (y < 40);
      m_slot[x & 63] = i;
      m_seen[y & 63] = i;
    }
  }
  // Numbers alone.
  // CHECK: warning: {{.*}} 'kernel1D_Digits' {{.*}} [vkm2104
  void kernel1D_Digits(int n) {
    for (int i = 0; i < n; i++) {
      int x = 0;
      while (i >> x > 0)
        x++;
      m_slot[x & 63] = i;
    }
  }
  // What the iteration has not written on all ways is of another one.
  // CHECK: error: {{.*}} 'kernel1D_Perhaps' writes an element of 'm_slot' here
  void kernel1D_Perhaps(const int *a, const int *c, int *out, int n) {
    for (int i = 0; i < n; i++) {
      int at = a[i];
      if (c[i] > 3)
        m_slot[at] = i;
      out[i] = m_slot[at];
    }
  }
  // CHECK: warning: {{.*}} 'kernel1D_Either' {{.*}} [vkm2104
  void kernel1D_Either(const int *a, const int *c, int *out, int n) {
    for (int i = 0; i < n; i++) {
      const int at = a[i];
      if (c[i] > 3)
        m_slot[at] = i;
      else if (c[i] > 0)
        m_slot[at] = -i;
      else
        continue;
      if (c[i] > 5)
        m_slot[at] = 0;
      out[i] = m_slot[at];
    }
  }
  void Put(int at, int what) {
    if (what > 0)
      m_slot[at] = what;
    else
      m_slot[at] = 0;
  }
  // CHECK: warning: {{.*}} 'kernel1D_Put' {{.*}} [vkm2104
  void kernel1D_Put(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      Put(a[i], i);
      if (i > 5)
        out[i] = m_slot[a[i]];
    }
  }
  // Each case is proved.
  void kernel1D_Ends(int *b, int n) {
    for (int i = 0; i < n / 2; i++)
      b[i] = b[i + 1 < n ? n - 1 - i : 0];
  }
};
