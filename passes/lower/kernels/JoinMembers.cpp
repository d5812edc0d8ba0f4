//===- JoinMembers.cpp - Structs whose numbers are stored one after the other -----------------===//
//
//   p[i].r = p[i].b;                               Pixel pLocal = p[i];
//   p[i].g = 0;                                    pLocal.r = pLocal.b;
//   p[i].b = x;                             =>     pLocal.g = 0;
//   p[i].a = 255;                                  pLocal.b = x;
//                                                  pLocal.a = 255;
//                                                  p[i] = pLocal;
//
// A store takes as long for a number as for all of them. Only of structs that fit a few words, and
// where all of their numbers are stored: then no other iteration has a part of the element.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/SmallStructs.h"
#include "analysis/values/Expressions.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_JOINMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Statements of one block that store all numbers of an element, one after the other.
struct Stretch {
  Value element; ///< the place of the struct
  Operation *first, *last;
  bool isRead = false; ///< a number is read before it is stored
};

struct JoinMembersPass : vkm::impl::JoinMembersBase<JoinMembersPass> {
  using JoinMembersBase::JoinMembersBase;
  void runOnOperation() override;
};

} // namespace

static Value getPlace(Operation *op) {
  return isa<LoadOp, AssignOp, UpdateOp>(op) ? op->getOperand(0) : Value();
}

/// The element of a buffer that a place is a part of.
static Value getElement(Value place) {
  while (isa_and_nonnull<MemberOp, ElementOp>(place.getDefiningOp()))
    place = place.getDefiningOp()->getOperand(0);
  return isa_and_nonnull<DerefOp>(place.getDefiningOp()) ? place : Value();
}

/// Whether a place is the element, or a part of it, by its name.
static bool names(Value place, Value element) {
  Value own = getElement(place);
  return own && isSameExpression(own, element);
}

/// Whether a statement or an expression may stand between the stores: it does not leave, touches
/// nothing of the buffer but the element, and nothing that the element's name is made of.
static bool mayStandBetween(Operation *op, Value element) {
  Root root = getRoot(element);
  if (Value place = getPlace(op); place && names(place, element))
    return true;
  auto leaves = [](Operation *inner) {
    return WalkResult(failure(isa<BreakOp, ContinueOp, ReturnOp>(inner)));
  };
  if (op->walk(leaves).wasInterrupted())
    return false;
  EffectSet effects = getEffects(op);
  if (effects.ordered || effects.readsAny(root) || effects.writesAny(root))
    return false;
  std::function<bool(Value)> isChanged = [&](Value value) {
    Operation *from = value.getDefiningOp();
    auto load = dyn_cast_or_null<LoadOp>(from);
    return (load && effects.writesAny(getRoot(load.getRef()))) ||
           (from && llvm::any_of(from->getOperands(), isChanged));
  };
  return !isChanged(element);
}

/// The stores that begin with one of a number; none where they leave a number out.
static std::optional<Stretch> findStretch(AssignOp first) {
  Value element = getElement(first.getRef());
  auto type =
      element ? dyn_cast<RecordType>(cast<RefType>(element.getType()).getPointee()) : RecordType();
  if (!type || first.getRef() == element)
    return std::nullopt;
  RecordOp record = lookupRecord(first, type);
  StructUse whole;
  whole.isStored = true;
  if (!findWordsObstacle(record).empty() || !gainsByWords(record, whole))
    return std::nullopt;
  size_t left = getNumbers(record).size();
  llvm::SmallSet<int64_t, 16> stored;
  Stretch stretch{element, first, first};
  for (Operation *op = first; left > 0; op = op->getNextNode()) {
    if (!op || !mayStandBetween(op, element))
      return std::nullopt;
    Value place = getPlace(op);
    if (!place || !names(place, element))
      continue;
    std::optional<SmallVector<int64_t>> numbers = getNumbers(place);
    if (!numbers)
      return std::nullopt;
    for (int64_t number : *numbers) {
      if (!isa<AssignOp>(op))
        stretch.isRead |= !stored.count(number);
      else if (stored.insert(number).second)
        --left;
    }
    stretch.last = op;
  }
  return stretch;
}

/// "pixels" of `pixels[i]`
static std::string getName(Value element) {
  Root root = getRoot(element);
  if (root.symbol)
    return root.symbol.getValue().str();
  auto argument = cast<BlockArgument>(root.value);
  return argName(cast<FunctionOpInterface>(argument.getOwner()->getParentOp()),
                 argument.getArgNumber())
      .str();
}

/// The same part of a variable.
static Value rebase(OpBuilder &at, Value place, Value variable) {
  Operation *step = place.getDefiningOp();
  if (isa<DerefOp>(step))
    return variable;
  IRMapping mapping;
  mapping.map(step->getOperand(0), rebase(at, step->getOperand(0), variable));
  return at.clone(*step, mapping)->getResult(0);
}

static void join(const Stretch &stretch) {
  OpBuilder builder(stretch.first);
  Location loc = stretch.first->getLoc();
  IRMapping before, behind;
  Type type = cast<RefType>(stretch.element.getType()).getPointee();
  Value initial;
  if (stretch.isRead)
    initial = buildLoad(builder, loc, cloneExpression(builder, stretch.element, before));
  auto variable = builder.create<VarOp>(loc, RefType::get(type), getName(stretch.element) + "Local",
                                        initial, /*is_const=*/false);
  if (Attribute comment = stretch.first->removeAttr(kCommentAttr))
    variable->setAttr(kCommentAttr, comment);
  SmallVector<Operation *> accesses;
  for (Operation *op = stretch.first;; op = op->getNextNode()) {
    if (Value place = getPlace(op); place && names(place, stretch.element))
      accesses.push_back(op);
    if (op == stretch.last)
      break;
  }
  for (Operation *access : accesses) {
    OpBuilder at(access);
    access->setOperand(0, rebase(at, access->getOperand(0), variable));
  }
  builder.setInsertionPointAfter(stretch.last);
  Value place = cloneExpression(builder, stretch.element, behind);
  builder.create<AssignOp>(stretch.last->getLoc(), place,
                           buildLoad(builder, stretch.last->getLoc(), variable));
}

void JoinMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  getOperation().walk([](KernelOp kernel) {
    SmallVector<AssignOp> stores;
    kernel.walk([&](AssignOp assign) { stores.push_back(assign); });
    bool isChanged = false;
    for (AssignOp store : stores)
      if (std::optional<Stretch> stretch = findStretch(store)) {
        join(*stretch);
        isChanged = true;
      }
    if (isChanged)
      eraseDeadExpressions(kernel.getBody());
  });
}
