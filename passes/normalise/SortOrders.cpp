//===- SortOrders.cpp - What an order of a sort may not do ------------------------------------===//

#include "passes/normalise/SortOrders.h"

#include "ir/Effects.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Follows an order into the functions that it calls.
class OrderCheck {
public:
  explicit OrderCheck(SortOp sort) : m_sort(sort), m_sorted(getRoot(sort.getElements())) {}

  LogicalResult check() { return check(m_sort.getOrder(), Given(), /*answers=*/false); }

private:
  /// What the parameters of a function are to the order.
  using Given = DenseMap<Value, Root>;

  LogicalResult check(Region &region, const Given &given, bool answers);
  LogicalResult checkOne(Operation *op, const Given &given, bool answers);
  LogicalResult checkCallee(FunctionOpInterface callee, Operation *call, const Given &given,
                            bool answers);
  bool isKept(const Root &root, bool answers);

  SortOp m_sort;
  Root m_sorted;
  llvm::SmallPtrSet<Operation *, 4> m_active; ///< IR may have recursion, the input language none
};
} // namespace

static Root translate(const Root &root, const DenseMap<Value, Root> &given) {
  auto known = root.value ? given.find(root.value) : given.end();
  return known == given.end() ? root : known->second;
}

/// Whether what is written there outlives the question. The order's own variables are what a lambda
/// or a function object has captured, and arguments that were converted: constructors write these,
/// which answer nothing.
bool OrderCheck::isKept(const Root &root, bool answers) {
  if (!root.value)
    return true;
  Operation *owner = root.value.getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(root.value).getOwner()->getParentOp();
  if (m_sort->isProperAncestor(owner))
    return answers;
  return owner->getParentOfType<FunctionOpInterface>() ==
             m_sort->getParentOfType<FunctionOpInterface>() ||
         owner == m_sort->getParentOfType<FunctionOpInterface>().getOperation();
}

LogicalResult OrderCheck::checkCallee(FunctionOpInterface callee, Operation *call,
                                      const Given &given, bool answers) {
  if (!callee || callee.getFunctionBody().empty() || !m_active.insert(callee).second)
    return success();
  Given inner;
  for (auto [argument, operand] : llvm::zip(callee.getArguments(), call->getOperands()))
    if (isa<RefType, PtrType>(operand.getType()))
      inner[argument] = translate(getRoot(operand), given);
  LogicalResult result = check(callee.getFunctionBody(), inner, answers);
  m_active.erase(callee);
  return result;
}

LogicalResult OrderCheck::checkOne(Operation *op, const Given &given, bool answers) {
  if (op->getNumRegions() || isa<VarOp>(op))
    return success();
  Value place = getAccessedPlace(op);
  auto name = [&](const Root &root) {
    FieldOp field =
        root.symbol ? m_sort->getParentOfType<ClassOp>().lookupField(root.symbol) : FieldOp();
    if (field && field.getSizeOf())
      return field.getSizeOf()->str();
    std::string found = place ? nameInSource(place) : "";
    return !found.empty() ? found : root.symbol ? root.symbol.str() : std::string("a value");
  };
  EffectSet effects = getEffects(op);
  for (const Root &written : effects.writes)
    if (isKept(translate(written, given), answers))
      return report(op->getLoc(), diag::OrderChanges, {m_sort.getName().str(), name(written)});
  for (const Root &read : effects.reads)
    if (translate(read, given) == m_sorted)
      return report(op->getLoc(), diag::OrderReads, {m_sort.getName().str(), name(m_sorted)});
  return success();
}

LogicalResult OrderCheck::check(Region &region, const Given &given, bool answers) {
  WalkResult result = region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isAnswer = answers || op->getNumResults();
    LogicalResult checked = success();
    if (auto call = dyn_cast<CallOp>(op)) {
      checked = checkCallee(lookupCallee(call), call, given, isAnswer);
    } else if (auto call = dyn_cast<VirtualCallOp>(op)) {
      if (OverridersOp overriders = call.lookupOverriders())
        for (auto function : overriders.getFunctions().getAsRange<FlatSymbolRefAttr>())
          if (succeeded(checked))
            checked = checkCallee(
                SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(call, function), call,
                given, isAnswer);
    } else {
      checked = checkOne(op, given, answers);
    }
    return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult vkmorph::vkm::checkOrder(SortOp sort) { return OrderCheck(sort).check(); }

std::string vkmorph::vkm::nameInSource(Value used) {
  if (auto load = used.getDefiningOp<LoadOp>())
    used = load.getRef();
  PlacePath place = getPlacePath(used);
  SmallVector<StringRef> names;
  Root root = place.root;
  auto argument = dyn_cast_or_null<BlockArgument>(root.value);
  if (root.symbol || (argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp())))
    names.push_back(getRootName(root));
  else if (VarOp var = root.value.getDefiningOp<VarOp>())
    names.push_back(var.getName());
  // Members of the object whose function this is stand by themselves in the source.
  if (argument && !names.empty() && names.front() == "self")
    names.clear();
  for (Attribute step : place.path)
    if (auto member = dyn_cast_or_null<StringAttr>(step))
      names.push_back(member.getValue());
  return llvm::join(names, ".");
}
