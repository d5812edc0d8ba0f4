//===- HoistMembers.cpp - Members that inner loops read, read before them ---------------------===//
//
//   for (uint k = 0u; k < uint(m_depth); k++)       const uint depth = uint(m_depth);
//     sum += a[k * uint(m_rows) + i];           ->  const uint rows = uint(m_rows);
//                                                   for (uint k = 0u; k < depth; k++)
//                                                     sum += a[k * rows + i];
//
// Drivers read a block of memory anew in each round, also where nothing writes it: on an H200 a
// product of matrices by sizes in members takes 2.6 times as long (docs/Rationale.md).
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/MemberNames.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_HOISTMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct HoistMembersPass : vkm::impl::HoistMembersBase<HoistMembersPass> {
  void runOnOperation() override;
};

/// Works on one shader or function.
class Hoister {
public:
  Hoister(ClassOp parent, Operation *body, const EffectSet &effects)
      : parent(parent), body(body), effects(effects) {}
  void run();

private:
  LoadOp findRead(Value value);
  void hoist(Operation *loop);

  ClassOp parent;
  Operation *body;
  const EffectSet &effects; ///< of all that runs while the body does
  /// What was read before other loops of a block, by member and type.
  llvm::DenseMap<std::tuple<Block *, Attribute, Type>, VarOp> known;
};
} // namespace

/// The loops over a grid step by the number of threads; others are the body's own.
static bool isInnerLoop(Operation *op) {
  auto loop = dyn_cast<ForOp>(op);
  if (!loop)
    return isa<LoopOpInterface>(op);
  auto result = loop.getStep().walk([](BuiltinOp builtin) {
    bool isOfGrid = builtin.getBuiltin() == Builtin::NumWorkgroups ||
                    builtin.getBuiltin() == Builtin::LaunchSize;
    return isOfGrid ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The read of a number among the members that stays what it is, converted perhaps.
LoadOp Hoister::findRead(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast_or_null<CastOp>(op))
    op = cast.getOperand().getDefiningOp();
  auto load = dyn_cast_or_null<LoadOp>(op);
  auto place = load ? load.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
  if (!place || !isa<IntegerType, FloatType>(load.getType()))
    return {};
  FieldOp field = parent.lookupField(place.getField());
  return field && !effects.writesAny({field.getSymNameAttr(), {}}) ? load : LoadOp();
}

/// `const uint depth = uint(m_depth);`
static VarOp buildConstant(OpBuilder &builder, LoadOp load, Type type) {
  Location loc = load.getLoc();
  FlatSymbolRefAttr member = load.getRef().getDefiningOp<FieldRefOp>().getFieldAttr();
  auto place = builder.create<FieldRefOp>(loc, load.getRef().getType(), member);
  Value once = builder.create<LoadOp>(loc, load.getType(), place);
  if (type != load.getType())
    once = builder.create<CastOp>(loc, type, once);
  StringRef name = withoutMemberMark(member.getValue());
  return builder.create<VarOp>(loc, RefType::get(type), builder.getStringAttr(name), once,
                               /*constant=*/builder.getUnitAttr());
}

void Hoister::hoist(Operation *loop) {
  // The outermost parts of expressions that are nothing but such a read, by member and type.
  llvm::MapVector<std::pair<Attribute, Type>, SmallVector<OpOperand *>> reads;
  loop->walk([&](Operation *op) {
    if (op == loop)
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      LoadOp load = findRead(operand.get());
      bool isPart = load && isa<CastOp>(op) && operand.get() == load.getResult();
      if (load && !isPart)
        reads[{load.getRef().getDefiningOp<FieldRefOp>().getFieldAttr(), operand.get().getType()}]
            .push_back(&operand);
    }
  });
  OpBuilder builder(loop);
  for (auto &[member, operands] : reads) {
    LoadOp load = findRead(operands.front()->get());
    Location loc = load.getLoc();
    VarOp &var = known[{loop->getBlock(), member.first, member.second}];
    if (!var)
      var = buildConstant(builder, load, member.second);
    for (OpOperand *operand : operands) {
      OpBuilder at(operand->getOwner());
      operand->set(at.create<LoadOp>(loc, member.second, var.getRef()));
    }
  }
}

void Hoister::run() {
  SmallVector<Operation *> loops;
  body->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isInnerLoop(op))
      return WalkResult::advance();
    loops.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *loop : loops)
    hoist(loop);
  // What the loops' expressions read before.
  eraseDeadExpressions(body->getRegion(0));
}

void HoistMembersPass::runOnOperation() {
  for (ClassOp parent : getOperation().getOps<ClassOp>()) {
    EffectSet ofAll;
    for (ShaderOp shader : parent.getOps<ShaderOp>()) {
      EffectSet effects = getEffects(shader.getBody());
      Hoister(parent, shader, effects).run();
      for (const Root &root : effects.writes)
        ofAll.addWrite(root);
    }
    for (FuncOp function : parent.getOps<FuncOp>())
      Hoister(parent, function, ofAll).run();
  }
}
