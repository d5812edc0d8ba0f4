//===- FunctionObjects.cpp - Function objects of <functional>, std::invoke and std::apply -----===//
//
//     std::plus<>()(a, b)     ->  a + b
//     std::invoke(f, a, b)    ->  f(a, b)
//     std::apply(f, tuple)    ->  f(part, part)
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/Synthesis.h"
#include "frontend/library/Subjects.h"
#include "frontend/library/Tuples.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class FunctionObject : public LibraryCall {
public:
  FunctionObject(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_made(body, call) {}

  template <clang::BinaryOperatorKind kind> LibraryResult binary() {
    return convertedResult(m_made.binary(kind, operand(0), operand(1)));
  }
  template <clang::UnaryOperatorKind kind> LibraryResult unary() {
    return convertedResult(m_made.unary(kind, operand(0)));
  }

  LibraryResult invoke() {
    if (callsMember())
      return std::nullopt;
    llvm::SmallVector<clang::Expr *> operands;
    for (unsigned index = 1; index < numArgs(); ++index)
      operands.push_back(operand(index));
    return callWith(operands);
  }
  LibraryResult apply() {
    if (callsMember())
      return std::nullopt;
    std::optional<llvm::SmallVector<clang::Expr *>> parts = TupleEmitter(m_body).emitParts(arg(1));
    return parts ? callWith(*parts) : failure();
  }

private:
  clang::Expr *operand(unsigned index) const { return const_cast<clang::Expr *>(arg(index)); }
  LibraryResult convertedResult(clang::Expr *expression) {
    expression = m_made.convert(expression, m_call->getType());
    return CallResult::ofValue(expression ? emitValue(expression) : mlir::Value());
  }

  bool callsMember() const { return arg(0)->getType()->isMemberPointerType(); }
  LibraryResult callWith(llvm::ArrayRef<clang::Expr *> operands) {
    const clang::Expr *made = m_made.call(operand(0), operands);
    while (made && !llvm::isa<clang::CallExpr>(made)) {
      const clang::Expr *inner = made->IgnoreImplicit();
      made = inner == made ? nullptr : inner;
    }
    return made ? emitCall(clang::cast<clang::CallExpr>(made)) : failure();
  }

  Synthesis m_made;
};
} // namespace

static constexpr LibraryRow kFunctionObjectsRows[] = {
    {"invoke", {1, ~0u}, by<&FunctionObject::invoke>},
    {"apply", 2, by<&FunctionObject::apply>},
    {"plus::operator()", 2, by<&FunctionObject::binary<clang::BO_Add>>},
    {"minus::operator()", 2, by<&FunctionObject::binary<clang::BO_Sub>>},
    {"multiplies::operator()", 2, by<&FunctionObject::binary<clang::BO_Mul>>},
    {"divides::operator()", 2, by<&FunctionObject::binary<clang::BO_Div>>},
    {"modulus::operator()", 2, by<&FunctionObject::binary<clang::BO_Rem>>},
    {"equal_to::operator()", 2, by<&FunctionObject::binary<clang::BO_EQ>>},
    {"not_equal_to::operator()", 2, by<&FunctionObject::binary<clang::BO_NE>>},
    {"less::operator()", 2, by<&FunctionObject::binary<clang::BO_LT>>},
    {"less_equal::operator()", 2, by<&FunctionObject::binary<clang::BO_LE>>},
    {"greater::operator()", 2, by<&FunctionObject::binary<clang::BO_GT>>},
    {"greater_equal::operator()", 2, by<&FunctionObject::binary<clang::BO_GE>>},
    {"logical_and::operator()", 2, by<&FunctionObject::binary<clang::BO_LAnd>>},
    {"logical_or::operator()", 2, by<&FunctionObject::binary<clang::BO_LOr>>},
    {"bit_and::operator()", 2, by<&FunctionObject::binary<clang::BO_And>>},
    {"bit_or::operator()", 2, by<&FunctionObject::binary<clang::BO_Or>>},
    {"bit_xor::operator()", 2, by<&FunctionObject::binary<clang::BO_Xor>>},
    {"negate::operator()", 1, by<&FunctionObject::unary<clang::UO_Minus>>},
    {"logical_not::operator()", 1, by<&FunctionObject::unary<clang::UO_LNot>>},
    {"bit_not::operator()", 1, by<&FunctionObject::unary<clang::UO_Not>>},
};
static constexpr LibraryTable kFunctionObjectsTables[] = {{LibraryHome::Std, kFunctionObjectsRows}};
const LibrarySubject vkmorph::frontend::kFunctionObjects = kFunctionObjectsTables;
