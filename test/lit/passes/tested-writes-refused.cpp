// Elements that iterations test and give one value, where it matters which of them comes first.
// RUN: not vkmorph %s --class=Refused -o %t -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error:
class Refused {
public:
  virtual ~Refused() = default;
  virtual void Search(const int *ends, [[vkmorph::size("n")]] int *level, [[vkmorph::size("n")]] int *from, [[vkmorph::size("n")]] int *out,
                      int n, int depth) {
    kernel1D_AnyDepth(ends, level, n, depth);
    kernel1D_Counts(ends, level, out, n);
    kernel1D_Parent(ends, level, from, n);
    kernel1D_Else(ends, level, out, n);
    kernel1D_Two(ends, level, n);
    kernel1D_Tests(ends, level, n);
    kernel1D_Value(ends, level, n);
    kernel1D_Read(ends, level, out, n);
    kernel1D_First(ends, level, out, n);
    kernel1D_Flags(ends, level, n);
    kernel1D_Elsewhere(ends, level, n);
    kernel1D_Wraps(ends, level, n, depth);
    kernel1D_Twice(ends, level, out, n);
    kernel1D_Moved(level, n);
    kernel1D_Earlier(ends, level, n);
    kernel1D_Stepped(ends, level, n);
  }

protected:
  bool m_odd = false, m_even = false;
  int m_at = 0;

  // With depth = -1 an iteration takes up what it finds before another one has written it.
  // CHECK: error: {{.*}}'kernel1D_AnyDepth' may update the same element of 'level'
  // CHECK: :[[@LINE+3]]:11: note: all iterations write one value, but what is done here may depend on whether another one has written it before
  void kernel1D_AnyDepth(const int *ends, int *level, int n, int depth) {
    for (int v = 0; v < n; ++v)
      if (level[v] == depth && level[ends[v]] == -1)
        level[ends[v]] = depth + 1;
  }
  // CHECK: error: {{.*}}'kernel1D_Counts' may update the same element of 'level'
  // CHECK: :[[@LINE+6]]:9: note: all iterations write one value
  void kernel1D_Counts(const int *ends, int *level, int *out, int n) {
    for (int v = 0; v < n; ++v) {
      int found = 0;
      if (level[ends[v]] == 0) {
        level[ends[v]] = 1;
        found = 1;
      }
      out[v] = found;
    }
  }
  // CHECK: error: {{.*}}'kernel1D_Parent' may update the same element of 'level'
  // CHECK: :[[@LINE+5]]:9: note: all iterations write one value
  void kernel1D_Parent(const int *ends, int *level, int *from, int n) {
    for (int v = 0; v < n; ++v)
      if (level[ends[v]] == 0) {
        level[ends[v]] = 1;
        from[v] = 1;
      }
  }
  // CHECK: error: {{.*}}'kernel1D_Else' may update the same element of 'level'
  void kernel1D_Else(const int *ends, int *level, int *out, int n) {
    for (int v = 0; v < n; ++v)
      if (level[ends[v]] == 0)
        level[ends[v]] = 1;
      else
        out[v] = 1;
  }
  // CHECK: error: {{.*}}'kernel1D_Two' may update the same element of 'level'
  void kernel1D_Two(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v)
      if (level[ends[v]] == 0)
        level[ends[v]] = v % 2 ? 1 : 2;
  }
  // CHECK: error: {{.*}}'kernel1D_Tests' may update the same element of 'level'
  void kernel1D_Tests(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v) {
      if (level[ends[v]] == 0)
        level[ends[v]] = 3;
      if (level[ends[v + 1]] == 1)
        level[ends[v + 1]] = 3;
    }
  }
  // CHECK: error: {{.*}}'kernel1D_Value' may update the same element of 'level'
  void kernel1D_Value(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v)
      if (level[ends[v]] == 0)
        level[ends[v]] = v;
  }
  // CHECK: error: {{.*}}'kernel1D_Read' may update the same element of 'level'
  // CHECK: :[[@LINE+5]]:{{[0-9]+}}: note: all iterations write one value
  void kernel1D_Read(const int *ends, int *level, int *out, int n) {
    for (int v = 0; v < n; ++v) {
      if (level[ends[v]] == 0)
        level[ends[v]] = 1;
      out[v] = level[v];
    }
  }
  // CHECK: error: {{.*}}'kernel1D_First' may update the same element of 'level'
  // CHECK: :[[@LINE+6]]:11: note: all iterations write one value
  void kernel1D_First(const int *ends, int *level, int *out, int n) {
    for (int v = 0; v < n; ++v)
      for (int e = 0; e < 4; ++e)
        if (level[ends[4 * v + e]] == 0) {
          level[ends[4 * v + e]] = 1;
          break;
        }
  }
  // Which flag is set depends on who finds the element first.
  // CHECK: error: {{.*}}'kernel1D_Flags' may update the same element of 'level'
  // CHECK: note: all iterations write one value
  void kernel1D_Flags(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v)
      if (level[ends[v]] == 0) {
        level[ends[v]] = 1;
        if (v % 2 == 0)
          m_even = true;
      }
  }
  // CHECK: error: {{.*}}'kernel1D_Elsewhere' may update the same element of 'level'
  void kernel1D_Elsewhere(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v)
      if (level[ends[v]] == 0) {
        level[ends[v]] = 1;
        level[ends[v + 1]] = 1;
      }
  }
  // CHECK: error: {{.*}}'kernel1D_Wraps' may update the same element of 'level'
  void kernel1D_Wraps(const int *ends, int *level, int n, int depth) {
    for (int v = 0; v < n; ++v)
      if (unsigned(level[v]) > 3u && level[ends[v]] == -1)
        level[ends[v]] = 2;
  }
  // Two tests of one element, behind which different things are done.
  // CHECK: error: {{.*}}'kernel1D_Twice' may update the same element of 'level'
  // CHECK: note: all iterations write one value
  void kernel1D_Twice(const int *ends, int *level, int *out, int n) {
    for (int v = 0; v < n; ++v) {
      if (level[ends[v]] == 0) {
        level[ends[v]] = 1;
        m_odd = true;
      }
      if (level[ends[v + 1]] == 0) {
        level[ends[v + 1]] = 1;
        m_even = true;
      }
    }
  }
  // The element that is written is another one than that of the test.
  // CHECK: error: kernel 'kernel1D_Moved' moves elements of 'level' to where a running total says
  void kernel1D_Moved(int *level, int n) {
    for (int v = 0; v < n; ++v)
      if (level[m_at] == 0) {
        m_at = 1;
        level[m_at] = 1;
      }
  }
  // The same of variables: the test was before, or its number is.
  // CHECK: error: {{.*}}'kernel1D_Earlier' may update the same element of 'level'
  void kernel1D_Earlier(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v) {
      int next = ends[v];
      const bool isFree = level[next] == 0;
      next = ends[v + 1];
      if (isFree)
        level[next] = 1;
    }
  }
  // CHECK: error: {{.*}}'kernel1D_Stepped' may update the same element of 'level'
  void kernel1D_Stepped(const int *ends, int *level, int n) {
    for (int v = 0; v < n; ++v) {
      int next = ends[v];
      if (level[next++] == 0)
        level[next] = 1;
    }
  }
};
