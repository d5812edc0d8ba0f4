#pragma once

/// What a tank does by itself.
class Tank {
public:
  virtual ~Tank() {}
  virtual void Step(float *level, int n) { kernel1D_flow(level, n, 3); }
  void Settle(float *level, int n) { kernel1D_settle(level, n); }
  void Twice(float *level, int n);

protected:
  virtual void kernel1D_flow(float *level, int n, int rate);
  void kernel1D_settle(float *level, int n);
  float m_fullest = 0.0f;
};

/// A tank with a leak: each kernel does what that of the tank does, and more.
class LeakyTank : public Tank {
public:
  void Settle(float *level, int n);

protected:
  void kernel1D_flow(float *level, int n, int rate) override;
  void kernel1D_settle(float *level, int n);
  int m_leaks = 2;
};
