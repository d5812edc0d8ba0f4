//===- MemberInputs.h - Which members a control function takes as inputs ----------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_MEMBERINPUTS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_MEMBERINPUTS_H

#include "ir/VkmDialect.h"

#include <set>
#include <string>

namespace vkmorph::check {

/// The members that a call finds as the object has them. Names are symbols; where a part of a
/// member is meant, the members that lead to it follow: "m_grid.width".
struct MemberInputs {
  /// Fields and vectors that something reads before the call overwrites them.
  std::set<std::string> read;
  /// Fields that the call overwrites before anything reads them.
  std::set<std::string> overwritten;
  /// They bound grids, or say how large arrays are.
  std::set<std::string> sizes;
  /// They bound loops inside of kernels, or loops that launch kernels.
  std::set<std::string> loopBounds;
  /// They say which element a kernel writes: two iterations may write one for some values.
  std::set<std::string> targets;
  /// So does a parameter that bounds no grid.
  bool hasStrideParameter = false;
  /// Vectors that the call appends to, or makes longer.
  std::set<std::string> filled;
  /// Fields and vectors that the call may write: all others stay what they are, bit by bit.
  std::set<std::string> written;
};

/// Looks at a control function and the kernels that it launches, in the phase `recognised`.
MemberInputs findMemberInputs(vkm::ControlOp control);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_MEMBERINPUTS_H
