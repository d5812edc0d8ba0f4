// Origin: written as a user would, before its first translation.
// Who falls ill makes others ill: each day works through the list that the day before has made, and makes the next.
// RUN: %check %s --size n=1,300,4099 --arg days=4 --variant=plain=--target=vulkan10 -- -std=c++17
#include <vector>

class Epidemic {
public:
  virtual ~Epidemic() = default;

  virtual void Spread([[vkmorph::size("n")]] const int *contact, [[vkmorph::size("n")]] int *ill, int n, int days) {
    kernel1D_First(ill, n);
    for (int day = 0; day < days; day++) {
      kernel1D_Day(contact, ill, n, day);
      kernel1D_Night();
    }
  }

protected:
  void kernel1D_First(int *ill, int n) {
    m_today.clear();
    m_day = 0;
    for (int i = 0; i < n; i++) {
      ill[i] = i % 7 == 0 ? 1 : 0;
      if (ill[i] == 1)
        m_today.push_back(i);
    }
  }
  void kernel1D_Day(const int *contact, int *ill, int n, int day) {
    m_tomorrow.clear();
    m_cases = 0;
    m_day = day;
    for (unsigned i = 0; i < m_today.size(); i++) {
      const int who = m_today[i];
      m_cases += 1;
      if ((contact[who] + day) % 3 != 0)
        m_tomorrow.push_back((who + day) % n);
    }
    m_total += m_cases;
  }
  void kernel1D_Night() {
    m_today.clear();
    for (unsigned i = 0; i < m_tomorrow.size(); i++)
      m_today.push_back(m_tomorrow[i]);
    m_nights++;
  }

  std::vector<int> m_today, m_tomorrow;
  int m_day = 0, m_cases = 0, m_total = 0, m_nights = 0;
};
