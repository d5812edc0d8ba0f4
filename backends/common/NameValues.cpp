//===- NameValues.cpp - Names values that cannot be printed where they are used ---------------===//
//
//     %old = vkm.load %e                      const int eOld = e;
//     vkm.assign %e, %two          ->         e = 2;
//     vkm.return %old                         return eOld;
//
// An expression that is printed where it is used is evaluated there: its evaluation moves down,
// past all that stands between. The body is visited from its end to its begin, so that where the
// users of a value are evaluated is known when the value is decided. A value may move if nothing
// that it passes conflicts with it; since every value is checked against all that it passes, the
// order of any two that conflict is kept.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/Raise.h"

#include "ir/Effects.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Why a value needs a name.
enum class Reason { None, Overwritten, Other };

/// Decides for all expressions of one body.
class Decider {
public:
  /// Values that need names, in the order of the body, and why.
  llvm::MapVector<Operation *, Reason> named;
  /// Short-circuit operators and conditionals that hold such values: they have to become statements
  /// first.
  llvm::SetVector<Operation *> toExpand;

  explicit Decider(Operation *body) : readsMembers(isa<ShaderOp>(body) && !writesMembers(body)) {
    visit(body->getRegion(0));
    // From the outermost in.
    SmallVector<Operation *> operations = toExpand.takeVector();
    for (Operation *op : llvm::reverse(operations))
      toExpand.insert(op);
  }

private:
  void visit(Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::reverse(block)) {
        decide(&op);
        for (Region &inner : op.getRegions())
          visit(inner);
      }
  }

  /// Or has barriers: behind them a device may have to read again.
  static bool writesMembers(Operation *body) {
    EffectSet effects = getEffects(body->getRegion(0));
    auto parent = body->getParentOfType<ClassOp>();
    return effects.ordered || llvm::any_of(effects.writes, [&](const Root &root) {
             return root.symbol && parent.lookupField(root.symbol.getValue());
           });
  }

  /// `row < m_height` where the shader only reads members, which a device may keep.
  bool isReadOnlyMember(Operation *op) const {
    if (auto cast = dyn_cast<CastOp>(op); cast && cast.getOperand().getDefiningOp())
      op = cast.getOperand().getDefiningOp();
    auto load = dyn_cast<LoadOp>(op);
    return readsMembers && load && load.getRef().getDefiningOp<FieldRefOp>();
  }
  const bool readsMembers;

  static bool isPlace(Operation *op) {
    return op->getNumResults() == 1 && isa<RefType>(op->getResult(0).getType());
  }

  void decide(Operation *op) {
    if (!op->hasTrait<VkmExpression>() || op->getNumResults() != 1 || op->use_empty() ||
        isPlace(op) || isa<ConstantOp, BuiltinOp>(op))
      return;
    Reason reason = whyName(op);
    if (reason == Reason::None)
      return;
    named[op] = reason;
    for (Operation *parent = op->getParentOp(); parent && parent->hasTrait<VkmExpression>();
         parent = parent->getParentOp())
      toExpand.insert(parent);
  }

  Reason whyName(Operation *op) {
    if (op->hasAttr(kPreciseAttr))
      return Reason::Other;
    const EffectSet &effects = getCachedEffects(op);
    bool acts = effects.ordered || !effects.writes.empty();
    uses.clear();
    collectUses(op->getResult(0), op, effects, {});
    bool isTrivial = isSmall(op->getResult(0), 1);
    SmallVector<Path> paths;
    for (const Use &use : uses) {
      paths.push_back(follow(op, effects, use));
      if (uses.size() == 1 || isTrivial)
        if (paths.back().conflicts)
          return Reason::Overwritten;
    }
    if (uses.size() > 1 && !isTrivial)
      return llvm::any_of(paths, [](const Path &path) { return path.conflicts; })
                 ? Reason::Overwritten
                 : Reason::Other;
    for (auto [use, path] : llvm::zip(uses, paths)) {
      if (acts && (path.conditional || path.loop || readsResultOf(use.point, effects)))
        return Reason::Other;
      if (path.loop && !isTrivial && !isCheap(op) && !isReadOnlyMember(op))
        return Reason::Other;
    }
    return Reason::None;
  }

  /// One place of the text where a value is printed: in the statement `point`, as a part of the
  /// expressions `chain`.
  struct Use {
    Operation *point;
    SmallVector<Operation *> chain;
    bool lazy;      ///< in an operand that is not always evaluated
    bool conflicts; ///< with what is evaluated before it in that operand
  };
  SmallVector<Use> uses;

  /// All places where `value`, or what `def` has become a part of, is printed, given what has been
  /// decided for its users.
  void collectUses(Value value, Operation *def, const EffectSet &effects, const Use &so) {
    for (OpOperand &operand : value.getUses()) {
      Operation *user = operand.getOwner();
      Use use = so;
      // In a region of an and, or, select that `def` stands outside of.
      for (Operation *inner = user; isLazy(inner, def); inner = inner->getParentOp()) {
        use.lazy = true;
        for (Operation &before : llvm::make_range(inner->getBlock()->begin(), inner->getIterator()))
          if (!llvm::is_contained(use.chain, &before))
            use.conflicts |= getCachedEffects(&before).conflictsWith(effects);
      }
      // A region that is an operand: its value is a part of the expression around it.
      if (isa<YieldOp>(user) && user->getParentOp()->hasTrait<VkmExpression>())
        user = user->getParentOp();
      if (!user->hasTrait<VkmExpression>() || named.count(user) || user->use_empty()) {
        use.point = user;
        uses.push_back(use);
      } else {
        use.chain.push_back(user);
        for (Operation *parent = user->getParentOp(); parent->hasTrait<VkmExpression>();
             parent = parent->getParentOp())
          use.chain.push_back(parent);
        collectUses(user->getResult(0), def, effects, use);
      }
    }
  }

  static bool isLazy(Operation *user, Operation *def) {
    Operation *parent = user->getParentOp();
    return parent->hasTrait<VkmExpression>() && !parent->isProperAncestor(def);
  }

  const EffectSet &getCachedEffects(Operation *op) {
    std::unique_ptr<EffectSet> &effects = cache[op];
    if (!effects)
      effects = std::make_unique<EffectSet>(getEffects(op));
    return *effects;
  }
  llvm::DenseMap<Operation *, std::unique_ptr<EffectSet>> cache;

  struct Path {
    bool conflicts = false;
    bool conditional = false;
    bool loop = false;
  };

  /// What an evaluation passes on its way from `op` down to its use. The expressions that it is a
  /// part of move with it, and come after it as before.
  Path follow(Operation *op, const EffectSet &effects, const Use &use) {
    Operation *point = use.point;
    Path path;
    path.conditional = use.lazy;
    path.conflicts = use.conflicts;
    auto pass = [&](Block::iterator begin, Block::iterator end) {
      for (Operation &other : llvm::make_range(begin, end))
        if (!llvm::is_contained(use.chain, &other))
          path.conflicts |= getCachedEffects(&other).conflictsWith(effects);
    };
    Block *block = op->getBlock();
    Operation *ancestor = block->findAncestorOpInBlock(*point);
    // Out of a region that is an operand: the operator around it has been checked from there on.
    if (!ancestor) {
      pass(std::next(op->getIterator()), block->end());
      return path;
    }
    pass(std::next(op->getIterator()), ancestor->getIterator());
    while (ancestor != point) {
      if (isa<IfOp>(ancestor)) {
        path.conditional = true;
      } else if (!isa<ScopeOp>(ancestor)) {
        path.conditional = true;
        path.loop |= isa<LoopOpInterface>(ancestor);
        path.conflicts |= getCachedEffects(ancestor).conflictsWith(effects);
      }
      Block *inner = point->getBlock();
      while (inner->getParentOp() != ancestor)
        inner = inner->getParentOp()->getBlock();
      ancestor = inner->findAncestorOpInBlock(*point);
      pass(inner->begin(), ancestor->getIterator());
    }
    return path;
  }

  /// `x += f()` where f writes x: the operand would have to come before the read of x.
  static bool readsResultOf(Operation *point, const EffectSet &effects) {
    auto update = dyn_cast<UpdateOp>(point);
    return update && effects.writesAny(getRoot(update.getRef()));
  }

  /// What may be printed in a loop though it does not change there: `i < n - 1`.
  static bool isCheap(Operation *op) {
    auto binary = dyn_cast<BinaryOp>(op);
    return binary && isa<IntegerType>(binary.getType()) && binary.getKind() != BinaryKind::Div &&
           binary.getKind() != BinaryKind::Rem && isSmall(binary.getLhs(), 0) &&
           isSmall(binary.getRhs(), 0);
  }

  /// What may be printed several times: names, literals, and at one level what is short beside
  /// them.
  static bool isSmall(Value value, unsigned depth) {
    Operation *op = value.getDefiningOp();
    if (!op || isa<ConstantOp, BuiltinOp, LetOp, PushConstantOp, BufferOp, VectorDataOp>(op))
      return true;
    if (auto load = dyn_cast<LoadOp>(op)) {
      Root root = getRoot(load.getRef());
      return root.value && root.value == load.getRef();
    }
    if (depth == 0)
      return false;
    if (auto cmp = dyn_cast<CmpOp>(op))
      return isSmall(cmp.getLhs(), 0) && cmp.getRhs().getDefiningOp<ConstantOp>();
    if (auto unary = dyn_cast<UnaryOp>(op))
      return isSmall(unary.getOperand(), 0);
    if (auto cast = dyn_cast<CastOp>(op))
      return isSmall(cast.getOperand(), 0);
    return false;
  }
};
} // namespace

