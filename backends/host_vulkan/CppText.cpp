//===- CppText.cpp - Generated C++ as text: names, declarations, layout ----------------------===//

#include "backends/host_vulkan/CppText.h"

#include "clang/Format/Format.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace vkmorph;
using llvm::StringRef;

std::string host::formatCpp(llvm::StringRef text) {
  clang::format::FormatStyle style =
      clang::format::getLLVMStyle(clang::format::FormatStyle::LK_Cpp);
  style.Standard = clang::format::FormatStyle::LS_Cpp17;
  style.ColumnLimit = kColumns;
  style.KeepEmptyLines.AtStartOfBlock = false;
  auto replacements =
      clang::format::reformat(style, text, {{0, static_cast<unsigned>(text.size())}});
  auto formatted = clang::tooling::applyAllReplacements(text, replacements);
  // Replacements of one run never overlap; the text as it is would be right too.
  if (!formatted) {
    llvm::consumeError(formatted.takeError());
    return text.str();
  }
  return *formatted;
}

std::string host::identifierFrom(StringRef name) {
  std::string result;
  for (char c : name) {
    if (llvm::isAlnum(c))
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_')
    result.pop_back();
  return result;
}

std::string host::declare(StringRef type, StringRef name) {
  // A pointer to an array has its name inside.
  if (size_t star = type.find("(*)"); star != StringRef::npos)
    return (type.take_front(star + 2) + name + type.drop_front(star + 2)).str();
  bool tight = type.ends_with("*") || type.ends_with("&");
  return type.str() + (tight || name.empty() ? "" : " ") + name.str();
}

void host::printComment(llvm::raw_ostream &os, StringRef comment, StringRef prefix) {
  if (comment.empty())
    return;
  llvm::SmallVector<StringRef> lines;
  comment.rtrim().split(lines, '\n');
  for (StringRef line : lines) {
    line = line.rtrim();
    // A backslash at the end of a line would make the next line part of the comment.
    os << prefix << (line.empty() || line.starts_with(" ") ? "" : " ") << line
       << (line.ends_with("\\") ? "." : "") << "\n";
  }
}
