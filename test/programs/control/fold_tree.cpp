// Origin: written as a user would.
// Sizes that are halved in a loop of the host; parameters and locals that are assigned.
// RUN: %check %s --class FoldTree -- -std=c++17
#include "fold_tree.h"

void FoldTree::kernel1D_Fold(int *data, unsigned n, unsigned half) const {
  for (unsigned i = 0; i < n - half; i++)
    data[i] += data[i + half];
}

void FoldTree::kernel1D_Scale(int *data, unsigned n, int by) const {
  for (unsigned i = 0; i < n; i++)
    data[i] *= by;
}

void FoldTree::Sum(int *data, unsigned n) {
  while (n > 1) {
    const unsigned half = (n + 1) / 2;
    kernel1D_Fold(data, n, half);
    n = half;
  }
}

int FoldTree::Levels(int *data, unsigned n, int weight) {
  int levels = 0;
  for (unsigned left = n; left > 1; left = (left + 1) / 2) {
    weight = weight % 5 + 1;
    kernel1D_Scale(data, left, weight);
    kernel1D_Fold(data, left, (left + 1) / 2);
    levels++;
  }
  return levels;
}
