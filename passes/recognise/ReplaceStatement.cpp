//===- ReplaceStatement.cpp - Statements of a reduction's form become operations that say so --===//
//
//   if (c && x < m) m = x;              =>   if (c) { min @m, x }
//   m = m + x - y;                      =>   add @m, x; add @m, -y
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/ReplaceStatement.h"

#include "ir/EffectLedger.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The value of a term in the type of what it is combined with.
static Value buildTerm(OpBuilder &builder, const Match &match, const Term &term,
                       IRMapping &mapping) {
  Location loc = match.statement->getLoc();
  Type type = cast<RefType>(match.place.getType()).getPointee();
  Value value = cloneExpression(builder, term.value, mapping);
  if (match.convert)
    value = builder.createOrFold<CastOp>(loc, type, value);
  else if (value.getType() != type) // a vector combined with a number
    value = builder.create<SplatOp>(loc, type, value);
  if (!term.negated)
    return value;
  if (!type.isUnsignedInteger())
    return builder.create<UnaryOp>(loc, type, UnaryKind::Neg, value);
  Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, 0));
  return builder.create<BinaryOp>(loc, type, BinaryKind::Sub, zero, value);
}

void vkmorph::vkm::replaceStatement(const Match &match,
                                    llvm::function_ref<void(OpBuilder &, IRMapping &)> prepare,
                                    llvm::function_ref<Operation *(OpBuilder &, Value)> build) {
  OpBuilder builder(match.statement);
  Attribute comment = match.statement->getAttr(kCommentAttr);
  if (!comment && match.guarded)
    comment = match.guarded->getAttr(kCommentAttr);
  IRMapping mapping;
  if (match.guard) {
    auto guard = builder.create<IfOp>(match.statement->getLoc(), match.guard);
    if (comment)
      guard->setAttr(kCommentAttr, std::exchange(comment, {}));
    builder.setInsertionPointToStart(&guard.getThenRegion().front());
  }
  // The value of a guarded assignment is computed inside of the guard, and so are the numbers of
  // elements.
  prepare(builder, mapping);
  for (const Term &term : match.terms) {
    Operation *made = build(builder, buildTerm(builder, match, term, mapping));
    if (comment)
      made->setAttr(kCommentAttr, std::exchange(comment, {}));
    settleEffects(made, match.statement);
  }
  match.statement->erase();
  if (match.function)
    CallOp(match.function).erase();
}

std::string vkmorph::vkm::describeResult(const Match &match) {
  if (match.function)
    return ("combination by '" + CallOp(match.function).getCallee() + "'").str();
  switch (match.kind) {
  case ReduceKind::Add:
    return "sum";
  case ReduceKind::Min:
    return "minimum";
  case ReduceKind::Max:
    return "maximum";
  case ReduceKind::Mul:
    return "product";
  case ReduceKind::And:
    return "conjunction";
  case ReduceKind::Or:
    return "disjunction";
  case ReduceKind::Xor:
    return "exclusive or";
  }
  llvm_unreachable("all kinds are handled");
}
