// Crates on a belt: what they are compared with is far from small numbers, or exactly met by few.
struct Crate {
  int weight;
  float length;
  unsigned label;
};

class Belt {
public:
  virtual ~Belt() = default;
  virtual int Sort(const Crate *crates, unsigned *out, int n, int lane) {
    kernel1D_Sort(crates, out, n, lane);
    if (n > 12)
      kernel1D_Mark(out, n);
    return m_heavy;
  }
  virtual int Tare(int *weights, int n) {
    m_tare = 20;
    kernel1D_Tare(weights, n);
    return m_tare;
  }

private:
  static bool isLong(const Crate &crate) { return crate.length * 2.0f - 1.0f >= 6.5f; }

  void kernel1D_Sort(const Crate *crates, unsigned *out, int n, int lane) {
    m_heavy = 0;
    for (int i = 0; i < n; i++) {
      const Crate crate = crates[i];
      unsigned where = crate.label >> 24;
      if (crate.weight - 500 > 1000)
        m_heavy++;
      if (isLong(crate))
        where += 1000;
      if (crate.weight == lane)
        where += 5000;
      switch (crate.weight) {
      case 777:
        where *= 3;
        break;
      }
      out[i] = where;
    }
  }
  void kernel1D_Mark(unsigned *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] += 7;
  }
  void kernel1D_Tare(int *weights, int n) {
    for (int i = 0; i < n; i++)
      weights[i] -= m_tare;
  }

  int m_heavy = 0;
  int m_tare = 20;
};
