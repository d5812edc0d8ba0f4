// Calls that cannot be translated, each with the chain of calls that leads to it.
// RUN: not %import %s 2>&1 | FileCheck %s

#include <cmath>
#include <cstdio>
#include <iostream>

int elsewhere(int x);
// CHECK: errors-calls.cpp:[[@LINE+2]]:44: error: function 'recursive' calls itself [vkm1401]
// CHECK: note: use a loop; the device has no call stack
int recursive(int n) { return n == 0 ? 0 : recursive(n - 1); }
int ping(int n);
// CHECK: errors-calls.cpp:[[@LINE+2]]:26: error: function 'ping' calls itself [vkm1401]
// CHECK: errors-calls.cpp:[[@LINE+2]]:26: note: 'ping' calls 'pong' here
int pong(int n) { return ping(n); }
int ping(int n) { return pong(n); }
int many(int n, ...) { return n; }
float sum(const float *const *values, int n) { return values[n][0]; }
int &pick(int &a, int &b) {
  while (a < b)
    return a;
  return b;
}

struct Shape {
  virtual float area() { return 1.0f; }
};
Shape shape;

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }
  virtual int other(int x) { return x; }
  void kernel1D_k(float *a, int n) {
    int i = n;
    a[0] = recursive(n);
    // CHECK: errors-calls.cpp:[[@LINE+1]]:12: note: 'C::kernel1D_k' calls 'ping' here
    a[1] = ping(n);
    // CHECK: errors-calls.cpp:[[@LINE+2]]:12: error: function 'elsewhere' is not defined in the sources [vkm1402]
    // CHECK: note: add the file that defines it
    a[2] = elsewhere(n);
    // CHECK: errors-calls.cpp:[[@LINE+2]]:12: error: function 'many' takes a variable number of arguments [vkm1405]
    // CHECK: note: use a fixed number of parameters
    a[3] = many(n, 1, 2);
    // CHECK: errors-calls.cpp:{{.*}}:11: error: parameter 'values' of function 'sum' points to no objects of a known type, or to another pointer [vkm1119]
    // CHECK: note: pass a pointer to numbers or structs by value, or a reference to one element
    // CHECK: errors-calls.cpp:[[@LINE+1]]:12: note: 'C::kernel1D_k' calls 'sum' here
    a[4] = sum(&a, n);
    // CHECK: errors-calls.cpp:{{.*}}:3: error: function 'pick' returns a reference or pointer out of a loop or switch, or by no 'return' at all [vkm1120]
    // CHECK: note: let each branch end in a 'return', or return by value
    a[6] = pick(i, n);
    // CHECK: errors-calls.cpp:[[@LINE+2]]:12: error: 'std::riemann_zeta<float>' has no counterpart on the device [vkm1403]
    // CHECK: note: call functions of your own, or those of <cmath> and <algorithm> that the manual lists
    a[7] = std::riemann_zeta(a[0]);
    // CHECK: errors-calls.cpp:[[@LINE+2]]:12: error: 'area' is virtual, and it is not known which classes its object may be of [vkm1404]
    // CHECK: note: reach the object through a member like std::vector<Base *>, or name the class (Class::area) to say which function runs
    a[8] = shape.area();
    // Of the object itself it is known.
    // CHECK-NOT: 'other'
    a[8] += other(n);
    a[8] += C::other(n);
    // CHECK: errors-calls.cpp:[[@LINE+2]]:5: error: input and output do not exist on the device [vkm1409]
    // CHECK: note: write the value to an array or a member, and print it on the host
    printf("%d", n);
    // CHECK: errors-calls.cpp:[[@LINE+1]]:5: error: input and output do not exist on the device [vkm1409]
    std::cout << n;
    // CHECK: errors-calls.cpp:[[@LINE+2]]:12: error: method 'helper' is called on another object than 'this' [vkm1407]
    // CHECK: note: use the members of the object itself, or pass structs
    a[9] = peer->helper();
    // CHECK: errors-calls.cpp:[[@LINE+2]]:5: error: control function 'run' is called where only device functions may be called [vkm1406]
    // CHECK: note: call kernels from control functions, not from lambdas in them; share code through functions, and launches through methods
    run(a, n);
    // CHECK: errors-calls.cpp:[[@LINE+1]]:5: error: kernel 'kernel1D_other' is called where only device functions may be called [vkm1406]
    kernel1D_other(a, n);
  }
  int helper() { return 1; }
  void kernel1D_other(float *a, int n) {}
  C *peer = nullptr;
};
