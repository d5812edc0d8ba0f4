// Origin: written as a user would, before its first translation.
// Vectors that kernels fill, loops over their sizes that reduce, vectors that are read and filled by turns, copies and fills, an indirect count twice.
// RUN: %check %s --class Parcels --variants=vulkan10,extra-dispatches -- -std=c++17
// RUN: %check %s --class Parcels --adversarial -- -std=c++17
#include <algorithm>
#include <vector>

class Parcels {
public:
  struct Parcel {
    int weight, zone;
  };
  virtual ~Parcels() = default;
  virtual int Deliver(const Parcel *parcels, int *histogram, int n, int limit) {
    kernel1D_Select(parcels, n, limit);
    kernel1D_Weigh();
    kernel1D_Heavy();
    kernel1D_Totals(parcels, n);
    std::fill(histogram, histogram + 8, 0);
    kernel1D_Zones(histogram);
    return m_weight + m_heavyCount;
  }
  virtual void Rounds(const Parcel *parcels, int *left, int n, int rounds) {
    kernel1D_Select(parcels, n, 100);
    for (int round = 0; round < rounds; ++round) {
      kernel1D_Weigh();
      kernel1D_Half();
      kernel1D_Back();
    }
    kernel1D_Weigh();
    kernel1D_Left(left);
  }

private:
  void kernel1D_Select(const Parcel *parcels, int n, int limit) {
    m_kept.clear();
    for (int i = 0; i < n; i++)
      if (parcels[i].weight < limit && parcels[i].zone > -40)
        m_kept.push_back(parcels[i]);
  }
  void kernel1D_Weigh() {
    m_weight = 0;
    m_largest = {-1000, 0};
    for (size_t i = 0; i < m_kept.size(); i++) {
      m_weight += m_kept[i].weight;
      if (m_kept[i].weight > m_largest.weight)
        m_largest = {m_kept[i].weight, 1};
    }
    m_mean = m_kept.size() > 0 ? m_weight / int(m_kept.size()) : 0;
  }
  void kernel1D_Heavy() {
    m_heavyCount = 0;
    for (size_t i = 0; i < m_kept.size(); i++)
      if (m_kept[i].weight > m_mean)
        m_heavyCount++;
  }
  void kernel1D_Totals(const Parcel *parcels, int n) {
    m_total = 0;
    for (int i = 0; i < n; i++)
      m_total += parcels[i].zone;
  }
  void kernel1D_Zones(int *histogram) {
    for (int k = 0; k < 8; k++)
      m_zones[k] = 0;
    for (size_t i = 0; i < m_kept.size(); i++)
      m_zones[m_kept[i].zone & 7]++;
    for (int k = 0; k < 8; k++)
      histogram[k] += m_zones[k];
  }
  void kernel1D_Half() {
    m_other.clear();
    for (size_t i = 0; i < m_kept.size(); i++)
      if (m_kept[i].weight <= m_mean)
        m_other.push_back({m_kept[i].weight * 2, m_kept[i].zone});
  }
  void kernel1D_Back() {
    m_kept.clear();
    for (size_t i = 0; i < m_other.size(); i++)
      m_kept.push_back(m_other[i]);
  }
  void kernel1D_Left(int *left) {
    left[0] = m_weight;
    left[1] = m_largest.weight;
    for (int k = 2; k < 4; k++)
      left[k] = k;
  }

  std::vector<Parcel> m_kept, m_other;
  int m_weight = 0, m_mean = 0, m_heavyCount = 0, m_total = 0;
  Parcel m_largest{};
  int m_zones[8] = {};
};
