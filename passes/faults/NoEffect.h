//===- NoEffect.h - Faults of the computation that change no result ---------------------------===//
//
// What is proved to change nothing is not planted: no check could notice it. In doubt a fault is
// one.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_FAULTS_NOEFFECT_H
#define VKMORPH_PASSES_FAULTS_NOEFFECT_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace vkmorph::vkm {

/// Whether a comparison by `<`, `<=`, `>` or `>=` only chooses between what is the same where its
/// operands are equal, so that `<` and `<=` are one: `a < b ? a : b`, `if (x > 9) x = 9;`,
/// `x < 0 ? -x : x`. Of floats, the sign of a zero may be another one, if nothing in the class can
/// tell the two zeros apart.
bool choosesBetweenAlike(CmpOp comparison);

/// Whether no result depends on the sign of a difference: it is only squared, compared with zero
/// for equality, or its magnitude taken.
bool isOnlyMagnitudeUsed(BinaryOp difference);

/// Whether a float is a whole number for certain, because of how it is computed.
bool isWhole(mlir::Value value);

/// Whether it is the same to convert an integer as an unsigned one: it is not negative where the
/// conversion stands, or only the bits are used that are the same.
bool isSameUnsigned(CastOp cast);

/// Whether a constant is only what variables begin with, and something else is assigned to them
/// before they are read.
bool isNeverRead(ConstantOp constant);

/// Which operations only decide what kernels store that is written again before anything reads it:
/// what `m_sorted.resize(n);` fills where a kernel sets all n elements next. Which element is
/// stored is another matter: it may be one that stays.
class StoredInVain {
public:
  bool operator()(mlir::Operation *op);

private:
  bool isInVain(KernelOp kernel);

  llvm::DenseMap<mlir::Operation *, bool> kernels;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_FAULTS_NOEFFECT_H
