//===- FoldFloats.cpp - Computes expressions of constants in their own types ------------------===//
//
//     0.7f - 0.6f                            ->  0.09999996
//     const float x = 0.7f, y = 0.6f; x - y  ->  0.09999996
//     std::sin(0.5f) * 2                     ->  float sinValue = sin(0.5); ... sinValue * 2.0
//     2 * Pi * x                             ->  2.0 * Pi * x, where glslang comes to the same
//
// glslang computes constant expressions, also through const variables, in double, whatever their
// type is, and takes 0.7 for a double until the end; C++ rounds every result to its type. What is
// defined to the last bit is computed here, to the nearest, ties to even. Other functions are left
// to the device or to glslang; a variable that is not const keeps glslang from computing on.
//
// Expressions of integers and bools stay as they are: glslang computes them as C++ does.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/glsl/raise/ComputedAlike.h"
#include "backends/glsl/raise/Raise.h"
#include "ir/Effects.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class Folder {
public:
  explicit Folder(Operation *body) : names(body) {
    visit(body->getRegion(0));
    eraseUnused(body->getRegion(0));
  }

private:
  void visit(Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block))
        if (!fold(&op))
          for (Region &inner : op.getRegions())
            visit(inner);
  }

  static bool isFloat(Value value) { return isFloating(value.getType()); }

  /// Replaces an operation on constants by its value; true where the operation is erased.
  bool fold(Operation *op) {
    bool isCandidate = isa<BinaryOp, UnaryOp, CmpOp, CastOp, MathOp, SelectOp>(op) &&
                       !op->use_empty() &&
                       (isFloat(op->getResult(0)) || llvm::any_of(op->getOperands(), isFloat));
    if (!isCandidate)
      return false;
    Value value = op->getResult(0);
    OpBuilder builder(op);
    if (TypedAttr number = constants.evaluate(value)) {
      if (keepsNames(op, number)) {
        op->setAttr(shading::kComputedAttr, builder.getUnitAttr());
        return false;
      }
      value.replaceAllUsesWith(builder.create<ConstantOp>(op->getLoc(), number));
      constants.forget(op);
      op->erase();
      return true;
    }
    if (isFloat(value) && constants.isConstant(value))
      keepFromFolding(op);
    return false;
  }

  /// 2.0 * Pi says more than its value, and means the same unless glslang goes on with it.
  bool keepsNames(Operation *op, TypedAttr number) {
    return llvm::none_of(op->getUsers(),
                         [&](Operation *user) {
                           return isa<MathOp>(user) && constants.isConstant(user->getResult(0));
                         }) &&
           glsl::isComputedAlike(constants, op->getResult(0), number);
  }

  void keepFromFolding(Operation *op) {
    Value value = op->getResult(0);
    if (value.hasOneUse())
      if (auto var = dyn_cast<VarOp>(*value.getUsers().begin())) {
        var.setConstant(false);
        return;
      }
    // A variable can be declared where statements stand.
    Operation *statement = op;
    while (!isStatementBlock(statement->getBlock()))
      statement = statement->getParentOp();
    OpBuilder builder(statement);
    if (statement == op)
      builder.setInsertionPointAfter(op);
    Value init = statement == op ? value : clone(builder, value);
    auto var =
        builder.create<VarOp>(op->getLoc(), RefType::get(value.getType()),
                              names.make(getNameHint(value, /*overwritten=*/false)), init, false);
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      if (use.getOwner() == var)
        continue;
      OpBuilder before(use.getOwner());
      use.set(before.create<LoadOp>(op->getLoc(), value.getType(), var.getRef()));
    }
  }

  static bool isStatementBlock(Block *block) {
    Operation *parent = block->getParentOp();
    if (parent->hasTrait<VkmExpression>())
      return false;
    Region *region = block->getParent();
    if (auto loop = dyn_cast<ForOp>(parent))
      return region == &loop.getBody();
    if (auto loop = dyn_cast<WhileOp>(parent))
      return region == &loop.getBody();
    if (auto loop = dyn_cast<DoWhileOp>(parent))
      return region == &loop.getBody();
    return true;
  }

  /// An expression of constants once more, where the builder stands.
  static Value clone(OpBuilder &builder, Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !op->hasTrait<VkmExpression>())
      return value;
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, clone(builder, operand));
    return builder.clone(*op, mapping)->getResult(0);
  }

  /// Removes what only folded expressions used: their parts, and variables.
  void eraseUnused(Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
        for (Region &inner : op.getRegions())
          eraseUnused(inner);
        if (!op.use_empty())
          continue;
        auto var = dyn_cast<VarOp>(op);
        bool isPart = isa<ConstantOp, LoadOp, ElementOp, MemberOp, ExtractOp, ComponentOp, SplatOp,
                          AggregateOp>(op) ||
                      op.hasAttr(shading::kComputedAttr);
        if (isPart || (var && constants.hasRead(var) && !op.hasAttr(kCommentAttr)))
          op.erase();
      }
  }

  UniqueNames names;
  shading::ConstantExpressions constants;
};
} // namespace

void vkmorph::glsl::foldFloats(ModuleOp module) {
  for (Operation &op : getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op) && !op.getRegion(0).empty())
      Folder folder(&op);
}
