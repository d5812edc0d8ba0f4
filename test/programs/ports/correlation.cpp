// Origin: written as a user with C habits would, before its first translation.
// Means, deviations and correlations of the columns of a table.
// RUN: %check %s --class Correlation --size n=1,2,70 --size m=1,11 -- -std=c++17
#include <math.h>

class Correlation {
public:
  virtual ~Correlation() {}
  virtual void Correlate(const float *data, float *mean, float *dev, float *corr, int n, int m) {
    kernel1D_Means(data, mean, n, m);
    kernel1D_Deviations(data, mean, dev, n, m);
    kernel2D_Correlations(data, mean, dev, corr, n, m);
  }

protected:
  void kernel1D_Means(const float *data, float *mean, int n, int m) {
    int i, j;
    for (j = 0; j < m; j++) {
      mean[j] = 0.0f;
      for (i = 0; i < n; i++)
        mean[j] += data[i * m + j];
      mean[j] /= n;
    }
  }

  void kernel1D_Deviations(const float *data, const float *mean, float *dev, int n, int m) {
    int i, j;
    float d, s;
    for (j = 0; j < m; j++) {
      s = 0;
      for (i = 0; i < n; i++) {
        d = data[i * m + j] - mean[j];
        s += d * d;
      }
      s = sqrtf(s / n);
      if (s < 0.1f)
        s = 1.0f;
      dev[j] = s;
    }
  }

  void kernel2D_Correlations(const float *data, const float *mean, const float *dev, float *corr, int n, int m) {
    int i, j, k;
    float s, a, b;
    for (i = 0; i < m; i++)
      for (j = 0; j < m; j++) {
        s = 0;
        for (k = 0; k < n; k++) {
          a = (data[k * m + i] - mean[i]) / dev[i];
          b = (data[k * m + j] - mean[j]) / dev[j];
          s += a * b;
        }
        corr[i * m + j] = s / n;
      }
  }
};
