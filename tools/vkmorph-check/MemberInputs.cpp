//===- MemberInputs.cpp - Which members a control function takes as inputs --------------------===//

#include "MemberInputs.h"

#include "ParameterUse.h"
#include "ir/Effects.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

namespace {

/// Follows a call in the order of its statements. What is assigned as a whole and in any case is
/// overwritten for all that comes after.
class FirstAccesses {
public:
  void visit(Region &region, bool isCertain) {
    for (Block &block : region)
      for (Operation &op : block)
        visit(&op, isCertain);
  }

  std::set<std::string> read;
  std::set<std::string> overwritten() const;

private:
  void visit(Operation *op, bool isCertain);
  void visitFunction(FunctionOpInterface function, bool isCertain);
  void note(StringAttr symbol) {
    if (symbol && !m_overwritten.contains(symbol))
      read.insert(symbol.str());
  }
  void notePlaces(ValueRange operands) {
    for (Value operand : operands)
      if (isa<vkm::RefType, vkm::PtrType>(operand.getType()))
        note(vkm::getRoot(operand).symbol);
  }

  llvm::DenseSet<StringAttr> m_overwritten;
  llvm::DenseSet<Operation *> m_active;
};

} // namespace

std::set<std::string> FirstAccesses::overwritten() const {
  std::set<std::string> symbols;
  for (StringAttr symbol : m_overwritten)
    if (!read.count(symbol.str()))
      symbols.insert(symbol.str());
  return symbols;
}

void FirstAccesses::visitFunction(FunctionOpInterface function, bool isCertain) {
  if (!function || !m_active.insert(function).second)
    return;
  visit(function.getFunctionBody(), isCertain);
  m_active.erase(function);
}

void FirstAccesses::visit(Operation *op, bool isCertain) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](vkm::LoadOp load) { note(vkm::getRoot(load.getRef()).symbol); })
      .Case<vkm::UpdateOp, vkm::ScatterOp>(
          [&](auto update) { note(vkm::getRoot(update.getRef()).symbol); })
      .Case([&](vkm::ReductionOpInterface reduce) { note(reduce.getFieldAttr().getAttr()); })
      .Case([&](vkm::AssignOp assign) {
        auto field = assign.getRef().getDefiningOp<vkm::FieldRefOp>();
        if (field && isCertain)
          m_overwritten.insert(field.getFieldAttr().getAttr());
      })
      .Case([&](vkm::LaunchOp launch) {
        notePlaces(launch.getOperands());
        visitFunction(vkm::lookupKernel(launch), isCertain);
      })
      .Case([&](vkm::CallOp call) {
        notePlaces(call.getOperands());
        visitFunction(vkm::lookupCallee(call), isCertain);
      })
      .Case([&](vkm::HostOp host) { notePlaces(host.getOperands()); });
  bool staysCertain = isCertain && isa<vkm::OnceOp, vkm::ScopeOp>(op);
  for (Region &region : op->getRegions())
    visit(region, staysCertain);
}

/// What says which elements a function writes, or those that it calls. `references` are the
/// parameters through which it writes: what says which element, the caller knows.
static void collectTargets(FunctionOpInterface function, ParameterCollector &targets,
                           llvm::DenseSet<Operation *> &active,
                           llvm::SetVector<Value> *references = nullptr) {
  if (!function || !active.insert(function).second)
    return;
  auto write = [&](Value place) {
    targets.visitIndices(place);
    if (Value root = vkm::getRoot(place).value; references && isa_and_nonnull<BlockArgument>(root))
      references->insert(root);
  };
  function->walk([&](Operation *op) {
    if (isa<vkm::AssignOp, vkm::UpdateOp, vkm::ScatterOp>(op))
      return write(op->getOperand(0));
    auto call = dyn_cast<vkm::CallOp>(op);
    FunctionOpInterface callee = call ? vkm::lookupCallee(call) : FunctionOpInterface();
    if (!callee)
      return;
    ParameterCollector inner;
    llvm::SetVector<Value> written;
    collectTargets(callee, inner, active, &written);
    targets.fields.merge(inner.fields);
    for (BlockArgument argument : inner.found)
      if (argument.getOwner()->getParentOp() == callee)
        targets.visit(call.getOperands()[argument.getArgNumber()]);
    for (Value reference : written)
      if (auto argument = cast<BlockArgument>(reference);
          argument.getOwner()->getParentOp() == callee)
        write(call.getOperands()[argument.getArgNumber()]);
  });
  active.erase(function);
}

/// What bounds grids, what bounds loops in them, and what says which element is written.
static void collect(vkm::KernelOp kernel, ParameterCollector &grids, ParameterCollector &loops,
                    ParameterCollector &targets) {
  kernel.walk([&](Operation *op) {
    if (isa<vkm::GridOp>(op)) {
      for (Value operand : op->getOperands())
        grids.visit(operand);
    } else if (auto loop = dyn_cast<vkm::ForOp>(op)) {
      loops.visit(loop.getInit());
      loops.visit(loop.getCond());
    } else if (auto loop = dyn_cast<vkm::WhileOp>(op)) {
      loops.visit(loop.getCond());
    } else if (auto loop = dyn_cast<vkm::DoWhileOp>(op)) {
      loops.visit(loop.getCond());
    }
  });
  llvm::DenseSet<Operation *> active;
  collectTargets(cast<FunctionOpInterface>(kernel.getOperation()), targets, active);
}

