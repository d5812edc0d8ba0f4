// Members of structs that are set once say which element it is, also in functions that get the struct: iterations are
// independent, and extents known.
// RUN: vkmorph %s -o %t --force -- -std=c++17 2>&1 | FileCheck %s --allow-empty --check-prefix=WARN
// RUN: FileCheck %s --input-file=%t/affine-members_generated.cpp
// RUN: vkmorph %s -o %t.changed --force -- -std=c++17 -DCHANGED 2>&1 | FileCheck %s --check-prefix=CHANGED
// WARN-NOT: warning
struct Size {
  int w, h;
};
struct Index {
  Size size;
  int offset;
  int operator()(int x, int y) const { return y * size.w + x + offset; }
};

class Members {
public:
  virtual ~Members() {}
  // CHECK: Members_Generated::Run(
  // CHECK: call.InOut("a", a, h > 0 && w > 0 ? uint64_t(w) * uint64_t(h) + 2ull : 0ull);
  virtual void Run(float *a, int w, int h) { kernel2D_Run(a, w, h); }

protected:
  void kernel2D_Run(float *a, int w, int h) {
    const Index at{{w, h}, 2};
    Size inner = at.size;
#ifdef CHANGED
    inner.w += h;
#endif
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        a[at(x, y)] += 1.0f;
        // CHANGED: warning: cannot prove that iterations of kernel 'kernel2D_Run' are independent: one writes 'a'
        a[y * inner.w + x + 2] *= 2.0f;
      }
  }
};
