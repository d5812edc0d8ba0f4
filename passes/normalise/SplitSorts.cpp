//===- SplitSorts.cpp - Sorts become kernels, and the host's loop around them ----------------===//
//
//   vkm.sort "sort" %keys[0, %n]    ->   vkm.reserve @Run_sorted, %n
//                                        vkm.call @kernel1D_Run_sort(%keys, %n)
//                                        for (uint runLength = 1024; runLength < n; runLength *= 4)
//                                        {
//                                          vkm.call @kernel1D_Run_merge(%keys, sorted, %n,
//                                          runLength) vkm.call @kernel1D_Run_merge(sorted, %keys,
//                                          %n, 2 * runLength)
//                                        }
//
// A merge sort: the first kernel sorts short runs where they are, by workgroups in shared memory
// unless elements have numbers of 8 or 16 bits, and the second one merges pairs of runs into
// another array. It runs twice in each turn of the loop, there and back, so that the elements are
// where they were in the end; where one run is left, it copies.
//
//===------------------------------------------------------------------------------------------===//

#include "device/SortBuilder.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/MemoryForm.h"
#include "ir/Sorts.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/normalise/SortOrders.h"
#include "transforms/Expressions.h"
#include "transforms/OutlineLoop.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITSORTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// How many elements one thread sorts by itself where workgroups do not. Four times that again and
/// again is 2^30, or 2^32, where a loop ends.
static constexpr int64_t kRun = 16;

namespace {

struct SplitSortsPass : vkm::impl::SplitSortsBase<SplitSortsPass> {
  void runOnOperation() override;
};

/// A part of an array.
struct SortedPart {
  Value elements; ///< a pointer
  Value first;    ///< the index of its first element, a ui32; null where that is 0
};

/// By the control function that sorts, and the type of the elements.
using ScratchArrays = DenseMap<std::pair<Operation *, Type>, FieldOp>;

/// Makes kernels of one sort.
class SortSplitter {
public:
  SortSplitter(SortOp sort, ControlOp control, ScratchArrays &scratch)
      : m_sort(sort), m_control(control), m_scratch(scratch),
        m_class(control->getParentOfType<ClassOp>()), m_loc(sort.getLoc()), m_at(sort),
        m_uint(IntegerType::get(sort.getContext(), 32, IntegerType::Unsigned)),
        m_element(sort.getElements().getType().getPointee()) {}

  LogicalResult split();

private:
  Value buildUint(uint64_t value) {
    return m_at.create<ConstantOp>(m_loc, m_at.getIntegerAttr(m_uint, value));
  }
  Value toUint(Value value) {
    return value.getType() == m_uint ? value : Value(m_at.create<CastOp>(m_loc, m_uint, value));
  }
  Value keep(StringRef name, Value value);
  ElementFn elementsOf(const SortedPart &part);
  void chooseRun();
  FieldOp getScratch();
  Type getLengthType();
  void reportRefused(OpOperand &refused);
  KernelOp outline(LoopOutliner &outliner, StringRef name, StringRef comment);
  Value buildCount();
  void addExtent(const LoopOutliner &outliner, KernelOp kernel, const SortedPart &part,
                 Value count);
  LogicalResult sortRuns();
  LogicalResult merge(Value length);

  SortOp m_sort;
  ControlOp m_control;
  ScratchArrays &m_scratch;
  ClassOp m_class;
  Location m_loc;
  OpBuilder m_at;
  Type m_uint, m_element;
  int64_t m_run = kRun;  ///< how many neighbours the first kernel sorts
  bool m_isTile = false; ///< whether workgroups do that in shared memory
  Value m_first;         ///< null where it is 0
  Value m_count;         ///< of elements, as the host knows it
};

} // namespace

/// Writes of a round that a thread does.
static constexpr int64_t kShare = 8;

/// A value that several statements use: with a name, unless it has one.
Value SortSplitter::keep(StringRef name, Value value) {
  if (isa<BlockArgument>(value) || value.getDefiningOp<ConstantOp>())
    return value;
  Value place =
      m_at.create<VarOp>(m_loc, RefType::get(value.getType()), name, value, /*constant=*/true);
  return buildLoad(m_at, m_loc, place);
}

ElementFn SortSplitter::elementsOf(const SortedPart &part) {
  return [this, part](Value index) -> Value {
    if (part.first)
      index = m_at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, part.first, index);
    return m_at.create<DerefOp>(m_loc, RefType::get(m_element), part.elements, index);
  };
}

