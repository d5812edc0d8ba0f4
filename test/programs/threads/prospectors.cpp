// Origin: written as a user would, before its first translation.
// What threads that have come far append, count, sum and vote for; results that depend on the order of threads; objects that they call.
// RUN: %check %s --class Prospectors --variants=default,deterministic,append-atomic,kernels-split,kernels-wavefront --setup "object.Claim(90);" --size tid=90 --arg m_patience=0..6 -- -std=c++17
// RUN: %check %s --class Auction --variants=default,vulkan10,kernels-split,kernels-wavefront --size n=1,65,300 -- -std=c++17
// RUN: %check %s --class Smelter --variants=default,kernels-split,kernels-wavefront --variant='both=--kernels=wavefront --virtual=sort' --setup "object.Stock();" --size n=0,100,300 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

/// Dig, sieve, weigh: who finds something is listed, and adds to what all have found.
class Prospectors {
public:
  struct Find {
    uint32_t who;
    float weight;
  };

  virtual ~Prospectors() = default;
  void Claim(uint32_t people) {
    m_dice.resize(people);
    for (uint32_t i = 0; i < people; ++i)
      m_dice[i] = i * 747796405u + 1u;
    m_depths.assign(people, 0.0f);
  }

  virtual void DigBlock(uint32_t tid, const float *ground, [[vkmorph::size("16")]] uint32_t *perMetal) {
    m_finds.clear();
    m_finds.reserve(tid);
    m_diggers = 0;
    m_total = 0.0f;
    m_heaviest = -1.0f;
    m_tools = 0u;
    for (uint32_t i = 0; i < tid; ++i)
      Dig(i, ground, perMetal);
  }

  int m_patience = 4;
  int m_diggers = 0;
  float m_total = 0.0f;
  float m_heaviest = -1.0f;
  uint32_t m_tools = 0;
  std::vector<Find> m_finds;

private:
  void Dig(uint32_t tid, const float *ground, uint32_t *perMetal) {
    if (ground[tid] < 0.0f)
      return;
    float depth = 0.0f;
    uint32_t metal = 0;
    for (int day = 0; day < m_patience; day++) {
      kernel_Deeper(tid, ground[tid], &depth);
      if (!kernel_Strike(tid, depth, &metal))
        continue;
      float weight;
      kernel_Weigh(tid, metal, depth, &weight);
      if (weight > 0.5f) {
        kernel_List(tid, weight);
        kernel_Share(tid, weight, metal);
        if (metal > 12u)
          return;
        break;
      }
      kernel_Vote(tid, metal, perMetal);
    }
    kernel_Home(tid, depth);
  }
  void kernel_Deeper(uint32_t tid, float soft, float *depth) { *depth += 0.25f + soft; }
  bool kernel_Strike(uint32_t tid, float depth, uint32_t *metal) {
    uint32_t &dice = m_dice[tid];
    dice = dice * 747796405u + 2891336453u;
    *metal = (dice >> 20) & 15u;
    return *metal > 5u;
  }
  void kernel_Weigh(uint32_t tid, uint32_t metal, float depth, float *weight) { *weight = float(metal) * 0.0625f - 0.125f; }
  void kernel_List(uint32_t tid, float weight) { m_finds.push_back({tid, weight}); }
  void kernel_Share(uint32_t tid, float weight, uint32_t metal) {
    m_diggers++;
    m_total += weight;
    m_heaviest = std::max(m_heaviest, weight);
    m_tools |= 1u << metal;
  }
  void kernel_Vote(uint32_t tid, uint32_t metal, uint32_t *perMetal) { perMetal[metal]++; }
  void kernel_Home(uint32_t tid, float depth) { m_depths[tid] = depth; }

  std::vector<uint32_t> m_dice;
  std::vector<float> m_depths;
};

/// Bids: of equal ones the first counts, and the last bidder pays for the hall.
class Auction {
public:
  virtual ~Auction() = default;
  virtual void BidBlock(const int *offers, int *paid, uint32_t n) {
    m_highest = -1;
    m_winner = -1;
    m_lastBidder = -1;
    for (uint32_t i = 0; i < n; ++i)
      Bid(i, offers, paid);
  }
  int m_highest = -1;
  int m_winner = -1;
  int m_lastBidder = -1;

private:
  void Bid(uint32_t tid, const int *offers, int *paid) {
    int bid = 0;
    if (!kernel_Think(tid, offers, &bid)) {
      kernel_Pay(tid, 0, paid);
      return;
    }
    kernel_Shout(tid, bid);
    if (bid % 2 == 1)
      return;
    kernel_Compare(tid, bid);
    kernel_Pay(tid, bid, paid);
  }
  bool kernel_Think(uint32_t tid, const int *offers, int *bid) {
    *bid = offers[tid] & 15;
    return *bid > 3;
  }
  void kernel_Shout(uint32_t tid, int bid) { m_lastBidder = int(tid); }
  void kernel_Compare(uint32_t tid, int bid) {
    if (bid > m_highest) {
      m_highest = bid;
      m_winner = int(tid);
    }
  }
  void kernel_Pay(uint32_t tid, int bid, int *paid) { paid[tid] = bid; }
};

struct IOre {
  virtual ~IOre() = default;
  virtual float Melt(float heat) const = 0;
};
struct Copper : public IOre {
  float Melt(float heat) const override { return heat * m_share; }
  float m_share = 0.5f;
};
struct Tin : public IOre {
  float Melt(float heat) const override { return heat > 2.0f ? heat - 2.0f : 0.0f; }
};
struct Slag : public Tin {
  float Melt(float heat) const override { return Tin::Melt(heat) * 0.25f; }
};

/// Batches of ore, of which most never reach the furnace.
class Smelter {
public:
  virtual ~Smelter() {
    for (IOre *ore : m_ores)
      delete ore;
  }
  void Stock() {
    m_ores.push_back(new Copper());
    m_ores.push_back(new Tin());
    m_ores.push_back(new Slag());
  }
  virtual void SmeltBlock(const uint32_t *kinds, const float *heats, float *metal, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      Smelt(i, kinds, heats, metal);
  }

private:
  void Smelt(uint32_t tid, const uint32_t *kinds, const float *heats, float *metal) {
    if (kernel_IsEmpty(tid, kinds, metal))
      return;
    float heat = heats[tid], got = 0.0f;
    for (int blast = 0; blast < 3; ++blast) {
      if (!kernel_Heat(tid, &heat))
        break;
      kernel_Melt(tid, kinds, heat, &got);
      if (got > 20.0f)
        break;
    }
    kernel_Pour(tid, got, metal);
  }
  bool kernel_IsEmpty(uint32_t tid, const uint32_t *kinds, float *metal) {
    metal[tid] = -1.0f;
    return kinds[tid] % 4u == 0u;
  }
  bool kernel_Heat(uint32_t tid, float *heat) {
    *heat += 1.5f;
    return *heat < 9.0f;
  }
  void kernel_Melt(uint32_t tid, const uint32_t *kinds, float heat, float *got) { *got += m_ores[kinds[tid] % 3u]->Melt(heat); }
  void kernel_Pour(uint32_t tid, float got, float *metal) { metal[tid] = got; }

  std::vector<IOre *> m_ores;
};
