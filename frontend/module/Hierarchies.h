//===- Hierarchies.h - Objects behind an interface, as records -------------------------------===//
//
//   std::vector<IMaterial *> m_materials;   ->   struct IMaterial { uint type; float Matte_color;
//   ... } m_materials[i]->shade(x)                ->   vkm.virtual_call
//   @IMaterial_objects::@shade(...)
//
// Objects of all classes behind an interface have one record: which class an object is of, and the
// data of all classes side by side. A pointer to an object is an element of the vector that holds
// the pointers.
//
// So have objects with std::vectors inside that are elements, or behind pointers. A vector inside
// is where its elements begin in a pool, which has those of all objects, and how many there are:
//
//   std::vector<Image> m_images;   ->   struct Image { uint type; int width; uint texels_first;
//   uint
//                                       texels_size; }
//   m_images[i].texels[k]          ->   Image_texels[m_images[i].texels_first + k]
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_MODULE_HIERARCHIES_H
#define VKMORPH_FRONTEND_MODULE_HIERARCHIES_H

#include "ir/VkmDialect.h"

#include "clang/AST/DeclCXX.h"

#include <map>
#include <set>

namespace vkmorph::frontend {

/// The polymorphic class, or the one with std::vectors inside, that a pointer, a std::unique_ptr or
/// a std::shared_ptr points to; null for other types.
const clang::CXXRecordDecl *matchObjectPointer(clang::QualType type);

/// The same, and the class of an object with std::vectors inside, as an element or a member of
/// another object has it.
const clang::CXXRecordDecl *matchHeldObject(clang::QualType type);

/// What one is for `IMaterial *m_sky`, and for arrays of such pointers or of objects with
/// std::vectors inside, of any number of dimensions; null for other types.
const clang::CXXRecordDecl *matchObjectHolder(clang::QualType type);

/// The elements of a std::vector that is a member of objects: of all objects one behind the other.
struct VectorPool {
  std::string symbol; ///< the field of the translated class
  mlir::Type element;
  const clang::FieldDecl *decl;
  /// Members of the record: the number of the first element in the pool, and how many there are.
  std::string first, size;
};

/// The classes behind one interface, or one class of objects with std::vectors inside.
struct Hierarchy {
  const clang::CXXRecordDecl *root;
  std::vector<const clang::CXXRecordDecl *> classes; ///< of which there may be objects
  vkm::HierarchyOp op;
  vkm::RecordType record;
  /// Members of the record by the keys of the members of classes.
  std::map<std::string, std::string> members;
  std::map<std::string, VectorPool> pools; ///< by the keys of the members that are vectors
  /// Those of the members that are objects, pointers to such, or arrays of either.
  std::set<std::string> within;
  /// Keys of the members that lead to the object of the translated class, and are used as such.
  mutable std::set<std::string> owners;
  mutable bool usesPools = false; ///< whether some function reads elements of the pools
};

/// What names begin with that are made of a class's: `Texture2D<float>` is Texture2D_float.
std::string asIdentifier(llvm::StringRef name);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_HIERARCHIES_H
