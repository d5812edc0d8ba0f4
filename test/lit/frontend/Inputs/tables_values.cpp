// The values of tables.h.
#include "tables.h"

const int tables::kPrimes[4] = {2, 3, 5, 7};

namespace tables {
extern const Pair kPair = {4, 0.5f};
}

const int Steps::kFirst = 11;
