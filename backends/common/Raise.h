//===- Raise.h - Steps that all back ends take from a lowered module to a printable one -------===//
//
// A back end clones the lowered module and takes these steps between its own ones; then every
// expression may be printed where it is used (ExpressionPrinter.h). Each step is a function over
// one body: an operation whose first region holds statements (vkm.shader, vkm.func, vkm.control,
// vkm.commands, vkm.extent). Order:
//
//   nameValues        what cannot be printed where it is used becomes a vkm.let
//   legaliseNames     (LegaliseNames.h) last: it sees all names
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_COMMON_RAISE_H
#define VKMORPH_BACKENDS_COMMON_RAISE_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace vkmorph {

/// A discardable attribute (a string) on any expression: the name it gets where it needs one.
/// Without it the name comes from what is read or done.
inline constexpr llvm::StringLiteral kNameHintAttr = "vkm.name";
/// Of functions that were specialised for a buffer: a pointer parameter is that buffer, which the
/// text mentions by its name and does not pass.
using vkm::kBufferAttr;
/// Of a vkm.buffer that vkm.deref_wide reads: what its elements are called as vectors.
inline constexpr llvm::StringLiteral kWideNameAttr = "vkm.wide_name";
/// Of a vkm.bits that numbers the words of a buffer, or of the class data: what these are called.
inline constexpr llvm::StringLiteral kBitsNameAttr = "vkm.bits_name";
/// The name of the buffer that a pointer is: of a vkm.buffer, or of a parameter with kBufferAttr;
/// null for other pointers.
mlir::StringAttr getBufferName(mlir::Value pointer);

/// A unit attribute of vkm.let: one of the first lines of a body, which an empty line follows.
inline constexpr llvm::StringLiteral kPrologueAttr = "vkm.prologue";

/// A unit attribute on an expression: its value gets a name, which is precise.
inline constexpr llvm::StringLiteral kPreciseAttr = "vkm.precise";

/// On a vkm.constant that the text mentions by a name: that name.
inline constexpr llvm::StringLiteral kConstantAttr = "vkm.constant_name";
/// The value of a literal; null for other values, and for constants that the text has a name for.
mlir::TypedAttr getLiteral(mlir::Value value);

/// A unit argument attribute of functions: the place that the parameter is, is only read. A copy
/// will do.
inline constexpr llvm::StringLiteral kReadOnlyAttr = "vkm.read_only";

/// Gives a name (vkm.let) to every value of the body that cannot be printed where it is used:
/// because it is used more than once and is no trivial expression, because something between its
/// evaluation and its use conflicts with it (`old = e; e = 2; return old;`), because its effects
/// would become conditional, or because a loop would evaluate it again and again. Expands
/// short-circuit operators and conditionals (see expandLazy) where a value inside of them needs a
/// name, and then simplifies the headers of loops. Returns how many values it named.
unsigned nameValues(mlir::Operation *body);

/// Names the results of these expressions, whatever their uses.
vkm::LetOp nameValue(mlir::Value value, llvm::StringRef name);

/// Makes statements of a vkm.and, vkm.or or vkm.select:
///
///     bool condition = a;            float value;
///     if (condition) {               if (c) {
///       ...                            ...
///       condition = b;                 value = x;
///     }                              } else { ... value = y; }
void expandLazy(mlir::Operation *op, llvm::StringRef name);

/// Lets a loop whose condition is `a && b` test b at the begin of its body, so that statements of b
/// need no place in the header; false where that is not possible:
///
///     while (a && b) { body }    ->  while (a) { statements of b; if (!b) { break; } body }
bool splitCondition(vkm::AndOp op);

/// Rewrites loops whose header cannot be printed in one expression, which conditions with
/// statements in them and steps with other statements than assignments and calls are:
///
///     while (c) { body }         ->  while (true) { statements of c; if (!c) { break; } body }
///     for (T i = a; c; s) {...}  ->  for (T i = a;; s) { statements of c; if (!c) { break; } ... }
///     do { body } while (c);     ->  while (true) { body; statements of c; if (!c) { break; } }
///
/// Where `continue` has to reach statements at the end, they move to the begin of the next
/// iteration:
///
///     bool again = false;
///     while (true) { if (again) { statements; if (!c) { break; } } again = true; body }
void simplifyLoopHeaders(mlir::Operation *body);

/// Hands out names that differ from all that a body declares or refers to, and from each other.
class UniqueNames {
public:
  explicit UniqueNames(mlir::Operation *body);
  /// `wish`, or `wish` with the lowest number from 2 on that makes it new.
  std::string make(llvm::StringRef wish);

private:
  llvm::StringSet<> taken;
};

/// The name that a value would be called by: its hint, what it reads ("m_summ" -> "m_summOld" where
/// `overwritten`, else "m_summValue"; a member's own name), or what it computes ("index", "sum",
/// "condition", "value").
std::string getNameHint(mlir::Value value, bool overwritten);

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_RAISE_H
