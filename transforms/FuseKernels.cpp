//===- FuseKernels.cpp - Two launches after one another become one ---------------------------===//

#include "transforms/FuseKernels.h"

#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "ir/Effects.h"
#include "transforms/EndLast.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// A name that is longer says where the sequence begins and where it ends.
static constexpr size_t kLongestName = 40;

namespace {

/// A parameter of the kernel that is made.
struct Parameter {
  Value operand;
  Type type;
  DictionaryAttr attributes;
  std::string name;
  Location loc;
};

class KernelFuser {
public:
  KernelFuser(LaunchOp first, LaunchOp second)
      : m_launches{first, second}, m_class(first->getParentOfType<ClassOp>()), m_builder(first) {
    for (LaunchOp launch : m_launches)
      m_kernels.push_back(lookupKernel(launch));
  }
  FusedLaunch fuse();

private:
  void addParameters(unsigned which);
  void nameParameters();
  std::string nameAtLaunch(const Parameter &parameter);
  ArrayAttr listParts();
  std::string makeName(ArrayAttr parts);
  Attribute makeComment();
  void cloneHead(OpBuilder &at, unsigned which);
  void cloneTail(OpBuilder &at);
  bool joinExtents(KernelOp kernel);
  void cloneGrids(OpBuilder &at, FusedLaunch &fused);

  LaunchOp m_launches[2];
  ClassOp m_class;
  OpBuilder m_builder;
  SmallVector<KernelOp, 2> m_kernels;
  SmallVector<Parameter> m_parameters;
  SmallVector<unsigned> m_places[2]; ///< of the parameters of each kernel, among all
  IRMapping m_mappings[2];
};

} // namespace

void FusedLaunch::erase() {
  launch.erase();
  kernel.erase();
}

LaunchOp vkmorph::vkm::findLaunchBefore(LaunchOp launch) {
  for (Operation *op = launch->getPrevNode(); op; op = op->getPrevNode())
    if (auto before = dyn_cast<LaunchOp>(op))
      return before;
  return {};
}

GridOp vkmorph::vkm::findOnlyGrid(KernelOp kernel, bool mayRunOnce) {
  GridOp only;
  for (Operation &op : kernel.getBody().front()) {
    if (auto grid = dyn_cast<GridOp>(op)) {
      if (only)
        return {};
      only = grid;
      continue;
    }
    auto var = dyn_cast<VarOp>(op);
    if (!isa<ExtentOp>(op) && !(mayRunOnce && isa<OnceOp>(op)) &&
        !(var ? keepsInitialValue(var) : isWithoutEffect(&op)))
      return {};
  }
  return only;
}

//===------------------------------------------------------------------------------------------===//
// Parameters
//===------------------------------------------------------------------------------------------===//

/// Arrays that one kernel writes and the other one only reads are written.
static bool isWider(Type type, Type than) {
  auto pointer = dyn_cast<PtrType>(type), other = dyn_cast<PtrType>(than);
  return pointer && other && pointer.getPointee() == other.getPointee() && !pointer.getIsConst();
}

void KernelFuser::addParameters(unsigned which) {
  KernelOp kernel = m_kernels[which];
  for (auto [index, operand] : llvm::enumerate(m_launches[which].getOperands())) {
    BlockArgument argument = kernel.getArgument(index);
    DictionaryAttr attributes = kernel.getArgAttrDict(index);
    Parameter parameter = {operand, argument.getType(),
                           attributes ? attributes : m_builder.getDictionaryAttr({}),
                           kernel.getArgName(index).str(), argument.getLoc()};
    Type type = parameter.type;
    auto *found = llvm::find_if(m_parameters, [&](const Parameter &known) {
      return isSameExpression(known.operand, parameter.operand) &&
             (known.type == type || isWider(known.type, type) || isWider(type, known.type));
    });
    m_places[which].push_back(found - m_parameters.begin());
    if (found == m_parameters.end()) {
      m_parameters.push_back(std::move(parameter));
    } else if (found->type != type && isWider(type, found->type)) {
      parameter.name = found->name;
      *found = std::move(parameter);
    }
  }
}

