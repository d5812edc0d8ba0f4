#pragma once

// Statistics of measurements: functions of <cmath> beyond the elementary ones, in both precisions.
class Statistics {
public:
  virtual ~Statistics() = default;
  virtual void Evaluate(const float *samples, float *curves, int *codes, int n);
  virtual void EvaluateExactly(const double *samples, double *curves, int *codes, int n);

private:
  void kernel1D_Curves(const float *samples, float *curves, int n);
  void kernel1D_Codes(const float *samples, int *codes, int n);
  void kernel1D_ExactCurves(const double *samples, double *curves, int n);
  void kernel1D_ExactCodes(const double *samples, int *codes, int n);
  template <typename T> static T Curve(T x);
  template <typename T> static int Code(T x, int i);
};
