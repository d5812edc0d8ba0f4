//===- BindReferences.cpp - Kernels with reference parameters, for what they are given -------===//
//
//   void kernel1D_Sum(const int *a, int &sum, int n)     kernel1D_Sum(const int *a, int n)
//   void Mean(const int *a, int n) {                     // instead of sum: the field Mean_sum
//     int sum = 0;                                  ->   Mean_sum = 0;
//     kernel1D_Sum(a, sum, n);                           kernel1D_Sum(a, n);
//     m_mean = sum / n;                                  m_mean = Mean_sum / n;
//   }
//
// A reference to a member becomes the member; a local variable, or what the caller of a control
// function gave, a field that only the generated class has. So all that holds for members holds for
// references: reductions, barriers, what the host reads back. An element of a buffer is copied into
// such a field before the kernel's loops and back behind them, if it is written.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/HostCode.h"
#include "ir/MemberNames.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/GivenPlaces.h"
#include "transforms/LocalFields.h"
#include "transforms/Parameters.h"
#include "transforms/SymbolNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_BINDREFERENCES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
/// Makes of each kernel that takes references one for each set of places that it is given.
class ReferenceBinder {
public:
  explicit ReferenceBinder(ClassOp theClass) : theClass(theClass) {}
  LogicalResult bind(ControlOp control);
  /// Erases what was there only for its instances; a single one takes its name.
  void finish();

private:
  struct Place;
  void promote(VarOp var, ControlOp control);
  void promote(BlockArgument reference, ControlOp control);
  void promoteRoot(Value place, ControlOp control);
  LogicalResult bind(CallOp call, KernelOp kernel);
  KernelOp instantiate(KernelOp kernel, ArrayRef<Place> places);
  void bindParameter(KernelOp kernel, unsigned index, const Place &place, ArrayRef<Value> inputs);

  ClassOp theClass;
  std::map<std::string, KernelOp> instances; ///< by kernel and places
  llvm::MapVector<Operation *, SmallVector<KernelOp>> made;
};

struct BindReferencesPass : vkm::impl::BindReferencesBase<BindReferencesPass> {
  void runOnOperation() override;
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Places
//===------------------------------------------------------------------------------------------===//

/// What a launch gives a reference parameter.
struct ReferenceBinder::Place : GivenPlace {
  explicit Place(unsigned parameter, Value operand)
      : GivenPlace(getGivenPlace(operand, DescribedIndices::Constants)), parameter(parameter) {}

  unsigned parameter;
  std::optional<unsigned> pointerInput; ///< where the instance has them
  SmallVector<unsigned> indexInputs;

