// Origin: written as a user would, before its first translation.
// Objects with two vectors, a struct in one of them, results that kernels leave in the caller's object; sizes of vectors as bounds.
// RUN: %check %s --class StereoMixer -- -std=c++17
#include "stereo_mixer.h"
#include <algorithm>
#include <cmath>

void StereoMixer::kernel1D_Widen(Planes &planes, const Filter &filter) {
  for (size_t i = 0; i < planes.left.size(); i++) {
    const float middle = 0.5f * (planes.left[i] + planes.right[i]);
    const float side = 0.5f * (planes.left[i] - planes.right[i]) * filter.settings.width;
    planes.left[i] = (middle + side) * filter.settings.gain;
    planes.right[i] = (middle - side) * filter.settings.gain;
  }
}

void StereoMixer::kernel1D_Measure(Planes &planes) {
  planes.loudest = 0.0f;
  planes.clipped = 0;
  for (size_t i = 0; i < planes.left.size(); i++) {
    planes.loudest = std::max(planes.loudest, std::max(std::abs(planes.left[i]), std::abs(planes.right[i])));
    if (std::abs(planes.left[i]) > 1.0f)
      planes.clipped++;
  }
}

void StereoMixer::kernel1D_Smooth(const std::vector<float> &in, const Filter &filter, std::vector<float> &out) {
  for (size_t i = 0; i < in.size(); i++) {
    float sum = 0.0f;
    for (size_t tap = 0; tap < filter.taps.size(); tap++)
      sum += filter.taps[tap] * in[std::min(i + tap, in.size() - 1)];
    out[i] = sum * filter.settings.gain;
  }
}

void StereoMixer::kernel1D_Total(const Planes &planes) {
  m_total = 0.0f;
  for (float sample : planes.left)
    m_total += sample;
}

void StereoMixer::Widen(Planes &planes, const Filter &filter) {
  kernel1D_Widen(planes, filter);
  kernel1D_Measure(planes);
}

void StereoMixer::Smooth(const Planes &in, const Filter &filter, Planes &out) {
  out.left.resize(in.left.size());
  out.right.resize(in.right.size());
  kernel1D_Smooth(in.left, filter, out.left);
  kernel1D_Smooth(in.right, filter, out.right);
  out.loudest = in.loudest;
}

float StereoMixer::Total(const Planes &planes) {
  kernel1D_Total(planes);
  return m_total;
}
