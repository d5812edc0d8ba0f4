//===- PassMembers.cpp - Functions of control functions get members as parameters ------------===//
//
//   float scaled(float x) { return x * m_gain; }        float scaled(float x, float gain)
//   kernel1D_Shape(a, n, scaled(strength));         ->  vkm.launch ... scaled(strength, m_gain)
//
// What the host calls are copies of functions, which know no object. A function that is an
// expression is put in the place of its call; others are given the members that they read.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/MemberNames.h"
#include "ir/Places.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/InlineBounds.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// What a function is given of a member: all of it, or a part.
struct MemberPart {
  FieldOp field;
  SmallVector<Attribute> path;
  Type type;

  bool operator==(const MemberPart &other) const {
    return field == other.field && path == other.path;
  }
};

/// The copies of functions that take members, each with what it is given behind its parameters.
class MemberPasser {
public:
  explicit MemberPasser(ClassOp theClass) : theClass(theClass) {}
  /// Whether the function that is called reads members, and does nothing else with them; it may
  /// write variables of its caller.
  bool canPass(CallOp call);
  void rewrite(CallOp call);

private:
  struct Copy {
    FuncOp function;
    SmallVector<MemberPart> parts;
  };
  const Copy &getCopy(FuncOp function);
  Value findParameter(Copy &copy, const MemberPart &part, Location loc);
  void replaceReads(Copy &copy, FieldRefOp place);

  ClassOp theClass;
  llvm::DenseMap<Operation *, Copy> copies;
};

struct PassMembersPass : vkm::impl::PassMembersBase<PassMembersPass> {
  void runOnOperation() override;
};

} // namespace

static FuncOp getCallee(CallOp call) {
  FunctionOpInterface callee = lookupCallee(call);
  return callee ? dyn_cast<FuncOp>(callee.getOperation()) : FuncOp();
}

/// Whether a place is a variable of the function that names it, or what that was given: whoever
/// calls it has been asked what this is.
static bool isVariable(const Root &root) {
  auto argument = dyn_cast_or_null<BlockArgument>(root.value);
  return argument ? isa<FuncOp>(argument.getOwner()->getParentOp())
                  : root.value && root.value.getDefiningOp<VarOp>() != nullptr;
}

bool MemberPasser::canPass(CallOp call) {
  FuncOp function = getCallee(call);
  if (!function || function.isExternal())
    return false;
  EffectSet effects = getEffects(function.getFunctionBody());
  bool writes = llvm::any_of(effects.writes, [&](const Root &root) {
    auto argument = dyn_cast_or_null<BlockArgument>(root.value);
    bool isParameter = argument && argument.getOwner()->getParentOp() == function;
    return root.symbol ||
           (isParameter && !isVariable(getRoot(call.getOperands()[argument.getArgNumber()])));
  });
  bool reads = llvm::any_of(effects.reads, [](const Root &root) { return bool(root.symbol); });
  if (writes || !reads)
    return false;
  WalkResult needsBuffers = function.walk([&](Operation *op) {
    auto call = dyn_cast<CallOp>(op);
    FuncOp callee = call ? getCallee(call) : FuncOp();
    bool isInner =
        callee &&
        callee.walk([](VectorDataOp) { return WalkResult::interrupt(); }).wasInterrupted();
    return isInner || isa<VectorDataOp, DerefOp>(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  return !needsBuffers.wasInterrupted();
}

/// The parameter that stands for a part of a member: there is one for each.
Value MemberPasser::findParameter(Copy &copy, const MemberPart &part, Location loc) {
  unsigned own = copy.function.getNumArguments() - copy.parts.size();
  for (auto [index, known] : llvm::enumerate(copy.parts))
    if (known == part)
      return copy.function.getBody().getArgument(own + index);
  StringRef name = withoutMemberMark(FieldOp(part.field).getSymName());
  if (!part.path.empty())
    if (auto member = dyn_cast<StringAttr>(part.path.back()))
      name = member.getValue();
  Builder builder(copy.function.getContext());
  unsigned number = copy.function.getNumArguments();
  copy.function.insertArgument(
      number, part.type,
      builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(name))), loc);
  copy.parts.push_back(part);
  return copy.function.getBody().getArgument(number);
}

/// Collects the reads of a place and of its parts; false where one is of an element whose number is
/// no constant, or of a whole array.
static bool findReads(Value place, SmallVectorImpl<LoadOp> &reads) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (auto load = dyn_cast<LoadOp>(user)) {
      reads.push_back(load);
      return !isa<ArrayType>(load.getType());
    }
    return isa<MemberOp, ElementOp>(user) && getPlacePath(user->getResult(0)).isExact() &&
           findReads(user->getResult(0), reads);
  });
}

