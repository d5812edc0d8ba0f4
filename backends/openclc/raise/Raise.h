//===- Raise.h - The steps to OpenCL C that no other language needs ---------------------------===//

#ifndef VKMORPH_BACKENDS_OPENCLC_RAISE_RAISE_H
#define VKMORPH_BACKENDS_OPENCLC_RAISE_RAISE_H

#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"

namespace vkmorph::openclc {

/// On a vkm.func: what the text passes beside its parameters, in order: the names of pointers to
/// buffers (kPointerNamesAttr) and of shared variables.
inline constexpr llvm::StringLiteral kPassedAttr = "vkm.passed";
/// On a shader's module: compilers may make one operation of a product and a sum.
inline constexpr llvm::StringLiteral kContractsAttr = "vkm.contracts";

/// Takes all steps, in order: ShadingBackend::raiseShader.
mlir::LogicalResult raiseShader(mlir::ModuleOp module, const shading::RaiseOptions &options);

/// Refuses what clspv has no OpenCL C for: doubles, atomics of floats and of 64 bits, ballots of
/// subgroups.
mlir::LogicalResult checkLimits(mlir::ModuleOp module);

/// The vectors of three and the vectors in memory that have another size or place in OpenCL C, and
/// all matrices there.
llvm::DenseSet<mlir::Type> findForeignVectors(mlir::ModuleOp module);

/// Lets the scalars of the kernel lie where the host has them in its push constants, as clspv packs
/// parameters: a vector of three becomes its components, a matrix its columns, and `padding` fills
/// gaps.
void placeArguments(mlir::ModuleOp module);

/// Makes matrices that are not in memory structs of their columns, and what is computed with them
/// functions.
void expandMatrices(mlir::ModuleOp module);

/// Writes out functions and reads that OpenCL C spells as operators, or lacks.
void expandFunctions(mlir::ModuleOp module);

/// Copies arrays element by element: C assigns none, and passes and returns none.
void copyArrays(mlir::ModuleOp module);

/// The same of values that got names since.
void copyNamedArrays(mlir::Operation *body);

/// Finds what functions are given beside their parameters (kPassedAttr).
void findPassed(mlir::ModuleOp module);

/// The rules of OpenCL C for names.
NamingRules getNamingRules();

/// The name of the kernel function in the text of a raised module.
std::string getKernelName(mlir::ModuleOp module);

} // namespace vkmorph::openclc

#endif // VKMORPH_BACKENDS_OPENCLC_RAISE_RAISE_H
