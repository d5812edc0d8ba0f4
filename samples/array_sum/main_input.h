// The numbers that the sample's programs add up: from a file, or made up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct Input {
  std::string source; ///< where they come from, for people
  std::vector<int> ints;
  std::vector<float> floats; ///< as many
};

/// What the command line asks for. Ends the program after --help and --version; throws
/// std::runtime_error, with a message for the user, if the arguments or the file are not in order.
Input GetInput(int argc, char **argv);

/// Numbers separated by white space. The ints are the numbers without their fractions; the sum of
/// the positive ones has to fit an int.
Input ReadNumbers(const std::string &path);

/// Numbers of both signs whose sum fits an int.
Input MakeNumbers(uint32_t count, uint32_t seed);
