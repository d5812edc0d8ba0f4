//===- InlineAccumulations.cpp - Writes out calls that accumulate into members ---------------===//
//
//   void Stats::Add(float x) { sum += x; ... }
//   for (...) m_stats.Add(a[i]);              ->   for (...) { m_stats.sum += a[i]; ... }
//
//   float3 operator+(float3 a, float3 b) { return float3(a.x + b.x, ...); }
//   for (...) m_total = m_total + a[i];       ->   for (...) { m_total.x = m_total.x + a[i].x; }
//
// So that reductions are found in what users write as functions of structs, and the values that
// last iterations leave. Only calls in grids whose function writes a member of the class that all
// iterations share, computes a member's next value from itself, decides whether it gets one, or
// looks at a struct that the grid changes; all other calls stay as they are, and so do those of
// functions that the user says are associative. `if (a < b) return a; return b;` becomes a choice,
// and where more than a value is computed, what stands behind a branch that returns becomes its
// other branch. Where a function returns from loops and switches, a variable says so.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/recognise/InlineAccumulations.h"

#include "analysis/values/Expressions.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"
#include "transforms/RemoveReturns.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_INLINEACCUMULATIONS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct InlineAccumulationsPass : vkm::impl::InlineAccumulationsBase<InlineAccumulationsPass> {
  void runOnOperation() override;

private:
  void runOnGrid(GridOp grid);
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

/// A member of the class that is no std::vector.
static bool isPlainField(Operation *from, const Root &root) {
  if (!root.symbol)
    return false;
  FieldOp field = from->getParentOfType<ClassOp>().lookupField(root.symbol.getValue());
  return field && !field.getVectorElement();
}

/// `m = f(m, x)` for a function that the user says is associative: a form of its own.
static bool isAssociative(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  return callee && callee->hasAttr(kAssociativeAttr) &&
         llvm::any_of(call->getUsers(), llvm::IsaPred<AssignOp>);
}

/// The calls through which a place becomes a value, those whose results others take first.
static void collectCalls(Value value, const PlacePath &path,
                         llvm::SmallSetVector<CallOp, 4> &calls) {
  Operation *op = value.getDefiningOp();
  if (!op || !isMadeFrom(value, path))
    return;
  for (Value operand : op->getOperands())
    collectCalls(operand, path, calls);
  if (auto call = dyn_cast<CallOp>(op); call && !isAssociative(call))
    calls.insert(call);
}

/// How a call's function can be written where it stands: not in an expression that may not be
/// evaluated. A function that returns from loops is Flagged, which only what cannot stay takes.
static InlinedForm getForm(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  if (!callee || callee.getFunctionBody().empty() ||
      isa<AndOp, OrOp, SelectOp>(call->getParentOp()) ||
      llvm::any_of(call->getBlock()->getOperations(), llvm::IsaPred<YieldOp>))
    return InlinedForm::None;
  InlinedForm form = getInlinedForm(callee.getFunctionBody().front());
  return form == InlinedForm::None ? InlinedForm::Flagged : form;
}

/// Whether a call writes a member of the class that all iterations share, or reads and writes one
/// of which iterations may have elements.
static bool accumulates(CallOp call, bool orElements = true) {
  EffectSet effects = getEffects(call);
  auto theClass = call->getParentOfType<ClassOp>();
  return llvm::any_of(effects.writes, [&](const Root &root) {
    if (!isPlainField(call, root))
      return false;
    bool isShared = !isa<ArrayType>(theClass.lookupField(root.symbol.getValue()).getType());
    return isShared || (orElements && effects.readsAny(root));
  });
}

static bool isReadOf(Value value, ArrayRef<Root> members) {
  auto load = value.getDefiningOp<LoadOp>();
  return load && llvm::is_contained(members, getRoot(load.getRef()));
}

