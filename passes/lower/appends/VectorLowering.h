//===- VectorLowering.h - The functions that give elements of a vector their slots ------------===//

#ifndef VKMORPH_PASSES_LOWER_APPENDS_VECTORLOWERING_H
#define VKMORPH_PASSES_LOWER_APPENDS_VECTORLOWERING_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <tuple>

namespace vkmorph::vkm {

/// What the class holds for one vector that is appended to: its capacity, how many elements found
/// no room, and the functions, each made when it is first asked for.
class VectorLowering {
public:
  /// `isExchanged`: its buffer may be another one, and functions are given it.
  VectorLowering(ClassOp parent, FieldOp vector, bool isExchanged);

  /// The function that appends one element: by an atomic operation of its own, or by one for all
  /// threads of a subgroup.
  FuncOp getFunction(AppendStrategy strategy);
  /// The function that puts an element into the slot that comes next for a thread.
  FuncOp getNextFunction();
  /// The function that appends what the threads of a grid's workgroups have kept.
  FuncOp getBlockFunction(GridOp grid);

private:
  std::string makeName(llvm::StringRef prefix, llvm::StringRef suffix);
  FieldOp makeField(llvm::StringRef suffix, llvm::StringRef role);
  mlir::Value place(mlir::OpBuilder &at, FieldOp field);
  mlir::Value addTo(mlir::OpBuilder &at, FieldOp field, mlir::Value amount);
  mlir::Value read(mlir::OpBuilder &at, VarOp variable);
  mlir::Value makeSlot(mlir::OpBuilder &at, AppendStrategy strategy);
  FuncOp makeFunction(llvm::ArrayRef<mlir::Type> types, llvm::ArrayRef<llvm::StringRef> names,
                      llvm::StringRef comment);
  /// The elements, in a function that appends: its last parameter, where buffers are exchanged.
  mlir::Value getData(mlir::OpBuilder &at);
  SharedOp makeShared(llvm::StringRef suffix, mlir::Type type);
  enum class Full { CountLost, Leave };
  void store(mlir::OpBuilder &at, mlir::Value slot,
             llvm::function_ref<mlir::Value(mlir::OpBuilder &)> value, Full full, mlir::Value room);

  ClassOp parent;
  FieldOp vector, size, capacity, lost;
  bool isExchanged;
  mlir::Location loc;
  mlir::OpBuilder builder;
  mlir::Type uintType;
  llvm::DenseMap<unsigned, FuncOp> functions;
  FuncOp nextFunction;
  /// By turns and subgroups, and whether elements come in order.
  llvm::DenseMap<std::tuple<int64_t, int64_t, int>, FuncOp> blockFunctions;
};

/// The operands of a call that stands for an append: behind these, the elements that are exchanged.
llvm::SmallVector<mlir::Value> addInto(mlir::ValueRange operands, AppendOp append);

/// Puts a call of a function into the place of an append.
void replaceByCall(AppendOp append, FuncOp function, mlir::ValueRange operands);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_APPENDS_VECTORLOWERING_H
