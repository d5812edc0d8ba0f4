// What docs/Language.md says is not supported and no other test here has: threads and what they wait for, memory of the
// heap and of the stack, functions of the host.
// RUN: not %import %s -- -std=c++17 2>&1 | FileCheck %s

#include <cstdarg>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

inline int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int);
  va_end(list);
  return first + n;
}

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: type 'std::thread' of the standard library is not translated [vkm1104]
      std::thread worker([] {});
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: type 'std::lock_guard<std::mutex>' of the standard library
      std::lock_guard<std::mutex> lock(m_mutex);
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: 'std::this_thread::yield' has no counterpart on the device [vkm1403]
      std::this_thread::yield();
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: 'calls' is a static local variable [vkm1115]
      thread_local int calls = 0;
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: 'delete' cannot run on the device [vkm1302]
      delete[] a;
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: type 'std::unique_ptr<int>' of the standard library
      std::unique_ptr<int> owned(new int(n));
      // CHECK: not-supported.cpp:[[@LINE+1]]:7: error: type 'int[n]' has no counterpart on the device [vkm1101]
      int scratch[n];
      // CHECK: not-supported.cpp:[[@LINE+1]]:14: error: function 'sum' takes a variable number of arguments [vkm1405]
      a[i] = sum(2, 1, 2);
      // CHECK: not-supported.cpp:[[@LINE+1]]:14: error: '{{(std::)?}}rand' is not translated [vkm1412]
      a[i] = std::rand();
      if (a[i] < 0)
        // CHECK: not-supported.cpp:[[@LINE+1]]:9: error: 'abort' has no counterpart on the device [vkm1403]
        std::abort();
      // The declaration of the member comes first, and where it is used as a note.
      // CHECK: not-supported.cpp:[[#BOOLS:]]:21: error: 'm_bools' is a std::vector<bool>, which holds bits instead of elements [vkm1151]
      // CHECK: not-supported.cpp:[[@LINE+1]]:14: note: used here
      a[i] = m_bools[i];
    }
  }

private:
  std::mutex m_mutex;
  std::vector<bool> m_bools;
};
