// What a workgroup appends together, and what it cannot.
// RUN: vkmorph %s --emit=planned -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --emit=planned --append=subgroup -- -std=c++17 | FileCheck %s --check-prefix=SUBGROUP
// RUN: vkmorph %s --emit=planned --append=workgroup --target=vulkan10 -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: vkmorph %s --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: %check %s --class Lists --control Run --size n=0,1,255,2048,5001 --variants=default,append-subgroup -- -std=c++17
// RUN: %check %s --class Lists --control RunPlane --control RunLess --size w=1,128,300 --size h=1,17 --size n=0,10,5000 --arg less=100 --variants=default -- -std=c++17
// RUN: %check %s --class Lists --control Run --size n=3000 --variants=default --option=--workgroup-size=64 -- -std=c++17
// RUN: %check %s --class Lists --control Run --size n=3000 --setup "object.Reserve(100);" --variants=default -- -std=c++17
#include <cstddef>
#include <vector>

struct Spot {
  int at;
  float value;
};
struct Large {
  double parts[4];
};
struct TooLarge {
  double parts[5];
};

// SUBGROUP-NOT: {{ by workgroup$}}
// WITHOUT: vkm2217
// WITHOUT-NOT: {{ by workgroup$}}
class Lists {
public:
  virtual ~Lists() = default;
  void Reserve(std::size_t n) { m_spots.reserve(n); }

