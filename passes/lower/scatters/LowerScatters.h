//===- LowerScatters.h - Updates of elements that several iterations update -------------------===//

#ifndef VKMORPH_PASSES_LOWER_SCATTERS_LOWERSCATTERS_H
#define VKMORPH_PASSES_LOWER_SCATTERS_LOWERSCATTERS_H

#include "analysis/patterns/Scatters.h"

#include "mlir/IR/Builders.h"

#include <string>

namespace vkmorph::vkm {

/// What an update makes of an element and a value.
struct Combination {
  explicit Combination(ScatterOp scatter);
  /// The same where updates have no order: a value that is NaN is not taken, nor one that is equal.
  Combination inAnyOrder() const;

  ReduceKind kind;
  bool replacesNan, takesNan, takesEqual;
};

/// Builds the number of the element that a thread is at.
using ElementNumber = llvm::function_ref<mlir::Value(mlir::OpBuilder &)>;

/// Lowers the scatters of a grid's shader, in its iterations and around them.
class ScatterLowering {
public:
  explicit ScatterLowering(ClassOp parent) : parent(parent) {}

  /// What the iterations do, in the loops that hold them; before these the copies of the workgroup
  /// begin with what changes nothing.
  void lower(ShaderOp shader, llvm::ArrayRef<ForOp> loops);
  /// Behind the loops: the copies update the arrays.
  void finish(mlir::OpBuilder &at);
  /// For the shader's documentation; empty where there is nothing to say.
  std::string describe() const { return text; }

private:
  /// The elements of an array that the workgroup has in shared memory.
  struct Copy {
    mlir::Location loc;
    ScatterPlanAttr plan;
    Combination combination;
    mlir::Type number, slot; ///< of the array, and of the copy: bits, where the number is a float
    std::string variable;
    mlir::Value model; ///< the place of an element of the array, before the loops
  };
  /// What an iteration leaves for one statement, to the thread to which the element belongs.
  struct Slot {
    Combination combination;
    mlir::Value ref;           ///< the place, in the shader
    std::string element, term; ///< shared variables: 1 + the number of the element, and the value
    mlir::Type number;
  };
  Slot fillSlot(ScatterOp scatter, llvm::StringRef name);
  void applySlots(ForOp blocks, llvm::ArrayRef<Slot> slots);
  void begin(mlir::OpBuilder &at);
  void forEachLength(mlir::OpBuilder &at,
                     llvm::function_ref<void(mlir::OpBuilder &, const Copy &, ElementNumber)> body);
  Copy addCopy(mlir::OpBuilder &at, const ScatterArray &array);
  void lower(ScatterOp scatter, const Copy *copy);
  void buildUpdate(mlir::OpBuilder &at, mlir::Location loc, bool swaps,
                   const Combination &combination, mlir::Value place, mlir::Value value);
  void buildSwaps(mlir::OpBuilder &at, mlir::Location loc, const Combination &combination,
                  mlir::Value bits, mlir::Value value);

  ClassOp parent;
  int64_t threads = 1;
  std::vector<Copy> copies;
  llvm::DenseMap<mlir::Block *, unsigned> loops; ///< how many that swap stand in a block
  std::string text;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCATTERS_LOWERSCATTERS_H
