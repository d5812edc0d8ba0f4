//===- SplitThreads.cpp - What a thread does becomes several kernels --------------------------===//
//
//   vkm.call @CastRay(...)       ->      vkm.reserve @CastRayBlock_ray, %threads
//                                        vkm.call @CastRay_MakeRay(...)
//                                        vkm.for "bounce" ... {
//                                          vkm.call @CastRay_Hit(...)
//                                          vkm.call @CastRay_Bounce(...)
//                                        }
//                                        vkm.call @CastRay_Store(...)
//
// Variables of a thread that several kernels use are elements of vectors, one for each thread. A
// thread that left a loop or returned says in `nextKernel` which kernel it takes part in again.
// Which kernels are split is decided before (vkm-plan-threads); where threads are queued, the
// comparison with `nextKernel` is marked, and the grid is cut there while planning
// (vkm-sort-dispatches).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Dispatches.h"
#include "analysis/values/CountedLoops.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"
#include "transforms/IterationNumbers.h"
#include "transforms/LocalFields.h"
#include "transforms/ThreadSegments.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITTHREADS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

struct SplitThreadsPass : vkm::impl::SplitThreadsBase<SplitThreadsPass> {
  void runOnOperation() override;
};

/// Makes kernels of the segments of one, and the host's loops around their launches.
class ThreadSplitter {
public:
  /// `isWavefront`: threads that go on are to be queued in front of each kernel.
  ThreadSplitter(ControlOp control, CallOp call, KernelOp kernel, bool isWavefront)
      : m_control(control), m_call(call), m_kernel(kernel), m_nest(findThreadLoops(kernel)),
        m_segments(kernel, m_nest.back()), m_isWavefront(isWavefront) {
    m_segments.cut();
  }

  void split();

private:
  void shareValues();
  Value share(Value value, ThreadSegment &segment, OpBuilder &builder);
  Value keep(Value value);
  void placeVariables();
  void placeVariable(VarOp var);
  void makeElement(VarOp var);
  void replaceUse(OpOperand &use, FieldOp field, Type type);
  void copyAround(VarOp var);
  Value buildPlace(OpBuilder &builder, Location loc, FieldOp field);
  void makeKernel(ThreadSegment &segment);
  Value buildThread(OpBuilder &builder, IRMapping &mapping);
  void guard(OpBuilder &builder, ThreadSegment &segment, IRMapping &mapping);
  void reserve();
  void launch(ArrayRef<ThreadStep> steps, OpBuilder &builder, IRMapping &mapping);

  ControlOp m_control;
  CallOp m_call;
  KernelOp m_kernel;
  SmallVector<ForOp> m_nest;
  ThreadSegments m_segments;
  bool m_isWavefront;
  VarOp m_thread; ///< stands for the number of the thread
  SmallVector<FieldOp> m_fields;
  DenseMap<std::pair<Block *, Value>, Value> m_shared;
  DenseMap<Value, VarOp> m_keptValues;
  struct Made {
    KernelOp kernel;
    SmallVector<Value> operands; ///< in terms of the kernel that was split
  };
  std::vector<Made> m_made;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Values that several segments use
//===------------------------------------------------------------------------------------------===//

static bool isPlace(Value value) { return isa<RefType>(value.getType()); }

/// A variable with a value that a later segment uses.
Value ThreadSplitter::keep(Value value) {
  VarOp &var = m_keptValues[value];
  if (!var) {
    Operation *op = value.getDefiningOp();
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto call = dyn_cast<CallOp>(op);
    StringRef name = call ? call.getCallee() : "value";
    name.consume_front("kernel_");
    var = builder.create<VarOp>(op->getLoc(), RefType::get(value.getType()),
                                call ? getResultName(name) : "value", value, /*constant=*/false);
  }
  return var.getRef();
}

/// What a value of another segment is in this one.
Value ThreadSplitter::share(Value value, ThreadSegment &segment, OpBuilder &builder) {
  Operation *op = value.getDefiningOp();
  Block *home = op ? m_segments.getHome(op) : nullptr;
  if (!home || home == segment.block)
    return value;
  bool isStable = m_segments.isStable(value);
  auto var = dyn_cast<VarOp>(op);
  if (var && !(isStable && m_segments.isStableVariable(var)))
    return value; // placed later
  if (isStable) {
    Value &known = m_shared[{segment.block, value}];
    if (known)
      return known;
    // In front of all statements, behind what was shared before.
    OpBuilder top(segment.block, segment.shared ? std::next(segment.shared->getIterator())
                                                : segment.block->begin());
    IRMapping mapping;
    auto shareOperands = [&](Operation *from) {
      for (Value operand : from->getOperands())
        if (Operation *def = operand.getDefiningOp(); !def || !op->isProperAncestor(def))
          mapping.map(operand, share(operand, segment, top));
    };
    op->walk(shareOperands);
    top.setInsertionPoint(segment.block, segment.shared ? std::next(segment.shared->getIterator())
                                                        : segment.block->begin());
    segment.shared = top.clone(*op, mapping);
    return m_shared[{segment.block, value}] = segment.shared->getResult(0);
  }
  if (isPlace(value)) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, share(operand, segment, builder));
    return builder.clone(*op, mapping)->getResult(0);
  }
  return buildLoad(builder, op->getLoc(), keep(value));
}

