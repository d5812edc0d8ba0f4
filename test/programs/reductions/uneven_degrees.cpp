// Origin: written as a user would, before its first translation.
// What the edges of each node of a graph add up to: their number above a weight, their weight, the heaviest, and the
// bits of all labels.
// RUN: %check %s --class Graph --arg nodes=40 --arg begin=0..9 --arg end=3..60 --size weight=60 --size label=60 --size heavy=40 --size total=40 --size top=40 --size mask=40 --variants=default,vulkan10 -- -std=c++17
#include <algorithm>

class Graph {
public:
  virtual ~Graph() = default;

  virtual void Degrees(const int *begin, const int *end, const int *weight, const unsigned *label, int *heavy,
                       int *total, int *top, unsigned *mask, int nodes) {
    kernel1D_Degrees(begin, end, weight, label, heavy, total, top, mask, nodes);
  }

protected:
  void kernel1D_Degrees(const int *begin, const int *end, const int *weight, const unsigned *label, int *heavy,
                        int *total, int *top, unsigned *mask, int nodes) {
    for (int node = 0; node < nodes; ++node) {
      int count = 0, sum = 0, highest = -1000000;
      unsigned bits = 0;
      for (int edge = begin[node]; edge < end[node]; ++edge) {
        const int w = weight[edge] % 1000;
        if (w > 10)
          count++;
        sum += w;
        highest = std::max(highest, w);
        bits |= label[edge];
      }
      heavy[node] = count;
      total[node] = sum;
      top[node] = highest;
      mask[node] = bits;
    }
  }
};
