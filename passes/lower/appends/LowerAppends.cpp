//===- LowerAppends.cpp - Appended elements get their slots -----------------------------------===//

#include "passes/lower/appends/LowerAppends.h"

#include "analysis/accesses/MemoryAccesses.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "device/Builders.h"
#include "ir/TargetFacts.h"
#include "passes/lower/appends/AppendBlocks.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// What the class holds for one vector that is appended to.
class VectorLowering {
public:
  VectorLowering(ClassOp parent, FieldOp vector)
      : parent(parent), vector(vector), size(parent.lookupSizeOf(vector.getSymName())),
        loc(vector.getLoc()), builder(size), uintType(builder.getIntegerType(32, false)) {
    builder.setInsertionPointAfter(size);
    lost = makeField("_lost", kLostOfAttr);
    capacity = makeField("_capacity", kCapacityOfAttr);
  }

  /// The function that appends one element; made when it is first asked for.
  FuncOp getFunction(AppendStrategy strategy);
  /// The function that puts an element into the slot that comes next for a thread.
  FuncOp getNextFunction();
  /// The function that appends what the threads of a grid's workgroups have kept.
  FuncOp getBlockFunction(GridOp grid);

private:
  std::string makeName(StringRef prefix, StringRef suffix) {
    std::string name =
        (prefix + vector.getSymName().rtrim(suffix.empty() ? "" : "_") + suffix).str();
    while (parent.lookupSymbol(name))
      name += '_';
    return name;
  }
  FieldOp makeField(StringRef suffix, StringRef role) {
    auto field = builder.create<FieldOp>(
        loc, builder.getStringAttr(makeName("", suffix)), TypeAttr::get(uintType),
        CppAccessAttr::get(builder.getContext(), CppAccess::Public), IntegerAttr(),
        builder.getUnitAttr(), FlatSymbolRefAttr());
    field->setAttr(role, FlatSymbolRefAttr::get(vector.getSymNameAttr()));
    return field;
  }
  Value place(OpBuilder &at, FieldOp field) {
    return at.create<FieldRefOp>(loc, RefType::get(uintType), field.getSymName());
  }
  Value addTo(OpBuilder &at, FieldOp field, Value amount) {
    return at.create<AtomicOp>(loc, uintType, ReduceKind::Add, place(at, field), amount);
  }
  Value read(OpBuilder &at, VarOp variable) {
    return at.create<LoadOp>(loc, uintType, variable.getRef());
  }
  Value makeSlot(OpBuilder &at, AppendStrategy strategy);
  FuncOp makeFunction(ArrayRef<Type> types, ArrayRef<StringRef> names, StringRef comment);
  SharedOp makeShared(StringRef suffix, Type type);
  enum class Full { CountLost, Leave };
  void store(OpBuilder &at, Value slot, llvm::function_ref<Value(OpBuilder &)> value, Full full,
             Value room);

  ClassOp parent;
  FieldOp vector, size, capacity, lost;
  Location loc;
  OpBuilder builder;
  Type uintType;
  llvm::DenseMap<unsigned, FuncOp> functions;
  FuncOp nextFunction;
  /// By turns and subgroups, and whether elements come in order.
  llvm::DenseMap<std::tuple<int64_t, int64_t, int>, FuncOp> blockFunctions;
};
} // namespace

/// The number of the element's slot. One atomic operation for all threads of a subgroup that come
/// together, where the target has ballots.
Value VectorLowering::makeSlot(OpBuilder &at, AppendStrategy strategy) {
  RefType variable = RefType::get(uintType);
  if (strategy == AppendStrategy::Atomic)
    return addTo(at, size, buildUint(at, loc, 1));
  auto ask = [&](StringRef name, ActiveThreads what) {
    Value answer = at.create<ActiveThreadsOp>(loc, uintType, what);
    return at.create<VarOp>(loc, variable, name, answer, /*constant=*/true);
  };
  VarOp together = ask("together", ActiveThreads::Count);
  VarOp rank = ask("rank", ActiveThreads::Rank);
  auto first = at.create<VarOp>(loc, variable, "first", buildUint(at, loc, 0));
  auto isFirst =
      at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Eq, read(at, rank), buildUint(at, loc, 0));
  auto branch = at.create<IfOp>(loc, isFirst);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  inside.create<AssignOp>(loc, first.getRef(), addTo(inside, size, read(inside, together)));
  Value shared = at.create<SubgroupFirstOp>(loc, uintType, read(at, first));
  return at.create<BinaryOp>(loc, uintType, BinaryKind::Add, shared, read(at, rank));
}

