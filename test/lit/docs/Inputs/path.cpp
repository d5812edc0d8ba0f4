// What docs/Reductions.md shows of associative functions.
struct Step {
  unsigned scale, offset;
};
class Path {
public:
  virtual ~Path() = default;
  virtual void Follow(const Step *steps, int n) { kernel1D_Follow(steps, n); }
  [[vkmorph::associative]] static Step then(Step a, Step b) {
    return {b.scale * a.scale, b.scale * a.offset + b.offset};
  }

protected:
  void kernel1D_Follow(const Step *steps, int n) {
    for (int i = 0; i < n; i++)
      m_whole = then(m_whole, steps[i]);
  }

  Step m_whole{1, 0};
};
