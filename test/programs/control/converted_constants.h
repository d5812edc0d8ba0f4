// What converted_constants.cpp converts.
#pragma once
#include <algorithm>
#include <cstdint>
class ConvertedConstants {
public:
  virtual ~ConvertedConstants() = default;
  static constexpr unsigned kAll = 0xffffffffu;
  static constexpr unsigned kBig = 4000000000u;
  static constexpr int kMinus = -5;
  static constexpr int kMost = 12;
  static constexpr unsigned char kByte = 200;
  static constexpr unsigned short kShort = 65000;
  static constexpr long long kLong = 5000000000ll;
  static constexpr bool kYes = true;
  static constexpr float kHalf = 0.5f;
  static constexpr int64_t kSmallLong = 7;
  static constexpr double kThird = 1.0 / 3.0;
  enum class Wide : int { Small = 44, Big = 300, Neg = -212 };
  virtual int Enums([[vkmorph::size("n")]] int *a, int n, Wide wide);
  virtual void Consts([[vkmorph::size("n")]] int *a, int n, int k);
protected:
  void kernel1D_Add(int *a, int n, int by);
  void kernel1D_Long(int *a, int n, long long by);
  void kernel1D_Unsigned(int *a, int n, unsigned by);
  Wide m_wide = Wide::Small;
};
