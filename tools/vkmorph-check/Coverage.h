//===- Coverage.h - What of the original's code the cases of a check ran ----------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_COVERAGE_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_COVERAGE_H

#include "ClassModel.h"

#include "llvm/Support/JSON.h"

namespace vkmorph::check {

/// A function of the original that runs on the device in the generated class.
struct FunctionCoverage {
  std::string name;
  std::string qualifiedName; ///< with namespaces and classes
  std::string file;          ///< of its definition
  unsigned line;
  bool hasRun = false;
  unsigned branches = 0; ///< outcomes of conditions
  /// Those that no case had: "blur.cpp:38 is never true".
  std::vector<std::string> missed;
  /// Of a kernel: none of its loops over a grid had an iteration.
  bool isWithoutIterations = false;
  /// Parts of it, which may lie in others, and how often they ran.
  struct Part {
    std::pair<unsigned, unsigned> begin, end; ///< line and column
    uint64_t count;
  };
  std::vector<Part> parts;

  /// "3 of 41 branches of kernel2D_Blur never ran: ...", "Box::Weigh (blur.cpp:12) never ran";
  /// empty where there is nothing to say.
  std::string describe() const;
  llvm::json::Object toJson() const;
};

/// Whether any case ran the code at a place; nothing where that is unknown.
std::optional<bool> hasRun(llvm::ArrayRef<FunctionCoverage> functions, llvm::StringRef file,
                           unsigned line, unsigned column);

/// Reads what a program's original counted, of kernels that some control functions launch, and of
/// what those call. `profile` is the file that the program wrote. Functions are in the order of
/// their places. Nothing where there is no such file.
std::vector<FunctionCoverage> readCoverage(llvm::ArrayRef<const ControlModel *> controls,
                                           const std::string &program, const std::string &profile);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_COVERAGE_H
