//===- LawBuilder.h - The structs and functions of running totals ----------------------------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_LAWBUILDER_H
#define VKMORPH_PASSES_LOWER_SCANS_LAWBUILDER_H

#include "passes/lower/scans/RunningLaws.h"

namespace vkmorph::vkm {

/// "Float", "Int", "Uint", "Double", "Long", "Ulong".
std::string nameNumber(mlir::Type type);

/// Whether floats may be multiplied by more than 1: the product of many may be infinite.
bool isGrowing(RunningOp running);

/// What builders of one law share: it makes its struct, and declares its functions.
class LawBuilder {
protected:
  /// A member of the struct, and the value of it that changes nothing.
  struct Part {
    llvm::StringRef name;
    mlir::TypedAttr neutral;
  };

  LawBuilder(KernelOp kernel, mlir::Location loc, mlir::Type type)
      : kernel(kernel), parent(kernel->getParentOfType<ClassOp>()), loc(loc), type(type) {}
  /// Makes a struct; where it is not the total's own, takes one that another total of this law has
  /// made.
  RecordType makeStruct(llvm::StringRef name, llvm::ArrayRef<Part> parts, bool isOwn);
  /// Makes the law's own.
  void makeRecord(llvm::StringRef name, llvm::ArrayRef<Part> parts, bool isOwn = false);
  /// A function `verb` of the law, without a body yet, before the kernel; null where it is there.
  FuncOp declare(llvm::StringRef verb, llvm::StringRef comment,
                 llvm::ArrayRef<llvm::StringRef> parameters, llvm::ArrayRef<mlir::Type> types,
                 mlir::Type result);
  FuncOp lookup(llvm::StringRef verb);
  /// The same of a function that no struct has: `owner` is what its name ends with.
  FuncOp declare(llvm::StringRef verb, llvm::StringRef owner, llvm::StringRef comment,
                 llvm::ArrayRef<llvm::StringRef> parameters, llvm::ArrayRef<mlir::Type> types,
                 mlir::Type result);
  FuncOp lookup(llvm::StringRef verb, llvm::StringRef owner);

  mlir::Value getPart(mlir::OpBuilder &at, mlir::Value step, llvm::StringRef part,
                      mlir::Type held) {
    return at.create<ExtractOp>(loc, held, step, part);
  }
  /// `if (condition)`; gives a builder inside.
  mlir::OpBuilder openIf(mlir::OpBuilder &at, mlir::Value condition) {
    return mlir::OpBuilder::atBlockEnd(&at.create<IfOp>(loc, condition).getThenRegion().front());
  }
  /// Compares a float with 0, also where it may be infinite.
  mlir::Value compareWithZero(mlir::OpBuilder &at, CmpKind kind, mlir::Value number);
  /// The product of two factors, 0 where one of them is.
  mlir::Value joinFactors(mlir::OpBuilder &at, mlir::Value first, mlir::Value next);

  KernelOp kernel;
  ClassOp parent;
  mlir::Location loc;
  mlir::Type type; ///< of the total
  LawFunctions made;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_LAWBUILDER_H
