//===- Tuples.h - std::pair and std::tuple as records -----------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_TUPLES_H
#define VKMORPH_FRONTEND_LIBRARY_TUPLES_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class TupleEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// The elements of a pair or tuple as expressions: those of `std::tie` are the variables.
  std::optional<llvm::SmallVector<clang::Expr *>> emitParts(const clang::Expr *tuple);
  /// A pair or tuple of these values, each converted to its element's type.
  mlir::Value emitTuple(clang::QualType type, llvm::ArrayRef<clang::Expr *> parts,
                        const clang::Expr *use);
  mlir::Value emitConstruct(const clang::CXXConstructExpr *construct);
  /// A pair of two values.
  mlir::Value emitPair(clang::QualType type, llvm::ArrayRef<const clang::Expr *> arguments,
                       const clang::Expr *use);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_TUPLES_H
