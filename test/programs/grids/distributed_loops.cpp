// Origin: written for the test.
// Iterations need each other's elements, their statements do not: each order that statements may need, and what stands in between.
// RUN: %check %s --class Statements --largest-size=70 -- -std=c++17

class Statements {
public:
  virtual ~Statements() {}
  virtual void Chain(float *a, float *b, float *c, const float *d, int n) { kernel1D_Chain(a, b, c, d, n); }
  virtual void Shared(float *a, float *b, const float *c, int n) { kernel1D_Shared(a, b, c, n); }
  virtual void Exchange(float *a, float *b, const float *c, int n) { kernel1D_Exchange(a, b, c, n); }
  virtual void Branches([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] float *b, const int *c, int n) { kernel1D_Branches(a, b, c, n); }
  virtual void Down(float *a, float *b, const float *c, int n) { kernel1D_Down(a, b, c, n); }
  virtual void Inner(float *a, float *b, const float *c, int n) { kernel1D_Inner(a, b, c, n); }
  virtual void Table(float *a, float *b, const float *c, int w, int h) { kernel2D_Table(a, b, c, w, h); }
  virtual float Summed(float *a, float *b, const float *c, int n) {
    kernel1D_Summed(a, b, c, n);
    return m_sum;
  }
  virtual void Called(float *a, float *b, const float *c, int n) { kernel1D_Called(a, b, c, n); }
  virtual void Fields(const float *c) { kernel1D_Fields(c); }

private:
  // Each needs the one below of the iteration before.
  void kernel1D_Chain(float *a, float *b, float *c, const float *d, int n) {
    for (int i = 2; i < n; i++) {
      a[i] = b[i - 1] + d[i];
      b[i] = c[i - 1] * 2.0f;
      c[i] = d[i] - 1.0f;
    }
  }
  // A value that two statements use.
  void kernel1D_Shared(float *a, float *b, const float *c, int n) {
    for (int i = 1; i < n; i++) {
      const float scaled = c[i] * 0.5f;
      b[i] = a[i - 1] + scaled;
      a[i] = scaled * scaled;
    }
  }
  // The variable is changed, so that both statements stay with it.
  void kernel1D_Exchange(float *a, float *b, const float *c, int n) {
    for (int i = 1; i < n; i++) {
      b[i] = a[i - 1] * 2.0f;
      float t = c[i];
      if (t > 0.0f)
        t -= 1.0f;
      a[i] = t;
    }
  }
  void kernel1D_Branches(float *a, float *b, const int *c, int n) {
    for (int i = 1; i < n; i++) {
      if (c[i] > 10)
        b[i] = a[i - 1] + 1.0f;
      else if (c[i] < 0)
        b[i] = -a[i - 1];
      if (c[i] % 3 == 0)
        a[i] = float(c[i]);
    }
  }
  void kernel1D_Down(float *a, float *b, const float *c, int n) {
    for (int i = n - 2; i >= 0; i--) {
      b[i] = a[i + 1] - c[i];
      a[i] = c[i] * c[i];
    }
  }
  // The statement that is first needs the loop of the iteration before, and replaces what it reads.
  void kernel1D_Inner(float *a, float *b, const float *c, int n) {
    for (int i = 1; i < n; i++) {
      b[i] = a[(i - 1) * 4 + 3];
      for (int k = 0; k < 4; k++)
        a[i * 4 + k] = c[i * 4 + k] + float(k);
    }
  }
  // To the left and above of what the second one writes.
  void kernel2D_Table(float *a, float *b, const float *c, int w, int h) {
    for (int y = 1; y < h; y++)
      for (int x = 1; x < w; x++) {
        b[y * w + x] = a[(y - 1) * w + x] + a[y * w + x - 1];
        a[y * w + x] = c[y * w + x] * 2.0f;
      }
  }
  void kernel1D_Summed(float *a, float *b, const float *c, int n) {
    m_sum = 0;
    for (int i = 1; i < n; i++) {
      b[i] = a[i - 1] + c[i];
      m_sum += b[i];
      a[i] = c[i] * 0.5f;
    }
  }
  static float Mean(const float *a, int i) { return (a[i] + a[i - 1]) * 0.5f; }
  static void Put(float *a, int i, float value) { a[i] = value; }
  void kernel1D_Called(float *a, float *b, const float *c, int n) {
    for (int i = 2; i < n; i++) {
      b[i] = Mean(a, i - 1);
      Put(a, i, c[i] + 1.0f);
    }
  }
  void kernel1D_Fields(const float *c) {
    for (int i = 1; i < 50; i++) {
      m_b[i] = m_a[i - 1] + c[i];
      m_a[i] = c[i] * 2.0f;
    }
  }
  float m_sum = 0;
  float m_a[50] = {}, m_b[50] = {};
};
