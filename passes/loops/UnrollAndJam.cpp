//===- UnrollAndJam.cpp - Neighbouring iterations of a grid inside of the loops of its body ---===//
//
//   for (uint j = column; j < m; j += columns)
//     for (uint i = thread; i < n; i += threads) {
//       float sum = 0.0;
//       for (uint k = 0u; k < depth; k++)
//         sum += a[i * depth + k] * b[k * m + j];
//       c[i * m + j] = sum;
//     }
//
//   =>
//
//   for (uint j = column; j < m; j += columns) {
//     uint block = thread;
//     while (block < blocks) {
//       float sum[4];
//       [[unroll]] for (uint turn = 0u; turn < 4u; turn++)
//         sum[turn] = 0.0;
//       for (uint k = 0u; k < depth; k++)
//         [[unroll]] for (uint turn = 0u; turn < 4u; turn++) {
//           const uint i = 4u * block + turn;
//           sum[turn] += a[i * depth + k] * b[k * m + j];
//         }
//       [[unroll]] for (uint turn = 0u; turn < 4u; turn++) {
//         const uint i = 4u * block + turn;
//         c[i * m + j] = sum[turn];
//       }
//       block += threads;
//     }
//     for (uint i = 3u * blocks + block; i < n; i += threads) the same as before
//   }
//
// Compilers of devices read `b[k * m + j]` once then.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/loops/UnrollAndJam.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// What differs between iterations
//===------------------------------------------------------------------------------------------===//

/// Whether a place is in a variable, not in memory that outlives the invocation.
static bool isLocal(const Root &root) {
  return root.value && isa<RefType>(root.value.getType()) &&
         (root.value.getDefiningOp<VarOp>() || isa<BlockArgument>(root.value));
}

bool JammedBody::readsVarying(const Root &root) const {
  return isLocal(root) ? varying.contains(root.value) : effects.writesAny(root);
}

/// Takes the variables that an operation writes for such that differ.
void JammedBody::markWritten(Operation &op) {
  for (const Root &root : getEffects(&op).writes)
    if (isLocal(root))
      mark(root.value);
}

void JammedBody::visit(Operation &op, bool isControlled) {
  auto isVarying = [&](Value value) { return varying.contains(value); };
  bool differs = llvm::any_of(op.getOperands(), isVarying);
  if (auto load = dyn_cast<LoadOp>(op))
    differs |= readsVarying(getRoot(load.getRef()));
  if (isa<CallOp, HostOp>(op)) {
    EffectSet ofCall = getEffects(&op);
    differs |= ofCall.ordered || !ofCall.writes.empty();
    for (const Root &root : ofCall.reads)
      differs |= readsVarying(root);
  }
  // What decides: a condition, the header of a loop, the jumps out of it.
  bool decides = isControlled || (isa<IfOp, SwitchOp>(op) && differs);
  if (isa<LoopOpInterface>(op)) {
    auto loop = dyn_cast<ForOp>(op);
    decides |= differs || !getExits(&op).empty();
    for (Region &region : op.getRegions())
      for (YieldOp yield : region.getOps<YieldOp>())
        decides |= isVarying(yield.getValue());
    if (loop && (decides || isVarying(loop.getBodyVar())))
      mark(loop.getBodyVar());
  }
  for (Region &region : op.getRegions()) {
    findVarying(region, decides);
    for (YieldOp yield : region.getOps<YieldOp>())
      differs |= isVarying(yield.getValue());
  }
  bool writes = isa<VarOp, AssignOp, UpdateOp, CallOp>(op);
  if (writes && (differs || isControlled || isa<CallOp>(op)))
    markWritten(op);
  if (!isa<VarOp>(op) && differs)
    llvm::for_each(op.getResults(), [&](Value result) { mark(result); });
}

void JammedBody::findVarying(Region &region, bool isControlled) {
  for (Operation &op : region.getOps())
    visit(op, isControlled);
}

//===------------------------------------------------------------------------------------------===//
// What becomes of statements
//===------------------------------------------------------------------------------------------===//

/// A line of its own, or a call for what it does.
static bool isStatement(Operation &op) {
  return op.hasTrait<VkmStatement>() || (op.use_empty() && !isWithoutEffect(&op));
}

