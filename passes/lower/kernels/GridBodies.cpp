//===- GridBodies.cpp - Copies of a kernel's parts for its shaders and commands ---------------===//

#include "passes/lower/kernels/GridBodies.h"

#include "analysis/values/CountedLoops.h"
#include "device/Builders.h"
#include "ir/Effects.h"
#include "ir/VkmAttributes.h"
#include "passes/SharedRoots.h"
#include "passes/plan/PlanRules.h"
#include "transforms/Expressions.h"
#include "transforms/FuseKernels.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph::vkm;

void vkmorph::vkm::mapOutside(OpBuilder &at, Operation *op, IRMapping &mapping) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()) && !mapping.contains(operand))
        mapping.map(operand, cloneExpression(at, operand, mapping));
  });
}

void vkmorph::vkm::cloneStatements(OpBuilder &at, Block &block, IRMapping &mapping) {
  for (Operation &op : block)
    at.clone(op, mapping);
}

void vkmorph::vkm::cloneBody(OpBuilder &at, GridOp grid, ArrayRef<Value> counters,
                             IRMapping &mapping) {
  SmallVector<LoadOp> reads;
  for (auto [argument, place] : llvm::zip(grid.getBody().getArguments(), counters)) {
    reads.push_back(at.create<LoadOp>(grid.getLoc(), argument.getType(), place));
    mapping.map(argument, reads.back());
  }
  cloneStatements(at, grid.getBody().front(), mapping);
  for (LoadOp read : reads) {
    for (OpOperand &use : llvm::make_early_inc_range(read->getUses())) {
      OpBuilder before(use.getOwner());
      use.set(before.create<LoadOp>(use.getOwner()->getLoc(), read.getType(), read.getRef()));
    }
    read.erase();
  }
}

Value vkmorph::vkm::buildIterationCount(OpBuilder &at, GridOp grid, unsigned dim,
                                        IRMapping &mapping) {
  // The host counts with what the source compares: a loop that does not run may begin anywhere. It
  // checks the counter itself.
  Value first = grid.getLower()[dim];
  if (auto narrow = first.getDefiningOp<NarrowOp>();
      narrow && narrow.getName() == grid.getCounterName(dim))
    first = narrow.getValue();
  Value lower = cloneExpression(at, first, mapping);
  Value upper = cloneExpression(at, grid.getUpper()[dim], mapping);
  CmpKind predicate = grid.getPredicate(dim);
  Value dynamicStep;
  int64_t step = grid.getSteps()[dim];
  if (grid.hasDynamicStep(dim)) {
    dynamicStep = cloneExpression(at, grid.getDynamicStep(dim), mapping);
    step = predicate == CmpKind::Lt || predicate == CmpKind::Le ? 1 : -1;
  }
  return at.create<IterationCountOp>(grid.getLoc(), at.getIntegerType(32, false),
                                     at.getStringAttr(grid.getCounterName(dim)), lower, predicate,
                                     upper, static_cast<uint64_t>(step), dynamicStep);
}

Value vkmorph::vkm::buildIterationProduct(OpBuilder &at, GridOp grid, ArrayRef<Value> counts) {
  Location loc = grid.getLoc();
  Type wide = at.getIntegerType(64, false);
  Value product = counts.front();
  std::string names = grid.getCounterName(0).str();
  for (unsigned dim = 1; dim < counts.size(); ++dim) {
    names += grid.getCounterName(dim).str();
    Value both =
        at.create<BinaryOp>(loc, wide, BinaryKind::Mul, at.create<CastOp>(loc, wide, product),
                            at.create<CastOp>(loc, wide, counts[dim]));
    Value zero = at.create<ConstantOp>(loc, at.getIntegerAttr(wide, 0));
    product =
        at.create<IterationCountOp>(loc, at.getIntegerType(32, false), at.getStringAttr(names),
                                    zero, CmpKind::Lt, both, 1, Value());
  }
  return product;
}

GridOp vkmorph::vkm::getAppendingGrid(GridOp grid) {
  if (!grid.getCountsAppends())
    return grid;
  Operation *next = grid->getNextNode();
  while (!isa<GridOp>(next))
    next = next->getNextNode();
  return cast<GridOp>(next);
}

