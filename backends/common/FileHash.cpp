//===- FileHash.cpp - A hash in a generated file tells whether its user has edited it ---------===//

#include "backends/common/FileHash.h"

#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;

uint64_t vkmorph::hashText(llvm::StringRef text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char byte : text)
    hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

static constexpr size_t kDigits = 16;

std::string vkmorph::unsealedHash() { return std::string(kDigits, '0') + " (of the text below)"; }

/// Where the 16 digits stand on the line `// hash: ...`, `# hash: ...` or `"hash": ...`; npos where
/// there is no such line.
static size_t findDigits(llvm::StringRef text) {
  for (llvm::StringRef rest = text; !rest.empty();) {
    auto [line, below] = rest.split('\n');
    llvm::StringRef entry = line.ltrim("/# \t\"");
    if (entry.consume_front("hash") && (entry.consume_front(":") || entry.consume_front("\":"))) {
      llvm::StringRef digits = entry.ltrim("\" ").take_while(llvm::isHexDigit);
      return digits.size() == kDigits ? digits.data() - text.data() : llvm::StringRef::npos;
    }
    rest = below;
  }
  return llvm::StringRef::npos;
}

static std::string hashBelow(llvm::StringRef text, size_t digits) {
  size_t end = text.find('\n', digits);
  llvm::StringRef below =
      end == llvm::StringRef::npos ? llvm::StringRef() : text.drop_front(end + 1);
  return llvm::utohexstr(hashText(below), /*LowerCase=*/true, kDigits);
}

std::string vkmorph::sealFile(llvm::StringRef text) {
  size_t digits = findDigits(text);
  if (digits == llvm::StringRef::npos)
    return text.str();
  return text.str().replace(digits, kDigits, hashBelow(text, digits));
}

FileState vkmorph::checkFile(llvm::StringRef text) {
  size_t digits = findDigits(text);
  if (digits == llvm::StringRef::npos)
    return FileState::Unmarked;
  bool fits = text.substr(digits, kDigits) == hashBelow(text, digits);
  return fits ? FileState::Original : FileState::Edited;
}
