//===- HarnessPrinter.h - Writes the program that runs both classes ---------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_HARNESSPRINTER_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_HARNESSPRINTER_H

#include "ClassModel.h"

namespace vkmorph::check {

/// The text of the harness: one C++ file that includes the generated header and the support
/// library, says how both classes are made and called, and leaves the rest to the library. It is
/// the same for all variants, sizes and inputs.
std::string printHarness(ClassModel &model, const Options &options);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_HARNESSPRINTER_H
