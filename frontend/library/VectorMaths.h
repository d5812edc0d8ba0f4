//===- VectorMaths.h - Libraries of vectors and matrices: their types ------------------------===//
//
// A library is a row of the table in VectorMaths.cpp: its namespace, its types, and where its
// conventions differ. A type is recognised by its qualified name and by its shape: what has another
// layout is an ordinary struct. Its functions are rows of tables in VectorCalls.cpp.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_VECTORMATHS_H
#define VKMORPH_FRONTEND_LIBRARY_VECTORMATHS_H

#include "ir/VkmDialect.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <optional>

namespace vkmorph::frontend {

/// A type that is no template: `float4x4`. A vector has one column.
struct VectorTypeRow {
  llvm::StringLiteral name;
  char component; ///< f, d, i, u, b: float, double, int, unsigned, bool
  unsigned columns;
  unsigned rows;
};

struct VectorLibrary {
  llvm::StringLiteral displayName;
  llvm::StringLiteral nameSpace;
  /// Class templates whose arguments are sizes, component type, and maybe a qualifier; empty: none.
  llvm::StringLiteral vectorTemplate;
  llvm::StringLiteral matrixTemplate;
  /// Values of the qualifier up to this one have components without padding.
  int64_t lastPackedQualifier;
  llvm::ArrayRef<VectorTypeRow> types;
  /// A matrix made of its components takes them row by row.
  bool constructsByRows;
  /// A matrix made of one number has it everywhere, not on its diagonal.
  bool fillsMatrices;
  /// `m[i]` is a row, whose `[j]` is the component of row i and column j; else it is a column.
  bool subscriptIsRow;
  /// `a == b` is a bool; else a vector of masks.
  bool comparesWhole;
  /// Functions that are not listed are translated from their definitions, as the user's own.
  bool translatesOthers;
};

/// The library that a declaration is of, by its namespace; null where it is of none.
const VectorLibrary *findVectorLibrary(const clang::Decl *decl);

struct VectorShape {
  const VectorLibrary *library = nullptr;
  mlir::Type type;      ///< vkm.vec or vkm.mat; null where the shape is not the one of the name
  std::string spelling; ///< "glm::vec3"
  bool isAligned = false;
};

/// What a struct is to a library of vector maths; none where the table does not name it.
std::optional<VectorShape> matchVectorType(const clang::CXXRecordDecl *record,
                                           mlir::MLIRContext *context);

/// A member that names components of a vector or matrix: `v.x`, `v.M`, `m.m_col`.
struct VectorMember {
  const clang::Expr *object; ///< the vector, or a pointer to it
  bool isArrow;
  bool isWhole; ///< all of them, as an array
  int64_t index;
};
/// Looks through the unnamed structs and unions that names of components lie in. None where the
/// outermost object is not of the table.
std::optional<VectorMember> matchVectorMember(const clang::MemberExpr *member);

/// The vector or matrix whose component or column `v[i]`, `m(i, j)`, `m[i][j]` is; null for other
/// calls.
const clang::Expr *subscriptedVector(const clang::CallExpr *call);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_VECTORMATHS_H
