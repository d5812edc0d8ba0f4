// Origin: written as a user would, before its first translation.
// Jobs by one of their members: by priority, by pages in stable sorts one after another, by an owner's quota that a table has.
// RUN: %check %s --class PrintQueue --size n=0,1,300,1025,4100 --setup "object.Quotas(16);" -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

enum class Urgency : uint8_t { Low, Normal, High };

struct Job {
  uint32_t id;
  Urgency urgency;
  bool isColour;
  int16_t pages;
  float cost;

  bool operator<(const Job &other) const { return cost < other.cost; }
};

class PrintQueue {
public:
  virtual ~PrintQueue() = default;
  void Quotas(unsigned owners) {
    m_quota.resize(owners);
    for (unsigned i = 0; i < owners; i++)
      m_quota[i] = float(int(i * 5 % owners) - 7);
  }

  // Zeros of both signs are equal, and stay as they are.
  virtual void ByCost(Job *jobs, uint32_t n) {
    kernel1D_Price(jobs, n);
    std::stable_sort(jobs, jobs + n);
  }
  // The last sort is by the first key.
  virtual void ByPagesInUrgency(Job *jobs, uint32_t n) {
    kernel1D_Rate(jobs, n);
    std::stable_sort(jobs, jobs + n, FewerPages);
    std::stable_sort(jobs, jobs + n, [](const Job &a, const Job &b) { return a.urgency > b.urgency; });
    std::stable_sort(jobs, jobs + n, [](const Job &a, const Job &b) { return a.isColour < b.isColour; });
  }
  virtual void ByQuota(uint32_t *order, uint32_t n) {
    kernel1D_Number(order, n);
    std::stable_sort(order, order + n, [this](uint32_t a, uint32_t b) {
      return m_quota[a % m_quota.size()] > m_quota[b % m_quota.size()];
    });
  }
  // The first half by its pages, and the other one as it is.
  virtual void HalfByPages(Job *jobs, uint32_t n) {
    kernel1D_Rate(jobs, n);
    std::sort(jobs + n / 4, jobs + n / 4 + n / 2, [](const Job &a, const Job &b) {
      const int first = a.pages, second = b.pages;
      return second > first;
    });
    kernel1D_Price(jobs, n);
  }

protected:
  static bool FewerPages(const Job &a, const Job &b) { return a.pages < b.pages; }
  void kernel1D_Price(Job *jobs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
      jobs[i].id = i;
      jobs[i].cost = i % 3 == 0 ? -0.0f : i % 4 == 0 ? 0.0f : float(int(i * 17 % 11) - 5) * 0.25f;
    }
  }
  void kernel1D_Rate(Job *jobs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
      jobs[i].id = i;
      jobs[i].urgency = Urgency(i * 7 % 3);
      jobs[i].isColour = i % 5 == 2;
      jobs[i].pages = int16_t(int(i * 31 % 257) - 128);
    }
  }
  void kernel1D_Number(uint32_t *order, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      order[i] = i;
  }

  std::vector<float> m_quota;
};
