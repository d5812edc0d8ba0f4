// Classes in the conventions of the kernel_slicer translator: a sum, and what its host interface wants beside.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

class SumOfPositive
{
public:
  SumOfPositive() {}
  virtual ~SumOfPositive() {}

  virtual int32_t CalcArraySumm(const int32_t* a_data __attribute__((size("a_dataSize"))), uint32_t a_dataSize);

  virtual void CommitDeviceData() {}
  virtual void GetExecutionTime(const char* a_funcName, float a_out[4]) { (void)a_funcName; a_out[0] = a_out[1] = a_out[2] = a_out[3] = 0.0f; }

protected:
  void kernel1D_ArraySumm(const int32_t* a_data, size_t a_dataSize);

  int32_t m_summ = 0;
};
