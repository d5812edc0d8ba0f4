//===- CommonParts.cpp - What the programs of classes have in common that are checked together ===//

#include "CommonParts.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace vkmorph;
using namespace vkmorph::check;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

CommonParts::CommonParts(llvm::ArrayRef<std::unique_ptr<ClassModel>> models,
                         const WorkFolder &folder)
    : models(models), folder(folder) {}

CommonParts::~CommonParts() {
  for (auto &[kind, ahead] : m_ahead)
    if (!ahead.file.empty())
      fs::remove(ahead.file);
}

SourceAhead &CommonParts::getAhead(const std::string &kind) const {
  std::lock_guard<std::mutex> lock(m_adding);
  return m_ahead[kind];
}

std::string vkmorph::check::guardedFolder(llvm::StringRef place) { return join(place, "guarded"); }

std::string vkmorph::check::writeGuardedSource(llvm::StringRef place, llvm::StringRef name,
                                               llvm::ArrayRef<std::string> searched) {
  auto folder = llvm::find_if(
      searched, [&](const std::string &folder) { return fs::exists(check::join(folder, name)); });
  if (folder == searched.end())
    return "";
  llvm::SmallString<128> declared(check::join(*folder, name));
  std::string guarded = check::join(guardedFolder(place), name);
  std::string header = join(place, "ahead.h");
  bool isWritten =
      !fs::make_absolute(declared) && !fs::create_directories(path::parent_path(guarded)) &&
      writeIfChanged(guarded, ("#pragma once\n#include \"" + declared + "\"\n").str()) &&
      // As generated headers do.
      writeIfChanged(header, ("#pragma GCC diagnostic push\n"
                              "#pragma GCC diagnostic ignored \"-Wattributes\"\n"
                              "#include \"" +
                              name + "\"\n#pragma GCC diagnostic pop\n")
                                 .str());
  return isWritten ? header : "";
}
