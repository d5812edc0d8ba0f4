//===- InputUses.h - What a control function does with its inputs -----------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_INPUTUSES_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_INPUTUSES_H

#include "ir/VkmDialect.h"

#include <map>
#include <set>
#include <string>

namespace vkmorph::check {

/// What matters for how an input is drawn.
struct InputUse {
  /// Numbers at which a comparison gives another answer, if all else is constant.
  std::set<double> limits;
  /// It says which element is accessed, how often a loop runs, or by how many bits something is
  /// shifted: most large numbers are outside of what the class can do with.
  bool isCount = false;
};

/// By path, subscripts left out: "%2.level" of the elements of the third parameter's array, or
/// "m_grid.cells.level" of a field, by its symbol.
using InputUses = std::map<std::string, InputUse>;

/// How the parameter of a control function is called in paths.
std::string nameOfParameter(unsigned index);

/// Looks at a control function, the kernels that it launches and the functions that they call, in
/// the phase `recognised`. Two inputs that are compared with each other get limits in common,
/// unless one of them is among `sizes`.
InputUses findInputUses(vkm::ControlOp control, const std::set<std::string> &sizes);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_INPUTUSES_H