/// What the control function calls it; empty where that is an expression.
std::string KernelFuser::nameAtLaunch(const Parameter &parameter) {
  if (auto argument = dyn_cast<BlockArgument>(parameter.operand))
    if (auto control = dyn_cast<ControlOp>(argument.getOwner()->getParentOp()))
      return control.getArgName(argument.getArgNumber()).str();
  if (auto data = parameter.operand.getDefiningOp<VectorDataOp>())
    return data.getField().str();
  auto load = parameter.operand.getDefiningOp<LoadOp>();
  if (auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp())
    return variable.getName().str();
  return "";
}

/// The kernels' own names, where each of them means one thing to both; otherwise those of the
/// control function.
void KernelFuser::nameParameters() {
  llvm::StringSet<> names;
  bool isUnique = llvm::all_of(m_parameters,
                               [&](const Parameter &one) { return names.insert(one.name).second; });
  for (unsigned which : {0, 1})
    for (auto [index, place] : llvm::enumerate(m_places[which]))
      isUnique &= m_parameters[place].name == m_kernels[which].getArgName(index);
  names.clear();
  for (Parameter &parameter : m_parameters) {
    if (std::string name = nameAtLaunch(parameter); !isUnique && !name.empty())
      parameter.name = name;
    while (!names.insert(parameter.name).second)
      parameter.name += '_';
    NamedAttrList attributes(parameter.attributes);
    attributes.set(kNameAttr, m_builder.getStringAttr(parameter.name));
    parameter.attributes = attributes.getDictionary(m_builder.getContext());
  }
}

//===------------------------------------------------------------------------------------------===//
// Names and comments
//===------------------------------------------------------------------------------------------===//

ArrayAttr KernelFuser::listParts() {
  SmallVector<Attribute> parts;
  for (KernelOp kernel : m_kernels) {
    if (auto fused = kernel->getAttrOfType<ArrayAttr>(kFusesAttr))
      parts.append(fused.begin(), fused.end());
    else
      parts.push_back(m_builder.getStringAttr(kernel.getDisplayName()));
  }
  return m_builder.getArrayAttr(parts);
}

/// ScaleThenShift; Scale3Times; of many, ScaleToClamp.
std::string KernelFuser::makeName(ArrayAttr parts) {
  SmallVector<std::string> names;
  for (StringRef part : parts.getAsValueRange<StringAttr>()) {
    names.push_back(part.str());
    if (names.size() > 1)
      names.back()[0] = llvm::toUpper(names.back()[0]);
  }
  if (llvm::all_equal(parts))
    return names.front() + (parts.size() == 2 ? "Twice" : std::to_string(parts.size()) + "Times");
  std::string name = llvm::join(names, "Then");
  return name.size() <= kLongestName ? name : names.front() + "To" + names.back();
}

/// What both kernels' comments say, each behind the name of its kernel.
Attribute KernelFuser::makeComment() {
  std::string text;
  for (KernelOp kernel : m_kernels) {
    auto comment = kernel->getAttrOfType<StringAttr>(kCommentAttr);
    if (!comment)
      continue;
    bool isFused = kernel->hasAttr(kFusesAttr);
    text += text.empty() ? "" : "\n";
    text += (isFused ? "" : kernel.getDisplayName().str() + ": ") + comment.getValue().str();
  }
  return text.empty() ? StringAttr() : m_builder.getStringAttr(text);
}

//===------------------------------------------------------------------------------------------===//
// Bodies
//===------------------------------------------------------------------------------------------===//

/// What stands in front of a grid, and says how many elements arrays have.
void KernelFuser::cloneHead(OpBuilder &at, unsigned which) {
  bool isBefore = true;
  for (Operation &op : m_kernels[which].getBody().front()) {
    isBefore &= !isa<GridOp>(op);
    if (isBefore || isa<ExtentOp>(op))
      at.clone(op, m_mappings[which]);
  }
}

/// What stands behind the second grid.
void KernelFuser::cloneTail(OpBuilder &at) {
  for (Operation *op = findOnlyGrid(m_kernels[1], /*mayRunOnce=*/true)->getNextNode(); op;
       op = op->getNextNode())
    if (!isa<ExtentOp>(op))
      at.clone(*op, m_mappings[1]);
}