FuncOp VectorLowering::makeFunction(ArrayRef<Type> types, ArrayRef<StringRef> names,
                                    StringRef comment) {
  SmallVector<Attribute> attributes;
  for (StringRef name : names)
    attributes.push_back(
        builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(name))));
  auto function =
      builder.create<FuncOp>(loc, makeName("append_", ""), builder.getFunctionType(types, {}),
                             builder.getArrayAttr(attributes), ArrayAttr());
  function->setAttr(kCommentAttr, builder.getStringAttr(comment));
  Block &body = function.getBody().emplaceBlock();
  for (Type type : types)
    body.addArgument(type, loc);
  return function;
}

/// Puts an element into its slot, or counts it where there is no room and nobody has counted yet.
/// `room` is a place that holds the capacity.
void VectorLowering::store(OpBuilder &at, Value slot, llvm::function_ref<Value(OpBuilder &)> value,
                           Full ifFull, Value room) {
  Type element = vector.getVectorElement();
  auto number = at.create<VarOp>(loc, RefType::get(uintType), "slot", slot, /*constant=*/true);
  auto load = [&](OpBuilder &in) { return buildLoad(in, loc, room ? room : place(in, capacity)); };
  auto fits = at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Lt, read(at, number), load(at));
  auto branch = at.create<IfOp>(loc, fits);
  OpBuilder inside = OpBuilder::atBlockEnd(&branch.getThenRegion().front());
  Value data = inside.create<VectorDataOp>(loc, PtrType::get(element), vector.getSymName());
  Value target = inside.create<DerefOp>(loc, RefType::get(element), data, read(inside, number));
  inside.create<AssignOp>(loc, target, value(inside));
  if (ifFull == Full::Leave)
    return;
  OpBuilder full = OpBuilder::atBlockEnd(&branch.getElseRegion().emplaceBlock());
  full.create<AtomicOp>(loc, uintType, ReduceKind::Min, place(full, size), load(full));
  addTo(full, lost, buildUint(full, loc, 1));
}

FuncOp VectorLowering::getFunction(AppendStrategy strategy) {
  FuncOp &function = functions[static_cast<unsigned>(strategy)];
  if (function)
    return function;
  function = makeFunction(
      {vector.getVectorElement()}, {"value"},
      ("One element more in " + vector.getSymName() + "; what finds no room is counted.").str());
  OpBuilder at = OpBuilder::atBlockEnd(&function.getBody().front());
  Value slot = makeSlot(at, strategy);
  store(
      at, slot, [&](OpBuilder &) { return Value(function.getArgument(0)); }, Full::CountLost,
      Value());
  return function;
}

FuncOp VectorLowering::getNextFunction() {
  if (nextFunction)
    return nextFunction;
  nextFunction = makeFunction(
      {vector.getVectorElement(), RefType::get(uintType)}, {"value", "next"},
      ("The next element of " + vector.getSymName() + ", if there is room for it.").str());
  OpBuilder at = OpBuilder::atBlockEnd(&nextFunction.getBody().front());
  Value next = nextFunction.getArgument(1);
  store(
      at, buildLoad(at, loc, next), [&](OpBuilder &) { return Value(nextFunction.getArgument(0)); },
      Full::Leave, Value());
  at.create<UpdateOp>(loc, BinaryKind::Add, next, buildUint(at, loc, 1));
  return nextFunction;
}

SharedOp VectorLowering::makeShared(StringRef suffix, Type type) {
  return builder.create<SharedOp>(loc, makeName("", suffix), type);
}

