// Elements that move to the front of their arrays, and what only looks like it.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Moves --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class Moves --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: not vkmorph %t.cpp --class Missed --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MISSED
struct Point {
  float x, y;
  int tag;
};

class Moves {
public:
  virtual ~Moves() {}
  virtual void Run(int *a, Point *points, int first, int n) {
    kernel1D_Drop(a, n);
    kernel1D_Parts(points, first, n);
    kernel1D_Firsts(a, n);
  }
  // CHECK-DAG: vkm.field @Drop_aKept : !vkm.dynarray<si32> {{.*}}vkm.local_of = "kernel1D_Drop"
  // REMARK: remark: kernel 'kernel1D_Drop' moves elements to the front of 'a': they go to a vector of the generated class, and from there back [vkm2050, reductions]
  // CHECK-LABEL: vkm.kernel @kernel1D_Drop
  // CHECK: vkm.running add @Drop_count
  // CHECK: %[[KEPT:.*]] = vkm.vector_data @Drop_aKept
  // CHECK: vkm.deref %[[KEPT]]
  // CHECK: vkm.grid {{.*}} lt (%n : si32) step (1)
  // CHECK: %[[COUNT:.*]] = vkm.load %{{.*}} : <si32>
  // CHECK-NEXT: vkm.cmp lt %i, %[[COUNT]]
  // CHECK: vkm.deref %a[%i]
  // CHECK: vkm.vector_data @Drop_aKept
  void kernel1D_Drop(int *a, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 3)
        a[count++] = 2 * a[i];
    m_count = count;
  }
  // Behind a head that stays; a part that nothing writes stays as it is.
  // CHECK-LABEL: vkm.kernel @kernel1D_Parts
  // CHECK: vkm.running add @Parts_end
  // CHECK: vkm.grid (%i: si32 "i") = (%first) lt (%n : si32)
  // CHECK: vkm.member {{.*}}"x"
  // CHECK: vkm.assign
  // CHECK: vkm.member {{.*}}"tag"
  // CHECK: vkm.assign
  // CHECK-NOT: "y"
  // CHECK: }
  void kernel1D_Parts(Point *points, int first, int n) {
    int end = first;
    for (int i = first; i < n; i++)
      if (points[i].y > 0) {
        points[end].x = points[i].x;
        points[end].tag = points[i].tag;
        end++;
      }
    m_count = end;
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Firsts
  // CHECK: vkm.vector_data @Firsts_aKept
  void kernel1D_Firsts(int *a, int n) {
    int count = 1;
    for (int i = 1; i < n; i++)
      if (a[i] != a[i - 1])
        a[count++] = a[i];
    m_count = count;
  }
  int m_count = 0;
};

class Missed {
public:
  virtual ~Missed() {}
  virtual void Run(int *a, const int *b, int n, int k) {
    kernel1D_Ahead(a, n, k);
    kernel1D_Twice(a, n);
    kernel1D_Behind(a, n);
    kernel1D_Before(a, n);
    kernel1D_Elsewhere(a, b, n);
    kernel1D_Down(a, n);
    kernel1D_Gaps(a, n);
    kernel1D_Beside(a, n);
    kernel1D_Fixed();
  }
  // MISSED: error: kernel 'kernel1D_Ahead' moves elements of 'a' to where a running total says, and reads others, which an earlier iteration may have replaced: 'count' may begin behind the loop's counter [vkm2051]
  // MISSED: note: write them to another array, or if no iteration reads an element that another one writes, specify --assume-independent=kernel1D_Ahead
  void kernel1D_Ahead(int *a, int n, int k) {
    int count = k;
    for (int i = 0; i < n; i++)
      if (a[i] > 3)
        a[count++] = a[i];
  }
  // MISSED: 'kernel1D_Twice' {{.*}} 'count' may grow by more than 1 in an iteration
  void kernel1D_Twice(int *a, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 3) {
        a[count++] = a[i];
        a[count++] = 0;
      }
  }
  // MISSED: 'kernel1D_Behind' {{.*}} it reads an element behind its change; keep it in a local variable before
  void kernel1D_Behind(int *a, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 3) {
        a[count++] = 2 * a[i];
        m_sum += a[i];
      }
  }
  // MISSED: 'kernel1D_Before' {{.*}} it reads the element before, in whose place there may be another value
  void kernel1D_Before(int *a, int n) {
    int count = 1;
    for (int i = 1; i < n; i++)
      if (a[i] > a[i - 1])
        a[count++] = a[i] + 1;
  }
  // MISSED: 'kernel1D_Elsewhere' {{.*}} it reads elements at an index that is not the loop's counter
  void kernel1D_Elsewhere(int *a, const int *b, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
      if (b[i] > 3)
        a[count++] = a[b[i]];
  }
  // MISSED: 'kernel1D_Down' {{.*}} its loop is not one that counts up
  void kernel1D_Down(int *a, int n) {
    int count = 0;
    for (int i = n - 1; i >= 0; i--)
      if (a[i] > 3)
        a[count++] = a[i];
  }
  // MISSED: 'kernel1D_Gaps' {{.*}} not each element that is counted is written
  void kernel1D_Gaps(int *a, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] > 3)
        a[count++] = a[i];
      else if (a[i] == 2)
        count++;
    }
  }
  // MISSED: 'kernel1D_Beside' {{.*}} it writes them beside the place that the total says
  void kernel1D_Beside(int *a, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 3) {
        count++;
        a[count - 1] = a[i];
      }
  }
  // MISSED: 'kernel1D_Fixed' {{.*}} it is an array of a fixed size; use a std::vector
  void kernel1D_Fixed() {
    int count = 0;
    for (int i = 0; i < 100; i++)
      if (m_fixed[i] > 3)
        m_fixed[count++] = m_fixed[i];
  }
  int m_sum = 0;
  int m_fixed[100];
};
