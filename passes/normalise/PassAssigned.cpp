//===- PassAssigned.cpp - Kernels are given what members were just assigned ------------------===//
//
//   m_width = w;                          m_width = w;
//   vkm.launch @kernel1D_Fill(a)     =>   vkm.launch @kernel1D_Fill(a, w)
//
//   for (i = 0; i < m_width; ++i)         for (i = 0; i < width; ++i)
//
// The device assigns members, among the commands. A kernel that reads one of them would have to
// wait for that, and the host would not know how many iterations it has and how far it reaches. So
// it is given the number, where each of its launches finds one that the host knows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/commands/AssignedMembers.h"
#include "analysis/commands/HostStatements.h"
#include "ir/MemberNames.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/FieldPasser.h"
#include "transforms/Parameters.h"
#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSASSIGNED
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PassAssignedPass : vkm::impl::PassAssignedBase<PassAssignedPass> {
  void runOnOperation() override;
};

/// Where a launch finds a number for a kernel: in the one assignment that has set the member, or
/// else in the variable that keeps it. Null for none.
struct Source {
  AssignOp assign;
  VarOp kept;
  explicit operator bool() const { return assign || kept; }
};

/// A member that a kernel is given, by each of its launches.
struct Number {
  FieldOp field;
  SmallVector<Source> sources;
};

/// Gives some members to kernels and to the functions that they call, of which they have copies.
class NumberPasser : FieldPasser {
public:
  NumberPasser(ClassOp theClass, ArrayRef<StringAttr> fields)
      : FieldPasser(theClass), fields(fields) {}
  /// The members in the order of the parameters that the kernel has got for them.
  SmallVector<FieldOp> give(KernelOp kernel);

private:
  Function getCallee(Operation *call) override;
  bool isPassed(FieldOp field) override {
    return llvm::is_contained(fields, field.getSymNameAttr());
  }
  bool isValue(Type) override { return true; }
  std::string nameParameter(Function function, const FieldPart &part) override {
    return makeFreeArgName(function, nameCopy(part.field));
  }
  std::string nameCopy(FieldOp field) override {
    return withoutMemberMark(field.getSymName()).str();
  }
  Type getPointerType(FieldOp) override { llvm_unreachable("numbers are no vectors"); }
  void replaceFields(Function function) override;
  void finishCall(Operation *call, Function callee) override {
    cast<CallOp>(call).setCallee(callee.getName());
  }

  SmallVector<StringAttr> fields;
  llvm::DenseMap<Operation *, FuncOp> copies;
};

/// Decides what the kernels of one class are given.
class NumberGiver {
public:
  explicit NumberGiver(ClassOp theClass)
      : theClass(theClass), changed(findChangedMembers(theClass)) {}
  void run(KernelOp kernel);

private:
  bool isKnown(Value value) const;
  Source findSource(LaunchOp launch, const PlacePath &path);
  std::optional<Number> findNumber(KernelOp kernel, FieldOp field, ArrayRef<LaunchOp> launches);

  ClassOp theClass;
  Members changed;
  llvm::DenseMap<Operation *, std::unique_ptr<AssignedMembers>> known; ///< by control function
  std::map<std::vector<std::string>, std::unique_ptr<NumberPasser>> passers; ///< by fields
};
} // namespace

/// Calls `visit` with the operations that an expression is made of, until one is refused; false
/// then.
static bool allOperations(Value value, llvm::function_ref<bool(Operation *)> visit) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return true;
  bool isAllowed = visit(op);
  if (isAllowed && !isa<LoadOp>(op)) {
    for (Value operand : op->getOperands())
      isAllowed &= allOperations(operand, visit);
    for (Region &region : op->getRegions())
      for (Operation &yield : region.getOps())
        if (isa<YieldOp>(yield))
          isAllowed &= allOperations(yield.getOperand(0), visit);
  }
  return isAllowed;
}

/// Whether the host knows a value where it is computed.
bool NumberGiver::isKnown(Value value) const {
  return allOperations(value, [&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      PlacePath path = getPlacePath(load.getRef());
      bool isOfHost =
          path.root.symbol ? !changed.contains(path.root.symbol) : !isOnDevice(path.root);
      return isOfHost && path.isExact();
    }
    return isa<ConstantOp, BinaryOp, UnaryOp, CastOp, NarrowOp, MathOp, CmpOp, SelectOp, AndOp,
               OrOp>(op);
  });
}

/// Whether a value is the same wherever it is computed until a launch.
static bool stays(Value value, LaunchOp launch) {
  return allOperations(value, [&](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    return !load || staysUntil(load, getRoot(load.getRef()), launch);
  });
}

/// The variable that keeps a member in a control function; null for none.
static VarOp findKept(ControlOp control, StringAttr field) {
  VarOp kept;
  control.walk([&](VarOp var) {
    if (var->getAttr(kValueOfAttr) == field)
      kept = var;
  });
  return kept;
}

/// Where a member has its value from for certain where a kernel is launched, if that is a number of
/// the host's.
Source NumberGiver::findSource(LaunchOp launch, const PlacePath &path) {
  if (AssignOp assign = findAssignment(launch, path, getEffectsOnMembers))
    return isKnown(assign.getValue()) ? Source{assign, {}} : Source();
  auto control = launch->getParentOfType<ControlOp>();
  VarOp kept = findKept(control, path.root.symbol);
  if (!kept)
    return {};
  std::unique_ptr<AssignedMembers> &its = known[control];
  if (!its)
    its = std::make_unique<AssignedMembers>(control, changed);
  return its->isKnown(launch, path.root.symbol) ? Source{{}, kept} : Source();
}