/// Whether a call looks at a member that iterations change: `m_count.get()`.
static bool looksAt(CallOp call, ArrayRef<Root> changed) {
  EffectSet effects = getEffects(call);
  return effects.writes.empty() && !effects.ordered && !isAssociative(call) &&
         llvm::any_of(call->getOperands(),
                      [&](Value operand) { return isReadOf(operand, changed); });
}

/// The members of the class that a grid changes, other than arrays.
static SmallVector<Root> findChanged(GridOp grid) {
  EffectSet effects = getEffects(grid);
  auto theClass = grid->getParentOfType<ClassOp>();
  SmallVector<Root> changed;
  for (const Root &root : effects.writes)
    if (isPlainField(grid, root) &&
        isa<RecordType>(theClass.lookupField(root.symbol.getValue()).getType()))
      changed.push_back(root);
  return changed;
}

/// Whether a call is written out although that makes more of it than an expression.
static bool needsForm(CallOp call, InlinedForm form) {
  if (form == InlinedForm::Branches || form == InlinedForm::Flagged)
    return accumulates(call, /*orElements=*/form != InlinedForm::Flagged);
  return form != InlinedForm::None;
}

/// `m = f(m, ...)`, `m = {m.x + x, ...}` for a member of the class, or a part of one.
static bool assignsNextValue(AssignOp assign) {
  return assign.getValue().hasOneUse() && isPlainField(assign, getRoot(assign.getRef())) &&
         isMadeFrom(assign.getValue(), getPlacePath(assign.getRef()));
}

/// The branch that asks for what it assigns: `if (isBetter(a[i], m_best)) m_best = a[i];`.
static IfOp findAskingBranch(AssignOp assign) {
  auto branch = dyn_cast<IfOp>(assign->getParentOp());
  PlacePath path = getPlacePath(assign.getRef());
  bool asks = branch && path.isExact() && isPlainField(assign, path.root) &&
              isMadeFrom(branch.getCondition(), path);
  return asks ? branch : nullptr;
}

/// Whether nothing writes what a read looks at before `user`.
static bool isUnchangedUntil(LoadOp load, Operation *user) {
  Operation *around = load->getBlock()->findAncestorOpInBlock(*user);
  if (!around)
    return false;
  Root root = getRoot(load.getRef());
  auto changes = [&](Operation *op) {
    EffectSet effects = getEffects(op);
    return effects.writesAny(root) || effects.ordered;
  };
  for (Operation *op = load->getNextNode(); op && op != around; op = op->getNextNode())
    if (changes(op))
      return false;
  return around == user || !changes(around);
}

/// Gives each use of a member's value a read of its own, which is what forms of reductions have.
static void splitReads(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load || isa<RecordType>(load.getType()) || !isPlainField(load, getRoot(load.getRef())))
    return;
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : load->getUses())
    if (isUnchangedUntil(load, use.getOwner()))
      uses.push_back(&use);
  for (OpOperand *use : uses)
    use->set(OpBuilder(use->getOwner()).clone(*load)->getResult(0));
  if (load->use_empty())
    load->erase();
}

