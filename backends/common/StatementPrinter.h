//===- StatementPrinter.h - Statements of a raised module as lines of text --------------------===//

#ifndef VKMORPH_BACKENDS_COMMON_STATEMENTPRINTER_H
#define VKMORPH_BACKENDS_COMMON_STATEMENTPRINTER_H

#include "backends/common/ExpressionPrinter.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

namespace vkmorph {

/// Writes indented lines.
class TextWriter {
public:
  explicit TextWriter(llvm::raw_ostream &os, unsigned level = 0) : os(os), level(level) {}

  /// A whole line; an empty one is not indented. Breaks where the document does not fit.
  void line(const Doc &doc);
  void line() { put("\n", {}); }
  /// `header {`, then what `content` writes, one level deeper, then `footer`.
  void block(const Doc &header, llvm::function_ref<void()> content, const Doc &footer = "}");
  /// What closes a block, and does nothing by itself.
  void close(const Doc &footer = "}");
  /// A comment in `//` lines of at most kTextWidth columns; its own line ends are kept.
  void comment(llvm::StringRef text);
  void indent() { ++level; }
  void unindent() { --level; }
  /// How wide the next line may be.
  unsigned getRoom() const { return kTextWidth - std::min(getColumn(), kTextWidth / 2); }

  /// What the next lines come from.
  void setLocation(mlir::Location loc) { location = loc; }
  /// Where each line written so far comes from; null for comments, empty lines, and lines that
  /// nothing in the source stands for.
  llvm::ArrayRef<mlir::LocationAttr> getLineLocations() const { return locations; }

private:
  void put(llvm::StringRef text, mlir::LocationAttr from);
  unsigned getColumn() const { return level * kBlockIndent; }

  llvm::raw_ostream &os;
  unsigned level;
  mlir::LocationAttr location;
  std::vector<mlir::LocationAttr> locations;
};

/// Prints the statements of a region: one line for each, blocks in braces, comments of the source
/// before them. Expressions among them are printed where they are used; those that only act (a
/// call, an atomic whose result nobody needs) are lines of their own.
class StatementPrinter {
public:
  StatementPrinter(const TargetLanguage &language, TextWriter &writer)
      : writer(writer), expressions(language) {}

  void print(mlir::Region &region);
  /// Statements that follow one another.
  void print(llvm::iterator_range<mlir::Block::iterator> statements);
  void print(mlir::Operation *statement);

  TextWriter &getWriter() { return writer; }
  ExpressionPrinter &getExpressions() { return expressions; }

  /// Whether the operation becomes a line (or several).
  static bool isPrinted(mlir::Operation *op);

private:
  Doc declaration(mlir::Operation *op, mlir::Type type, llvm::StringRef name, mlir::Value init);
  Doc assignment(mlir::Operation *op, unsigned room);
  Doc printCondition(mlir::Value value);
  void printIf(vkm::IfOp op, llvm::StringRef opening);
  void printFor(vkm::ForOp op);
  void printSwitch(vkm::SwitchOp op);
  void body(const Doc &header, mlir::Region &region, const Doc &footer = "}");

  TextWriter &writer;
  ExpressionPrinter expressions;
};

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_STATEMENTPRINTER_H
