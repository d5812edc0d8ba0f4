// Comments ride along: of the class, its members, its methods, and before or behind statements.
// RUN: vkmorph-translate --import-cpp %s | FileCheck %s

// Doubles.
static int twice(int x) { return 2 * x; }

/**
 * Counts things.
 *
 * Twice.
 */
class Counter {
public:
  virtual ~Counter() {}

  /// Runs it.
  /// On an array.
  virtual void Run(int *a, int n);

private:
  void kernel1D_Run(int *a, int n); // does the work

  // What was counted.
  int m_count = 0;
  int m_other = 0; /* something else */
};

// Not the comment of what follows, since a line is free.

void Counter::Run(int *a, int n) { kernel1D_Run(a, n); }

// In the definition.
void Counter::kernel1D_Run(int *a, int n) {
  /* before
     the loop */
  for (int i = 0; i < n; i++) { // each
    // Two lines
    // of text.
    int x = a[i]; // the number
    if (x > 0)    //! positive
      m_count++;

    // unrelated

    m_other = x; // twice
    // CRLF is tested elsewhere.
    /// A call.
    a[i] = twice(x);
    switch (x) {
    // The first.
    case 1:
    case 2: // or the second
      // Nothing.
      m_count = 0;
      break;
    }
  }
}

// CHECK: vkm.func @twice({{.*}}attributes {vkm.comment = "Doubles."}
// CHECK: vkm.class @Counter {{.*}}vkm.comment = "Counts things.\0A\0ATwice."}
// CHECK: vkm.field @m_count {{.*}}{vkm.comment = "What was counted."}
// CHECK: vkm.field @m_other {{.*}}{vkm.comment = "something else"}
// CHECK: vkm.kernel @kernel1D_Run({{.*}}vkm.comment = "does the work"
// CHECK: vkm.for "i"{{.*}}{vkm.comment = "before\0Athe loop\0Aeach"}
// CHECK: vkm.var "x" {{.*}}{vkm.comment = "Two lines\0Aof text.\0Athe number"}
// CHECK: vkm.if {{.*}}{vkm.comment = "positive"}
// CHECK-NOT: unrelated
// CHECK: vkm.assign {{.*}}{vkm.comment = "twice"}
// CHECK: vkm.assign {{.*}}{vkm.comment = "CRLF is tested elsewhere.\0AA call."}
// CHECK: vkm.assign {{.*}}{vkm.comment = "The first.\0Aor the second\0ANothing."}
// CHECK: vkm.control @Run({{.*}}vkm.comment = "Runs it.\0AOn an array."