/// Writes the body where the call stands, and collects the local variables that come with it.
static void writeOut(CallOp call, InlinedForm form, SmallVectorImpl<VarOp> &locals) {
  OpBuilder builder(call);
  IRMapping mapping;
  FunctionOpInterface callee = lookupCallee(call);
  EffectSet effects = getEffects(call);
  VarOp returned; // in a copy of the function
  if (form == InlinedForm::Flagged)
    callee = cast<FunctionOpInterface>(callee->clone());
  auto discard = llvm::make_scope_exit([&] {
    if (form == InlinedForm::Flagged)
      callee->erase();
  });
  Block &body = callee.getFunctionBody().front();
  if (form == InlinedForm::Flagged)
    returned = removeReturns(body, call->use_empty() ? Type() : call->getResult(0).getType(),
                             callee.getName());
  for (auto [index, argument] : llvm::enumerate(body.getArguments())) {
    Value operand = call->getOperand(index);
    // One that is computed and used more than once gets the parameter's name; members and structs
    // that are read stay in sight, unless the function changes them.
    Operation *computed = operand.getDefiningOp();
    auto read = dyn_cast_or_null<LoadOp>(computed);
    bool isChanged = read && effects.writesAny(getRoot(read.getRef()));
    bool isInSight =
        read && !isChanged &&
        (isa<RecordType>(operand.getType()) || isPlainField(call, getRoot(read.getRef())));
    bool isNamed = computed && !isa<ConstantOp>(computed) && !isInSight &&
                   !isa<RefType, PtrType>(operand.getType()) && !argument.use_empty() &&
                   (isChanged || !argument.hasOneUse());
    if (isNamed) {
      auto name = builder.create<VarOp>(call.getLoc(), RefType::get(operand.getType()),
                                        argName(callee, index), operand, /*constant=*/true);
      locals.push_back(name);
      operand = builder.create<LoadOp>(call.getLoc(), operand.getType(), name);
    }
    mapping.map(argument, operand);
  }
  Operation *before = call->getPrevNode();
  InlinedForm written = form == InlinedForm::Flagged ? InlinedForm::Straight : form;
  InlinedResult result =
      writeBody(call, body, written, mapping, [&](VarOp var) { locals.push_back(var); });
  if (returned)
    result.variable = mapping.lookup(returned.getRef()).getDefiningOp<VarOp>();
  if (result.variable)
    result.value = buildLoad(builder, call.getLoc(), result.variable);
  if (result.value)
    call->getResult(0).replaceAllUsesWith(result.value);
  llvm::SmallSetVector<Value, 4> operands(call->operand_begin(), call->operand_end());
  Block *block = call->getBlock();
  Attribute comment = call->getAttr(kCommentAttr);
  call.erase();
  for (Value operand : operands)
    splitReads(operand);
  attachComment(block, before, comment);
}

//===------------------------------------------------------------------------------------------===//
// Structs
//===------------------------------------------------------------------------------------------===//

static ArrayAttr getMembers(Operation *from, Type type) {
  auto record = dyn_cast<RecordType>(type);
  auto op =
      record ? from->getParentOfType<ModuleOp>().lookupSymbol<RecordOp>(record.getName().getAttr())
             : RecordOp();
  return op ? op.getMembers() : ArrayAttr();
}

static Value buildMember(OpBuilder &builder, Location loc, Value place, MemberAttr member) {
  return builder.create<MemberOp>(loc, RefType::get(member.getType()), place,
                                  builder.getStringAttr(member.getName()));
}

static Value buildExtract(OpBuilder &builder, Location loc, Value value, MemberAttr member) {
  return builder.create<ExtractOp>(loc, member.getType(), value,
                                   builder.getStringAttr(member.getName()));
}

/// Members of structs that are loaded or put together where the member is wanted become the
/// member's load, or the part.
static void foldExtract(ExtractOp extract) {
  Value from = extract.getRecord();
  if (auto aggregate = from.getDefiningOp<AggregateOp>()) {
    ArrayAttr members = getMembers(extract, from.getType());
    for (auto [member, part] : llvm::zip(members.getAsRange<MemberAttr>(), aggregate.getParts()))
      if (member.getName() == extract.getName()) {
        extract->getResult(0).replaceAllUsesWith(part);
        extract.erase();
        return;
      }
  }
  auto load = from.getDefiningOp<LoadOp>();
  if (!load)
    return;
  // At the place of the load, since the member may be written in between.
  OpBuilder builder(load);
  Location loc = extract.getLoc();
  Type type = extract->getResult(0).getType();
  Value place = builder.create<MemberOp>(loc, RefType::get(type), load.getRef(),
                                         builder.getStringAttr(extract.getName()));
  Value read = builder.create<LoadOp>(loc, type, place);
  extract->getResult(0).replaceAllUsesWith(read);
  extract.erase();
  splitReads(read);
}

