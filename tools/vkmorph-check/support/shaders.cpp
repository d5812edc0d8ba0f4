// Shaders that stand in for those of the generated class.
#include "shaders.h"

#include <fstream>
#include <map>
#include <stdexcept>

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

} // namespace vkmorph::check
