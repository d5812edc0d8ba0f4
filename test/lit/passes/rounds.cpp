// Calls in loops of an iteration, which the threads of a workgroup run for one another.
// RUN: vkmorph %s --class Paths --emit=planned --without-locations --virtual=workgroup -- -std=c++17 >%t.mlir
// RUN: FileCheck --check-prefix=PLAN %s <%t.mlir
// RUN: vkmorph-opt %t.mlir --vkm-regroup-dispatches >%t.rounds.mlir
// RUN: FileCheck --check-prefix=ROUNDS %s <%t.rounds.mlir
// RUN: vkmorph %s --class Paths --virtual=workgroup --remarks=decisions -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=SAYS %s
// RUN: FileCheck %s <%t/shaders/kernel1D_Walk.comp
// Without ballots nobody knows whether ways differ.
// RUN: vkmorph %s --class Paths --virtual=workgroup --target=vulkan10 -o %t.10 -- -std=c++17
// RUN: FileCheck --check-prefix=OLD %s <%t.10/shaders/kernel1D_Walk.comp
// Nothing is done that is not planned.
// RUN: vkmorph %s --class Paths --emit=planned --without-locations --virtual=auto -- -std=c++17 >%t.auto.mlir
// RUN: vkmorph-opt %t.auto.mlir --vkm-regroup-dispatches | diff - %t.auto.mlir
// RUN: vkmorph-opt %t.auto.mlir --vkm-lower-rounds | diff - %t.auto.mlir
// Nor in grids that are not lowered yet.
// RUN: vkmorph-opt %t.rounds.mlir --vkm-lower-rounds | diff - %t.rounds.mlir
// The planner takes rounds for methods that are too much code for caches alone.
// RUN: vkmorph %s --class Paths --virtual=auto --remarks=decisions -o %t.auto -- -std=c++17 2>&1 | FileCheck --check-prefix=AUTO %s
// RUN: vkmorph %s --class Works --virtual=auto --remarks=decisions -o %t.works -- -std=c++17 2>&1 | FileCheck --check-prefix=WORKS %s
// RUN: vkmorph %s --class Works --virtual=workgroup --remarks=decisions -o %t.sorts -- -std=c++17 2>&1 | FileCheck --check-prefix=SORTS %s
// Threads combine and append what their own iterations give; what needs the order of the source is a grid's behind theirs.
// RUN: vkmorph %s --class Tolls --virtual=workgroup -o %t.tolls -- -std=c++17
// RUN: FileCheck --check-prefix=TOLLS %s <%t.tolls/shaders/kernel1D_Pass.comp
// RUN: vkmorph %s --class Tolls --virtual=workgroup --append=stable --emit=planned --without-locations -- -std=c++17 | FileCheck --check-prefix=ORDER %s
// RUN: vkmorph %s --class Ledger --virtual=workgroup --emit=planned --without-locations -- -std=c++17 | FileCheck --check-prefix=LEDGER %s
// RUN: not vkmorph %s --class Refused --virtual=workgroup -o %t.refused -- -std=c++17 2>&1 | FileCheck --check-prefix=REFUSED %s
#include <cmath>
#include <cstdint>
#include <vector>

struct Road {
  virtual ~Road() = default;
  virtual float Go(float at, int &coins) const = 0;
};
struct Flat : Road {
  float speed = 1.0f;
  float Go(float at, int &coins) const override {
    coins--;
    return at + speed;
  }
};
struct Steep : Road {
  float Go(float at, int &) const override { return at + std::sqrt(at); }
};

// PLAN: vkm.grid (%i: ui32 "i"){{.*}}vkm.dispatch = "rounds", workgroup_size = array<i32: 1024, 1, 1>
// PLAN: vkm.call @Go({{.*}}vkm.dispatch = "workgroup"
// ROUNDS: vkm.rounds(%i : ui32) {
// ROUNDS: vkm.for "step"
// ROUNDS: vkm.call @Go({{.*}}vkm.dispatch = "workgroup"

