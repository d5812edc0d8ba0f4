// Origin: written in the conventions of kernel_slicer before its first translation.
// The first class of the papers, as kernel_slicer takes it.
// RUN: %check %s --class SumOfPositive --control CalcArraySumm --size a_dataSize=0,1,5000 -- -std=c++17 -DKERNEL_SLICER
#include "slicer_sum.h"

void SumOfPositive::kernel1D_ArraySumm(const int32_t* a_data, size_t a_dataSize)
{
  m_summ = 0;
  for (size_t i = 0; i < a_dataSize; i++)
  {
    int32_t number = a_data[i];
    if (number > 0)
      m_summ += number;
  }
}

int32_t SumOfPositive::CalcArraySumm(const int32_t* a_data, uint32_t a_dataSize)
{
  kernel1D_ArraySumm(a_data, a_dataSize);
  return m_summ;
}
