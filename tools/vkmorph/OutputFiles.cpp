//===- OutputFiles.cpp - Writes the generated files, all or none ------------------------------===//

#include "OutputFiles.h"

#include "backends/common/FileHash.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace vkmorph;
using namespace vkmorph::tool;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static bool fail(llvm::StringRef file, std::error_code error) {
  llvm::errs() << "vkmorph: error: cannot write '" << file << "': " << error.message() << "\n";
  return false;
}

static std::string join(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> result(folder);
  path::append(result, name);
  return std::string(result);
}

/// Writes to a new name beside the file; the caller renames it.
static bool writeTemporary(llvm::StringRef file, llvm::StringRef bytes, std::string &temporary) {
  llvm::SmallString<256> name;
  int descriptor = -1;
  if (std::error_code error = fs::createUniqueFile(file + ".%%%%%%", descriptor, name, fs::OF_None,
                                                   fs::all_read | fs::owner_write))
    return fail(file, error);
  temporary = std::string(name);
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << bytes;
  os.close();
  if (os.has_error()) {
    std::error_code error = os.error();
    os.clear_error();
    return fail(file, error);
  }
  return true;
}

bool vkmorph::tool::writeFiles(llvm::StringRef folder, const std::vector<GeneratedFile> &files,
                               bool force) {
  // What has to be written, and what must not be.
  std::vector<const GeneratedFile *> changed;
  for (const GeneratedFile &file : files) {
    std::string name = join(folder, file.path);
    auto old = llvm::MemoryBuffer::getFile(name);
    if (!old) {
      changed.push_back(&file);
      continue;
    }
    llvm::StringRef text = (*old)->getBuffer();
    if (text == file.bytes)
      continue;
    if (file.hasHash && !force && checkFile(text) != FileState::Original) {
      llvm::errs() << "vkmorph: error: '" << name
                   << "' has been edited since vkmorph wrote it, or is another's; "
                   << "nothing was written (--force overwrites it)\n";
      return false;
    }
    changed.push_back(&file);
  }
  std::vector<std::string> temporaries;
  auto removeTemporaries = [&] {
    for (const std::string &temporary : temporaries)
      fs::remove(temporary);
    return false;
  };
  for (const GeneratedFile *file : changed) {
    std::string name = join(folder, file->path);
    if (std::error_code error =
            fs::create_directories(path::parent_path(name), true, fs::all_all)) {
      fail(path::parent_path(name), error);
      return removeTemporaries();
    }
    temporaries.emplace_back();
    if (!writeTemporary(name, file->bytes, temporaries.back()))
      return removeTemporaries();
  }
  for (auto [file, temporary] : llvm::zip(changed, temporaries)) {
    std::string name = join(folder, file->path);
    if (std::error_code error = fs::rename(temporary, name)) {
      fail(name, error);
      return removeTemporaries();
    }
  }
  return true;
}

bool vkmorph::tool::writeFile(llvm::StringRef file, llvm::StringRef bytes) {
  llvm::StringRef folder = path::parent_path(file);
  return writeFiles(folder.empty() ? "." : folder,
                    {{path::filename(file).str(), bytes.str(), false}}, true);
}

std::string vkmorph::tool::makeDependencyRule(llvm::StringRef target,
                                              const std::vector<std::string> &files) {
  auto escape = [](llvm::StringRef name) {
    std::string text;
    for (char c : name) {
      if (c == ' ' || c == '#')
        text += '\\';
      if (c == '$')
        text += '$';
      text += c;
    }
    return text;
  };
  std::string rule = escape(target) + ":";
  for (const std::string &file : files)
    rule += " \\\n  " + escape(file);
  return rule + "\n";
}