void ThreadSplitter::shareValues() {
  for (ThreadSegment &segment : m_segments.segments) {
    SmallVector<Operation *> ops;
    for (Operation &op : *segment.block)
      op.walk([&](Operation *inner) { ops.push_back(inner); });
    for (Operation *op : ops)
      for (OpOperand &operand : op->getOpOperands()) {
        OpBuilder builder(op);
        operand.set(share(operand.get(), segment, builder));
      }
  }
}

Value ThreadSplitter::buildPlace(OpBuilder &builder, Location loc, FieldOp field) {
  Type element = field.getVectorElement();
  Value data = builder.create<VectorDataOp>(loc, PtrType::get(element), field.getSymName());
  Value thread = buildLoad(builder, loc, m_thread.getRef());
  return builder.create<DerefOp>(loc, RefType::get(element), data, thread);
}

/// Puts the element of the thread in the place of a variable; bools are numbers there.
void ThreadSplitter::replaceUse(OpOperand &use, FieldOp field, Type type) {
  Operation *user = use.getOwner();
  Location loc = user->getLoc();
  OpBuilder builder(user);
  Type element = field.getVectorElement();
  if (element == type) {
    use.set(buildPlace(builder, loc, field));
    return;
  }
  Value place = buildPlace(builder, loc, field);
  auto read = [&] {
    Value number = buildLoad(builder, loc, place);
    Value zero = builder.create<ConstantOp>(loc, builder.getIntegerAttr(element, 0));
    return builder.create<CmpOp>(loc, type, CmpKind::Ne, number, zero).getResult();
  };
  if (auto load = dyn_cast<LoadOp>(user)) {
    load.replaceAllUsesWith(read());
    load.erase();
    return;
  }
  if (auto assign = dyn_cast<AssignOp>(user); assign && use.getOperandNumber() == 0) {
    Value number = builder.create<CastOp>(loc, element, assign.getValue());
    builder.create<AssignOp>(loc, place, number);
    assign.erase();
    return;
  }
  llvm_unreachable("copyAround has replaced all other uses");
}

/// Whether an operation is a statement, and no part of an expression or of a loop's head.
static bool isStatement(Operation *op) {
  Operation *parent = op->getParentOp();
  auto loop = dyn_cast<LoopOpInterface>(parent);
  return !parent->hasTrait<VkmExpression>() && (!loop || op->getParentRegion() == &loop.getBody());
}

/// A function that may change a bool works on a copy of it:
///
///     bool flag = flags[thread] != 0u;
///     if (a && Flip(flag)) ...          the whole statement, or the expression in it
///     flags[thread] = uint(flag);
void ThreadSplitter::copyAround(VarOp var) {
  llvm::SetVector<Operation *> statements;
  for (OpOperand &use : var.getRef().getUses()) {
    Operation *user = use.getOwner();
    if (isa<LoadOp>(user) || (isa<AssignOp>(user) && use.getOperandNumber() == 0))
      continue;
    while (!isStatement(user))
      user = user->getParentOp();
    statements.insert(user);
  }
  // One inside of another works on the copy of that one.
  auto isInside = [&](Operation *statement) {
    return llvm::any_of(statements,
                        [&](Operation *other) { return other->isProperAncestor(statement); });
  };
  for (Operation *statement : statements) {
    if (isInside(statement))
      continue;
    Location loc = statement->getLoc();
    OpBuilder builder(statement);
    Type type = cast<RefType>(var.getRef().getType()).getPointee();
    // Read and written as the variable is, which replaceUse makes accesses of the element.
    Value before = buildLoad(builder, loc, var.getRef());
    auto copy = builder.create<VarOp>(loc, RefType::get(type), "flag", before, /*constant=*/false);
    var.getRef().replaceUsesWithIf(
        copy.getRef(), [&](OpOperand &use) { return statement->isAncestor(use.getOwner()); });
    builder.setInsertionPointAfter(statement);
    builder.create<AssignOp>(loc, var.getRef(), buildLoad(builder, loc, copy.getRef()));
  }
}