FuncOp VectorLowering::getBlockFunction(GridOp grid) {
  int64_t turns = *grid.getElementsPerThread();
  int64_t threads = 1;
  for (int32_t size : grid.getWorkgroupSizeAttr().asArrayRef())
    threads *= size;
  int64_t subgroups = std::max<int64_t>(threads / getTargetMinSubgroupSize(grid), 1);
  bool isInOrder = grid.getInOrder();
  FuncOp &function = blockFunctions[{turns, subgroups, int(isInOrder)}];
  if (function)
    return function;
  SharedOp counts = makeShared("Counts", ArrayType::get(builder.getContext(), subgroups, uintType));
  SharedOp first = isInOrder ? SharedOp() : makeShared("First", uintType);
  SmallVector<Type> types = {
      RefType::get(ArrayType::get(builder.getContext(), turns, vector.getVectorElement())),
      uintType};
  SmallVector<StringRef> names = {"kept", "turns"};
  std::string text = "The elements of a workgroup behind those of " + vector.getSymName().str() +
                     ": each thread has kept one where a bit of `turns` is set; ";
  if (isInOrder) {
    types.push_back(RefType::get(uintType));
    names.push_back("next");
  }
  function = makeFunction(types, names,
                          text + (isInOrder ? "they come in order from `next` on, while there is "
                                              "room."
                                            : "what finds no room is counted."));
  // Read once: a device has to take each element that is stored for a change of the capacity.
  OpBuilder top = OpBuilder::atBlockEnd(&function.getBody().front());
  VarOp room = buildVar(top, loc, "capacity", buildLoad(top, loc, place(top, capacity)),
                        /*isConst=*/true);
  buildAppendFunction(function, turns, counts, first, size,
                      [&](OpBuilder &at, Value slot, llvm::function_ref<Value(OpBuilder &)> value) {
                        store(at, slot, value, isInOrder ? Full::Leave : Full::CountLost, room);
                      });
  return function;
}

KernelAppends vkmorph::vkm::lowerAppends(ClassOp op) {
  KernelAppends counts;
  op.walk([&](Operation *inner) {
    if (isa<OnceOp, GridOp>(inner))
      counts[inner] = countAppends(inner);
  });
  SmallVector<AppendOp> appends;
  // The functions of those that come in order have the plain names: they are made first.
  for (bool inOrder : {true, false})
    op.walk([&](AppendOp append) {
      if ((append.getNext() != Value()) == inOrder)
        appends.push_back(append);
    });
  llvm::MapVector<StringRef, std::unique_ptr<VectorLowering>> vectors;
  for (AppendOp append : appends) {
    std::unique_ptr<VectorLowering> &vector = vectors[append.getField()];
    if (!vector)
      vector = std::make_unique<VectorLowering>(op, op.lookupField(append.getField()));
    AppendStrategy strategy = append.getStrategy().value_or(AppendStrategy::Atomic);
    bool isKept = strategy == AppendStrategy::Stable && !append.getNext();
    // What no grid reaches runs in one thread, if at all.
    if (isKept && !append->getParentOfType<GridOp>()) {
      strategy = AppendStrategy::Atomic;
      isKept = false;
    }
    if (strategy == AppendStrategy::Workgroup || isKept) {
      // What the loops of the shader keep until then.
      FuncOp function = vector->getBlockFunction(append->getParentOfType<GridOp>());
      append->setAttr(kAppendFunctionAttr, FlatSymbolRefAttr::get(function.getSymNameAttr()));
      continue;
    }
    FuncOp function = append.getNext() ? vector->getNextFunction() : vector->getFunction(strategy);
    OpBuilder builder(append);
    SmallVector<Value> operands = {append.getValue()};
    if (append.getNext())
      operands.push_back(append.getNext());
    auto call =
        builder.create<CallOp>(append.getLoc(), TypeRange(), function.getSymName(), operands);
    if (Attribute comment = append->getAttr(kCommentAttr))
      call->setAttr(kCommentAttr, comment);
    append.erase();
  }
  return counts;
}

//===------------------------------------------------------------------------------------------===//
// What the host is told
//===------------------------------------------------------------------------------------------===//