/// What was assigned, where the launch stands: a variable has it if what it is made of has changed
/// by then.
static Value getNumber(const Source &source, LaunchOp launch, StringRef name) {
  if (VarOp kept = source.kept) {
    OpBuilder builder(launch);
    return buildLoad(builder, launch.getLoc(), kept.getRef());
  }
  AssignOp assign = source.assign;
  Value value = assign.getValue();
  OpBuilder builder(assign);
  if (stays(value, launch))
    return value;
  Location loc = assign.getLoc();
  VarOp kept;
  for (Operation *user : value.getUsers())
    if (auto var = dyn_cast<VarOp>(user); var && var.getConstant() &&
                                          var->getBlock() == assign->getBlock() &&
                                          var->isBeforeInBlock(assign))
      kept = var;
  if (!kept)
    kept = builder.create<VarOp>(loc, RefType::get(value.getType()), name, value,
                                 /*is_const=*/true);
  builder.setInsertionPoint(launch);
  return buildLoad(builder, loc, kept.getRef());
}

/// Whether a function of the device, or a kernel, uses a member otherwise than to read it, or calls
/// what cannot be copied and reads it too.
static bool isReadOnly(FunctionOpInterface function, FieldOp field) {
  Root member{field.getSymNameAttr(), {}};
  return !function
              ->walk([&](Operation *op) {
                if (auto place = dyn_cast<FieldRefOp>(op))
                  return place.getField() == field.getSymName() &&
                                 !llvm::all_of(place->getUsers(),
                                               [](Operation *user) { return isa<LoadOp>(user); })
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                auto call = dyn_cast<CallOp>(op);
                if (!call || !getEffects(call).readsAny(member))
                  return WalkResult::advance();
                auto callee = lookupCallee(call);
                return callee && isa<FuncOp>(callee) && isReadOnly(callee, field)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// In the order in which the class declares them.
void NumberPasser::replaceFields(Function function) {
  for (StringAttr symbol : fields) {
    FieldOp field = theClass.lookupField(symbol.getValue());
    bool isRead = false;
    function->walk([&](FieldRefOp place) { isRead |= place.getField() == symbol.getValue(); });
    if (isRead)
      getParameter(function, {field, {}, field.getType()});
  }
  FieldPasser::replaceFields(function);
}

SmallVector<FieldOp> NumberPasser::give(KernelOp kernel) {
  pass(kernel);
  SmallVector<FieldOp> given;
  for (const Parameter &parameter : parameters[kernel])
    given.push_back(parameter.part.field);
  return given;
}

FieldPasser::Function NumberPasser::getCallee(Operation *op) {
  auto call = dyn_cast<CallOp>(op);
  EffectSet effects = call ? getEffects(call) : EffectSet();
  if (llvm::none_of(fields, [&](StringAttr field) { return effects.readsAny({field, {}}); }))
    return {};
  auto function = cast<FuncOp>(lookupCallee(call));
  FuncOp &copy = copies[function];
  if (!copy)
    copy =
        copyFunction(function, makeFreeSymbol(theClass, (function.getSymName() + "_given").str()));
  return copy;
}

std::optional<Number> NumberGiver::findNumber(KernelOp kernel, FieldOp field,
                                              ArrayRef<LaunchOp> launches) {
  Number number{field, {}};
  PlacePath path{{field.getSymNameAttr(), {}}, {}};
  // Elements are compared with the size of their vector.
  bool isNumber =
      isa<FloatType>(field.getType()) ||
      (isa<IntegerType>(field.getType()) && field.getType().getIntOrFloatBitWidth() >= 32);
  if (!isNumber || field.getSizeOf() || !changed.contains(path.root.symbol) ||
      !isReadOnly(kernel, field))
    return std::nullopt;
  for (LaunchOp launch : launches)
    number.sources.push_back(findSource(launch, path));
  // What is no count the device reads as well, unless it changes from launch to launch.
  bool isWorthIt =
      isa<IntegerType>(field.getType()) ||
      llvm::any_of(number.sources, [](const Source &source) { return bool(source.kept); });
  if (!isWorthIt ||
      !llvm::all_of(number.sources, [](const Source &source) { return bool(source); }))
    return std::nullopt;
  return number;
}

void NumberGiver::run(KernelOp kernel) {
  constexpr size_t kMostNumbers = 8; // of 128 bytes that all devices have for arguments
  SmallVector<LaunchOp> launches = getLaunches(kernel);
  if (launches.empty() || kernel.getPerThread())
    return;
  EffectSet effects = getEffects(kernel.getBody());
  SmallVector<Number> numbers;
  SmallVector<StringAttr> fields;
  std::vector<std::string> key;
  for (FieldOp field : theClass.getBody().front().getOps<FieldOp>()) {
    Root member{field.getSymNameAttr(), {}};
    if (numbers.size() == kMostNumbers || !effects.readsAny(member) || effects.writesAny(member))
      continue;
    if (std::optional<Number> number = findNumber(kernel, field, launches)) {
      numbers.push_back(*number);
      fields.push_back(field.getSymNameAttr());
      key.push_back(field.getSymName().str());
    }
  }
  if (numbers.empty())
    return;
  std::unique_ptr<NumberPasser> &passer = passers[key];
  if (!passer)
    passer = std::make_unique<NumberPasser>(theClass, fields);
  for (FieldOp field : passer->give(kernel)) {
    const Number &number =
        *llvm::find_if(numbers, [&](const Number &candidate) { return candidate.field == field; });
    StringRef plain = withoutMemberMark(field.getSymName());
    for (auto [launch, source] : llvm::zip(launches, number.sources))
      LaunchOp(launch).getOperandsMutable().append(getNumber(source, launch, plain));
  }
}

void PassAssignedPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    NumberGiver giver(op);
    for (KernelOp kernel : llvm::to_vector(op.getBody().front().getOps<KernelOp>()))
      giver.run(kernel);
  }
}
