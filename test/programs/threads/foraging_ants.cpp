// Origin: written from README.md and docs/Language.md before its first translation.
// Agents with a state each: one index, kernels that call one another, a driver that a base class declares and defines.
// RUN: %check %s --class ForagingAnts --variants=default --variant='split=--kernels=split' --size ants=1,200 --size rounds=1,4 -- -std=c++17
#include <cstdint>
#include <vector>

struct Ant {
  int x, y;
  int heading; ///< 0 to 3
  uint32_t luck;
  bool carries;
  short load;
};

class AntColony {
public:
  virtual ~AntColony() = default;

  /// Lets each of the ants act `rounds` times.
  virtual void ActBlock(uint32_t rounds, uint32_t ants, int *distances) {
    for (uint32_t round = 0; round < rounds; ++round)
      for (uint32_t ant = 0; ant < ants; ++ant)
        Act(round, ant, distances);
  }

  int fieldSize = 24;

protected:
  virtual void Act(uint32_t round, uint32_t tid, int *distances) = 0;
};

class ForagingAnts : public AntColony {
public:
  ForagingAnts() : m_ants(200) {
    for (int i = 0; i < 200; ++i)
      m_ants[i] = {i % 24, i / 24, i % 4, uint32_t(i) * 31u + 7u, i % 5 == 0, short(i % 3)};
  }

protected:
  void Act(uint32_t round, uint32_t tid, int *distances) override {
    Ant ant = m_ants[tid];
    if (kernel_Rests(tid, round, ant)) {
      m_ants[tid] = ant;
      return;
    }
    // Up to three steps, as long as something is ahead.
    for (int tries = 3; tries > 0; --tries) {
      if (kernel_StepAhead(tid, ant))
        continue;
      kernel_Turn(tid, &ant);
      if (ant.carries && kernel_IsHome(tid, ant)) {
        ant.carries = false;
        ant.load = 0;
        break;
      }
    }
    kernel_Measure(tid, ant, distances);
    m_ants[tid] = ant;
  }

  bool kernel_Rests(uint32_t tid, uint32_t round, Ant &ant) {
    ant.luck = ant.luck * 1103515245u + 12345u;
    return ((ant.luck >> 16) + round) % 7u == 0;
  }
  bool kernel_StepAhead(uint32_t tid, Ant &ant) {
    const int dx = ant.heading == 0 ? 1 : ant.heading == 2 ? -1 : 0, dy = ant.heading == 1 ? 1 : ant.heading == 3 ? -1 : 0;
    if (!kernel_IsFree(tid, ant.x + dx, ant.y + dy))
      return false;
    ant.x += dx;
    ant.y += dy;
    if (!ant.carries && (ant.x + ant.y) % 6 == 0) {
      ant.carries = true;
      ant.load = short(ant.load + 2);
    }
    return true;
  }
  bool kernel_IsFree(uint32_t, int x, int y) const { return x >= 0 && y >= 0 && x < fieldSize && y < fieldSize; }
  void kernel_Turn(uint32_t, Ant *ant) const { ant->heading = (ant->heading + 1 + int(ant->luck >> 20) % 2) & 3; }
  bool kernel_IsHome(uint32_t, const Ant &ant) const { return ant.x < 4 && ant.y < 4; }
  void kernel_Measure(uint32_t tid, const Ant &ant, int *distances) { distances[tid] = ant.x * ant.x + ant.y * ant.y + (ant.carries ? ant.load : 0); }

private:
  std::vector<Ant> m_ants;
};
