#pragma once

// Turns sensor readings into alarms; the rules are lambdas.
class Alarm {
public:
  virtual ~Alarm() = default;
  virtual void Evaluate(const int *readings, int *levels, int *trace, unsigned n);
  void SetThreshold(int threshold) { threshold_ = threshold; }

private:
  void kernel1D_Evaluate(const int *readings, int *levels, unsigned n);
  void kernel1D_Trace(const int *readings, int *trace, unsigned n);
  int Scale(int v) const { return v * factor_; }

  int threshold_ = 25;
  int factor_ = 3;
};
