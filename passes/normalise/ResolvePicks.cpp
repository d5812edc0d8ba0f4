//===- ResolvePicks.cpp - Uses of one of several arrays become branches -----------------------===//
//
//   kernel((a, b)[whichFrom],            if (whichFrom == 0)
//          (a, b)[whichTo])      ->        kernel(a, b)
//                                        else
//                                          kernel(b, a)
//
//   (a, b)[whichTo][k] = 0;      ->      if (whichTo == 0) a[k] = 0; else b[k] = 0;
//
// for the combinations of numbers that come about: the variables are followed through loops and
// branches, all of them together. What nobody reads any more is forgotten, so that the combinations
// are no more than those of the variables that are there.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/CommandFlow.h"
#include "analysis/values/Expressions.h"
#include "passes/Passes.h"
#include "transforms/Cases.h"
#include "transforms/Choices.h"
#include "transforms/Expressions.h"
#include "transforms/Inliner.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_RESOLVEPICKS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Which numbers the variables, and what was read of them, have together.
using PickNumbers = std::vector<int64_t>;

using Combinations = StateSet<PickNumbers>;

/// Follows the numbers of one control function.
class Resolver : CommandFlow<Combinations> {
public:
  explicit Resolver(ControlOp control) : control(control) {}
  void run();

private:
  void visit(Operation *op, Combinations &state) override;
  void leave(Operation *op, Combinations &state) override;
  void findEnds();
  void forgetLeft(Operation *op, Combinations &state) const;
  void follow(Value number);
  std::optional<int64_t> getNumber(Value value, const PickNumbers &numbers) const;
  void assign(Value to, Value from, Combinations &state) const;
  void resolve(CallOp call, const std::set<PickNumbers> &wanted);
  void resolve(DerefOp element);
  void branch(OpBuilder &builder, CallOp call, ArrayRef<unsigned> operands,
              const std::set<PickNumbers> &wanted, VarOp result);
  void describe(VarOp var);
  void dropUnread();

  ControlOp control;
  llvm::DenseMap<Value, unsigned> slots; ///< of variables (their places) and what is read of them
  llvm::DenseMap<Operation *, SmallVector<unsigned>> ends; ///< which slots are over behind it
  llvm::MapVector<Operation *, std::string> arrays;        ///< of variables, by number
  /// For each call, the numbers of its operands that are picked, in order.
  llvm::MapVector<Operation *, std::set<PickNumbers>> calls;
  /// For each element of a picked array, the numbers of the arrays that it may be in.
  llvm::DenseMap<Operation *, std::set<int64_t>> elements;
};

struct ResolvePicksPass : vkm::impl::ResolvePicksBase<ResolvePicksPass> {
  void runOnOperation() override;
};

} // namespace

static SmallVector<unsigned> getPickedOperands(CallOp call) {
  SmallVector<unsigned> operands;
  for (OpOperand &operand : call->getOpOperands())
    if (operand.get().getDefiningOp<PickOp>())
      operands.push_back(operand.getOperandNumber());
  return operands;
}

static Value getPickNumber(CallOp call, unsigned operand) {
  return call->getOperand(operand).getDefiningOp<PickOp>().getNumber();
}

/// A number that is read of a variable, and what is assigned to that.
void Resolver::follow(Value number) {
  auto load = number.getDefiningOp<LoadOp>();
  if (!load || !slots.try_emplace(load, slots.size()).second)
    return;
  auto var = load.getRef().getDefiningOp<VarOp>();
  slots.try_emplace(var.getRef(), slots.size());
  follow(var.getInit());
  for (Operation *user : var->getUsers())
    if (auto store = dyn_cast<AssignOp>(user))
      follow(store.getValue());
}

std::optional<int64_t> Resolver::getNumber(Value value, const PickNumbers &numbers) const {
  if (auto slot = slots.find(value); slot != slots.end())
    return numbers[slot->second];
  return getConstantInt(value);
}

/// The place, or the value read, has that number from here on.
void Resolver::assign(Value to, Value from, Combinations &state) const {
  auto slot = slots.find(to);
  if (slot == slots.end())
    return;
  state.change(
      [&](PickNumbers &numbers) { numbers[slot->second] = getNumber(from, numbers).value_or(0); });
}

