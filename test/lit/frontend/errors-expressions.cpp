// Expressions that have no counterpart on the device.
// RUN: not %import %s 2>&1 | FileCheck %s

#include <algorithm>
#include <typeinfo>

struct Poly {
  virtual void f() {}
  int x;
};

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, float *b, int n) { kernel1D_k(a, b, n); }
  static int twice(int x) { return 2 * x; }
  void kernel1D_k(int *a, float *b, int n) {
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:12: error: an expression of the kind 'UnaryOperator' is not translated [vkm1301]
    // CHECK: note: write it with arithmetic and assignments
    a[0] = __imag__(3i);
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:14: error: 'new' cannot run on the device [vkm1302]
    // CHECK: note: use local variables and fixed arrays, or memory that the caller provides
    int *p = new int(3);
    // CHECK: errors-expressions.cpp:[[@LINE+1]]:5: error: 'delete' cannot run on the device [vkm1302]
    delete p;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:34: error: 'typeid' needs run-time type information [vkm1303]
    // CHECK: note: store an enum in the object that says which class it is of
    const std::type_info &type = typeid(a);
    // CHECK: errors-expressions.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'dynamic_cast' needs run-time type information [vkm1303]
    a[1] = dynamic_cast<Poly &>(m_poly).x;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:24: error: this calls or takes the address of a function through a pointer [vkm1305]
    // CHECK: note: call the function by its name, or choose by a 'switch'
    int (*call)(int) = n ? twice : nullptr;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:12: error: strings do not exist on the device [vkm1306]
    // CHECK: note: use numbers or enums
    a[2] = "text"[n];
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:14: error: this pointer expression does not denote an element of one known array [vkm1307]
    // CHECK: note: use parameter[index] or a reference to an element
    a[3] = *(n ? a : m_counts);
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:9: error: these pointers are not known to point into one array [vkm1314]
    // CHECK: note: compare and subtract indices
    if (&a[n] < &m_counts[n])
      a[3] = 1;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:9: error: this stores, returns or converts a pointer [vkm1308]
    // CHECK: note: index, dereference or move a pointer, or compare it with another one into the same array; pass indices on instead of pointers
    if (m_counts == nullptr)
      a[4] = 1;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:13: error: 'reinterpret_cast' reinterprets memory as another type [vkm1309]
    // CHECK: note: convert the value instead
    a[5] = *reinterpret_cast<int *>(b);
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:5: error: const_cast makes something writable that is declared const [vkm1310]
    // CHECK: note: remove the const from the declaration
    const_cast<int &>(m_const) = 3;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:19: error: this expression does not denote one memory location that can be assigned or referred to [vkm1312]
    // CHECK: note: use an 'if' statement, or a variable of its own
    int &chosen = a[0] ?: a[1];
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:21: error: 'this' is used other than to reach members [vkm1313]
    // CHECK: note: use members and methods directly
    C &self = (n++, *this);
    const int *moving = a;
    if (n > 3)
      moving = m_counts;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:13: error: pointer 'moving' may point to several arrays or objects, or to none [vkm1123]
    // CHECK: note: use an index; a pointer that is set where it is declared, and stays in one array, is fine
    a[6] = *moving;
    // CHECK: errors-expressions.cpp:[[@LINE+2]]:26: error: reference 'largest' is bound to a temporary value, which has no memory location [vkm1124]
    // CHECK: note: declare 'largest' as a variable instead of a reference
    const int &largest = std::max(a[0], a[1]);
  }
  const int m_const = 0;
  int m_counts[4];
  Poly &m_poly;
};