// CHECK: layout(local_size_x = 1024) in;
// CHECK-DAG: shared uint wayCounts[3];
// CHECK-DAG: shared uint sorted[1024];
// CHECK-DAG: shared float goResult[1024];
// CHECK-DAG: shared int coinsKept[1024];
// CHECK: bool isActive = i < n;
// CHECK: bool stepGoesOn = false;
// CHECK: while (true) {
// CHECK: stepGoesOn = step_ < 9
// CHECK: bool stepRuns = stepGoesOn;
// CHECK: uint goWay = 2u;
// CHECK: if (coins == 3) {
// CHECK-NEXT: stepRuns = false;
// CHECK-NEXT: } else {
// CHECK: goWay = min(
// CHECK: if (stepGoesOn) {
// CHECK-NEXT: lastRound = roundNumber;
// CHECK: if (goWay != subgroupBroadcastFirst(goWay)) {
// CHECK-NEXT: mixedRound = roundNumber;
// CHECK: barrier();
// CHECK: if (lastRound != roundNumber) {
// CHECK-NEXT: break;
// CHECK: atomicAdd(wayCounts[goWay], 1u);
// CHECK: goResult[caller] = result;
// CHECK: barrier();
// CHECK-NEXT: if (stepRuns) {
// CHECK-NEXT: coins = coinsKept[lid];
// CHECK: step_++;
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: barrier();

// OLD-NOT: mixedRound
// OLD-NOT: subgroup
// OLD: caller = sorted[lid];
class Paths {
public:
  virtual ~Paths() = default;
  virtual void Walk(const uint32_t *ids, float *out, uint32_t n) { kernel1D_Walk(ids, out, n); }

protected:
  float Follow(uint32_t id, int coins) const {
    float at = 0.0f;
    for (int step = 0; step < 9; ++step) {
      if (coins == 3)
        continue;
      // AUTO: [[@LINE+2]]:{{[0-9]+}}: remark: 'Go' is a switch in each thread: its 2 ways cost about {{[0-9]+}} instructions together, the dearest {{[0-9]+}}, and a round about 20000 [vkm2232, decisions]
      // SAYS: [[@LINE+1]]:{{[0-9]+}}: remark: threads of a workgroup run their calls of 'Go' for one another, sorted by what it runs: as the option says [vkm2255, decisions]
      at = m_roads[(id + uint32_t(step)) % 2u]->Go(at, coins);
      if (at > 20.0f)
        return -1.0f;
    }
    return at;
  }
  void kernel1D_Walk(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = Follow(ids[i], int(i % 8u));
  }
  std::vector<Road *> m_roads;
};

struct Task {
  virtual ~Task() = default;
  virtual float Do(float x) const = 0;
};
template <int Kind> struct Long : Task {
  float Do(float x) const override {
    for (int i = 0; i < 5000; ++i)
      x = std::sqrt(x + float(i % (Kind + 2)));
    return x;
  }
};

class Works {
public:
  virtual ~Works() = default;
  virtual void Run(const uint32_t *ids, float *x, uint32_t n) {
    kernel1D_Run(ids, x, n);
    kernel1D_Begin(ids, x, n);
    kernel1D_Repeat(ids, x, n);
  }

protected:
  // The first call could sort the iterations, but those in the loop are of other objects.
  void kernel1D_Begin(const uint32_t *ids, float *x, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      // WORKS: [[@LINE+1]]:{{[0-9]+}}: remark: threads of a workgroup run their calls of 'Do' for one another
      float at = m_tasks[ids[i] % 2u]->Do(x[i]);
      for (uint32_t k = 0; k < 3u; ++k)
        // WORKS: [[@LINE+1]]:{{[0-9]+}}: remark: threads of a workgroup run their calls of 'Do' for one another
        at = m_tasks[(ids[i] + k) % 2u]->Do(at);
      x[i] = at;
    }
  }
  // Iterations that the first call has sorted go one way in the loop, too.
  void kernel1D_Repeat(const uint32_t *ids, float *x, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const Task *task = m_tasks[ids[i] % 2u];
      // SORTS: [[@LINE+1]]:{{[0-9]+}}: remark: workgroups sort their iterations by what 'Do' runs for them
      float at = task->Do(x[i]);
      for (uint32_t k = 0; k < 3u; ++k)
        // SORTS: [[@LINE+1]]:{{[0-9]+}}: remark: 'Do' is a switch in each thread: it stands inside of a loop or branch of the iteration
        at = task->Do(at);
      x[i] = at;
    }
  }
  void kernel1D_Run(const uint32_t *ids, float *x, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float at = x[i];
      for (uint32_t k = 0; k < 3u; ++k)
        // WORKS: [[@LINE+1]]:{{[0-9]+}}: remark: threads of a workgroup run their calls of 'Do' for one another, sorted by what it runs: threads of a subgroup would take several ways one after another: {{.*}} [vkm2255, decisions]
        at = m_tasks[(ids[i] + k) % 2u]->Do(at);
      x[i] = at;
    }
  }
  std::vector<Task *> m_tasks;
  Long<0> m_first;
  Long<1> m_second;
};

