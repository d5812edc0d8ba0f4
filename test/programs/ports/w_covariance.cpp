// Origin: written as a user would, before its first translation.
// Means, deviations and correlations of columns, C style.
// RUN: %check %s --class Correlation --arg data=0.5..4 -- -std=c++17
#include <math.h>
#define POINTS 44
#define VARS 14
#define EPS 0.1f

class Correlation {
public:
  void Run(float (*data)[VARS], float (*corr)[VARS], float *mean, float *stddev) {
    kernel1D_Mean(data, mean);
    kernel1D_StdDev(data, mean, stddev);
    kernel2D_Centre(data, mean, stddev);
    kernel1D_Correlate(data, corr);
  }

protected:
  void kernel1D_Mean(float (*data)[VARS], float *mean) {
    int i, j;
    for (j = 0; j < VARS; j++) {
      mean[j] = 0.0f;
      for (i = 0; i < POINTS; i++)
        mean[j] += data[i][j];
      mean[j] /= (float)POINTS;
    }
  }

  void kernel1D_StdDev(float (*data)[VARS], float *mean, float *stddev) {
    int i, j;
    for (j = 0; j < VARS; j++) {
      stddev[j] = 0.0f;
      for (i = 0; i < POINTS; i++)
        stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
      stddev[j] /= POINTS;
      stddev[j] = sqrtf(stddev[j]);
      /* a column of equal numbers would be divided by 0 */
      stddev[j] = stddev[j] <= EPS ? 1.0f : stddev[j];
    }
  }

  void kernel2D_Centre(float (*data)[VARS], float *mean, float *stddev) {
    int i, j;
    for (i = 0; i < POINTS; i++)
      for (j = 0; j < VARS; j++) {
        data[i][j] -= mean[j];
        data[i][j] /= sqrtf((float)POINTS) * stddev[j];
      }
  }

  void kernel1D_Correlate(float (*data)[VARS], float (*corr)[VARS]) {
    int i, j, k;
    for (i = 0; i < VARS - 1; i++) {
      corr[i][i] = 1.0f;
      for (j = i + 1; j < VARS; j++) {
        corr[i][j] = 0.0f;
        for (k = 0; k < POINTS; k++)
          corr[i][j] += data[k][i] * data[k][j];
        corr[j][i] = corr[i][j];
      }
    }
    corr[VARS - 1][VARS - 1] = 1.0f;
  }
};
