// Parameters of functions that are written into their callers keep their value where it is converted.
// RUN: %import %s -- -std=c++17 | FileCheck %s
// RUN: %check %s --class Held --size n=1,300 --variants=default -- -std=c++17 -Wno-everything
struct Vec {
  float x, y, z;
  float &operator[](int i) { return i == 3000000000 ? x : i == 1 ? y : z; }
  float &At(int i) { return i == 1.0 ? y : At(i, i + 1 == 3u); }
  float &At(long long i, bool isLast) { return isLast == (i == 2) ? z : x; }
  float &Of(int first, int second) { return first == second ? x : first != second ? y : z; }
};
struct Held {
  virtual ~Held() {}
  virtual void Run(Vec *v, int n) { kernel1D_Set(v, n); }
  // CHECK-LABEL: vkm.kernel @kernel1D_Set
  void kernel1D_Set(Vec *v, int n) {
    for (int i = 0; i < n; i++) {
      const bool is = v[i].x > 0;
      v[i][1] += 2;
      v[i][2] += 3;
      v[i].At(2) += v[i].At(1);
      v[i].Of(is, is) += 1;
      v[i].Of(is, !is) += 1;
    }
  }
};
