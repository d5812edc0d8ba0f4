// Shaders that stand in for those of the generated class.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vkmorph::check {

/// From here on, a shader whose code is that of the first file of a pair has that of the second
/// one. Throws std::runtime_error where a file cannot be read.
void replaceShaders(const std::vector<std::pair<std::string, std::string>> &files);

/// What stands in for a shader; null where nothing does.
const std::vector<uint32_t> *findReplacement(const uint32_t *words, size_t count);

/// Reads in the vkmorph.json of a generated class which shaders run iterations of one grid
/// (`shareOf`), whose files lie beside it. Throws std::runtime_error where a file cannot be read.
void readShares(const std::string &interface);

/// What a shader has to itself that runs a share of the iterations of a grid.
struct Shares {
  std::set<unsigned> grids;    ///< whose iterations it may be, by number
  std::set<uint32_t> bindings; ///< of arrays: what it writes there, other shares do not
};

/// Null for other shaders.
const Shares *findShares(const uint32_t *words, size_t count);

} // namespace vkmorph::check
