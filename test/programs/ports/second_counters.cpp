// Origin: written as a user would.
// Loops that count two variables, and pointers that are set where they are needed, as signal code in C has them.
// RUN: %check %s --class Windows --size n=1,2,37 --size in=74 --size table=37 --size out=37 --size pairs=37 -- -std=c++17
typedef struct {
  float left, right;
} stereo;

class Windows {
public:
  virtual ~Windows() {}

  // 'in' has 2 n elements, 'table' n rows of 4.
  virtual void Run(const float *in, const float (*table)[4], float *out, stereo *pairs, int n) {
    kernel1D_Reverse(in, out, n);
    kernel1D_Split(in, pairs, n);
    kernel1D_Rows(table, out, n);
    kernel1D_Mix(pairs, out, n);
  }

protected:
  void kernel1D_Reverse(const float *in, float *out, int n) {
    int i, j;
    for (i = 0, j = n - 1; i < n; ++i, --j) {
      if (in[i] > 0.5f) {
        out[i] = in[j] + (float)j;
        continue;
      }
      out[i] = in[i] - (float)j;
    }
  }

  void kernel1D_Split(const float *in, stereo *pairs, int n) {
    int i;
    unsigned k;
    long long at;
    for (k = 0, i = 0, at = 1; i < n; i++, k += 2, at += 3) {
      pairs[i].left = in[k];
      pairs[i].right = in[k + 1] * (float)at;
    }
  }

  void kernel1D_Rows(const float (*table)[4], float *out, int n) {
    int i, k, last;
    const float *row, *p;
    float sum;
    for (i = n - 1, last = 0; i >= 0; i--, last++) {
      row = table[i];
      sum = 0.0f;
      for (k = 0, p = row + 3; k < 4; k++, p--)
        sum += row[k] * *p;
      row = table[last];
      sum += i % 2 ? row[0] : row[1];
      out[i] += sum;
    }
  }

  void kernel1D_Mix(const stereo *pairs, float *out, int n) {
    const stereo *p, *end;
    float *to;
    for (p = pairs, end = pairs + n, to = out; p != end; p++, to++)
      *to += 0.5f * (p->left + p->right);
  }
};
