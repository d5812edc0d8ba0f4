// Origin: written with the part of the compiler that it tests.
// Functions in loops that reduce: values that are passed before the function changes where they come from, results of calls that
// change what the next call reads, a loop in a function that returns; elements that are read in front of a loop which changes them.
// RUN: %check %s --class OldValues --size n=1,100,1000 --variants=default,tree-last-workgroup,extra-dispatches -- -std=c++17

class OldValues {
public:
  virtual ~OldValues() = default;
  virtual int Move(const int *x, int n) {
    kernel1D_Move(x, n);
    return m_sum;
  }
  virtual void Draw(int n) { kernel1D_Draw(n); }
  virtual void Mark(const int *x, int *out, int n) { kernel1D_Mark(x, out, n); }
  virtual void Take(int *a, int n) { kernel1D_Take(a, n); }
  virtual void Leave([[vkmorph::size("n + 1")]] int *a, int n) { kernel1D_Leave(a, n); }
  virtual void Shift(const int *a, int n) { kernel1D_Shift(a, n); }

private:
  void Replace(int i, int old, int by) {
    m_state[i] = old * 2 + by;
    m_sum += old;
    m_squares += old * old;
  }
  void Clear(int i, int old) {
    m_state[i] = 0;
    m_cleared += old;
  }
  void kernel1D_Move(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      Replace(i, m_state[i], x[i]);
      if (x[i] > 90)
        Clear(i, m_state[i] + 1);
    }
  }

  int Next(int i) {
    m_seeds[i] = m_seeds[i] * 1103515245u + 12345u;
    return int(m_seeds[i] >> 20);
  }
  void kernel1D_Draw(int n) {
    m_inside = 0;
    for (int i = 0; i < 1000; i++) {
      m_seeds[i] += unsigned(i + n);
      m_differences += Next(i) * 3 - Next(i);
      const int a = Next(i), b = Next(i);
      m_inside += a < b ? 1 : 0;
    }
  }

  // The return ends the function, not the iteration that calls it.
  void MarkOne(int i, int value) {
    for (int k = 0; k < 3; k++) {
      if (value < k * 10)
        return;
      m_marks[i] = m_marks[i] + value;
    }
  }
  void kernel1D_Mark(const int *x, int *out, int n) {
    for (int i = 0; i < n; i++) {
      MarkOne(i, x[i]);
      out[i] = m_marks[i] + 1;
    }
  }

  void kernel1D_Take(int *a, int n) {
    m_first = n > 0 ? a[0] : 0;
    m_total = 0;
    for (int i = 0; i < n; i++) {
      m_total += a[i];
      a[i] = i;
    }
    m_last = m_first + m_total;
  }
  void kernel1D_Leave(int *a, int n) {
    m_total = 0;
    for (int i = 0; i < n; i++) {
      m_total += a[i];
      a[i] = a[i] * 2;
    }
    m_last = a[n / 2] + m_total;
    a[n] = m_last;
  }
  // A member that the loop reads is set on both sides of it.
  void kernel1D_Shift(const int *a, int n) {
    m_offset = m_offset * 3 + 1;
    m_total = m_offset;
    for (int i = 0; i < n; i++)
      m_total += a[i] + m_offset;
    m_offset = m_total & 15;
    m_table[m_offset & 3]++;
  }

  int m_state[1000] = {}, m_marks[1000] = {}, m_table[4] = {};
  unsigned m_seeds[1000] = {};
  int m_sum = 0, m_squares = 0, m_cleared = 0, m_inside = 0, m_differences = 0;
  int m_first = 0, m_total = 0, m_last = 0, m_offset = 0;
};
