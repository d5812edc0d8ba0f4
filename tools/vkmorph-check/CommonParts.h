//===- CommonParts.h - What the programs of classes have in common that are checked together --===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_COMMONPARTS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_COMMONPARTS_H

#include "ClassModel.h"
#include "Folders.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>

namespace vkmorph::check {

/// The file that declares the class, and the headers that harnesses or generated code begin with,
/// compiled for one run when they are first needed: where a file includes many headers, reading
/// them is most of the time of a compilation.
struct SourceAhead {
  /// That a compilation without it takes where it is worth its own time: four times as long as one
  /// of a source that includes little, with other work beside.
  static constexpr std::chrono::milliseconds kLong{400};
  std::atomic<bool> isWorthIt = false; ///< one took so long
  std::once_flag once;
  /// In place of those of the headers alone; none where it cannot be had.
  std::vector<std::string> flags;
  std::vector<std::string> dependencies;
  std::string place; ///< of its files
  std::string file;  ///< is removed at the end: it has some megabytes
};

/// What programs have in common whose classes are of the same sources and checked together.
class CommonParts {
public:
  CommonParts(llvm::ArrayRef<std::unique_ptr<ClassModel>> models, const WorkFolder &folder);
  ~CommonParts();
  CommonParts(const CommonParts &) = delete;
  CommonParts &operator=(const CommonParts &) = delete;

  const llvm::ArrayRef<std::unique_ptr<ClassModel>> models;
  const WorkFolder &folder; ///< of their objects

  SourceAhead &getAhead(const std::string &kind) const;

private:
  mutable std::mutex m_adding;
  mutable std::map<std::string, SourceAhead> m_ahead;
};

/// Writes a header that includes the file that declares the class, as generated code spells it, and
/// one of its name in a folder of its own, which guards it: the generated header includes it again,
/// and it may be a source without a guard. `searched` are the folders that it is looked for in.
/// Empty where it is not there or something cannot be written.
std::string writeGuardedSource(llvm::StringRef place, llvm::StringRef name,
                               llvm::ArrayRef<std::string> searched);

/// The folder with the guarding header, below the place that writeGuardedSource was given.
std::string guardedFolder(llvm::StringRef place);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_COMMONPARTS_H
