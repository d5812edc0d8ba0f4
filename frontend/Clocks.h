//===- Clocks.h - Clocks in control functions -------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_CLOCKS_H
#define VKMORPH_FRONTEND_CLOCKS_H

#include "frontend/Program.h"
#include "frontend/Reporter.h"

namespace vkmorph::frontend {

/// Whether a control function measures time with `std::chrono`; reports the first place.
bool reportClock(const Program &program, Reporter &reporter, const clang::FunctionDecl *control);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_CLOCKS_H
