//===- SourceText.cpp - Locations and comments of a translation unit -------------------------===//

#include "frontend/source/SourceText.h"

#include "ir/Diagnostics.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace vkmorph::frontend;
using llvm::StringRef;

SourceText::SourceText(mlir::MLIRContext &context, const clang::SourceManager &sources,
                       const clang::LangOptions &options)
    : m_context(context), m_sources(sources), m_options(options) {}

//===------------------------------------------------------------------------------------------===//
// Locations
//===------------------------------------------------------------------------------------------===//

SourceText::File &SourceText::fileOf(clang::FileID id) {
  std::unique_ptr<File> &file = m_files[id];
  if (!file) {
    file = std::make_unique<File>();
    clang::OptionalFileEntryRef entry = m_sources.getFileEntryRefForID(id);
    StringRef name = entry ? entry->getName() : StringRef("<unknown>");
    file->name = mlir::StringAttr::get(&m_context, name);
  }
  return *file;
}

mlir::FileLineColLoc SourceText::fileLocation(clang::SourceLocation where) {
  clang::SourceLocation inFile = m_sources.getFileLoc(where);
  auto [id, offset] = m_sources.getDecomposedLoc(inFile);
  return mlir::FileLineColLoc::get(fileOf(id).name, m_sources.getLineNumber(id, offset),
                                   m_sources.getColumnNumber(id, offset));
}

mlir::Location SourceText::location(clang::SourceLocation where) {
  if (where.isInvalid())
    return mlir::UnknownLoc::get(&m_context);
  return addMacros(fileLocation(where), where);
}

/// Not for macros of the system: `assert` is as good as a part of the language.
mlir::Location SourceText::addMacros(mlir::Location place, clang::SourceLocation where) {
  llvm::SmallVector<MacroUse> macros;
  while (where.isMacroID()) {
    if (m_sources.isMacroArgExpansion(where)) {
      where = m_sources.getImmediateSpellingLoc(where);
      continue;
    }
    clang::SourceLocation spelling = m_sources.getSpellingLoc(where);
    // What ## makes has no place in a file.
    if (m_sources.getFileEntryRefForID(m_sources.getFileID(spelling)) &&
        !m_sources.isInSystemHeader(spelling))
      macros.push_back({clang::Lexer::getImmediateMacroName(where, m_sources, m_options).str(),
                        fileLocation(spelling)});
    where = m_sources.getImmediateExpansionRange(where).getBegin();
  }
  std::reverse(macros.begin(), macros.end());
  return makeMacroLocation(place, macros);
}

mlir::Location SourceText::location(clang::SourceRange range) {
  if (range.isInvalid())
    return mlir::UnknownLoc::get(&m_context);
  clang::SourceLocation begin = m_sources.getFileLoc(range.getBegin());
  clang::SourceLocation end = m_sources.getFileLoc(range.getEnd());
  // The parts of a macro's expansion can be in any order, and in two files.
  if (m_sources.getFileID(begin) != m_sources.getFileID(end) ||
      m_sources.getFileOffset(end) < m_sources.getFileOffset(begin))
    return addMacros(fileLocation(begin), range.getBegin());
  return addMacros(makeSourceRange(fileLocation(begin), fileLocation(end)), range.getBegin());
}

StringRef SourceText::tokenText(clang::SourceLocation where) const {
  if (where.isInvalid() || where.isMacroID())
    return {};
  unsigned length = clang::Lexer::MeasureTokenLength(where, m_sources, m_options);
  bool invalid = false;
  const char *data = m_sources.getCharacterData(where, &invalid);
  return invalid ? StringRef() : StringRef(data, length);
}

//===------------------------------------------------------------------------------------------===//
// Comments
//===------------------------------------------------------------------------------------------===//

/// Takes the markers off one line of a comment.
static StringRef stripLine(StringRef line, bool isBlock) {
  line = line.rtrim("\r\n\t ");
  StringRef trimmed = line.ltrim(" \t");
  // The stars at the beginning of a block comment's lines are decoration.
  if (isBlock && trimmed.consume_front("*")) {
    trimmed.consume_front(" ");
    return trimmed;
  }
  return isBlock ? trimmed : line;
}

