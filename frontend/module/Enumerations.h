//===- Enumerations.h - What generated host code says of enumerations ------------------------===//

#ifndef VKMORPH_FRONTEND_MODULE_ENUMERATIONS_H
#define VKMORPH_FRONTEND_MODULE_ENUMERATIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "clang/AST/Type.h"

#include <string>

namespace vkmorph::frontend {

class Program;

/// The facts of vkm::kEnumerationAttr of an enumeration, or of the innermost elements of an array;
/// null for other types.
mlir::DictionaryAttr describeEnumeration(clang::QualType type, mlir::MLIRContext *context);

/// Whether a file that includes that of the class, and whose class derives from it, can name a
/// class or an enumeration of the user's.
bool canNameOnHost(const clang::TagDecl *type, const clang::CXXRecordDecl *theClass);

/// The name of such a type there: `name`, which leads to it from the global namespace on, or
/// `::name` where that means something else.
std::string spellOnHost(std::string name, const clang::TagDecl *type, const Program &program,
                        const clang::CXXRecordDecl *theClass);

/// How generated host code names a constant.
struct HostName {
  std::string name;       ///< empty where it cannot
  std::string scopedEnum; ///< of an enumerator that converts to no number by itself: its type
};

/// The name of a variable or an enumerator in a file that includes that of the class, and has a
/// class that derives from it: in functions of that class, or in others.
HostName spellOnHost(const clang::ValueDecl *constant, const Program &program,
                     const clang::CXXRecordDecl *theClass, bool isInClass);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_ENUMERATIONS_H
