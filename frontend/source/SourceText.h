//===- SourceText.h - Locations and comments of a translation unit ---------------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_SOURCETEXT_H
#define VKMORPH_FRONTEND_SOURCE_SOURCETEXT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>

namespace vkmorph::frontend {

/// Where things are in the source, and what the comments beside them say.
///
/// Comments are found by lexing each file that is asked about once. One belongs to what begins on
/// the line below it, or to what ends before it on its line, and is handed out once, so that no
/// text appears twice in the output.
class SourceText {
public:
  SourceText(mlir::MLIRContext &context, const clang::SourceManager &sources,
             const clang::LangOptions &options);

  /// The place as MLIR has it; a place inside of a macro is that of the macro's use, and knows what
  /// of the macro it comes from.
  mlir::Location location(clang::SourceLocation where);
  mlir::Location location(clang::SourceRange range);

  /// The text of the comments that belong to what stands in `range`: those on the lines directly
  /// above, then the one behind it. Without markers, lines separated by "\n"; empty where there is
  /// none.
  /// Lets the comments within a range be taken again.
  void releaseComments(clang::SourceRange range);
  std::string takeComment(clang::SourceRange range);

  /// The characters of a token as they are in the file; empty inside of macros.
  llvm::StringRef tokenText(clang::SourceLocation where) const;

private:
  struct Comment {
    unsigned firstLine, lastLine; ///< 1-based
    unsigned begin, end;          ///< offsets in the file
    bool ownLine;                 ///< nothing but blanks before it on its line
    bool taken;
    std::string text;
  };
  struct File {
    mlir::StringAttr name;
    bool lexed = false;
    std::vector<Comment> comments; ///< in order
  };

  File &fileOf(clang::FileID id);
  void lexComments(clang::FileID id, File &file);
  mlir::Location addMacros(mlir::Location place, clang::SourceLocation where);
  mlir::FileLineColLoc fileLocation(clang::SourceLocation where);

  mlir::MLIRContext &m_context;
  const clang::SourceManager &m_sources;
  const clang::LangOptions &m_options;
  llvm::DenseMap<clang::FileID, std::unique_ptr<File>> m_files;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_SOURCETEXT_H
