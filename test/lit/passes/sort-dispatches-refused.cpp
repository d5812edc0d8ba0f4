// Where iterations cannot be sorted, and what the planner says of its choice.
// RUN: not vkmorph %s --class Refused --virtual=sort -o %t -- -std=c++17 2>&1 | FileCheck %s
// RUN: vkmorph %s --class Refused --remarks=decisions -o %t.auto -- -std=c++17 2>&1 | FileCheck --check-prefix=AUTO %s
// RUN: vkmorph %s --class Light --remarks=decisions -o %t.light -- -std=c++17 2>&1 | FileCheck --check-prefix=LIGHT %s
// RUN: vkmorph %s --class Light --virtual=sort --remarks=decisions -o %t.sort -- -std=c++17 2>&1 | FileCheck --check-prefix=SORT %s
// RUN: vkmorph %s --class Light --virtual=switch --remarks=decisions -o %t.switch -- -std=c++17 2>&1 | FileCheck --check-prefix=SWITCH %s
// RUN: vkmorph %s --class Light --emit=recognised --without-locations -- -std=c++17 | not vkmorph-opt --vkm-plan-dispatches=virtual=rays 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not vkmorph %s --class Light --virtual=rays -o %t.none -- -std=c++17 2>&1 | FileCheck --check-prefix=VALUES %s
// VALUES: --virtual has no value 'rays'; it takes auto, switch, workgroup, sort
// OPTION: option virtual has no value 'rays' [vkm2202]
// RUN: vkmorph %s --class Total --virtual=sort --remarks=decisions -o %t.total -- -std=c++17 2>&1 | FileCheck --check-prefix=ANY %s
// RUN: not vkmorph %s --class Total --virtual=sort --deterministic -o %t.total -- -std=c++17 2>&1 | FileCheck --check-prefix=ONE %s
// RUN: not vkmorph %s --class Votes --virtual=sort --deterministic -o %t.votes -- -std=c++17 2>&1 | FileCheck --check-prefix=VOTES %s
// RUN: not vkmorph %s --class Votes --virtual=sort --scatter=ordered -o %t.votes -- -std=c++17 2>&1 | FileCheck --check-prefix=VOTES %s
#include <cstdint>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual float Area(float x) const = 0;
};
struct Square : Shape {
  float Area(float x) const override { return x * x; }
};
struct Disk : Shape {
  float Area(float x) const override { return 3.0f * x * x; }
};

class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(const uint32_t *ids, float *out, uint32_t n) {
    kernel1D_Loop(ids, out, n);
    kernel1D_Same(out, n);
    kernel1D_Table(ids, out, n);
    kernel1D_Count(out, n);
    kernel1D_Rest(ids, out);
    kernel1D_Largest(ids, n);
    kernel1D_Find(ids, n);
    kernel1D_Behind(ids, out, n);
  }
  void kernel1D_Loop(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float sum = 0.0f;
      for (uint32_t k = 0; k < 4; ++k)
        // CHECK: [[@LINE+2]]:16: error: iterations cannot be sorted by what 'Area' runs for them: it stands inside of a loop or branch of the iteration [vkm2234]
        // CHECK: note: use --virtual=auto or --virtual=switch
        sum += m_shapes[ids[i]]->Area(float(k));
      out[i] = sum;
    }
  }
  void kernel1D_Same(float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      // CHECK: [[@LINE+2]]:17: error: {{.*}}: all iterations call the same object [vkm2234]
      // AUTO: [[@LINE+1]]:17: remark: 'Area' is a switch in each thread: all iterations call the same object [vkm2232, decisions]
      out[i] += m_shapes[0]->Area(out[i]);
  }
  void kernel1D_Table(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float table[4] = {1.0f, 2.0f, 3.0f, float(i)};
      table[i & 1] = 4.0f;
      // CHECK: error: {{.*}}: 'table' lives across the call and is no number, vector or struct of them [vkm2234]
      const float area = m_shapes[ids[i]]->Area(2.0f);
      out[i] += area * table[i & 3];
    }
  }
  void kernel1D_Count(float *out, uint32_t n) {
    m_count = 0;
    for (uint32_t i = 0; i < n; ++i)
      if (out[i] > 0.0f)
        m_count++;
  }
  void kernel1D_Rest(const uint32_t *ids, float *out) {
    for (uint32_t i = 0; i < m_count; ++i)
      // CHECK: [[@LINE+1]]:17: error: {{.*}}: the device alone knows how many iterations there are [vkm2234]
      out[i] += m_shapes[ids[i]]->Area(out[i]);
    for (uint32_t i = 1; i < 100; i += 2)
      // CHECK: [[@LINE+1]]:17: error: {{.*}}: the loop over 'i' does not count from 0 by ones [vkm2234]
      out[i] += m_shapes[ids[i]]->Area(out[i]);
  }
  void kernel1D_Largest(const uint32_t *ids, uint32_t n) {
    m_largest = -1.0f;
    for (uint32_t i = 0; i < n; ++i) {
      // CHECK: [[@LINE+1]]:26: error: {{.*}}: the result depends on the order of the iterations [vkm2234]
      const float area = m_shapes[ids[i]]->Area(1.0f);
      if (area > m_largest) {
        m_largest = area;
        m_where = i;
      }
    }
  }
  void kernel1D_Find(const uint32_t *ids, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      // CHECK: [[@LINE+1]]:26: error: {{.*}}: the iterations append elements [vkm2234]
      const float area = m_shapes[ids[i]]->Area(1.0f);
      if (area > 0.5f)
        m_found.push_back(i);
    }
  }
  float Twice(uint32_t id, float x) const {
    if (x < 0.0f)
      return 0.0f;
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}: it does not stand in the loop of a kernel itself [vkm2234]
    return 2.0f * m_shapes[id]->Area(x);
  }
  void kernel1D_Behind(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = Twice(ids[i], float(i) - 1.0f);
  }

