//===- Iterators.h - Iterators of a std::vector -----------------------------------------------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_ITERATORS_H
#define VKMORPH_FRONTEND_LIBRARY_ITERATORS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

/// The type of the vector that an iterator is of: `v.begin()`, `std::end(v)`, `v.begin() + n`, what
/// an algorithm gives, or a local variable that was declared with one of them. Null for all other
/// expressions.
clang::QualType findIteratedVector(const clang::Expr *e);

class IteratorEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// What such an iterator points to; none after an error.
  std::optional<PointerValue> emit(const clang::Expr *e);
  /// The vector that ends where an iterator points to: `v.end()`; none for all other expressions.
  std::optional<StdVectorValue> findEnded(const clang::Expr *e);
  /// Declares a variable that nothing changes with such an iterator; false for other variables.
  bool declare(const clang::VarDecl *variable);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_ITERATORS_H
