//===- HostCode.h - Output and clocks in control functions -----------------------------------===//

#ifndef VKMORPH_FRONTEND_HOST_HOSTCODE_H
#define VKMORPH_FRONTEND_HOST_HOSTCODE_H

#include "mlir/IR/Value.h"
#include "clang/AST/Expr.h"
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
  void add(const HostText &other) {
    add(other.pieces.front());
    pieces.insert(pieces.end(), other.pieces.begin() + 1, other.pieces.end());
    operands.append(other.operands.begin(), other.operands.end());
    headers.insert(other.headers.begin(), other.headers.end());
    timing |= other.timing;
  }
};

/// Whether a call prints, or asks a clock.
bool isHostCall(const clang::CallExpr *call);
/// A point in time, a duration or a clock of `std::chrono`.
bool isClockType(clang::QualType type);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_HOST_HOSTCODE_H
