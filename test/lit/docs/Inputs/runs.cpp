// The class of docs/Scans.md, what the iteration before has kept.
class Runs {
public:
  virtual ~Runs() = default;
  virtual void Find(const int *pixels, [[vkmorph::size("n")]] int *starts, int n) {
    kernel1D_Find(pixels, starts, n);
  }

  int m_runs = 0;

protected:
  void kernel1D_Find(const int *pixels, int *starts, int n) {
    int last = -1, count = 0;
    for (int i = 0; i < n; i++)
      if (pixels[i] != last) {
        starts[count++] = i;
        last = pixels[i];
      }
    m_runs = count;
  }
};
