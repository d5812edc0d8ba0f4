//===- LaunchTranslation.h - What a kernel's analysis says, in the control function ----------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_LAUNCHTRANSLATION_H
#define VKMORPH_ANALYSIS_ACCESSES_LAUNCHTRANSLATION_H

#include "analysis/accesses/Extents.h"

namespace vkmorph::vkm {

/// Rewrites what a kernel's analysis says over the values of the control function that launches it.
class Translation {
public:
  /// `meanings`: of symbols of the kernel's analysis that stand for what the control function knows
  /// (KernelAtLaunch).
  Translation(AffineAnalysis &from, AffineAnalysis &to, LaunchOp launch,
              llvm::ArrayRef<std::pair<Symbol, Polynomial>> meanings = {})
      : from(from), to(to), launch(launch), meanings(meanings.begin(), meanings.end()) {}
  /// From here on what the control function does not know is a symbol of its own, of which no more
  /// is known than that it is one value.
  void followUnknowns() { followsUnknowns = true; }
  /// A reach of the kernel, where it is launched under conditions; what the facts say is no guard.
  std::optional<Reach> translate(const Reach &reach, const Facts &facts,
                                 llvm::ArrayRef<Polynomial> conditions);

  /// Symbols that have been made for members of which the control function does not know what they
  /// hold, and a read of each.
  llvm::ArrayRef<std::pair<Symbol, LoadOp>> getUnknownFields() const { return unknownFields; }

  std::string obstacle; ///< why it failed

private:
  std::optional<Polynomial> translate(const Polynomial &polynomial);
  std::optional<Polynomial> translate(Symbol symbol);
  /// Of a parameter of the kernel.
  std::string getName(Symbol symbol) {
    auto parameter = llvm::cast<mlir::BlockArgument>(from.getUnknown(symbol).value);
    return argName(from.getFunction(), parameter.getArgNumber()).str();
  }
  std::optional<Polynomial> makeUnknown(Symbol symbol);
  std::nullopt_t fail(const llvm::Twine &why) {
    obstacle = why.str();
    return std::nullopt;
  }

  AffineAnalysis &from, &to;
  LaunchOp launch;
  bool followsUnknowns = false;
  llvm::SmallVector<std::pair<Symbol, Polynomial>, 0> meanings;
  llvm::SmallVector<std::pair<Symbol, LoadOp>, 0> unknownFields;
  /// Unsigned parameters of the kernel that a reach depends on, and what is passed for them.
  llvm::SmallVector<std::pair<Symbol, Polynomial>> converted;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_LAUNCHTRANSLATION_H
