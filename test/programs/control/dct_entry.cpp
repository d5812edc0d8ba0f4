// Origin: written as a user would, before its first translation.
// A method that is not virtual, in a namespace, with a C-style body and several loop nests.
// RUN: %check %s --class jpeg::Dct --config=%S/Inputs/dct_entry.yaml --size blocks=1,3 -- -std=c++17
#include <cmath>

namespace jpeg {
class Dct {
public:
  void Forward(const float *in, float *rows, float *out, int blocks) {
    int b, u, x;
    float sum;
    for (b = 0; b < blocks; b++)
      for (u = 0; u < 8; u++) {
        sum = 0.0f;
        for (x = 0; x < 8; x++)
          sum += in[b * 8 + x] * std::cos((2 * x + 1) * u * 0.19634954f);
        rows[b * 8 + u] = sum;
      }
    for (b = 0; b < blocks; b++)
      for (u = 0; u < 8; u++)
        out[b * 8 + u] = rows[b * 8 + u] * (u == 0 ? 0.35355339f : 0.5f);
  }
};
} // namespace jpeg
