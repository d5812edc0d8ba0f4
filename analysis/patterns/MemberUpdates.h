//===- MemberUpdates.h - Statements that only set members to numbers the host has -------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_MEMBERUPDATES_H
#define VKMORPH_ANALYSIS_PATTERNS_MEMBERUPDATES_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"

#include <optional>

namespace vkmorph::vkm {

/// The members that are set, each with what sets it.
using MemberUpdates = llvm::MapVector<FieldOp, AssignOp>;

/// What the statements set, where they do nothing else and set each member once: members of 32 or
/// 64 bits, to constants and parameters of the kernel. A command buffer can carry such numbers
/// (`vkm.cmd.update`). None for all other statements.
std::optional<MemberUpdates> matchMemberUpdates(OnceOp once);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_MEMBERUPDATES_H