/// As many elements as every device has shared memory and threads for; none that have numbers of 8
/// or 16 bits, which shared memory need not have.
void SortSplitter::chooseRun() {
  constexpr int64_t kBytes = 16384, kThreads = 128, kFewest = 128;
  if (holdsSmall(m_class, m_element))
    return;
  Layout layout = getBlockLayout(m_class, m_element, getPushLayout);
  int64_t bytes = llvm::alignTo(layout.size, layout.align);
  int64_t size = std::min<int64_t>(kThreads * kShare, kBytes / bytes);
  m_isTile = size >= kFewest;
  if (m_isTile)
    m_run = int64_t(1) << llvm::Log2_64(size);
}

/// The array that rounds merge into: one for all sorts of a control function with such elements.
FieldOp SortSplitter::getScratch() {
  FieldOp &field = m_scratch[{m_control, m_element}];
  if (field)
    return field;
  OpBuilder at = OpBuilder::atBlockBegin(&m_class.getBody().front());
  std::string symbol = makeFreeSymbol(m_class, (m_control.getSymName() + "_sorted").str());
  field = at.create<FieldOp>(m_loc, symbol, DynArrayType::get(at.getContext(), m_element),
                             CppAccess::Protected, IntegerAttr(), /*temporary=*/false,
                             FlatSymbolRefAttr());
  markLocal(field, m_control.getSymName(), "sorted");
  field->setAttr(kMergedIntoAttr, m_at.getUnitAttr());
  return field;
}

/// The use of a value that the source has first: lists of uses begin with the last one.
static OpOperand *findFirstUse(Value value) {
  OpOperand *first = nullptr;
  for (OpOperand &use : value.getUses())
    first = &use;
  return first;
}

/// Where the order itself uses it, behind the calls that pass it on, or its value.
void SortSplitter::reportRefused(OpOperand &refused) {
  std::string name = nameInSource(refused.get());
  OpOperand *use = &refused;
  for (OpOperand *next = use; next;) {
    use = next;
    Operation *user = use->getOwner();
    auto call = dyn_cast<CallOp>(user);
    FunctionOpInterface callee = call ? lookupCallee(call) : FunctionOpInterface();
    if (callee && !callee.getFunctionBody().empty())
      next = findFirstUse(callee.getArgument(use->getOperandNumber()));
    else if (isa<LoadOp>(user) && m_control->isAncestor(user))
      next = findFirstUse(user->getResult(0));
    else
      next = nullptr;
  }
  report(use->getOwner()->getLoc(), diag::SortGiven,
         {m_sort.getName().str(), name.empty() ? "a value" : "'" + name + "'"});
}

/// Makes a kernel of a loop that stands in the control function; null where the loop uses what a
/// kernel cannot be given.
KernelOp SortSplitter::outline(LoopOutliner &outliner, StringRef name, StringRef comment) {
  if (!outliner.collect()) {
    reportRefused(outliner.getRefused());
    return {};
  }
  std::string display = (getNameInSource(m_control) + "_" + name).str();
  std::string symbol = makeFreeSymbol(m_class, "kernel1D_" + display);
  KernelOp kernel =
      outliner.outline(symbol, /*dims=*/1, StringRef(symbol).drop_front(strlen("kernel1D_")));
  kernel->setAttr(kCommentAttr, m_at.getStringAttr(comment));
  SmallVector<StringRef> vectors;
  if (auto data = m_sort.getElements().getDefiningOp<VectorDataOp>())
    vectors.push_back(data.getField());
  kernel->setAttr(kSortsAttr, m_at.getStrArrayAttr(vectors));
  OpBuilder(m_control).insert(kernel);
  return kernel;
}

/// The parameter of a kernel that an operand of its calls belongs to; null for others.
static BlockArgument findParameter(const LoopOutliner &outliner, KernelOp kernel, Value operand) {
  auto found = llvm::find(outliner.getOperands(), operand);
  return found == outliner.getOperands().end()
             ? BlockArgument()
             : kernel.getArgument(found - outliner.getOperands().begin());
}

/// Says how long an array of the caller's is that a kernel is given: what is computed from elements
/// says nothing of it.
void SortSplitter::addExtent(const LoopOutliner &outliner, KernelOp kernel, const SortedPart &part,
                             Value count) {
  BlockArgument pointer = findParameter(outliner, kernel, part.elements);
  if (!pointer || m_sort.getElements().getDefiningOp<VectorDataOp>())
    return;
  OpBuilder at = OpBuilder::atBlockBegin(&kernel.getBody().front());
  auto extent = at.create<ExtentOp>(m_loc, pointer, /*stated=*/at.getUnitAttr());
  at.setInsertionPointToEnd(&extent.getCount().emplaceBlock());
  auto passed = [&](Value value) -> Value {
    if (BlockArgument parameter = findParameter(outliner, kernel, value))
      return parameter;
    return at.clone(*value.getDefiningOp())->getResult(0);
  };
  Value length = passed(count);
  if (part.first)
    length = at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Add, passed(part.first), length);
  at.create<YieldOp>(m_loc, length);
}