class Tolls {
public:
  virtual ~Tolls() = default;
  virtual void Run(const uint32_t *ids, uint32_t n) {
    m_broke.clear();
    kernel1D_Pass(ids, n);
  }

protected:
  // TOLLS: Reduction: m_total (+)
  // TOLLS: int m_totalLocal = 0;
  // TOLLS: bool inCase = false;
  // TOLLS: if (stepRuns && value == 0u) {
  // TOLLS-NEXT: inCase = true;
  // TOLLS: inCase = false;
  // TOLLS-NEXT: stepRuns = false;
  // TOLLS: if (stepRuns && value == 2u) {
  // TOLLS: coins += 2;
  // TOLLS: if (stepRuns && value != 0u && value != 2u) {
  // TOLLS: if (inCase) {
  // TOLLS: goWay = min(
  // TOLLS: barrier();
  // TOLLS: if (isActive) {
  // TOLLS-NEXT: m_totalLocal += coins;
  // TOLLS: append_m_broke(
  // TOLLS: combineWorkgroup(m_totalLocal);
  void kernel1D_Pass(const uint32_t *ids, uint32_t n) {
    m_total = 0;
    // ORDER: vkm.grid (%i: ui32 "i"){{.*}}vkm.dispatch = "rounds"
    // ORDER: vkm.reduce
    // ORDER: vkm.grid (%i: ui32 "i")
    // ORDER-NOT: vkm.dispatch
    // ORDER: vkm.if
    // ORDER: vkm.append
    for (uint32_t i = 0; i < n; ++i) {
      float at = 0.0f;
      int coins = 9;
      for (uint32_t step = 0; step < 4u; ++step) {
        switch ((ids[i] + step) % 5u) {
        case 0u:
          continue;
        case 2u:
          coins += 2;
          [[fallthrough]];
        default:
          at = m_roads[(ids[i] + step) % 2u]->Go(at, coins);
        }
      }
      m_total += coins;
      if (at > 4.0f)
        m_broke.push_back(i);
    }
  }
  std::vector<Road *> m_roads;
  std::vector<uint32_t> m_broke;
  int m_total = 0;
};

// The total, and all that follows it, is the second grid's.
// LEDGER: vkm.grid (%i: ui32 "i"){{.*}}vkm.dispatch = "rounds"
// LEDGER-NOT: vkm.running
// LEDGER: vkm.vector_data @Total_coins
// LEDGER: vkm.grid (%i: ui32 "i")
// LEDGER: vkm.running add @m_total
// LEDGER: vkm.vector_data @Total_coins
// LEDGER: vkm.update add
class Ledger {
public:
  virtual ~Ledger() = default;
  virtual void Run(const uint32_t *ids, int *totals, uint32_t n) { kernel1D_Total(ids, totals, n); }

protected:
  void kernel1D_Total(const uint32_t *ids, int *out, uint32_t n) {
    m_total = 0;
    for (uint32_t i = 0; i < n; ++i) {
      int coins = 9;
      for (int k = 0; k < 4; ++k)
        m_roads[(ids[i] + uint32_t(k)) % 2u]->Go(1.0f, coins);
      m_total += coins;
      out[i] = m_total;
    }
  }
  std::vector<Road *> m_roads;
  int m_total = 0;
};

class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(const uint32_t *ids, float *out, int *totals, uint32_t n) {
    kernel1D_Same(out, n);
    kernel1D_Total(ids, totals, n);
  }

protected:
  void kernel1D_Same(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float at = out[i];
      int coins = 5;
      for (int k = 0; k < 2; ++k)
        // REFUSED: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}'Go' runs for them: all iterations call the same object [vkm2234]
        at = m_roads[k]->Go(at, coins);
      out[i] = at;
    }
  }
  void kernel1D_Total(const uint32_t *ids, int *out, uint32_t n) {
    m_total = 0;
    for (uint32_t i = 0; i < n; ++i) {
      int coins = 9;
      m_total += int(ids[i] & 3u);
      out[i] = m_total;
      // REFUSED: [[@LINE+2]]:{{[0-9]+}}: error: {{.*}}'Go' runs for them: it stands behind a running total [vkm2234]
      for (int k = 0; k < 4; ++k)
        m_roads[(ids[i] + uint32_t(k)) % 2u]->Go(1.0f, coins);
      out[i] += coins;
    }
  }
  std::vector<Road *> m_roads;
  int m_total = 0;
};
