//===- Options.h - The command line of vkmorph-check ------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_OPTIONS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_OPTIONS_H

#include "Variants.h"
#include "frontend/Import.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vkmorph::check {

/// One --arg: how the values of a parameter, or of members of an array's elements, are drawn.
struct ArgumentRule {
  enum class Kind { Random, Value, Range, File };

  std::string path; ///< as given: "a_data", "tracks.hits.layer", "Function.n"
  Kind kind = Kind::Random;
  double low = 0.0;  ///< also the value
  double high = 0.0; ///< included
  std::string file;  ///< absolute
};

struct Options {
  frontend::ImportOptions import;
  std::vector<std::string> classes; ///< --class, in its order; an empty name where none is given
  std::vector<std::string> assumeIndependent;
  bool assumeNoNan = false;
  std::vector<std::string> compilerOptions; ///< --option: of vkmorph, for all variants
  std::vector<std::string> controls;        ///< --control; empty: all
  std::vector<ArgumentRule> arguments;
  std::map<std::string, std::vector<int64_t>> sizes; ///< --size, by name as given
  std::string construct;                             ///< an expression that makes an object
  std::vector<std::string> setup;                    ///< statements
  std::vector<std::string> variants;                 ///< names; "all" alone for all
  std::vector<Variant> ownVariants;                  ///< --variant
  uint64_t seed = 1;
  unsigned repeat = 1;
  std::optional<std::pair<double, double>> tolerance; ///< relative, absolute
  std::string reportFile;
  std::string keepDir;
  std::string vkmorph; ///< the compiler; empty: the one beside this program
  bool adversarial = false;
  bool mutateBarriers = false;
  std::string mutants; ///< which faults to plant: "all", a number, names; empty: none
  bool validation = true;
  std::string shaders = "glsl"; ///< their language; openclc: on an OpenCL device
  bool verbose = false;
  static constexpr int64_t kLargestSize = 65537;
  int64_t largestSize = kLargestSize; ///< of those that are tried where none is stated
  unsigned timeout = 600;             ///< seconds for the program of one variant
  unsigned jobs = 0;                  ///< 0: as many as there are processors

  bool compileAhead = false; ///< the source, however little time that saves

  /// What to write before the options of one case to run it again; of several classes, where the
  /// name of one is to be put.
  std::vector<std::string> reproduction;
  size_t classWord = 0;

  /// The options of a check of one of the classes, with files of its own where there are several.
  Options ofClass(llvm::StringRef name) const;
};

/// Reads the command line; prints what is wrong with it and returns nothing.
std::optional<Options> parseOptions(int argc, char **argv);

/// Prints an error of usage and returns the exit status for it.
int usageError(const std::string &message);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_OPTIONS_H
