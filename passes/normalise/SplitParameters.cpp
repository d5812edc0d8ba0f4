//===- SplitParameters.cpp - Structs and arrays that kernels take by value become numbers -----===//
//
//   void kernel1D_Shade(float *out, int n, Light light)     kernel1D_Shade(out, n, light_power,
//     ... out[i] = light.power * light.colour[c]       =>                  light_colour_0, ...)
//   kernel1D_Shade(out, n, sun);                            kernel1D_Shade(out, n, sun.power,
//                                                                          sun.colour[0], ...)
//
// A kernel takes the numbers that it uses, so that they become push constants as others do. What it
// uses as a whole, or by an index that is no constant, is a variable that is put together of them;
// so is what it changes, number by number.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/LocalNames.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/Parameters.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SPLITPARAMETERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// The numbers of members and elements that lead to a part.
using Path = SmallVector<unsigned>;

/// Splits one parameter of a kernel.
class ParameterSplitter {
public:
  ParameterSplitter(KernelOp kernel, unsigned index)
      : kernel(kernel), parameter(kernel.getArgument(index)), name(kernel.getArgName(index)) {
    forEachLocalName(kernel, [&](StringRef local) { taken.insert(local); });
  }
  /// Replaces the parameter; returns the parts that stand for it, in order.
  SmallVector<Path> split();

private:
  void splitValue(Value value, Path &path);
  void splitVariable(VarOp variable);
  void splitPlace(Value place, Path &path, bool isConstant);
  void replaceWhole(Value value, const Path &path);
  void sortNumbers();
  Value getNumber(Type type, const Path &path);
  Value buildPart(Type type, Path &path);
  VarOp declare(Type type, Path &path, bool isConstant);
  std::string nameOf(StringRef whole, const Path &path) const;
  std::string makeUnique(std::string wanted);

  KernelOp kernel;
  Value parameter;
  std::string name;
  VarOp copy; ///< the variable that holds what is given, while it is taken apart
  llvm::StringSet<> taken;
  SmallVector<std::pair<Path, Value>> numbers; ///< what the kernel is given
};

struct SplitParametersPass : vkm::impl::SplitParametersBase<SplitParametersPass> {
  void runOnOperation() override;
};

} // namespace

/// Whether a value of the type has parts that are passed by themselves.
static bool isSplit(Type type) { return isa<RecordType, ArrayType>(type); }

static SmallVector<Type> getPartTypes(Operation *from, Type type) {
  SmallVector<Type> types;
  if (auto array = dyn_cast<ArrayType>(type))
    types.assign(array.getLength(), array.getElementType());
  if (auto record = dyn_cast<RecordType>(type))
    for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
      types.push_back(member.getType());
  return types;
}

static MemberAttr getMember(Operation *from, RecordType record, unsigned index) {
  return cast<MemberAttr>(lookupRecord(from, record).getMembers()[index]);
}

static unsigned getNumber(Operation *from, RecordType record, StringRef member) {
  ArrayAttr members = lookupRecord(from, record).getMembers();
  return llvm::find_if(members,
                       [&](Attribute one) { return cast<MemberAttr>(one).getName() == member; }) -
         members.begin();
}

/// The number of the part that an operation takes out of a value or a place; none where it is not
/// known.
static std::optional<unsigned> getStep(Operation *op) {
  if (auto extract = dyn_cast<ExtractOp>(op))
    return getNumber(op, extract.getRecord().getType(), extract.getName());
  if (auto member = dyn_cast<MemberOp>(op))
    return getNumber(op, cast<RecordType>(member.getBase().getType().getPointee()),
                     member.getName());
  Value index;
  uint64_t count = 0;
  if (auto component = dyn_cast<ComponentOp>(op)) {
    if (auto array = dyn_cast<ArrayType>(component.getWhole().getType())) {
      index = component.getIndex();
      count = array.getLength();
    }
  } else if (auto element = dyn_cast<ElementOp>(op)) {
    if (auto array = dyn_cast<ArrayType>(element.getBase().getType().getPointee())) {
      index = element.getIndex();
      count = array.getLength();
    }
  }
  APInt number;
  if (!index || !matchPattern(index, m_ConstantInt(&number)) || number.uge(count))
    return std::nullopt;
  return number.getZExtValue();
}

//===------------------------------------------------------------------------------------------===//
// The kernel
//===------------------------------------------------------------------------------------------===//

/// light_colour_0
std::string ParameterSplitter::nameOf(StringRef whole, const Path &path) const {
  std::string result = whole.str();
  Type type = parameter.getType();
  for (unsigned step : path) {
    std::string part = std::to_string(step);
    if (auto record = dyn_cast<RecordType>(type))
      part = getMember(kernel, record, step).getName().str();
    result += "_" + part;
    type = getPartTypes(kernel, type)[step];
  }
  return result;
}

