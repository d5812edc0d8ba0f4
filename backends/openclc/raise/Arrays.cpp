//===- Arrays.cpp - Arrays are copied element by element --------------------------------------===//
//
// C initialises arrays by lists, and assigns, passes and returns none:
//
//     weights = other.weights;    ->    for (uint k = 0u; k < 4u; k++) {
//                                         weights[k] = other.weights[k];
//                                       }
//     std::array f(int i)         ->    void f(int i, float *result)
//
// An array that a function takes by value is a pointer to the caller's variable, which nobody
// writes while the function runs; one that lies in a buffer is copied into a variable before. So is
// one that is written between where it is read and where that is used:
//
//     std::swap(x, y);            ->    float xOld[4];
//                                       for (...) xOld[k] = x[k];
//                                       for (...) x[k] = y[k];
//                                       for (...) y[k] = xOld[k];
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/raise/Raise.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
/// Makes places of the arrays in one body.
class ArrayCopier {
public:
  explicit ArrayCopier(Operation *body) : names(body) {}

  void keepOverwritten(LoadOp load);
  void visit(Operation *op);
  void copy(OpBuilder &at, Location loc, Value to, Value value);
  /// A variable with the value, before the operation that the builder points to.
  Value store(OpBuilder &at, Location loc, Value value, StringRef name);

private:
  void copyElements(OpBuilder &at, Location loc, Value to, Value from);
  Value getSource(OpBuilder &at, Location loc, Value value);

  UniqueNames names;
};
} // namespace

static Value makeIndex(OpBuilder &at, Location loc, int64_t number) {
  return at.create<ConstantOp>(loc, IntegerAttr::get(at.getIntegerType(32, false), number));
}

static Value makeElement(OpBuilder &at, Location loc, Value array, Value index) {
  Type element = cast<ArrayType>(cast<RefType>(array.getType()).getPointee()).getElementType();
  return at.create<ElementOp>(loc, RefType::get(element), array, index);
}

/// The place that a value is the contents of; null where it is of none.
static Value getPlace(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  return load ? load.getRef() : Value();
}

/// A variable of this function, or a part of one.
static bool isPrivate(Value place) {
  Root root = getRoot(place);
  return !root.symbol && !isa<PtrType>(root.value.getType());
}

/// Whether C takes the expression as an initial value of an array.
static bool isInitialiser(Value value) {
  auto list = value.getDefiningOp<AggregateOp>();
  return list && llvm::all_of(list.getParts(), [](Value part) {
           return !isa<ArrayType>(part.getType()) || isInitialiser(part);
         });
}

/// Whether a place may be written between where it is read and where that is used.
static bool isOverwritten(LoadOp load, Operation *use) {
  EffectSet read = getEffects(load);
  auto conflict = [&](Block::iterator begin, Block::iterator end) {
    return llvm::any_of(llvm::make_range(begin, end),
                        [&](Operation &op) { return getEffects(&op).conflictsWith(read); });
  };
  Block *block = load->getBlock();
  auto begin = std::next(load->getIterator());
  while (true) {
    Operation *ancestor = block->findAncestorOpInBlock(*use);
    // Out of a region that is an operand.
    if (!ancestor)
      return conflict(begin, block->end());
    if (conflict(begin, ancestor->getIterator()))
      return true;
    if (ancestor == use)
      return false;
    // What stands behind the use comes before it in the next iteration.
    if (isa<LoopOpInterface>(ancestor) && getEffects(ancestor).conflictsWith(read))
      return true;
    Region *region = use->getParentRegion();
    while (region->getParentOp() != ancestor)
      region = region->getParentRegion();
    block = &region->front();
    begin = block->begin();
  }
}

/// Copies what is read where it is read, for users that come too late.
void ArrayCopier::keepOverwritten(LoadOp load) {
  SmallVector<OpOperand *> late;
  for (OpOperand &use : load->getUses())
    if (isOverwritten(load, use.getOwner()))
      late.push_back(&use);
  if (late.empty())
    return;
  OpBuilder at(load.getContext());
  at.setInsertionPointAfter(load);
  std::string name = getNameHint(load.getResult(), /*overwritten=*/true);
  Value var = at.create<VarOp>(load.getLoc(), RefType::get(load.getType()), names.make(name),
                               Value(), /*constant=*/false);
  copyElements(at, load.getLoc(), var, load.getRef());
  for (OpOperand *use : late) {
    OpBuilder before(use->getOwner());
    use->set(before.create<LoadOp>(load.getLoc(), load.getType(), var));
  }
}

