//===- Utils.cpp - What several passes need of expressions and bodies ------------------------===//

#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Whether a value may be used where the builder stands.
static bool isVisible(OpBuilder &builder, Value value) {
  Block *block = builder.getInsertionBlock();
  Block::iterator point = builder.getInsertionPoint();
  while (block != value.getParentBlock()) {
    Operation *parent = block->getParentOp();
    if (!parent || !parent->getBlock())
      return false;
    block = parent->getBlock();
    point = Block::iterator(parent);
  }
  Operation *op = value.getDefiningOp();
  return !op || point == block->end() || op->isBeforeInBlock(&*point);
}

Value vkmorph::vkm::cloneExpression(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || isVisible(builder, value) || !(op->hasTrait<VkmExpression>() || isa<VarOp>(op)))
    return value;
  for (Value operand : op->getOperands())
    cloneExpression(builder, operand, mapping);
  // Regions of short circuits use values from outside as well.
  op->walk([&](Operation *inner) {
    if (inner != op)
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
          cloneExpression(builder, operand, mapping);
  });
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Every use of a place, through members and elements, reads it.
static bool isOnlyRead(Value place) {
  return llvm::all_of(place.getUsers(), [](Operation *user) {
    if (isa<LoadOp>(user))
      return true;
    return isa<MemberOp, ElementOp>(user) && isOnlyRead(user->getResult(0));
  });
}

bool vkmorph::vkm::keepsInitialValue(VarOp var) {
  return var.getInit() && isOnlyRead(var.getRef());
}

Operation *vkmorph::vkm::findRead(Value value, llvm::function_ref<bool(const Root &)> allowed) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  if (isa<CallOp>(op))
    return op;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
    if (var && keepsInitialValue(var)) {
      if (Operation *read = findRead(var.getInit(), allowed))
        return read;
    } else if (!allowed(root)) {
      return op;
    }
  }
  for (Value operand : op->getOperands())
    if (Operation *read = findRead(operand, allowed))
      return read;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.front())
      if (auto yield = dyn_cast<YieldOp>(inner))
        if (Operation *read = findRead(yield.getValue(), allowed))
          return read;
  return nullptr;
}

llvm::StringSet<> vkmorph::vkm::getFieldsWrittenByKernels(ClassOp op) {
  llvm::StringSet<> names;
  for (KernelOp kernel : op.getBody().front().getOps<KernelOp>())
    for (const Root &root : getEffects(kernel.getBody()).writes)
      if (root.symbol)
        names.insert(root.symbol.getValue());
  return names;
}

CmpKind vkmorph::vkm::swapOperands(CmpKind kind) {
  switch (kind) {
  case CmpKind::Lt:
    return CmpKind::Gt;
  case CmpKind::Le:
    return CmpKind::Ge;
  case CmpKind::Gt:
    return CmpKind::Lt;
  case CmpKind::Ge:
    return CmpKind::Le;
  case CmpKind::Eq:
  case CmpKind::Ne:
    return kind;
  }
  llvm_unreachable("all kinds are handled");
}

std::optional<int64_t> vkmorph::vkm::getConstantInt(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto attr = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  if (!attr)
    return std::nullopt;
  auto type = cast<IntegerType>(attr.getType());
  if (type.isSigned())
    return attr.getValue().getSExtValue();
  return static_cast<int64_t>(attr.getValue().getZExtValue());
}

StringRef vkmorph::vkm::getDisplayName(StringRef kernelName) {
  for (StringRef prefix : {"kernel1D_", "kernel2D_", "kernel3D_", "kernel_"})
    if (kernelName.starts_with(prefix) && kernelName.size() > prefix.size())
      return kernelName.substr(prefix.size());
  return kernelName;
}

bool vkmorph::vkm::isWithoutEffect(Operation *op) {
  if (!op->hasTrait<VkmExpression>())
    return false;
  EffectSet effects = getEffects(op);
  return effects.writes.empty() && !effects.ordered;
}

bool vkmorph::vkm::isStraightBetween(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (!op || !isWithoutEffect(op))
      return false;
  return true;
}

void vkmorph::vkm::eraseDeadExpressions(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      for (Region &inner : op.getRegions())
        eraseDeadExpressions(inner);
      if (op.use_empty() && isWithoutEffect(&op) && !isa<CallOp>(op))
        op.erase();
    }
}

