// Origin: written from README.md and docs/Language.md before its first translation.
// A loop that ends when a kernel changed nothing, a vector that gets its size in the control function.
// RUN: %check %s --class Components --config=%S/Inputs/components.yaml --size width=1,13 --size height=1,9 --arg mask=0..2 --arg maxRounds=0..30 -- -std=c++17
#include "components.h"
#include <algorithm>

void Components::kernel1D_Start(const uint8_t *mask, int *labels, int count) {
  for (int i = 0; i < count; i++)
    labels[i] = mask[i] != 0 ? i : -1;
}

void Components::kernel2D_Spread(const int *from, int *to, int width, int height) {
  m_changed = 0;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const int i = y * width + x;
      int label = from[i];
      if (label >= 0) {
        if (x > 0 && from[i - 1] >= 0)
          label = std::min(label, from[i - 1]);
        if (x + 1 < width && from[i + 1] >= 0)
          label = std::min(label, from[i + 1]);
        if (y > 0 && from[i - width] >= 0)
          label = std::min(label, from[i - width]);
        if (y + 1 < height && from[i + width] >= 0)
          label = std::min(label, from[i + width]);
        // Jump to where the label points to.
        if (from[label] < label)
          label = from[label];
        if (label != from[i])
          m_changed++;
      }
      to[i] = label;
    }
  }
}

void Components::kernel1D_Areas(const int *labels, int count) {
  m_components = 0;
  for (int i = 0; i < count; i++)
    if (labels[i] == i)
      m_components++;
}

// The area of a component is counted by the pixel that gave it its name.
void Components::kernel1D_Sizes(const int *labels, int count) {
  m_largest = 0;
  for (int i = 0; i < count; i++) {
    int area = 0;
    if (labels[i] == i)
      for (int k = i; k < count; k++)
        area += labels[k] == i ? 1 : 0;
    m_largest = std::max(m_largest, area);
  }
}

int Components::Label(const uint8_t *mask, int *labels, int width, int height, int maxRounds) {
  const int count = width * height;
  m_other.resize(count);
  kernel1D_Start(mask, labels, count);
  m_rounds = 0;
  m_changed = 1;
  for (int round = 0; round < maxRounds; round++) {
    kernel2D_Spread(labels, m_other.data(), width, height);
    kernel2D_Spread(m_other.data(), labels, width, height);
    m_rounds++;
    if (m_changed == 0)
      break;
  }
  kernel1D_Areas(labels, count);
  kernel1D_Sizes(labels, count);
  return m_changed == 0 ? m_components : -1;
}
