// Origin: written as a user with C habits would, before its first translation.
// What C-style code does with variables behind its loops: the last iteration's values, of scalars, structs and members, set on
// all ways and on some, in loops that may not run; one variable for several loops; counters that are asked where a search ended;
// references to variables; values that functions leave.
// RUN: %check %s --class Leftovers --size n=0,1,3,700 -- -std=c++17 -Wno-unknown-attributes

struct Span {
  int first, last;
};

class Leftovers {
public:
  virtual ~Leftovers() {}
  virtual void Last(const int *a, int *out, int n) { kernel1D_Last(a, out, n); }
  virtual void Some(const int *a, int *out, int n) { kernel1D_Some(a, out, n); }
  virtual void Grid(const int *a, int *out, int n) { kernel2D_Grid(a, out, n, 3); }
  virtual void Members(const int *a, int *out, int n) { kernel1D_Members(a, out, n); }
  virtual void Again(const int *a, int *out, int n) { kernel1D_Again(a, out, n); }
  virtual void Search(const int *a, int *out, int n) { kernel1D_Search(a, out, n); }
  virtual void Early(const int *a, int *out, int n) { kernel2D_Early(a, out, n, 2); }
  virtual void Named(const int *a, int *out, int n) { kernel1D_Named(a, out, n); }

  int last, largest, end, scratch, steps, found;
  Span span;

protected:
  void kernel1D_Last(const int *a, int *out, int n) {
    int i, t;
    Span s;
    t = 7;
    s.first = s.last = -1;
    for (i = 0; i < n; i++) {
      t = a[i] * 3;
      s.first = i;
      s.last = t + i;
      if (t & 1) {
        out[i] = s.last;
        continue;
      }
      t++;
      out[i] = t - s.first;
    }
    last = t;
    span = s;
    end = i;
  }

  void kernel1D_Some(const int *a, int *out, int n) {
    int i, t;
    t = 5;
    for (i = 0; i < n; i++) {
      out[i] = 0;
      if (a[i] % 3 == 0) {
        t = a[i] + i;
        out[i] = t * 2;
      }
    }
    largest = t;
  }

  void kernel2D_Grid(const int *a, int *out, int n, int m) {
    int i, j, t;
    t = 1;
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++) {
        t = a[i] + j;
        if (j == 0)
          out[i] = t * t;
      }
    last = t;
  }

  void kernel1D_Members(const int *a, int *out, int n) {
    int i;
    for (i = 0; i < n; i++) {
      scratch = a[i] & 15;
      for (steps = 0; steps < scratch; steps++)
        if (steps * steps > scratch)
          break;
      out[i] = scratch + steps;
    }
  }

  void kernel1D_Again(const int *a, int *out, int n) {
    int i, t;
    for (i = 0; i < n; i++) {
      t = a[i];
      out[i] = t + 1;
    }
    for (i = n - 1; i >= 0; i--) {
      t = out[i] * 2;
      out[i] = t - i;
    }
    end = i;
  }

  void kernel1D_Search(const int *a, int *out, int n) {
    int i, j, k;
    for (i = 0; i < n; i++) {
      for (j = 0; j < 9; j++)
        if (((a[i] >> j) & 1) == 0)
          break;
      k = j;
      while (k > 0) {
        if (k % 4 == 2)
          break;
        k--;
      }
      out[i] = j == 9 ? -k : 10 * j + k;
    }
    found = 0;
  }

  /* one loop that ends early, before the grid */
  void kernel2D_Early(const int *a, int *out, int n, int m) {
    int i, j, t;
    t = 0;
    for (i = 0; i < 8; i++) {
      t = i * 3 + n;
      if (t > 10)
        break;
    }
    last = t;
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++) {
        t = a[i] + j;
        if (j == 1)
          out[i] = t;
      }
    found = t;
  }

  void kernel1D_Named(const int *a, int *out, int n) {
    int i, low, high;
    int &name = low;
    for (i = 0; i < n; i++) {
      name = a[i] & 63;
      Order(low, high, a[i] >> 6);
      out[i] = low * 64 + high;
    }
  }

  static void Order(int &low, int &high, int other) {
    if (low > other) {
      high = low;
      low = other;
    } else {
      high = other;
    }
  }
};
