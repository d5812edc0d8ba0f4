#pragma once
#include <cstdint>
#include <utility>
#include <vector>

class Station {
public:
  virtual ~Station() = default;

protected:
  double m_threshold = 0.0;
  double m_sum = 0.0;
  double m_min = 0.0, m_max = 0.0;
};

// Statistics of a series of temperatures.
class Weather : public Station {
public:
  Weather() : m_scores(64), m_weights(64, 0.5) {}
  virtual double Describe(const double *a_values, uint32_t a_count, double a_threshold);
  virtual void Score(const double *a_values, uint32_t a_count);
  virtual void kernel1D_Moments(const double *a_values, uint32_t a_count);
  virtual void kernel1D_Spread(const double *a_values, uint32_t a_count);
  virtual void kernel1D_Score(const double *a_values, uint32_t a_count);

private:
  std::pair<double, double> MeanAndDeviation(uint32_t a_count) const;

  double m_squares = 0.0;
  double m_mean = 0.0;
  int m_hot = 0;
  bool m_ready = false;
  std::vector<double> m_scores;
  std::vector<double> m_weights;
};