private:
  std::vector<Shape *> m_shapes;
  uint32_t m_count = 0;
  float m_largest = 0.0f;
  uint32_t m_where = 0;
  std::vector<uint32_t> m_found;
};

// Sums of floats are sorted, but not where they have to be the same in all runs.
class Total {
public:
  virtual ~Total() = default;
  virtual void Run(const uint32_t *ids, uint32_t n) { kernel1D_Sum(ids, n); }
  void kernel1D_Sum(const uint32_t *ids, uint32_t n) {
    m_total = 0.0f;
    for (uint32_t i = 0; i < n; ++i)
      // ANY: [[@LINE+2]]:18: remark: iterations are sorted by what 'Area' runs for them: as the option says [vkm2233, decisions]
      // ONE: [[@LINE+1]]:18: error: {{.*}}: the iterations combine floating-point numbers, whose order is to be the same in all runs [vkm2234]
      m_total += m_shapes[ids[i]]->Area(float(i));
  }

private:
  std::vector<Shape *> m_shapes;
  float m_total = 0.0f;
};

// So are sums by an index.
class Votes {
public:
  virtual ~Votes() = default;
  virtual void Run(const uint32_t *ids, uint32_t n, [[vkmorph::size("1000")]] float *sums) { kernel1D_Vote(ids, n, sums); }
  void kernel1D_Vote(const uint32_t *ids, uint32_t n, float *sums) {
    for (uint32_t i = 0; i < n; ++i)
      // VOTES: [[@LINE+1]]:31: error: {{.*}}: the iterations combine floating-point numbers, whose order is to be the same in all runs [vkm2234]
      sums[ids[i] % 1000u] += m_shapes[ids[i]]->Area(float(i));
  }

private:
  std::vector<Shape *> m_shapes;
};

class Light {
public:
  virtual ~Light() = default;
  virtual void Run(const uint32_t *ids, float *out, uint32_t n) { kernel1D_K(ids, out, n); }
  void kernel1D_K(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      // LIGHT: [[@LINE+3]]:16: remark: 'Area' is a switch in each thread: its 2 ways cost about {{[0-9]+}} instructions together, the dearest {{[0-9]+}}, and sorting about 700
      // SORT: [[@LINE+2]]:16: remark: iterations are sorted by what 'Area' runs for them: as the option says [vkm2233, decisions]
      // SWITCH: [[@LINE+1]]:16: remark: 'Area' is a switch in each thread: as the option says [vkm2232, decisions]
      out[i] = m_shapes[ids[i]]->Area(out[i]);
  }

private:
  std::vector<Shape *> m_shapes;
};
