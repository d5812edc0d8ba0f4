//===- NumericCall.h - Functions on numbers that are a few operations -------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_NUMERICCALL_H
#define VKMORPH_FRONTEND_LIBRARY_NUMERICCALL_H

#include "frontend/library/Library.h"

namespace vkmorph::frontend {

/// A call of a function that takes numbers and gives one.
class NumericCall : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

protected:
  using Value = mlir::Value;
  using Values = llvm::MutableArrayRef<Value>;
  using Emit = llvm::function_ref<Value()>;

  /// Evaluates the arguments; the result of `emit`, or none where this is no function of numbers.
  LibraryResult evaluate(llvm::function_ref<Value(Values operands, mlir::Type result)> emit);
  /// Converts the operands to a type.
  void convertAll(Values operands, mlir::Type type);
  /// Converts the operands to the type in which <cmath> takes them: float where all are.
  mlir::Type convertToReal(Values operands);

  mlir::IntegerType intType(unsigned width, bool isSigned) {
    return m_builder.getIntegerType(width, isSigned);
  }
  mlir::IntegerType intType() { return intType(32, /*isSigned=*/true); }
  Value number(mlir::Type type, int64_t value) {
    return m_builder.create<vkm::ConstantOp>(m_where, mlir::IntegerAttr::get(type, value));
  }
  Value real(mlir::Type type, const llvm::APFloat &value) {
    return m_builder.create<vkm::ConstantOp>(m_where, mlir::FloatAttr::get(type, value));
  }
  Value real(mlir::Type type, double value) {
    return m_builder.create<vkm::ConstantOp>(m_where, mlir::FloatAttr::get(type, value));
  }
  Value cast(Value value, mlir::Type type) {
    return m_builder.createOrFold<vkm::CastOp>(m_where, type, value);
  }
  Value binary(vkm::BinaryKind kind, Value lhs, Value rhs) {
    return m_builder.create<vkm::BinaryOp>(m_where, kind, lhs, rhs);
  }
  Value unary(vkm::UnaryKind kind, Value operand) {
    return m_builder.create<vkm::UnaryOp>(m_where, kind, operand);
  }
  Value compare(vkm::CmpKind kind, Value lhs, Value rhs) {
    return m_builder.create<vkm::CmpOp>(m_where, m_builder.getI1Type(), kind, lhs, rhs);
  }
  Value math(vkm::MathFn fn, mlir::Type type, mlir::ValueRange operands) {
    return m_builder.create<vkm::MathOp>(m_where, type, fn, operands);
  }
  Value test(vkm::MathFn fn, Value operand) { return math(fn, m_builder.getI1Type(), operand); }
  Value invert(Value condition) { return unary(vkm::UnaryKind::Not, condition); }
  Value both(Value first, Emit second) { return shortCircuit<vkm::AndOp>(first, second); }
  Value either(Value first, Emit second) { return shortCircuit<vkm::OrOp>(first, second); }
  Value select(Value condition, mlir::Type type, Emit whenTrue, Emit whenFalse);

private:
  void fill(mlir::Region &region, Emit emit);
  template <typename Op> Value shortCircuit(Value first, Emit second) {
    auto op = m_builder.create<Op>(m_where, m_builder.getI1Type(), first);
    fill(op.getRhs(), second);
    return op;
  }
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_NUMERICCALL_H
