//===- ClassSymbols.h - The operations of a class by their names ------------------------------===//

#ifndef VKMORPH_IR_CLASSSYMBOLS_H
#define VKMORPH_IR_CLASSSYMBOLS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// The operation of that kind and name in the class around `op`; null where there is none.
template <typename Named> Named lookupInClass(mlir::Operation *op, llvm::StringRef name) {
  auto parent = op->getParentOfType<ClassOp>();
  return parent ? parent.lookupSymbol<Named>(name) : Named();
}

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_CLASSSYMBOLS_H
