//===- Stamps.cpp - What a kept file was made from
//------------------------------------------------===//

#include "Stamps.h"

#include "Build.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace vkmorph;
using namespace vkmorph::check;
namespace fs = llvm::sys::fs;

std::string vkmorph::check::readFile(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

std::string vkmorph::check::hashOf(llvm::StringRef text) {
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true);
}

std::vector<std::string> vkmorph::check::parseDependencies(llvm::StringRef rule) {
  std::vector<std::string> files;
  std::string file;
  rule = rule.substr(rule.find(": ") + 1);
  auto end = [&] {
    if (!file.empty())
      files.push_back(std::move(file));
    file.clear();
  };
  for (size_t i = 0; i < rule.size(); ++i) {
    char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (rule[i] == '\\' && (next == '\n' || next == ' ' || next == '#')) {
      if (next != '\n')
        file += next;
      ++i;
    } else if (rule[i] == '$' && next == '$') {
      file += '$';
      ++i;
    } else if (llvm::isSpace(rule[i])) {
      end();
    } else {
      file += rule[i];
    }
  }
  end();
  return files;
}

bool vkmorph::check::isFresh(const std::string &target, llvm::StringRef command) {
  auto stamp = llvm::json::parse(readFile(target + ".stamp"));
  if (!stamp) {
    llvm::consumeError(stamp.takeError());
    return false;
  }
  const llvm::json::Object *object = stamp->getAsObject();
  if (!object || !fs::exists(target) || object->getString("command") != command)
    return false;
  const llvm::json::Object *files = object->getObject("files");
  return files && llvm::all_of(*files, [](const auto &entry) {
           return entry.second.getAsString() == hashOf(readFile(entry.first.str()));
         });
}

void vkmorph::check::writeStamp(const std::string &target, llvm::StringRef command,
                                llvm::ArrayRef<std::string> files) {
  llvm::json::Object hashes;
  for (const std::string &file : files)
    hashes[file] = hashOf(readFile(file));
  llvm::json::Object stamp{{"command", command}, {"files", std::move(hashes)}};
  writeIfChanged(target + ".stamp",
                 llvm::formatv("{0}", llvm::json::Value(std::move(stamp))).str());
}
