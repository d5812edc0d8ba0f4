//===- Expressions.cpp - Expressions and places are built, copied, and erased ----------------===//

#include "transforms/Expressions.h"

#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Value vkmorph::vkm::buildSelect(OpBuilder &builder, Location loc, Type type, Value condition,
                                llvm::function_ref<Value(OpBuilder &)> whenTrue,
                                llvm::function_ref<Value(OpBuilder &)> whenFalse) {
  auto select = builder.create<SelectOp>(loc, type, condition);
  for (auto [region, build] :
       {std::pair(&select.getWhenTrue(), whenTrue), std::pair(&select.getWhenFalse(), whenFalse)}) {
    OpBuilder inner = OpBuilder::atBlockEnd(&region->emplaceBlock());
    inner.create<YieldOp>(loc, build(inner));
  }
  return select;
}

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

/// The variable that a read is of, where it keeps its initial value and cannot be seen.
static VarOp findInvisible(OpBuilder &builder, Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  bool isKept = var && var.getInit() && !isVisible(builder, var.getRef()) && keepsInitialValue(var);
  return isKept ? var : VarOp();
}

/// Clones variables, or puts what they begin with in the place of their reads.
static Value clone(OpBuilder &builder, Value value, IRMapping &mapping, bool clonesVariables) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  bool isCloned = op && !isVisible(builder, value) &&
                  (op->hasTrait<VkmExpression>() || (clonesVariables && isa<VarOp>(op)));
  if (!isCloned)
    return value;
  auto findReplaced = [&](Operation *read) {
    return clonesVariables ? VarOp() : findInvisible(builder, read);
  };
  if (VarOp var = findReplaced(op)) {
    mapping.map(value, clone(builder, var.getInit(), mapping, clonesVariables));
    return mapping.lookup(value);
  }
  for (Value operand : op->getOperands())
    clone(builder, operand, mapping, clonesVariables);
  // Regions of short circuits use values from outside as well.
  llvm::DenseMap<Value, Value> replaced;
  op->walk([&](Operation *inner) {
    if (inner == op)
      return;
    if (VarOp var = findReplaced(inner)) {
      replaced[var.getRef()] = clone(builder, var.getInit(), mapping, clonesVariables);
      return;
    }
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        clone(builder, operand, mapping, clonesVariables);
  });
  Operation *copy = builder.clone(*op, mapping);
  SmallVector<LoadOp> reads;
  copy->walk([&](LoadOp load) {
    if (replaced.count(load.getRef()))
      reads.push_back(load);
  });
  for (LoadOp load : reads) {
    load.getResult().replaceAllUsesWith(replaced[load.getRef()]);
    load.erase();
  }
  return mapping.lookup(value);
}

Value vkmorph::vkm::cloneExpression(OpBuilder &builder, Value value, IRMapping &mapping) {
  return clone(builder, value, mapping, /*clonesVariables=*/true);
}

Value vkmorph::vkm::cloneWithoutVariables(OpBuilder &builder, Value value, IRMapping &mapping) {
  return clone(builder, value, mapping, /*clonesVariables=*/false);
}

Value vkmorph::vkm::buildSamePart(OpBuilder &builder, Value place, Value object) {
  Operation *step = place.getDefiningOp();
  if (isa<DerefOp>(step))
    return object;
  IRMapping mapping;
  mapping.map(step->getOperand(0), buildSamePart(builder, step->getOperand(0), object));
  for (Value operand : llvm::drop_begin(step->getOperands()))
    mapping.map(operand, cloneExpression(builder, operand, mapping));
  return builder.clone(*step, mapping)->getResult(0);
}

Value vkmorph::vkm::buildNot(OpBuilder &builder, Location loc, Value condition) {
  auto negated = condition.getDefiningOp<UnaryOp>();
  if (negated && negated.getKind() == UnaryKind::Not && condition.getType().isInteger(1))
    return negated.getOperand();
  return builder.create<UnaryOp>(loc, condition.getType(), UnaryKind::Not, condition);
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

void vkmorph::vkm::eraseDeadExpressions(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      for (Region &inner : op.getRegions())
        eraseDeadExpressions(inner);
      if (op.use_empty() && isWithoutEffect(&op) && !isa<CallOp>(op))
        op.erase();
    }
}

void vkmorph::vkm::eraseUnreadVariables(Region &region) {
  bool changed = true;
  while (changed) {
    changed = false;
    eraseDeadExpressions(region);
    region.walk([&](VarOp variable) {
      if (!variable->use_empty())
        return;
      changed = true;
      variable.erase();
    });
  }
}

void vkmorph::vkm::eraseUnusedVariables(ShaderOp shader) {
  eraseDeadExpressions(shader.getBody());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(shader.getBody().front())))
    if (auto var = dyn_cast<VarOp>(op); var && var->use_empty())
      var.erase();
  eraseDeadExpressions(shader.getBody());
}

void vkmorph::vkm::attachComment(Block *block, Operation *before, Attribute comment) {
  Operation *op = before ? before->getNextNode() : block->empty() ? nullptr : &block->front();
  while (op && op->hasTrait<VkmExpression>())
    op = op->getNextNode();
  if (op && comment)
    op->setAttr(kCommentAttr, comment);
}
