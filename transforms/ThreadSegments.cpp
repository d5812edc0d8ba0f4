//===- ThreadSegments.cpp - What a thread does, cut where kernels begin -----------------------===//

#include "transforms/ThreadSegments.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Constants.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Type getNumberType(MLIRContext *context) {
  return IntegerType::get(context, 32, IntegerType::Unsigned);
}

static FuncOp findFunction(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  return callee ? dyn_cast<FuncOp>(callee.getOperation()) : FuncOp();
}

/// Whether a function is what a thread does, and no kernel_X: its kernels are those of its caller.
static bool isThreadFunction(FuncOp function) {
  return function && function.getThreadIndex() && !function->hasAttr(kThreadKernelAttr);
}

bool ThreadSegments::callsKernel(Operation *op) {
  return op
      ->walk([](CallOp call) {
        FuncOp function = findFunction(call);
        bool calls = function && (function->hasAttr(kThreadKernelAttr) ||
                                  (isThreadFunction(function) && callsKernel(function)));
        return calls ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool callKernels(Region &region) {
  return !region.empty() && llvm::any_of(region.front(), [](Operation &op) {
    return ThreadSegments::callsKernel(&op);
  });
}

SmallVector<ForOp> vkmorph::vkm::findThreadLoops(KernelOp kernel) {
  SmallVector<ForOp> nest;
  Block *block = &kernel.getBody().front();
  while (nest.size() < kernel.getDims()) {
    auto loops = llvm::to_vector(block->getOps<ForOp>());
    if (loops.empty())
      break;
    nest.push_back(loops.front());
    block = &loops.front().getBody().front();
  }
  return nest;
}

/// Whether a type has vectors of bools, which no memory holds.
static bool holdsBoolVectors(Type type) {
  if (auto vector = dyn_cast<VecType>(type))
    return vector.getElementType().isInteger(1);
  auto array = dyn_cast<ArrayType>(type);
  return array && holdsBoolVectors(array.getElementType());
}

std::optional<ThreadObstacle> vkmorph::vkm::findThreadObstacle(KernelOp kernel,
                                                               ArrayRef<ForOp> loops) {
  if (loops.size() != kernel.getDims())
    return ThreadObstacle{"its loops over threads are not nested perfectly", kernel.getLoc()};
  for (ForOp loop : loops) {
    std::optional<CountedLoop> counted = matchCountedLoop(loop);
    if (!counted || counted->predicate != CmpKind::Lt || counted->subtracted ||
        getConstantInt(loop.getInit()) != 0 || getConstantInt(counted->amount) != 1)
      return ThreadObstacle{
          "its loop over '" + loop.getName().str() + "' does not count from 0 by 1", loop.getLoc()};
  }
  std::optional<ThreadObstacle> found;
  ForOp thread = loops.back();
  thread.walk([&](Operation *op) {
    auto var = dyn_cast<VarOp>(op);
    if (isa<ReturnOp>(op) || (isa<BreakOp>(op) && getJumpTarget(op) == thread))
      found = ThreadObstacle{"it leaves the loops over its threads", op->getLoc()};
    else if (var && holdsBoolVectors(cast<RefType>(var.getRef().getType()).getPointee()))
      found = ThreadObstacle{"no memory holds its variable '" + var.getName().str() + "'",
                             op->getLoc()};
  });
  return found;
}

unsigned ThreadSegments::countKernels() const {
  return llvm::count_if(segments, [](const ThreadSegment &segment) { return segment.callsKernel; });
}

ThreadSegments::ThreadSegments(KernelOp kernel, ForOp innermost)
    : kernel(kernel), m_innermost(innermost), m_effects(getEffects(kernel.getBody())),
      m_builder(kernel.getContext()) {
  // Members that control functions assign change on the device, too.
  for (Operation &other : kernel->getParentOfType<ClassOp>().getBody().front())
    if (isa<KernelOp, ControlOp>(other))
      m_others.add(getEffects(&other));
  m_builder.setInsertionPointAfter(kernel);
  Location loc = kernel.getLoc();
  program = m_builder.create<FuncOp>(loc, (kernel.getSymName() + "_segments").str(),
                                     m_builder.getFunctionType({}, {}), ArrayAttr(), ArrayAttr());
  declarations = &program.getBody().emplaceBlock();
  m_builder.setInsertionPointToEnd(declarations);
  m_next = m_builder.create<VarOp>(loc, RefType::get(getNumberType(kernel.getContext())),
                                   "nextKernel", Value(), /*constant=*/false);
}

ThreadSegments::~ThreadSegments() {
  program->walk([](Operation *op) { op->dropAllReferences(); });
  program->walk([](Operation *op) { op->dropAllUses(); });
  program.erase();
}

Block *ThreadSegments::getHome(Operation *op) const {
  while (op && op->getParentOp() != program)
    op = op->getParentOp();
  return op ? op->getBlock() : nullptr;
}

//===------------------------------------------------------------------------------------------===//
// What is the same in all segments
//===------------------------------------------------------------------------------------------===//

/// Whether an operation computes from its operands alone.
static bool computes(Operation *op) {
  return op->hasTrait<VkmExpression>() && !isa<CallOp, HostOp, LoadOp>(op);
}

/// Whether a host that computes it where no thread does may crash: `m_sizes[m_level]`, `m_all /
/// m_each`. Devices do not.
static bool needsThreads(Operation *op) {
  if (auto binary = dyn_cast<BinaryOp>(op)) {
    bool divides = binary.getKind() == BinaryKind::Div || binary.getKind() == BinaryKind::Rem;
    return divides && isa<IntegerType>(binary.getType()) &&
           getConstantInt(binary.getRhs()).value_or(0) == 0;
  }
  if (auto element = dyn_cast<ElementOp>(op))
    return !getConstantInt(element.getIndex());
  auto component = dyn_cast<ComponentOp>(op);
  return component && !getConstantInt(component.getIndex());
}

bool ThreadSegments::isStable(Value value, bool withThreads) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    // A parameter, or the place of a loop's counter.
    Operation *owner = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<ForOp>(owner);
    bool isOfHost = loop && loop->getBlock() == declarations;
    return owner == kernel || isOfHost || (withThreads && loop && kernel->isAncestor(loop));
  }
  Operation *op = value.getDefiningOp();
  auto isKnown = [&](Value operand) { return isStable(operand, withThreads); };
  if (auto var = dyn_cast<VarOp>(op)) {
    bool keeps = m_stable.contains(op) || (kernel->isAncestor(op) && keepsInitialValue(var));
    return keeps && var.getInit() && isKnown(var.getInit());
  }
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    bool isField = root.symbol && !isInBuffer(load.getRef());
    // What other kernels write, the host knows too late.
    bool isWritten =
        isField && (m_effects.writesAny(root) || (!withThreads && m_others.writesAny(root)));
    return !isWritten && !isInBuffer(load.getRef()) && isKnown(load.getRef());
  }
  if (!computes(op) || !llvm::all_of(op->getOperands(), isKnown))
    return false;
  WalkResult inner = op->walk([&](Operation *nested) {
    if (!withThreads && needsThreads(nested))
      return WalkResult::interrupt();
    if (nested == op || isa<YieldOp>(nested))
      return WalkResult::advance();
    bool isPart = computes(nested) || isa<LoadOp>(nested);
    bool fits = isPart && llvm::all_of(nested->getOperands(), [&](Value operand) {
                  Operation *def = operand.getDefiningOp();
                  return (def && op->isProperAncestor(def)) || isKnown(operand);
                });
    return fits ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !inner.wasInterrupted();
}

//===------------------------------------------------------------------------------------------===//
// Segments, and who takes part in them
//===------------------------------------------------------------------------------------------===//

void ThreadSegments::open() {
  if (!m_isOpen) {
    ThreadSegment segment;
    segment.block = &program.getBody().emplaceBlock();
    segment.number = m_count++;
    segment.restart = std::exchange(m_restart, std::nullopt);
    for (const Around &around : m_loops)
      segment.loops.push_back(around.shell);
    ThreadStep step;
    step.segment = segments.size();
    m_places.back()->push_back(std::move(step));
    segments.push_back(std::move(segment));
    m_isOpen = true;
  }
  m_builder.setInsertionPointToEnd(segments.back().block);
}

/// Opens a segment for a statement; a new one for a second one that calls a kernel.
void ThreadSegments::openFor(bool callsKernel) {
  if (callsKernel && m_isOpen && segments.back().callsKernel)
    close();
  open();
  segments.back().callsKernel |= callsKernel;
}

/// The thread goes on with what stands behind the label.
void ThreadSegments::setNext(Location loc, unsigned label) {
  auto number = m_builder.create<ConstantOp>(
      loc, m_builder.getIntegerAttr(getNumberType(m_builder.getContext()), 0));
  m_builder.create<AssignOp>(loc, m_next.getRef(), number);
  m_jumps.push_back({number, label});
}

unsigned ThreadSegments::findLabel(Operation *jump, const Scope &scope) const {
  Operation *target = getJumpTarget(jump);
  if (!target)
    return scope.end;
  for (const Around &around : m_loops)
    if (around.original == target)
      return isa<BreakOp>(jump) ? around.leave : around.next;
  return 0; // the loop over threads: the thread is done
}

/// A jump out of what was copied: the thread skips segments, and this one's rest.
void ThreadSegments::replaceJump(Operation *jump, unsigned label) {
  Location loc = jump->getLoc();
  Block *block = segments.back().block;
  SmallVector<Operation *> left; // loops and switches around it
  for (Operation *op = jump->getParentOp(); op != program; op = op->getParentOp())
    if (isa<LoopOpInterface, SwitchOp>(op))
      left.push_back(op);
  bool isInLoop = llvm::any_of(left, llvm::IsaPred<LoopOpInterface>);
  auto leave = [&](bool isInner) {
    if (isInner)
      m_builder.create<BreakOp>(loc);
    else
      m_builder.create<ContinueOp>(loc);
  };
  m_builder.setInsertionPoint(jump);
  setNext(loc, label);
  leave(isInLoop);
  jump->erase();
  for (auto [index, op] : llvm::enumerate(left)) {
    if (!isInLoop || !m_tested.insert(op).second)
      continue;
    m_builder.setInsertionPointAfter(op);
    Value next = buildLoad(m_builder, loc, m_next.getRef());
    auto number = m_builder.create<ConstantOp>(
        loc, m_builder.getIntegerAttr(next.getType(), segments.back().number));
    Value isLeft = m_builder.create<CmpOp>(loc, m_builder.getI1Type(), CmpKind::Gt, next, number);
    auto branch = m_builder.create<IfOp>(loc, isLeft, /*withElse=*/false);
    m_builder.setInsertionPointToStart(&branch.getThenRegion().front());
    leave(index + 1 < left.size());
  }
  m_builder.setInsertionPointToEnd(block);
}

void ThreadSegments::replaceJumps(Operation &op, Scope &scope) {
  op.walk([&](Operation *jump) {
    if (!isa<ReturnOp, BreakOp, ContinueOp>(jump))
      return;
    Operation *target = getJumpTarget(jump);
    if (target && op.isAncestor(target))
      return;
    Operation *copied = scope.mapping.lookup(jump);
    if (auto returned = dyn_cast<ReturnOp>(copied);
        returned && returned.getValue() && scope.result) {
      m_builder.setInsertionPoint(copied);
      m_builder.create<AssignOp>(copied->getLoc(), scope.result, returned.getValue());
    }
    replaceJump(copied, findLabel(jump, scope));
  });
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

void ThreadSegments::copyAll(ArrayRef<Operation *> ops, Scope &scope) {
  for (Operation *op : ops)
    m_builder.clone(*op, scope.mapping);
}

/// A place whose root may be any variable, and whose subscripts are stable.
bool ThreadSegments::isStablePlace(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!isa<RefType>(value.getType()) || !op || isa<VarOp>(op))
    return isa<RefType>(value.getType()) || isStable(value);
  return computes(op) &&
         llvm::all_of(op->getOperands(), [&](Value part) { return isStablePlace(part); });
}

/// Copies values to where all segments see them; false where some of them change.
bool ThreadSegments::copyStable(ArrayRef<Operation *> ops, Scope &scope) {
  IRMapping before = scope.mapping;
  m_builder.setInsertionPointToEnd(declarations);
  SmallVector<Operation *> copies;
  for (Operation *op : ops)
    copies.push_back(m_builder.clone(*op, scope.mapping));
  if (llvm::all_of(copies, [&](Operation *op) {
        return llvm::all_of(op->getResults(), [&](Value value) { return isStablePlace(value); });
      }))
    return true;
  for (Operation *op : llvm::reverse(copies))
    op->erase();
  scope.mapping = before;
  return false;
}

/// The kernel_X that a statement, or what it is computed from, calls first.
static std::string findName(Operation &statement, ArrayRef<Operation *> pending) {
  std::string name;
  auto find = [&](CallOp call) {
    FuncOp function = findFunction(call);
    if (!function || !ThreadSegments::callsKernel(call))
      return WalkResult::advance();
    auto spelled = function->getAttrOfType<StringAttr>("cpp_name");
    name = (spelled ? spelled.getValue() : function.getSymName()).str();
    return WalkResult::interrupt();
  };
  for (Operation *op : pending)
    if (op->walk(find).wasInterrupted())
      break;
  if (name.empty())
    statement.walk(find);
  StringRef rest = name;
  rest.consume_front("kernel_");
  return rest.str();
}

void ThreadSegments::cutVariable(VarOp var, ArrayRef<Operation *> pending, Scope &scope) {
  auto declare = [&] {
    m_builder.setInsertionPointToEnd(declarations);
    auto copied = cast<VarOp>(m_builder.clone(*var, scope.mapping));
    m_declared[copied] = m_loops.empty() ? ForOp() : m_loops.back().shell;
    return copied;
  };
  if (!var.getInit()) {
    declare();
    return;
  }
  if (keepsInitialValue(var) && copyStable(pending, scope)) {
    VarOp copied = declare();
    m_stable.insert(copied);
    if (isStable(copied.getRef()))
      return;
    m_stable.erase(copied);
    m_declared.erase(copied);
    copied.erase();
  }
  // Computed where it stands.
  open();
  copyAll(pending, scope);
  m_builder.clone(*var, scope.mapping);
}

void ThreadSegments::cutCall(CallOp call, FuncOp callee, ArrayRef<Operation *> pending,
                             Scope &scope) {
  // Arguments are values of the caller, computed here.
  if (!copyStable(pending, scope)) {
    open();
    copyAll(pending, scope);
  }
  Scope inner;
  for (auto [argument, operand] : llvm::zip(callee.getBody().getArguments(), call.getOperands()))
    inner.mapping.map(argument, scope.mapping.lookupOrDefault(operand));
  inner.end = makeLabel();
  VarOp result;
  if (call->getNumResults() && !call->use_empty()) {
    m_builder.setInsertionPointToEnd(declarations);
    Type type = call->getResult(0).getType();
    result = m_builder.create<VarOp>(call.getLoc(), RefType::get(type),
                                     getResultName(callee.getSymName()), Value(), false);
    m_declared[result] = m_loops.empty() ? ForOp() : m_loops.back().shell;
    inner.result = result.getRef();
  }
  size_t jumps = m_jumps.size();
  cutBlock(callee.getBody().front(), inner);
  bool returns = llvm::any_of(llvm::drop_begin(m_jumps, jumps),
                              [&](const auto &jump) { return jump.second == inner.end; });
  if (returns)
    close();
  bind(inner.end);
  if (!result)
    return;
  open();
  scope.mapping.map(call->getResult(0), buildLoad(m_builder, call.getLoc(), result.getRef()));
}

/// Copies the statements of a branch that calls no kernel, and says where the thread goes on.
void ThreadSegments::cutBranch(IfOp branch, ArrayRef<Operation *> pending, Scope &scope) {
  openFor(llvm::any_of(pending, callsKernel));
  copyAll(pending, scope);
  Location loc = branch.getLoc();
  Value condition = scope.mapping.lookupOrDefault(branch.getCondition());
  Region &then = branch.getThenRegion(), &other = branch.getElseRegion();
  bool isThenCut = callKernels(then), isOtherCut = callKernels(other);
  unsigned end = makeLabel(), otherwise = isThenCut && isOtherCut ? makeLabel() : end;
  if (isThenCut)
    condition = buildNot(m_builder, loc, condition);
  auto test = m_builder.create<IfOp>(loc, condition, /*withElse=*/false);
  if (Attribute comment = branch->getAttr(kCommentAttr))
    test->setAttr(kCommentAttr, comment);
  OpBuilder::InsertPoint behind = m_builder.saveInsertionPoint();
  m_builder.setInsertionPointToStart(&test.getThenRegion().front());
  Region &kept = isThenCut ? other : then;
  bool leaves = false;
  if (!(isThenCut && isOtherCut) && !kept.empty())
    for (Operation &op : kept.front()) {
      m_builder.setInsertionPointToEnd(&test.getThenRegion().front());
      m_builder.clone(op, scope.mapping);
      replaceJumps(op, scope);
      leaves |= isa<ReturnOp, BreakOp, ContinueOp>(op);
    }
  m_builder.setInsertionPointToEnd(&test.getThenRegion().front());
  if (!leaves)
    setNext(loc, otherwise);
  m_builder.restoreInsertionPoint(behind);
  close();
  Region &first = isThenCut ? then : other;
  cutBlock(first.front(), scope);
  if (isThenCut && isOtherCut) {
    if (!alwaysReturns(then)) {
      open();
      setNext(loc, end);
    }
    close();
    bind(otherwise);
    cutBlock(other.front(), scope);
  }
  close();
  bind(end);
}

/// Whether a loop of the host ends, though nobody asks in front of it whether its step is 0, as a
/// thread may.
static bool endsOnHost(ForOp loop) {
  bool stepsByConstants = true;
  loop.getStep().walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      stepsByConstants &= load.getRef() == loop.getStepVar();
  });
  for (Operation &op : loop.getStep().front())
    for (Value operand : op.getOperands())
      stepsByConstants &= operand == loop.getStepVar() ||
                          isa_and_present<ConstantOp>(operand.getDefiningOp()) ||
                          operand.getParentRegion() == &loop.getStep();
  std::optional<CountedLoop> counted = matchLoopHeader(loop);
  bool meetsBound = !counted || counted->predicate != CmpKind::Ne ||
                    (getConstantInt(loop.getInit()) && getConstantInt(counted->bound));
  return stepsByConstants && meetsBound;
}

