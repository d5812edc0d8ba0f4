// A class with a function that no other file knows of.
namespace {
inline int Of(int x) { return x + 1; }
} // namespace

class One {
public:
  virtual ~One() = default;
  virtual void Run(int *a, int n) { kernel1D_Run(a, n); }

protected:
  void kernel1D_Run(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = Of(a[i]);
  }
};
