//===- ObjectCopies.h - Assigning and swapping objects behind an interface --------------------===//
//
//   *m_shapes[i] = *m_shapes[j]     ->     m_shapes[i].base = m_shapes[j].base
//
// The record of such an object has the data of all classes, and says of which class it is. C++
// copies the members of the class that the expression names, and no object changes its class.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_OBJECTCOPIES_H
#define VKMORPH_FRONTEND_BODY_OBJECTCOPIES_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class ObjectCopyEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// Whether a place is that of an object behind an interface.
  bool isObject(mlir::Value place) const;
  /// `to = from` by the operator that the compiler makes for a class; false after an error.
  bool assign(const clang::CXXRecordDecl *record, mlir::Value to, mlir::Value from,
              const clang::Expr *use);
  /// `std::swap(a, b)` of objects that the expressions name by that class.
  bool exchange(const clang::CXXRecordDecl *record, mlir::Value a, mlir::Value b,
                const clang::Expr *use);

private:
  bool forEachMember(const clang::CXXRecordDecl *record, const clang::Expr *use,
                     llvm::function_ref<bool(const clang::FieldDecl *)> visit);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_OBJECTCOPIES_H
