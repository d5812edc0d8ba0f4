//===- Callables.h - Virtual calls by callable shaders ----------------------------------------===//
//
//   out[i] = m_surfaces[ids[i]]->Shade(u, v);
//
//     =>   shadeCall.object = ids[i]; shadeCall.u = u; shadeCall.v = v;
//          executeCallableEXT(m_surfaces[ids[i]].type - 1, 0);
//          out[i] = shadeCall.result;
//
// The shader of the grid becomes a ray generation shader, and each overrider a callable shader.
// What a call passes goes through a payload, which has values alone: what each argument becomes is
// said here, to those who decide and to those who lower.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_CALLABLES_H
#define VKMORPH_ANALYSIS_PATTERNS_CALLABLES_H

#include "analysis/patterns/PatternCut.h"

namespace vkmorph::vkm {

/// What an argument of a virtual call is to a callable shader.
enum class PassedAs {
  Value,   ///< in the payload
  Place,   ///< in the payload, before the call and, where the method writes it, behind it
  Element, ///< its number in the payload, of an array that both shaders have
  Field,   ///< not at all: a member of the class
  Array    ///< not at all: an array that both shaders have
};

struct PassedArgument {
  PassedAs as = PassedAs::Value;
  /// Of an element and an array: a vector of the class. Of a field: itself.
  mlir::StringAttr symbol;
  /// Of an element and an array that is no vector of the class: the kernel's parameter, or the
  /// buffer of its shader.
  mlir::Value array;
  mlir::Value index; ///< of an element
};

/// What an argument of a call of a dispatcher becomes.
PassedArgument describePassed(CallOp call, unsigned index);

/// Whether some overrider writes what a parameter names.
bool isParameterWritten(FuncOp dispatcher, unsigned index);

/// What a grid with callable shaders leaves to another one: all patterns.
PatternCut cutCallables(GridOp grid);

/// Whether a grid is planned to run callable shaders.
bool runsCallables(GridOp grid);

/// The calls of virtual methods of objects of several classes that an operation comes to, in
/// functions as well. What overriders call is theirs.
llvm::SmallVector<CallOp> collectVirtualCalls(mlir::Operation *op);

/// Why the virtual calls of a grid cannot run callable shaders, the target aside; `written` are the
/// fields that kernels write.
std::optional<DispatchObstacle> findCallableObstacle(GridOp grid, const llvm::StringSet<> &written);

/// Whether `--virtual=callable` translates the class: all grids with virtual calls can run callable
/// shaders, and there is one.
bool canRunCallables(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_CALLABLES_H
