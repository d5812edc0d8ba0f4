//===- ConstantExpressions.h - What is constant in shaders, and its value in C++ --------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_CONSTANTEXPRESSIONS_H
#define VKMORPH_BACKENDS_SHADING_RAISE_CONSTANTEXPRESSIONS_H

#include "ir/VkmDialect.h"

#include <optional>

namespace vkmorph::shading {

/// The result of an operator, in the precision of its operands; none for operators that floats
/// lack.
std::optional<llvm::APFloat> computeFloat(vkm::BinaryKind kind, llvm::APFloat a,
                                          const llvm::APFloat &b);

/// The constant expressions of one body: literals, const variables, and what operators and
/// functions make of them.
class ConstantExpressions {
public:
  /// The value that C++ gives it; null where it has none, or where that is not defined to the last
  /// bit.
  mlir::TypedAttr evaluate(mlir::Value value);
  /// Whether the compiler of a shading language may compute the value.
  bool isConstant(mlir::Value value);
  /// The operation is about to be erased, with all that is in it: others may get its memory.
  void forget(mlir::Operation *op) {
    op->walk([&](mlir::Operation *inner) {
      for (mlir::Value result : inner->getResults())
        known.erase(result);
    });
  }
  /// Whether some value is that of this variable, or of a part of it.
  bool hasRead(vkm::VarOp variable) const { return variables.contains(variable); }

private:
  mlir::TypedAttr compute(mlir::Value value);
  /// The expression that initialises a place that never changes; null for others.
  mlir::Value getInitial(mlir::Value place);
  mlir::Value getPart(mlir::Value whole, mlir::StringAttr member);

  llvm::DenseMap<mlir::Value, mlir::TypedAttr> known;
  llvm::DenseSet<mlir::Operation *> variables;
};

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_CONSTANTEXPRESSIONS_H
