//===- ErrorBound.h - How far floats may be apart, counted in the class's code ----------------===//
//
// CPU and GPU differ where Vulkan lets an operation be less exact than C++ is, and where a sum is
// taken in another order. Both are counted in the recognised module, per result of a control
// function, in units of u: 2^-24 for float, 2^-53 for double, half the distance from 1 to the next
// number. docs/Check.md derives the weights and says what the bound does not cover.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_ERRORBOUND_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_ERRORBOUND_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"

#include <string>

namespace vkmorph::check {

/// What support/plan.h evaluates for the sizes and inputs of a call:
///
///   |cpu - gpu| <= (ulps * n^loops + sums * 8 * sqrt(N)) * u * scale
///
/// and one of the result for each addition where terms are alike or of one sign;
/// scale is |cpu| if the error is relative, else the larger of that and S^degree, times
/// sqrt(N) where a sum takes part. Sums that are exact in whatever order have no error. Integers
/// are equal but for what was rounded to them.
struct Estimate {
  double ulps = 0.0;
  unsigned loops = 0;        ///< loops of an unknown number of rounds that the error grows in
  bool isLoopOfData = false; ///< how many rounds is read from arrays or members
  double sums = 0.0;         ///< float sums over a grid that take part
  double alike = 0.0;        ///< of these, sums of one value again and again
  bool isOntoMember = false; ///< of these sums, some go on with what a member held before the call
  bool isOfElements =
      false;                ///< some of these sums are of elements that data chooses: of few values
  bool mayOverflow = false; ///< running totals that are multiplied take part
  bool mayCancel = false;   ///< running totals that depend on each other do
  unsigned degree = 0;      ///< how often inputs are multiplied with each other; at most 4
  bool isRelative = true;
  /// How many bits the code adds to those of the inputs' products, as far as it only adds and
  /// multiplies; negative: it does something else.
  int exactBits = 0;
  /// Of an integer: at which digits inexact floats were converted to it. The number may be off by
  /// one at each of them.
  uint64_t roundings = 0;
  // What is known of the value itself.
  bool isNonNegative = false;
  bool isSumOfSquares = false;

  static constexpr const char *kRounded = "1 per rounding";

  bool isExact() const { return ulps == 0.0 && sums == 0.0; }
  /// The larger of both, in each respect.
  void join(const Estimate &other);
  /// "exact", "1 per rounding", "10 u", "(6 n + 8 sqrt(N)) u S^2 sqrt(N)".
  std::string describe() const;
};

/// The estimates of one control function.
struct FunctionEstimates {
  Estimate result;
  llvm::MapVector<llvm::StringRef, Estimate> buffers; ///< by the name of the parameter
  llvm::MapVector<llvm::StringRef, Estimate> fields;  ///< of those that it reads or writes
  /// Members that a grid reduces into: results, whose magnitude says nothing about that of inputs.
  llvm::SmallVector<llvm::StringRef> reduced;

  /// The loosest, for the table.
  Estimate loosest() const;
};

/// `contracts`: the generated code may take products into sums unrounded (--fp-contract=on).
/// `samples`: samplers may take the place of what samples textures (--textures=samplers).
FunctionEstimates estimateErrors(vkm::ControlOp control, bool contracts, bool samples);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_ERRORBOUND_H
