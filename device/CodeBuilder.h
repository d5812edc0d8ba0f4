//===- CodeBuilder.h - Statements and expressions of unsigned numbers ------------------------===//

#ifndef VKMORPH_DEVICE_CODEBUILDER_H
#define VKMORPH_DEVICE_CODEBUILDER_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <functional>
#include <string>

namespace vkmorph::vkm {

/// Gives the place of an element by its index.
using ElementFn = std::function<mlir::Value(mlir::Value index)>;

/// An array that the threads of a workgroup share.
struct SharedArray {
  std::string symbol;
  mlir::Type element;
  int64_t length; ///< of the variable, with gaps
  FuncOp spread;  ///< says where an element is; null: at its index
};

/// Adds such an array before the builder, or takes the one of that name that another kernel added.
/// With `hasGaps` threads whose elements lie side by side reach them in different banks.
SharedArray addSharedArray(mlir::OpBuilder &before, mlir::Location loc, ClassOp parent,
                           llvm::StringRef name, mlir::Type element, int64_t count, bool hasGaps);

/// What builders of longer code are written in: statements where the builder stands, at one
/// location. Numbers are of type ui32.
class CodeBuilder {
public:
  CodeBuilder(mlir::OpBuilder &builder, mlir::Location loc) : m_at(builder), m_loc(loc) {}

protected:
  mlir::Value number(uint64_t value);
  mlir::Value variable(llvm::StringRef name, mlir::Value value, bool isConst = true);
  mlir::Value read(mlir::Value place);
  void assign(mlir::Value place, mlir::Value value);
  void increase(mlir::Value place, mlir::Value value);
  mlir::Value binary(BinaryKind kind, mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) { return binary(BinaryKind::Add, lhs, rhs); }
  mlir::Value subtract(mlir::Value lhs, mlir::Value rhs) {
    return binary(BinaryKind::Sub, lhs, rhs);
  }
  mlir::Value multiply(mlir::Value lhs, uint64_t rhs) {
    return binary(BinaryKind::Mul, lhs, number(rhs));
  }
  /// How many parts of that length there are, the last one of which may be shorter.
  mlir::Value parts(llvm::StringRef name, mlir::Value count, int64_t length);
  mlir::Value smaller(mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(CmpKind kind, mlir::Value lhs, mlir::Value rhs);
  /// `condition ? whenTrue : whenFalse`
  mlir::Value select(mlir::Value condition, llvm::function_ref<mlir::Value()> whenTrue,
                     llvm::function_ref<mlir::Value()> whenFalse);
  /// What a region yields for these arguments.
  mlir::Value clone(mlir::Region &region, mlir::ValueRange arguments);
  /// The statement behind which the builder stands; null at the begin of a block.
  mlir::Operation *getLast();
  /// Gives a comment to the first statement behind that one.
  void comment(mlir::Operation *before, llvm::StringRef text);
  /// Emits into a region behind what it has.
  void into(mlir::Region &region, llvm::function_ref<void()> emit);
  /// Emits into a region that it gives arguments of these types.
  void intoBlock(mlir::Region &region, mlir::TypeRange types,
                 llvm::function_ref<void(mlir::Block &block)> emit);
  /// `for (uint name = first; name < end; name += step) body(name)`
  ForOp loop(llvm::StringRef name, mlir::Value first, llvm::function_ref<mlir::Value()> end,
             llvm::function_ref<void(mlir::Value index)> body, BinaryKind by = BinaryKind::Add,
             uint64_t step = 1);
  /// `[[unroll]] for (uint name = 0; name < count; name++) body(name)`
  void unrolled(llvm::StringRef name, int64_t count,
                llvm::function_ref<void(mlir::Value index)> body);
  void ifTrue(mlir::Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = nullptr);
  /// `while (lhs < rhs) body`, of two variables.
  void whileLess(mlir::Value lhs, mlir::Value rhs, llvm::function_ref<void()> body);
  void barrier() { m_at.create<BarrierOp>(m_loc); }
  mlir::Value shared(const SharedArray &array, mlir::Value index);
  /// Each thread takes `share` elements, neighbours the neighbouring ones: unrolled, with the index
  /// in a variable, which may be beyond the last one.
  void eachInTurn(mlir::Value thread, int64_t threads, int64_t share,
                  llvm::function_ref<void(mlir::Value index)> body);

  mlir::OpBuilder &m_at;
  mlir::Location m_loc;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_CODEBUILDER_H
