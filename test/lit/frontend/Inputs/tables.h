// Constants that another source defines.
#pragma once

struct Pair {
  int first;
  float second;
};

namespace tables {
extern const int kPrimes[4];
extern const Pair kPair;
} // namespace tables

class Steps {
public:
  static const int kFirst;
};