  Operation *root() const { return steps.front(); }
  std::string name(ControlOp control) const;
};

/// "sum" of the field Mean_sum, "total" of m_total.
static StringRef nameOfField(ClassOp theClass, StringRef symbol) {
  auto field = theClass.lookupSymbol<FieldOp>(symbol);
  return withoutMemberMark(field ? getNameInSource(field) : symbol);
}

/// "total" of m_total, "sums" of sums[0].
std::string ReferenceBinder::Place::name(ControlOp control) const {
  auto theClass = control->getParentOfType<ClassOp>();
  if (auto field = dyn_cast<FieldRefOp>(root()))
    return nameOfField(theClass, field.getField()).str();
  if (auto data = pointer.getDefiningOp<VectorDataOp>())
    return nameOfField(theClass, data.getField()).str();
  auto argument = dyn_cast<BlockArgument>(pointer);
  return argument ? argName(control, argument.getArgNumber()).str() : "place";
}

//===------------------------------------------------------------------------------------------===//
// Copies that nobody sees
//===------------------------------------------------------------------------------------------===//

/// What a callee knows a place by, of which it is given all or a whole that holds it; none where it
/// may reach the place otherwise.
static std::optional<PlacePath> seenFrom(CallOp call, KernelOp callee, const PlacePath &place) {
  std::optional<PlacePath> seen;
  for (auto [operand, argument] : llvm::zip(call.getOperands(), callee.getBody().getArguments())) {
    if (!isa<RefType>(operand.getType()) || getRoot(operand) != place.root)
      continue;
    PlacePath given = getPlacePath(operand);
    bool holds = given.path.size() <= place.path.size() &&
                 std::equal(given.path.begin(), given.path.end(), place.path.begin());
    if (seen || !given.isExact() || !holds)
      return std::nullopt;
    seen = {{{}, argument}, {}};
    seen->path.append(place.path.begin() + given.path.size(), place.path.end());
  }
  return seen;
}

/// Whether what runs from here on assigns the place before anything reads it.
static bool isOverwrittenFirst(Operation *from, const PlacePath &place) {
  for (Operation *op = from; op; op = op->getNextNode()) {
    if (isa<ReturnOp>(op))
      return false;
    if (auto assign = dyn_cast<AssignOp>(op)) {
      PlacePath assigned = getPlacePath(assign.getRef());
      if (assigned.root == place.root && assigned.isExact() &&
          assigned.path.size() <= place.path.size() && assigned.overlaps(place))
        return true;
      if (!assigned.overlaps(place))
        continue;
    }
    if (auto load = dyn_cast<LoadOp>(op); load && !getPlacePath(load.getRef()).overlaps(place))
      continue;
    EffectSet effects = getEffects(op);
    if (!effects.ordered && !effects.readsAny(place.root) && !effects.writesAny(place.root))
      continue;
    auto call = dyn_cast<CallOp>(op);
    auto kernel = call ? dyn_cast<KernelOp>(lookupCallee(call).getOperation()) : KernelOp();
    std::optional<PlacePath> seen = kernel ? seenFrom(call, kernel, place) : std::nullopt;
    Block *body = seen ? &kernel.getBody().front() : nullptr;
    return body && !body->empty() && isOverwrittenFirst(&body->front(), *seen);
  }
  return false;
}

//===------------------------------------------------------------------------------------------===//
// Fields of the generated class
//===------------------------------------------------------------------------------------------===//

void ReferenceBinder::promote(VarOp var, ControlOp control) {
  FieldOp field =
      makeLocalField(control, var.getLoc(), var.getName(), var.getRef().getType().getPointee());
  // Nobody sees what is overwritten first.
  Operation *next = var->getNextNode();
  replaceByField(var.getRef(), field);
  if (isOverwrittenFirst(next, {{field.getSymNameAttr(), {}}, {}}))
    var.getInitMutable().clear();
  replaceByField(var, field);
}

/// `to = from` number by number, since commands are given numbers; what comes next may overwrite
/// parts first.
static void copyParts(OpBuilder &builder, Location loc, Value to, Value from, Operation *next) {
  Type type = cast<RefType>(to.getType()).getPointee();
  auto copy = [&](llvm::function_ref<Value(Value)> build) {
    Value source = build(from), target = build(to);
    copyParts(builder, loc, target, source, next);
  };
  if (auto record = dyn_cast<RecordType>(type)) {
    for (auto member : lookupRecord(builder.getBlock()->getParentOp(), record)
                           .getMembers()
                           .getAsRange<MemberAttr>())
      copy([&](Value base) {
        return builder.create<MemberOp>(loc, RefType::get(member.getType()), base,
                                        member.getName());
      });
    return;
  }
  constexpr int64_t kMostElements = 64;
  if (int64_t count = getNumElements(type); count > 0 && count <= kMostElements) {
    for (int64_t number = 0; number < count; ++number)
      copy([&](Value base) {
        auto index = builder.create<ConstantOp>(
            loc, builder.getIntegerAttr(builder.getIntegerType(32, /*isSigned=*/true), number));
        return builder.create<ElementOp>(loc, RefType::get(getElementType(type)), base, index);
      });
    return;
  }
  if (!isOverwrittenFirst(next, getPlacePath(to)))
    builder.create<AssignOp>(loc, to, builder.create<LoadOp>(loc, type, from));
}

/// What the caller gave is copied into a field, and back where the function ends.
void ReferenceBinder::promote(BlockArgument reference, ControlOp control) {
  Location loc = reference.getLoc();
  FieldOp field = makeLocalField(control, loc, argName(control, reference.getArgNumber()),
                                 cast<RefType>(reference.getType()).getPointee());
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : reference.getUses())
    if (!use.getOwner()->getParentOfType<ExtentOp>() && !isa<IsSetOp>(use.getOwner()))
      uses.push_back(&use);
  for (OpOperand *use : uses) {
    OpBuilder builder(use->getOwner());
    use->set(builder.create<FieldRefOp>(use->getOwner()->getLoc(), reference.getType(),
                                        field.getSymName()));
  }
  Block &body = control.getBody().front();
  Operation *first = &body.front();
  while (isa<ExtentOp>(first))
    first = first->getNextNode();
  auto place = [&](OpBuilder &builder) {
    return builder.create<FieldRefOp>(loc, reference.getType(), field.getSymName());
  };
  bool isWritten = getEffects(control.getBody()).writesAny({field.getSymNameAttr(), {}});
  // A pointer that may be null is copied where it is not.
  bool mayBeNull = llvm::any_of(reference.getUsers(), llvm::IsaPred<IsSetOp>);
  auto enter = [&](OpBuilder &builder) {
    if (!mayBeNull)
      return;
    auto isSet = builder.create<IsSetOp>(loc, builder.getI1Type(), reference);
    auto branch = builder.create<IfOp>(loc, isSet);
    if (branch.getThenRegion().empty())
      branch.getThenRegion().emplaceBlock();
    builder.setInsertionPointToEnd(&branch.getThenRegion().front());
  };
  OpBuilder entry(first);
  enter(entry);
  copyParts(entry, loc, place(entry), reference, first);
  if (!isWritten)
    return;
  SmallVector<Operation *> ends;
  control.walk([&](ReturnOp op) { ends.push_back(op); });
  OpBuilder builder(control.getContext());
  auto copyBack = [&] {
    enter(builder);
    auto value = builder.create<LoadOp>(loc, field.getType(), place(builder));
    builder.create<AssignOp>(loc, reference, value);
  };
  for (Operation *end : ends) {
    builder.setInsertionPoint(end);
    copyBack();
  }
  if (!isa<ReturnOp>(body.back())) {
    builder.setInsertionPointToEnd(&body);
    copyBack();
  }
}

