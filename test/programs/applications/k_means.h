// Groups colours around a few centres.
#pragma once
#include <array>
#include <cstdint>

namespace palette {

struct Colour {
  float r = 0, g = 0, b = 0;
  Colour operator-(const Colour &o) const { return {r - o.r, g - o.g, b - o.b}; }
  float Norm2() const { return r * r + g * g + b * b; }
};

class KMeans {
public:
  static constexpr int K = 6;

  KMeans() {
    for (int k = 0; k < K; ++k)
      centres_[k] = {k / float(K), (k * 2 % K) / float(K), (k * 3 % K) / float(K)};
  }
  virtual ~KMeans() = default;

  /// One step of Lloyd's algorithm: labels get the nearest centre's number, centres move to the middle of theirs.
  virtual float Step(const Colour *colours, int *labels, int count);
  /// Several steps, as many as it takes at most.
  virtual void Run(const Colour *colours, int *labels, int count, int steps);

  const std::array<Colour, K> &Centres() const { return centres_; }

private:
  void kernel1D_Assign(const Colour *colours, int *labels, int count);
  void kernel1D_Move();

  std::array<Colour, K> centres_;
  float sumR_[K] = {}, sumG_[K] = {}, sumB_[K] = {};
  int members_[K] = {};
  float cost_ = 0;
  int changed_ = 0;
};

} // namespace palette
