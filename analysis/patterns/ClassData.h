//===- ClassData.h - What kernels do to the block of class data ------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_CLASSDATA_H
#define VKMORPH_ANALYSIS_PATTERNS_CLASSDATA_H

#include "ir/VkmDialect.h"

#include <string>

namespace vkmorph::vkm {

/// Where a field lies in the block of class data, behind so many bytes of others: at whole words,
/// so that shaders that see words only write no other field with this one, and vectors as layout
/// std430 asks where they have no padding there.
int64_t getFieldOffset(FieldOp field, int64_t end);

/// What the block of class data of a planned class is: the fields that kernels touch.
struct ClassDataBlock {
  int64_t bytes = 0; ///< at most, with what lowering adds
  FieldOp narrow;    ///< the first field with numbers of 8 or 16 bits; null if there is none
};
ClassDataBlock measureClassData(ClassOp op);

/// The scalar parameters of a kernel for which the push constants have no room, the last of those
/// that only the bodies read, in the order in which lowering makes fields of them: the command
/// buffer updates these before the dispatch.
llvm::SmallVector<mlir::BlockArgument> findSpilledScalars(KernelOp kernel);

/// How a kernel reads arrays of the class by subscripts that are no constants.
struct TableReads {
  std::string table;   ///< the first of them; empty if there is none
  std::string differs; ///< the first one that threads of a subgroup read at different places
};
/// As shaders will read them: in a workgroup that takes a row together, each thread has iterations
/// of the row loop.
TableReads findTableReads(KernelOp kernel);

/// Whether anything in a class may be a table.
bool hasTables(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_CLASSDATA_H
