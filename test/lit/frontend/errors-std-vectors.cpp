// What std::vectors are not translated for: an error for each use.
// RUN: not %import %s 2>&1 | FileCheck %s

#include <utility>
#include <vector>

class C {
public:
  virtual ~C() {}
  // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:19: error: parameter 'v' of kernel 'kernel1D_p' is a std::vector [vkm1117]
  // CHECK: note: kernels and control functions take numbers, pointers to arrays, and objects with std::vectors by reference; kernels also take references to std::vectors; results go to members
  void kernel1D_p(std::vector<float> v) {}
  void kernel1D_k(int *a) {
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:5: error: 'std::vector<float>' needs memory of its own, which kernels cannot allocate [vkm1150]
    // CHECK: note: make it a member of the class, take it by reference, or use a fixed array or std::array
    std::vector<float> local;
    // CHECK: errors-std-vectors.cpp:[[@LINE+48]]:21: error: 'm_flags' is a std::vector<bool>, which holds bits instead of elements [vkm1151]
    // CHECK: note: use std::vector<uint8_t>
    a[0] = m_flags[0];
    // CHECK: errors-std-vectors.cpp:[[@LINE+46]]:35: error: 'm_rows' is a std::vector of std::vectors [vkm1152]
    // CHECK: note: use one std::vector of width * height elements, and [y * width + x]
    a[0] = m_rows[0][0];
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:12: error: 'at' throws an exception where the index is beyond the std::vector's size [vkm1450]
    // CHECK: note: use '[]', and an 'if' where the index may be beyond it
    a[0] = m_taps.at(3);
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:5: error: 'pop_back' changes how many elements a std::vector has, or which [vkm1451]
    // CHECK: note: give the std::vector its size before the control function is called; kernels assign elements, append by push_back, and empty it by clear
    m_taps.pop_back();
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:5: error: the reference that 'emplace_back' returns is used, while other iterations append to the same std::vector [vkm1454]
    // CHECK: note: make the element first, and append it when it is complete
    m_taps.emplace_back(1.0f) += 2.0f;
    // CHECK: errors-std-vectors.cpp:[[@LINE+18]]:48: error: 'push_back' is called on a std::vector that is not named as a member of the class [vkm1453]
    // CHECK: note: name the member where it is called, as in 'm_found.push_back(x)'
    fill(m_taps);
    // CHECK: errors-std-vectors.cpp:[[@LINE+1]]:5: error: 'operator=' changes how many elements a std::vector has, or which [vkm1451]
    m_taps = m_other;
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:12: error: 'capacity' of std::vector has no counterpart on the device [vkm1452]
    // CHECK: note: use '[]', 'size', 'empty', 'front', 'back', 'data' or a range-based for loop
    a[0] = m_taps.capacity();
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:5: error: this swaps std::vectors that are not members of the class, or outside of a control function [vkm1457]
    // CHECK: note: swap two members in the function that calls the kernels, as in 'std::swap(m_now, m_next)'
    std::swap(m_taps, m_other);
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:24: error: this use of std::vector 'm_taps' is not translated [vkm1360]
    // CHECK: note: read and write its elements; pass it on as a reference to a std::vector
    const auto *all = &m_taps;
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:13: error: this expression does not name one std::vector that is a member of the class [vkm1153]
    // CHECK: note: make it a plain member of the class, and choose between several by 'if'
    a[0] = (a[1] > 3 ? m_taps : m_other)[1];
  }
  static void fill(std::vector<float> &taps) { taps.push_back(1); }
  virtual void run(int *a) {
    kernel1D_k(a);
    kernel1D_p(m_taps);
    a[0] = m_taps[0];
    // CHECK: errors-std-vectors.cpp:[[@LINE+1]]:5: error: 'assign' changes how many elements a std::vector has, or which [vkm1451]
    m_taps.assign(m_other.begin(), m_other.end());
    // CHECK: errors-std-vectors.cpp:[[@LINE+2]]:5: error: std::vector 'copied' of a control function is not initialised by a number of equal elements [vkm1455]
    // CHECK: note: declare it as 'copied(n)' or 'copied(n, value)', and assign its elements afterwards
    std::vector<float> copied(m_taps);
    // CHECK: errors-std-vectors.cpp:[[@LINE+3]]:16: error: std::vector 'empty' has no elements here, or different numbers of them on the paths that lead here [vkm1456]
    // CHECK: note: give it its size where it is declared, or by one 'resize' or 'assign' in the same block, before anything else uses it
    std::vector<int> empty;
    kernel1D_k(empty.data());
  }
  std::vector<bool> m_flags;
  std::vector<std::vector<float>> m_rows;
  std::vector<float> m_taps, m_other;
};
