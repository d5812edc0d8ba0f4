//===- ReturnedValues.cpp - What calls return, as expressions of the caller ------------------===//
//
//   int Blocks(int n) const { if (n % m_w) return n / m_w + 1; return n / m_w; }
//   i < Blocks(n)    ->    i < (n % m_w != 0 ? n / m_w + 1 : n / m_w)
//
//===------------------------------------------------------------------------------------------===//

#include "transforms/ReturnedValues.h"

#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// A bound that is made of more would be no help to a reader: calls in calls, and ways through
/// them.
static constexpr unsigned kMaxNesting = 8;
static constexpr unsigned kMaxSelects = 32;

namespace {

/// Follows a function from statement to statement, and knows what its variables hold on the way.
class ReturnedValue {
public:
  /// The statements that come when a block has ended.
  struct Rest {
    Block::iterator next, end;
    const Rest *outer;
  };
  /// `known` maps parameters, values and places of variables to values of the caller.
  Value follow(OpBuilder &builder, Block::iterator next, Block::iterator end, const Rest *rest,
               IRMapping known);

private:
  bool evaluate(OpBuilder &builder, Operation &op, IRMapping &known);
  Value branch(OpBuilder &builder, IfOp op, const Rest &rest, const IRMapping &known);

  unsigned selects = 0;
};

} // namespace

/// Whether a place, and all parts of it, are only read, and parts of arrays by constant numbers.
static bool isReadInParts(Value place) {
  return llvm::all_of(place.getUsers(), [](Operation *user) {
    auto element = dyn_cast<ElementOp>(user);
    return isa<LoadOp>(user) ||
           ((isa<MemberOp>(user) || (element && getConstantInt(element.getIndex()))) &&
            isReadInParts(user->getResult(0)));
  });
}

/// A scalar variable of the function that is only read and assigned as a whole; a struct or array
/// that is only read.
static bool isTracked(VarOp var) {
  if (var.getInit() && isa<ArrayType, RecordType>(var.getInit().getType()))
    return isReadInParts(var.getRef());
  return var.getInit() && llvm::all_of(var.getRef().getUses(), [](OpOperand &use) {
           Operation *user = use.getOwner();
           return isa<LoadOp>(user) ||
                  (isa<AssignOp, UpdateOp>(user) && use.getOperandNumber() == 0);
         });
}

static bool isTracked(Value place) {
  auto var = place.getDefiningOp<VarOp>();
  return var && isTracked(var);
}

/// The place that a value was read from, if nothing has been written since.
static Value getPlaceRead(OpBuilder &builder, Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load || load->getBlock() != builder.getInsertionBlock())
    return {};
  Operation *end = builder.getInsertionPoint() == builder.getInsertionBlock()->end()
                       ? nullptr
                       : &*builder.getInsertionPoint();
  for (Operation *op = load->getNextNode(); op != end; op = op->getNextNode())
    if (!op || !isWithoutEffect(op))
      return {};
  return load.getRef();
}

/// A member or element of a value: of what was read from a place, a part of that is read.
static Value readPart(OpBuilder &builder, Location loc, Value whole, Type type, StringAttr member,
                      Value index) {
  if (auto aggregate = whole.getDefiningOp<AggregateOp>()) {
    if (auto record = dyn_cast<RecordType>(whole.getType())) {
      auto members = lookupRecord(aggregate, record).getMembers().getAsRange<MemberAttr>();
      for (auto [known, part] : llvm::zip(members, aggregate.getParts()))
        if (member && known.getName() == member.getValue())
          return part;
    } else if (std::optional<int64_t> number = index ? getConstantInt(index) : std::nullopt;
               number && isa<ArrayType>(whole.getType()) && *number >= 0 &&
               *number < static_cast<int64_t>(aggregate.getParts().size())) {
      return aggregate.getParts()[*number];
    }
  }
  if (Value place = getPlaceRead(builder, whole)) {
    RefType part = RefType::get(type);
    place = member ? builder.create<MemberOp>(loc, part, place, member).getRef()
                   : builder.create<ElementOp>(loc, part, place, index).getRef();
    return builder.create<LoadOp>(loc, type, place);
  }
  if (member)
    return builder.create<ExtractOp>(loc, type, whole, member);
  return builder.create<ComponentOp>(loc, type, whole, index);
}

