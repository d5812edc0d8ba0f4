//===- SplitSorts.cpp - Sorts become kernels, and the host's loop around them ----------------===//
//
//   vkm.sort "sort" %keys[0, %n]    ->   vkm.reserve @Run_sorted, %n
//   by tiles of 2048 by 8                vkm.reserve @Run_splits, tiles of n
//                                        vkm.call @kernel1D_Run_sort(%keys, %n)
//                                        for (uint runLength = 2048; runLength < n; runLength *= 4)
//                                        {
//                                          @kernel1D_Run_split(%keys, splits, %n, runLength)
//                                          @kernel1D_Run_merge(%keys, sorted, splits, ...)
//                                          ... the same from sorted to %keys, 2 * runLength
//                                        }
//
// A merge sort: the first kernel sorts short runs where they are, and others merge pairs of runs
// into another array. They run twice in each turn of the loop, there and back, so that the elements
// are where they were in the end; where one run is left, they copy. By `runs`, where threads merge
// by themselves, the kernel that splits runs at the borders of tiles is not needed.
//
//   vkm.sort "sort" %keys[0, %n]    ->   vkm.reserve @Run_sorted, %n
//   by radix of 4096 by 16               vkm.reserve @Run_digits, 256 for each tile of n
//                                        for (uint shift = 0; shift < 32; shift += 16)
//                                        {
//                                          @kernel1D_Run_count(%keys, digits, %n, shift)
//                                          @kernel1D_Run_scan(digits, %n)
//                                          @kernel1D_Run_move(%keys, sorted, digits, %n, shift)
//                                          ... the same from sorted to %keys, shift + 8
//                                        }
//
//===------------------------------------------------------------------------------------------===//

#include "device/Builders.h"
#include "device/DigitBuilder.h"
#include "device/SortBuilder.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/MemoryForm.h"
#include "ir/Sorts.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/normalise/SortOrders.h"
#include "transforms/Expressions.h"
#include "transforms/LocalFields.h"
#include "transforms/OutlineLoop.h"
#include "transforms/SortKeys.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/IRMapping.h"

#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITSORTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

struct SplitSortsPass : vkm::impl::SplitSortsBase<SplitSortsPass> {
  void runOnOperation() override;
};

/// A part of an array.
struct SortedPart {
  Value elements; ///< a pointer
  Value first;    ///< the index of its first element, a ui32; null where that is 0
};

/// Arrays of the generated class: by the control function that sorts, what they are for, and the
/// type of their elements.
using ScratchArrays = std::map<std::tuple<Operation *, std::string, const void *>, FieldOp>;

/// What differs from call to call of a kernel of a round: these stand for it until the kernel has
/// parameters.
struct Open {
  Value from, to, number, fromFirst, toFirst;
};
/// A kernel, and what calls of it are given.
struct Step {
  KernelOp kernel;
  SmallVector<Value> operands;
};

/// Makes kernels of one sort.
class SortSplitter {
public:
  SortSplitter(SortOp sort, ControlOp control, ScratchArrays &scratch)
      : m_sort(sort), m_control(control), m_scratch(scratch),
        m_class(control->getParentOfType<ClassOp>()), m_loc(sort.getLoc()), m_at(sort),
        m_uint(IntegerType::get(sort.getContext(), 32, IntegerType::Unsigned)),
        m_element(sort.getElements().getType().getPointee()),
        m_plan(sort.getPlan().value_or(
            SortPlanAttr::get(sort.getContext(), SortStrategy::Runs, 16, 8))) {}

  LogicalResult split();

private:
  using LoopFn = llvm::function_ref<ForOp(const ElementFn &from, const ElementFn &to, Value count,
                                          Value number)>;

