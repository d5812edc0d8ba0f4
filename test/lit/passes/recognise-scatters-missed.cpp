// Updates of shared elements that are no scatters, and what the message says of each.
// RUN: not vkmorph %s --class C -o %t -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=error:
#include <algorithm>
#include <cmath>
#include <cstdint>

struct Pair {
  float a, b;
};

class C {
public:
  virtual ~C() = default;
  virtual void Run(const int *k, const float *x, int n) {
    kernel1D_Read(k, n);
    kernel1D_Mixed(k, n);
    kernel1D_Form(k, x, n);
    kernel1D_Bytes(k, n);
    kernel1D_Assigned(k, n);
    kernel1D_Nan(k, x, n);
    kernel1D_Largest(k, x, n);
    kernel1D_Late(k, x, n);
    kernel1D_Whole(k, x, n);
    kernel1D_Called(k, n);
  }

  void kernel1D_Read(const int *k, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Read' may update the same element of 'm_counts'
      // CHECK: :[[@LINE+1]]:7: note: 'm_counts' is no reduction: the grid reads it otherwise, too
      m_counts[k[i] & 255]++;
      m_rank[i] = m_counts[k[i] & 255];
    }
  }
  void kernel1D_Mixed(const int *k, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Mixed' may update the same element of 'm_counts'
      // CHECK: note: 'm_counts' is no reduction: it is combined by different operations
      m_counts[k[i] & 255] += 2;
      m_counts[k[i] & 127] |= 1;
    }
  }
  void kernel1D_Form(const int *k, const float *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Form' may update the same element of 'm_sums'
      // CHECK: note: 'm_sums' is no reduction: the statement does not combine it with a value by
      m_sums[k[i] & 255] = m_sums[k[i] & 255] * 0.5f + x[i];
  }
  void kernel1D_Bytes(const int *k, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Bytes' may update the same element of 'm_bytes'
      // CHECK: note: 'm_bytes' is no reduction: its elements have 8 bits, and devices update 32 or 64 bits at once
      m_bytes[k[i] & 255] |= 1;
  }
  void kernel1D_Assigned(const int *k, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Assigned' may update the same element of 'm_counts'
      // CHECK: note: 'm_counts' is no reduction: the statement does not combine it with a value by
      m_counts[k[i] & 255]++;
      if (i == 7)
        m_counts[0] = 0;
    }
  }
  void kernel1D_Nan(const int *k, const float *x, int n) {
    for (int i = 0; i < n; i++)
    {
      // What is NaN before the loop is kept by the one, and replaced by the other.
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Nan' may update the same element of 'm_sums'
      // CHECK: note: 'm_sums' is no reduction: it is combined by different operations
      m_sums[k[i] & 255] = std::fmax(m_sums[k[i] & 255], x[i]);
      m_sums[k[i] & 127] = std::max(m_sums[k[i] & 127], x[i]);
    }
  }
  // More elements than a thread would keep: the reason is another one.
  void kernel1D_Largest(const int *k, const float *x, int n) {
    for (int i = 0; i < n; i++)
      if (x[i] > m_sums[k[i] & 255]) {
        // CHECK: :[[@LINE+2]]:9: error: {{.*}} 'kernel1D_Largest' may update the same element of 'm_sums'
        // CHECK: note: 'm_sums' is no reduction: the 'if' that compares it does more than assign it
        m_sums[k[i] & 255] = x[i];
        m_at[i] = i;
      }
  }
  void kernel1D_Late(const int *k, const float *x, int n) {
    for (int i = 0; i < n; i++)
      if (m_sums[k[i] & 255] < x[i] && k[i] > 5)
        // CHECK: :[[@LINE+2]]:9: error: {{.*}} 'kernel1D_Late' may update the same element of 'm_sums'
        // CHECK: note: 'm_sums' is no reduction: the 'if' compares it before something else; compare it last, as in 'c && x < m'
        m_sums[k[i] & 255] = x[i];
  }
  static Pair Sum(Pair p, float x) { return {p.a + x, p.b * x}; }
  void kernel1D_Whole(const int *k, const float *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+2]]:7: error: {{.*}} 'kernel1D_Whole' may update the same element of 'm_pairs.a'
      // CHECK: note: 'm_pairs.a' is no reduction: the statement does not combine it with a value by
      m_pairs[k[i] & 255] = Sum(m_pairs[k[i] & 255], x[i]);
  }
  // What is counted is also asked for.
  void Bump(int limit) {
    for (int b = 0; b < limit; b++)
      if (m_counts[b & 255]++ > 3)
        return;
  }
  void kernel1D_Called(const int *k, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE-5]]:11: error: {{.*}} 'kernel1D_Called' may update the same element of 'm_counts'
      // CHECK: note: 'm_counts' is no reduction: the grid reads it otherwise, too
      Bump(k[i]);
  }

  int m_counts[256] = {}, m_rank[4096] = {}, m_at[4096] = {};
  float m_sums[256] = {};
  uint8_t m_bytes[256] = {};
  Pair m_pairs[256] = {};
};
