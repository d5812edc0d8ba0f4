// What is known of shaders by their code: what stands in for them, and whose iterations they run.
#include "shaders.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace vkmorph::check {

using Words = std::vector<uint32_t>;

/// Never destroyed, as all that interposed functions use.
static std::map<Words, Words> &replacements() {
  static auto *const instance = new std::map<Words, Words>;
  return *instance;
}

static Words readWords(const std::string &file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  Words words(stream ? size_t(stream.tellg()) / sizeof(uint32_t) : 0);
  stream.seekg(0);
  if (words.empty() || !stream.read(reinterpret_cast<char *>(words.data()),
                                    static_cast<std::streamsize>(words.size() * sizeof(uint32_t))))
    throw std::runtime_error("cannot read '" + file + "'");
  return words;
}

void replaceShaders(const std::vector<std::pair<std::string, std::string>> &files) {
  for (const auto &[from, to] : files)
    replacements()[readWords(from)] = readWords(to);
}

const Words *findReplacement(const uint32_t *words, size_t count) {
  const auto found = replacements().find(Words(words, words + count));
  return found == replacements().end() ? nullptr : &found->second;
}

static std::map<Words, Shares> &shares() {
  static auto *const instance = new std::map<Words, Shares>;
  return *instance;
}

void readShares(const std::string &interface) {
  std::ifstream stream(interface);
  const nlohmann::json object = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded())
    throw std::runtime_error("cannot read '" + interface + "'");
  std::map<std::pair<std::string, std::string>, unsigned> grids;
  for (const nlohmann::json &kernel : object.at("kernels"))
    for (const nlohmann::json &shader : kernel.at("shaders")) {
      if (!shader.contains("shareOf"))
        continue;
      const std::pair<std::string, std::string> grid = {kernel.at("name"), shader["shareOf"]};
      std::filesystem::path file =
          std::filesystem::path(interface).parent_path() / shader.at("file").get<std::string>();
      Shares &known = shares()[readWords(file.replace_extension("spv").string())];
      known.grids.insert(grids.try_emplace(grid, unsigned(grids.size())).first->second);
      for (const nlohmann::json &binding : kernel.at("bindings"))
        if (binding.at("kind") == "parameter" || binding.at("kind") == "vector")
          known.bindings.insert(binding.at("binding").get<uint32_t>());
    }
}

const Shares *findShares(const uint32_t *words, size_t count) {
  const auto found = shares().find(Words(words, words + count));
  return found == shares().end() ? nullptr : &found->second;
}

} // namespace vkmorph::check