/// An element for each thread in the place of a variable.
void ThreadSplitter::makeElement(VarOp var) {
  Type type = cast<RefType>(var.getRef().getType()).getPointee();
  Type element =
      type.isInteger(1) ? IntegerType::get(type.getContext(), 32, IntegerType::Unsigned) : type;
  FieldOp field = makeLocalField(m_control, var.getLoc(), var.getName(),
                                 DynArrayType::get(type.getContext(), element));
  m_fields.push_back(field);
  if (var.getInit()) {
    OpBuilder builder(var);
    builder.setInsertionPointAfter(var);
    auto assign = builder.create<AssignOp>(var.getLoc(), var.getRef(), var.getInit());
    if (Attribute comment = var->getAttr(kCommentAttr))
      assign->setAttr(kCommentAttr, comment);
  }
  if (element != type)
    copyAround(var);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : var.getRef().getUses())
    uses.push_back(&use);
  for (OpOperand *use : uses)
    replaceUse(*use, field, type);
  var.erase();
}

void ThreadSplitter::placeVariable(VarOp var) {
  llvm::SmallSetVector<Block *, 4> homes;
  for (Operation *user : var.getRef().getUsers())
    homes.insert(m_segments.getHome(user));
  if (homes.empty()) {
    if (var->getBlock() == m_segments.declarations)
      var.erase();
    return;
  }
  if (homes.size() == 1 && homes.front() == var->getBlock())
    return;
  if (homes.size() == 1 && var->getBlock() == m_segments.declarations && !var.getInit()) {
    auto segment = llvm::find_if(
        m_segments.segments, [&](const ThreadSegment &one) { return one.block == homes.front(); });
    if (segment != m_segments.segments.end() &&
        (segment->loops.empty() ? ForOp() : segment->loops.back()) ==
            m_segments.getLoopOfDeclaration(var)) {
      var->moveBefore(homes.front(), homes.front()->begin());
      return;
    }
  }
  makeElement(var);
}

void ThreadSplitter::placeVariables() {
  SmallVector<VarOp> variables;
  for (Block &block : m_segments.program.getBody())
    for (auto var : block.getOps<VarOp>())
      if (!m_segments.isStableVariable(var) && var != m_thread && var != m_segments.getNext())
        variables.push_back(var);
  for (VarOp var : variables)
    placeVariable(var);
  if (m_segments.skips())
    makeElement(m_segments.getNext());
}

//===------------------------------------------------------------------------------------------===//
// Kernels
//===------------------------------------------------------------------------------------------===//

static Value buildNumber(OpBuilder &builder, Location loc, Type type, int64_t value) {
  return builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, value));
}

static Type getNumberType(MLIRContext *context) {
  return IntegerType::get(context, 32, IntegerType::Unsigned);
}

/// The number of a thread in its grid: y * w + x. Along one dimension it is the counter.
Value ThreadSplitter::buildThread(OpBuilder &builder, IRMapping &mapping) {
  Location loc = m_kernel.getLoc();
  Type type = cast<RefType>(m_thread.getRef().getType()).getPointee();
  if (m_nest.size() == 1)
    return mapping.lookup<Value>(m_nest.front().getBodyVar());
  auto counter = [&](unsigned dim) {
    return buildLoad(builder, loc, mapping.lookup<Value>(m_nest[dim].getBodyVar()));
  };
  auto bound = [&](unsigned dim) {
    // Not what the loop's own head computes, which cannot be seen from here.
    IRMapping outer;
    for (Value argument : m_kernel.getArguments())
      outer.map(argument, mapping.lookup(argument));
    return cloneExpression(builder, matchCountedLoop(m_nest[dim])->bound, outer);
  };
  Value number = buildIterationNumber(builder, loc, m_nest.size(), counter, bound, type);
  auto var = builder.create<VarOp>(loc, RefType::get(type), "thread", number, /*constant=*/true);
  return var.getRef();
}

