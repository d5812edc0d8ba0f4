// Reads of elements that only later iterations write: which those are, and the copies that they are of.
// RUN: vkmorph %s --class=Kept --emit=recognised --remarks=reductions --without-locations -- -std=c++17 > %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=TOLD --implicit-check-not=vkm2054 --implicit-check-not=warning: < %t.txt
// RUN: vkmorph %s --class=Kept --emit=recognised --without-locations --assume-independent=kernel2D_Screen -- -std=c++17 | FileCheck %s --check-prefix=ASSUMED
// RUN: not vkmorph %s --class=Refused --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REFUSED --implicit-check-not=vkm2057 --implicit-check-not=error:
#include <algorithm>
#include <vector>

class Kept {
public:
  virtual ~Kept() = default;

  // What the indices reach is copied, in front of each run of the loop.
  // CHECK: vkm.field @Line_m_lineBefore : !vkm.dynarray<f32>
  // CHECK: vkm.field @Move_aBefore : !vkm.dynarray<si32>
  // TOLD: remark: iterations of kernel 'kernel1D_Move' read elements of 'a' that only later ones write: they are copied to a vector of the generated class before [vkm2057
  // CHECK-LABEL: vkm.kernel @kernel1D_Move
  // CHECK: %aEnd = vkm.var const "aEnd"
  // CHECK: %[[END:.*]] = vkm.load %aEnd
  // CHECK: vkm.grid (%element: si32 "element") = (%{{.*}}) lt (%[[END]] : si32)
  // CHECK-SAME: vkm.comment = "Keeps what iterations read of a and later ones replace."
  // CHECK-NEXT: %[[FROM:.*]] = vkm.deref %a[%element]
  // CHECK: %[[DATA:.*]] = vkm.vector_data @Move_aBefore
  // CHECK-NEXT: %[[TO:.*]] = vkm.deref %[[DATA]][%element]
  // CHECK-NEXT: vkm.assign %[[TO]]
  // CHECK: vkm.grid (%i: si32 "i")
  // CHECK: %[[NEXT:.*]] = vkm.binary add %i
  // CHECK: %[[BEFORE:.*]] = vkm.vector_data @Move_aBefore
  // CHECK-NEXT: %[[READ:.*]] = vkm.deref %[[BEFORE]][%[[NEXT]]]
  // CHECK: vkm.load %[[READ]]
  // CHECK: vkm.deref %a[%i]

  void kernel1D_Move(int *a, int n) {
    for (int i = 0; i < n - 1; i++)
      a[i] += a[i + 1];
  }

  // Numbers of 64 bits come from the host; the lowest index says where the copy begins.
  // TOLD: 'kernel2D_Screen' {{.*}} 'cells'
  // CHECK-LABEL: vkm.kernel @kernel2D_Screen
  // CHECK-SAME: %cellsFirst: ui32 {{.*}} %cellsEnd: ui32
  // CHECK: vkm.grid (%element: ui32 "element") = (%cellsFirst) lt (%cellsEnd : ui32)
  // ASSUMED-LABEL: vkm.kernel @kernel2D_Screen
  // ASSUMED-NOT: cellsBefore

  void kernel2D_Screen(unsigned *cells, int w, int h, int lines) {
    for (int y = 0; y + lines < h; y++)
      for (int x = 0; x < w; x++)
        cells[y * w + x] = cells[(y + lines) * w + x];
  }

  // An array in class data, and a function that reads it.
  // TOLD: 'kernel1D_Line' {{.*}} 'm_line'
  // CHECK-LABEL: vkm.kernel @kernel1D_Line
  // CHECK: vkm.grid (%element: si32 "element")
  // CHECK: vkm.grid (%i: si32 "i")
  // CHECK-NOT: vkm.call
  // CHECK: vkm.vector_data @Line_m_lineBefore

  void kernel1D_Line() {
    for (int i = 15; i >= 2; i--)
      m_line[i] = At(i - 2);
  }

  // Where data decide what is read, all of the array is copied.
  // TOLD: 'kernel1D_Chosen' {{.*}} 'a'
  // CHECK-LABEL: vkm.kernel @kernel1D_Chosen
  // CHECK-SAME: %aEnd: ui32
  // CHECK: vkm.grid (%element: ui32 "element") = (%{{.*}}) lt (%aEnd : ui32)

  void kernel1D_Chosen(int *a, const int *b, int n) {
    for (int i = 0; i < n; i++)
      if (b[i] > 0)
        a[i] = a[i + 1];
  }

  // The iteration's own element behind its change is the array's.
  // TOLD: 'kernel1D_Behind' {{.*}} 'a'
  // CHECK-LABEL: vkm.kernel @kernel1D_Behind
  // CHECK: vkm.grid (%i: si32 "i")
  // CHECK: vkm.update mul
  // CHECK: vkm.vector_data @Behind_aBefore
  // CHECK: %[[OWN:.*]] = vkm.deref %a[%i]
  // CHECK-NEXT: vkm.load %[[OWN]]

  void kernel1D_Behind(int *a, int *b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      b[i] = a[i + 1] - a[i];
    }
  }

  // Launches make room.
  // CHECK-LABEL: vkm.control @Run
  // CHECK: vkm.reserve @Move_aBefore
  // CHECK: vkm.launch @kernel1D_Move
  // CHECK: vkm.narrow "cellsEnd"
  // CHECK: vkm.reserve @Screen_cellsBefore
  // CHECK: vkm.launch @kernel2D_Screen

  virtual void Run(int *a, [[vkmorph::size("n + 1")]] int *c, int *b, unsigned *cells, int n, int w, int h, int lines) {
    kernel1D_Move(a, n);
    if (lines > 0)
      kernel2D_Screen(cells, w, h, lines);
    kernel1D_Line();
    kernel1D_Chosen(c, b, n);
    kernel1D_Behind(a, b, n);
  }

  float m_line[16];

protected:
  float At(int i) const { return m_line[i]; }
};

class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(int *a, int *b, int n) {
    kernel1D_Both(a, n);
    kernel1D_First(a, n);
    kernel1D_Range(a, b, n);
    kernel1D_Inside(a, n);
    kernel1D_Two(a, n);
    kernel1D_Sized();
  }

  std::vector<int> m_kept;
  int m_count = 0;

protected:
  // Neighbours on both sides.
  void kernel1D_Both(int *a, int n) {
    for (int i = 1; i < n; i++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Both' depend on each other
      a[i] = a[i + 1] + a[i - 1];
  }
  // The element that the first iteration has changed.
  void kernel1D_First(int *a, int n) {
    for (int i = 0; i < n; i++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_First' depend on each other
      a[i] -= a[0];
  }
  // One of these is the iteration's own, which has changed.
  void kernel1D_Range(int *a, int *b, int n) {
    for (int i = 0; i < n; i++) {
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Range' depend on each other
      a[i] *= 2;
      int sum = 0;
      for (int k = 0; k < 3; k++)
        sum += a[i + k];
      b[i] = sum;
    }
  }
  void kernel1D_Inside(int *a, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        // REFUSED: :[[@LINE+1]]:9: error: iterations of kernel 'kernel1D_Inside' depend on each other
        a[i] += a[i + k] * k;
  }
  // Two iterations write one element.
  void kernel1D_Two(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Two' depend on each other
      a[i] = a[i + 2];
      a[i + 1] = a[i + 3];
    }
  }
  // Only the device knows how many there are.
  void kernel1D_Sized() {
    for (int i = 0; i < m_count; i++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Sized' depend on each other
      m_kept[i] = m_kept[i + 1];
    m_count--;
  }
};
