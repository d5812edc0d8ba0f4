// What the original did that C++ leaves undefined: clang asks for it to be told (-fsanitize, with
// the handlers of its minimal runtime).
#pragma once

#include <string>

namespace vkmorph::check {

/// The first such thing since the last call, as a part of a sentence: "shifts by more than there
/// are bits". Empty where there was none.
std::string takeUndefined();

} // namespace vkmorph::check
