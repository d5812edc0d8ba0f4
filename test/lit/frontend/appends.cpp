// push_back, emplace_back, clear, resize(0) and reserve of std::vector members.
// RUN: %import %s -- -std=c++17 | FileCheck %s

#include <cstddef>
#include <cstdint>
#include <vector>

struct Hit {
  int x;
  float weight;
  Hit(int where, float how) : x(where), weight(how) {}
};

class C {
public:
  virtual ~C() {}
  // CHECK: vkm.func @keep(%[[HIT:.*]]: !vkm.record<@Hit>
  // CHECK: vkm.append @m_hits, %[[HIT]] : !vkm.record<@Hit>
  void keep(const Hit &hit) { m_hits.push_back(hit); }

  // CHECK: vkm.kernel @kernel1D_Find
  void kernel1D_Find(const int *data, int n) {
    // CHECK: %[[SIZE:.*]] = vkm.field_ref @m_hits_size : <ui32>
    // CHECK-NEXT: vkm.assign %[[SIZE]], %{{.*}} : <ui32>
    m_hits.clear();
    // CHECK: %[[LEVELS:.*]] = vkm.field_ref @m_levels_size : <ui32>
    // CHECK-NEXT: vkm.assign %[[LEVELS]], %{{.*}} : <ui32>
    m_levels.resize(0);
    // CHECK: vkm.reserve @m_levels, %{{.*}} : ui64
    m_levels.reserve(2 * n);
    // CHECK: vkm.for "i"
    for (int i = 0; i < n; i++) {
      // The constructor is called as C++ does it.
      // CHECK: %[[MADE:.*]] = vkm.call @makeHit
      // CHECK: vkm.append @m_hits, %[[MADE]] : !vkm.record<@Hit>
      m_hits.emplace_back(i, 0.5f);
      // CHECK: vkm.call @keep
      keep(Hit(i, 1.0f));
      // The value becomes one of the element's type.
      // CHECK: %[[LEVEL:.*]] = vkm.cast %{{.*}} : si32 to ui8
      // CHECK: vkm.append @m_levels, %[[LEVEL]] : ui8
      m_levels.push_back(data[i]);
      // CHECK: %[[MORE:.*]] = vkm.cast %{{.*}} : si32 to ui8
      // CHECK: vkm.append @m_levels, %[[MORE]] : ui8
      m_levels.emplace_back(data[i] + 1);
    }
  }
  // CHECK: vkm.control @Run
  virtual void Run(const int *data, int n) {
    // CHECK: %[[HITS:.*]] = vkm.field_ref @m_hits_size : <ui32>
    // CHECK-NEXT: vkm.assign %[[HITS]], %{{.*}} : <ui32>
    m_hits.clear();
    // CHECK: vkm.reserve @m_hits, %{{.*}} : ui64
    m_hits.reserve(n);
    kernel1D_Find(data, n);
  }

private:
  std::vector<Hit> m_hits;
  std::vector<uint8_t> m_levels;
};