/// A loop of the host without a body, whose condition is what the host knows of it; `rest` is what
/// else the condition asks of a thread.
ForOp ThreadSegments::makeShell(ForOp loop, Scope &scope, Value &rest) {
  m_builder.setInsertionPointToEnd(declarations);
  IRMapping copies = scope.mapping;
  auto shell = cast<ForOp>(m_builder.clone(*loop, copies));
  Block &body = shell.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
    op.dropAllUses();
    op.erase();
  }
  scope.mapping.map(loop.getBodyVar(), shell.getBodyVar());
  auto isOfHost = [&](Value value) { return isStable(value, /*withThreads=*/false); };
  Block &cond = shell.getCond().front();
  auto yield = cast<YieldOp>(cond.back());
  bool isWhole = isOfHost(yield.getValue());
  if (auto both = yield.getValue().getDefiningOp<AndOp>(); both && !isWhole) {
    if (isOfHost(both->getOperand(0))) {
      rest = cast<YieldOp>(loop.getCond().front().back()).getValue();
      yield.getValueMutable().assign(both->getOperand(0));
      both.erase();
      isWhole = true;
    }
  }
  if (!isWhole || !endsOnHost(shell) || !isStable(shell.getInit(), /*withThreads=*/false)) {
    shell.erase();
    return {};
  }
  eraseDeadExpressions(shell.getCond());
  return shell;
}