std::string ParameterSplitter::makeUnique(std::string wanted) {
  while (!taken.insert(wanted).second)
    wanted += '_';
  return wanted;
}

Value ParameterSplitter::getNumber(Type type, const Path &path) {
  for (const auto &[known, value] : numbers)
    if (known == path)
      return value;
  Value value = addParameter(kernel, makeUnique(nameOf(name, path)), type, parameter.getLoc());
  numbers.push_back({path, value});
  return value;
}

/// A part of the parameter, of its numbers.
Value ParameterSplitter::buildPart(Type type, Path &path) {
  if (!isSplit(type))
    return getNumber(type, path);
  SmallVector<Value> parts;
  for (auto [step, part] : llvm::enumerate(getPartTypes(kernel, type))) {
    path.push_back(step);
    parts.push_back(buildPart(part, path));
    path.pop_back();
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  if (!parts.empty())
    for (Value part : parts)
      if (Operation *op = part.getDefiningOp(); op && op->getBlock() == builder.getBlock())
        if (builder.getInsertionPoint() == builder.getBlock()->end() ||
            !op->isBeforeInBlock(&*builder.getInsertionPoint()))
          builder.setInsertionPointAfter(op);
  return builder.create<AggregateOp>(parameter.getLoc(), type, parts);
}

/// A variable that holds a part: where the one stands that is taken apart, or at the top of the
/// kernel.
VarOp ParameterSplitter::declare(Type type, Path &path, bool isConstant) {
  Value init = buildPart(type, path);
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  if (copy)
    builder.setInsertionPoint(copy);
  else if (Operation *op = init.getDefiningOp())
    builder.setInsertionPointAfter(op);
  // The name of the whole is free.
  std::string wanted = nameOf(copy ? copy.getName() : StringRef(name), path);
  return builder.create<VarOp>(copy ? copy.getLoc() : parameter.getLoc(), RefType::get(type),
                               path.empty() ? wanted : makeUnique(wanted), init, isConstant);
}

/// A value of which more is used than its parts by their names: read from a variable.
void ParameterSplitter::replaceWhole(Value value, const Path &path) {
  Path whole = path;
  VarOp variable = declare(value.getType(), whole, /*isConstant=*/true);
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    OpBuilder builder(use.getOwner());
    Location loc = use.getOwner()->getLoc();
    auto component = dyn_cast<ComponentOp>(use.getOwner());
    if (!component) {
      use.set(buildLoad(builder, loc, variable.getRef()));
      continue;
    }
    Value element = builder.create<ElementOp>(loc, RefType::get(component.getType()),
                                              variable.getRef(), component.getIndex());
    component.getResult().replaceAllUsesWith(buildLoad(builder, loc, element));
    component.erase();
  }
}

void ParameterSplitter::splitValue(Value value, Path &path) {
  for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
    std::optional<unsigned> step = getStep(user);
    if (!step)
      continue;
    path.push_back(*step);
    Value part = user->getResult(0);
    if (isSplit(part.getType()))
      splitValue(part, path);
    else
      part.replaceAllUsesWith(getNumber(part.getType(), path));
    path.pop_back();
    if (user->use_empty())
      user->erase();
  }
  if (!value.use_empty())
    replaceWhole(value, path);
}

/// A copy of what the kernel is given, which it changes or has to itself: a variable for each part
/// that it changes by itself. Each iteration of a loop around it has its own.
void ParameterSplitter::splitVariable(VarOp variable) {
  Path path;
  copy = variable;
  splitPlace(variable.getRef(), path, variable.getConstant());
  copy = {};
  if (variable.getRef().use_empty())
    variable.erase();
}

void ParameterSplitter::splitPlace(Value place, Path &path, bool isConstant) {
  Type type = cast<RefType>(place.getType()).getPointee();
  bool isTakenApart = isSplit(type) && llvm::all_of(place.getUsers(), [](Operation *user) {
                        return isa<MemberOp, ElementOp>(user) && getStep(user);
                      });
  bool isOnlyRead = !isSplit(type) && llvm::all_of(place.getUsers(), llvm::IsaPred<LoadOp>);
  SmallVector<Operation *> users(place.getUsers());
  if (isOnlyRead) {
    for (Operation *user : users) {
      user->getResult(0).replaceAllUsesWith(getNumber(type, path));
      user->erase();
    }
    return;
  }
  if (!isTakenApart) {
    place.replaceAllUsesWith(declare(type, path, isConstant).getRef());
    return;
  }
  // All places of one part together: they are one variable.
  SmallVector<SmallVector<Operation *>> byStep(getPartTypes(kernel, type).size());
  for (Operation *user : users)
    byStep[*getStep(user)].push_back(user);
  for (auto [step, places] : llvm::enumerate(byStep)) {
    if (places.empty())
      continue;
    // Where the first stands, the others may not see it: only the variables for its parts are used.
    Operation *first = places.front();
    for (Operation *other : llvm::drop_begin(places))
      other->getResult(0).replaceAllUsesWith(first->getResult(0));
    path.push_back(step);
    splitPlace(first->getResult(0), path, isConstant);
    path.pop_back();
    for (Operation *one : places)
      one->erase();
  }
}

