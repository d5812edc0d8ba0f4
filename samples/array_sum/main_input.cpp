// Reading and making up numbers, and the command line that says which.
#include "main_input.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "vkmorph/version.h"

static const uint32_t MostNumbers = 1u << 30;

static const char *const Help =
    R"(Adds up the positive numbers of a file, or of a million made-up ones, on the CPU and on the GPU.

usage: %s [FILE] [--count N] [--seed N]

  FILE        numbers separated by white space
  --count N   make up N numbers (1000000)
  --seed N    of the made-up numbers (1)
  --help      this text
  --version   the version of vkmorph

Exit status: 0 CPU and GPU agree, 1 they do not, 2 wrong usage or input, 3 there is no usable device.
)";

static uint32_t ParseOption(const std::string &name, const char *text, uint32_t most) {
  if (text == nullptr)
    throw std::runtime_error(name + " needs a number");
  char *end = nullptr;
  errno = 0;
  const unsigned long long value = std::strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0')
    throw std::runtime_error(name + ": '" + text + "' is not a number");
  if (errno != 0 || value > most)
    throw std::runtime_error(name + ": " + text + " is more than " + std::to_string(most));
  return uint32_t(value);
}

Input GetInput(int argc, char **argv) {
  std::string path;
  bool made = false;
  uint32_t count = 1000000;
  uint32_t seed = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      std::printf(Help, argv[0]);
      std::exit(0);
    }
    if (argument == "--version") {
      std::printf("vkmorph %s\n", VKMORPH_RUNTIME_VERSION_STRING);
      std::exit(0);
    }
    if (argument == "--count" || argument == "--seed") {
      const bool isCount = argument == "--count";
      (isCount ? count : seed) =
          ParseOption(argument, argv[++i], isCount ? MostNumbers : UINT32_MAX);
      made = true;
    } else if (argument.size() > 1 && argument[0] == '-') {
      throw std::runtime_error("unknown option '" + argument + "', see --help");
    } else if (!path.empty()) {
      throw std::runtime_error("one file at a time, not '" + argument + "' as well");
    } else {
      path = argument;
    }
  }
  if (path.empty())
    return MakeNumbers(count, seed);
  if (made)
    throw std::runtime_error("--count and --seed are for numbers that are made up, not for a file");
  return ReadNumbers(path);
}

Input ReadNumbers(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(path + ": " + std::strerror(errno));

  Input input;
  input.source = path;
  long long sum = 0;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string where = path + ":" + std::to_string(number) + ": ";
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      char *end = nullptr;
      const double value = std::strtod(word.c_str(), &end);
      if (*end != '\0' || std::isnan(value))
        throw std::runtime_error(where + "'" + word + "' is not a number");
      if (value <= double(INT_MIN) - 1.0 || value >= double(INT_MAX) + 1.0)
        throw std::runtime_error(where + word + " does not fit an int");
      input.ints.push_back(int(value));
      input.floats.push_back(float(value));
      sum += std::max(input.ints.back(), 0);
      if (sum > INT_MAX)
        throw std::runtime_error(where + "with " + word + " the sum does not fit an int any more");
      if (input.ints.size() > MostNumbers)
        throw std::runtime_error(where + "more than " + std::to_string(MostNumbers) + " numbers");
    }
  }
  if (file.bad() || !file.eof())
    throw std::runtime_error(path + ": reading failed: " + std::strerror(errno));
  return input;
}

Input MakeNumbers(uint32_t count, uint32_t seed) {
  Input input;
  input.source = "made up with seed " + std::to_string(seed);
  // The generator is the same everywhere, the distributions of the standard library are not.
  std::mt19937 random(seed);
  const int limit = std::min(1000, count > 0 ? int(INT_MAX / count) : 1000);
  for (uint32_t i = 0; i < count; ++i) {
    const float unit = float(random() >> 8) * (2.0f / 16777216.0f) - 1.0f;
    input.ints.push_back(int(random() % uint32_t(2 * limit + 1)) - limit);
    input.floats.push_back(float(limit) * unit);
  }
  return input;
}
