//===- OutlineLoop.cpp - A loop becomes a kernel
//-----------------------------------------------===//

#include "transforms/OutlineLoop.h"

#include "ir/Effects.h"
#include "ir/Places.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Type pointeeOf(Value place) { return cast<RefType>(place.getType()).getPointee(); }

static bool isNumber(Type type) { return isa<IntegerType, FloatType>(type); }

bool LoopOutliner::collect() {
  bool isPossible = true;
  m_loop->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      Value value = operand.get();
      Operation *owner =
          value.getDefiningOp() ? value.getDefiningOp() : value.getParentBlock()->getParentOp();
      if (!m_loop->isAncestor(owner) && isPossible && !need(value)) {
        isPossible = false;
        m_refused = &operand;
      }
    }
  });
  return isPossible;
}

/// Whether nothing between a read and the loop, where the kernel does it, changes what is read.
bool LoopOutliner::staysUntilLoop(Operation *read, const Root &root) const {
  if (read->getBlock() != m_loop->getBlock())
    return false;
  for (Operation *op = read; op != m_loop; op = op->getNextNode()) {
    EffectSet effects = getEffects(op);
    if (effects.ordered || effects.writesAny(root))
      return false;
  }
  return true;
}

/// A number, and an object that is made of numbers alone.
bool LoopOutliner::canPass(Type type) const {
  if (isNumber(type))
    return true;
  if (!m_takesObjects)
    return false;
  if (auto array = dyn_cast<ArrayType>(type))
    return canPass(array.getElementType());
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::all_of(lookupRecord(ForOp(m_loop), record).getMembers().getAsRange<MemberAttr>(),
                        [&](MemberAttr member) { return canPass(member.getType()); });
  return isa<VecType>(type);
}

bool LoopOutliner::isOnlyRead(Value place) const {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    return !ForOp(m_loop)->isAncestor(user) || isa<LoadOp>(user) ||
           (m_takesObjects && isa<MemberOp, ElementOp>(user) && isOnlyRead(user->getResult(0)));
  });
}

bool LoopOutliner::needPlace(Value place) {
  Operation *op = place.getDefiningOp();
  if (op && llvm::is_contained(m_known, op)) {
    m_own.insert(op);
    return need(cast<VarOp>(op).getInit());
  }
  if (op && llvm::is_contained(m_results, op)) {
    m_references.insert(place);
    return need(cast<VarOp>(op).getInit());
  }
  if (op && getRoot(place).symbol) {
    if (!isa<FieldRefOp, MemberOp, ElementOp>(op))
      return false;
    bool isKnown = llvm::all_of(op->getOperands(), [&](Value part) { return need(part); });
    m_cloned.insert(op);
    return isKnown;
  }
  // A variable of the host that is only read: the kernel has a copy.
  if (!canPass(pointeeOf(place)) || (op && !isa<VarOp>(op)) || !isOnlyRead(place))
    return false;
  m_variables.insert(place);
  return true;
}

bool LoopOutliner::need(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && m_cloned.contains(op))
    return true;
  if (isa<RefType>(value.getType()))
    return needPlace(value);
  if (isa<PtrType>(value.getType())) {
    if (isa_and_nonnull<VectorDataOp>(op))
      m_cloned.insert(op);
    else
      m_pointers.insert(value);
    return true;
  }
  if (op && isa<ConstantOp>(op)) {
    m_cloned.insert(op);
    return true;
  }
  if (isNumber(value.getType()) || isa<VecType>(value.getType())) {
    for (Value known : m_numbers)
      if (known != value && isSamePlace(known, value)) {
        m_same.insert({value, known});
        return true;
      }
    m_numbers.insert(value);
    return true;
  }
  if (!needObject(value))
    return false;
  m_cloned.insert(op);
  return true;
}

/// An object: built in the kernel as here, or a member.
bool LoopOutliner::needObject(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    return root.symbol && staysUntilLoop(load, root) && needPlace(load.getRef());
  }
  return op && op->hasTrait<VkmExpression>() && !op->getNumRegions() && !isa<CallOp>(op) &&
         llvm::all_of(op->getOperands(), [&](Value part) { return need(part); });
}

/// A number that the loop is given and that is what a variable of the host has there.
Value LoopOutliner::findRead(Value variable) const {
  for (Value number : m_numbers)
    if (auto load = number.getDefiningOp<LoadOp>();
        load && load.getRef() == variable && staysUntilLoop(load, getRoot(variable)))
      return number;
  return {};
}

/// What a number is to the loop, where it has no name.
std::string LoopOutliner::roleOf(Value value) {
  bool startsAtZero = !m_numbers.contains(m_loop.getInit());
  if (value == m_loop.getInit())
    return "first";
  for (Operation *user : value.getUsers())
    if (m_loop.getCond().isAncestor(user->getParentRegion()))
      return startsAtZero ? "count" : "last";
  for (Operation *user : value.getUsers())
    if (isa<BinaryOp, DerefOp, ElementOp>(user) && m_loop->isAncestor(user))
      return "offset";
  return "value";
}

