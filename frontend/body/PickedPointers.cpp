//===- PickedPointers.cpp - Pointers of control functions that loops and branches set ---------===//
//
//   float *from = a, *to = b;                   uint32_t whichFrom = 0, whichTo = 1;
//   for (int i = 0; i < n; i++) {               for (int i = 0; i < n; i++) {
//     kernel1D_Step(from, to);            ->      kernel1D_Step((a, b)[whichFrom], (a,
//     b)[whichTo]); std::swap(from, to);                        std::swap(whichFrom, whichTo);
//   }                                           }
//
// vkm-resolve-picks makes branches of it, for the combinations that come about.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/Pointers.h"

#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// whichFrom
static std::string nameOfNumber(const clang::VarDecl *variable) {
  std::string name = variable->getNameAsString();
  name.front() = llvm::toUpper(name.front());
  return "which" + name;
}

bool PointerEmitter::bindPicked(const clang::VarDecl *variable, const PointerValue &pointer) {
  mlir::Location where = loc(variable);
  if (pointer.isObject || pointer.index || !llvm::isa<vkm::PtrType>(pointer.base.getType()))
    return false;
  mlir::Value number = numberOfArray(pointer.base, where);
  if (!number)
    return false;
  Binding binding;
  binding.kind = Binding::Kind::Pointer;
  binding.pointer = {pointer.base, {}, false};
  binding.which = declareTemporary(nameOfNumber(variable), number, where);
  m_body.bindings[variable] = binding;
  return true;
}

//   float *t;                     uint32_t whichT = 0;
//   for (...) {                   for (...) {
//     t = from;            ->       whichT = whichFrom;
bool PointerEmitter::bindPickedLater(const clang::VarDecl *variable, const PointerValue &pointer,
                                     mlir::Location where) {
  mlir::Value declared = m_body.bindings[variable].value;
  if (!declared)
    return false;
  {
    // Its number is there wherever the pointer is.
    mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPointAfterValue(declared);
    mlir::Value none = emitInteger(0, m_importer.types().integerType(32, false), declared.getLoc());
    Binding binding;
    binding.kind = Binding::Kind::Pointer;
    binding.pointer = {pointer.base, {}, false};
    binding.which = declareTemporary(nameOfNumber(variable), none, declared.getLoc());
    m_body.bindings[variable] = binding;
  }
  return setPicked(m_body.bindings[variable], pointer, where);
}

mlir::Value PointerEmitter::numberOfArray(mlir::Value array, mlir::Location where) {
  if (auto pick = array.getDefiningOp<vkm::PickOp>())
    return pick.getNumber();
  auto type = llvm::dyn_cast<vkm::PtrType>(array.getType());
  if (!type)
    return {};
  llvm::SmallVector<mlir::Value> &arrays = m_body.picked[type.getPointee()];
  auto known = llvm::find_if(arrays, [&](mlir::Value other) { return isSamePlace(array, other); });
  size_t number = known - arrays.begin();
  if (number == arrays.size()) {
    // All that pick need it: parameters, and the elements of vectors.
    mlir::Operation *data = array.getDefiningOp<vkm::VectorDataOp>();
    if (!data && !llvm::isa<mlir::BlockArgument>(array))
      return {};
    if (data) {
      mlir::OpBuilder::InsertionGuard guard(m_builder);
      m_builder.setInsertionPointToStart(m_body.entry);
      array = m_builder.clone(*data)->getResult(0);
    }
    arrays.push_back(array);
  }
  return emitInteger(static_cast<int64_t>(number), m_importer.types().integerType(32, false),
                     where);
}

PointerValue PointerEmitter::emitPicked(const Binding &binding, mlir::Location where) {
  auto type = llvm::cast<vkm::PtrType>(binding.pointer.base.getType());
  mlir::Type number = m_importer.types().integerType(32, false);
  mlir::Value which = m_builder.create<vkm::LoadOp>(where, number, binding.which);
  mlir::Value array =
      m_builder.create<vkm::PickOp>(where, type, which, m_body.picked[type.getPointee()]);
  return {array, {}, false};
}

bool PointerEmitter::setPicked(const Binding &binding, const PointerValue &pointer,
                               mlir::Location where) {
  if (pointer.isObject || pointer.index || !llvm::isa<vkm::PtrType>(pointer.base.getType()))
    return false;
  mlir::Type element = llvm::cast<vkm::PtrType>(binding.pointer.base.getType()).getPointee();
  if (llvm::cast<vkm::PtrType>(pointer.base.getType()).getPointee() != element)
    return false;
  mlir::Value number = numberOfArray(pointer.base, where);
  if (number)
    m_builder.create<vkm::AssignOp>(where, binding.which, number);
  return static_cast<bool>(number);
}

void PointerEmitter::finishPointers() {
  m_body.entry->getParentOp()->walk([&](vkm::VarOp var) {
    if (var->use_empty() && m_body.pointerNumbers.contains(var))
      var.erase();
  });
  if (m_body.picked.empty())
    return;
  m_body.entry->getParentOp()->walk([&](vkm::PickOp pick) {
    pick.getArraysMutable().assign(m_body.picked[pick.getType().getPointee()]);
  });
}
