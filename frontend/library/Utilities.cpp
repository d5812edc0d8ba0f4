//===- Utilities.cpp - std::move, swap, exchange; iterators as indices ------------------------===//

#include "frontend/body/Lambdas.h"
#include "frontend/body/ObjectCopies.h"
#include "frontend/body/Parts.h"
#include "frontend/library/Algorithms.h"
#include "frontend/library/Containers.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/Subjects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

namespace {
class Utility : public LibraryCall {
public:
  using LibraryCall::LibraryCall;

  /// Another name for the argument.
  LibraryResult identity() {
    if (isValueLike(arg(0)))
      return CallResult::ofValue(emitRead(arg(0)));
    return CallResult::ofPlace(emitPlace(arg(0)));
  }
  LibraryResult swap() { return swapObjects(arg(0), arg(1)); }
  /// `a.swap(b)` of arrays, pairs and tuples.
  LibraryResult swapMember() {
    if (!object() || object()->getType()->isPointerType())
      return std::nullopt;
    return swapObjects(object(), arg(0));
  }

private:
  LibraryResult swapObjects(const clang::Expr *a, const clang::Expr *b) {
    if (matchStdVector(a->getType()) && matchStdVector(b->getType()))
      return CallResult::done(StdVectorEmitter(m_body).exchange(a, b, m_call));
    if (holdsVectors(a->getType())) {
      ClosurePtr first = emitPart(a), second = first ? emitPart(b) : nullptr;
      return CallResult::done(
          second && PartEmitter(m_body).exchangeParts(*first->part, *second->part, m_call));
    }
    if (a->getType()->isPointerType())
      return CallResult::done(exchangePointers(a, b, m_call));
    mlir::Value first = emitPlace(a), second = emitPlace(b);
    if (!first || !second)
      return failure();
    if (ObjectCopyEmitter objects(m_body); objects.isObject(first))
      return CallResult::done(
          objects.exchange(a->getType()->getAsCXXRecordDecl(), first, second, m_call));
    emitSwap(first, second, m_where);
    return CallResult::done();
  }
};

class Iterators : public AlgorithmCall {
public:
  using AlgorithmCall::AlgorithmCall;

  LibraryResult distance() {
    if (!isIterator(0))
      return std::nullopt;
    std::optional<Range> elements = range(0, 1);
    mlir::Type type = elements ? convert(m_call->getType(), m_where) : nullptr;
    return type ? give(emitCast(countOf(*elements), type, m_where)) : failure();
  }
  LibraryResult next() {
    return move([&](mlir::Value start, mlir::Value offset) { return add(start, offset); });
  }
  LibraryResult prev() {
    return move([&](mlir::Value start, mlir::Value offset) { return subtract(start, offset); });
  }
  // T old = place; place = value; old
  LibraryResult exchange() {
    mlir::Value place = emitPlace(arg(0));
    mlir::Value replacement = converted(1, arg(0)->getType());
    if (!place || !replacement)
      return failure();
    if (ObjectCopyEmitter(m_body).isObject(place))
      return refuse(diag::TypePolymorphic,
                    {qualifiedName(arg(0)->getType()->getAsCXXRecordDecl())});
    mlir::Value old = emitLoad(place, m_where);
    m_builder.create<vkm::AssignOp>(m_where, place, replacement);
    return give(old);
  }

private:
  LibraryResult move(llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> by) {
    if (!isIterator(0))
      return std::nullopt;
    std::optional<PointerValue> from = pointer(arg(0));
    mlir::Value offset = numArgs() > 1 ? emitValue(arg(1)) : number(1, m_indexType);
    if (!from || !offset)
      return failure();
    from->index = by(from->index ? from->index : number(0, m_indexType), offset);
    return CallResult::ofPointer(from);
  }
};
} // namespace

static constexpr LibraryRow kUtilitiesRows[] = {
    {"move", 1, by<&Utility::identity>},
    {"forward", 1, by<&Utility::identity>},
    {"as_const", 1, by<&Utility::identity>},
    {"move_if_noexcept", 1, by<&Utility::identity>},
    {"swap", 2, by<&Utility::swap>},
    {"array::swap", 1, by<&Utility::swapMember>},
    {"pair::swap", 1, by<&Utility::swapMember>},
    {"tuple::swap", 1, by<&Utility::swapMember>},
    {"exchange", 2, by<&Iterators::exchange>},
    {"distance", 2, asKernel<&Iterators::distance>},
    {"next", {1, 2}, asKernel<&Iterators::next>},
    {"prev", {1, 2}, asKernel<&Iterators::prev>},
};
static constexpr LibraryTable kUtilitiesTables[] = {{LibraryHome::Std, kUtilitiesRows}};
const LibrarySubject vkmorph::frontend::kUtilities = kUtilitiesTables;
