//===- RemoveReturns.h - A body without returns -----------------------------------------------===//
//
//   for (int i = 0; i < n; i++)            bool findDone = false;
//     if (a(i)) return i;                  for (int i = 0; i < n; i++)
//   b();                              =>     if (a(i)) { findResult = i; findDone = true; break; }
//   return -1;                             if (!findDone) { b(); findResult = -1; }
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_REMOVERETURNS_H
#define VKMORPH_TRANSFORMS_REMOVERETURNS_H

#include "ir/VkmDialect.h"

#include <string>

namespace vkmorph::vkm {

/// Lets control come to the end of a body where it returned before, from loops, switches and
/// branches of any depth. `name` begins the names of variables. Returns the variable that then has
/// what was returned, declared at the begin of the body; null where `type` is.
VarOp removeReturns(mlir::Block &body, mlir::Type type, llvm::StringRef name);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_REMOVERETURNS_H