void ReferenceBinder::promoteRoot(Value place, ControlOp control) {
  Value root = getRoot(place).value;
  if (!root || !isa<RefType>(root.getType()))
    return;
  if (auto argument = dyn_cast<BlockArgument>(root))
    promote(argument, control);
  else if (auto var = root.getDefiningOp<VarOp>())
    promote(var, control);
}

//===------------------------------------------------------------------------------------------===//
// Instances
//===------------------------------------------------------------------------------------------===//

void ReferenceBinder::bindParameter(KernelOp kernel, unsigned index, const Place &place,
                                    ArrayRef<Value> inputs) {
  BlockArgument parameter = kernel.getBody().getArgument(index);
  Location loc = parameter.getLoc();
  Value pointer = place.pointerInput ? inputs[*place.pointerInput] : Value();
  SmallVector<Value> indices;
  for (unsigned input : place.indexInputs)
    indices.push_back(inputs[input]);
  auto build = [&](OpBuilder &builder) { return place.build(builder, pointer, indices); };
  bool isCopied = pointer && getEffects(kernel.getBody()).writesAny({{}, parameter});
  if (!isCopied) {
    for (OpOperand &use : llvm::make_early_inc_range(parameter.getUses())) {
      OpBuilder builder(use.getOwner());
      use.set(build(builder));
    }
    return;
  }
  Block &body = kernel.getBody().front();
  std::string name = (kernel.getDisplayName() + "_" + argName(kernel, index)).str();
  FieldOp field = makeField(theClass, loc, name, cast<RefType>(parameter.getType()).getPointee());
  field.setTemporary(true);
  field.setCppAccess(CppAccess::Public);
  replaceByField(parameter, field);
  Operation *first = &body.front();
  while (isa<ExtentOp>(first))
    first = first->getNextNode();
  auto copy = [&](OpBuilder &builder, bool isBack) {
    Value own = builder.create<FieldRefOp>(loc, parameter.getType(), field.getSymName());
    Value element = build(builder);
    Value value = builder.create<LoadOp>(loc, field.getType(), isBack ? own : element);
    builder.create<AssignOp>(loc, isBack ? element : own, value);
  };
  if (!isOverwrittenFirst(first, {{field.getSymNameAttr(), {}}, {}})) {
    OpBuilder builder(first);
    copy(builder, /*isBack=*/false);
  }
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  if (isa<ReturnOp>(body.back()))
    builder.setInsertionPoint(&body.back());
  copy(builder, /*isBack=*/true);
}

KernelOp ReferenceBinder::instantiate(KernelOp kernel, ArrayRef<Place> places) {
  Operation *last = made[kernel].empty() ? kernel.getOperation() : made[kernel].back();
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfter(last);
  auto instance = cast<KernelOp>(builder.clone(*kernel));
  made[kernel].push_back(instance);
  auto control = places.front().root()->getParentOfType<ControlOp>();
  std::string name = kernel.getSymName().str();
  for (const Place &place : places)
    name += "_" + place.name(control);
  renameKernel(instance, makeFreeSymbol(theClass, name));

  SmallVector<Value> inputs;
  auto addInput = [&](Type type, const std::string &hint, Location loc) {
    inputs.push_back(addParameter(instance, hint, type, loc));
  };
  for (const Place &place : places) {
    std::string hint = argName(kernel, place.parameter).str();
    if (place.pointerInput && *place.pointerInput == inputs.size())
      addInput(place.pointer.getType(), hint, place.pointer.getLoc());
    for (Value index : place.indices)
      addInput(index.getType(), makeFreeArgName(instance, hint + "Index"), index.getLoc());
  }
  for (const Place &place : places)
    bindParameter(instance, place.parameter, place, inputs);
  for (const Place &place : llvm::reverse(places))
    instance.eraseArgument(place.parameter);
  return instance;
}

