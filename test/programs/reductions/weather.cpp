// Origin: written as a user would, before its first translation.
// Totals under conditions: nested branches, continue, ternaries, a switch with fallthrough, places chosen by ?:.
// RUN: %check %s --class Weather --variants=default,tree-last-workgroup,extra-dispatches,deterministic -- -std=c++17
#include <cmath>

class Weather {
public:
  struct Day {
    float temperature, rain;
    int kind;
  };
  virtual ~Weather() = default;
  virtual void Count(const Day *days, int n) { kernel1D_Count(days, n); }
  virtual float Season(const Day *days, int n, float frost) {
    kernel1D_Season(days, n, frost);
    return m_rain - m_driest;
  }

private:
  void kernel1D_Count(const Day *days, int n) {
    for (int i = 0; i < n; i++) {
      switch (days[i].kind & 7) {
      case 0:
        m_clear++;
        break;
      case 1:
      case 2:
        m_cloudy++;
        [[fallthrough]];
      case 3:
        m_grey += 2;
        break;
      case 4:
        if (days[i].rain > 0) {
          m_wet++;
          break;
        }
        m_grey--;
        break;
      default:
        if (days[i].kind < 0)
          continue;
        m_other += days[i].kind;
      }
      m_counted++;
      (days[i].temperature < 0 ? m_cold : m_warm)++;
      days[i].rain > 1 ? m_strong += 1 : m_weak += 1;
    }
  }

  void kernel1D_Season(const Day *days, int n, float frost) {
    m_rain = 0;
    for (int i = 0; i < n; i++) {
      const Day day = days[i];
      if (std::isnan(day.temperature))
        continue;
      if (day.temperature > frost) {
        if (day.rain > 0.0f) {
          m_rain += day.temperature > 30.0f ? 0.5f * day.rain : day.rain;
          m_rainyDays++;
        } else if (day.rain < 0.0f) {
          m_errors++;
        } else {
          m_driest = day.temperature < m_driest ? day.temperature : m_driest;
        }
      } else {
        m_frost += day.temperature < frost - 10 ? 2 : 1;
        if (!(day.temperature >= m_coldest))
          m_coldest = day.temperature;
      }
    }
  }

  int m_clear = 0, m_cloudy = 0, m_grey = 0, m_wet = 0, m_other = 0, m_counted = 0, m_cold = 0, m_warm = 0;
  int m_strong = 0, m_weak = 0, m_rainyDays = 0, m_errors = 0, m_frost = 0;
  float m_rain = 0, m_driest = 100, m_coldest = 100;
};
