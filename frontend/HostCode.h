//===- HostCode.h - Output and clocks in control functions -----------------------------------===//

#ifndef VKMORPH_FRONTEND_HOSTCODE_H
#define VKMORPH_FRONTEND_HOSTCODE_H

#include "mlir/IR/Value.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/SetVector.h"

#include <string>
#include <vector>

namespace vkmorph::frontend {

/// C++ with operands, as `vkm.host` has it.
struct HostText {
  std::vector<std::string> pieces = {""}; ///< one more than operands
  llvm::SmallVector<mlir::Value> operands;
  llvm::SetVector<llvm::StringRef> headers;
  bool timing = false;

  void add(llvm::StringRef text) { pieces.back() += text; }
  void add(mlir::Value operand) {
    operands.push_back(operand);
    pieces.emplace_back();
  }
};

/// A point in time, a duration or a clock of `std::chrono`.
bool isClockType(clang::QualType type);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_HOSTCODE_H