  virtual void Run(const float *a, int n) {
    kernel1D_One(a, n);
    kernel1D_Two(a, n);
    kernel1D_Either(a, n);
    kernel1D_Pair(a, n);
    kernel1D_Loop(a, n);
    kernel1D_Function(a, n);
    kernel1D_Large(a, n);
    kernel1D_TooLarge(a, n);
    kernel1D_Down(a, n);
  }
  // Fewer than none: the reduction is dispatched all the same.
  virtual void RunLess(const float *a, int n, int less) { kernel1D_One(a, n - less); }
  virtual void RunPlane(const float *a, int w, int h) {
    kernel2D_Plane(a, w, h);
    kernel3D_Space(a, w, h);
  }

protected:
  // CHECK-LABEL: vkm.kernel @kernel1D_One
  // CHECK: vkm.append @m_spots, {{.*}} by workgroup
  // CHECK: elements_per_thread = 8
  void kernel1D_One(const float *a, int n) {
    m_spots.clear();
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] < -0.5f)
        continue;
      m_sum++;
      if (a[i] > 0)
        m_spots.push_back({i, a[i]});
    }
  }
  // Two vectors, one element each.
  // CHECK-LABEL: vkm.kernel @kernel1D_Two
  // CHECK: vkm.append @m_numbers, {{.*}} by workgroup
  // CHECK: vkm.append @m_others, {{.*}} by workgroup
  void kernel1D_Two(const float *a, unsigned n) {
    m_numbers.clear();
    m_others.clear();
    for (unsigned i = 0; i < n; i++) {
      if (a[i] > 0.25f)
        m_numbers.push_back(int(i));
      if (a[i] < 0.5f)
        m_others.push_back(a[i]);
    }
  }
  // One of two places.
  // CHECK-LABEL: vkm.kernel @kernel1D_Either
  // CHECK: vkm.append @m_either, {{.*}} by workgroup
  // CHECK: vkm.append @m_either, {{.*}} by workgroup
  void kernel1D_Either(const float *a, int n) {
    m_either.clear();
    for (int i = 0; i < n; i++) {
      if (a[i] > 0.25f)
        m_either.push_back(i);
      else
        m_either.push_back(-i);
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Pair
  // CHECK: vkm.append @m_pairs, {{.*}} by subgroup
  void kernel1D_Pair(const float *a, int n) {
    m_pairs.clear();
    for (int i = 0; i < n; i++) {
      m_pairs.push_back(i);
      if (a[i] > 0.25f)
        m_pairs.push_back(-i);
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Loop
  // CHECK: vkm.append @m_many, {{.*}} by subgroup
  void kernel1D_Loop(const float *a, int n) {
    m_many.clear();
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        if (a[i] * k > 0.5f)
          m_many.push_back(i + k);
  }
  // CHECK: vkm.append @m_added, {{.*}} by subgroup
  void kernel1D_Function(const float *a, int n) {
    m_added.clear();
    for (int i = 0; i < n; i++)
      Add(a[i]);
  }
  void Add(float value) {
    if (value < 0)
      m_added.push_back(value);
  }
  // CHECK: vkm.append @m_large, {{.*}} by workgroup
  // CHECK: elements_per_thread = 4
  void kernel1D_Large(const float *a, int n) {
    m_large.clear();
    for (int i = 0; i < n; i++)
      if (a[i] < 0)
        m_large.push_back({a[i], 1, 2, double(i)});
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_TooLarge
  // CHECK: vkm.append @m_tooLarge, {{.*}} by subgroup
  void kernel1D_TooLarge(const float *a, int n) {
    m_tooLarge.clear();
    for (int i = 0; i < n; i++)
      if (a[i] < 0)
        m_tooLarge.push_back({a[i], 1, 2, 3, double(i)});
  }
  // The host counts the iterations of loops that count down.
  // CHECK-LABEL: vkm.kernel @kernel1D_Down
  // CHECK: vkm.append @m_down, {{.*}} by workgroup
  void kernel1D_Down(const float *a, int n) {
    m_down.clear();
    for (int i = n - 1; i >= 0; i -= 2)
      if (a[i] < 0)
        m_down.push_back(i);
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Plane
  // CHECK: vkm.append @m_spots, {{.*}} by workgroup
  void kernel2D_Plane(const float *a, int w, int h) {
    m_spots.clear();
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        if (a[y * w + x] > 0.9f)
          m_spots.push_back({y * w + x, a[y * w + x]});
  }
  // CHECK-LABEL: vkm.kernel @kernel3D_Space
  // CHECK: vkm.append @m_numbers, {{.*}} by workgroup
  void kernel3D_Space(const float *a, int w, int h) {
    m_numbers.clear();
    for (int z = 0; z < 3; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          if (a[y * w + x] * z > 0.5f)
            m_numbers.push_back((z * h + y) * w + x);
  }

  int m_sum = 0;
  std::vector<Spot> m_spots;
  std::vector<int> m_numbers, m_either, m_pairs, m_many, m_down;
  std::vector<float> m_others, m_added;
  std::vector<Large> m_large;
  std::vector<TooLarge> m_tooLarge;
};

// GLSL-LABEL: {{^}}// Lists::kernel1D_One, from
// GLSL: {{^}}void append_m_spots(Spot kept[8], uint turns)
// GLSL: for (uint block = gl_WorkGroupID.x; block < uint(max(n, 0)) / 4096u + 1u; block += gl_NumWorkGroups.x) {
// GLSL: if (uint(max(n, 0)) - block * 4096u >= 4096u) {
// GLSL: m_spotsKept[turn] = Spot(i, a[i]);
// GLSL-NEXT: m_spotsTurns |= 1u << turn;
// GLSL: } else {
// GLSL: if (i < n) {
// GLSL: m_spotsKept[turn] = Spot(i, a[i]);
// GLSL: append_m_spots(m_spotsKept, m_spotsTurns);
// GLSL-LABEL: {{^}}// Lists::kernel2D_Plane, from
// GLSL: for (uint yBlock = gl_WorkGroupID.y; yBlock < uint(h) / 8u + 1u; yBlock += gl_NumWorkGroups.y) {
// GLSL: for (uint xBlock = gl_WorkGroupID.x; xBlock < uint(w) / 256u + 1u; xBlock += gl_NumWorkGroups.x) {
// GLSL: if (uint(h) - yBlock * 8u >= 8u && uint(w) - xBlock * 256u >= 256u) {
// GLSL: if (y < h && x < w) {