  Value buildUint(uint64_t value) { return vkm::buildUint(m_at, m_loc, value); }
  Value toUint(Value value) {
    return value.getType() == m_uint ? value : Value(m_at.create<CastOp>(m_loc, m_uint, value));
  }
  Value binary(BinaryKind kind, Value lhs, Value rhs) {
    return m_at.create<BinaryOp>(m_loc, lhs.getType(), kind, lhs, rhs);
  }
  Value buildTiles(Value count);
  Value keep(StringRef name, Value value);
  ElementFn elementsOf(const SortedPart &part);
  FieldOp getScratch(StringRef name, Type element);
  Value getData(FieldOp scratch);
  ElementFn numbersOf(FieldOp scratch);
  Type getLengthType();
  void reportRefused(OpOperand &refused);
  KernelOp outline(LoopOutliner &outliner, StringRef name, StringRef comment);
  Value buildCount();
  void addExtent(const LoopOutliner &outliner, KernelOp kernel, const SortedPart &part,
                 Value count);
  LogicalResult sortRuns();
  Open makeOpen(StringRef number, bool writes);
  void dropOpen(const Open &open);
  std::optional<Step> makeStep(const Open &open, StringRef name, StringRef comment, LoopFn build);
  void callStep(const Step &step, const Open &open, const Open &given);
  LogicalResult loopOver(StringRef name, Type type, uint64_t first, Value end, BinaryKind by,
                         uint64_t step, llvm::function_ref<LogicalResult(Value variable)> body);
  LogicalResult mergeRuns();
  LogicalResult mergeRound(Value runLength);
  LogicalResult sortByDigits();
  LogicalResult moveRound(const SortKey &key, Value shift);

  SortOp m_sort;
  ControlOp m_control;
  ScratchArrays &m_scratch;
  ClassOp m_class;
  Location m_loc;
  OpBuilder m_at;
  Type m_uint, m_element;
  SortPlanAttr m_plan;
  FieldOp m_sorted;   ///< the array that rounds write
  FieldOp m_numbers;  ///< what they know of tiles
  int64_t m_bits = 0; ///< of a digit
  Value m_first;      ///< null where it is 0
  Value m_count;      ///< of elements, as the host knows it
};

} // namespace

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

/// An array of the generated class: one for all sorts of a control function that want such.
FieldOp SortSplitter::getScratch(StringRef name, Type element) {
  FieldOp &field = m_scratch[{m_control, name.str(), element.getAsOpaquePointer()}];
  if (field)
    return field;
  StringRef owner = m_control.getSymName();
  field = makeLocalVector(m_class, m_loc, (owner + "_" + name).str(), element, owner, name);
  field->setAttr(kMergedIntoAttr, m_at.getUnitAttr());
  return field;
}

Value SortSplitter::getData(FieldOp scratch) {
  Type element = cast<DynArrayType>(scratch.getType()).getElementType();
  return m_at.create<VectorDataOp>(m_loc, PtrType::get(element), scratch.getSymName());
}

