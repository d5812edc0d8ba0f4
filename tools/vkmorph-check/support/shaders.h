// Shaders that stand in for those of the generated class.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vkmorph::check {

/// From here on, a shader whose code is that of the first file of a pair has that of the second
/// one. Throws std::runtime_error where a file cannot be read.
void replaceShaders(const std::vector<std::pair<std::string, std::string>> &files);

/// What stands in for a shader; null where nothing does.
const std::vector<uint32_t> *findReplacement(const uint32_t *words, size_t count);

} // namespace vkmorph::check
