// What each iteration writes before it reads it belongs to the iteration, wherever it is declared.
// RUN: vkmorph-translate --import-cpp %s -- -std=c++17 | vkmorph-opt --vkm-count-loops --vkm-privatise | FileCheck %s

struct Pair {
  float first, second;
};

class Private {
public:
  virtual ~Private() {}
  virtual void Run(float *a, int n) { kernel1D_Scalars(a, n); }

  // Declared where they are first assigned, in the innermost block that uses them.
  // CHECK-LABEL: vkm.kernel @kernel1D_Scalars
  // CHECK-NOT: vkm.var
  // CHECK: vkm.for "i"
  // CHECK: body
  // CHECK: vkm.var "sum" : <f32> = %{{.*}} : f32
  // CHECK: vkm.for "j"
  // CHECK: body
  // CHECK: vkm.var "t" : <f32> = %{{.*}} : f32
  // CHECK: vkm.update add %sum

  void kernel1D_Scalars(float *a, int n) {
    int i, j;
    float t, sum;
    for (i = 0; i < n; i++) {
      sum = 0.0f;
      for (j = 0; j < 4; j++) {
        t = a[i] * j;
        sum += t * t;
      }
      a[i] = sum;
    }
  }

  // Arrays whose elements are all written, by their numbers or in loops with constant bounds; structs by their members.
  // CHECK-LABEL: vkm.kernel @kernel1D_Parts
  // CHECK-NOT: vkm.var
  // CHECK: vkm.for "i"
  // CHECK: vkm.var "w"
  // CHECK: vkm.var "v"
  // CHECK: vkm.var "p"

  void kernel1D_Parts(float *a, int n) {
    int i, k, used;
    float w[3], v[4];
    Pair p;
    for (i = 0; i < n; i++) {
      w[0] = a[i];
      w[1] = 2.0f * a[i];
      w[2] = w[0] + w[1];
      used = 0;
      for (k = 0; k < 4; k++)
        v[used++] = a[i] + k;
      p.first = w[2];
      p.second = 1.0f;
      if (a[i] > 2.0f)
        p.second = v[k - 1];
      a[i] = p.first + p.second + v[int(w[0]) & 3];
    }
  }

  // All branches write it, or leave the iteration; a function writes it by reference; the loop runs at least once.
  // CHECK-LABEL: vkm.kernel @kernel1D_Ways
  // CHECK-NOT: vkm.var
  // CHECK: vkm.for "i"
  // CHECK: vkm.var "t" : <f32>
  // CHECK: vkm.var "s" : <f32>
  // CHECK: vkm.var "u" : <f32>

  void kernel1D_Ways(float *a, int n) {
    int i, k;
    float s, t, u;
    for (i = 0; i < n; i++) {
      if (a[i] < 0.0f)
        t = 1.0f;
      else if (a[i] > 9.0f)
        continue;
      else
        t = 2.0f;
      Set(s, t);
      for (k = 0; k < 3; k++)
        u = s * k;
      do {
        t = u;
        u += s;
      } while (u < 2.0f);
      switch (i & 1) {
      case 0:
        s = t;
        break;
      default:
        s = u;
      }
      a[i] = s;
    }
  }

  // Two loops have one each.
  // CHECK-LABEL: vkm.kernel @kernel1D_Two
  // CHECK-NOT: vkm.var
  // CHECK: vkm.for "i"
  // CHECK: vkm.var "t"
  // CHECK: vkm.for "i"
  // CHECK: vkm.var "t"

  void kernel1D_Two(float *a, int n) {
    int i;
    float t;
    for (i = 0; i < n; i++) {
      t = a[i];
      a[i] = t * t;
    }
    for (i = 0; i < n; i++) {
      t = -a[i];
      a[i] = t;
    }
  }

  // What is read behind the loop is what the last iteration has at its end, on whatever way, or what it wrote last.
  // CHECK-LABEL: vkm.kernel @kernel1D_Last
  // CHECK: %t = vkm.var "t" : <f32>
  // CHECK: %s = vkm.var "s" : <f32> = %{{.*}}
  // CHECK: vkm.for "i"
  // CHECK: body
  // CHECK: %[[OWN:.*]] = vkm.var "t" : <f32> = %{{.*}} : f32
  // CHECK: vkm.if
  // CHECK: %[[AT:.*]] = vkm.load %[[OWN]]
  // CHECK-NEXT: vkm.assign %t, %[[AT]]
  // CHECK-NEXT: vkm.continue
  // CHECK-NOT: vkm.var "s"
  // CHECK: vkm.if
  // CHECK: %[[CHANGED:.*]] = vkm.var "s" : <f32>
  // CHECK: %[[ENDS:.*]] = vkm.load %[[OWN]]
  // CHECK-NEXT: vkm.assign %t, %[[ENDS]]
  // CHECK: vkm.load %t

  void kernel1D_Last(float *a, int n) {
    int i;
    float t, s;
    s = 1.0f;
    for (i = 0; i < n; i++) {
      t = a[i];
      if (t < 0.0f)
        continue;
      if (t > 4.0f) {
        s = t + 1.0f;
        a[i] = s * s;
      }
    }
    m_last = t;
    m_large = s;
  }

  // A member, and the loops of a grid of two dimensions.
  // CHECK-LABEL: vkm.kernel @kernel2D_Member
  // CHECK: vkm.for "y"
  // CHECK: vkm.for "x"
  // CHECK: body
  // CHECK: %[[OWN:.*]] = vkm.var "m_scale" : <f32> = %{{.*}} : f32
  // CHECK: %[[PLACE:.*]] = vkm.field_ref @m_scale
  // CHECK-NEXT: %[[AT:.*]] = vkm.load %[[OWN]]
  // CHECK-NEXT: vkm.assign %[[PLACE]], %[[AT]]

  void kernel2D_Member(float *a, int w, int h) {
    int x, y;
    for (y = 0; y < h; y++)
      for (x = 0; x < w; x++) {
        m_scale = x * 0.5f;
        a[y * w + x] *= m_scale;
      }
  }

  float m_last, m_large, m_scale;

private:
  static void Set(float &to, float value) {
    if (value > 1.0f)
      to = value;
    else
      to = -value;
  }
};