/// A loop that the host can run; false where it cannot.
bool ThreadSegments::cutLoop(ForOp loop, ArrayRef<Operation *> pending, Scope &scope) {
  // The condition may ask threads for more than the counter.
  bool onlyReads = llvm::all_of(loop.getBodyVar().getUsers(), llvm::IsaPred<LoadOp>);
  IRMapping before = scope.mapping;
  if (!copyStable(pending, scope))
    return false;
  Value rest;
  ForOp shell = onlyReads ? makeShell(loop, scope, rest) : ForOp();
  if (!shell) {
    scope.mapping = before;
    return false;
  }
  // Each loop around it begins its iteration in a segment of its own, which sets `next`.
  if (segments.empty() || m_restart)
    open();
  close();
  Around around = {loop, shell, makeLabel(), makeLabel()};
  ThreadStep step;
  step.loop = shell;
  m_places.back()->push_back(std::move(step));
  std::vector<ThreadStep> *inner = &m_places.back()->back().steps;
  m_places.push_back(inner);
  m_loops.push_back(around);
  m_restart = around.next;
  if (rest) {
    open();
    // The part of the condition that the host does not know: what stands behind `&&`.
    auto both = rest.getDefiningOp<AndOp>();
    scope.mapping.map(loop.getCondVar(), shell.getBodyVar());
    for (Operation &op : loop.getCond().front().without_terminator())
      if (&op != both)
        m_builder.clone(op, scope.mapping);
    Block &second = both->getRegion(0).front();
    for (Operation &op : second.without_terminator())
      m_builder.clone(op, scope.mapping);
    Value holds = scope.mapping.lookupOrDefault(cast<YieldOp>(second.back()).getValue());
    Value isOver = buildNot(m_builder, loop.getLoc(), holds);
    auto test = m_builder.create<IfOp>(loop.getLoc(), isOver, /*withElse=*/false);
    m_builder.setInsertionPointToStart(&test.getThenRegion().front());
    setNext(loop.getLoc(), around.leave);
    m_builder.create<ContinueOp>(loop.getLoc());
  }
  cutBlock(loop.getBody().front(), scope);
  close();
  bind(around.next);
  ++m_count;
  m_loops.pop_back();
  m_places.pop_back();
  bind(around.leave);
  return true;
}

