#pragma once
#include <cstdint>
#include <cstring>

namespace digest {

template <typename To, typename From> inline To BitCast(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "sizes must agree");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Hashes and re-encodes numbers by their representation.
class Encoder {
public:
  virtual ~Encoder() = default;
  virtual void Hash(const float *values, const uint32_t *keys, uint32_t *hashes, float *nudged, uint32_t n);
  virtual void Wide(const double *values, uint64_t *hashes, double *scaled, uint32_t n);

private:
  void kernel1D_Hash(const float *values, const uint32_t *keys, uint32_t *hashes, uint32_t n);
  void kernel1D_Nudge(const float *values, float *nudged, uint32_t n);
  void kernel1D_Wide(const double *values, uint64_t *hashes, double *scaled, uint32_t n);
  uint32_t seed_ = 2166136261u;
};

} // namespace digest
