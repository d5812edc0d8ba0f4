//===- ArgumentChecks.cpp - References to const that travel by value --------------------------===//
//
// A function that takes a reference to const gets a copy. That is right as long as nothing changes
// what the reference names while the function runs, which is known when all functions are there.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/module/ModuleImporter.h"
#include "ir/Effects.h"
#include "ir/Overriders.h"

#include "mlir/IR/Matchers.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

void ModuleImporter::checkLater(mlir::Operation *call, mlir::Value place, mlir::Location argument,
                                llvm::StringRef callee) {
  m_argumentChecks.push_back({call, place, argument, callee.str()});
}

void ModuleImporter::removeFunction(mlir::Operation *function) {
  llvm::erase_if(m_argumentChecks,
                 [&](const ArgumentCheck &check) { return function->isAncestor(check.call); });
  function->erase();
}

/// The way from a variable, field or parameter to a part of it, outermost step first.
static llvm::SmallVector<mlir::Operation *> pathOf(mlir::Value place) {
  llvm::SmallVector<mlir::Operation *> path;
  while (mlir::Operation *op = place.getDefiningOp()) {
    if (auto member = llvm::dyn_cast<vkm::MemberOp>(op))
      place = member.getBase();
    else if (auto element = llvm::dyn_cast<vkm::ElementOp>(op))
      place = element.getBase();
    else if (auto deref = llvm::dyn_cast<vkm::DerefOp>(op))
      place = deref.getPointer();
    else
      break;
    path.insert(path.begin(), op);
  }
  return path;
}

/// Whether two parts of one object share nothing: different members, or elements at different
/// constant indices.
static bool areDisjoint(mlir::Value a, mlir::Value b) {
  for (auto [first, second] : llvm::zip(pathOf(a), pathOf(b))) {
    auto member = llvm::dyn_cast<vkm::MemberOp>(first),
         otherMember = llvm::dyn_cast<vkm::MemberOp>(second);
    if (member && otherMember) {
      if (member.getName() != otherMember.getName())
        return true;
      continue;
    }
    if (first->getName() != second->getName() || first->getNumOperands() != 2)
      return false;
    // Where the elements may be the same, what follows may still be different parts of them.
    llvm::APInt index, otherIndex;
    if (mlir::matchPattern(first->getOperand(1), mlir::m_ConstantInt(&index)) &&
        mlir::matchPattern(second->getOperand(1), mlir::m_ConstantInt(&otherIndex)) &&
        index.getSExtValue() != otherIndex.getSExtValue())
      return true;
  }
  return false;
}

/// The function that a place is a parameter of; null for other places.
static vkm::FuncOp getFunctionOf(const vkm::Root &root) {
  auto argument = llvm::dyn_cast_or_null<mlir::BlockArgument>(root.value);
  return argument ? llvm::dyn_cast<vkm::FuncOp>(argument.getOwner()->getParentOp()) : vkm::FuncOp();
}

/// Whether two names of places in one function may be one place, for what its callers pass.
static bool mayMeet(const vkm::Root &a, const vkm::Root &b, unsigned depth = 0) {
  constexpr unsigned kMostCallers = 8;
  if (!vkm::mayAlias(a, b))
    return false;
  vkm::FuncOp function = getFunctionOf(a) ? getFunctionOf(a) : getFunctionOf(b);
  if (a == b || !function || depth == kMostCallers)
    return true;
  bool meets = false, isCalled = false;
  function->getParentOfType<mlir::ModuleOp>().walk([&](vkm::CallOp call) {
    if (meets || vkm::lookupCallee(call) != function)
      return;
    isCalled = true;
    auto inCaller = [&](const vkm::Root &root) {
      return getFunctionOf(root)
                 ? vkm::getRoot(call.getOperands()[llvm::cast<mlir::BlockArgument>(root.value)
                                                       .getArgNumber()])
                 : root;
    };
    meets = mayMeet(inCaller(a), inCaller(b), depth + 1);
  });
  return meets || !isCalled;
}

/// Whether a call may write a place: its callee as a field, or through a reference that it is
/// given.
static bool mayWrite(mlir::Operation *call, mlir::FunctionOpInterface callee, mlir::Value place) {
  if (!callee)
    return true;
  vkm::Root root = vkm::getRoot(place);
  vkm::EffectSet effects = vkm::getEffects(callee.getFunctionBody());
  return llvm::any_of(effects.writes, [&](const vkm::Root &written) {
    auto argument = llvm::dyn_cast_or_null<mlir::BlockArgument>(written.value);
    if (!argument || argument.getOwner() != &callee.getFunctionBody().front())
      return written.symbol && mayMeet(written, root);
    mlir::Value operand = call->getOperand(argument.getArgNumber());
    vkm::Root operandRoot = vkm::getRoot(operand);
    return mayMeet(operandRoot, root) && !(operandRoot == root && areDisjoint(operand, place));
  });
}

/// The same for what a virtual call may run.
static bool mayWrite(mlir::Operation *op, mlir::Value place) {
  if (auto call = llvm::dyn_cast<vkm::CallOp>(op))
    return mayWrite(call, vkm::lookupCallee(call), place);
  vkm::OverridersOp table = llvm::cast<vkm::VirtualCallOp>(op).lookupOverriders();
  return llvm::any_of(table.getFunctions().getAsRange<mlir::FlatSymbolRefAttr>(),
                      [&](mlir::FlatSymbolRefAttr name) {
                        return mayWrite(op, vkm::lookupOverrider(table, name), place);
                      });
}

/// The copy is right as long as the callee does not write what the reference refers to.
void ModuleImporter::checkArguments() {
  for (const ArgumentCheck &check : m_argumentChecks) {
    // An order may not write at all, which vkm-split-sorts says.
    bool isInOrder = llvm::isa_and_nonnull<vkm::SortOp>(check.call->getParentOp());
    if (!isInOrder && mayWrite(check.call, check.place))
      m_reporter.report(check.loc, diag::ArgumentMayChange, {check.callee});
  }
}
