// Origin: written as a user would, before its first translation.
// Tables with methods, two levels deep in a private struct, and a histogram whose array and vector are of one object.
// RUN: %check %s --class ToneCurve --arg entries=2..40 --size count=0,100 -- -std=c++17
#include "tone_curve.h"
#include <cmath>

ToneCurve::ToneCurve(int entries) {
  grading.red.setEntries(entries);
  grading.green.setEntries(entries + 3);
  grading.blue.setEntries(5);
  for (int i = 0; i < entries; ++i)
    grading.red.set(i, std::sqrt(float(i) / entries));
  for (int i = 0; i < entries + 3; ++i)
    grading.green.set(i, 0.75f * i / entries);
  for (int i = 0; i < 5; ++i)
    grading.blue.set(i, 0.125f * i * i / 2);
  histogram.shares.resize(Histogram::kBins);
}

void ToneCurve::kernel1D_Apply(float *pixels, int count) {
  for (int i = 0; i < count; ++i) {
    const float tone = pixels[i] * grading.gain;
    const int channel = i % 3;
    pixels[i] = channel == 0 ? grading.red.at(tone) : channel == 1 ? grading.green.at(tone) : grading.blue.at(tone);
  }
}

void ToneCurve::kernel1D_Count(const float *pixels, int count) {
  for (int bin = 0; bin < Histogram::kBins; ++bin)
    histogram.counts[bin] = 0;
  histogram.total = 0;
  for (int i = 0; i < count; ++i) {
    histogram.counts[Histogram::bin(pixels[i])]++;
    histogram.total++;
  }
}

void ToneCurve::kernel1D_Shares() {
  for (size_t i = 0; i < histogram.shares.size(); ++i)
    histogram.shares[i] = histogram.total > 0 ? float(histogram.counts[i]) / float(histogram.total) : 0.0f;
}

void ToneCurve::Apply(float *pixels, int count) { kernel1D_Apply(pixels, count); }

int ToneCurve::Count(const float *pixels, int count) {
  kernel1D_Count(pixels, count);
  kernel1D_Shares();
  return histogram.total;
}