static std::string nameOf(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<ForOp>(owner))
      return loop.getName().str();
    return argName(cast<FunctionOpInterface>(owner), argument.getArgNumber()).str();
  }
  if (auto var = value.getDefiningOp<VarOp>())
    return var.getName().str();
  if (auto cast = value.getDefiningOp<CastOp>())
    if (std::string name = nameOf(cast.getOperand()); !name.empty())
      return name;
  auto load = value.getDefiningOp<LoadOp>();
  Root root = load ? getRoot(load.getRef()) : Root();
  if (root.value && root.value == load.getRef())
    return nameOf(root.value);
  return "";
}

/// What is a parameter of the function around the loop comes first, in the order of these.
static void sortByParameter(llvm::SetVector<Value> &values) {
  SmallVector<Value> parameters, others;
  for (Value value : values) {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isParameter = argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    (isParameter ? parameters : others).push_back(value);
  }
  llvm::sort(parameters, [](Value a, Value b) {
    return cast<BlockArgument>(a).getArgNumber() < cast<BlockArgument>(b).getArgNumber();
  });
  values.clear();
  values.insert(parameters.begin(), parameters.end());
  values.insert(others.begin(), others.end());
}

KernelOp LoopOutliner::outline(StringRef symbol, unsigned dims, StringRef display) {
  Location loc = m_loop.getLoc();
  OpBuilder before(m_loop);
  IRMapping mapping;
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  llvm::StringSet<> names;
  names.insert(m_loop.getName());
  auto addParameter = [&](Value operand, std::string name, StringRef fallback) {
    if (name.empty())
      name = fallback.str();
    std::string unique = name;
    for (unsigned number = 2; !names.insert(unique).second; ++number)
      unique = name + std::to_string(number);
    m_operands.push_back(operand);
    types.push_back(operand.getType());
    attributes.push_back(
        before.getDictionaryAttr(before.getNamedAttr(kNameAttr, before.getStringAttr(unique))));
  };
  sortByParameter(m_pointers);
  sortByParameter(m_numbers);
  for (Value pointer : m_pointers)
    addParameter(pointer, nameOf(pointer), "elements");
  for (Value number : m_numbers)
    addParameter(number, nameOf(number), roleOf(number));
  for (Value reference : m_references)
    addParameter(reference, nameOf(reference), "result");
  for (Value variable : llvm::to_vector(m_variables))
    if (Value known = findRead(variable)) {
      m_read.insert({variable, known});
      m_variables.remove(variable);
    }
  for (Value variable : m_variables)
    addParameter(before.create<LoadOp>(loc, pointeeOf(variable), variable), nameOf(variable),
                 "value");

  OpBuilder builder(m_loop.getContext());
  auto kernel = builder.create<KernelOp>(loc, symbol, builder.getFunctionType(types, {}),
                                         builder.getArrayAttr(attributes), ArrayAttr(), dims,
                                         builder.getStringAttr(display));
  Block &body = kernel.getBody().emplaceBlock();
  SmallVector<Value> arguments;
  for (Type type : types)
    arguments.push_back(body.addArgument(type, loc));
  for (auto [operand, argument] :
       llvm::zip(llvm::concat<const Value>(m_pointers.getArrayRef(), m_numbers.getArrayRef(),
                                           m_references.getArrayRef()),
                 arguments))
    mapping.map(operand, argument);
  for (auto [number, known] : m_same)
    mapping.map(number, mapping.lookup(known));
  builder.setInsertionPointToEnd(&body);
  for (auto [variable, known] : m_read)
    mapping.map(variable, builder.create<VarOp>(loc, variable.getType(), nameOf(variable),
                                                mapping.lookup(known), /*constant=*/true));
  for (auto [variable, argument] :
       llvm::zip(m_variables, ArrayRef(arguments).take_back(m_variables.size())))
    mapping.map(variable, builder.create<VarOp>(loc, variable.getType(), nameOf(variable), argument,
                                                /*constant=*/true));
  for (Operation *op : m_cloned)
    builder.clone(*op, mapping);
  for (Operation *op : m_own)
    builder.clone(*op, mapping);
  for (Value reference : m_references) {
    auto var = reference.getDefiningOp<VarOp>();
    builder.create<AssignOp>(var.getLoc(), mapping.lookup(reference),
                             mapping.lookup(var.getInit()));
    var.getInitMutable().clear();
  }
  // Not a copy of it: what is checked later refers to its calls.
  m_loop->moveBefore(&body, body.end());
  m_loop->walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (Value known = mapping.lookupOrNull(operand.get()))
        operand.set(known);
  });
  for (Operation *op : m_own)
    op->erase();
  return kernel;
}