/// Reads of sizes that kernels change become questions to the object.
static void askForSizes(Operation *user, Value value, const llvm::StringSet<> &written) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  auto load = dyn_cast<LoadOp>(op);
  auto place = load ? load.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
  FieldOp field = place ? op->getParentOfType<ClassOp>().lookupField(place.getField()) : FieldOp();
  if (field && field.getSizeOf() && written.contains(field.getSymName())) {
    OpBuilder builder(op);
    Value most = builder.create<MostElementsOp>(op->getLoc(), op->getResult(0).getType(),
                                                *field.getSizeOf());
    op->replaceUsesWithIf(ValueRange(most), [&](OpOperand &use) { return use.getOwner() == user; });
    return;
  }
  for (Value operand : op->getOperands())
    askForSizes(op, operand, written);
}

static llvm::StringSet<> getWrittenSizes(ClassOp op) {
  llvm::StringSet<> written = getFieldsWrittenByKernels(op);
  for (CommandsOp commands : op.getBody().front().getOps<CommandsOp>())
    for (NamedAttribute use : commands.getFieldsAttr())
      if (cast<AccessAttr>(use.getValue()).getValue() != Access::Read)
        written.insert(use.getName().getValue());
  return written;
}

void vkmorph::vkm::lowerReserve(ReserveOp reserve) {
  askForSizes(reserve, reserve.getCount(), getWrittenSizes(reserve->getParentOfType<ClassOp>()));
}

/// A vkm.reserve of a kernel, on the host, where the host knows the number.
static void noteReserve(OpBuilder &builder, ReserveOp reserve, const llvm::StringSet<> &written,
                        IRMapping &mapping) {
  auto parent = reserve->getParentOfType<ClassOp>();
  auto isKnown = [&](const Root &root) {
    FieldOp field = root.symbol ? parent.lookupField(root.symbol.getValue()) : FieldOp();
    return field && !field.getVectorElement() &&
           (field.getSizeOf() || !written.contains(field.getSymName()));
  };
  if (findRead(reserve.getCount(), isKnown))
    return;
  IRMapping local = mapping;
  Value count = cloneExpression(builder, reserve.getCount(), local);
  lowerReserve(builder.create<ReserveOp>(reserve.getLoc(), reserve.getField(), count));
}

/// The vector whose size the statement sets to 0; null for all others.
static StringAttr getCleared(Operation &op) {
  auto assign = dyn_cast<AssignOp>(op);
  auto place = assign ? assign.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
  FieldOp field = place ? op.getParentOfType<ClassOp>().lookupField(place.getField()) : FieldOp();
  bool clears = field && field.getSizeOf() && getConstantInt(assign.getValue()) == 0;
  return clears ? field.getSizeOfAttr().getAttr() : StringAttr();
}

void vkmorph::vkm::noteAppends(OpBuilder &builder, KernelOp kernel, const KernelAppends &appends,
                               IRMapping &mapping,
                               llvm::function_ref<Value(GridOp, unsigned)> count) {
  llvm::StringSet<> written = getWrittenSizes(kernel->getParentOfType<ClassOp>());
  for (Operation &op : kernel.getBody().front()) {
    if (auto once = dyn_cast<OnceOp>(op))
      for (Operation &statement : once.getBody().front()) {
        if (StringAttr vector = getCleared(statement))
          builder.create<WillClearOp>(statement.getLoc(), vector.getValue());
        else if (auto reserve = dyn_cast<ReserveOp>(statement))
          noteReserve(builder, reserve, written, mapping);
      }
    auto known = appends.find(&op);
    if (known == appends.end())
      continue;
    for (const auto &[vector, times] : known->second) {
      SmallVector<Value> counts;
      auto grid = dyn_cast<GridOp>(op);
      for (unsigned dim = 0; grid && dim < grid.getNumDims(); ++dim)
        counts.push_back(count(grid, dim));
      bool isKnown = times && !llvm::is_contained(counts, Value());
      builder.create<WillAppendOp>(op.getLoc(), vector.getValue(),
                                   isKnown ? ValueRange(counts) : ValueRange(),
                                   isKnown ? builder.getI64IntegerAttr(*times) : IntegerAttr());
    }
  }
}

Value vkmorph::vkm::buildMostIterations(OpBuilder &at, GridOp grid, unsigned dim) {
  if (StringAttr vector = getVectorOfSize(grid.getUpper()[dim]))
    return at.create<MostElementsOp>(grid.getLoc(), at.getIntegerType(32, false),
                                     vector.getValue());
  return {};
}
