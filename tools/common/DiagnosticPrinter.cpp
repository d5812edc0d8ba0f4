//===- DiagnosticPrinter.cpp - Prints diagnostics as clang prints its own --------------------===//

#include "tools/common/DiagnosticPrinter.h"

#include "ir/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>

using namespace vkmorph;
using namespace vkmorph::tool;
using llvm::StringRef;

DiagnosticPrinter::DiagnosticPrinter(mlir::MLIRContext &context, const MessageChoice &choice,
                                     llvm::raw_ostream &os)
    : m_os(os), m_handler(&context, [this](mlir::Diagnostic &diagnostic) { handle(diagnostic); }) {
  for (const std::string &name : choice.silenced)
    m_silenced.insert(name);
  for (const std::string &name : choice.promoted)
    m_promoted.insert(name);
  for (const std::string &name : choice.remarks)
    m_remarks.insert(name);
}

/// "... [vkm2004, unknown-independence]": what stands behind the comma.
static StringRef flagOf(StringRef text) {
  if (!text.ends_with("]"))
    return {};
  StringRef bracket = text.substr(text.rfind('[') + 1).drop_back();
  return bracket.contains(", ") ? bracket.split(", ").second : StringRef();
}

static bool isNamed(const llvm::StringSet<> &names, StringRef flag) {
  return names.contains("all") || names.contains(flag);
}

bool DiagnosticPrinter::isWanted(mlir::DiagnosticSeverity severity, StringRef flag) const {
  switch (severity) {
  case mlir::DiagnosticSeverity::Warning:
    return !isNamed(m_silenced, flag);
  case mlir::DiagnosticSeverity::Remark:
    return isNamed(m_remarks, flag);
  default:
    return true;
  }
}

void DiagnosticPrinter::handle(mlir::Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  mlir::DiagnosticSeverity severity = diagnostic.getSeverity();
  if (!isWanted(severity, flagOf(text)))
    return;
  if (severity == mlir::DiagnosticSeverity::Warning && isNamed(m_promoted, flagOf(text))) {
    severity = mlir::DiagnosticSeverity::Error;
    text.insert(text.size() - 1, ", --werror");
  }
  m_numErrors += severity == mlir::DiagnosticSeverity::Error;
  m_numWarnings += severity == mlir::DiagnosticSeverity::Warning;
  print(diagnostic.getLocation(), severity, text, true);
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    // Advice on the place just shown does not show it again.
    bool isElsewhere =
        getSourceBegin(note.getLocation()) != getSourceBegin(diagnostic.getLocation());
    print(note.getLocation(), note.getSeverity(), note.str(), isElsewhere);
  }
}

unsigned DiagnosticPrinter::bufferOf(StringRef file) {
  auto [it, isNew] = m_buffers.try_emplace(file, 0u);
  // Clang has emptied a pipe already: who opens it once more waits for ever.
  if (isNew && llvm::sys::fs::is_regular_file(file))
    if (auto buffer =
            llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/true))
      it->second = m_sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return it->second;
}

static llvm::SourceMgr::DiagKind kindOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return llvm::SourceMgr::DK_Error;
  case mlir::DiagnosticSeverity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case mlir::DiagnosticSeverity::Remark:
    return llvm::SourceMgr::DK_Remark;
  case mlir::DiagnosticSeverity::Note:
    return llvm::SourceMgr::DK_Note;
  }
  llvm_unreachable("all severities are handled");
}

/// What a message without a line of source begins with.
static llvm::raw_ostream &printKind(llvm::raw_ostream &os, mlir::DiagnosticSeverity severity,
                                    StringRef prefix) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return llvm::WithColor::error(os, prefix);
  case mlir::DiagnosticSeverity::Warning:
    return llvm::WithColor::warning(os, prefix);
  case mlir::DiagnosticSeverity::Remark:
    return llvm::WithColor::remark(os, prefix);
  case mlir::DiagnosticSeverity::Note:
    return llvm::WithColor::note(os, prefix);
  }
  llvm_unreachable("all severities are handled");
}

/// The end of the token that begins at `start`, as far as underlining goes.
static const char *endOfToken(const char *start, const char *end) {
  const char *at = start;
  while (at != end && (llvm::isAlnum(*at) || *at == '_' || *at == '.'))
    ++at;
  return at == start && at != end ? at + 1 : at;
}

/// Marks the bytes from `begin` to `end` below a line that LLVM has printed. LLVM leaves the marks
/// out where a line has bytes beyond ASCII; its tabs end at multiples of 8 bytes.
static void underline(llvm::raw_ostream &os, StringRef line, size_t begin, size_t end) {
  std::string below;
  for (size_t at = 0, printed = 0; at < end;) {
    size_t length = 1;
    int width = 1;
    if (line[at] == '\t') {
      width = 8 - printed % 8;
      printed += width;
    } else {
      length = std::clamp<size_t>(llvm::getNumBytesForUTF8(line[at]), 1, line.size() - at);
      width = llvm::sys::unicode::columnWidthUTF8(line.substr(at, length));
      if (width == llvm::sys::unicode::ErrorInvalidUTF8)
        length = width = 1;
      else if (width == llvm::sys::unicode::ErrorNonPrintableCharacter)
        width = 0; // such as a byte order mark
      printed += length;
    }
    below.append(width, at < begin ? ' ' : '~');
    if (at == begin && width)
      below[below.size() - width] = '^';
    at += length;
  }
  llvm::WithColor(os, llvm::raw_ostream::GREEN, /*Bold=*/true) << below;
  os << "\n";
}

void DiagnosticPrinter::print(mlir::Location loc, mlir::DiagnosticSeverity severity, StringRef text,
                              bool withSource) {
  mlir::FileLineColLoc begin = getSourceBegin(loc), end = getSourceEnd(loc);
  unsigned buffer = begin && withSource ? bufferOf(begin.getFilename()) : 0;
  llvm::SMLoc start;
  if (buffer)
    start =
        m_sources.FindLocForLineAndColumn(buffer, begin.getLine(), std::max(1u, begin.getColumn()));
  if (!start.isValid()) {
    std::string prefix;
    if (begin)
      prefix = llvm::formatv("{0}:{1}:{2}", begin.getFilename().getValue(), begin.getLine(),
                             begin.getColumn());
    printKind(m_os, severity, prefix) << text << "\n";
    return;
  }
  llvm::SmallVector<llvm::SMRange, 1> ranges;
  const char *rangeEnd = start.getPointer() + 1;
  StringRef content = m_sources.getMemoryBuffer(buffer)->getBuffer();
  llvm::SMLoc last =
      end ? m_sources.FindLocForLineAndColumn(buffer, end.getLine(), std::max(1u, end.getColumn()))
          : llvm::SMLoc();
  if (last.isValid() && last.getPointer() >= start.getPointer()) {
    rangeEnd = endOfToken(last.getPointer(), content.end());
    ranges.push_back({start, llvm::SMLoc::getFromPointer(rangeEnd)});
  }
  m_sources.PrintMessage(m_os, start, kindOf(severity), text, ranges);
  StringRef before(content.begin(), start.getPointer() - content.begin());
  size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
  StringRef line =
      content.substr(lineBegin).take_until([](char c) { return c == '\n' || c == '\r'; });
  size_t column = start.getPointer() - line.begin();
  if (!llvm::isASCII(line) && column < line.size())
    underline(m_os, line, column, std::min<size_t>(rangeEnd - line.begin(), line.size()));
}