/// Of an array of both, the source says twice how many elements it has, or never.
bool KernelFuser::joinExtents(KernelOp kernel) {
  for (auto [place, argument] : llvm::enumerate(kernel.getArguments())) {
    SmallVector<ExtentOp> extents;
    for (auto extent : kernel.getBody().front().getOps<ExtentOp>())
      if (extent.getPointer() == argument)
        extents.push_back(extent);
    bool isShared = llvm::all_of(m_places, [place = place](ArrayRef<unsigned> places) {
      return llvm::is_contained(places, place);
    });
    if (extents.empty() || !isShared)
      continue;
    if (extents.size() != 2 ||
        !OperationEquivalence::isRegionEquivalentTo(&extents[0].getCount(), &extents[1].getCount(),
                                                    OperationEquivalence::IgnoreLocations))
      return false;
    extents[1].erase();
  }
  return true;
}

void KernelFuser::cloneGrids(OpBuilder &at, FusedLaunch &fused) {
  GridOp first = findOnlyGrid(m_kernels[0]),
         second = findOnlyGrid(m_kernels[1], /*mayRunOnce=*/true);
  auto grid = cast<GridOp>(at.clone(*first, m_mappings[0]));
  IRMapping &mapping = m_mappings[1];
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    mapping.map(second.getBody().getArgument(dim), grid.getBody().getArgument(dim));
    for (auto [mine, theirs] : {std::pair(grid.getLower()[dim], second.getLower()[dim]),
                                std::pair(grid.getUpper()[dim], second.getUpper()[dim])})
      fused.bounds.push_back({mine, mapping.lookupOrDefault(theirs)});
  }
  Block &body = grid.getBody().front();
  endLast(body);
  OpBuilder inside = OpBuilder::atBlockEnd(&body);
  Operation *last = body.empty() ? nullptr : &body.back();
  for (Operation &op : second.getBody().front())
    inside.clone(op, mapping);
  fused.second = last ? last->getNextNode() : body.empty() ? nullptr : &body.front();
  auto comment = second->getAttrOfType<StringAttr>(kCommentAttr);
  if (!comment || comment == first->getAttr(kCommentAttr))
    return;
  // What was said of the second loop is said of its statements.
  Operation *next = fused.second;
  while (next && next->hasTrait<VkmExpression>())
    next = next->getNextNode();
  if (!next)
    return;
  std::string text = comment.getValue().str();
  if (auto own = next->getAttrOfType<StringAttr>(kCommentAttr))
    text += "\n" + own.getValue().str();
  next->setAttr(kCommentAttr, at.getStringAttr(text));
}

FusedLaunch KernelFuser::fuse() {
  FusedLaunch fused;
  for (unsigned which : {0, 1})
    addParameters(which);
  nameParameters();
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  SmallVector<Value> operands;
  for (const Parameter &parameter : m_parameters) {
    types.push_back(parameter.type);
    attributes.push_back(parameter.attributes);
    operands.push_back(parameter.operand);
  }
  ArrayAttr parts = listParts();
  StringRef prefix = m_kernels[0].getSymName();
  if (!prefix.consume_back(m_kernels[0].getDisplayName()))
    prefix = "";
  std::string symbol = makeFreeSymbol(m_class, prefix.str() + makeName(parts));
  m_builder.setInsertionPointAfter(m_kernels[1]->isBeforeInBlock(m_kernels[0]) ? m_kernels[0]
                                                                               : m_kernels[1]);
  KernelOp kernel = fused.kernel = m_builder.create<KernelOp>(
      m_kernels[0].getLoc(), symbol, m_builder.getFunctionType(types, {}),
      m_builder.getArrayAttr(attributes), ArrayAttr(), m_kernels[0].getDims(),
      m_builder.getStringAttr(StringRef(symbol).drop_front(prefix.size())));
  kernel->setAttr(kFusesAttr, parts);
  for (KernelOp part : m_kernels)
    if (Attribute drops = part->getAttr(kDropsStoresAttr))
      kernel->setAttr(kDropsStoresAttr, drops);
  if (Attribute comment = makeComment())
    kernel->setAttr(kCommentAttr, comment);
  Block &body = kernel.getBody().emplaceBlock();
  for (const Parameter &parameter : m_parameters)
    body.addArgument(parameter.type, parameter.loc);
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  for (unsigned which : {0, 1}) {
    for (auto [argument, place] :
         llvm::zip(m_kernels[which].getBody().getArguments(), m_places[which]))
      m_mappings[which].map(argument, body.getArgument(place));
    cloneHead(at, which);
  }
  cloneGrids(at, fused);
  cloneTail(at);
  fused.sizesAgree = joinExtents(kernel);
  m_builder.setInsertionPointAfter(m_launches[1]);
  fused.launch = m_builder.create<LaunchOp>(m_launches[0].getLoc(), symbol, operands);
  std::string comment;
  for (LaunchOp launch : m_launches)
    if (auto text = launch->getAttrOfType<StringAttr>(kCommentAttr))
      comment += (comment.empty() ? "" : "\n") + text.getValue().str();
  if (!comment.empty())
    fused.launch->setAttr(kCommentAttr, m_builder.getStringAttr(comment));
  return fused;
}

