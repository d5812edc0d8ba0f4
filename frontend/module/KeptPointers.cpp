//===- KeptPointers.cpp - Members that point to arrays of the caller's -----------------------===//
//
//   void SetImage(const float *p, int n) { m_image = p; m_size = n; }
//
// A method that launches nothing has set them. They are fields like std::vectors until all calls
// are known, and become parameters then (vkm-pass-pointers).
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Containers.h"
#include "frontend/module/ModuleImporter.h"
#include "frontend/roles/SizeExpression.h"
#include "ir/Effects.h"
#include "ir/LentObjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

bool vkmorph::frontend::isArrayPointer(clang::QualType type) {
  if (!type->isPointerType())
    return false;
  clang::QualType pointee = type->getPointeeType();
  const clang::CXXRecordDecl *record = pointee->getAsCXXRecordDecl();
  if (!record)
    return pointee->isArithmeticType() || pointee->isEnumeralType();
  return record->hasDefinition() && !record->isPolymorphic() && !holdsVectors(pointee) &&
         (matchStdArray(pointee) || isStdVariant(record) || !isOfStandardLibrary(record));
}

mlir::Type ModuleImporter::convertKept(const clang::FieldDecl *decl) {
  mlir::Location loc = m_program.sourceOf(decl).text().location(decl->getLocation());
  clang::QualType pointee = decl->getType()->getPointeeType().getUnqualifiedType();
  mlir::Type element = m_types.convert(pointee, decl->getASTContext(), loc);
  if (!element || !m_types.checkGiven(element, decl->getNameAsString(), loc))
    return {};
  return vkm::DynArrayType::get(&m_context, element);
}

void ModuleImporter::describeKept(const Field &field, vkm::FieldOp op) {
  clang::QualType type = field.decl->getType();
  op->setAttr(vkm::kKeptAttr, m_builder.getBoolAttr(type->getPointeeType().isConstQualified()));
  op->setAttr("vkm.cpp_type", m_builder.getStringAttr(m_interface.spellType(
                                  type.getUnqualifiedType(), field.decl->getASTContext())));
}

/// The fields that a function uses as arrays, by itself or in functions that it calls.
static void findArrays(mlir::FunctionOpInterface function, llvm::StringSet<> &fields,
                       llvm::DenseSet<mlir::Operation *> &seen) {
  if (!seen.insert(function).second)
    return;
  function->walk([&](mlir::Operation *op) {
    if (auto data = llvm::dyn_cast<vkm::VectorDataOp>(op))
      fields.insert(data.getField());
    if (auto call = llvm::dyn_cast<vkm::CallOp>(op))
      if (mlir::FunctionOpInterface callee = vkm::lookupCallee(call))
        findArrays(callee, fields, seen);
  });
}

/// What attributes of the members say of the arrays' sizes, kernels and control functions know as
/// they know it of their parameters.
void ModuleImporter::stateKeptSizes() {
  llvm::SmallVector<mlir::FunctionOpInterface> functions;
  for (mlir::Operation &op : m_class.getBody().front())
    if (llvm::isa<vkm::KernelOp, vkm::ControlOp>(op))
      functions.push_back(llvm::cast<mlir::FunctionOpInterface>(op));
  for (mlir::FunctionOpInterface function : functions) {
    llvm::StringSet<> used;
    llvm::DenseSet<mlir::Operation *> seen;
    findArrays(function, used, seen);
    for (const Field *field : m_fieldOrder)
      if (field->isKept && field->type && used.contains(field->symbol))
        emitStatedExtent(*this, *field, function.getFunctionBody().front());
  }
}
