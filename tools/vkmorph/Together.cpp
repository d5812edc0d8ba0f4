//===- Together.cpp - Several translations of what was read once ------------------------------===//

#include "Together.h"

#include "OutputFiles.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace vkmorph;
using namespace vkmorph::tool;

bool tool::takesTogether(int argc, char **argv, std::string &file) {
  llvm::StringRef option = argc == 2 ? argv[1] : "";
  if (!option.consume_front("--together="))
    return false;
  file = option.str();
  return true;
}

static bool fromJSON(const llvm::json::Value &value, Together::Translation &translation,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return map && map.map("arguments", translation.arguments) &&
         map.map("messages", translation.messages);
}

std::optional<Together> tool::readTogether(const std::string &file) {
  auto fail = [&](const llvm::Twine &why) {
    llvm::errs() << "vkmorph: error: --together=" << file << ": " << why << "\n";
    return std::nullopt;
  };
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return fail(buffer.getError().message());
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return fail(llvm::toString(value.takeError()));
  Together together;
  llvm::json::Path::Root root("translations");
  llvm::json::ObjectMapper map(*value, root);
  if (!map || !map.map("statuses", together.statuses) || !map.map("jobs", together.jobs) ||
      !map.mapOptional("imported", together.imported) ||
      !map.mapOptional("dependencies", together.dependencies))
    return fail(llvm::toString(root.getError()));
  const llvm::json::Array *list = value->getAsObject()->getArray("translations");
  for (const llvm::json::Value &entry : list ? *list : llvm::json::Array())
    if (!fromJSON(entry, together.translations.emplace_back(), root))
      return fail(llvm::toString(root.getError()));
  if (together.translations.empty() || together.translations.front().arguments.empty())
    return fail("there is none");
  return together;
}

std::vector<char *> tool::pointersTo(std::vector<std::string> &arguments) {
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  return pointers;
}

/// What is printed from now on goes to a file.
static bool printTo(const std::string &file) {
  constexpr mode_t mode = 0666;
  int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  return opened >= 0 && dup2(opened, STDOUT_FILENO) >= 0 && dup2(opened, STDERR_FILENO) >= 0;
}

bool tool::runTogether(const Together &together,
                       llvm::function_ref<int(const Together::Translation &)> translate) {
  // Of a process that could not be made or did not come to its end.
  constexpr int fault = 3;
  std::vector<int> statuses(together.translations.size(), fault);
  std::map<pid_t, size_t> running;
  auto waitForOne = [&] {
    int status = 0;
    pid_t ended = wait(&status);
    if (auto found = running.find(ended); found != running.end()) {
      statuses[found->second] = WIFEXITED(status) ? WEXITSTATUS(status) : fault;
      running.erase(found);
    } else if (ended < 0) {
      running.clear();
    }
  };
  llvm::outs().flush();
  for (size_t i = 0; i < statuses.size(); ++i) {
    while (running.size() >= size_t(std::max<int64_t>(together.jobs, 1)))
      waitForOne();
    const Together::Translation &translation = together.translations[i];
    pid_t child = fork();
    if (child == 0) {
      int status = printTo(translation.messages) ? translate(translation) : fault;
      llvm::outs().flush();
      _exit(status);
    }
    if (child > 0)
      running[child] = i;
  }
  while (!running.empty())
    waitForOne();
  std::string text = llvm::formatv("{0}\n", llvm::json::Value(llvm::json::Array(statuses))).str();
  return writeFiles({{together.statuses, text, false}}, /*force=*/true);
}
