// Inputs: seeded random numbers by type, unless a rule says otherwise.
#pragma once

#include "types.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vkmorph::check {

/// The same numbers on every machine: splitmix64 (Steele, Lea and Flood: Fast splittable
/// pseudorandom number generators, 2014).
class Random {
public:
  explicit Random(uint64_t seed) : m_state(seed) {}
  uint64_t next() {
    m_state += 0x9e3779b97f4a7c15ull;
    uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// In [0, 1), 53 random bits.
  double unit() { return double(next() >> 11) * 0x1p-53; }
  /// From `low` to `high`, both included.
  int64_t integer(int64_t low, int64_t high);

private:
  uint64_t m_state;
};

/// A seed for one of several streams.
uint64_t mixSeed(uint64_t seed, uint64_t stream);

/// How floats are drawn where no rule says otherwise.
enum class Style {
  Eighths, ///< multiples of 1/8 from -3 to 4: sums of them are exact
  Full,    ///< from -3 to 4, all bits of the mantissa random
  Whole    ///< integers from -3 to 4: sums of their products are exact
};

/// What a user stated for a value, or for members of the elements of an array; or what the check
/// knows of it.
struct InputRule {
  enum class Kind {
    Random,
    Value,
    Range,
    File,
    Choice, ///< one of `numbers`
    Size    ///< the same; smaller ones may do where it fails
  };

  std::string function; ///< empty: any that has such a parameter
  std::string path;     ///< "a_data", "tracks.hits.layer"
  Kind kind = Kind::Random;
  double low = 0.0;  ///< also the value
  double high = 0.0; ///< included
  std::vector<double> numbers;
  std::string file;
  bool isDefault = false; ///< nobody stated it: what users state goes before
};

/// How far from 0 numbers are drawn that nobody stated.
enum class Reach {
  Usual,
  Few, ///< integers and sizes up to 8, floats up to 1
  One  ///< integers up to 1
};

/// What the class's code does with an input.
struct InputUse {
  std::string function, path;
  std::vector<double> limits; ///< that comparisons have: these and their neighbours are drawn too
  bool isCount = false;       ///< large numbers are outside of what the class can do with
};

/// How values are drawn that no rule speaks of.
struct Drawing {
  Style style;
  Reach reach = Reach::Usual;
  /// What one value is chosen by where there are few: so many turns have each of them once.
  uint64_t turn = 0;
  /// Null: no input is anything special to the class, and none has a number that is seldom.
  const std::vector<InputUse> *uses = nullptr;
  bool keepsSizes = false; ///< sizes stay what they are, but for 0
  /// All elements of an array are alike, unless they are counts.
  bool isUniform = false;
};

/// Fills `count` elements of a type; `name` is that of the parameter, for the rules. What a type
/// has no rule for is random. Padding stays as it is.
void fill(const Type &type, size_t count, const std::string &function, const std::string &name,
          const std::vector<InputRule> &rules, const Drawing &drawing, Random &random,
          uint8_t *target);

/// Reads the numbers of a file: of a name that ends in .txt, separated by white space; else raw
/// little-endian scalars of the given type. Throws std::runtime_error.
std::vector<double> readNumbers(const std::string &file, Scalar scalar);

} // namespace vkmorph::check