ArrayAttr vkmorph::vkm::findOverwritten(KernelOp kernel) {
  EffectSet before;
  llvm::SmallSetVector<Attribute, 8> names;
  for (Operation &op : kernel.getBody().front()) {
    auto once = dyn_cast<OnceOp>(op);
    if (!once) {
      before.add(getEffects(&op));
      continue;
    }
    for (Operation &statement : once.getBody().front()) {
      if (mayReturn(statement))
        return ArrayAttr::get(kernel.getContext(), names.getArrayRef());
      auto assign = dyn_cast<AssignOp>(statement);
      auto field = assign ? assign.getRef().getDefiningOp<FieldRefOp>() : FieldRefOp();
      if (field && !before.readsAny(getRoot(field)))
        names.insert(field.getFieldAttr().getAttr());
      before.add(getEffects(&statement));
    }
  }
  return ArrayAttr::get(kernel.getContext(), names.getArrayRef());
}

Value vkmorph::vkm::getPushConstant(Block &body, StringRef name) {
  for (PushConstantOp op : body.getOps<PushConstantOp>())
    if (op.getName() == name)
      return op;
  llvm_unreachable("every shader declares all push constants of its kernel");
}

std::string vkmorph::vkm::describeIterations(GridOp grid, StringRef what) {
  auto unproven = grid.getUnprovenAttr();
  std::string order;
  if (grid.getSourceOrder().has_value())
    order = (" The loops are interchanged: neighbouring threads take neighbouring " +
             grid.getCounterName(grid.getNumDims() - 1) + ".")
                .str();
  if (!unproven || unproven == "library") {
    auto stepped = grid->getAttrOfType<StringAttr>(kSteppedAttr);
    auto chains = grid->getAttrOfType<StringAttr>(kChainsAttr);
    auto tile = grid->getAttrOfType<IntegerAttr>(kStepTileAttr);
    std::string size = tile ? std::to_string(tile.getInt()) : "";
    std::string all =
        grid->hasAttr(kWritesAlikeAttr)
            ? "Iterations that write the same element write the same value."
        : tile ? "Tiles of " + size + " x " + size +
                     " iterations on one diagonal. A workgroup takes those of a tile by "
                     "diagonals: each thread has a row, and a barrier stands behind each step."
        : chains && chains == "all" ? "Iterations need each other: one thread runs through them."
        : chains ? "Iterations that need each other are `apart` apart: a thread runs through those."
        : stepped ? "Independent iterations of one " + stepped.str() + "."
                  : "Independent iterations.";
    std::string text = (what.empty() ? all : what.str()) + order;
    auto parts = grid->getParentOfType<KernelOp>()->getAttrOfType<ArrayAttr>(kFusesAttr);
    if (!parts)
      return text;
    // Two kernels of the source or more, whose launches became one.
    return text + " An iteration does what one of " +
           llvm::join(parts.getAsValueRange<StringAttr>(), " does, then what one of ") + " does.";
  }
  StringRef by = unproven == "option"   ? "assumed to be independent by --assume-independent."
                 : unproven == "config" ? "assumed to be independent by the config file."
                                        : "not proven to be independent.";
  return (what + (what.empty() ? "" : " ") + "Iterations " + by + order).str();
}

/// What runs once, in one thread: `other = a; a = b; b = other;`
static void lowerExchange(ExchangeSizesOp exchange) {
  OpBuilder at(exchange);
  Location loc = exchange.getLoc();
  auto parent = exchange->getParentOfType<ClassOp>();
  FieldOp first = parent.lookupSizeOf(exchange.getFirst());
  FieldOp second = parent.lookupSizeOf(exchange.getSecond());
  auto place = [&](FieldOp size) -> Value {
    return at.create<FieldRefOp>(loc, RefType::get(size.getType()), size.getSymName());
  };
  VarOp count = buildVar(at, loc, "count", buildLoad(at, loc, place(first)), /*isConst=*/true);
  if (Attribute comment = exchange->getAttr(kCommentAttr))
    count->setAttr(kCommentAttr, comment);
  at.create<AssignOp>(loc, place(first), buildLoad(at, loc, place(second)));
  at.create<AssignOp>(loc, place(second), buildLoad(at, loc, count.getRef()));
  exchange.erase();
}

void vkmorph::vkm::dropHostsPart(Operation *device) {
  device->walk([](Operation *inner) {
    if (isa<ReserveOp>(inner)) {
      inner->erase();
    } else if (auto exchange = dyn_cast<ExchangeSizesOp>(inner)) {
      lowerExchange(exchange);
    } else if (auto narrow = dyn_cast<NarrowOp>(inner)) {
      OpBuilder at(narrow);
      Value number = at.create<CastOp>(narrow.getLoc(), narrow.getType(), narrow.getValue());
      narrow.replaceAllUsesWith(number);
      narrow.erase();
    }
  });
}
