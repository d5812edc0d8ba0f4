// The class of docs/Scans.md, elements that stay.
class Survivors {
public:
  virtual ~Survivors() = default;
  virtual void Drop(int *ages, float *positions, int n) { kernel1D_Drop(ages, positions, n); }

  int m_limit = 3, m_alive = 0;

protected:
  void kernel1D_Drop(int *ages, float *positions, int n) {
    int alive = 0;
    for (int i = 0; i < n; i++)
      if (ages[i] < m_limit) {
        ages[alive] = ages[i] + 1;
        positions[alive] = positions[i];
        alive++;
      }
    m_alive = alive;
  }
};