ElementFn SortSplitter::numbersOf(FieldOp scratch) {
  Value data = getData(scratch);
  return [this, data](Value index) -> Value {
    return m_at.create<DerefOp>(m_loc, RefType::get(m_uint), data, index);
  };
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
  kernel->setAttr(kSourceNameAttr, m_at.getStringAttr("std::" + m_sort.getName() + " of " +
                                                      getNameInSource(m_control)));
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
  int64_t size = m_plan.getSize();
  ForOp loop = m_plan.getStrategy() == SortStrategy::Tiles
                   ? builder.buildTiles(elementsOf(part), count, size, m_plan.getShare())
                   : builder.buildRuns(elementsOf(part), count, size);
  LoopOutliner outliner(loop, /*own=*/{}, /*takesObjects=*/true);
  KernelOp kernel = outline(outliner, m_sort.getName(),
                            "Sorts each " + std::to_string(size) +
                                " neighbours: std::" + m_sort.getName().str() + ".");
  if (!kernel)
    return failure();
  addExtent(outliner, kernel, part, count);
  m_at.create<CallOp>(m_loc, TypeRange(), kernel.getSymName(), outliner.getOperands());
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Rounds: kernels that are launched there and back
//===------------------------------------------------------------------------------------------===//

Open SortSplitter::makeOpen(StringRef number, bool writes) {
  auto pointer = [&](bool isConst) -> Value {
    Type type = PtrType::get(m_element, isConst);
    return m_at.create<UnrealizedConversionCastOp>(m_loc, TypeRange(type), ValueRange())
        .getResult(0);
  };
  auto variable = [&](StringRef name) -> Value {
    auto made = m_at.create<VarOp>(m_loc, RefType::get(m_uint), name, Value(), false);
    return buildLoad(m_at, m_loc, made);
  };
  Open open;
  open.from = pointer(/*isConst=*/true);
  if (writes)
    open.to = pointer(/*isConst=*/false);
  open.number = variable(number);
  if (m_first) {
    open.fromFirst = variable("fromFirst");
    if (writes)
      open.toFirst = variable("toFirst");
  }
  return open;
}

void SortSplitter::dropOpen(const Open &open) {
  for (Value value : {open.from, open.to, open.number, open.fromFirst, open.toFirst}) {
    if (!value)
      continue;
    auto load = value.getDefiningOp<LoadOp>();
    Operation *variable = load ? load.getRef().getDefiningOp() : nullptr;
    value.getDefiningOp()->erase();
    if (variable)
      variable->erase();
  }
}

std::optional<Step> SortSplitter::makeStep(const Open &open, StringRef name, StringRef comment,
                                           LoopFn build) {
  SortedPart from = {open.from, open.fromFirst}, to = {open.to, open.toFirst};
  Value count = buildCount();
  ForOp loop = build(elementsOf(from), elementsOf(to), count, open.number);
  LoopOutliner outliner(loop, /*own=*/{}, /*takesObjects=*/true);
  KernelOp kernel = outline(outliner, name, comment);
  if (!kernel)
    return std::nullopt;
  for (auto [part, named] : {std::pair(from, "from"), std::pair(to, "to")})
    if (part.elements) {
      kernel.setArgAttr(findParameter(outliner, kernel, part.elements).getArgNumber(), kNameAttr,
                        m_at.getStringAttr(named));
      addExtent(outliner, kernel, part, count);
    }
  Step step = {kernel, llvm::to_vector(outliner.getOperands())};
  // Another launch asks for it again.
  for (Value &operand : step.operands)
    if (operand == count)
      operand = Value();
  return step;
}

void SortSplitter::callStep(const Step &step, const Open &open, const Open &given) {
  auto operands = llvm::map_to_vector(step.operands, [&](Value operand) {
    return !operand                    ? buildCount()
           : operand == open.from      ? given.from
           : operand == open.to        ? given.to
           : operand == open.number    ? given.number
           : operand == open.fromFirst ? given.fromFirst
           : operand == open.toFirst   ? given.toFirst
                                       : operand;
  });
  m_at.create<CallOp>(m_loc, TypeRange(), KernelOp(step.kernel).getSymName(), operands);
}

/// `for (type name = first; name < end; name by= step) body(name)`
LogicalResult SortSplitter::loopOver(StringRef name, Type type, uint64_t first, Value end,
                                     BinaryKind by, uint64_t step,
                                     llvm::function_ref<LogicalResult(Value variable)> body) {
  auto number = [&](uint64_t value) {
    return m_at.create<ConstantOp>(m_loc, m_at.getIntegerAttr(type, value));
  };
  auto loop = m_at.create<ForOp>(m_loc, name, number(first));
  m_at.setInsertionPointToEnd(&loop.getCond().front());
  Value all = type == end.getType() ? end : Value(m_at.create<CastOp>(m_loc, type, end));
  Value isLess =
      m_at.create<CmpOp>(m_loc, CmpKind::Lt, buildLoad(m_at, m_loc, loop.getCondVar()), all);
  m_at.create<YieldOp>(m_loc, isLess);
  m_at.setInsertionPointToEnd(&loop.getStep().front());
  m_at.create<UpdateOp>(m_loc, by, loop.getStepVar(), number(step));
  m_at.setInsertionPointToEnd(&loop.getBody().front());
  return body(loop.getBodyVar());
}

//===------------------------------------------------------------------------------------------===//
// Merging
//===------------------------------------------------------------------------------------------===//

/// Merges there and back, `runLength` being a variable of the host.
LogicalResult SortSplitter::mergeRound(Value runLength) {
  bool byTiles = m_plan.getStrategy() == SortStrategy::Tiles;
  int64_t size = m_plan.getSize(), share = m_plan.getShare();
  Open split, open = makeOpen("runLength", /*writes=*/true);
  std::optional<Step> splits, merges;
  if (byTiles) {
    split = makeOpen("runLength", /*writes=*/false);
    splits =
        makeStep(split, "split", "Finds where tiles of what two sorted runs become begin in both.",
                 [&](const ElementFn &from, const ElementFn &, Value count, Value length) {
                   return SortBuilder(m_at, m_loc, m_sort.getOrder())
                       .buildSplits(from, numbersOf(m_numbers), count, length, size);
                 });
    if (!splits)
      return failure();
  }
  merges = makeStep(open, "merge", "Merges sorted runs of so many elements, two by two.",
                    [&](const ElementFn &from, const ElementFn &to, Value count, Value length) {
                      SortBuilder builder(m_at, m_loc, m_sort.getOrder());
                      return byTiles ? builder.buildTileMerge(from, to, numbersOf(m_numbers), count,
                                                              length, size, share)
                                     : builder.buildMerge(from, to, count, length, share);
                    });
  if (!merges)
    return failure();
  Value elements = m_sort.getElements(), scratch = getData(m_sorted);
  Value zero = m_first ? buildUint(0) : Value();
  auto readLength = [&](bool isDoubled) {
    Value length = toUint(buildLoad(m_at, m_loc, runLength));
    return isDoubled ? binary(BinaryKind::Mul, length, buildUint(2)) : length;
  };
  for (bool isBack : {false, true}) {
    Open given = {elements, scratch, Value(), m_first, zero};
    if (isBack)
      given = {scratch, elements, Value(), zero, m_first};
    if (byTiles) {
      given.number = readLength(isBack);
      callStep(*splits, split, given);
    }
    given.number = readLength(isBack);
    callStep(*merges, open, given);
  }
  dropOpen(open);
  if (byTiles)
    dropOpen(split);
  return success();
}

LogicalResult SortSplitter::mergeRuns() {
  if (m_plan.getStrategy() == SortStrategy::Tiles) {
    m_numbers = getScratch("splits", m_uint);
    m_at.create<ReserveOp>(m_loc, m_numbers.getSymName(), buildTiles(m_count));
  }
  if (failed(sortRuns()))
    return failure();
  return loopOver("runLength", getLengthType(), m_plan.getSize(), m_count, BinaryKind::Mul, 4,
                  [&](Value runLength) { return mergeRound(runLength); });
}

//===------------------------------------------------------------------------------------------===//
// Digits
//===------------------------------------------------------------------------------------------===//

/// Moves there and back, by the digits from `shift` on, a variable of the host, and the next ones;
/// null where that is 0.
LogicalResult SortSplitter::moveRound(const SortKey &key, Value shift) {
  Open counting = makeOpen("shift", /*writes=*/false), moving = makeOpen("shift", /*writes=*/true);
  auto tiles = [&](Value count) {
    return DigitTiles{m_plan.getSize(), m_plan.getShare(), m_bits, count};
  };
  auto digits = [&](Value shift) {
    return [&, shift](Value place) -> Value {
      Value ordered = key.buildOrdered(m_at, m_loc, place);
      Value by = shift;
      if (ordered.getType() != m_uint)
        by = m_at.create<CastOp>(m_loc, ordered.getType(), shift);
      Value low = toUint(binary(BinaryKind::Shr, ordered, by));
      return binary(BinaryKind::And, low, buildUint((uint64_t(1) << m_bits) - 1));
    };
  };
  std::optional<Step> counts =
      makeStep(counting, "count", "Counts how often each digit occurs in each tile.",
               [&](const ElementFn &from, const ElementFn &, Value count, Value shift) {
                 return DigitBuilder(m_at, m_loc)
                     .buildCounts(tiles(count), digits(shift), from, numbersOf(m_numbers));
               });
  if (!counts)
    return failure();
  std::optional<Step> moves = makeStep(
      moving, "move", "Moves elements to where their digits say; those with equal ones in order.",
      [&](const ElementFn &from, const ElementFn &to, Value count, Value shift) {
        return DigitBuilder(m_at, m_loc)
            .buildMoves(tiles(count), digits(shift), from, to, numbersOf(m_numbers),
                        m_plan.getStrategy() == SortStrategy::IndexedRadix);
      });
  if (!moves)
    return failure();
  VarOp sum;
  Value count = buildCount();
  ForOp loop = DigitBuilder(m_at, m_loc).buildStarts(tiles(count), numbersOf(m_numbers), sum);
  LoopOutliner outliner(loop, sum.getOperation(), /*takesObjects=*/true);
  KernelOp starts = outline(outliner, "scan", "Where elements of each digit go from each tile.");
  if (!starts)
    return failure();
  // Of others it is known that they are independent; this one is a running total.
  starts->removeAttr(kSortsAttr);
  Step summed = {starts, llvm::to_vector(outliner.getOperands())};
  for (Value &operand : summed.operands)
    if (operand == count)
      operand = Value();
  Value elements = m_sort.getElements(), scratch = getData(m_sorted);
  Value zero = m_first ? buildUint(0) : Value();
  for (bool isBack : {false, true}) {
    auto readShift = [&]() -> Value {
      if (!shift)
        return buildUint(isBack ? m_bits : 0);
      Value first = buildLoad(m_at, m_loc, shift);
      return isBack ? binary(BinaryKind::Add, first, buildUint(m_bits)) : first;
    };
    Open given = {elements, scratch, readShift(), m_first, zero};
    if (isBack)
      given = {scratch, elements, given.number, zero, m_first};
    callStep(*counts, counting, given);
    callStep(summed, {}, given);
    given.number = readShift();
    callStep(*moves, moving, given);
  }
  dropOpen(counting);
  dropOpen(moving);
  return success();
}

LogicalResult SortSplitter::sortByDigits() {
  std::string obstacle;
  std::optional<SortKey> key = SortKey::find(m_sort, obstacle);
  if (!key)
    return m_sort.emitOpError("is planned to be a radix sort, but ") << obstacle;
  int64_t bits = key->getBits();
  m_bits = bits <= 8 ? 4 : 8;
  m_numbers = getScratch("digits", m_uint);
  Value numbers = binary(BinaryKind::Mul, buildTiles(m_count), buildUint(uint64_t(1) << m_bits));
  m_at.create<ReserveOp>(m_loc, m_numbers.getSymName(), numbers);
  if (bits <= 2 * m_bits)
    return moveRound(*key, Value());
  return loopOver("shift", m_uint, 0, buildUint(bits), BinaryKind::Add, 2 * m_bits,
                  [&](Value shift) { return moveRound(*key, shift); });
}

/// Four times a length has no more than 32 bits, unless an array has 2^30 elements or more: of one
/// or two bytes.
Type SortSplitter::getLengthType() {
  return getLayout(m_class, m_element).size >= 4 ? m_uint
                                                 : m_at.getIntegerType(64, /*isSigned=*/false);
}

/// How many tiles so many elements are.
Value SortSplitter::buildTiles(Value count) {
  Value last = binary(BinaryKind::Add, count, buildUint(m_plan.getSize() - 1));
  return binary(BinaryKind::Div, last, buildUint(m_plan.getSize()));
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
  m_sorted = getScratch("sorted", m_element);
  m_at.create<ReserveOp>(m_loc, m_sorted.getSymName(), m_count);
  return m_plan.isRadix() ? sortByDigits() : mergeRuns();
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