void ThreadSegments::cutStatement(Operation &op, ArrayRef<Operation *> pending, Scope &scope) {
  if (isa<ExtentOp>(op))
    return;
  if (auto var = dyn_cast<VarOp>(op))
    return cutVariable(var, pending, scope);
  if (auto inner = dyn_cast<ScopeOp>(op); inner && callKernels(inner.getBody()))
    return cutBlock(inner.getBody().front(), scope);
  bool calls = callsKernel(&op) || llvm::any_of(pending, callsKernel);
  if (auto call = dyn_cast<CallOp>(op); call && calls)
    if (FuncOp function = findFunction(call); isThreadFunction(function))
      return cutCall(call, function, pending, scope);
  if (auto branch = dyn_cast<IfOp>(op))
    if (callKernels(branch.getThenRegion()) || callKernels(branch.getElseRegion()))
      return cutBranch(branch, pending, scope);
  if (auto loop = dyn_cast<ForOp>(op); loop && calls && cutLoop(loop, pending, scope))
    return;
  if (calls && isa<LoopOpInterface, SwitchOp>(op))
    kept.push_back(&op);
  openFor(calls);
  copyAll(pending, scope);
  if (calls && segments.back().name.empty())
    segments.back().name = findName(op, pending);
  m_builder.clone(op, scope.mapping);
  replaceJumps(op, scope);
}

