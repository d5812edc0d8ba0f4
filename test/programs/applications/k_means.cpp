// Origin: written from README.md and docs/Language.md before its first translation.
// Sums by a label that each iteration finds, and a small kernel over the centres.
// RUN: %check %s --class palette::KMeans --size count=0,1,700 --arg labels=0..5 --arg steps=0..3 -- -std=c++17
#include "k_means.h"

namespace palette {

void KMeans::kernel1D_Assign(const Colour *colours, int *labels, int count) {
  for (int k = 0; k < K; ++k) {
    sumR_[k] = sumG_[k] = sumB_[k] = 0;
    members_[k] = 0;
  }
  cost_ = 0;
  changed_ = 0;
  for (int i = 0; i < count; ++i) {
    int best = 0;
    float bestDistance = (colours[i] - centres_[0]).Norm2();
    for (int k = 1; k < K; ++k) {
      const float distance = (colours[i] - centres_[k]).Norm2();
      if (distance < bestDistance) {
        bestDistance = distance;
        best = k;
      }
    }
    if (labels[i] != best) {
      labels[i] = best;
      ++changed_;
    }
    cost_ += bestDistance;
    sumR_[best] += colours[i].r;
    sumG_[best] += colours[i].g;
    sumB_[best] += colours[i].b;
    members_[best]++;
  }
}

void KMeans::kernel1D_Move() {
  for (int k = 0; k < K; ++k) {
    if (members_[k] == 0)
      continue;
    const float scale = 1.0f / members_[k];
    centres_[k] = Colour{sumR_[k] * scale, sumG_[k] * scale, sumB_[k] * scale};
  }
}

float KMeans::Step(const Colour *colours, int *labels, int count) {
  kernel1D_Assign(colours, labels, count);
  kernel1D_Move();
  return cost_;
}

void KMeans::Run(const Colour *colours, int *labels, int count, int steps) {
  for (int step = 0; step < steps; ++step)
    Step(colours, labels, count);
}

} // namespace palette
