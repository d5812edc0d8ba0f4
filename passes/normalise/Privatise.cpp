//===- Privatise.cpp - What belongs to an iteration is declared in it -------------------------===//
//
//   float t;                                 for (int i = 0; i < n; i++) {
//   for (int i = 0; i < n; i++) {              float t = a[i];
//     t = a[i];                       ->       b[i] = t * t;
//     b[i] = t * t;                          }
//   }
//
// A variable that each iteration writes before it reads it belongs to the iteration. What is read
// behind the loop is the last iteration's, which a kernel finds by vkm.last:
//
//   for (int i = 0; i < n; i++) {            for (int i = 0; i < n; i++) {
//     t = a[i];                       ->       float t = a[i];
//     b[i] = t * t;                            b[i] = t * t;
//   }                                          t_outside = t;
//   m_last = t;                              }
//                                            m_last = t_outside;
//
// So do members of the class that iterations use in this way.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/StaleReads.h"
#include "ir/EffectLedger.h"
#include "passes/Passes.h"
#include "passes/normalise/SumElements.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PRIVATISE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Moves the variables of one function.
class Privatiser {
public:
  explicit Privatiser(FunctionOpInterface function) : function(function) {}
  void run();

private:
  void divide(VarOp var);
  void divideAt(VarOp var, Operation *statement);
  void enter(VarOp var, Block &block);
  void declareWhereSet(VarOp var, bool mayMove);
  void keepLast(Operation *loop, const Root &root, Type type, StringRef name);
  void keepLastOfFields(Operation *loop);

  FunctionOpInterface function;
};

