// A class whose methods are defined in two sources.
#pragma once

struct Sample {
  int value;
  float weight;
};

/// Counts samples.
class Counter {
public:
  virtual ~Counter() = default;
  virtual int Run(const Sample *samples, int n);

protected:
  void kernel1D_Count(const Sample *samples, int n);
  int weigh(const Sample &sample) const;

private:
  int m_count = 0;
};

int shared(int x);
