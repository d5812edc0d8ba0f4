//===- Unordered.h - Arrays whose elements come in any order ----------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_UNORDERED_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_UNORDERED_H

#include "ir/Effects.h"

#include "llvm/ADT/StringSet.h"

#include <map>

namespace vkmorph::check {

/// The vectors that kernels append to, and the arrays whose elements are made of theirs: copies,
/// and what kernels compute of one element for another. What is combined, counted or only looked up
/// by such elements does not depend on their order.
class Unordered {
public:
  /// Of a class in the recognised phase.
  explicit Unordered(vkm::ClassOp theClass);

  /// Symbols of vectors.
  const llvm::StringSet<> &getVectors() const { return m_vectors; }
  /// Names of a control function's parameters.
  const llvm::StringSet<> &getBuffers(vkm::ControlOp control) { return m_buffers[control]; }

private:
  bool isUnordered(const vkm::Root &root, vkm::LaunchOp launch);
  bool isMadeOf(mlir::Value value, vkm::LaunchOp launch, llvm::DenseSet<mlir::Value> &seen);
  bool isDecided(mlir::Operation *op, vkm::LaunchOp launch);
  bool mayLeave(mlir::Operation *statement, vkm::LaunchOp launch);
  bool isChosenBy(mlir::Operation *op, vkm::LaunchOp launch);
  bool add(const vkm::Root &root, vkm::LaunchOp launch);
  bool follow(vkm::LaunchOp launch);
  vkm::Root resolve(const vkm::Root &root, vkm::LaunchOp launch);

  vkm::ClassOp m_class;
  llvm::StringSet<> m_vectors;
  std::map<mlir::Operation *, llvm::StringSet<>> m_buffers;
};

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_UNORDERED_H
