// Exceptions and assertions in control functions are C++ with operands; what a helper throws stands where it is called.
// RUN: %import %s | FileCheck %s
#include <cassert>
#include <stdexcept>
#include <string>

enum Level { Low, High };
struct Wrong : std::logic_error {
  Wrong(const char *what, int where) : std::logic_error(what), m_where(where) {}
  int m_where;
};

namespace own {
struct Wrong : std::logic_error {
  Wrong() : std::logic_error("another") {}
};
enum Level { Low };

class C {
public:
  virtual ~C() {}

  // CHECK-LABEL: vkm.control @Run
  // CHECK: vkm.host ["assert(", " && \22a size\22)"](%{{.*}}) : (i1) -> () {headers = ["<cassert>"], vkm.asserts}
  // CHECK: vkm.if
  // CHECK: vkm.host ["throw std::invalid_argument(\22n is \22 + std::to_string(", "))"](%{{.*}}) : (si32) -> () {headers = ["<stdexcept>", "<string>"], vkm.throws}
  // CHECK: vkm.if
  // CHECK: vkm.host ["throw ::Wrong(\22k\22, ", ")"](%{{.*}}) : (si32) -> () {headers = [], vkm.throws}
  // CHECK: vkm.host ["throw static_cast<::Level>(", ")"]
  // CHECK: vkm.host ["throw std::runtime_error(std::string(\22too large\22) + \22: \22 + std::to_string(", "))"]
  // CHECK: vkm.call @kernel1D_K
  virtual void Run(int *a, int n, int k) {
    assert(n >= 0 && "a size");
    if (n < 1)
      throw std::invalid_argument("n is " + std::to_string(n));
    if (k < 1)
      throw ::Wrong("k", k);
    if (k > 99)
      throw ::Level(k);
    Limit("too large", k, 100);
    kernel1D_K(a, n, k);
  }

  // A return leaves the loops around it, and what follows them is not done.
  // CHECK-LABEL: vkm.control @Search
  // CHECK: %[[RESULT:.*]] = vkm.var "result" : <si32>
  // CHECK: %[[DONE:.*]] = vkm.var "rowDone" : <i1> = %{{.*}} : i1
  // CHECK: vkm.for "row"
  // CHECK: vkm.for "column"
  // CHECK: vkm.if
  // CHECK: vkm.assign %[[RESULT]]
  // CHECK: vkm.assign %[[DONE]]
  // CHECK-NEXT: vkm.break
  // CHECK: %[[LEFT:.*]] = vkm.load %[[DONE]]
  // CHECK-NEXT: vkm.if %[[LEFT]] {
  // CHECK-NEXT: vkm.break
  // CHECK: %[[FOUND:.*]] = vkm.load %[[DONE]]
  // CHECK-NEXT: %[[GOES_ON:.*]] = vkm.unary not %[[FOUND]]
  // CHECK-NEXT: vkm.if %[[GOES_ON]] {
  // CHECK-NEXT: vkm.host ["throw 4"]
  virtual void Search(int *a, int n, int k) { kernel1D_K(a, n, Row(k)); }

protected:
  static int Row(int k) {
    for (int row = 0; row < 4; row++)
      for (int column = 0; column < row; column++)
        if (row * column == k)
          return row;
    throw 4;
  }
  static void Limit(const std::string &what, int number, int most) {
    if (number > most)
      throw std::runtime_error(what + ": " + std::to_string(number));
  }
  void kernel1D_K(int *a, int n, int k) {
    for (int i = 0; i < n; i++)
      a[i] += k;
  }
};

} // namespace own