/// All of an expression.
static void foldExtracts(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !op->hasTrait<VkmExpression>())
    return;
  for (Value operand : llvm::to_vector(op->getOperands()))
    foldExtracts(operand);
  for (Region &region : op->getRegions())
    foldExtracts(cast<YieldOp>(region.front().back()).getValue());
  if (auto extract = dyn_cast<ExtractOp>(op))
    foldExtract(extract);
}

/// The values of a local struct's members become what was assigned to them last, where all that
/// happens to it stands in one block: `float3 r; r.x = a; r.y = b; return r;`.
static bool forwardLocal(VarOp var) {
  ArrayAttr members = getMembers(var, cast<RefType>(var.getType()).getPointee());
  if (!members ||
      (var.getInit() && !isa_and_nonnull<LoadOp, AggregateOp>(var.getInit().getDefiningOp())))
    return false;
  SmallVector<Operation *> users; // of the struct, and of its members
  llvm::DenseMap<Operation *, size_t> numbers;
  auto numberOf = [&](StringRef name) {
    size_t number = 0;
    for (auto member : members.getAsRange<MemberAttr>()) {
      if (member.getName() == name)
        break;
      ++number;
    }
    return number;
  };
  // Reads may stand in a part of an expression.
  auto isNear = [&](Operation *user) {
    Operation *around = user;
    while (around->getBlock() != var->getBlock()) {
      around = around->getParentOp();
      if (!around || !around->hasTrait<VkmExpression>())
        return false;
    }
    return around == user || isa<LoadOp, MemberOp>(user);
  };
  auto positionOf = [&](Operation *user) { return var->getBlock()->findAncestorOpInBlock(*user); };
  for (Operation *user : var->getUsers()) {
    if (!isNear(user))
      return false;
    if (isa<LoadOp>(user)) {
      users.push_back(user);
      continue;
    }
    auto member = dyn_cast<MemberOp>(user);
    if (!member)
      return false;
    for (Operation *inner : member->getUsers()) {
      bool isAccess = isa<LoadOp>(inner) ||
                      (isa<AssignOp, UpdateOp>(inner) && inner->getOperand(0) == member.getRef());
      if (!isAccess || !isNear(inner))
        return false;
      users.push_back(inner);
      numbers[inner] = numberOf(member.getName());
    }
  }
  llvm::sort(users, [&](Operation *a, Operation *b) {
    Operation *first = positionOf(a), *second = positionOf(b);
    return first != second && first->isBeforeInBlock(second);
  });
  SmallVector<Value> values(members.size());
  OpBuilder builder(var);
  Location loc = var.getLoc();
  if (var.getInit())
    for (auto [value, member] : llvm::zip(values, members.getAsRange<MemberAttr>()))
      value = buildExtract(builder, loc, var.getInit(), member);
  // What is read has to be known.
  SmallVector<bool> known(members.size(), bool(var.getInit()));
  for (Operation *user : users) {
    if (isa<AssignOp>(user))
      known[numbers[user]] = true;
    else if (numbers.count(user) ? !known[numbers[user]] : llvm::is_contained(known, false))
      return false;
  }
  for (Operation *user : users) {
    builder.setInsertionPoint(user);
    if (auto assign = dyn_cast<AssignOp>(user)) {
      values[numbers[user]] = assign.getValue();
    } else if (auto update = dyn_cast<UpdateOp>(user)) {
      Value &value = values[numbers[user]];
      value = builder.create<BinaryOp>(user->getLoc(), value.getType(), update.getKind(), value,
                                       update.getValue());
    } else if (numbers.count(user)) {
      user->getResult(0).replaceAllUsesWith(values[numbers[user]]);
    } else {
      user->getResult(0).replaceAllUsesWith(
          builder.create<AggregateOp>(user->getLoc(), user->getResult(0).getType(), values));
    }
    user->erase();
  }
  for (Operation *user : llvm::make_early_inc_range(var->getUsers()))
    user->erase(); // places of members
  var.erase();
  return true;
}

