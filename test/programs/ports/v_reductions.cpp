// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Reductions: sums, products, extremes with their places, first and last of equal ones, conditions, rows and tables.
// RUN: vkmorph %s --class Reductions -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Reductions --largest-size=66 -- -std=c++17
#include <math.h>
#define SIDE 40

class Reductions {
public:
  float m_sum = 0.0f, m_product = 1.0f, m_max = 0.0f, m_min = 0.0f;
  int m_index = -1, m_row = -1, m_column = -1, m_count = 0;
  float aa[SIDE][SIDE];

  float Sum(const float *a, int n) {
    kernel1D_Sum(a, n);
    return m_sum;
  }
  void kernel1D_Sum(const float *a, int n) {
    int i;
    m_sum = 0.0f;
    for (i = 0; i < n; i++)
      m_sum += a[i];
  }

  float Product(const float *a, int n) {
    kernel1D_Product(a, n);
    return m_product;
  }
  void kernel1D_Product(const float *a, int n) {
    int i;
    float prod;
    prod = 1.0f;
    for (i = 0; i < n; i++)
      prod *= a[i] * 0.25f;
    m_product = prod;
  }

  float DotProduct(const float *a, const float *b, int n) {
    kernel1D_DotProduct(a, b, n);
    return m_sum;
  }
  void kernel1D_DotProduct(const float *a, const float *b, int n) {
    int i;
    float dot = 0.0f;
    for (i = 0; i < n; i++)
      dot += a[i] * b[i];
    m_sum = dot;
  }

  /* The largest value and where it is first. */
  float MaxIndex(const float *a, int n) {
    if (n > 0)
      kernel1D_MaxIndex(a, n);
    return m_max + (float)m_index;
  }
  void kernel1D_MaxIndex(const float *a, int n) {
    int i;
    float x;
    int index;
    x = a[0];
    index = 0;
    for (i = 1; i < n; i++)
      if (a[i] > x) {
        x = a[i];
        index = i;
      }
    m_max = x;
    m_index = index;
  }

  /* The largest magnitude, with a stride. */
  int MaxMagnitude([[vkmorph::size("n * inc")]] const float *a, int n, int inc) {
    if (n > 0 && inc > 0)
      kernel1D_MaxMagnitude(a, n, inc);
    return m_index;
  }
  void kernel1D_MaxMagnitude(const float *a, int n, int inc) {
    int i, k, index;
    float max;
    k = 0;
    index = 0;
    max = fabsf(a[0]);
    k += inc;
    for (i = 1; i < n; i++) {
      if (fabsf(a[k]) > max) {
        index = i;
        max = fabsf(a[k]);
      }
      k += inc;
    }
    m_max = max;
    m_index = index;
  }

  /* The smallest value, the last of equal ones. */
  int MinLast(const float *a, int n) {
    if (n > 0)
      kernel1D_MinLast(a, n);
    return m_index;
  }
  void kernel1D_MinLast(const float *a, int n) {
    int i;
    m_min = a[0];
    m_index = 0;
    for (i = 0; i < n; i++) {
      if (a[i] <= m_min) {
        m_min = a[i];
        m_index = i;
      }
    }
  }

  /* The largest element of a table and its place. */
  float MaxOfTable() {
    kernel2D_MaxOfTable();
    return m_max;
  }
  void kernel2D_MaxOfTable() {
    int i, j;
    m_max = aa[0][0];
    m_row = 0;
    m_column = 0;
    for (i = 0; i < SIDE; i++)
      for (j = 0; j < SIDE; j++)
        if (aa[i][j] > m_max) {
          m_max = aa[i][j];
          m_row = i;
          m_column = j;
        }
  }

  /* The sum of what is positive, and how many there are. */
  float ConditionalSum(const float *a, int n) {
    kernel1D_ConditionalSum(a, n);
    return m_sum / (float)(m_count + 1);
  }
  void kernel1D_ConditionalSum(const float *a, int n) {
    int i;
    float s = 0.0f;
    int count = 0;
    for (i = 0; i < n; i++)
      if (a[i] > 0.0f) {
        s += a[i];
        count++;
      }
    m_sum = s;
    m_count = count;
  }

  /* A sum that a function of two arguments makes. */
  float SumByFunction(const float *a, int n) {
    kernel1D_SumByFunction(a, n);
    return m_sum;
  }
  static float addTo(float s, float x) { return s + x; }
  void kernel1D_SumByFunction(const float *a, int n) {
    int i;
    float s = 0.0f;
    for (i = 0; i < n; i++)
      s = addTo(s, a[i]);
    m_sum = s;
  }

  /* Sums of two elements apart by one, into one number. */
  float Differences(const float *a, int n) {
    kernel1D_Differences(a, n);
    return m_sum;
  }
  void kernel1D_Differences(const float *a, int n) {
    int i;
    float s = 0.0f;
    for (i = 0; i < n - 1; i++)
      s += (a[i + 1] - a[i]) * (a[i + 1] - a[i]);
    m_sum = sqrtf(s);
  }

  /* The sums of columns. */
  void ColumnSums(float *sums) { kernel1D_ColumnSums(sums); }
  void kernel1D_ColumnSums(float *sums) {
    int i, j;
    for (j = 0; j < SIDE; j++) {
      sums[j] = 0.0f;
      for (i = 0; i < SIDE; i++)
        sums[j] += aa[i][j];
    }
  }
};
