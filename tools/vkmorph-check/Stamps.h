//===- Stamps.h - What a kept file was made from ----------------------------------------------===//
//
// Objects and programs are kept from run to run. A stamp beside a file says what it was made from:
// the command, and the contents of all files that it has read. A file whose stamp says otherwise is
// made again.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_STAMPS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_STAMPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace vkmorph::check {

/// The contents of a file; empty where it cannot be read.
std::string readFile(const std::string &file);

std::string hashOf(llvm::StringRef text);

/// The files of a rule as compilers write it for make.
std::vector<std::string> parseDependencies(llvm::StringRef rule);

/// Whether `target` is there, and was made by `command` from files that have not changed since.
bool isFresh(const std::string &target, llvm::StringRef command);

/// Says of `target` that `command` has made it from `files`.
void writeStamp(const std::string &target, llvm::StringRef command,
                llvm::ArrayRef<std::string> files);

} // namespace vkmorph::check

#endif
