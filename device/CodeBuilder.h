//===- CodeBuilder.h - Statements and expressions of unsigned numbers ------------------------===//

#ifndef VKMORPH_DEVICE_CODEBUILDER_H
#define VKMORPH_DEVICE_CODEBUILDER_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

#include <functional>

namespace vkmorph::vkm {

/// Gives the place of an element by its index.
using ElementFn = std::function<mlir::Value(mlir::Value index)>;

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
  /// An element of an array in shared memory.
  mlir::Value shared(llvm::StringRef symbol, int64_t length, mlir::Type type, mlir::Value index);

  mlir::OpBuilder &m_at;
  mlir::Location m_loc;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_DEVICE_CODEBUILDER_H