/// A thread that goes on with a later segment has nothing to do in this one.
void ThreadSplitter::guard(OpBuilder &builder, ThreadSegment &segment, IRMapping &mapping) {
  Location loc = m_kernel.getLoc();
  FieldOp field = m_fields.back(); // nextKernel
  Type type = field.getVectorElement();
  auto place = [&] {
    Value data = builder.create<VectorDataOp>(loc, PtrType::get(type), field.getSymName());
    Value thread = buildLoad(builder, loc, mapping.lookup<Value>(m_thread.getRef()));
    return builder.create<DerefOp>(loc, RefType::get(type), data, thread).getResult();
  };
  unsigned last = m_segments.getLast(segment);
  if (m_segments.isSkipped(segment)) {
    Value next = buildLoad(builder, loc, place());
    Value isLater = builder.create<CmpOp>(loc, builder.getI1Type(), CmpKind::Gt, next,
                                          buildNumber(builder, loc, type, last));
    auto skip = builder.create<IfOp>(loc, isLater, /*withElse=*/false);
    OpBuilder::atBlockBegin(&skip.getThenRegion().front()).create<ContinueOp>(loc);
    if (m_isWavefront && m_segments.isQueued(segment))
      skip->setAttr(kQueuesAttr, builder.getStringAttr(field.getSymName()));
  }
  if (segment.number == 0 || m_segments.leadsBehind(segment.number, last))
    builder.create<AssignOp>(loc, place(), buildNumber(builder, loc, type, segment.number));
}

void ThreadSplitter::makeKernel(ThreadSegment &segment) {
  IRMapping mapping;
  OpBuilder builder(m_kernel);
  auto made = cast<KernelOp>(builder.clone(*m_kernel, mapping));
  auto theClass = m_kernel->getParentOfType<ClassOp>();
  std::string name =
      m_kernel.getDisplayName().str() + "_" + (segment.name.empty() ? "start" : segment.name);
  std::string symbol = name;
  for (unsigned number = 2; theClass.lookupSymbol(symbol); ++number)
    symbol = name + "_" + std::to_string(number);
  made.setSymName(symbol);
  made.setDisplay(symbol);
  made->setAttr("cpp_name", builder.getStringAttr(m_kernel.getDisplayName()));
  Block &body = *mapping.lookup<Value>(m_nest.back().getBodyVar()).getParentBlock();
  while (!body.empty()) {
    body.back().dropAllUses();
    body.back().erase();
  }
  SmallVector<Value> operands(m_kernel.getArguments().begin(), m_kernel.getArguments().end());
  auto addParameter = [&](Value counter, Type type, StringRef parameter) {
    unsigned index = made.getNumArguments();
    std::string unique = parameter.str();
    auto isTaken = [&] {
      for (unsigned i = 0; i < index; ++i)
        if (made.getArgName(i) == unique)
          return true;
      return false;
    };
    while (isTaken())
      unique += "_";
    (void)made.insertArgument(
        index, type,
        builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(unique))),
        made.getLoc());
    operands.push_back(counter);
    return made.getArgument(index);
  };
  builder.setInsertionPointToEnd(&body);
  mapping.map(m_thread.getRef(), buildThread(builder, mapping));
  if (m_segments.skips())
    guard(builder, segment, mapping);
  // Counters of the host's loops are numbers.
  DenseMap<Value, Value> counters;
  for (ForOp loop : segment.loops)
    mapping.map(loop.getBodyVar(), loop.getBodyVar());
  for (Operation &op : *segment.block)
    builder.clone(op, mapping);
  for (ForOp loop : segment.loops) {
    SmallVector<LoadOp> loads;
    made->walk([&](LoadOp load) {
      if (load.getRef() == loop.getBodyVar())
        loads.push_back(load);
    });
    Value parameter;
    for (LoadOp load : loads) {
      if (!parameter)
        parameter = addParameter(loop.getBodyVar(), load.getType(), loop.getName());
      load.replaceAllUsesWith(parameter);
      load.erase();
    }
  }
  eraseDeadExpressions(made.getBody());
  for (unsigned index = made.getNumArguments(); index-- > 0;)
    if (made.getArgument(index).use_empty()) {
      (void)made.eraseArgument(index);
      operands.erase(operands.begin() + index);
    }
  m_made.push_back({made, std::move(operands)});
}

//===------------------------------------------------------------------------------------------===//
// The host
//===------------------------------------------------------------------------------------------===//

