// Origin: written as a user would.
// Pointers: into buffers, members and local arrays, moved, subtracted, compared, and as out-parameters.
// RUN: %check %s --class RowTool -- -std=c++17
#include "pointers.h"

static int Sum(const int *row, int n) {
  int sum = 0;
  for (int k = 0; k < n; k++)
    sum += row[k];
  return sum;
}

static int Taps(const int *p) {
  int v = *p++;
  v += 2 * *p++;
  v -= *p;
  return v + 3 * p[1];
}

static int IndexOfLargest(const int *first, const int *last) {
  const int *best = first;
  for (const int *p = first; p != last; ++p)
    if (*p > *best)
      best = p;
  return int(best - first);
}

static void Split(float x, int *whole, float *part) {
  *whole = int(x);
  *part = x - float(*whole);
}

static void Exchange(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

void RowTool::kernel1D_Rows(const int *map, int *sums, int *peaks, int width, int height) {
  for (int y = 0; y < height; y++) {
    const int *row = map + y * width;
    int window[4] = {4, 3, 2, 1};
    for (int x = 0; x < width; x++) {
      const int *here = &row[x];
      window[x & 3] += *here - Taps(m_taps) * (*(row + x) & 1);
    }
    Exchange(&window[0], window + 3);
    int *middle = window + 1;
    middle[0] -= middle[-1];
    *(middle + 1) -= 7;
    sums[y] = Sum(row, width) * 4 + Taps(window);
    int *out = peaks + y;
    *out = IndexOfLargest(window, window + 4);
    *out += 10 * IndexOfLargest(&window[1], &window[3]) + 100 * Sum(&m_taps[1], 2);
  }
}

void RowTool::kernel1D_Parts(const float *values, int *whole, float *part, int n) {
  for (int i = 0; i < n; i++) {
    int w = 0;
    float p;
    Split(values[i] * 4.0f, &w, &p);
    int *target = &w;
    *target += 100;
    part[i] = p;
    Split(values[i], &whole[i], part + i);
    whole[i] = whole[i] * 1000 + w;
    *(part + i) += p;
  }
}

void RowTool::Rows(const int *map, int *sums, int *peaks, int width, int height) {
  kernel1D_Rows(map, sums, peaks, width, height);
}

void RowTool::Parts(const float *values, int *whole, float *part, int n) { kernel1D_Parts(values, whole, part, n); }
