//===- Hierarchies.h - Objects behind an interface, as records
//---------------------------------===//
//
//   std::vector<IMaterial *> m_materials;   ->   struct IMaterial { uint type; float Matte_color;
//   ... } m_materials[i]->shade(x)                ->   vkm.virtual_call
//   @IMaterial_objects::@shade(...)
//
// Objects of all classes behind an interface have one record: which class an object is of, and the
// data of all classes side by side. A pointer to an object is an element of the vector that holds
// the pointers.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_MODULE_HIERARCHIES_H
#define VKMORPH_FRONTEND_MODULE_HIERARCHIES_H

#include "ir/VkmDialect.h"

#include "clang/AST/DeclCXX.h"

#include <map>

namespace vkmorph::frontend {

/// The polymorphic class that a pointer, a std::unique_ptr or a std::shared_ptr points to; null for
/// other types.
const clang::CXXRecordDecl *matchObjectPointer(clang::QualType type);

/// What one is for `IMaterial *m_sky` and arrays of such pointers, of any number of dimensions;
/// null for other types.
const clang::CXXRecordDecl *matchObjectHolder(clang::QualType type);

/// The classes behind one interface.
struct Hierarchy {
  const clang::CXXRecordDecl *root;
  std::vector<const clang::CXXRecordDecl *> classes; ///< of which there may be objects
  vkm::HierarchyOp op;
  vkm::RecordType record;
  /// Members of the record by the keys of the members of classes.
  std::map<std::string, std::string> members;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_HIERARCHIES_H
