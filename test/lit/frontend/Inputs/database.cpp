// A class that needs the option -DEXTRA.
class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = EXTRA;
  }
};
