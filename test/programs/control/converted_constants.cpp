// Origin: written with the part of the compiler that it tests.
// Constants that control functions convert: from one sign to the other, to fewer bits and back, twice in a row.
// RUN: %check %s --size n=1,40 --arg a=-9..60 --arg k=-3..9 --repeat 6 -- -std=c++17
#include "converted_constants.h"
void ConvertedConstants::Consts(int *a, int n, int k) {
  kernel1D_Add(a, n, k > -int(kAll) ? 3 : 4);
  kernel1D_Add(a, n, k > int(kAll) ? 3 : 4);
  kernel1D_Add(a, n, k / int(kBig));
  kernel1D_Add(a, n, k - 20 < int(kByte) - 220 ? 5 : 6);
  kernel1D_Add(a, n, (k - 20) / int(kAll) + (k * int(kLong)) % 7);
  kernel1D_Add(a, n, unsigned(k - 20) < unsigned(kMost) ? 7 : 8);
  kernel1D_Add(a, n, int(unsigned(k - 20) / unsigned(kByte)));
  kernel1D_Add(a, n, int(unsigned(kMinus) >> k));
  kernel1D_Add(a, n, int(unsigned(kMinus) / unsigned(k + 2)));
  kernel1D_Add(a, n, int((unsigned(kMost) << 30) / unsigned(k + 2)));
  kernel1D_Add(a, n, std::max(int(kByte), k) + std::min<int>(kShort, k) + std::max(k, int(kYes)));
  kernel1D_Add(a, n, int(std::max(unsigned(kMost), unsigned(k))));
  kernel1D_Add(a, n, std::min(kMost, k));
  kernel1D_Long(a, n, (long long)unsigned(kMinus) + k);
  kernel1D_Long(a, n, (long long)int(kAll) + k);
  kernel1D_Long(a, n, k > 4 ? kAll : kByte);
  kernel1D_Long(a, n, k + kAll);
  kernel1D_Long(a, n, k * kBig + kLong);
  kernel1D_Long(a, n, -kBig);
  kernel1D_Long(a, n, ~kAll + k);
  kernel1D_Unsigned(a, n, kMost);
  kernel1D_Unsigned(a, n, kMinus);
  kernel1D_Unsigned(a, n, k > 3 ? kMost : kAll);
  kernel1D_Add(a, n, int(kHalf * k * 10) + int(float(kMost) / (k + 0.5f)) + kYes * 4 + int(kSmallLong) * k);
  unsigned u = kMost;
  u -= kMinus;
  kernel1D_Unsigned(a, n, u * kMost + kByte);
  for (unsigned i = kMost; i > kByte - 192u; i--)
    kernel1D_Unsigned(a, n, i % kMost);
  kernel1D_Add(a, n, k % kMost - (kMost - k) - -kMinus - kMinus);
}
void ConvertedConstants::kernel1D_Add(int *a, int n, int by) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] % 1001 + by % 10007;
}
void ConvertedConstants::kernel1D_Long(int *a, int n, long long by) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] % 1001 + int(by % 10007) + int(by >> 40);
}
void ConvertedConstants::kernel1D_Unsigned(int *a, int n, unsigned by) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] % 1001 + int(by % 10007);
}

int ConvertedConstants::Enums(int *a, int n, Wide wide) {
  int r = 0;
  if (wide == Wide((unsigned char)Wide::Big))
    r = 1;
  if (wide != static_cast<Wide>(static_cast<signed char>(Wide::Neg)))
    r += 2;
  kernel1D_Add(a, n, r + int(double(float(kThird)) * 3e9 - 1e9) + int(wide));
  m_wide = Wide((unsigned char)Wide::Big);
  if (Wide::Big == wide)
    m_wide = Wide::Neg;
  kernel1D_Add(a, n, int(m_wide));
  return r;
}
