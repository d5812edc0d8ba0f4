// Origin: written as a user would, before its first translation.
// Threads over a list that other threads have appended to: the device alone knows how many there are, and how many of them go on.
// RUN: %check %s --class Settlers --variants=all --size n=1,40,300 -- -std=c++17
#include <cstdint>
#include <vector>

class Settlers {
public:
  virtual ~Settlers() = default;

  /// Who finds good land settles there; the others are not heard of again.
  virtual void SettleBlock([[vkmorph::size("n")]] const int *land, [[vkmorph::size("n")]] int *village, uint32_t n) {
    m_good.clear();
    m_good.reserve(n);
    for (uint32_t i = 0; i < n; ++i)
      Send(i, land);
    for (uint32_t i = 0; i < m_good.size(); ++i)
      Build(i, land, village);
  }

  int m_years = 3;

private:
  void Send(uint32_t tid, const int *land) {
    if (!kernel_Look(tid, land))
      return;
    kernel_Note(tid);
  }
  bool kernel_Look(uint32_t tid, const int *land) { return land[tid] % 3 == 0; }
  void kernel_Note(uint32_t tid) { m_good.push_back(tid); }

  void Build(uint32_t tid, const int *land, int *village) {
    int houses = 0;
    if (!kernel_Found(tid, land, &houses))
      return;
    for (int year = 0; year < m_years; ++year)
      if (!kernel_Grow(tid, year, &houses))
        break;
    kernel_Count(tid, houses, village);
  }
  bool kernel_Found(uint32_t tid, const int *land, int *houses) {
    *houses = land[m_good[tid]] & 7;
    return *houses > 1;
  }
  bool kernel_Grow(uint32_t tid, int year, int *houses) {
    *houses += year;
    return *houses < 6;
  }
  void kernel_Count(uint32_t tid, int houses, int *village) { village[m_good[tid]] = houses; }

  std::vector<uint32_t> m_good;
};