FusedLaunch vkmorph::vkm::fuseLaunches(LaunchOp first, LaunchOp second) {
  return KernelFuser(first, second).fuse();
}

//===------------------------------------------------------------------------------------------===//
// Elements that are passed on
//===------------------------------------------------------------------------------------------===//

/// Whether a value is the same wherever the iteration computes it: made of its counters, of what no
/// statement of it changes, and of variables that keep their value.
static bool isFixed(Value value, const EffectSet &effects) {
  return !findRead(value, [&](const Root &root) { return !effects.writesAny(root); });
}

/// Whether two values are computed alike: `y * w + x` in an index, or in a variable before.
static bool isSameNumber(Value a, Value b) {
  a = lookThroughVariables(a);
  b = lookThroughVariables(b);
  if (a == b)
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  return isSameOperation(left, right) &&
         llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()),
                      [](auto pair) { return isSameNumber(std::get<0>(pair), std::get<1>(pair)); });
}

/// Of other widths, memory may have fewer bits than a variable of the shader.
static bool isWhole(Type type) {
  Type component = getComponentType(type);
  return component.isIntOrFloat() && component.getIntOrFloatBitWidth() >= 32;
}

/// Whether a place is that element, wherever in the iteration it is named.
static bool isSameElement(Value place, DerefOp element) {
  auto other = place.getDefiningOp<DerefOp>();
  return other && isSameExpression(other.getPointer(), element.getPointer()) &&
         isSameNumber(other.getIndex(), element.getIndex());
}

/// `out[i] *= gain` is `out[i] = out[i] * gain`, where that is the only access to what it reads.
static void spellOut(Operation *part, DerefOp element) {
  for (Operation *op = part; op; op = op->getNextNode()) {
    auto update = dyn_cast<UpdateOp>(op);
    if (update && isSameElement(update.getRef(), element) &&
        update.getValue().getType() == cast<RefType>(update.getRef().getType()).getPointee()) {
      OpBuilder at(update);
      Location loc = update.getLoc();
      Value old = buildLoad(at, loc, update.getRef());
      auto assign = at.create<AssignOp>(
          loc, update.getRef(),
          at.create<BinaryOp>(loc, old.getType(), update.getKind(), old, update.getValue()));
      if (Attribute comment = update->getAttr(kCommentAttr))
        assign->setAttr(kCommentAttr, comment);
      update.erase();
      return;
    }
    if (getEffects(op).writesAny(getRoot(element.getResult())))
      return;
  }
}

/// What reads an element, in the part behind the store: each before anything of that part has
/// written to the array.
static SmallVector<LoadOp> findReadsOf(DerefOp element, Operation *part) {
  Root root = getRoot(element.getResult());
  SmallVector<LoadOp> reads;
  for (Operation *op = part; op; op = op->getNextNode()) {
    auto assign = dyn_cast<AssignOp>(op);
    bool writes = getEffects(op).writesAny(root);
    if (!assign && writes)
      break;
    op->walk([&](LoadOp load) {
      if (isSameElement(load.getRef(), element))
        reads.push_back(load);
    });
    if (writes)
      break;
  }
  return reads;
}

/// What stands for the value of a store from then on: a number of the source, or a variable.
static Value keepStored(AssignOp store, const Root &root) {
  if (store.getValue().getDefiningOp<ConstantOp>())
    return store.getValue();
  auto load = store.getValue().getDefiningOp<LoadOp>();
  auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  if (!variable || !keepsInitialValue(variable)) {
    OpBuilder at(store);
    std::string name = (getRootName(root) + "Local").str();
    variable = at.create<VarOp>(store.getLoc(), RefType::get(store.getValue().getType()), name,
                                store.getValue(), /*is_const=*/true);
    if (Attribute comment = store->removeAttr(kCommentAttr))
      variable->setAttr(kCommentAttr, comment);
    store.getValueMutable().assign(buildLoad(at, store.getLoc(), variable.getRef()));
  }
  return variable.getRef();
}

