//===- StructConstructors.cpp - Structs that are made member by member ------------------------===//
//
// glslang follows what is `precise` back to where it comes from, by the numbers of members. For
// `precise float v = at(r).z` it looks for member 2 of what the call is given, too, and where a
// constructor has made that one with two members, it reads beyond them and dies. The same goes for
// arrays of structs, whose elements it takes for members. Where that can happen, constructors
// become assignments:
//
//     Ray r = Ray(a[i], b);     ->     Ray r;
//                                      r.from = a[i];
//                                      r.to = b;
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/Raise.h"
#include "backends/glsl/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

/// A struct, or an array of them.
static bool holdsRecord(Type type) { return isa<RecordType>(getNestedElement(type)); }

/// The most members that a struct in an object of the type has.
static size_t countMembers(ModuleOp module, Type type) {
  while (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  auto record = dyn_cast<RecordType>(type);
  if (!record)
    return 0;
  ArrayAttr members = lookupRecord(module, record).getMembers();
  size_t most = members.size();
  for (MemberAttr member : members.getAsRange<MemberAttr>())
    most = std::max(most, countMembers(module, member.getType()));
  return most;
}

static bool hasPrecise(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    bool isPrecise = op->hasAttr(kPreciseAttr) || op->hasAttr(shading::kPreciseBuffersAttr);
    if (auto function = dyn_cast<FuncOp>(op))
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        isPrecise |= static_cast<bool>(function.getArgAttr(i, kPreciseAttr));
    return isPrecise ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// glslang knows what constants make before it follows anything.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<ConstantOp>(op) ||
                (isa<AggregateOp>(op) && llvm::all_of(op->getOperands(), isConstant)));
}

namespace {
class Expander {
public:
  Expander(Operation *body, size_t most) : body(body), names(body), most(most) {}

  void run() {
    // Those around others come first: they take their parts along.
    SmallVector<AggregateOp> aggregates;
    body->walk<WalkOrder::PreOrder>([&](AggregateOp aggregate) {
      if (isDangerous(aggregate))
        aggregates.push_back(aggregate);
    });
    for (AggregateOp aggregate : llvm::reverse(aggregates))
      if (!expanded.contains(aggregate))
        expand(aggregate);
    for (Operation *op : expanded)
      op->erase();
  }

private:
  bool isDangerous(AggregateOp aggregate) {
    return holdsRecord(aggregate.getType()) && aggregate.getParts().size() < most &&
           !isConstant(aggregate);
  }

  void expand(AggregateOp aggregate) {
    // Assignments cannot stand inside of an expression: they go before the outermost one.
    SmallVector<Operation *> around;
    for (Operation *op = aggregate->getParentOp(); isa<SelectOp, AndOp, OrOp>(op);
         op = op->getParentOp())
      around.push_back(op);
    for (Operation *op : llvm::reverse(around))
      expandLazy(op, names.make(isa<SelectOp>(op) ? "chosen" : "condition"));
    Value result = aggregate.getResult();
    auto var = result.hasOneUse() ? dyn_cast<VarOp>(*result.getUsers().begin()) : VarOp();
    if (var) {
      OpBuilder builder(var->getContext());
      builder.setInsertionPointAfter(var);
      var.setConstant(false);
      assignParts(builder, var.getRef(), aggregate);
      var.getInitMutable().clear();
      return;
    }
    OpBuilder builder(aggregate);
    Location loc = aggregate.getLoc();
    auto made = builder.create<VarOp>(loc, RefType::get(result.getType()),
                                      names.make(getNameHint(result, /*overwritten=*/false)),
                                      Value(), /*constant=*/false);
    if (Attribute precise = aggregate->getAttr(kPreciseAttr))
      made->setAttr(kPreciseAttr, precise);
    assignParts(builder, made.getRef(), aggregate);
    for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
      OpBuilder at(use.getOwner());
      use.set(at.create<LoadOp>(loc, result.getType(), made.getRef()));
    }
  }

  void assignParts(OpBuilder &builder, Value place, AggregateOp aggregate) {
    // Before those inside it, which it still uses.
    expanded.insert(aggregate);
    Location loc = aggregate.getLoc();
    auto record = dyn_cast<RecordType>(aggregate.getType());
    ArrayAttr members = record ? lookupRecord(aggregate, record).getMembers() : ArrayAttr();
    for (auto [index, part] : llvm::enumerate(aggregate.getParts())) {
      Type ref = RefType::get(part.getType());
      Value target;
      if (record) {
        target =
            builder.create<MemberOp>(loc, ref, place, cast<MemberAttr>(members[index]).getName());
      } else {
        Value number = builder.create<ConstantOp>(
            loc, builder.getIntegerAttr(builder.getIntegerType(32, /*isSigned=*/true), index));
        target = builder.create<ElementOp>(loc, ref, place, number);
      }
      auto inner = part.getDefiningOp<AggregateOp>();
      if (inner && inner->hasOneUse() && inner->getBlock() == aggregate->getBlock() &&
          isDangerous(inner))
        assignParts(builder, target, inner);
      else
        builder.create<AssignOp>(loc, target, part);
    }
  }

  Operation *body;
  UniqueNames names;
  size_t most;
  /// In the order in which they are erased: those around others first.
  llvm::SetVector<Operation *> expanded;
};
} // namespace

void vkmorph::glsl::expandConstructors(ModuleOp module) {
  if (!hasPrecise(module))
    return;
  size_t most = 0;
  module.walk([&](Operation *op) {
    bool isCall = isa<CallOp>(op) && op->getNumResults() == 1;
    if (isCall || isa<AggregateOp>(op)) {
      Type type = op->getResult(0).getType();
      if (isCall || isa<ArrayType>(type))
        most = std::max(most, countMembers(module, type));
    }
  });
  if (most == 0)
    return;
  for (Operation &op : getClass(module).getBody().front())
    if (isa<FuncOp, ShaderOp>(op) && !op.getRegion(0).empty())
      Expander(&op, most).run();
}