/// What was read is over behind the operation that uses it last, and all that a block declares
/// behind its end.
void Resolver::findEnds() {
  for (auto [value, slot] : slots) {
    Operation *made = value.getDefiningOp();
    Block *block = made->getBlock();
    Operation *last = made;
    auto use = [&](Operation *user) {
      if (Operation *beside = block->findAncestorOpInBlock(*user); last->isBeforeInBlock(beside))
        last = beside;
    };
    for (Operation *user : made->getUsers()) {
      use(user);
      // The launch asks for the number of what is picked.
      if (isa<PickOp>(user))
        llvm::for_each(user->getUsers(), use);
    }
    ends[isa<LoadOp>(made) ? last : &block->back()].push_back(slot);
  }
}

static void forget(Combinations &state, ArrayRef<unsigned> slots) {
  if (!slots.empty())
    state.change([&](PickNumbers &numbers) {
      for (unsigned slot : slots)
        numbers[slot] = 0;
    });
}

void Resolver::leave(Operation *op, Combinations &state) {
  if (auto over = ends.find(op); over != ends.end())
    forget(state, over->second);
}

/// What is declared in the loop or switch that an operation leaves, or begins anew, is over there.
void Resolver::forgetLeft(Operation *op, Combinations &state) const {
  Operation *left = op->getParentOp();
  while (!isa<LoopOpInterface>(left) && !(isa<BreakOp>(op) && isa<SwitchOp>(left)))
    left = left->getParentOp();
  SmallVector<unsigned> over;
  for (auto [value, slot] : slots)
    if (left->isProperAncestor(value.getDefiningOp()))
      over.push_back(slot);
  forget(state, over);
}

void Resolver::visit(Operation *op, Combinations &state) {
  if (isa<BreakOp, ContinueOp>(op))
    forgetLeft(op, state);
  if (auto var = dyn_cast<VarOp>(op); var && var.getInit())
    assign(var.getRef(), var.getInit(), state);
  else if (auto load = dyn_cast<LoadOp>(op))
    assign(load, load.getRef(), state);
  else if (auto store = dyn_cast<AssignOp>(op))
    assign(store.getRef(), store.getValue(), state);
  else if (auto element = dyn_cast<DerefOp>(op))
    if (auto pick = element.getPointer().getDefiningOp<PickOp>())
      for (const PickNumbers &numbers : state.known)
        elements[op].insert(getNumber(pick.getNumber(), numbers).value_or(0));
  auto call = dyn_cast<CallOp>(op);
  if (!call)
    return;
  SmallVector<unsigned> operands = getPickedOperands(call);
  for (const PickNumbers &numbers : state.known) {
    PickNumbers picked;
    for (unsigned operand : operands)
      picked.push_back(getNumber(getPickNumber(call, operand), numbers).value_or(0));
    if (!operands.empty())
      calls[op].insert(picked);
  }
}

/// A call with the arrays of one combination, or a branch for each number of the first operand.
/// `result`, if there is one, gets what it returns.
void Resolver::branch(OpBuilder &builder, CallOp call, ArrayRef<unsigned> operands,
                      const std::set<PickNumbers> &wanted, VarOp result) {
  if (operands.empty()) {
    Operation *copy = builder.clone(*call);
    if (result)
      builder.create<AssignOp>(call.getLoc(), result.getRef(), copy->getResult(0));
    return;
  }
  std::map<int64_t, std::set<PickNumbers>> byFirst;
  for (const PickNumbers &numbers : wanted)
    byFirst[numbers.front()].insert(PickNumbers(std::next(numbers.begin()), numbers.end()));
  unsigned operand = operands.front();
  auto pick = call->getOperand(operand).getDefiningOp<PickOp>();
  Location loc = call.getLoc();
  auto entry = [&](unsigned index) { return std::next(byFirst.begin(), index); };
  auto isCase = [&](OpBuilder &at, unsigned index) -> Value {
    Value number = at.create<ConstantOp>(
        loc, at.getIntegerAttr(pick.getNumber().getType(), entry(index)->first));
    return at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Eq, pick.getNumber(), number);
  };
  writeCases(builder, loc, byFirst.size(), isCase, [&](OpBuilder &at, unsigned index) {
    call->setOperand(operand, pick.getArrays()[entry(index)->first]);
    branch(at, call, operands.drop_front(), entry(index)->second, result);
    call->setOperand(operand, pick);
  });
}