void MemberPasser::replaceReads(Copy &copy, FieldRefOp place) {
  auto field = theClass.lookupSymbol<FieldOp>(place.getField());
  SmallVector<LoadOp> reads;
  if (findReads(place.getRef(), reads)) {
    for (LoadOp load : reads) {
      MemberPart part{field, getPlacePath(load.getRef()).path, load.getType()};
      load.getResult().replaceAllUsesWith(findParameter(copy, part, load.getLoc()));
      load.erase();
    }
    return;
  }
  // A variable that holds all of it.
  Value whole = findParameter(copy, {field, {}, field.getType()}, place.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(&copy.function.getBody().front());
  StringRef name = argName(copy.function, cast<BlockArgument>(whole).getArgNumber());
  auto variable = builder.create<VarOp>(place.getLoc(), place.getType(), (name + "Here").str(),
                                        whole, /*constant=*/true);
  place.getResult().replaceAllUsesWith(variable.getRef());
}

const MemberPasser::Copy &MemberPasser::getCopy(FuncOp function) {
  if (auto known = copies.find(function); known != copies.end())
    return known->second;
  OpBuilder builder(function->getContext());
  builder.setInsertionPointAfter(function);
  Copy copy{cast<FuncOp>(builder.clone(*function)), {}};
  std::string base = (function.getSymName() + "_given").str(), name = base;
  auto isTaken = [&](StringRef symbol) {
    return theClass.lookupSymbol(symbol) ||
           theClass->getParentOfType<ModuleOp>().lookupSymbol(symbol);
  };
  for (unsigned number = 2; isTaken(name); ++number)
    name = base + std::to_string(number);
  copy.function.setSymName(name);
  if (!copy.function->hasAttr("cpp_name"))
    copy.function->setAttr("cpp_name", function.getSymNameAttr());

  SmallVector<FieldRefOp> places;
  copy.function.walk([&](FieldRefOp place) { places.push_back(place); });
  for (FieldRefOp place : places)
    replaceReads(copy, place);
  SmallVector<CallOp> calls;
  copy.function.walk([&](CallOp call) {
    if (canPass(call))
      calls.push_back(call);
  });
  for (CallOp call : calls) {
    Copy inner = getCopy(getCallee(call));
    SmallVector<Value> operands(call.getOperands());
    for (const MemberPart &part : inner.parts)
      operands.push_back(findParameter(copy, part, call.getLoc()));
    call.setCallee(inner.function.getSymName());
    call.getOperandsMutable().assign(operands);
  }
  eraseDeadExpressions(copy.function.getFunctionBody());
  return copies.try_emplace(function, std::move(copy)).first->second;
}

void MemberPasser::rewrite(CallOp call) {
  Copy copy = getCopy(getCallee(call));
  OpBuilder builder(call);
  SmallVector<Value> operands(call.getOperands());
  for (const MemberPart &part : copy.parts) {
    Value place = buildFieldPlace(builder, call.getLoc(), part.field, part.path);
    operands.push_back(builder.create<LoadOp>(call.getLoc(), part.type, place));
  }
  call.setCallee(copy.function.getSymName());
  call.getOperandsMutable().assign(operands);
}

/// A call that reads members.
static CallOp findCall(ControlOp control, MemberPasser &members,
                       const llvm::SmallPtrSetImpl<Operation *> &done) {
  CallOp found;
  control.walk([&](CallOp call) {
    if (done.contains(call) || !members.canPass(call))
      return WalkResult::advance();
    found = call;
    return WalkResult::interrupt();
  });
  return found;
}

static void passMembers(ControlOp control, MemberPasser &members) {
  // Whose value went to the device with the statement that it was for.
  SmallVector<CallOp> dead;
  control.walk([&](CallOp call) {
    if (call.use_empty() && getEffects(call).writes.empty() && members.canPass(call))
      dead.push_back(call);
  });
  for (CallOp call : dead)
    call.erase();
  // Expressions in the place of calls; that may bring calls of further functions.
  llvm::SmallPtrSet<Operation *, 8> kept;
  while (CallOp call = findCall(control, members, kept)) {
    if (!inlineCall(call))
      kept.insert(call);
  }
  kept.clear();
  while (CallOp call = findCall(control, members, kept)) {
    members.rewrite(call);
    kept.insert(call);
  }
  eraseDeadExpressions(control.getBody());
}

void PassMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    MemberPasser members(op);
    for (ControlOp control : op.getBody().front().getOps<ControlOp>())
      passMembers(control, members);
  }
  setPhase(getOperation(), Phase::Normalised);
}