/// Whether two places lie in one buffer, in elements that may be the same one.
static bool mayBeOneElement(Operation *a, Operation *b) {
  auto first = dyn_cast<DerefOp>(a), second = dyn_cast<DerefOp>(b);
  if (!first || !second || !isSameExpression(first.getPointer(), second.getPointer()))
    return false;
  std::optional<int64_t> left = getConstantInt(first.getIndex()),
                         right = getConstantInt(second.getIndex());
  return !left || !right || *left == *right;
}

LogicalResult ReferenceBinder::bind(CallOp call, KernelOp kernel) {
  SmallVector<Place> places;
  std::string key = kernel.getSymName().str();
  llvm::raw_string_ostream stream(key);
  SmallVector<Value> added;
  EffectSet effects = getEffects(kernel.getBody());
  for (auto [number, operand] : llvm::enumerate(call.getOperands())) {
    if (!isa<RefType>(operand.getType()))
      continue;
    Place place(number, operand);
    stream << '|' << place.describe();
    if (place.pointer) {
      auto deref = cast<DerefOp>(place.root());
      stream << place.pointer.getType();
      for (const Place &other : places) {
        bool isWritten = effects.writesAny({{}, kernel.getArgument(number)}) ||
                         effects.writesAny({{}, kernel.getArgument(other.parameter)});
        if (isWritten && mayBeOneElement(other.root(), deref))
          return report(call.getLoc(), diag::BufferTwice,
                        {kernel.getArgName(other.parameter).str(), kernel.getArgName(number).str(),
                         kernel.getSymName().str()});
        if (other.pointer && isSameExpression(other.pointer, place.pointer))
          place.pointerInput = other.pointerInput;
      }
      if (!place.pointerInput) {
        place.pointerInput = added.size();
        added.push_back(place.pointer);
      }
      stream << *place.pointerInput;
    }
    for (Value index : place.indices) {
      place.indexInputs.push_back(added.size());
      added.push_back(index);
    }
    places.push_back(std::move(place));
  }
  KernelOp &instance = instances[key];
  if (!instance)
    instance = instantiate(kernel, places);
  SmallVector<Value> operands;
  for (Value operand : call.getOperands())
    if (!isa<RefType>(operand.getType()))
      operands.push_back(operand);
  operands.append(added);
  call.setCallee(instance.getSymName());
  call.getOperandsMutable().assign(operands);
  return success();
}

LogicalResult ReferenceBinder::bind(ControlOp control) {
  SmallVector<std::pair<CallOp, KernelOp>> calls;
  control.walk([&](CallOp call) {
    auto kernel = theClass.lookupSymbol<KernelOp>(call.getCallee());
    if (kernel && llvm::any_of(kernel.getArgumentTypes(), llvm::IsaPred<RefType>))
      calls.push_back({call, kernel});
  });
  for (auto [call, kernel] : calls)
    for (unsigned index = 0; index < call.getNumOperands(); ++index)
      if (isa<RefType>(call.getOperand(index).getType()))
        promoteRoot(call.getOperand(index), control);
  for (auto [call, kernel] : calls)
    if (failed(bind(call, kernel)))
      return failure();
  if (!calls.empty())
    eraseDeadExpressions(control.getBody());
  return success();
}

void ReferenceBinder::finish() {
  for (KernelOp kernel :
       llvm::make_early_inc_range(theClass.getBody().front().getOps<KernelOp>())) {
    if (llvm::none_of(kernel.getArgumentTypes(), llvm::IsaPred<RefType>))
      continue;
    SmallVector<KernelOp> own = made.lookup(kernel);
    std::string name = kernel.getSymName().str();
    kernel.erase();
    if (own.size() != 1)
      continue;
    StringAttr previous = own.front().getSymNameAttr();
    renameKernel(own.front(), name);
    theClass.walk([&](CallOp call) {
      if (call.getCallee() == previous.getValue())
        call.setCallee(name);
    });
  }
}

void BindReferencesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    ReferenceBinder references(op);
    for (ControlOp control : op.getBody().front().getOps<ControlOp>())
      if (failed(references.bind(control)))
        signalPassFailure();
    references.finish();
  }
}
