//===- OutputFiles.cpp - Writes the generated files, all or none ------------------------------===//

#include "OutputFiles.h"

#include "backends/common/FileHash.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace vkmorph;
using namespace vkmorph::tool;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static bool fail(const llvm::Twine &file, const llvm::Twine &why,
                 llvm::StringRef outcome = "nothing was written") {
  llvm::errs() << "vkmorph: error: cannot write '" << file << "': " << why << "; " << outcome
               << "\n";
  return false;
}

std::string vkmorph::tool::joinPath(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> result(folder);
  path::append(result, name);
  return std::string(result);
}

namespace {

/// What one file has to become.
struct Change {
  const GeneratedFile *file;
  std::string target; ///< the file behind links
  std::string temporary;
  bool isSpecial; ///< a device or pipe, which takes bytes as they come
};

/// Writes changes; what has been made goes away again unless all of it is in place.
class Writer {
public:
  ~Writer();
  bool write(std::vector<Change> changes);

private:
  bool makeFolder(llvm::StringRef folder);
  bool writeTemporary(Change &change);

  std::vector<std::string> folders; ///< that were not there before, outer ones first
  std::vector<std::string> temporaries;
};

} // namespace

/// Whether the bytes got there.
static bool writeTo(int descriptor, const GeneratedFile &file) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << file.bytes;
  os.close();
  if (!os.has_error())
    return true;
  std::error_code error = os.error();
  os.clear_error();
  return fail(file.path, error.message());
}

Writer::~Writer() {
  for (const std::string &temporary : temporaries) {
    fs::remove(temporary);
    llvm::sys::DontRemoveFileOnSignal(temporary);
  }
  for (const std::string &folder : llvm::reverse(folders))
    fs::remove(folder);
}

bool Writer::makeFolder(llvm::StringRef folder) {
  std::vector<std::string> missing;
  for (llvm::StringRef outer = folder; !outer.empty() && !fs::exists(outer);
       outer = path::parent_path(outer))
    missing.push_back(outer.str());
  for (const std::string &outer : llvm::reverse(missing)) {
    if (fs::is_symlink_file(outer))
      return fail(outer, "it is a link that leads nowhere");
    // Others may make it at the same time.
    if (std::error_code error = fs::create_directory(outer, /*IgnoreExisting=*/true, fs::all_all))
      return fail(outer, error.message());
    folders.push_back(outer);
  }
  return true;
}

/// Writes to a new name beside the file.
bool Writer::writeTemporary(Change &change) {
  llvm::SmallString<256> name;
  int descriptor = -1;
  if (std::error_code error = fs::createUniqueFile(change.target + ".%%%%%%", descriptor, name,
                                                   fs::OF_None, fs::all_read | fs::owner_write))
    return fail(change.file->path, error.message());
  change.temporary = std::string(name);
  temporaries.push_back(change.temporary);
  llvm::sys::RemoveFileOnSignal(name);
  return writeTo(descriptor, *change.file);
}

bool Writer::write(std::vector<Change> changes) {
  for (Change &change : changes)
    if (!change.isSpecial &&
        (!makeFolder(path::parent_path(change.target)) || !writeTemporary(change)))
      return false;
  for (const Change &change : changes) {
    if (!change.isSpecial)
      continue;
    int descriptor = -1;
    if (std::error_code error =
            fs::openFileForWrite(change.target, descriptor, fs::CD_OpenExisting))
      return fail(change.file->path, error.message());
    if (!writeTo(descriptor, *change.file))
      return false;
  }
  // Old files are kept until all new ones are there.
  for (const Change &change : changes) {
    if (change.isSpecial)
      continue;
    if (std::error_code error = fs::rename(change.temporary, change.target))
      return fail(change.file->path, error.message(), "files before it were, run vkmorph again");
    llvm::sys::DontRemoveFileOnSignal(change.temporary);
  }
  temporaries.clear();
  folders.clear();
  return true;
}

/// Finds out what a file's name stands for; false where it can be no file.
static bool resolve(Change &change) {
  change.target = change.file->path;
  fs::file_status status;
  if (fs::status(change.target, status)) {
    if (fs::is_symlink_file(change.target))
      return fail(change.target, "it is a link that leads nowhere");
    return true; // a new file
  }
  if (fs::is_directory(status))
    return fail(change.target, "it is a folder");
  change.isSpecial = !fs::is_regular_file(status);
  llvm::SmallString<256> real;
  if (!change.isSpecial && fs::is_symlink_file(change.target) &&
      !fs::real_path(change.target, real))
    change.target = std::string(real);
  return true;
}

bool vkmorph::tool::writeFiles(const std::vector<GeneratedFile> &files, bool force) {
  // What has to be written, and what must not be.
  std::vector<Change> changes;
  for (const GeneratedFile &file : files) {
    Change change = {&file, {}, {}, false};
    if (!resolve(change))
      return false;
    auto old = change.isSpecial ? std::make_error_code(std::errc::no_such_file_or_directory)
                                : llvm::MemoryBuffer::getFile(change.target);
    if (old) {
      llvm::StringRef text = (*old)->getBuffer();
      if (text == file.bytes)
        continue;
      if (file.hasHash && !force && checkFile(text) != FileState::Original) {
        llvm::errs() << "vkmorph: error: '" << file.path
                     << "' has been edited since vkmorph wrote it, or is another's; "
                     << "nothing was written (--force overwrites it)\n";
        return false;
      }
    }
    changes.push_back(std::move(change));
  }
  return Writer().write(std::move(changes));
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
