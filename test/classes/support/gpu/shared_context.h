// The one device that all objects of a driver run on, and the test's ear on the validation layer.
#pragma once

#include "vkmorph/runtime.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace shared_context {

/// Made before the context, hence gone after it: the layer has had its last word by then, which is
/// about leaks. Ends the program with status 3 if there was any message.
struct Silence {
  ~Silence() {
    const unsigned long long messages = vkmorph::TotalValidationMessages();
    if (messages == 0)
      return;
    std::fprintf(stderr, "%llu message(s) of the validation layer\n", messages);
    std::fflush(nullptr);
    std::_Exit(3);
  }
};

inline bool ValidationWanted() {
  const char *wanted = std::getenv("VKMORPH_VALIDATION");
  return wanted != nullptr && std::string(wanted) == "1";
}

} // namespace shared_context

template <class Generated> const vkmorph::DeviceContext &SharedContext() {
  static const shared_context::Silence silence;
  static const vkmorph::Context context = vkmorph::CreateContext(Generated::RequiredFeatures());
  if (shared_context::ValidationWanted() && !context.Validation())
    throw vkmorph::Error("VKMORPH_VALIDATION=1, but the context has no validation layer");
  return context.Device();
}