/// "// a", "/// a", "///< a", "/* a */", "/** a */" all say "a".
static std::string stripMarkers(StringRef raw) {
  bool isBlock = raw.starts_with("/*");
  if (isBlock) {
    raw = raw.drop_front(2);
    raw.consume_back("*/");
    raw = raw.ltrim('*');
    raw.consume_front("!");
    raw.consume_front("<");
  } else {
    raw = raw.ltrim('/');
    raw.consume_front("!");
    raw.consume_front("<");
    raw.consume_front(" ");
  }
  llvm::SmallVector<StringRef> lines;
  raw.split(lines, '\n');
  for (auto [index, line] : llvm::enumerate(lines))
    line = stripLine(line, isBlock && (index > 0 || lines.size() > 1));
  while (!lines.empty() && lines.front().trim().empty())
    lines.erase(lines.begin());
  while (!lines.empty() && lines.back().trim().empty())
    lines.pop_back();
  std::string text = llvm::join(lines, "\n");
  if (isBlock)
    text = StringRef(text).trim().str();
  return llvm::json::fixUTF8(text);
}

void SourceText::lexComments(clang::FileID id, File &file) {
  file.lexed = true;
  std::optional<llvm::MemoryBufferRef> buffer = m_sources.getBufferOrNone(id);
  if (!buffer)
    return;
  clang::Lexer lexer(id, *buffer, m_sources, m_options);
  lexer.SetCommentRetentionState(true);
  StringRef all = buffer->getBuffer();
  for (clang::Token token; !lexer.LexFromRawLexer(token);) {
    if (token.isNot(clang::tok::comment))
      continue;
    unsigned begin = m_sources.getFileOffset(token.getLocation());
    unsigned end = begin + token.getLength();
    StringRef before = all.take_front(begin);
    StringRef line = before.substr(before.rfind('\n') + 1);
    file.comments.push_back({m_sources.getLineNumber(id, begin), m_sources.getLineNumber(id, end),
                             begin, end, line.trim(" \t").empty(), false,
                             stripMarkers(all.substr(begin, end - begin))});
  }
}

void SourceText::releaseComments(clang::SourceRange range) {
  clang::SourceLocation beginLoc = m_sources.getFileLoc(range.getBegin());
  const clang::FileID id = m_sources.getFileID(beginLoc);
  const unsigned begin = m_sources.getFileOffset(beginLoc),
                 end = m_sources.getFileOffset(m_sources.getFileLoc(range.getEnd()));
  for (Comment &comment : fileOf(id).comments)
    if (comment.begin >= begin && comment.end <= end)
      comment.taken = false;
}

std::string SourceText::takeComment(clang::SourceRange range) {
  if (range.isInvalid())
    return {};
  clang::SourceLocation beginLoc = m_sources.getFileLoc(range.getBegin());
  clang::SourceLocation endLoc = m_sources.getFileLoc(range.getEnd());
  const clang::FileID id = m_sources.getFileID(beginLoc);
  const unsigned begin = m_sources.getFileOffset(beginLoc), end = m_sources.getFileOffset(endLoc);
  if (id != m_sources.getFileID(endLoc) || m_sources.isInSystemHeader(beginLoc))
    return {};
  File &file = fileOf(id);
  if (!file.lexed)
    lexComments(id, file);

  llvm::SmallVector<Comment *> found;
  // Upwards from the line above, as long as comment follows comment without a gap.
  unsigned line = m_sources.getLineNumber(id, begin);
  auto after =
      llvm::partition_point(file.comments, [&](const Comment &c) { return c.begin < begin; });
  for (auto it = after; it != file.comments.begin();) {
    Comment &comment = *--it;
    bool adjacent = comment.lastLine + 1 == line || comment.lastLine == line;
    if (!adjacent || !comment.ownLine || comment.taken)
      break;
    found.insert(found.begin(), &comment);
    line = comment.firstLine;
  }
  // Behind the last token and what closes the statement: on the same line, nothing but punctuation
  // in between.
  std::optional<llvm::MemoryBufferRef> buffer = m_sources.getBufferOrNone(id);
  unsigned endLine = m_sources.getLineNumber(id, end);
  auto behind =
      llvm::partition_point(file.comments, [&](const Comment &c) { return c.begin < end; });
  if (buffer && behind != file.comments.end() && behind->firstLine == endLine && !behind->ownLine &&
      !behind->taken) {
    unsigned tokenEnd = end + clang::Lexer::MeasureTokenLength(endLoc, m_sources, m_options);
    StringRef between = buffer->getBuffer().slice(tokenEnd, behind->begin);
    if (between.trim(" \t;,){}").empty())
      found.push_back(&*behind);
  }
  // Behind the first line of what has several: "for (...) { // rows".
  unsigned beginLine = m_sources.getLineNumber(id, begin);
  if (beginLine != endLine)
    for (auto it = after; it != file.comments.end() && it->firstLine == beginLine; ++it)
      if (!it->ownLine && !it->taken && it->begin < end)
        found.push_back(&*it);

  std::string text;
  for (Comment *comment : found) {
    comment->taken = true;
    if (comment->text.empty())
      continue;
    if (!text.empty())
      text += '\n';
    text += comment->text;
  }
  return text;
}
