// Compiled ahead by clang behind the runtime's headers: templates of the standard library and of
// the runtime that most generated code and most harnesses call. Nothing calls these functions, of
// which no code is made; but what they call is instantiated here, once, and no more in each file
// that follows.
#pragma once

// Nothing else: generated code has to include by itself what it needs.
#include <vkmorph/runtime.h>

namespace vkmorph::check {

template <class T> inline void instantiateVector() {
  std::vector<T> some(1), others;
  const T *first = some.data();
  others.assign(first, first + 1);
  others.resize(2);
  others.push_back(some.back());
  some = others;
  others = std::move(some);
}

inline void instantiateAll() {
  instantiateVector<int>();
  instantiateVector<uint32_t>();
  instantiateVector<float>();
  instantiateVector<double>();
  const std::vector<std::string> names;
  IterationCount<int>(1, "");
}

} // namespace vkmorph::check