void ThreadSegments::cutBlock(Block &block, Scope &scope) {
  SmallVector<Operation *> pending;
  for (Operation &op : block) {
    bool isValue = op.hasTrait<VkmExpression>() && !op.use_empty() && isWithoutEffect(&op);
    if (isValue && !(isa<CallOp>(op) && callsKernel(&op))) {
      pending.push_back(&op);
      continue;
    }
    auto declared = dyn_cast<VarOp>(op);
    if (declared && !declared.getInit()) {
      cutVariable(declared, {}, scope);
      continue;
    }
    if (isa<ReturnOp, BreakOp, ContinueOp>(op)) {
      auto returned = dyn_cast<ReturnOp>(op);
      bool isEnd = returned && isa<FuncOp>(block.getParentOp());
      open();
      copyAll(pending, scope);
      if (returned && returned.getValue() && scope.result)
        m_builder.create<AssignOp>(op.getLoc(), scope.result,
                                   scope.mapping.lookupOrDefault(returned.getValue()));
      if (!isEnd) {
        setNext(op.getLoc(), findLabel(&op, scope));
        close();
      }
      return;
    }
    cutStatement(op, pending, scope);
    pending.clear();
  }
}

bool ThreadSegments::leadsBehind(unsigned number, unsigned last) const {
  return llvm::any_of(m_jumps, [&](const auto &jump) {
    unsigned next = m_labels[jump.second];
    return next > number && next <= last;
  });
}

void ThreadSegments::cut() {
  Scope scope;
  scope.end = makeLabel(); // label 0
  m_places.push_back(&steps);
  cutBlock(m_innermost.getBody().front(), scope);
  bind(scope.end);
  for (auto [number, label] : m_jumps)
    number.setValueAttr(
        cast<TypedAttr>(m_builder.getIntegerAttr(number.getType(), m_labels[label])));
}