LetOp vkmorph::nameValue(Value value, StringRef name) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto let = builder.create<LetOp>(value.getLoc(), value.getType(), builder.getStringAttr(name),
                                   value, UnitAttr());
  let.setPrecise(value.getDefiningOp() && value.getDefiningOp()->removeAttr(kPreciseAttr));
  value.replaceAllUsesExcept(let.getResult(), let);
  return let;
}

/// Removes expressions that nobody uses and that do nothing: they would count as uses of others.
static void eraseDead(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      for (Region &inner : op.getRegions())
        eraseDead(inner);
      if (!op.hasTrait<VkmExpression>() || !op.use_empty())
        continue;
      EffectSet effects = getEffects(&op);
      if (!effects.ordered && effects.writes.empty())
        op.erase();
    }
}

unsigned vkmorph::nameValues(Operation *body) {
  eraseDead(body->getRegion(0));
  UniqueNames names(body);
  unsigned count = 0;
  // An expansion makes a variable and a condition, and removes one operator: this ends.
  while (true) {
    Decider decider(body);
    if (!decider.toExpand.empty()) {
      Operation *op = decider.toExpand.front();
      if (auto both = dyn_cast<AndOp>(op); both && splitCondition(both))
        continue;
      expandLazy(op, names.make(getNameHint(op->getResult(0), false)));
      continue;
    }
    // In the order of the body, so that numbers ascend.
    for (auto [op, reason] : llvm::reverse(decider.named)) {
      std::string hint = getNameHint(op->getResult(0), reason == Reason::Overwritten);
      nameValue(op->getResult(0), names.make(hint));
      ++count;
    }
    break;
  }
  simplifyLoopHeaders(body);
  return count;
}