/// `m = {x, y}` becomes `m.x = x; m.y = y`: the values are computed before the first is assigned.
static bool splitAssign(AssignOp assign) {
  auto aggregate = assign.getValue().getDefiningOp<AggregateOp>();
  ArrayAttr members = getMembers(assign, assign.getValue().getType());
  if (!aggregate || !members || !isPlainField(assign, getRoot(assign.getRef())))
    return false;
  OpBuilder builder(assign);
  Attribute comment = assign->getAttr(kCommentAttr);
  for (auto [member, part] : llvm::zip(members.getAsRange<MemberAttr>(), aggregate.getParts())) {
    auto each = builder.create<AssignOp>(
        assign.getLoc(), buildMember(builder, assign.getLoc(), assign.getRef(), member), part);
    if (comment)
      each->setAttr(kCommentAttr, std::exchange(comment, {}));
  }
  assign.erase();
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

void InlineAccumulationsPass::runOnGrid(GridOp grid) {
  SmallVector<VarOp> locals;
  const SmallVector<Root> members = findChanged(grid);
  for (bool changed = true; std::exchange(changed, false);) {
    llvm::SmallSetVector<CallOp, 4> calls;
    SmallVector<AssignOp> assigns;
    llvm::SmallSetVector<IfOp, 4> branches;
    grid.walk([&](Operation *op) {
      auto call = dyn_cast<CallOp>(op);
      if (call && (accumulates(call) || looksAt(call, members)))
        calls.insert(call);
      auto assign = dyn_cast<AssignOp>(op);
      if (IfOp branch = assign ? findAskingBranch(assign) : IfOp()) {
        branches.insert(branch);
        collectCalls(branch.getCondition(), getPlacePath(assign.getRef()), calls);
      }
      if (!assign || !assignsNextValue(assign))
        return;
      assigns.push_back(assign);
      collectCalls(assign.getValue(), getPlacePath(assign.getRef()), calls);
    });
    for (CallOp call : calls) {
      // Values in branches are no part of an expression that accumulates.
      InlinedForm form = getForm(call);
      if (!needsForm(call, form))
        continue;
      writeOut(call, form, locals);
      changed = true;
    }
    for (VarOp &var : llvm::reverse(locals))
      if (var && forwardLocal(var)) {
        var = {};
        changed = true;
      }
    for (IfOp branch : branches)
      foldExtracts(branch.getCondition());
    SmallVector<ExtractOp> looks;
    grid.walk([&](ExtractOp extract) {
      if (isReadOf(extract.getRecord(), members))
        looks.push_back(extract);
    });
    llvm::for_each(looks, foldExtract);
    for (AssignOp assign : assigns) {
      if (auto aggregate = assign.getValue().getDefiningOp<AggregateOp>())
        for (Value part : aggregate.getParts())
          foldExtracts(part);
      if (auto select = assign.getValue().getDefiningOp<SelectOp>())
        foldExtracts(select.getCondition());
      changed |= splitAssign(assign);
    }
    if (changed)
      eraseDeadExpressions(grid.getBody());
  }
}

void vkmorph::vkm::writeOutCalls(GridOp grid, llvm::function_ref<bool(CallOp)> isWanted) {
  SmallVector<VarOp> locals;
  for (bool changed = true; std::exchange(changed, false);) {
    SmallVector<CallOp> calls;
    grid.walk([&](CallOp call) {
      if (isWanted(call))
        calls.push_back(call);
    });
    for (CallOp call : calls)
      if (InlinedForm form = getForm(call); form != InlinedForm::None) {
        writeOut(call, form, locals);
        changed = true;
      }
    if (changed)
      eraseDeadExpressions(grid.getBody());
  }
}

void InlineAccumulationsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](GridOp grid) { runOnGrid(grid); });
}
