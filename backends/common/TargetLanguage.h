//===- TargetLanguage.h - What differs between the languages that are printed -----------------===//
//
// Expressions and statements of a raised module look alike in GLSL and C++; one printer walks them
// and asks a TargetLanguage how types, literals, conversions, functions and places are spelled.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_COMMON_TARGETLANGUAGE_H
#define VKMORPH_BACKENDS_COMMON_TARGETLANGUAGE_H

#include "backends/common/Doc.h"
#include "ir/VkmDialect.h"

#include <optional>

namespace vkmorph {

/// How tightly an expression binds; operators of GLSL and of C++ have the same order.
enum class Precedence {
  Comma,
  Assignment,
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  MemberPointer,
  Unary,
  Postfix,
  Primary
};

/// A printed expression. `doc` has the breaks of its own operators outside of any group, so that a
/// chain of them breaks as one; who embeds it groups it.
struct Expr {
  Doc doc;
  Precedence precedence = Precedence::Primary;
};

class ExpressionPrinter;
class StatementPrinter;

/// The spelling of one target language.
class TargetLanguage {
public:
  virtual ~TargetLanguage() = default;

  /// A scalar, record or array type, as `uint`, `Particle`, `float[4]`.
  virtual std::string typeName(mlir::Type type) const = 0;
  /// A declarator: `float weights[4]`.
  virtual std::string declarator(mlir::Type type, llvm::StringRef name) const;
  /// A literal; an integer in hexadecimal digits where `asBits` is set.
  virtual Expr constant(mlir::TypedAttr value, bool asBits) const = 0;
  /// A conversion of the printed operand between scalar types.
  virtual Expr cast(mlir::Type from, mlir::Type to, const Expr &operand) const = 0;
  /// The name of a function of vkm.math for operands of that type.
  virtual std::string mathFunction(vkm::MathFn fn, mlir::Type type) const = 0;
  /// The name that calls of the function use.
  virtual std::string functionName(mlir::FunctionOpInterface function) const = 0;
  /// A struct or array of these parts.
  virtual Expr aggregate(mlir::Type type, llvm::ArrayRef<Doc> parts) const = 0;
  /// A field of the class.
  virtual Expr field(vkm::FieldRefOp op) const = 0;
  /// What a call passes, in order.
  virtual llvm::SmallVector<Doc> arguments(vkm::CallOp call, mlir::FunctionOpInterface callee,
                                           ExpressionPrinter &printer) const;
  /// A parameter, where it is not printed by its name.
  virtual std::optional<Expr> parameter(mlir::BlockArgument argument) const;
  /// Any expression that not all languages have: built-ins, shared variables, atomics, sizes on the
  /// host.
  virtual std::optional<Expr> otherExpression(mlir::Operation *op,
                                              ExpressionPrinter &printer) const;
  /// Prints a statement that not all languages have; false where the language has none for it.
  virtual bool otherStatement(mlir::Operation *op, StatementPrinter &printer) const;
  /// What stands for a condition of `if` and loops: languages that take numbers there need no
  /// conversion to bool.
  virtual mlir::Value condition(mlir::Value value) const { return value; }
  /// The statement that says that control goes on with the next case; empty where nothing does.
  virtual llvm::StringRef fallthrough() const { return {}; }
  /// What stands in front of a loop that is to be unrolled, with a space behind it; empty where
  /// the language has no word for that.
  virtual llvm::StringRef unrolled() const { return {}; }
  /// The words before the type in a declaration: "const ", "precise const ". `op` is vkm.var,
  /// vkm.let, vkm.for.
  virtual std::string qualifiers(mlir::Operation *op) const;
};

/// The shortest decimal digits that give the same number again, with a point or an exponent; no
/// suffix. The value is finite.
std::string decimalDigits(const llvm::APFloat &value);

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_TARGETLANGUAGE_H