void vkmorph::vkm::attachComment(Block *block, Operation *before, Attribute comment) {
  Operation *op = before ? before->getNextNode() : block->empty() ? nullptr : &block->front();
  while (op && op->hasTrait<VkmExpression>())
    op = op->getNextNode();
  if (op && comment)
    op->setAttr(kCommentAttr, comment);
}

PlacePath vkmorph::vkm::getPlacePath(Value place) {
  PlacePath result;
  result.root = getRoot(place);
  while (Operation *op = place.getDefiningOp()) {
    MLIRContext *context = op->getContext();
    auto addIndex = [&](Value index) {
      std::optional<int64_t> number = getConstantInt(index);
      result.path.push_back(number ? IntegerAttr::get(IntegerType::get(context, 64), *number)
                                   : Attribute());
    };
    if (auto member = dyn_cast<MemberOp>(op)) {
      result.path.push_back(member.getNameAttr());
      place = member.getBase();
    } else if (auto element = dyn_cast<ElementOp>(op)) {
      addIndex(element.getIndex());
      place = element.getBase();
    } else if (auto deref = dyn_cast<DerefOp>(op)) {
      addIndex(deref.getIndex());
      break;
    } else {
      break;
    }
  }
  std::reverse(result.path.begin(), result.path.end());
  return result;
}

bool PlacePath::overlaps(const PlacePath &other) const {
  if (!mayAlias(root, other.root))
    return false;
  if (root != other.root)
    return true;
  for (auto [mine, theirs] : llvm::zip(path, other.path))
    if (mine && theirs && mine != theirs)
      return false;
  return true;
}

/// A field, or a pointer parameter of the kernel.
static bool isSharedMemory(const Root &root) {
  return root.symbol || (isa<BlockArgument>(root.value) && isa<PtrType>(root.value.getType()));
}

SmallVector<MemoryAccess> vkmorph::vkm::getAccesses(Operation *op) {
  SmallVector<MemoryAccess> result;
  auto add = [&](PlacePath path, bool isWrite, Operation *where) {
    if (isSharedMemory(path.root))
      result.push_back({std::move(path), isWrite, where});
  };
  op->walk([&](Operation *inner) {
    if (auto load = dyn_cast<LoadOp>(inner)) {
      add(getPlacePath(load.getRef()), false, inner);
    } else if (auto assign = dyn_cast<AssignOp>(inner)) {
      add(getPlacePath(assign.getRef()), true, inner);
    } else if (auto update = dyn_cast<UpdateOp>(inner)) {
      add(getPlacePath(update.getRef()), false, inner);
      add(getPlacePath(update.getRef()), true, inner);
    } else if (isa<CallOp, AppendOp>(inner)) {
      EffectSet effects = getEffects(inner);
      for (const Root &root : effects.reads)
        add({root, {}}, false, inner);
      for (const Root &root : effects.writes)
        add({root, {}}, true, inner);
    }
  });
  return result;
}

Value vkmorph::vkm::findAssigned(Operation *op, const PlacePath &path) {
  for (; op; op = op->getPrevNode()) {
    if (auto once = dyn_cast<OnceOp>(op))
      if (!once.getBody().front().empty())
        if (Value value = findAssigned(&once.getBody().front().back(), path))
          return value;
    if (auto assign = dyn_cast<AssignOp>(op)) {
      PlacePath assigned = getPlacePath(assign.getRef());
      if (assigned == path)
        return assign.getValue();
      if (!assigned.overlaps(path))
        continue;
    }
    if (getEffects(op).writesAny(path.root))
      return {};
  }
  return {};
}

Value vkmorph::vkm::buildLoad(OpBuilder &builder, Location loc, Value place) {
  return builder.create<LoadOp>(loc, cast<RefType>(place.getType()).getPointee(), place);
}

Value vkmorph::vkm::buildFieldPlace(OpBuilder &builder, Location loc, FieldOp field,
                                    ArrayRef<Attribute> path, ArrayRef<Value> indices) {
  Type type = field.getType();
  Value place = builder.create<FieldRefOp>(loc, RefType::get(type), field.getSymName());
  for (Attribute step : path) {
    type = step ? getPartType(field, type, step) : getElementType(type);
    if (!step) {
      place = builder.create<ElementOp>(loc, RefType::get(type), place, indices.front());
      indices = indices.drop_front();
    } else if (auto name = dyn_cast<StringAttr>(step)) {
      place = builder.create<MemberOp>(loc, RefType::get(type), place, name);
    } else {
      auto indexType = IntegerType::get(builder.getContext(), 32, IntegerType::Signed);
      Value index = builder.create<ConstantOp>(
          loc, IntegerAttr::get(indexType, cast<IntegerAttr>(step).getInt()));
      place = builder.create<ElementOp>(loc, RefType::get(type), place, index);
    }
  }
  return place;
}

