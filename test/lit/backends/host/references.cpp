// Parameters of control functions that are references, or pointers of which only what they point to is used: the call
// with host arrays writes them as the CPU's does, before or after its kernels; the recorded form takes the values that
// its commands need.
// RUN: vkmorph %s --emit=imported -- -std=c++17 | FileCheck %s --check-prefix=IR
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/references_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/references_generated.h
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/references_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/references_generated.cpp
#include <algorithm>

enum class Mood { Calm, Wild };
struct Range {
  float low, high;
};

class Counter {
public:
  virtual ~Counter() {}

  // HEADER: virtual void CountCmd(VkCommandBuffer cmd, int n);
  // HEADER: virtual void AllCmd(VkCommandBuffer cmd, int n);
  // HEADER: virtual void ScaleCmd(VkCommandBuffer cmd, int n, float factor, int offset);
  // HEADER: void Count(const float *x, int n, int &moving) override;

  // IR: vkm.control @Count(%x: !vkm.ptr<const f32>
  // IR-SAME: %moving: !vkm.ref<si32>
  // CHECK: void Counter_Generated::Count(const float *x, int n, int &moving) {
  // CHECK: call.Run({{.*}}, record, n);
  // CHECK-NEXT: moving = m_count;
  virtual void Count(const float *x, int n, int &moving) {
    kernel1D_Count(x, n);
    moving = m_count;
  }

  // What stands between kernels and reads what they compute comes after the last one.
  // CHECK: void Counter_Generated::All(
  // CHECK-NEXT: Mood &mood) {
  // CHECK-NEXT: count = 5;
  // CHECK: call.Run(
  // CHECK-NEXT: count += m_count;
  // CHECK-NEXT: *sum = m_sum;
  // CHECK-NEXT: mood = Mood::Wild;
  // CHECK-NEXT: range.low = m_low;
  // CHECK-NEXT: range.high = m_high;
  // CHECK-NEXT: }
  virtual void All(const float *x, float *y, int n, int &count, float *sum, Range &range, Mood &mood) {
    count = 5;
    kernel1D_Count(x, n);
    count += m_count;
    *sum = m_sum;
    kernel1D_Copy(x, y, n);
    mood = Mood::Wild;
    kernel1D_Range(x, n);
    range.low = m_low;
    range.high = m_high;
  }

  // CHECK: void Counter_Generated::ScaleCmd(VkCommandBuffer cmd, int n, float factor, int offset) {
  // CHECK: factor = factor * 0.5f;
  // CHECK: MultiplyCmd(cmd, n, factor, offset);
  // CHECK: int Counter_Generated::Scale(float *y, int n, float &factor, const int *offset, int &calls) {
  // CHECK-NEXT: const float factorAtEntry = factor;
  // CHECK-NEXT: factor = factor * 0.5f;
  // CHECK-NEXT: calls++;
  // CHECK: ScaleCmd(cmd, n, factorAtEntry, *offset);
  // CHECK: call.Run({{.*}}, record, n, factorAtEntry, *offset);
  // CHECK-NEXT: factor = 2.0f * factor + float(calls);
  // CHECK-NEXT: return calls;
  virtual int Scale(float *y, int n, float &factor, const int *offset, int &calls) {
    factor = factor * 0.5f;
    ++calls;
    kernel1D_Multiply(y, n, factor, *offset);
    factor = 2.0f * factor + calls;
    return calls;
  }

  // CHECK: void Counter_Generated::Twice(const float *x, int n, int &moving, int &twice) {
  // CHECK: call.Run(
  // CHECK-NEXT: moving = m_count;
  // CHECK-NEXT: twice = 2 * moving;
  virtual void Twice(const float *x, int n, int &moving, int &twice) {
    Count(x, n, moving);
    twice = 2 * moving;
  }

protected:
  void kernel1D_Count(const float *x, int n) {
    m_count = 0;
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      if (x[i] > 0)
        m_count++;
      m_sum += x[i];
    }
  }
  void kernel1D_Range(const float *x, int n) {
    m_low = 1e9f;
    m_high = -1e9f;
    for (int i = 0; i < n; i++) {
      m_low = std::min(m_low, x[i]);
      m_high = std::max(m_high, x[i]);
    }
  }
  void kernel1D_Copy(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
  void kernel1D_Multiply(float *y, int n, float factor, int offset) {
    for (int i = 0; i < n; i++)
      y[i] = y[i] * factor + float(offset);
  }

  int m_count = 0;
  float m_sum = 0, m_low = 0, m_high = 0;
};
