#pragma once

/** Spends tokens from a small budget while it validates packets: every test may cost something. */
class Gatekeeper {
public:
  virtual ~Gatekeeper() = default;
  virtual void Check(const int *packets, int *verdicts, int *costs, int n);
  int m_limit = 40;

private:
  void kernel1D_Check(const int *packets, int *verdicts, int *costs, int n);
  void kernel1D_Drain(const int *packets, int *verdicts, int n);
  bool Spend(int &budget, int price) const;
};