/// `from` is a place, or a parameter.
void ArrayCopier::copyElements(OpBuilder &at, Location loc, Value to, Value from) {
  auto type = cast<ArrayType>(cast<RefType>(to.getType()).getPointee());
  Type part = type.getElementType(), count = at.getIntegerType(32, false);
  auto loop = at.create<ForOp>(loc, names.make("k"), makeIndex(at, loc, 0));
  OpBuilder inside = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value number = inside.create<LoadOp>(loc, count, loop.getCondVar());
  inside.create<YieldOp>(loc, inside.create<CmpOp>(loc, CmpKind::Lt, number,
                                                   makeIndex(inside, loc, type.getLength())));
  inside.setInsertionPointToEnd(&loop.getStep().front());
  inside.create<UpdateOp>(loc, BinaryKind::Add, loop.getStepVar(), makeIndex(inside, loc, 1));
  inside.setInsertionPointToEnd(&loop.getBody().front());
  auto index = [&]() -> Value { return inside.create<LoadOp>(loc, count, loop.getBodyVar()); };
  Value target = makeElement(inside, loc, to, index());
  bool isPlace = isa<RefType>(from.getType());
  Value source = isPlace ? makeElement(inside, loc, from, index())
                         : Value(inside.create<ComponentOp>(loc, part, from, index()));
  if (isa<ArrayType>(part))
    return copyElements(inside, loc, target, source);
  inside.create<AssignOp>(loc, target,
                          isPlace ? Value(inside.create<LoadOp>(loc, part, source)) : source);
}

/// What C can copy the elements of: a place, or a parameter.
Value ArrayCopier::getSource(OpBuilder &at, Location loc, Value value) {
  if (isa<BlockArgument>(value))
    return value;
  if (Value from = getPlace(value))
    return from;
  // What is made of parts has them all before any is written.
  Type type = value.getType();
  if (isInitialiser(value))
    return at.create<VarOp>(loc, RefType::get(type), names.make("parts"), value, false);
  if (auto list = value.getDefiningOp<AggregateOp>()) {
    Value var = at.create<VarOp>(loc, RefType::get(type), names.make("parts"), Value(), false);
    for (auto [i, part] : llvm::enumerate(list.getParts()))
      copy(at, loc, makeElement(at, loc, var, makeIndex(at, loc, i)), part);
    return var;
  }
  // A member of a struct that a function gives.
  if (auto extract = value.getDefiningOp<ExtractOp>()) {
    Value record = extract.getRecord();
    Value var =
        at.create<VarOp>(loc, RefType::get(record.getType()), names.make("whole"), record, false);
    return at.create<MemberOp>(loc, RefType::get(type), var, extract.getName());
  }
  return value;
}

void ArrayCopier::copy(OpBuilder &at, Location loc, Value to, Value value) {
  if (!isa<ArrayType>(value.getType())) {
    at.create<AssignOp>(loc, to, value);
    return;
  }
  copyElements(at, loc, to, getSource(at, loc, value));
}

Value ArrayCopier::store(OpBuilder &at, Location loc, Value value, StringRef name) {
  auto var = at.create<VarOp>(loc, RefType::get(value.getType()), names.make(name), Value(),
                              /*constant=*/false);
  copy(at, loc, var, value);
  return var;
}

void ArrayCopier::visit(Operation *op) {
  OpBuilder at(op);
  Location loc = op->getLoc();
  // In front of all that may write the place, as long as that stands there as it was.
  if (auto load = dyn_cast<LoadOp>(op); load && isa<ArrayType>(load.getType()))
    return keepOverwritten(load);
  if (auto assign = dyn_cast<AssignOp>(op); assign && isa<ArrayType>(assign.getValue().getType())) {
    copy(at, loc, assign.getRef(), assign.getValue());
    op->erase();
  } else if (auto var = dyn_cast<VarOp>(op); var && var.getInit() &&
                                             isa<ArrayType>(var.getInit().getType()) &&
                                             !isInitialiser(var.getInit())) {
    Value init = var.getInit();
    var.getInitMutable().clear();
    var.removeConstantAttr();
    at.setInsertionPointAfter(op);
    copy(at, loc, var, init);
  } else if (auto list = dyn_cast<AggregateOp>(op)) {
    // A list of a struct holds no arrays that are places.
    for (OpOperand &part : list->getOpOperands())
      if (isa<ArrayType>(part.get().getType()) && !isInitialiser(part.get())) {
        if (auto type = dyn_cast<RecordType>(list.getType())) {
          RecordOp record = lookupRecord(op, type);
          Value var = at.create<VarOp>(loc, RefType::get(type), names.make("made"), Value(), false);
          for (auto [member, value] :
               llvm::zip(record.getMembers().getAsRange<MemberAttr>(), list.getParts())) {
            Value place =
                at.create<MemberOp>(loc, RefType::get(member.getType()), var, member.getName());
            copy(at, loc, place, value);
          }
          list.replaceAllUsesWith(Value(at.create<LoadOp>(loc, type, var)));
          list.erase();
          return;
        }
        part.set(at.create<LoadOp>(loc, part.get().getType(), store(at, loc, part.get(), "part")));
      }
  } else if (auto component = dyn_cast<ComponentOp>(op);
             component && isa<ArrayType>(component.getWhole().getType()) &&
             component.getWhole().getDefiningOp<AggregateOp>()) {
    Value var = getSource(at, loc, component.getWhole());
    component.getWholeMutable().assign(at.create<LoadOp>(loc, component.getWhole().getType(), var));
  } else if (auto call = dyn_cast<CallOp>(op)) {
    for (OpOperand &argument : call->getOpOperands()) {
      if (!isa<ArrayType>(argument.get().getType()) || isa<BlockArgument>(argument.get()))
        continue;
      // The function must not write it through another of its parameters.
      Value place = getPlace(argument.get());
      if (place && isPrivate(place) && !getEffects(call).writesAny(getRoot(place)))
        continue;
      Value var = store(at, loc, argument.get(), "copy");
      argument.set(at.create<LoadOp>(loc, argument.get().getType(), var));
    }
  }
}

