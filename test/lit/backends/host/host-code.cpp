// Output and clocks in control functions: the call with host arrays does them before or after its kernels. A function
// that prints has its commands for itself; clocks are left out of commands.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/host-code_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/host-code_generated.h
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/host-code_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/host-code_generated.cpp
#include <chrono>
#include <cstdio>
#include <iomanip>
#include <iostream>

// HEADER: virtual void RunCmd(VkCommandBuffer cmd, int n);
// HEADER: virtual void TotalCmd(VkCommandBuffer cmd, int n);
// HEADER-NOT: void LogCmd
// HEADER: protected:
// HEADER: // Commands of functions that also print
// HEADER-NEXT: virtual void LogCmd(VkCommandBuffer cmd, int n, bool loud);
// JSON: "record": "LogCmd",
// JSON-NEXT: "recordIsProtected": true,
// CHECK: #include <chrono>
// CHECK-NEXT: #include <cstdio>
// CHECK-NEXT: #include <iomanip>
// CHECK-NEXT: #include <iostream>
using Clock = std::chrono::steady_clock;

class Filter {
public:
  virtual ~Filter() {}

  // What is assigned to members for kernels does not count as a kernel.
  // CHECK: void Filter_Generated::RunCmd(VkCommandBuffer cmd, int n) {
  // CHECK-NOT: now()
  // CHECK: void Filter_Generated::Run(const float *x, float *y, int n) {
  // CHECK-NEXT: const auto before = std::chrono::steady_clock::now();
  // CHECK: call.Run(AllStages(), record, n);
  // CHECK-NEXT: const auto after = std::chrono::steady_clock::now();
  // CHECK-NEXT: this->*kLastMs =
  // CHECK-NEXT: float(std::chrono::duration_cast<std::chrono::microseconds>(after - before).count()) /
  virtual void Run(const float *x, float *y, int n) {
    const auto before = Clock::now();
    kernel1D_Copy(x, y, n);
    const auto after = Clock::now();
    m_lastMs = std::chrono::duration_cast<std::chrono::microseconds>(after - before).count() / 1000.0f;
    m_calls++;
  }

  // CHECK: float Filter_Generated::Total(const float *x, int n, double &ms) {
  // CHECK: this->*kStart = std::chrono::steady_clock::now();
  // CHECK: call.Run(
  // CHECK-NEXT: const std::chrono::duration<double, std::milli> spent =
  // CHECK-NEXT: std::chrono::steady_clock::now() - (this->*kStart);
  // CHECK-NEXT: ms = 0.0 * (spent.count());
  // CHECK-NEXT: return this->*kSum;
  virtual float Total(const float *x, int n, double &ms) {
    m_start = Clock::now();
    kernel1D_Sum(x, n);
    const std::chrono::duration<double, std::milli> spent = Clock::now() - m_start;
    ms = 0.0 * spent.count();
    return m_sum;
  }

  // CHECK: void Filter_Generated::LogCmd(VkCommandBuffer cmd, int n, bool /*loud*/) {
  // CHECK-NOT: printf
  // CHECK: void Filter_Generated::Log(const float *x, float *y, int n, bool loud) {
  // CHECK: if (loud) {
  // CHECK-NEXT: std::printf("n = %d, %s\n", n, ((n > 3) ? "many" : "few"));
  // CHECK: call.Run(
  // CHECK-NEXT: std::cout << "sum " << std::setprecision(3) << (this->*kSum) << ' ' << (n > 3) << std::endl;
  // CHECK-NEXT: std::fprintf(stderr, "%lld%c\n", static_cast<long long>(int64_t(n)), int(int8_t(97 + n % 26)));
  virtual void Log(const float *x, float *y, int n, bool loud) {
    if (loud)
      std::printf("n = %d, %s\n", n, n > 3 ? "many" : "few");
    kernel1D_Sum(x, n);
    std::cout << "sum " << std::setprecision(3) << m_sum << ' ' << (n > 3) << std::endl;
    kernel1D_Copy(x, y, n);
    fprintf(stderr, "%lld%c\n", (long long)n, char('a' + n % 26));
  }

protected:
  void kernel1D_Copy(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] * 0.5f;
  }
  void kernel1D_Sum(const float *x, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += x[i];
  }

private:
  float m_sum = 0, m_lastMs = 0;
  int m_calls = 0;
  Clock::time_point m_start;
};
