// Where virtual calls cannot run callable shaders, and what the planner says of its choice.
// RUN: not vkmorph %s --class Refused --virtual=callable --assume-independent=kernel1D_Level -o %t -- -std=c++17 2>&1 | FileCheck %s
// RUN: not vkmorph %s --class Visits --virtual=callable -o %t.visits -- -std=c++17 2>&1 | FileCheck --check-prefix=VISIT %s
// RUN: not vkmorph %s --class Once --virtual=callable -o %t.once -- -std=c++17 2>&1 | FileCheck --check-prefix=ONCE %s
// RUN: vkmorph %s --class Mixed --virtual=callable --remarks=decisions -o %t.mixed -- -std=c++17 2>&1 | FileCheck --check-prefix=MIXED %s
// RUN: not vkmorph %s --class Mixed --virtual=callable --target=vulkan10 -o %t.old -- -std=c++17 2>&1 | FileCheck --check-prefix=OLD %s
// RUN: not vkmorph %s --class Mixed --virtual=callable --shaders=openclc -o %t.cl -- -std=c++17 2>&1 | FileCheck --check-prefix=OPENCL %s
// RUN: vkmorph %s --class Mixed --report=%t.json -o %t.auto -- -std=c++17
// RUN: FileCheck --check-prefix=REPORT %s < %t.json
// OLD: error: 'Area' cannot run as callable shaders: target 'vulkan10' has no ray-tracing pipelines, whose shaders alone call others [vkm2241]
// OPENCL: error: 'Area' cannot run as callable shaders: target 'vulkan13 in OpenCL C' has no ray-tracing pipelines, whose shaders alone call others [vkm2241]
// REPORT: "callable"
#include <cstdint>
#include <variant>
#include <vector>

struct Item {
  float level = 0.0f;
  int kind = 0;
};
struct Shape {
  virtual ~Shape() = default;
  virtual float Area(float x) const = 0;
  virtual void Grow(float &x, const float *table) const { x += table[0] + table[1]; }
  virtual void Level(float &x, const Item *items, uint32_t at) const { x += items[at].level; }
};
struct Square : Shape {
  float Area(float x) const override { return x * x; }
};
struct Disk : Shape {
  float Area(float x) const override { return 3.0f * x * x; }
  void Grow(float &x, const float *table) const override { x *= table[1]; }
  void Level(float &x, const Item *items, uint32_t at) const override { x *= items[at].level; }
};

inline float Apply(const Shape &shape, const float *table, float x) {
  // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: error: 'Grow' cannot run as callable shaders: a function passes on the array 'table', which callable shaders cannot be given [vkm2241]
  shape.Grow(x, table);
  return x;
}

class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(const uint32_t *ids, const float *table, float *out, Item *items, uint32_t n) {
    kernel1D_Sum(ids, n);
    kernel1D_Keep(ids, n);
    kernel1D_Rest(ids, out);
    kernel1D_Table(ids, table, out, n);
    kernel1D_Level(ids, items, n);
    kernel1D_Area(ids, out, n);
  }
  void kernel1D_Level(const uint32_t *ids, Item *items, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: error: 'Level' cannot run as callable shaders: it writes 'x', which it may also reach in another way, and a callable shader is given a copy [vkm2241]
      m_shapes[ids[i]]->Level(items[i].level, items, ids[i]);
  }
  void kernel1D_Sum(const uint32_t *ids, uint32_t n) {
    m_sum = 0.0f;
    for (uint32_t i = 0; i < n; ++i)
      for (uint32_t k = 0; k < 4; ++k)
        // CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: error: 'Area' cannot run as callable shaders: a loop in the iterations of its kernel combines values, and the dispatch behind it does so once for each iteration [vkm2241]
        // CHECK-DAG: note: use --virtual=auto, --virtual=switch or --virtual=sort
        m_sum += m_shapes[(ids[i] + k) % 2]->Area(0.5f);
  }
  void kernel1D_Keep(const uint32_t *ids, uint32_t n) {
    for (uint32_t i = 0; i < n; i += 2)
      if (m_shapes[ids[i]]->Area(2.0f) > 8.0f)
        // CHECK-DAG: error: 'Area' cannot run as callable shaders: the loop over 'i' does not count from 0 by ones, and its kernel appends elements [vkm2241]
        m_kept.push_back(i);
  }
  void kernel1D_Rest(const uint32_t *ids, float *out) {
    // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: error: 'Area' cannot run as callable shaders: the device alone knows how many iterations there are [vkm2241]
    for (uint32_t i = 0; i < m_kept.size(); ++i)
      out[i] = m_shapes[ids[m_kept[i]]]->Area(1.0f);
  }
  void kernel1D_Table(const uint32_t *ids, const float *table, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = Apply(*m_shapes[ids[i]], table, out[i]);
  }
  void kernel1D_Area(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = m_shapes[ids[i]]->Area(out[i]);
  }
  float m_sum = 0.0f;
  std::vector<uint32_t> m_kept;
  std::vector<Shape *> m_shapes;
};

class Visits {
public:
  virtual ~Visits() = default;
  virtual void Run(const uint32_t *ids, float *out, uint32_t n) { kernel1D_Run(ids, out, n); }
  void kernel1D_Run(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      // VISIT: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}} cannot run as callable shaders: its ways are statements of the iteration, and no methods [vkm2241]
      std::visit([&](auto value) { out[i] = float(value); }, m_values[ids[i]]);
  }
  std::vector<std::variant<int, float>> m_values;
};

class Once {
public:
  virtual ~Once() = default;
  virtual void Run(float *out, uint32_t n) { kernel1D_Run(out, n); }
  void kernel1D_Run(float *out, uint32_t n) {
    // ONCE: [[@LINE+1]]:{{[0-9]+}}: error: 'Area' cannot run as callable shaders: it runs once, and not in the loop of a kernel [vkm2241]
    m_first = m_shapes[0]->Area(2.0f);
    for (uint32_t i = 0; i < n; ++i)
      out[i] *= 2.0f;
  }
  float m_first = 0.0f;
  std::vector<Shape *> m_shapes;
};

class Mixed {
public:
  virtual ~Mixed() = default;
  virtual void Run(const uint32_t *ids, float *out, uint32_t n) { kernel1D_Run(ids, out, n); }
  void kernel1D_Run(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      // MIXED-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: 'Area' runs as callable shaders in kernel 'kernel1D_Run': as the option says [vkm2240, decisions]
      out[i] = m_shapes[ids[i]]->Area(out[i]);
      // MIXED-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}} is a switch in each thread: its ways are statements of the iteration, and no methods [vkm2232, decisions]
      std::visit([&](auto value) { out[i] += float(value); }, m_values[ids[i]]);
    }
  }
  std::vector<Shape *> m_shapes;
  std::vector<std::variant<int, float>> m_values;
};