void Resolver::resolve(CallOp call, const std::set<PickNumbers> &wanted) {
  SmallVector<unsigned> operands = getPickedOperands(call);
  Attribute comment = call->getAttr(kCommentAttr);
  call->removeAttr(kCommentAttr);
  OpBuilder builder(call);
  Operation *before = call->getPrevNode();
  VarOp result;
  if (!call->use_empty()) {
    result = makeResultVariable(call);
    readWhereUsed(call->getResult(0), result);
  }
  branch(builder, call, operands, wanted, result);
  attachComment(call->getBlock(), before, comment);
  call.erase();
}

/// The element of one array, or of the one that the number says.
void Resolver::resolve(DerefOp element) {
  auto pick = element.getPointer().getDefiningOp<PickOp>();
  SmallVector<int64_t> numbers;
  if (auto wanted = elements.find(element); wanted != elements.end())
    numbers.append(wanted->second.begin(), wanted->second.end());
  else
    llvm::append_range(numbers, llvm::seq<int64_t>(0, pick.getArrays().size()));
  SmallVector<Value> arrays;
  for (int64_t number : numbers)
    arrays.push_back(pick.getArrays()[number]);
  chooseElement(element, arrays, [&](OpBuilder &builder, unsigned index) -> Value {
    Value number = builder.create<ConstantOp>(
        element->getLoc(), builder.getIntegerAttr(pick.getNumber().getType(), numbers[index]));
    return builder.create<CmpOp>(element->getLoc(), builder.getI1Type(), CmpKind::Eq,
                                 pick.getNumber(), number);
  });
}

/// "Arrays by number: 0 is a, 1 is b."
void Resolver::describe(VarOp var) {
  PickOp pick;
  for (Operation *user : var->getUsers())
    if (auto load = dyn_cast<LoadOp>(user))
      for (Operation *reader : load->getUsers())
        if (auto found = dyn_cast<PickOp>(reader))
          pick = found;
  if (!pick)
    return;
  std::string text;
  for (auto [number, array] : llvm::enumerate(pick.getArrays())) {
    text += (number ? ", " : "") + std::to_string(number) + " is ";
    if (auto data = array.getDefiningOp<VectorDataOp>())
      text += data.getField().str();
    else
      text += argName(control, cast<BlockArgument>(array).getArgNumber()).str();
  }
  arrays[var] = text;
}

/// `to` need not be followed where `from` says which array it is, and nothing else reads it.
void Resolver::dropUnread() {
  SmallVector<VarOp> variables;
  for (auto [value, slot] : slots)
    if (auto var = value.getDefiningOp<VarOp>())
      variables.push_back(var);
  for (bool changed = true; std::exchange(changed, false);) {
    eraseDeadExpressions(control.getBody());
    for (VarOp &var : variables) {
      auto isWrite = [&](Operation *user) {
        return isa<AssignOp>(user) && user->getOperand(0) == var;
      };
      if (!var || !llvm::all_of(var->getUsers(), isWrite))
        continue;
      for (Operation *write : llvm::make_early_inc_range(var->getUsers()))
        write->erase();
      arrays.erase(var);
      var.erase();
      var = {};
      changed = true;
    }
  }
}

void Resolver::run() {
  SmallVector<PickOp> picks;
  control.walk([&](PickOp pick) { picks.push_back(pick); });
  if (picks.empty())
    return;
  for (PickOp pick : picks)
    follow(pick.getNumber());
  control.walk([&](VarOp var) { describe(var); });
  findEnds();
  play(control.getBody().front(), Combinations{{PickNumbers(slots.size(), 0)}});
  for (auto &[call, wanted] : calls)
    resolve(cast<CallOp>(call), wanted);
  for (PickOp pick : picks)
    for (Operation *user : llvm::make_early_inc_range(pick->getUsers()))
      if (auto element = dyn_cast<DerefOp>(user))
        resolve(element);
  expandChoices(control);
  // What is left is never reached, so that any of the arrays may stand for it.
  for (PickOp pick : picks) {
    pick->replaceAllUsesWith(ValueRange(pick.getArrays().front()));
    pick.erase();
  }
  dropUnread();
  llvm::StringSet<> explained;
  for (auto &[var, text] : arrays) {
    if (!explained.insert(text).second)
      continue;
    // Behind what the source says of the variable.
    auto own = var->getAttrOfType<StringAttr>(kCommentAttr);
    var->setAttr(kCommentAttr,
                 StringAttr::get(var->getContext(), (own ? own.str() + "\n" : "") +
                                                        "Arrays by number: " + text + "."));
  }
}

void ResolvePicksPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  getOperation().walk([&](ControlOp control) { Resolver(control).run(); });
}
