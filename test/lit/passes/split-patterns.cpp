// What a grid with callable shaders combines and appends is a grid of its own: values and what says whether there are some, in vectors with an element for each iteration.
// RUN: vkmorph %s --class Yard --emit=planned --without-locations --virtual=callable -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Yard --emit=recognised --without-locations -- -std=c++17 >%t.mlir
// Nothing is done that is not planned.
// RUN: vkmorph-opt %t.mlir --vkm-split-patterns | diff - %t.mlir
// RUN: vkmorph %s --class Yard --virtual=callable -o %t -- -std=c++17
// RUN: ls %t/shaders | FileCheck --check-prefix=SHADERS %s
#include <cstdint>
#include <vector>

struct Tree {
  virtual ~Tree() = default;
  virtual int Wood(int year) const = 0;
};
struct Oak : Tree {
  int girth = 2;
  int Wood(int year) const override { return year + girth; }
};
struct Birch : Tree {
  int Wood(int year) const override { return year / 2; }
};

// SHADERS: kernel2D_Count.rgen
// SHADERS: kernel2D_Count_loop2.comp
class Yard {
public:
  virtual ~Yard() = default;
  // CHECK-DAG: vkm.field @Count_given : !vkm.dynarray<ui32>
  // CHECK-DAG: vkm.field @Count_here : !vkm.dynarray<si32>
  // CHECK: vkm.kernel @kernel2D_Count
  // CHECK: vkm.grid (%[[Y:y]]: {{.*}}, %[[X:x]]: {{.*}}) {{.*}}
  // Nothing is given before the iteration says so.
  // CHECK: vkm.vector_data @Count_given
  // CHECK: vkm.call @Wood
  // CHECK: vkm.vector_data @Count_given
  // CHECK: vkm.vector_data @Count_here
  // CHECK-NOT: vkm.reduce
  // CHECK-NOT: vkm.append
  // The counters, and what is made of them, are known again.
  // CHECK: vkm.grid (%[[Y2:y]]: {{.*}}, %[[X2:x]]: {{.*}}
  // CHECK: vkm.vector_data @Count_given
  // CHECK: vkm.if
  // CHECK: vkm.vector_data @Count_here
  // CHECK: vkm.reduce add @m_total, %
  // CHECK: vkm.arg_reduce {{ *}}max {{ *}}first @m_most, %{{.*}} {
  // CHECK-NEXT: vkm.carry @m_at, %x
  // CHECK: vkm.append @m_list
  void kernel2D_Count(const int *years, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const int year = years[y * w + x];
        if (year < 0)
          continue;
        const int here = m_trees[year & 3]->Wood(year);
        m_total += here;
        if (here > m_most) {
          m_most = here;
          m_at = x;
        }
        m_list.push_back(x + y);
      }
  }
  // CHECK: vkm.control @Count
  // CHECK-DAG: vkm.reserve @Count_given
  // CHECK-DAG: vkm.reserve @Count_here
  // CHECK: vkm.launch @kernel2D_Count
  virtual void Count(const int *years, int w, int h) { kernel2D_Count(years, w, h); }
  std::vector<Tree *> m_trees;
  std::vector<int> m_list;
  int m_total = 0, m_most = 0, m_at = 0;
};
