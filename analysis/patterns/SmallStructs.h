//===- SmallStructs.h - Structs of bytes and shorts that fit a few words ----------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_SMALLSTRUCTS_H
#define VKMORPH_ANALYSIS_PATTERNS_SMALLSTRUCTS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"

#include <optional>
#include <string>

namespace vkmorph::vkm {

/// What a kernel, with the functions that it calls, does to the elements of buffers of one struct.
struct StructUse {
  llvm::SmallSet<int64_t, 16> read;        ///< offsets of numbers of fewer than 32 bits
  bool isStored = false;                   ///< as a whole
  mlir::Operation *partlyStored = nullptr; ///< the first store of one of these numbers alone
};

/// The structs whose buffers a kernel accesses, once planned stores are joined.
llvm::MapVector<mlir::StringAttr, StructUse> collectStructUses(KernelOp kernel);

/// Why a shader cannot take buffers of a struct for words; empty if it can.
std::string findWordsObstacle(RecordOp record);

/// The offsets of the numbers that a struct is made of.
llvm::SmallVector<int64_t> getNumbers(RecordOp record);
/// The offsets in an element of a buffer of the numbers that are a part of it; none where a
/// subscript in the element is a variable.
std::optional<llvm::SmallVector<int64_t>> getNumbers(mlir::Value part);

/// Whether words save accesses: at least two numbers of one word are read, or stored together.
bool gainsByWords(RecordOp record, const StructUse &use);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_SMALLSTRUCTS_H