std::string vkmorph::vkm::spellPlace(StringRef field, ArrayRef<Attribute> path) {
  std::string text = field.str();
  for (Attribute step : path) {
    if (auto name = dyn_cast_or_null<StringAttr>(step))
      text += "." + name.getValue().str();
    else if (auto index = dyn_cast_or_null<IntegerAttr>(step))
      text += "[" + std::to_string(index.getInt()) + "]";
    else
      text += "[...]";
  }
  return text;
}

bool vkmorph::vkm::isSameOperation(Operation *a, Operation *b) {
  return a && b && a->getName() == b->getName() && !isa<CallOp, VarOp>(a) &&
         a->hasTrait<VkmExpression>() && !a->getNumRegions() &&
         a->getNumOperands() == b->getNumOperands() && a->getResultTypes() == b->getResultTypes() &&
         a->getPropertiesAsAttribute() == b->getPropertiesAsAttribute();
}

bool vkmorph::vkm::isSameExpression(Value a, Value b) {
  if (a == b)
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  return isSameOperation(left, right) &&
         llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()), [](auto pair) {
           return isSameExpression(std::get<0>(pair), std::get<1>(pair));
         });
}

bool vkmorph::vkm::isInvariant(Value value, Operation *loop, const EffectSet &effects) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  if (!loop->isAncestor(op))
    return !isa<VarOp>(op) || !effects.writesAny(getRoot(value));
  if (isa<CallOp, VarOp>(op) || !op->hasTrait<VkmExpression>() || op->getNumRegions())
    return false;
  auto load = dyn_cast<LoadOp>(op);
  if (load && effects.writesAny(getRoot(load.getRef())))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isInvariant(operand, loop, effects); });
}

bool vkmorph::vkm::keepsOrder(GridOp grid) {
  return grid.walk([](CombineOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

int64_t vkmorph::vkm::countNumbers(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getLength() * countNumbers(from, array.getElementType());
  auto record = dyn_cast<RecordType>(type);
  if (!record)
    return getNumComponents(type);
  int64_t count = 0;
  for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
    count += countNumbers(from, member.getType());
  return count;
}

bool vkmorph::vkm::isMadeFrom(Value value, const PlacePath &path) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<LoadOp>(op))
    return getPlacePath(load.getRef()).overlaps(path);
  return llvm::any_of(op->getOperands(), [&](Value operand) { return isMadeFrom(operand, path); });
}

bool vkmorph::vkm::isInBuffer(Value place) {
  while (Operation *op = place.getDefiningOp()) {
    if (isa<DerefOp>(op))
      return true;
    if (!isa<MemberOp, ElementOp>(op))
      return false;
    place = op->getOperand(0);
  }
  return false;
}

StringRef vkmorph::vkm::chooseDisplay(KernelOp kernel, ArrayRef<KernelOp> kernels) {
  StringRef display = getDisplayName(kernel.getSymName());
  for (KernelOp other : kernels)
    if (other != kernel && getDisplayName(other.getSymName()) == display)
      return kernel.getSymName();
  for (auto control : kernel->getParentOfType<ClassOp>().getBody().front().getOps<ControlOp>()) {
    auto name = control->getAttrOfType<StringAttr>("cpp_name");
    if ((name ? name.getValue() : control.getSymName()) == display)
      return kernel.getSymName();
  }
  return display;
}

void vkmorph::vkm::eraseUnusedVariables(ShaderOp shader) {
  eraseDeadExpressions(shader.getBody());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(shader.getBody().front())))
    if (auto var = dyn_cast<VarOp>(op); var && var->use_empty())
      var.erase();
  eraseDeadExpressions(shader.getBody());
}

/// A number of the target's description, or another one where there is none.
static int64_t getTargetNumber(Operation *op, StringRef key, int64_t otherwise) {
  auto target = op->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  auto number = target ? target.getAs<IntegerAttr>(key) : IntegerAttr();
  return number ? number.getInt() : otherwise;
}

int64_t vkmorph::vkm::getTargetMinSubgroupSize(Operation *op) {
  return getTargetNumber(op, "min_subgroup_size", 1);
}

int64_t vkmorph::vkm::getTargetSharedBytes(Operation *op) {
  return getTargetNumber(op, "shared_memory_bytes", 16384);
}
