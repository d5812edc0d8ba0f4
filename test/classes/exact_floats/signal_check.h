// Looks through a signal whose samples may be missing (NaN) or out of scale (infinite).
#ifndef SIGNAL_CHECK_H
#define SIGNAL_CHECK_H

#include <cmath>
#include <limits>

class SignalCheck {
public:
  explicit SignalCheck(float start) : m_start(start) {}
  virtual ~SignalCheck() = default;

  /// The extremes that five ways of asking find.
  virtual void FindExtremes(const float *samples, int count);
  /// What std::min and its like make of two samples, `kResults` results for each.
  virtual void CompareTwo(const float *samples, float *results, int count);
  /// Filters by coefficients that are constant expressions, `kFilters` results for each sample.
  virtual void Filter(const float *samples, float *results, double *precise, int count);

  static constexpr int kResults = 5;
  static constexpr int kFilters = 12;

  float lowest() const { return m_lowest; }
  float highest() const { return m_highest; }
  float chosen() const { return m_chosen; }
  float number() const { return m_number; }
  float bounded() const { return m_bounded; }
  float kept() const { return m_kept; }
  double widest() const { return m_widest; }

protected:
  void kernel1D_FindExtremes(const float *samples, int count);
  void kernel1D_CompareTwo(const float *samples, float *results, int count);
  void kernel1D_Filter(const float *samples, float *results, double *precise, int count);

private:
  static constexpr float kGain = 0.7f, kLoss = 0.6f;
  static constexpr float kTaps[3] = {0.7f, 0.1f, 0.6f};

  float m_start;
  float m_lowest = 0.0f;
  float m_highest = 0.0f;
  float m_chosen = 0.0f;
  float m_number = 0.0f;
  float m_bounded = 0.0f;
  float m_kept = std::numeric_limits<float>::quiet_NaN();
  double m_widest = 0.0;
};

#endif // SIGNAL_CHECK_H