/// Whether an operation does nothing but set variables that are alike.
bool JammedBody::isShared(Operation &op) const {
  EffectSet ofOp = getEffects(&op);
  if (ofOp.ordered || !llvm::all_of(ofOp.writes, [&](const Root &root) {
        return isLocal(root) && !varying.contains(root.value);
      }))
    return false;
  auto result = op.walk([&](Operation *inner) {
    auto loop = dyn_cast<ForOp>(inner);
    bool differs = isa<BreakOp, ContinueOp>(inner) && !op.isAncestor(getJumpTarget(inner));
    differs |= loop && varying.contains(loop.getBodyVar());
    for (ValueRange values : {ValueRange(inner->getOperands()), ValueRange(inner->getResults())})
      for (Value value : values)
        differs |= varying.contains(value);
    return differs ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Whether a loop runs as often for all iterations, and ends each of its own at its end.
bool JammedBody::hasAlikeHeader(ForOp loop) const {
  bool isAlike = !varying.contains(loop.getInit()) && !varying.contains(loop.getBodyVar()) &&
                 getExits(loop).empty();
  loop.getBody().walk([&](ContinueOp jump) { isAlike &= getJumpTarget(jump) != loop; });
  for (Region *region : {&loop.getCond(), &loop.getStep()})
    region->walk([&](Operation *op) {
      for (Value value : op->getResults())
        isAlike &= !varying.contains(value);
      for (const Root &root : getEffects(op).writes)
        isAlike &= root == getRoot(loop.getBodyVar());
    });
  return isAlike;
}

bool JammedBody::containsLoop(Operation &op) {
  auto result = op.walk([&](ForOp loop) {
    return !isShared(*loop) && hasAlikeHeader(loop) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  return result.wasInterrupted();
}

JammedBody::Kind JammedBody::classify(Operation &op) {
  if (isShared(op))
    return Kind::Shared;
  if (auto loop = dyn_cast<ForOp>(op); loop && hasAlikeHeader(loop))
    return Kind::Split;
  bool isAlike = isa<ScopeOp>(op);
  if (auto branch = dyn_cast<IfOp>(op))
    isAlike = !varying.contains(branch.getCondition());
  return isAlike && containsLoop(op) ? Kind::Split : Kind::Own;
}

void JammedBody::splitBlock(Block &block) {
  for (Operation &op : block) {
    if (!isStatement(op))
      continue;
    Kind kind = classify(op);
    kinds[&op] = kind;
    if (kind == Kind::Own) {
      markWritten(op);
    } else if (auto loop = dyn_cast<ForOp>(op); loop && kind == Kind::Split) {
      loops.push_back(loop);
      splitBlock(loop.getBody().front());
    } else if (kind == Kind::Split) {
      for (Region &region : op.getRegions())
        if (!region.empty())
          splitBlock(region.front());
    }
  }
}

/// Whether an expression has the same value wherever it stands in the body.
bool JammedBody::isStable(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !body.isAncestor(op->getParentRegion()))
    return true;
  if (isa<VarOp>(op))
    return true; // the place
  if (!op->hasTrait<VkmExpression>() || !isWithoutEffect(op) || isa<CallOp>(op))
    return false;
  bool stable = true;
  op->walk([&](Operation *inner) {
    if (auto load = dyn_cast<LoadOp>(inner)) {
      Root root = getRoot(load.getRef());
      auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
      stable &= root.value == counter ||
                (var && !varying.contains(var) && keepsInitialValue(var)) ||
                (!isLocal(root) && !effects.writesAny(root));
    }
    for (Value operand : inner->getOperands())
      if (Operation *made = operand.getDefiningOp(); made && !op->isAncestor(made))
        stable &= isStable(operand);
  });
  return stable;
}

bool JammedBody::areAlike(ResultRange values) const {
  return llvm::all_of(values, [&](Value value) { return isAlike(value); });
}

/// Whether a statement, behind the expressions that stand before it, uses nothing else that would
/// have another value where it runs.
bool JammedBody::checkOperands(ArrayRef<Operation *> cluster) const {
  auto isInside = [&](Operation *made) {
    return llvm::any_of(cluster, [&](Operation *part) { return part->isAncestor(made); });
  };
  bool areStable = true;
  auto check = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *made = operand.getDefiningOp(); made && !isInside(made))
        areStable &= sharedParts.contains(made) || isStable(operand);
  };
  Kind kind = kinds.lookup(cluster.back());
  for (Operation *part : cluster) {
    if (kind != Kind::Split) {
      part->walk(check);
      continue;
    }
    // What is inside of the statement is checked by itself.
    if (part != cluster.back() || !isa<ForOp>(part)) {
      check(part);
      continue;
    }
    auto loop = cast<ForOp>(part);
    check(part);
    loop.getCond().walk(check);
    loop.getStep().walk(check);
  }
  // Expressions of one iteration that do not belong to a statement of its own.
  if (kind != Kind::Own)
    for (Operation *part : cluster.drop_back())
      areStable &= areAlike(part->getResults()) || isStable(part->getResult(0));
  return areStable;
}

/// Numbers the runs of own statements in a block that is split.
void JammedBody::findRuns(Block &block) {
  SmallVector<Operation *> cluster; // a statement, and the expressions before it
  ++numRuns;
  for (Operation &op : block) {
    cluster.push_back(&op);
    auto found = kinds.find(&op);
    if (found == kinds.end())
      continue;
    if (!checkOperands(cluster))
      obstacle = "a value is used later than where it is computed";
    if (found->second == Kind::Own)
      for (Operation *part : cluster)
        runs[part] = numRuns;
    else if (!isa<VarOp>(op))
      ++numRuns;
    for (Operation *part : ArrayRef(cluster).drop_back())
      if (found->second != Kind::Own && areAlike(part->getResults()))
        sharedParts.insert(part);
    cluster.clear();
  }
}

/// The run that an operation stands in; 0 outside of all.
unsigned JammedBody::findRun(Operation *user) const {
  for (; body.isAncestor(user->getParentRegion()); user = user->getParentOp())
    if (auto found = runs.find(user); found != runs.end())
      return found->second;
  return 0;
}

void JammedBody::findCrossing() {
  llvm::SetVector<Block *> blocks;
  blocks.insert(&body.front());
  for (auto [op, kind] : kinds)
    blocks.insert(op->getBlock());
  for (Block *block : blocks)
    findRuns(*block);
  for (auto [op, kind] : kinds)
    if (auto var = dyn_cast<VarOp>(op); var && kind == Kind::Own)
      if (llvm::any_of(var->getUsers(),
                       [&](Operation *user) { return findRun(user) != runs.lookup(var); }))
        crossing.push_back(var);
}

JammedBody::JammedBody(Region &body, Value counter)
    : body(body), counter(counter), effects(getEffects(body)) {
  body.walk([&](Operation *op) {
    bool leaves = isa<ReturnOp>(op);
    if (isa<BreakOp, ContinueOp>(op))
      leaves = !body.isAncestor(getJumpTarget(op)->getParentRegion());
    if (leaves)
      obstacle = "jumps end its iterations";
    else if (isa<AtomicOp, BarrierOp, MemoryBarrierOp, SubgroupOp, SubgroupExchangeOp,
                 PatternOpInterface>(op))
      obstacle = "its iterations have something to do with each other";
  });
  if (!obstacle.empty())
    return;
  varying.insert(counter);
  // What runs for one iteration after the other makes each variable that it writes one of the
  // iteration's.
  do {
    hasChanged = false;
    kinds.clear();
    loops.clear();
    findVarying(body, /*isControlled=*/false);
    if (!hasChanged)
      splitBlock(body.front());
  } while (hasChanged);
  findCrossing();
}

//===------------------------------------------------------------------------------------------===//
// What there is to gain
//===------------------------------------------------------------------------------------------===//

/// Whether an expression is computed from what a loop changes: its variable, or others.
static bool isChangedBy(Value value, ForOp loop, const EffectSet &effects) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    if (root.value == loop.getBodyVar() || (isLocal(root) && effects.writesAny(root)))
      return true;
  }
  return llvm::any_of(op->getOperands(),
                      [&](Value operand) { return isChangedBy(operand, loop, effects); });
}

