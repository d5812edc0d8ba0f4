//===- Folders.h - Where runs keep what later ones can use ------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_FOLDERS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_FOLDERS_H

#include "Options.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <system_error>

namespace vkmorph::check {

/// The path of what is in a folder.
std::string join(llvm::StringRef folder, const llvm::Twine &name);

/// Writes a file unless it has these bytes already. Returns whether that went well.
bool writeIfChanged(const std::string &file, llvm::StringRef text);

/// Where runs keep what later ones can use.
std::string cacheFolder();

/// Keeps other runs out of a folder for as long as it lives.
class FolderLock {
public:
  FolderLock() = default;
  ~FolderLock();
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

  /// Waits until no other run has locked that file, which it makes if there is none.
  std::error_code lock(const std::string &file);

private:
  int m_file = -1;
};

/// Gives the programs that this one runs a place for compiled shaders. Mesa's software device finds
/// them there by what they do, and not by the width of vectors or the CPU that they were compiled
/// for, which are settings of the environment: each has a folder of its own.
void separateShaderCaches();

/// A folder that one run has to itself: --keep's, or one of the cache for this class.
class WorkFolder {
public:
  /// Makes the folder and waits until no other run uses it. Errors tell what could not be written.
  static llvm::Expected<std::unique_ptr<WorkFolder>> open(const Options &options,
                                                          llvm::StringRef qualifiedClass);

  /// A path in the folder.
  std::string path(const llvm::Twine &name) const;

private:
  std::string m_folder;
  FolderLock m_lock;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_FOLDERS_H