LogicalResult SortSplitter::sortRuns() {
  SortedPart part = {m_sort.getElements(), m_first};
  Value count = buildCount();
  SortBuilder builder(m_at, m_loc, m_sort.getOrder());
  ForOp loop = m_isTile ? builder.buildTiles(elementsOf(part), count, m_run, kShare)
                        : builder.buildRuns(elementsOf(part), count, m_run);
  LoopOutliner outliner(loop);
  KernelOp kernel = outline(outliner, m_sort.getName(),
                            "Sorts each " + std::to_string(m_run) +
                                " neighbours: std::" + m_sort.getName().str() + ".");
  if (!kernel)
    return failure();
  addExtent(outliner, kernel, part, count);
  m_at.create<CallOp>(m_loc, TypeRange(), kernel.getSymName(), outliner.getOperands());
  return success();
}

/// Merges there and back, `runLength` being a variable of the host.
LogicalResult SortSplitter::merge(Value runLength) {
  Type pointer = PtrType::get(m_element);
  Value scratch = m_at.create<VectorDataOp>(m_loc, pointer, getScratch().getSymName());
  Value zero = m_first ? buildUint(0) : Value();
  Value count = buildCount();
  // Stand for what differs from call to call, until the kernel has parameters for it.
  auto openPointer = [&](bool isConst) -> Value {
    Type type = PtrType::get(m_element, isConst);
    return m_at.create<UnrealizedConversionCastOp>(m_loc, TypeRange(type), ValueRange())
        .getResult(0);
  };
  auto openNumber = [&](StringRef name) -> Value {
    auto variable = m_at.create<VarOp>(m_loc, RefType::get(m_uint), name, Value(), false);
    return buildLoad(m_at, m_loc, variable);
  };
  Value from = openPointer(/*isConst=*/true), to = openPointer(/*isConst=*/false);
  Value length = openNumber("runLength");
  SmallVector<Value, 5> open = {from, to, length};
  if (m_first)
    open.append({openNumber("fromFirst"), openNumber("toFirst")});
  SortedPart source = {from, m_first ? open[3] : Value()};
  SortedPart target = {to, m_first ? open[4] : Value()};
  ForOp loop = SortBuilder(m_at, m_loc, m_sort.getOrder())
                   .buildMerge(elementsOf(source), elementsOf(target), count, length, kShare);
  LoopOutliner outliner(loop);
  KernelOp kernel =
      outline(outliner, "merge", "Merges sorted runs of so many elements, two by two.");
  if (!kernel)
    return failure();
  for (auto [value, name] : {std::pair(from, "from"), std::pair(to, "to")})
    kernel.setArgAttr(findParameter(outliner, kernel, value).getArgNumber(), kNameAttr,
                      m_at.getStringAttr(name));
  addExtent(outliner, kernel, source, count);
  addExtent(outliner, kernel, target, count);
  auto call = [&](ArrayRef<Value> given) {
    auto operands = llvm::map_to_vector(outliner.getOperands(), [&](Value operand) {
      auto known = llvm::find(open, operand);
      return operand == count      ? buildCount()
             : known == open.end() ? operand
                                   : given[known - open.begin()];
    });
    m_at.create<CallOp>(m_loc, TypeRange(), kernel.getSymName(), operands);
  };
  auto readLength = [&] { return toUint(buildLoad(m_at, m_loc, runLength)); };
  Value elements = m_sort.getElements();
  call({elements, scratch, readLength(), m_first, zero});
  Value doubled = m_at.create<BinaryOp>(m_loc, m_uint, BinaryKind::Mul, readLength(), buildUint(2));
  call({scratch, elements, doubled, zero, m_first});
  for (Value value : open) {
    Operation *op = value.getDefiningOp();
    auto load = dyn_cast<LoadOp>(op);
    Operation *variable = load ? load.getRef().getDefiningOp() : nullptr;
    op->erase();
    if (variable)
      variable->erase();
  }
  return success();
}

/// Four times a length has no more than 32 bits, unless an array has 2^30 elements or more: of one
/// or two bytes.
Type SortSplitter::getLengthType() {
  return getLayout(m_class, m_element).size >= 4 ? m_uint
                                                 : m_at.getIntegerType(64, /*isSigned=*/false);
}

