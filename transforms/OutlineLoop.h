//===- OutlineLoop.h - A loop becomes a kernel
//-------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_OUTLINELOOP_H
#define VKMORPH_TRANSFORMS_OUTLINELOOP_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace vkmorph::vkm {

struct Root;

/// Makes a kernel of a loop of a control function in the imported phase. What the loop uses of its
/// surroundings becomes parameters, or is computed in the kernel as outside of it.
class LoopOutliner {
public:
  /// `own` are variables in front of the loop that nothing else uses, now or later: the kernel
  /// declares them.
  /// With `takesObjects` the kernel may have parameters that are structs and arrays, which are
  /// split later (vkm-split-parameters).
  explicit LoopOutliner(ForOp loop, llvm::ArrayRef<mlir::Operation *> own = {},
                        bool takesObjects = false)
      : m_loop(loop), m_known(own.begin(), own.end()), m_takesObjects(takesObjects) {}
  /// `results` are variables in front of the loop that it changes, and that are read behind it: the
  /// kernel takes references to them, and gives them their first values.
  void setResults(llvm::ArrayRef<mlir::Operation *> results) {
    m_results.assign(results.begin(), results.end());
  }
  /// Finds what the loop uses; false where a kernel cannot be given it, which `getRefused` says:
  /// the operand of an operation in the loop.
  bool collect();
  /// A detached kernel that has the loop now.
  KernelOp outline(llvm::StringRef symbol, unsigned dims, llvm::StringRef display);
  /// What a call gives the kernel, in the order of its parameters; behind `outline`.
  llvm::ArrayRef<mlir::Value> getOperands() const { return m_operands; }
  mlir::OpOperand &getRefused() const { return *m_refused; }

private:
  bool need(mlir::Value value);
  bool needPlace(mlir::Value place);
  bool needObject(mlir::Value value);
  bool canPass(mlir::Type type) const;
  bool isOnlyRead(mlir::Value place) const;
  bool staysUntilLoop(mlir::Operation *read, const Root &root) const;
  mlir::Value findRead(mlir::Value variable) const;
  std::string roleOf(mlir::Value value);

  ForOp m_loop;
  llvm::SetVector<mlir::Operation *> m_cloned;
  llvm::SetVector<mlir::Value> m_pointers, m_numbers;
  llvm::SetVector<mlir::Value> m_variables;     ///< of the host, which the loop reads
  llvm::SmallVector<mlir::Operation *> m_known; ///< variables that are the loop's alone
  llvm::SmallVector<mlir::Operation *> m_results;
  llvm::SetVector<mlir::Value> m_references; ///< to those of them that it uses
  bool m_takesObjects;
  llvm::SetVector<mlir::Operation *> m_own;         ///< those of them that it uses
  llvm::MapVector<mlir::Value, mlir::Value> m_same; ///< numbers that are another one
  llvm::MapVector<mlir::Value, mlir::Value> m_read; ///< variables that a number is read from
  llvm::SmallVector<mlir::Value> m_operands;
  mlir::OpOperand *m_refused = nullptr;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_OUTLINELOOP_H
