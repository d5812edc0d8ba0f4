// Origin: written from README.md and docs/Language.md before its first translation.
// Searches that end as soon as a kernel has found something, and functions that ask others what they found.
// RUN: %check %s --size n=0,1,200 --arg a=0..40 --arg key=0..40 --arg mode=0..4 -- -std=c++17
class SearchBlocks {
public:
  virtual ~SearchBlocks() = default;

  // The first element that is the key; -1 where there is none.
  virtual int FindFirst([[vkmorph::size("n")]] const int *a, int n, int key) {
    for (int begin = 0; begin < n; begin += 64) {
      const int end = begin + 64 < n ? begin + 64 : n;
      kernel1D_Search(a, begin, end, key);
      if (m_found < n)
        return m_found;
    }
    return -1;
  }

  // Marks what stands behind the first element that is the key.
  virtual int MarkBehind([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n")]] int *marks, int n, int key) {
    const int first = FindFirst(a, n, key);
    if (first < 0)
      return 0;
    kernel1D_Mark(a, marks, first, n);
    return n - first;
  }

  // Each mode is a way of its own, and some end early.
  virtual int Rate([[vkmorph::size("n")]] const int *a, int n, int mode) {
    switch (mode) {
    case 0:
      return 0;
    case 1:
      kernel1D_Count(a, n, 10);
      return m_count;
    case 2:
      kernel1D_Count(a, n, 20);
      if (m_count == 0)
        return -1;
      break;
    default:
      kernel1D_Count(a, n, mode);
      break;
    }
    const int some = m_count;
    kernel1D_Count(a, n, 30);
    return some - m_count;
  }

  // Odd and even neighbours in turn, until a round of both exchanges nothing.
  virtual int Sort([[vkmorph::size("n")]] int *marks, int n) {
    int rounds = 0;
    while (true) {
      int exchanged = 0;
      for (int parity = 0; parity < 2; parity++) {
        kernel1D_Exchange(marks, n, parity);
        exchanged += m_exchanged;
      }
      if (exchanged == 0)
        return rounds;
      rounds++;
    }
  }

protected:
  void kernel1D_Search(const int *a, int begin, int end, int key) {
    m_found = 1 << 30;
    for (int i = begin; i < end; i++)
      if (a[i] == key && i < m_found)
        m_found = i;
  }
  void kernel1D_Mark(const int *a, int *marks, int first, int n) {
    for (int i = first; i < n; i++)
      marks[i] = a[i] + 1;
  }
  void kernel1D_Count(const int *a, int n, int limit) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > limit)
        m_count++;
  }
  void kernel1D_Exchange(int *marks, int n, int parity) {
    m_exchanged = 0;
    for (int i = 0; i < n / 2; i++) {
      const int at = 2 * i + parity;
      if (at + 1 < n && marks[at] > marks[at + 1]) {
        const int kept = marks[at];
        marks[at] = marks[at + 1];
        marks[at + 1] = kept;
        m_exchanged++;
      }
    }
  }

  int m_found = 0;
  int m_count = 0;
  int m_exchanged = 0;
};
