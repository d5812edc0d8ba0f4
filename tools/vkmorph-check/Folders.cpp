//===- Folders.cpp - Where runs keep what later ones can use ----------------------------------===//

#include "Folders.h"

#include "Stamps.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>
#include <cstdlib>

using namespace vkmorph;
using namespace vkmorph::check;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string vkmorph::check::join(llvm::StringRef folder, const llvm::Twine &name) {
  llvm::SmallString<256> result(folder);
  path::append(result, name);
  return std::string(result);
}

bool vkmorph::check::writeIfChanged(const std::string &file, llvm::StringRef text) {
  if (fs::exists(file) && readFile(file) == text)
    return true;
  std::error_code error;
  llvm::raw_fd_ostream os(file, error);
  if (error)
    return false;
  os << text;
  os.close();
  if (!os.has_error())
    return true;
  os.clear_error();
  return false;
}

static llvm::Error cannotWrite(llvm::StringRef what, std::error_code error) {
  return llvm::createStringError(error, "cannot write '" + what + "': " + error.message());
}

std::string vkmorph::check::cacheFolder() {
  llvm::SmallString<256> folder;
  if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache) {
    folder = cache;
  } else if (path::home_directory(folder)) {
    path::append(folder, ".cache");
  } else {
    path::system_temp_directory(/*ErasedOnReboot=*/false, folder);
  }
  path::append(folder, "vkmorph-check");
  return std::string(folder);
}

void vkmorph::check::separateShaderCaches() {
  auto setting = [](const char *name) -> std::string {
    const char *value = std::getenv(name);
    return value ? value : "";
  };
  constexpr const char *place = "MESA_SHADER_CACHE_DIR";
  std::string base = setting(place);
  if (base.empty())
    base = cacheFolder();
  std::string folder = "shaders";
  for (const char *name : {"LP_NATIVE_VECTOR_WIDTH", "GALLIUM_OVERRIDE_CPU_CAPS"})
    if (std::string value = setting(name); !value.empty())
      folder += "-" + value;
  std::replace(folder.begin(), folder.end(), '/', '-');
  folder = join(base, folder);
  // Without it, Mesa's own place would be taken.
  if (!fs::create_directories(folder))
    setenv(place, folder.c_str(), /*overwrite=*/1);
}

/// Runs of one class with one compiler share objects; others do not get in each other's way.
static std::string classFolder(const Options &options, llvm::StringRef qualifiedClass) {
  std::string identity = (qualifiedClass + "\n" + options.vkmorph).str();
  for (const std::string &source : options.import.sources) {
    llvm::SmallString<256> absolute(source);
    fs::make_absolute(absolute);
    identity += "\n" + std::string(absolute);
  }
  return join(cacheFolder(), hashOf(identity));
}

FolderLock::~FolderLock() {
  if (m_file < 0)
    return;
  fs::unlockFile(m_file);
  llvm::sys::Process::SafelyCloseFileDescriptor(m_file);
}

std::error_code FolderLock::lock(const std::string &file) {
  std::error_code error = fs::openFileForReadWrite(file, m_file, fs::CD_OpenAlways, fs::OF_None);
  return error ? error : fs::lockFile(m_file);
}

llvm::Expected<std::unique_ptr<WorkFolder>> WorkFolder::open(const Options &options,
                                                             llvm::StringRef qualifiedClass) {
  auto work = std::make_unique<WorkFolder>();
  llvm::SmallString<256> folder(options.keepDir.empty() ? classFolder(options, qualifiedClass)
                                                        : options.keepDir);
  fs::make_absolute(folder);
  work->m_folder = std::string(folder);
  if (std::error_code error = fs::create_directories(folder))
    return cannotWrite(folder, error);
  std::string lock = work->path("lock");
  if (std::error_code error = work->m_lock.lock(lock))
    return cannotWrite(lock, error);
  return work;
}

std::string WorkFolder::path(const llvm::Twine &name) const { return join(m_folder, name); }
