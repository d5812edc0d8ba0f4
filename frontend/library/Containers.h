//===- Containers.h - std::array, std::pair and std::vector --------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_CONTAINERS_H
#define VKMORPH_FRONTEND_LIBRARY_CONTAINERS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace vkmorph::frontend {

struct Callee;

/// `std::array<T, N>`: its elements lie as those of `T[N]`.
struct StdArray {
  clang::QualType element;
  uint64_t length;
  const clang::FieldDecl *field; ///< the array that it consists of
};

/// None for other types. Decided by the qualified name and the shape: a template with a type and a
/// number, whose only member is an array of them.
std::optional<StdArray> matchStdArray(clang::QualType type);

/// `std::pair<T, U>`, by its qualified name and its two members.
bool isStdPair(const clang::CXXRecordDecl *record);

/// `std::vector<T, Allocator>`: its elements lie one behind the other.
struct StdVector {
  clang::QualType element;
};

/// None for other types. Decided by the qualified name.
std::optional<StdVector> matchStdVector(clang::QualType type);

/// `std::variant<T...>`, by its qualified name.
bool isStdVariant(const clang::CXXRecordDecl *record);
/// The alternatives of a variant, in order.
llvm::SmallVector<clang::QualType> alternativesOf(const clang::CXXRecordDecl *record);
/// Whether `T()` makes a value of what is a number, a variant, a struct, or an array of such.
bool isDefaultConstructible(clang::QualType type);

/// An index or a number of elements as the source has it: no array has one that its conversion to
/// size_t would change.
const clang::Expr *withoutWidening(const clang::Expr *index);

/// The object of a method of a container, which may be a pointer to it, and the method's arguments.
struct ContainerCall {
  const clang::Expr *object;
  llvm::ArrayRef<const clang::Expr *> arguments;
};
ContainerCall splitContainerCall(const clang::CallExpr *call);

/// `std::tuple`.
bool isStdTuple(const clang::CXXRecordDecl *record);
struct TupleElement {
  std::string name; ///< element0, element1, ...
  clang::QualType type;
  int64_t offset;
  int32_t number = 0;
};
llvm::SmallVector<TupleElement> tupleElements(const clang::CXXRecordDecl *record);
/// Which element `std::get` names; none for other functions.
std::optional<uint64_t> tupleIndex(const Callee &callee, const clang::CXXRecordDecl *record);

/// The list of a `std::initializer_list` that is written where it is used: `{a, b, c}`; null for
/// other expressions.
const clang::InitListExpr *initializerListOf(const clang::Expr *e);

/// The object of whose elements or members a call names one: `a[i]`, `a.front()`, `std::get<0>(p)`;
/// null for other calls.
const clang::Expr *containerOf(const clang::CallExpr *call);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_CONTAINERS_H
