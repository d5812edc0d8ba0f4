//===- Build.h - Generates, compiles and links the programs of all variants -------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_BUILD_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_BUILD_H

#include "CommonParts.h"

namespace vkmorph::check {

/// Where headers and libraries of vkmorph are: beside this program in an installation, else where
/// this program was built.
struct Installation {
  std::string vkmorph; ///< the compiler
  std::vector<std::string> includes;
  std::vector<std::string> libraries;
  std::string openClDevice; ///< the manifest of the Vulkan driver that runs OpenCL C
  std::string perturbation; ///< the pass that the class is compiled with
  static Installation find(const Options &options, const char *argv0);
};

/// A program that could not be built: which step, and all that it said.
struct BuildFailure {
  std::string step;
  std::string command;
  std::string output;
  int status = 0; ///< that the step ended with
};

/// What vkmorph said where it refuses to translate the class with a variant's options: a located
/// error. Empty for other failures.
std::string refusalOf(const BuildFailure &failure);

/// One variant's program.
struct Program {
  const Variant *variant;
  std::string file;      ///< the same for variants that are alike, byte for byte
  std::string generated; ///< the folder with what vkmorph wrote
  /// What it was linked of: the harness, what was generated, the class.
  std::vector<std::string> objects;
  std::optional<BuildFailure> failure;
};

/// Builds all; objects whose command and files are those of the last time are kept. `harness` is
/// the harness's text.
std::vector<Program> buildPrograms(const ClassModel &model, const Options &options,
                                   const Installation &installation, const WorkFolder &folder,
                                   const CommonParts &common,
                                   llvm::ArrayRef<const Variant *> variants,
                                   const std::string &harness);

/// The command that translates the class with a variant's options, and `more`.
std::vector<std::string> translationCommand(const ClassModel &model, const Options &options,
                                            const Installation &installation,
                                            const Variant &variant,
                                            const std::vector<std::string> &more);

/// Builds programs that differ from one, which outlives this, by a part of what was generated.
class MutantBuilder {
public:
  MutantBuilder(const ClassModel &model, const Options &options, const Installation &installation,
                const WorkFolder &folder, const Program &program);
  ~MutantBuilder();

  /// `folder` has files that take the place of generated ones. Several threads may build at once.
  std::optional<BuildFailure> build(const std::string &folder, const std::string &target);

private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_BUILD_H
