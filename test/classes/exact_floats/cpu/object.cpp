// The class itself.
#include "object.h"

std::unique_ptr<SignalCheck> MakeObject(float start) {
  return std::make_unique<SignalCheck>(start);
}