struct PrivatisePass : vkm::impl::PrivatiseBase<PrivatisePass> {
  void runOnOperation() override;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Uses
//===------------------------------------------------------------------------------------------===//

/// What uses a variable, or parts of it, directly in a block or in one of its statements; nothing
/// where a place that stands in the block is used inside of a statement: a reference.
static std::optional<llvm::SetVector<Operation *>> findUsers(Value place, Block &block) {
  llvm::SetVector<Operation *> users;
  SmallVector<Value> places = {place};
  while (!places.empty()) {
    Value next = places.pop_back_val();
    Operation *origin = next == place ? nullptr : next.getDefiningOp();
    for (Operation *user : next.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (!ancestor || (origin && origin->getBlock() == &block && ancestor != user))
        return std::nullopt;
      users.insert(ancestor);
      if (isa<MemberOp, ElementOp>(user))
        places.push_back(user->getResult(0));
    }
  }
  SmallVector<Operation *> ordered(users.begin(), users.end());
  llvm::sort(ordered, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return llvm::SetVector<Operation *>(ordered.begin(), ordered.end());
}

/// The places of a variable or field that stand in a region, and in those inside of it.
static bool isUsedIn(Region &region, const Root &root) {
  return region
      .walk([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (isa<RefType>(operand.getType()) && getRoot(operand) == root)
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether something in a region does more with a variable than writing all or a part of it.
static bool isReadIn(Region &region, const Root &root) {
  return region
      .walk([&](Operation *op) {
        if (isa<AssignOp, MemberOp, ElementOp, FieldRefOp>(op))
          return WalkResult::advance();
        for (Value operand : op->getOperands())
          if (isa<RefType>(operand.getType()) && getRoot(operand) == root)
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a loop's condition or step uses a variable.
static bool isUsedInHead(LoopOpInterface loop, const Root &root) {
  Region *step = loop.getStepRegion();
  return isUsedIn(loop.getCond(), root) || (step && isUsedIn(*step, root));
}

/// Lets a block name another place.
static void replaceIn(Block &block, Value from, Value to) {
  from.replaceUsesWithIf(
      to, [&](OpOperand &use) { return block.findAncestorOpInBlock(*use.getOwner()) != nullptr; });
}

//===------------------------------------------------------------------------------------------===//
// Variables that end with the iteration
//===------------------------------------------------------------------------------------------===//

/// Gives a block a variable of its own.
void Privatiser::enter(VarOp var, Block &block) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  auto own = builder.create<VarOp>(var.getLoc(), var.getRef().getType(), var.getName(), Value(),
                                   /*constant=*/false);
  if (Attribute comment = var->getAttr(kCommentAttr))
    own->setAttr(kCommentAttr, comment);
  replaceIn(block, var.getRef(), own.getRef());
  divide(own);
  if (own->use_empty())
    own.erase();
  else
    declareWhereSet(own, /*mayMove=*/true);
}

/// Gives a statement a variable of its own, if nothing goes into it or comes out of it.
void Privatiser::divideAt(VarOp var, Operation *statement) {
  Root root{{}, var.getRef()};
  StaleReads reads(function, root, var.getRef().getType().getPointee());
  if (auto loop = dyn_cast<LoopOpInterface>(statement)) {
    if (!isUsedInHead(loop, root) && !reads.followIteration(loop).staleRead &&
        !reads.findReadBehind(loop))
      enter(var, loop.getBody().front());
    return;
  }
  if (!isa<IfOp, ScopeOp, SwitchOp>(statement) || reads.findReadWithin(statement) ||
      reads.findReadBehind(statement))
    return;
  SmallVector<Region *> users;
  for (Region &region : statement->getRegions())
    if (!region.empty() && isUsedIn(region, root))
      users.push_back(&region);
  // Control may fall through from one case into the next.
  if (isa<SwitchOp>(statement) && users.size() > 1)
    return;
  for (Region *region : users)
    enter(var, region->front());
}

void Privatiser::divide(VarOp var) {
  std::optional<llvm::SetVector<Operation *>> users = findUsers(var.getRef(), *var->getBlock());
  if (!users)
    return;
  for (Operation *statement : *users)
    if (statement->getNumRegions() && !statement->hasTrait<VkmExpression>())
      divideAt(var, statement);
}

/// `float t; t = a[i];` is `float t = a[i];`.
void Privatiser::declareWhereSet(VarOp var, bool mayMove) {
  std::optional<llvm::SetVector<Operation *>> users = findUsers(var.getRef(), *var->getBlock());
  if (!users || users->empty() || var.getInit())
    return;
  Operation *first = users->front();
  auto assign = dyn_cast<AssignOp>(first);
  if (!assign || assign.getRef() != var.getRef()) {
    if (mayMove)
      var->moveBefore(first);
    return;
  }
  var.getInitMutable().assign(assign.getValue());
  var->moveBefore(assign);
  var->setLoc(assign.getLoc());
  if (Attribute comment = assign->getAttr(kCommentAttr))
    var->setAttr(kCommentAttr, comment);
  assign.erase();
}

//===------------------------------------------------------------------------------------------===//
// Values that outlive the loop
//===------------------------------------------------------------------------------------------===//

/// The statements that write a place or members of it; nothing where one of them writes elements,
/// or where it is passed on.
static std::optional<SmallVector<Operation *>> findWrites(Value place) {
  SmallVector<Operation *> writes;
  SmallVector<Value> places = {place};
  while (!places.empty())
    for (Operation *user : places.pop_back_val().getUsers()) {
      if (isa<AssignOp, UpdateOp>(user))
        writes.push_back(user);
      else if (isa<MemberOp>(user))
        places.push_back(user->getResult(0));
      else if (!isa<LoadOp>(user))
        return std::nullopt;
    }
  return writes;
}

/// Of another place, the member that a part of a variable is.
static Value buildPart(OpBuilder &builder, Value part, Value variable, Value other) {
  if (part == variable)
    return other;
  auto member = part.getDefiningOp<MemberOp>();
  IRMapping mapping;
  mapping.map(member.getBase(), buildPart(builder, member.getBase(), variable, other));
  return builder.clone(*member, mapping)->getResult(0);
}

/// The innermost of the loops that a grid is made of, to which all uses belong.
static Operation *findInnermost(Operation *loop, const Root &root, int64_t dims) {
  for (; dims > 1; --dims) {
    Operation *inner = nullptr;
    for (Operation &op : cast<LoopOpInterface>(loop).getBody().front()) {
      bool isUsed =
          llvm::any_of(op.getOperands(),
                       [&](Value operand) {
                         return isa<RefType>(operand.getType()) && getRoot(operand) == root;
                       }) ||
          llvm::any_of(op.getRegions(), [&](Region &region) { return isUsedIn(region, root); });
      if (isUsed && (inner || !isa<LoopOpInterface>(op)))
        return loop;
      if (isUsed)
        inner = &op;
    }
    if (!inner)
      return loop;
    loop = inner;
  }
  return loop;
}

/// Gives each iteration of a loop at the top of a kernel a variable of its own, whose value the
/// place outside gets where an iteration ends: the last iteration's stays.
void Privatiser::keepLast(Operation *outer, const Root &root, Type type, StringRef name) {
  Operation *op = findInnermost(outer, root, cast<KernelOp>(function.getOperation()).getDims());
  auto loop = cast<LoopOpInterface>(op);
  StaleReads reads(function, root, type);
  IterationUse use = reads.followIteration(loop);
  // What iterations only write needs no variable of theirs to be the last one's.
  if (isUsedInHead(loop, root) || use.staleRead || !isReadIn(loop.getBody(), root))
    return;
  // An iteration that leaves the loop has no end; a grid has none of these.
  if (!getExits(loop).empty())
    return;

  Block &body = loop.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Location where = loop.getLoc();
  auto own = builder.create<VarOp>(where, RefType::get(type), name, Value(), /*constant=*/false);
  SmallVector<FieldRefOp> places;
  if (root.value)
    replaceIn(body, root.value, own.getRef());
  else
    body.walk([&](FieldRefOp place) {
      if (place.getFieldAttr().getAttr() == root.symbol)
        places.push_back(place);
    });
  for (FieldRefOp place : places) {
    place.replaceAllUsesWith(own.getRef());
    place.erase();
  }
  // All of the variable, or the part of it that is written.
  auto keep = [&](Location at, Value part) {
    Value place = root.value;
    if (!place)
      place = builder.create<FieldRefOp>(at, RefType::get(type), root.symbol.getValue());
    place = buildPart(builder, part, own.getRef(), place);
    return builder.create<AssignOp>(at, place, buildLoad(builder, at, part));
  };
  std::optional<SmallVector<Operation *>> writes = findWrites(own.getRef());
  if (use.isSetAtEnd) {
    SmallVector<AssignOp> kept;
    loop->walk([&](ContinueOp jump) {
      if (getJumpTarget(jump) != loop)
        return;
      builder.setInsertionPoint(jump);
      kept.push_back(keep(jump.getLoc(), own.getRef()));
    });
    if (body.empty() || !isa<ContinueOp, BreakOp, ReturnOp>(body.back())) {
      builder.setInsertionPointToEnd(&body);
      kept.push_back(keep(where, own.getRef()));
    }
    body.walk([&](Operation *write) {
      bool isOwn =
          (isa<AssignOp>(write) && getRoot(cast<AssignOp>(write).getRef()).value == own.getRef()) ||
          (isa<UpdateOp>(write) && getRoot(cast<UpdateOp>(write).getRef()).value == own.getRef());
      if (isOwn && root.symbol && !kept.empty())
        settleEffects(kept.back(), write);
    });
  } else if (writes) {
    for (Operation *write : *writes) {
      auto assign = dyn_cast<AssignOp>(write);
      builder.setInsertionPointAfter(write);
      keep(write->getLoc(), assign ? assign.getRef() : cast<UpdateOp>(write).getRef());
    }
  } else {
    // Some part may keep what an earlier iteration gave it.
    for (OpOperand &operand : llvm::make_early_inc_range(own.getRef().getUses())) {
      Value place = root.value;
      builder.setInsertionPoint(operand.getOwner());
      if (!place)
        place = builder.create<FieldRefOp>(where, RefType::get(type), root.symbol.getValue());
      operand.set(place);
    }
    own.erase();
    return;
  }
  divide(own);
  if (own->use_empty())
    own.erase();
  else
    declareWhereSet(own, /*mayMove=*/true);
}

/// Members that iterations write before they read them. What is never read in the loop is no
/// variable of its iterations.
void Privatiser::keepLastOfFields(Operation *loop) {
  auto parent = loop->getParentOfType<ClassOp>();
  llvm::SetVector<StringAttr> symbols;
  EffectSet called;
  bool hasReferences = false;
  for (BlockArgument argument : function.getFunctionBody().getArguments())
    hasReferences |= isa<RefType>(argument.getType());
  loop->walk([&](Operation *op) {
    if (isa<CallOp, HostOp>(op))
      called.add(getEffects(op));
    Value place = getAccessedPlace(op);
    Root root = place ? getRoot(place) : Root();
    if (root.symbol && !isa<LoadOp>(op))
      symbols.insert(root.symbol);
  });
  // References that were bound before the loop.
  function.walk([&](FieldRefOp place) {
    if (!loop->isAncestor(place) &&
        llvm::any_of(place->getUsers(), [&](Operation *user) { return loop->isAncestor(user); }))
      symbols.remove(place.getFieldAttr().getAttr());
  });
  for (StringAttr symbol : symbols) {
    FieldOp field = parent.lookupField(symbol);
    Root root{symbol, {}};
    bool isOwn = field && !field.getVectorElement() && !field.getSizeOf();
    if (isOwn && !hasReferences && !called.readsAny(root) && !called.writesAny(root))
      keepLast(loop, root, field.getType(), symbol);
  }
}

void Privatiser::run() {
  bool isKernel = isa<KernelOp>(function.getOperation());
  SmallVector<VarOp> variables;
  function.walk([&](VarOp var) {
    if (!var->getParentOfType<LoopOpInterface>() && !var.getConstant())
      variables.push_back(var);
  });
  for (VarOp var : variables) {
    divide(var);
    bool isDead = var->use_empty() && !var.getInit();
    if (isDead) {
      var.erase();
      continue;
    }
    if (!isKernel)
      continue;
    // What the loops leave is the last iteration's.
    Root root{{}, var.getRef()};
    Type type = var.getRef().getType().getPointee();
    std::optional<llvm::SetVector<Operation *>> users = findUsers(var.getRef(), *var->getBlock());
    if (users)
      for (Operation *user : *users)
        if (isa<LoopOpInterface>(user))
          keepLast(user, root, type, var.getName());
    declareWhereSet(var, /*mayMove=*/false);
  }
  if (!isKernel)
    return;
  SmallVector<Operation *> loops;
  function.walk([&](LoopOpInterface loop) {
    if (!loop->getParentOfType<LoopOpInterface>())
      loops.push_back(loop);
  });
  llvm::for_each(loops, [&](Operation *loop) { keepLastOfFields(loop); });
}

void PrivatisePass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Imported)
    return;
  module.walk([](FunctionOpInterface function) {
    if (!isa<KernelOp, ControlOp>(function.getOperation()) || function.getFunctionBody().empty())
      return;
    Privatiser(function).run();
    if (auto kernel = dyn_cast<KernelOp>(function.getOperation()))
      sumElements(kernel);
  });
}