static SmallVector<Operation *> listOperations(Operation *body) {
  SmallVector<Operation *> operations;
  body->walk<WalkOrder::PreOrder>([&](Operation *op) { operations.push_back(op); });
  return operations;
}

/// Functions that return arrays write them to where the caller says.
static void returnByReference(ModuleOp module) {
  ClassOp parent = getClass(module);
  for (FuncOp function : parent.getOps<FuncOp>()) {
    if (function.getResultTypes().empty() || !isa<ArrayType>(function.getResultTypes().front()))
      continue;
    Type type = function.getResultTypes().front();
    Builder builder(function.getContext());
    SmallVector<Attribute> attributes;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      DictionaryAttr attribute = function.getArgAttrDict(i);
      attributes.push_back(attribute ? attribute : builder.getDictionaryAttr({}));
    }
    Value place = function.getBody().front().addArgument(RefType::get(type), function.getLoc());
    attributes.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr("result"))));
    function.setFunctionType(
        builder.getFunctionType(function.getBody().front().getArgumentTypes(), {}));
    function.setArgAttrsAttr(builder.getArrayAttr(attributes));
    function.walk([&](ReturnOp op) {
      OpBuilder at(op);
      at.create<AssignOp>(op.getLoc(), place, op.getValue());
      if (op->getParentOp() != function)
        at.create<ReturnOp>(op.getLoc(), Value());
      op.erase();
    });
    SmallVector<CallOp> calls;
    parent.walk([&](CallOp call) {
      if (call.getCallee() == function.getSymName())
        calls.push_back(call);
    });
    for (CallOp call : calls) {
      OpBuilder at(call);
      Operation *caller = call->getParentOfType<FuncOp>();
      if (!caller)
        caller = getShader(module);
      UniqueNames names(caller);
      SmallVector<Value> operands(call.getOperands());
      Value var =
          at.create<VarOp>(call.getLoc(), RefType::get(type), names.make("result"), Value(), false);
      operands.push_back(var);
      auto other = at.create<CallOp>(call.getLoc(), TypeRange(), call.getCallee(), operands);
      other->setDiscardableAttrs(call->getDiscardableAttrDictionary());
      call.getResult(0).replaceAllUsesWith(at.create<LoadOp>(call.getLoc(), type, var));
      call.erase();
    }
  }
}

void vkmorph::openclc::copyArrays(ModuleOp module) {
  returnByReference(module);
  for (Operation &body : getClass(module).getBody().front()) {
    if (!isa<FuncOp, ShaderOp>(body))
      continue;
    expandSelects(&body, llvm::IsaPred<ArrayType>);
    ArrayCopier copier(&body);
    for (Operation *op : listOperations(&body))
      copier.visit(op);
  }
}

void vkmorph::openclc::copyNamedArrays(Operation *body) {
  ArrayCopier copier(body);
  SmallVector<LetOp> lets;
  body->walk([&](LetOp let) {
    if (isa<ArrayType>(let.getType()))
      lets.push_back(let);
  });
  for (LetOp let : lets) {
    OpBuilder at(let);
    bool isList = isInitialiser(let.getValue());
    auto var = at.create<VarOp>(let.getLoc(), RefType::get(let.getType()), let.getName(),
                                isList ? let.getValue() : Value(), isList);
    if (!isList)
      copier.copy(at, let.getLoc(), var, let.getValue());
    for (OpOperand &use : llvm::make_early_inc_range(let->getUses())) {
      OpBuilder before(use.getOwner());
      use.set(before.create<LoadOp>(let.getLoc(), let.getType(), var));
    }
    let.erase();
  }
}