/// Whether an expression is computed from one of the counters, or a variable that begins so.
static bool isMadeOf(Value value, ValueRange counters) {
  // Variables are often made of others, each of which they read several times.
  llvm::SetVector<Value> parts;
  parts.insert(value);
  for (size_t index = 0; index < parts.size(); ++index) {
    Value part = parts[index];
    if (llvm::is_contained(counters, part))
      return true;
    Operation *op = part.getDefiningOp();
    if (!op)
      continue;
    if (auto load = dyn_cast<LoadOp>(op))
      if (Value place = getRoot(load.getRef()).value)
        parts.insert(place);
    parts.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

bool JammedBody::sharesReads(ValueRange others) const {
  return llvm::any_of(loops, [&](ForOp loop) {
    EffectSet ofLoop = getEffects(loop.getBody());
    auto result = loop.getBody().walk([&](LoadOp load) {
      if (!isInBuffer(load.getRef()) || varying.contains(load) ||
          !isChangedBy(load.getRef(), loop, ofLoop) || !isMadeOf(load.getRef(), others))
        return WalkResult::advance();
      // Not in a loop that each iteration has to itself.
      for (Operation *op = load; op != loop; op = op->getParentOp())
        if (op != load && isa<LoopOpInterface>(op) && kinds.lookup(op) != Kind::Split)
          return WalkResult::advance();
      return WalkResult::interrupt();
    });
    return result.wasInterrupted();
  });
}

/// None for types that hold arrays.
static std::optional<int64_t> countWordsOf(Operation *from, Type type) {
  if (isa<ArrayType>(type))
    return std::nullopt;
  auto record = dyn_cast<RecordType>(type);
  if (!record)
    return getNumComponents(type) * (getComponentType(type).getIntOrFloatBitWidth() > 32 ? 2 : 1);
  int64_t words = 0;
  for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>()) {
    std::optional<int64_t> ofMember = countWordsOf(from, member.getType());
    if (!ofMember)
      return std::nullopt;
    words += *ofMember;
  }
  return words;
}

std::optional<int64_t> JammedBody::countWords() const {
  for (auto [op, kind] : kinds) {
    auto result = op->walk([](Operation *inner) {
      return isa<LoopOpInterface>(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (kind == Kind::Own && result.wasInterrupted())
      return std::nullopt;
  }
  int64_t words = 0;
  for (VarOp var : crossing) {
    std::optional<int64_t> ofVar =
        countWordsOf(var, cast<RefType>(var.getRef().getType()).getPointee());
    if (!ofVar)
      return std::nullopt;
    words += *ofVar;
  }
  return words;
}

//===------------------------------------------------------------------------------------------===//
// Several iterations
//===------------------------------------------------------------------------------------------===//

struct JammedBody::Builder {
  Builder(const JammedBody &parts, int64_t factor, StringRef name, Counter getCounter)
      : parts(parts), factor(factor), name(name), getCounter(getCounter) {}

  const JammedBody &parts;
  int64_t factor;
  StringRef name; ///< of the counter
  Counter getCounter;

  /// `[[unroll]] for (uint turn = 0u; turn < factor; turn++)` around own statements.
  struct Run {
    ForOp loop;
    VarOp counter;
    IRMapping mapping;
  };
  llvm::MapVector<Operation *, VarOp> arrays; ///< one element for each iteration
  std::optional<Run> run;

  void cloneOutside(OpBuilder &at, Operation &op, IRMapping &mapping);
  void openRun(OpBuilder &at, Location loc, const IRMapping &mapping);
  void closeRun();
  void buildOwn(OpBuilder &at, ArrayRef<Operation *> cluster, const IRMapping &mapping);
  void buildParts(OpBuilder &at, ArrayRef<Operation *> cluster, IRMapping &mapping);
  void buildShared(OpBuilder &at, ArrayRef<Operation *> cluster, IRMapping &mapping);
  void buildSplit(OpBuilder &at, ArrayRef<Operation *> cluster, IRMapping &mapping);
  void buildBlock(OpBuilder &at, Block &block, IRMapping mapping);
};

/// Makes the expressions available that an operation, with its regions, uses from outside of it.
void JammedBody::Builder::cloneOutside(OpBuilder &at, Operation &op, IRMapping &mapping) {
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *made = operand.getDefiningOp(); made && !op.isAncestor(made))
        cloneExpression(at, operand, mapping);
  });
}

void JammedBody::Builder::openRun(OpBuilder &at, Location loc, const IRMapping &mapping) {
  run.emplace();
  run->loop = buildUnrolledLoop(at, loc, "turn", factor);
  run->mapping = mapping;
  OpBuilder in = OpBuilder::atBlockEnd(&run->loop.getBody().front());
  Value number = buildLoad(in, loc, run->loop.getBodyVar());
  run->counter = buildVar(in, loc, name, getCounter(in, number), /*isConst=*/true);
  run->mapping.map(parts.counter, run->counter.getRef());
}

void JammedBody::Builder::closeRun() {
  if (!run)
    return;
  Region &body = run->loop.getBody();
  for (auto [var, array] : arrays)
    for (OpOperand &use : llvm::make_early_inc_range(array.getRef().getUses())) {
      Operation *user = use.getOwner();
      if (!body.isAncestor(user->getParentRegion()))
        continue;
      OpBuilder before(user);
      Location loc = user->getLoc();
      use.set(buildElement(before, loc, array, buildLoad(before, loc, run->loop.getBodyVar())));
    }
  if (run->counter->use_empty())
    run->counter.erase();
  eraseDeadExpressions(body);
  run.reset();
}

void JammedBody::Builder::buildOwn(OpBuilder &at, ArrayRef<Operation *> cluster,
                                   const IRMapping &mapping) {
  if (!run)
    openRun(at, cluster.back()->getLoc(), mapping);
  OpBuilder in = OpBuilder::atBlockEnd(&run->loop.getBody().front());
  auto var = dyn_cast<VarOp>(cluster.back());
  bool isCrossing = var && llvm::is_contained(parts.crossing, var);
  for (Operation *part : isCrossing ? cluster.drop_back() : cluster) {
    cloneOutside(in, *part, run->mapping);
    in.clone(*part, run->mapping);
  }
  if (!isCrossing)
    return;
  Location loc = var.getLoc();
  OpBuilder before(run->loop);
  Type type =
      ArrayType::get(at.getContext(), factor, cast<RefType>(var.getRef().getType()).getPointee());
  auto array =
      before.create<VarOp>(loc, RefType::get(type), var.getNameAttr(), Value(), UnitAttr());
  if (Attribute comment = var->getAttr(kCommentAttr))
    array->setAttr(kCommentAttr, comment);
  arrays[var] = array;
  run->mapping.map(var.getRef(), array.getRef());
  if (!var.getInit())
    return;
  Value init = cloneExpression(in, var.getInit(), run->mapping);
  in.create<AssignOp>(loc, array.getRef(), init); // whose element, closeRun says
}

/// Expressions that stand before a statement and that later ones use as well.
void JammedBody::Builder::buildParts(OpBuilder &at, ArrayRef<Operation *> cluster,
                                     IRMapping &mapping) {
  auto isUsedLater = [&](Operation *part) {
    return llvm::any_of(part->getUsers(), [&](Operation *user) {
      return llvm::none_of(cluster, [&](Operation *other) { return other->isAncestor(user); });
    });
  };
  for (Operation *part : cluster.drop_back())
    if (parts.sharedParts.contains(part) && isUsedLater(part)) {
      cloneOutside(at, *part, mapping);
      if (!mapping.contains(part->getResult(0)))
        at.clone(*part, mapping);
    }
}

void JammedBody::Builder::buildShared(OpBuilder &at, ArrayRef<Operation *> cluster,
                                      IRMapping &mapping) {
  Operation &op = *cluster.back();
  // A variable that is alike for all goes before the run, which goes on.
  OpBuilder before = at;
  if (run && isa<VarOp>(op))
    before.setInsertionPoint(run->loop);
  else
    closeRun();
  buildParts(before, cluster, mapping);
  cloneOutside(before, op, mapping);
  before.clone(op, mapping);
  if (!run)
    return;
  for (Operation *part : cluster)
    for (Value result : part->getResults())
      if (Value made = mapping.lookupOrNull(result))
        run->mapping.map(result, made);
}

void JammedBody::Builder::buildSplit(OpBuilder &at, ArrayRef<Operation *> cluster,
                                     IRMapping &mapping) {
  Operation &op = *cluster.back();
  closeRun();
  buildParts(at, cluster, mapping);
  auto lookup = [&](Value value) { return cloneExpression(at, value, mapping); };
  Operation *made = nullptr;
  if (auto loop = dyn_cast<ForOp>(op)) {
    auto copy = at.create<ForOp>(op.getLoc(), loop.getName(), lookup(loop.getInit()));
    for (auto [from, to] : {std::pair(&loop.getCond(), &copy.getCond()),
                            std::pair(&loop.getStep(), &copy.getStep())}) {
      IRMapping inside = mapping;
      inside.map(from->getArgument(0), to->getArgument(0));
      OpBuilder in = OpBuilder::atBlockEnd(&to->front());
      for (Operation &inner : from->front()) {
        cloneOutside(in, inner, inside);
        in.clone(inner, inside);
      }
      eraseDeadExpressions(*to);
    }
    IRMapping inside = mapping;
    inside.map(loop.getBodyVar(), copy.getBodyVar());
    OpBuilder in = OpBuilder::atBlockEnd(&copy.getBody().front());
    buildBlock(in, loop.getBody().front(), inside);
    made = copy;
  } else if (auto branch = dyn_cast<IfOp>(op)) {
    bool hasElse = !branch.getElseRegion().empty();
    auto copy = at.create<IfOp>(op.getLoc(), lookup(branch.getCondition()), hasElse);
    OpBuilder in = OpBuilder::atBlockEnd(&copy.getThenRegion().front());
    buildBlock(in, branch.getThenRegion().front(), mapping);
    if (hasElse) {
      in = OpBuilder::atBlockEnd(&copy.getElseRegion().front());
      buildBlock(in, branch.getElseRegion().front(), mapping);
    }
    made = copy;
  } else {
    auto copy = at.create<ScopeOp>(op.getLoc());
    Block &inner = copy.getBody().emplaceBlock();
    OpBuilder in = OpBuilder::atBlockEnd(&inner);
    buildBlock(in, cast<ScopeOp>(op).getBody().front(), mapping);
    made = copy;
  }
  made->setDiscardableAttrs(op.getDiscardableAttrDictionary());
}

void JammedBody::Builder::buildBlock(OpBuilder &at, Block &block, IRMapping mapping) {
  SmallVector<Operation *> cluster;
  for (Operation &op : block) {
    cluster.push_back(&op);
    auto found = parts.kinds.find(&op);
    if (found == parts.kinds.end())
      continue;
    switch (found->second) {
    case Kind::Own:
      buildOwn(at, cluster, mapping);
      // Later runs find it by its array.
      if (VarOp array = arrays.lookup(&op))
        mapping.map(cast<VarOp>(op).getRef(), array.getRef());
      break;
    case Kind::Shared:
      buildShared(at, cluster, mapping);
      break;
    case Kind::Split:
      buildSplit(at, cluster, mapping);
      break;
    }
    cluster.clear();
  }
  closeRun();
}

void JammedBody::build(OpBuilder &at, int64_t factor, StringRef name, Counter getCounter) const {
  Builder builder(*this, factor, name, getCounter);
  builder.buildBlock(at, body.front(), IRMapping());
}

void vkmorph::vkm::unrollAndJam(GridOp grid, ArrayRef<ForOp> loops, bool countsFromLower) {
  ForOp outermost = loops.front(), loop = loops.back();
  const int64_t lower = countsFromLower ? *getConstantInt(grid.getLower().front()) : 0;
  const int64_t factor = grid.getCoarseningAttr().getInt();
  const unsigned axis = grid.getNumDims() - 1;
  auto condition = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  Type type = loop.getInit().getType();
  JammedBody body(loop.getBody(), loop.getBodyVar());
  assert(condition && condition.getKind() == CmpKind::Lt && body.getObstacle().empty() &&
         "the plan is verified");

  Location loc = loop.getLoc();
  OpBuilder at(outermost);
  auto number = [&](OpBuilder &in, int64_t value) -> Value {
    return in.create<ConstantOp>(loc, in.getIntegerAttr(type, value));
  };
  auto ofType = [&](OpBuilder &in, Value value) {
    return in.createOrFold<CastOp>(loc, type, value);
  };
  auto add = [&](OpBuilder &in, Value lhs, Value rhs) {
    return buildBinary(in, loc, BinaryKind::Add, lhs, rhs);
  };
  Value threads =
      buildBinary(at, loc, BinaryKind::Mul, buildBuiltin(at, loc, Builtin::NumWorkgroups, axis),
                  buildBuiltin(at, loc, Builtin::WorkgroupSize, axis));
  VarOp stride = buildVar(at, loc, "stride", ofType(at, threads), /*isConst=*/true);
  // A bound that is computed becomes a variable, so that it is computed once.
  IRMapping mapping;
  if (condition.getRhs().getDefiningOp<BinaryOp>()) {
    Value bound = cloneExpression(at, condition.getRhs(), mapping);
    VarOp end = buildVar(at, loc, (loop.getName() + "End").str(), bound, /*isConst=*/true);
    OpBuilder inside(condition);
    condition.getRhsMutable().assign(buildLoad(inside, loc, end));
  }
  auto count = [&](OpBuilder &in) {
    IRMapping ofCount;
    Value bound = cloneExpression(in, condition.getRhs(), ofCount);
    return lower == 0 ? bound : buildBinary(in, loc, BinaryKind::Sub, bound, number(in, lower));
  };
  Value isFewer = at.create<CmpOp>(loc, CmpKind::Lt, buildLoad(at, loc, stride), count(at));
  auto select = at.create<SelectOp>(loc, type, isFewer);
  OpBuilder in = OpBuilder::atBlockEnd(&select.getWhenTrue().emplaceBlock());
  in.create<YieldOp>(loc, buildBinary(in, loc, BinaryKind::Div, count(in), number(in, factor)));
  in = OpBuilder::atBlockEnd(&select.getWhenFalse().emplaceBlock());
  in.create<YieldOp>(loc, number(in, 0));
  VarOp blocks = buildVar(at, loc, "blocks", select, /*isConst=*/true);
  blocks->setAttr(kCommentAttr,
                  at.getStringAttr("Where there are fewer threads than iterations, each takes " +
                                   Twine(factor) +
                                   " neighbours together, which share what they read."));

  at.setInsertionPoint(loop);
  Value thread = buildBuiltin(at, loc, Builtin::GlobalInvocation, axis);
  VarOp block = buildVar(at, loc, "block", ofType(at, thread), /*isConst=*/false);
  auto whole = at.create<WhileOp>(loc);
  in = OpBuilder::atBlockEnd(&whole.getCond().emplaceBlock());
  in.create<YieldOp>(loc, in.create<CmpOp>(loc, CmpKind::Lt, buildLoad(in, loc, block),
                                           buildLoad(in, loc, blocks)));
  in = OpBuilder::atBlockEnd(&whole.getBody().emplaceBlock());
  body.build(in, factor, loop.getName(), [&](OpBuilder &to, Value turn) {
    Value first =
        buildBinary(to, loc, BinaryKind::Mul, number(to, factor), buildLoad(to, loc, block));
    if (lower != 0)
      first = add(to, number(to, lower), first);
    return add(to, first, ofType(to, turn));
  });
  in.create<UpdateOp>(loc, BinaryKind::Add, block, buildLoad(in, loc, stride));

  // Threads without a block are the first to take what is left.
  Value first =
      buildBinary(at, loc, BinaryKind::Mul, number(at, factor - 1), buildLoad(at, loc, blocks));
  if (lower != 0)
    first = add(at, number(at, lower), first);
  first = add(at, first, buildLoad(at, loc, block));
  loop.getInitMutable().assign(first);
  loop->walk([&](Operation *op) { op->removeAttr(kCommentAttr); });
  loop->setAttr(kCommentAttr, at.getStringAttr("The iterations that are left."));
  UpdateOp step = *loop.getStep().getOps<UpdateOp>().begin();
  OpBuilder before(step);
  step.getValueMutable().assign(buildLoad(before, loc, stride));
  eraseDeadExpressions(loop.getStep());
}
