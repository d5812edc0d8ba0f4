//===- ObjectParts.h - Members that are objects of container classes of the user's ------------===//
//
// Device memory has no object with std::vectors inside. A member of such a class is taken apart
// into its fields, and theirs: each vector has a buffer of its own, the others are in the class
// data.
//
//     Image2D<float> m_image;   ->   m_image_data: a vector      (m_image.m_data)
//                                    m_image_width: a number     (m_image.m_width)
//
// Its methods are translated once for each such object, as those of the class itself are.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_MODULE_OBJECTPARTS_H
#define VKMORPH_FRONTEND_MODULE_OBJECTPARTS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace vkmorph::frontend {

struct LentObject;

/// The object of the translated class, a member of one that is taken apart, or an object of the
/// caller's that a control function takes.
struct ObjectPart {
  const ObjectPart *outer = nullptr;       ///< whose member it is; null: no member
  const clang::FieldDecl *field = nullptr; ///< which one
  const LentObject *lent = nullptr;        ///< the caller's that it is, or is a part of
  const clang::CXXRecordDecl *record;      ///< its class
  std::string key;                         ///< what tells it from the others
  std::string symbol;                      ///< m_image: what names of its fields begin with
  bool isWhole() const { return !outer && !lent; }
};

/// An object of the caller's.
struct LentObject {
  std::string control; ///< the symbol of the control function that takes it
  unsigned number;     ///< which of its objects it is
  bool isConst;
};

/// Whether objects of a type hold std::vectors, in members, their members, arrays of such, and
/// bases. Not for std::vector itself and other classes of the standard library, arrays, and
/// pointers.
bool holdsVectors(clang::QualType type);

/// Whether a member of such a type may point to an array of the caller's: of numbers or structs.
bool isArrayPointer(clang::QualType type);

/// Whether objects of a type hold such pointers, as members or in these.
bool holdsPointers(clang::QualType type);

/// What messages call such a type.
std::string nameOfObject(clang::QualType type);

/// Visits a class and its bases, those first.
void forEachClass(const clang::CXXRecordDecl *record,
                  llvm::function_ref<void(const clang::CXXRecordDecl *)> visit);

/// The name of a field of a part: m_image and m_data are m_image_data.
std::string joinNames(llvm::StringRef outer, llvm::StringRef name);

/// What names of functions begin with that are translated for a part: of m_image, image.
std::string nameOfPart(const ObjectPart &part);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_OBJECTPARTS_H