/// Copies an expression, with what it reads of members; those are read once more.
static Value cloneWithReads(OpBuilder &at, Value value, bool &readsMembers) {
  Operation *op = value.getDefiningOp();
  auto load = dyn_cast_or_null<LoadOp>(op);
  bool isMember = load && getRoot(load.getRef()).symbol;
  if (!op || !(isMember || isa<CastOp, BinaryOp, FieldRefOp, MemberOp>(op)))
    return value;
  readsMembers |= isMember;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, cloneWithReads(at, operand, readsMembers));
  return at.clone(*op, mapping)->getResult(0);
}

/// How many elements a kernel sorts, for its launch: where a kernel of the class says how many a
/// vector has, later ones ask for it themselves.
Value SortSplitter::buildCount() {
  Value first = m_sort.getBegin(), count = m_sort.getEnd();
  bool readsMembers = false;
  count = cloneWithReads(m_at, count, readsMembers);
  if (m_first) {
    first = cloneWithReads(m_at, first, readsMembers);
    count = m_at.create<BinaryOp>(m_loc, count.getType(), BinaryKind::Sub, count, first);
  }
  return readsMembers ? toUint(count) : m_count;
}

LogicalResult SortSplitter::split() {
  Value first = m_sort.getBegin(), end = m_sort.getEnd();
  auto constant = first.getDefiningOp<ConstantOp>();
  bool startsAtZero = constant && cast<IntegerAttr>(constant.getValue()).getValue().isZero();
  Value count = end;
  if (!startsAtZero) {
    m_first = keep("first", toUint(first));
    count = m_at.create<BinaryOp>(m_loc, end.getType(), BinaryKind::Sub, end, first);
  }
  m_count = keep("count", toUint(count));
  m_at.create<ReserveOp>(m_loc, getScratch().getSymName(), m_count);
  chooseRun();
  if (failed(sortRuns()))
    return failure();
  Type type = getLengthType();
  auto number = [&](int64_t value) {
    return m_at.create<ConstantOp>(m_loc, m_at.getIntegerAttr(type, value));
  };
  auto loop = m_at.create<ForOp>(m_loc, "runLength", number(m_run));
  m_at.setInsertionPointToEnd(&loop.getCond().front());
  Value all = type == m_uint ? m_count : Value(m_at.create<CastOp>(m_loc, type, m_count));
  Value isShorter =
      m_at.create<CmpOp>(m_loc, CmpKind::Lt, buildLoad(m_at, m_loc, loop.getCondVar()), all);
  m_at.create<YieldOp>(m_loc, isShorter);
  m_at.setInsertionPointToEnd(&loop.getStep().front());
  m_at.create<UpdateOp>(m_loc, BinaryKind::Mul, loop.getStepVar(), number(4));
  m_at.setInsertionPointToEnd(&loop.getBody().front());
  return merge(loop.getBodyVar());
}

//===------------------------------------------------------------------------------------------===//
// The pass
//===------------------------------------------------------------------------------------------===//

/// A kernel that does nothing but sort stands for its sorts where it is called.
static LogicalResult inlineSorts(KernelOp kernel) {
  auto parent = kernel->getParentOfType<ClassOp>();
  for (Operation &op : kernel.getBody().front())
    if (!isa<SortOp, VarOp, ExtentOp>(op) && !op.hasTrait<VkmExpression>()) {
      report(op.getLoc(), diag::SortBeside, {kernel.getDisplayName().str()});
      return failure();
    }
  SmallVector<CallOp> calls;
  parent.walk([&](CallOp call) {
    if (call.getCallee() == kernel.getSymName())
      calls.push_back(call);
  });
  for (CallOp call : calls) {
    OpBuilder at(call);
    IRMapping mapping;
    mapping.map(kernel.getArguments(), call.getOperands());
    for (Operation &op : kernel.getBody().front())
      if (!isa<ExtentOp>(op))
        at.clone(op, mapping);
    call.erase();
  }
  kernel.erase();
  return success();
}

void SplitSortsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  bool failed = false;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    bool isRefused = false;
    op.walk([&](SortOp sort) { isRefused |= mlir::failed(checkOrder(sort)); });
    failed |= isRefused;
    if (isRefused)
      continue;
    for (KernelOp kernel : llvm::to_vector(op.getBody().front().getOps<KernelOp>()))
      if (!kernel.getBody().front().getOps<SortOp>().empty())
        failed |= mlir::failed(inlineSorts(kernel));
    ScratchArrays scratch;
    for (ControlOp control : llvm::to_vector(op.getBody().front().getOps<ControlOp>())) {
      SmallVector<SortOp> sorts;
      control.walk([&](SortOp sort) { sorts.push_back(sort); });
      for (SortOp sort : sorts) {
        failed |= mlir::failed(SortSplitter(sort, control, scratch).split());
        sort.erase();
      }
    }
  }
  if (failed)
    signalPassFailure();
}
