//===- Diagnostics.h - Messages with a stable code, a place and a remedy ----------------------===//
//
// Each component keeps a table of its messages (frontend/Diagnostics.def, passes/Diagnostics.def,
// backends/Diagnostics.def). All are MLIR diagnostics, so that vkmorph-opt -verify-diagnostics
// tests them and one handler of the driver prints them as clang prints its own.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_DIAGNOSTICS_H
#define VKMORPH_IR_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"

namespace vkmorph {

/// One row of a table of messages.
struct DiagInfo {
  /// Stable: "vkm1003". Users search for it.
  llvm::StringLiteral code;
  mlir::DiagnosticSeverity severity;
  /// The name that --silence=NAME silences a warning by, and that --remarks=NAME asks for; empty
  /// for errors.
  llvm::StringLiteral flag;
  /// What is wrong; {0}, {1}, ... are the arguments, as llvm::formatv has it.
  llvm::StringLiteral text;
  /// What the user can do about it, with the same arguments; printed as a note. Empty for remarks
  /// that need none.
  llvm::StringLiteral remedy;
};

/// Reports a row at a place; more notes may be attached to the result. The message ends in its code
/// in brackets; warnings and remarks add their flag: "... [vkm2004, unknown-independence]".
mlir::InFlightDiagnostic report(mlir::Location loc, const DiagInfo &info,
                                llvm::ArrayRef<std::string> arguments = {});

/// Text of a note, with the source's names in place of symbols that it quotes.
std::string nameInSource(mlir::Location loc, llvm::StringRef text);

/// A range of source text from the first character of `begin` to the first of `end`'s last token,
/// as a location; in one file. Both are FileLineColLoc.
mlir::Location makeSourceRange(mlir::Location begin, mlir::Location end);

/// The same place, which is inside of macros: of each, from the outside in, its name and what of
/// its text the place comes from. Messages there get a note for each.
struct MacroUse {
  std::string name;
  mlir::Location spelling;
};
mlir::Location makeMacroLocation(mlir::Location place, llvm::ArrayRef<MacroUse> macros);

/// The begin (and end, where it is a range) of a location; null for locations without a file.
mlir::FileLineColLoc getSourceBegin(mlir::Location loc);
mlir::FileLineColLoc getSourceEnd(mlir::Location loc);

} // namespace vkmorph

#endif // VKMORPH_IR_DIAGNOSTICS_H
