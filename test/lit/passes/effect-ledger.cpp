// A pass that takes an effect out of a control function's reach is caught, whichever pass it is; what becomes a part of
// another operation, or a command, is none of that.
// RUN: vkmorph %s --emit=planned -- -std=c++17 > %t.mlir
// RUN: not vkmorph-opt %t.mlir --pass-pipeline='builtin.module(vkm-mistranslate{kind=forget-epilogue})' 2>&1 | FileCheck %s
// RUN: vkmorph-opt %t.mlir --vkm-lower -o /dev/null
// CHECK: error: 'Sum' lost this statement in step 'vkm-mistranslate', whose fault it is, not the class's
class Numbers {
public:
  virtual ~Numbers() = default;
  virtual void Sum(const int *data, int n) {
    m_calls++;
    kernel1D_Sum(data, n);
    m_last = n;
  }

protected:
  void kernel1D_Sum(const int *data, int n) {
    m_sum = 0;
    m_largest = -1;
    for (int i = 0; i < n; i++) {
      m_sum += data[i];
      if (data[i] > m_largest) {
        m_largest = data[i];
        m_where = i;
      }
    }
    m_mean = n > 0 ? float(m_sum) / n : 0.0f;
  }
  int m_sum = 0, m_calls = 0, m_last = 0, m_largest = 0, m_where = 0;
  float m_mean = 0;
};