/// Room for an element of each thread.
void ThreadSplitter::reserve() {
  OpBuilder builder(m_call);
  Location loc = m_call.getLoc();
  IRMapping mapping;
  mapping.map(m_kernel.getArguments(), m_call.getOperands());
  Type type = getNumberType(builder.getContext());
  auto bound = [&](unsigned dim) {
    return cloneExpression(builder, matchCountedLoop(m_nest[dim])->bound, mapping);
  };
  Value threads = buildIterations(builder, loc, m_nest.size(), bound, type);
  auto count = builder.create<VarOp>(loc, RefType::get(type), "threads", threads,
                                     /*constant=*/true);
  for (FieldOp field : m_fields)
    builder.create<ReserveOp>(loc, field.getSymName(), buildLoad(builder, loc, count.getRef()));
}

void ThreadSplitter::launch(ArrayRef<ThreadStep> steps, OpBuilder &builder, IRMapping &mapping) {
  Location loc = m_call.getLoc();
  for (const ThreadStep &step : steps) {
    if (!step.loop) {
      Made &made = m_made[step.segment];
      SmallVector<Value> operands;
      for (Value operand : made.operands) {
        Value known = mapping.lookup(operand);
        operands.push_back(isPlace(known) ? buildLoad(builder, loc, known) : known);
      }
      builder.create<CallOp>(loc, TypeRange(), made.kernel.getSymName(), operands);
      continue;
    }
    ForOp shell = step.loop;
    // What the loop's head is computed from is stable, and stands among the declarations.
    IRMapping inner = mapping;
    Value init = cloneExpression(builder, shell.getInit(), inner);
    inner.map(shell.getInit(), init);
    for (Region *region : {&shell.getCond(), &shell.getStep()})
      region->walk([&](Operation *op) {
        for (Value operand : op->getOperands()) {
          Operation *def = operand.getDefiningOp();
          if (def && !shell->isAncestor(def) && !inner.contains(operand))
            inner.map(operand, cloneExpression(builder, operand, inner));
        }
      });
    auto loop = cast<ForOp>(builder.clone(*shell, inner));
    mapping.map(shell.getBodyVar(), loop.getBodyVar());
    OpBuilder body = OpBuilder::atBlockEnd(&loop.getBody().front());
    launch(step.steps, body, mapping);
  }
}

void ThreadSplitter::split() {
  Location loc = m_kernel.getLoc();
  OpBuilder builder(m_kernel.getContext());
  builder.setInsertionPointToEnd(m_segments.declarations);
  Type type = m_nest.front().getInit().getType();
  bool isOneType = llvm::all_of(m_nest, [&](ForOp loop) {
    return loop.getInit().getType() == type && matchCountedLoop(loop)->bound.getType() == type;
  });
  if (m_nest.size() > 1 && !isOneType)
    type = getNumberType(builder.getContext());
  m_thread = builder.create<VarOp>(loc, RefType::get(type), "thread", Value(), false);
  shareValues();
  placeVariables();
  for (ThreadSegment &segment : m_segments.segments)
    makeKernel(segment);
  reserve();
  IRMapping mapping;
  mapping.map(m_kernel.getArguments(), m_call.getOperands());
  OpBuilder host(m_call);
  launch(m_segments.steps, host, mapping);
  m_call.erase();
  m_call = {};
}

//===------------------------------------------------------------------------------------------===//
// The pass
//===------------------------------------------------------------------------------------------===//

/// Functions that ran once per thread and that no kernel calls any more: passes that give functions
/// parameters would reach what they call, and not them.
static void eraseUncalledThreads(ClassOp op) {
  bool erased = true;
  while (erased) {
    erased = false;
    for (FuncOp function : llvm::to_vector(op.getBody().front().getOps<FuncOp>()))
      if (function.getThreadIndex() && SymbolTable::symbolKnownUseEmpty(function, op)) {
        function.erase();
        erased = true;
      }
  }
}

void SplitThreadsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    for (ControlOp control : llvm::to_vector(op.getBody().front().getOps<ControlOp>())) {
      SmallVector<CallOp> calls;
      control.walk([&](CallOp call) { calls.push_back(call); });
      for (CallOp call : calls) {
        auto kernel = op.lookupSymbol<KernelOp>(call.getCallee());
        if (!kernel || !kernel.getPerThread())
          continue;
        auto way = dyn_cast_or_null<StringAttr>(kernel->removeAttr(kThreadsAttr));
        if (!way || way.getValue() == "joined")
          continue;
        // Its copies use values of the kernel.
        {
          ThreadSplitter splitter(control, call, kernel, way.getValue() == "wavefront");
          splitter.split();
        }
        if (SymbolTable::symbolKnownUseEmpty(kernel, op))
          kernel.erase();
      }
    }
    eraseUncalledThreads(op);
  }
}
