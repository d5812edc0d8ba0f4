//===- Doc.h - Text with places where a line may break ----------------------------------------===//
//
// Printers build a Doc of an expression or declaration and render it; where it does not fit into a
// line, the outermost groups break first, and only as often as needed:
//
//     average = first.weight * first.value +
//         second.weight * second.value;
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_COMMON_DOC_H
#define VKMORPH_BACKENDS_COMMON_DOC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <memory>
#include <string>

namespace vkmorph {

/// Columns of a line in generated text, and by how much blocks and continued lines are indented.
inline constexpr unsigned kTextWidth = 120;
inline constexpr unsigned kBlockIndent = 2;
inline constexpr unsigned kContinuationIndent = 4;

/// Immutable; copies share their content. Plain strings convert to a Doc that never breaks.
class Doc {
public:
  Doc() = default;
  Doc(const char *text) : Doc(std::string(text)) {}
  Doc(llvm::StringRef text) : Doc(text.str()) {}
  Doc(const llvm::Twine &text) : Doc(text.str()) {}
  Doc(std::string text);

  /// One after the other.
  static Doc concat(llvm::ArrayRef<Doc> parts);
  /// A space, or a new line where the group does not fit.
  static Doc line();
  /// Nothing, or a new line where the group does not fit.
  static Doc softBreak();
  /// Breaks as a whole: inner groups break only where a part of theirs does not fit by itself.
  static Doc group(const Doc &content);
  /// Lines that begin in `content` are indented by that much more.
  static Doc indent(const Doc &content, unsigned columns = kContinuationIndent);
  /// The documents with a comma and a line between them.
  static Doc commaList(llvm::ArrayRef<Doc> parts);

  /// Its width where nothing breaks.
  unsigned width() const;
  bool empty() const { return width() == 0; }

  /// The text, which starts at column `column`, in lines of at most `limit` columns where that is
  /// possible; continued lines are indented by `column`. Ends without a line end.
  std::string render(unsigned column, unsigned limit = kTextWidth) const;
  /// The text in one line.
  std::string flat() const;

  struct Node;
  const Node *get() const { return node.get(); }

private:
  explicit Doc(std::shared_ptr<const Node> node) : node(std::move(node)) {}
  std::shared_ptr<const Node> node;
};

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_DOC_H