/// In the order of the members, whatever the kernel uses first.
void ParameterSplitter::sortNumbers() {
  unsigned first = kernel.getNumArguments() - numbers.size();
  llvm::sort(numbers, [](const auto &a, const auto &b) { return a.first < b.first; });
  for (auto &[path, value] : numbers) {
    std::string known = kernel.getArgName(cast<BlockArgument>(value).getArgNumber()).str();
    Value sorted = addParameter(kernel, known, value.getType(), parameter.getLoc());
    value.replaceAllUsesWith(sorted);
    value = sorted;
  }
  for (size_t index = 0; index < numbers.size(); ++index)
    kernel.eraseArgument(first);
}

SmallVector<Path> ParameterSplitter::split() {
  for (Operation *user : llvm::make_early_inc_range(parameter.getUsers()))
    if (auto variable = dyn_cast<VarOp>(user))
      splitVariable(variable);
  Path path;
  splitValue(parameter, path);
  sortNumbers();
  SmallVector<Path> parts;
  for (const auto &[part, value] : numbers)
    parts.push_back(part);
  return parts;
}

//===------------------------------------------------------------------------------------------===//
// Its calls
//===------------------------------------------------------------------------------------------===//

/// A part of what a call gives, as the expression that it would be if the source named it.
static Value buildPartOf(Value value, ArrayRef<unsigned> path, Operation *call) {
  if (path.empty())
    return value;
  auto whole = value.getDefiningOp<AggregateOp>();
  if (whole)
    return buildPartOf(whole.getParts()[path.front()], path.drop_front(), call);
  auto load = value.getDefiningOp<LoadOp>();
  // What it reads may have changed behind it.
  OpBuilder builder(load ? load.getOperation() : call);
  Location loc = call->getLoc();
  Value part = load ? Value(load.getRef()) : value;
  Type type = value.getType();
  for (unsigned step : path) {
    Type next = getPartTypes(call, type)[step];
    if (auto record = dyn_cast<RecordType>(type)) {
      StringRef member = getMember(call, record, step).getName();
      part = load ? builder.create<MemberOp>(loc, RefType::get(next), part, member).getRef()
                  : builder.create<ExtractOp>(loc, next, part, member).getResult();
    } else {
      Value index =
          builder.create<ConstantOp>(loc, builder.getIntegerAttr(builder.getIntegerType(32, true),
                                                                 static_cast<int64_t>(step)));
      part = load ? builder.create<ElementOp>(loc, RefType::get(next), part, index).getRef()
                  : builder.create<ComponentOp>(loc, next, part, index).getResult();
    }
    type = next;
  }
  return load ? buildLoad(builder, loc, part) : part;
}

static void splitOperand(CallOp call, unsigned index, ArrayRef<Path> parts) {
  Value operand = call.getOperand(index);
  SmallVector<Value> values;
  for (const Path &part : parts)
    values.push_back(buildPartOf(operand, part, call));
  call->insertOperands(call->getNumOperands(), values);
  call->eraseOperand(index);
}

void SplitParametersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp theClass : getOperation().getOps<ClassOp>()) {
    llvm::DenseMap<Operation *, SmallVector<CallOp>> calls;
    theClass.walk([&](CallOp call) {
      if (auto kernel = theClass.lookupSymbol<KernelOp>(call.getCallee()))
        calls[kernel].push_back(call);
    });
    for (auto kernel : theClass.getOps<KernelOp>()) {
      for (unsigned index = 0; index < kernel.getNumArguments();) {
        if (!isSplit(kernel.getArgument(index).getType())) {
          ++index;
          continue;
        }
        SmallVector<Path> parts = ParameterSplitter(kernel, index).split();
        kernel.eraseArgument(index);
        for (CallOp call : calls[kernel])
          splitOperand(call, index, parts);
      }
    }
    theClass.walk([](ControlOp control) { eraseDeadExpressions(control.getBody()); });
  }
}