/// Vectors that have more elements behind a function than before it.
static void findFilled(FunctionOpInterface function, std::set<std::string> &filled,
                       llvm::DenseSet<Operation *> &seen) {
  if (!function || !seen.insert(function).second)
    return;
  auto theClass = function->getParentOfType<vkm::ClassOp>();
  function->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](vkm::AppendOp append) { filled.insert(append.getField().str()); })
        .Case([&](vkm::AssignOp assign) {
          auto place = assign.getRef().getDefiningOp<vkm::FieldRefOp>();
          auto field = place && theClass ? theClass.lookupSymbol<vkm::FieldOp>(place.getField())
                                         : vkm::FieldOp();
          bool isCleared = matchPattern(assign.getValue(), m_Zero());
          if (field && field.getSizeOf() && !isCleared)
            filled.insert(field.getSizeOf()->str());
        })
        .Case([&](vkm::LaunchOp launch) { findFilled(vkm::lookupKernel(launch), filled, seen); })
        .Case([&](vkm::CallOp call) { findFilled(vkm::lookupCallee(call), filled, seen); });
  });
}

/// What operations of a function, and of those that it runs, name otherwise than to read it. The
/// effects that translation relies on are not asked: a fault in them is to be noticed.
static void findWritten(FunctionOpInterface function, std::set<std::string> &written,
                        llvm::DenseSet<Operation *> &seen) {
  if (!function || !seen.insert(function).second)
    return;
  auto theClass = function->getParentOfType<vkm::ClassOp>();
  auto add = [&](StringAttr symbol) {
    if (!symbol)
      return;
    written.insert(symbol.str());
    // A vector that is resized gets other elements.
    auto field = theClass ? theClass.lookupSymbol<vkm::FieldOp>(symbol) : vkm::FieldOp();
    if (field && field.getSizeOf())
      written.insert(field.getSizeOf()->str());
  };
  function->walk([&](Operation *op) {
    if (isa<vkm::LoadOp, vkm::FieldRefOp, vkm::VectorDataOp, vkm::MemberOp, vkm::ElementOp,
            vkm::DerefOp>(op))
      return;
    for (Value operand : op->getOperands())
      if (isa<vkm::RefType, vkm::PtrType>(operand.getType()))
        add(vkm::getRoot(operand).symbol);
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) { add(symbol.getRootReference()); });
    if (auto launch = dyn_cast<vkm::LaunchOp>(op))
      findWritten(vkm::lookupKernel(launch), written, seen);
    else if (auto call = dyn_cast<vkm::CallOp>(op))
      findWritten(vkm::lookupCallee(call), written, seen);
  });
}

MemberInputs vkmorph::check::findMemberInputs(vkm::ControlOp control) {
  FirstAccesses accesses;
  accesses.visit(control.getFunctionBody(), /*isCertain=*/true);
  ParameterCollector grids, loops, targets;
  for (auto extent : control.getOps<vkm::ExtentOp>())
    grids.visit(extent.getCount());
  control.walk([&](vkm::LaunchOp launch) {
    for (Operation *loop = launch->getParentOp(); loop != control; loop = loop->getParentOp())
      if (isa<vkm::LoopOpInterface>(loop))
        for (Region &region : loop->getRegions())
          if (llvm::any_of(region.getOps(),
                           [](Operation &inner) { return isa<vkm::YieldOp>(inner); }))
            loops.visit(region);
    auto kernel = vkm::lookupKernel(launch);
    if (!kernel)
      return;
    ParameterCollector kernelGrids, kernelLoops, kernelTargets;
    collect(kernel, kernelGrids, kernelLoops, kernelTargets);
    auto lift = [&](ParameterCollector &from, ParameterCollector &to) {
      to.fields.merge(from.fields);
      for (BlockArgument argument : from.found)
        if (argument.getOwner()->getParentOp() == kernel)
          to.visit(launch.getOperands()[argument.getArgNumber()]);
    };
    lift(kernelGrids, grids);
    lift(kernelLoops, loops);
    lift(kernelTargets, targets);
  });
  MemberInputs inputs;
  llvm::DenseSet<Operation *> seen;
  findFilled(cast<FunctionOpInterface>(control.getOperation()), inputs.filled, seen);
  seen.clear();
  findWritten(cast<FunctionOpInterface>(control.getOperation()), inputs.written, seen);
  inputs.overwritten = accesses.overwritten();
  inputs.read = std::move(accesses.read);
  inputs.sizes = std::move(grids.fields);
  inputs.loopBounds = std::move(loops.fields);
  inputs.targets = std::move(targets.fields);
  inputs.hasStrideParameter = llvm::any_of(targets.found, [&](BlockArgument argument) {
    return isa<IntegerType>(argument.getType()) && !grids.found.contains(argument) &&
           argument.getOwner()->getParentOp() == control;
  });
  return inputs;
}