/// Takes a statement or expression into account; false where it does more than that.
bool ReturnedValue::evaluate(OpBuilder &builder, Operation &op, IRMapping &known) {
  if (auto var = dyn_cast<VarOp>(op)) {
    if (!isTracked(var))
      return false;
    known.map(var.getRef(), known.lookup(var.getInit()));
    return true;
  }
  if (auto assign = dyn_cast<AssignOp>(op)) {
    if (!isTracked(assign.getRef()))
      return false;
    known.map(assign.getRef(), known.lookup(assign.getValue()));
    return true;
  }
  if (auto update = dyn_cast<UpdateOp>(op)) {
    if (!isTracked(update.getRef()))
      return false;
    Value old = known.lookup(update.getRef()), value = known.lookup(update.getValue());
    // Small integers would be promoted in between.
    if (old.getType() != value.getType() || getComponentType(old.getType()) != old.getType() ||
        old.getType().getIntOrFloatBitWidth() < 32)
      return false;
    known.map(update.getRef(),
              builder.create<BinaryOp>(op.getLoc(), old.getType(), update.getKind(), old, value));
    return true;
  }
  if (isa<MemberOp, ElementOp>(op) && op.getOperand(0).getDefiningOp())
    if (Value root = getRoot(op.getOperand(0)).value; root && isTracked(root)) {
      Value whole = known.lookup(op.getOperand(0));
      auto member = dyn_cast<MemberOp>(op);
      Type type = cast<RefType>(op.getResult(0).getType()).getPointee();
      Value index = member ? Value() : known.lookup(cast<ElementOp>(op).getIndex());
      known.map(op.getResult(0), readPart(builder, op.getLoc(), whole, type,
                                          member ? member.getNameAttr() : StringAttr(), index));
      return true;
    }
  if (auto load = dyn_cast<LoadOp>(op))
    if (Value root = getRoot(load.getRef()).value; root && isTracked(root)) {
      known.map(load.getResult(), known.lookup(load.getRef()));
      return true;
    }
  if (auto extract = dyn_cast<ExtractOp>(op)) {
    known.map(extract.getResult(),
              readPart(builder, op.getLoc(), known.lookup(extract.getRecord()),
                       extract.getResult().getType(), extract.getNameAttr(), {}));
    return true;
  }
  if (auto component = dyn_cast<ComponentOp>(op);
      component && isa<ArrayType>(component.getWhole().getType())) {
    known.map(component.getResult(),
              readPart(builder, op.getLoc(), known.lookupOrDefault(component.getWhole()),
                       component.getResult().getType(), {},
                       known.lookupOrDefault(component.getIndex())));
    return true;
  }
  // Regions of expressions would have to be followed for variables that have changed.
  bool readsInside = false;
  for (Region &region : op.getRegions())
    region.walk([&](LoadOp load) {
      Value root = getRoot(load.getRef()).value;
      readsInside |= root && isTracked(root);
    });
  if (!isWithoutEffect(&op) || readsInside)
    return false;
  builder.clone(op, known);
  return true;
}

/// `if (c) A else B; C` is `c ? value of (A; C) : value of (B; C)`.
Value ReturnedValue::branch(OpBuilder &builder, IfOp op, const Rest &rest, const IRMapping &known) {
  if (++selects > kMaxSelects)
    return {};
  SmallVector<Value, 2> values;
  auto select =
      builder.create<SelectOp>(op.getLoc(), builder.getI1Type(), known.lookup(op.getCondition()));
  for (auto [from, to] : {std::pair(&op.getThenRegion(), &select.getWhenTrue()),
                          std::pair(&op.getElseRegion(), &select.getWhenFalse())}) {
    OpBuilder inside = OpBuilder::atBlockEnd(&to->emplaceBlock());
    Value value = from->empty()
                      ? follow(inside, rest.next, rest.end, rest.outer, known)
                      : follow(inside, from->front().begin(), from->front().end(), &rest, known);
    if (!value) {
      select.erase();
      return {};
    }
    inside.create<YieldOp>(op.getLoc(), value);
    values.push_back(value);
  }
  select.getResult().setType(values.front().getType());
  return select;
}

Value ReturnedValue::follow(OpBuilder &builder, Block::iterator next, Block::iterator end,
                            const Rest *rest, IRMapping known) {
  for (; next != end; ++next) {
    if (auto result = dyn_cast<ReturnOp>(*next))
      return result.getValue() ? known.lookup(result.getValue()) : Value();
    const Rest after{std::next(next), end, rest};
    if (auto branches = dyn_cast<IfOp>(*next))
      return branch(builder, branches, after, known);
    if (auto scope = dyn_cast<ScopeOp>(*next)) {
      Block &body = scope.getBody().front();
      return follow(builder, body.begin(), body.end(), &after, known);
    }
    if (!evaluate(builder, *next, known))
      return {};
  }
  return rest ? follow(builder, rest->next, rest->end, rest->outer, std::move(known)) : Value();
}

Value vkmorph::vkm::inlineCall(CallOp call) {
  FunctionOpInterface found = lookupCallee(call);
  auto callee = found ? dyn_cast<FuncOp>(found.getOperation()) : FuncOp();
  if (!callee || callee.isExternal() || call->getNumResults() != 1)
    return {};
  OpBuilder builder(call);
  Operation *before = call->getPrevNode();
  IRMapping known;
  for (auto [parameter, operand] : llvm::zip(callee.getArguments(), call.getOperands()))
    known.map(parameter, operand);
  Block &body = callee.getFunctionBody().front();
  Value value = ReturnedValue().follow(builder, body.begin(), body.end(), nullptr, known);
  if (!value || value.getType() != call->getResult(0).getType()) {
    while (call->getPrevNode() != before)
      call->getPrevNode()->erase();
    return {};
  }
  call->getResult(0).replaceAllUsesWith(value);
  call.erase();
  return value;
}

static void inlineReturned(Value value, unsigned nesting) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  if (auto call = dyn_cast<CallOp>(op)) {
    if (nesting < kMaxNesting)
      if (Value returned = inlineCall(call))
        inlineReturned(returned, nesting + 1);
    return;
  }
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root root = getRoot(load.getRef());
    auto var = root.value ? root.value.getDefiningOp<VarOp>() : VarOp();
    if (var && keepsInitialValue(var))
      inlineReturned(var.getInit(), nesting);
  }
  for (unsigned index = 0; index < op->getNumOperands(); ++index)
    inlineReturned(op->getOperand(index), nesting);
  for (Region &region : op->getRegions())
    inlineReturned(cast<YieldOp>(region.front().back()).getValue(), nesting);
}

void vkmorph::vkm::inlineReturned(Value value) { ::inlineReturned(value, 0); }
