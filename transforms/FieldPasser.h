//===- FieldPasser.h - What functions use of fields becomes parameters -----------------------===//
//
//   float Scaled(float x) { return x * m_gain; }        float Scaled(float x, float gain)
//   ... Scaled(strength)                           =>   ... Scaled(strength, m_gain)
//
// Callees come first, since they say what their callers have to have. Values where a function only
// reads numbers, places where it writes, pointers to the elements of vectors. Passes say which
// fields, which calls, and what the parameters are called.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_FIELDPASSER_H
#define VKMORPH_TRANSFORMS_FIELDPASSER_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"

#include <string>

namespace vkmorph::vkm {

/// What a function is given of a field: the value of it or of a part, its place, or a pointer to
/// its elements, as the type says.
struct FieldPart {
  FieldOp field;
  llvm::SmallVector<mlir::Attribute> path; ///< names of members and numbers of elements
  mlir::Type type;

  bool operator==(const FieldPart &other) const {
    return field == other.field && path == other.path && type == other.type;
  }
};

class FieldPasser {
public:
  virtual ~FieldPasser() = default;

protected:
  using Function = mlir::FunctionOpInterface;
  struct Parameter {
    FieldPart part;
    mlir::Value value;
  };

  explicit FieldPasser(ClassOp theClass) : theClass(theClass) {}

  /// Gives a function parameters for what it, and what it calls, uses of fields; once.
  void pass(Function function);
  /// Passes to the function that a call or launch names, and gives it what it takes.
  void passTo(mlir::Operation *call);
  /// The parameter that stands for a part; there is one for each.
  mlir::Value getParameter(Function function, const FieldPart &part);

  /// What gets parameters where that is called or launched; null where the call stays as it is.
  virtual Function getCallee(mlir::Operation *call) = 0;
  virtual bool isPassed(FieldOp field) = 0;
  virtual bool isWritten(Function, FieldOp) { return false; }
  /// Whether a function is given the value of such a part, where it only reads that.
  virtual bool isValue(mlir::Type type) = 0;
  virtual std::string nameParameter(Function function, const FieldPart &part) = 0;
  /// A constant variable that has all of a field, for functions that use it as a place.
  virtual std::string nameCopy(FieldOp field) = 0;
  virtual mlir::Type getPointerType(FieldOp field) = 0;
  /// Replaces what a function uses of fields by its parameters.
  virtual void replaceFields(Function function);
  /// A call has what its function takes.
  virtual void finishCall(mlir::Operation * /*call*/, Function /*callee*/) {}

  ClassOp theClass;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Parameter>> parameters; ///< by function

private:
  bool findReads(mlir::Value place, llvm::SmallVectorImpl<LoadOp> &reads);
  void replacePlace(Function function, FieldRefOp place);
};

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_FIELDPASSER_H