/// `out[i] = v; ... = out[i]`: the second part takes what the first one has stored from a variable.
static void passOn(AssignOp store, Operation *part) {
  auto element = store.getRef().getDefiningOp<DerefOp>();
  auto grid = cast<GridOp>(store->getParentOp());
  EffectSet effects = getEffects(grid.getBody());
  if (!element || !isWhole(store.getValue().getType()) || !isFixed(element.getIndex(), effects))
    return;
  Root root = getRoot(element.getResult());
  // Nothing else of the first part writes to the array.
  for (Operation &op : grid.getBody().front()) {
    if (&op == part)
      break;
    if (&op != store && getEffects(&op).writesAny(root))
      return;
  }
  spellOut(part, element);
  SmallVector<LoadOp> reads = findReadsOf(element, part);
  if (reads.empty())
    return;
  Value kept = keepStored(store, root);
  for (LoadOp read : reads) {
    OpBuilder at(read);
    Operation *number = kept.getDefiningOp<ConstantOp>();
    read.replaceAllUsesWith(number ? at.clone(*number)->getResult(0)
                                   : buildLoad(at, read.getLoc(), kept));
    read.erase();
  }
}

/// `out[i] = v; out[i] = w;`, where nothing reads the array between the two: the first one is gone.
static void dropOverwritten(AssignOp store) {
  auto element = store.getRef().getDefiningOp<DerefOp>();
  auto grid = cast<GridOp>(store->getParentOp());
  if (!element || !isFixed(element.getIndex(), getEffects(grid.getBody())))
    return;
  Root root = getRoot(element.getResult());
  for (Operation *op = store->getNextNode(); op; op = op->getNextNode()) {
    auto assign = dyn_cast<AssignOp>(op);
    EffectSet effects = getEffects(op);
    if (effects.readsAny(root) || effects.ordered || endsIteration(*op))
      return;
    if (assign && isSameElement(assign.getRef(), element)) {
      auto comment = store->getAttrOfType<StringAttr>(kCommentAttr);
      if (comment && !assign->hasAttr(kCommentAttr))
        assign->setAttr(kCommentAttr, comment);
      settleEffects(assign, store);
      grid->getParentOp()->setAttr(kDropsStoresAttr, UnitAttr::get(grid.getContext()));
      store.erase();
      return;
    }
  }
}

//===------------------------------------------------------------------------------------------===//
// Kernels that stay
//===------------------------------------------------------------------------------------------===//

static void dropUnused(FusedLaunch &fused) {
  eraseDeadExpressions(fused.kernel.getBody());
  for (unsigned index = fused.kernel.getNumArguments(); index-- > 0;)
    if (fused.kernel.getArgument(index).use_empty()) {
      (void)fused.kernel.eraseArgument(index);
      fused.launch.getOperandsMutable().erase(index);
    }
}

/// A kernel that is made of the same ones in the same way; null where there is none.
static KernelOp findAlike(KernelOp kernel) {
  auto theClass = kernel->getParentOfType<ClassOp>();
  for (auto other : theClass.getBody().front().getOps<KernelOp>())
    if (other != kernel && other->getAttr(kFusesAttr) == kernel->getAttr(kFusesAttr) &&
        other.getFunctionType() == kernel.getFunctionType() &&
        other.getArgAttrsAttr() == kernel.getArgAttrsAttr() &&
        OperationEquivalence::isRegionEquivalentTo(&other.getBody(), &kernel.getBody(),
                                                   OperationEquivalence::IgnoreLocations))
      return other;
  return {};
}

void vkmorph::vkm::finish(FusedLaunch &fused, LaunchOp first, LaunchOp second) {
  GridOp grid = findOnlyGrid(fused.kernel, /*mayRunOnce=*/true);
  SmallVector<AssignOp> stores;
  for (Operation &op : grid.getBody().front()) {
    if (&op == fused.second)
      break;
    if (auto store = dyn_cast<AssignOp>(op))
      stores.push_back(store);
  }
  if (fused.second) {
    for (AssignOp store : stores)
      passOn(store, fused.second);
    for (AssignOp store : stores)
      dropOverwritten(store);
  }
  dropUnused(fused);
  first.erase();
  second.erase();
  if (KernelOp other = findAlike(fused.kernel)) {
    fused.launch.setKernel(other.getSymName());
    fused.kernel.erase();
    fused.kernel = other;
  }
}
