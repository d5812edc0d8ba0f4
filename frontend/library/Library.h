//===- Library.h - Which handler translates a call of a library's function --------------------===//
//
// Each subject (algorithms, vectors, numbers, ...) is a file with a table at its end; a row names a
// function and the member function that translates a call of it:
//
//     static constexpr LibraryRow kRows[] = {
//         {"fill", 3, by<&Filling::fill>},
//         {"array::size", 0, by<&ArrayCall::size>},
//     };
//     const LibraryTable vkmorph::frontend::kFilling = {LibraryHome::Std, kRows};
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_LIBRARY_H
#define VKMORPH_FRONTEND_LIBRARY_LIBRARY_H

#include "frontend/body/Emitter.h"
#include "frontend/library/Callee.h"

namespace vkmorph::frontend {

/// One call of a library's function, which a handler translates. A handler gives none where the
/// call is not the one that it knows; then the next row of that name is asked.
class LibraryCall : public Emitter {
public:
  LibraryCall(Body &body, const clang::CallExpr *call, const Callee &callee);

  unsigned numArgs() const { return m_arguments.size(); }
  /// Of a member function, the object is none of them.
  const clang::Expr *arg(unsigned index) const { return m_arguments[index]; }
  llvm::ArrayRef<const clang::Expr *> arguments() const { return m_arguments; }
  /// The object of a member function, which may be a pointer to it; null for other functions.
  const clang::Expr *object() const { return m_object; }

protected:
  CallResult failure() const { return CallResult::failure(); }
  /// Whether all parameters are numbers: not those of `std::max` of a list.
  bool takesNumbers() const;
  /// Says that the library has this function, and the device has not.
  CallResult refuse(const DiagInfo &info, llvm::ArrayRef<std::string> arguments = {});

  const clang::CallExpr *m_call;
  const Callee &m_callee;
  mlir::Location m_where;

private:
  llvm::ArrayRef<const clang::Expr *> m_arguments;
  const clang::Expr *m_object = nullptr;
};

using LibraryResult = std::optional<CallResult>;
using LibraryHandler = LibraryResult (*)(Body &, const clang::CallExpr *, const Callee &);

namespace detail {
template <class Subject> Subject subjectOf(LibraryResult (Subject::*)());

template <auto handler>
LibraryResult run(Body &body, const clang::CallExpr *call, const Callee &callee) {
  return (decltype(subjectOf(handler))(body, call, callee).*handler)();
}
} // namespace detail

/// The handler that a member function of a subclass of LibraryCall is.
template <auto handler> constexpr LibraryHandler by = &detail::run<handler>;

/// How many arguments a call has, those with default values included.
struct Arity {
  constexpr Arity(unsigned count) : fewest(count), most(count) {}
  constexpr Arity(unsigned fewest, unsigned most) : fewest(fewest), most(most) {}
  unsigned fewest, most;
};
constexpr Arity kAnyArity(0, ~0u);

struct LibraryRow {
  /// "sort", "vector::push_back", "pair::operator="; a `*` at its begin or end stands for anything.
  llvm::StringLiteral name;
  Arity arity;
  LibraryHandler emit = nullptr; ///< null: the device has no counterpart
  /// What to use in its place where no handler takes the call; empty where nothing is known.
  llvm::StringLiteral instead = "";
};

/// Who declares the functions of a table.
enum class LibraryHome {
  Std,      ///< the standard library
  StdOrC,   ///< it and C, whose names for float have an f at their end
  C,        ///< C or the compiler, with or without __builtin_
  Compiler, ///< the compiler: __builtin_NAME; those for long and long long end in l and ll
  Vectors,  ///< a library of vectors and matrices (VectorMaths.h); `*::NAME` is a method
  Any,
};

struct LibraryTable {
  LibraryHome home;
  llvm::ArrayRef<LibraryRow> rows;
  llvm::StringLiteral vectors = ""; ///< the namespace of the library of vectors
  /// What calls of these functions take that a handler takes, where there are others.
  llvm::StringLiteral arguments = "";
};

/// The tables of one subject.
using LibrarySubject = llvm::ArrayRef<LibraryTable>;

/// What the first handler makes of a call that takes it; none where there is none.
LibraryResult emitLibraryCall(Body &body, const clang::CallExpr *call, const Callee &callee);
/// The value of a call that clang can compute; else reports a message.
CallResult emitComputedCall(Body &body, const clang::CallExpr *call, const DiagInfo &otherwise,
                            llvm::ArrayRef<std::string> arguments);
/// The value of a call that clang can compute, as numeric_limits<T>::max(); else says why there is
/// none.
CallResult emitUnknownCall(Body &body, const clang::CallExpr *call, const Callee &callee);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_LIBRARY_H
