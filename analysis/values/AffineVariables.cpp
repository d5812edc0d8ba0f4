//===- AffineVariables.cpp - What a local variable holds where it is read --------------------===//
//
//     int k = 4 * i;                    4 * i, until it is assigned again
//     while (k < n) { f(k); k += 2; }   the counter of a loop
//     for (...) *p++ = x;               what changes with a counter
//     const Size size{w, h}; size.w     a member of what a struct is set to once
//     while (n > 1) { f(n); n /= 2; }   an unknown of its own in each iteration (followVariables)
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Affine.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// The one value that a variable ever gets, where it has got it before the load; or one of two.
std::optional<Polynomial> AffineAnalysis::computeVariable(VarOp var, LoadOp load,
                                                          const Frame *frame) {
  AssignOp assign;
  for (Operation *user : var.getRef().getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    auto write = dyn_cast<AssignOp>(user);
    if (!write || assign)
      return computeReaching(var, load, frame);
    assign = write;
  }
  if (!assign)
    return var.getInit() ? evaluate(var.getInit(), frame) : std::nullopt;
  if (var.getInit()) {
    std::optional<Polynomial> chosen = computeAssigned(var, assign, load, frame);
    return chosen || openChoice ? chosen : computeReaching(var, load, frame);
  }
  // The assignment is a statement of a block that holds the load, and stands before it.
  Operation *ancestor = assign->getBlock()->findAncestorOpInBlock(*load);
  if (!ancestor || ancestor == assign || !assign->isBeforeInBlock(ancestor))
    return computeReaching(var, load, frame);
  return evaluate(assign.getValue(), frame);
}

/// What a control function was given by a reference, or the one value that it assigns to it before
/// the load.
std::optional<Polynomial> AffineAnalysis::computeReference(BlockArgument place, LoadOp load,
                                                           const Frame *frame) {
  AssignOp assign;
  for (Operation *user : place.getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    auto write = dyn_cast<AssignOp>(user);
    if (!write || write.getValue() == place || assign)
      return std::nullopt;
    assign = write;
  }
  if (!assign)
    return intern("reference " + std::to_string(place.getArgNumber()),
                  {Unknown::Field, load.getResult(), {}});
  Operation *ancestor = assign->getBlock()->findAncestorOpInBlock(*load);
  bool isBefore = ancestor && ancestor != assign && assign->isBeforeInBlock(ancestor);
  return isBefore ? evaluate(assign.getValue(), frame) : std::nullopt;
}

/// Longer chains of `*p++ = x;` are not followed.
static constexpr unsigned kMaxUpdates = 64;

static Block &getLoopBody(Operation *loop) { return cast<LoopOpInterface>(loop).getBody().front(); }

/// A loop whose iterations may be counted from its condition.
static bool mayBeCounted(Operation *op) {
  auto loop = dyn_cast<LoopOpInterface>(op);
  return loop && loop.testsFirst();
}

const Counter *AffineAnalysis::getCounter(LoopOpInterface loop, const Frame *frame) {
  auto counted = dyn_cast<ForOp>(loop.getOperation());
  return counted ? getCounter(counted, frame)
                 : getCounter(cast<WhileOp>(loop.getOperation()), frame);
}

/// How much the variable with these writes is more after each iteration of a counted loop; none
/// where that is not the same, or not known.
std::optional<int64_t> AffineAnalysis::getChange(Operation *loop, ArrayRef<Operation *> writes,
                                                 const Frame *frame) {
  UpdateOp update;
  for (Operation *write : writes) {
    if (!loop->isAncestor(write))
      continue;
    if (update || write->getBlock() != &getLoopBody(loop) || !isa<UpdateOp>(write))
      return std::nullopt;
    update = cast<UpdateOp>(write);
  }
  bool adds = update && update.getKind() == BinaryKind::Add;
  if (!update || (!adds && update.getKind() != BinaryKind::Sub) ||
      !getCounter(cast<LoopOpInterface>(loop), frame))
    return std::nullopt;
  bool isLeftOut = false;
  loop->walk([&](ContinueOp jump) {
    isLeftOut |= getJumpTarget(jump) == loop &&
                 getLoopBody(loop).findAncestorOpInBlock(*jump)->isBeforeInBlock(update);
  });
  std::optional<Polynomial> amount = evaluate(update.getValue(), frame);
  std::optional<int64_t> number = amount && !isLeftOut ? amount->getConstant() : std::nullopt;
  return number && !adds ? -*number : number;
}

/// The same for all iterations, of which the number is a constant.
std::optional<int64_t> AffineAnalysis::getChangeByLoop(Operation *op, ArrayRef<Operation *> writes,
                                                       const Frame *frame) {
  if (!mayBeCounted(op) || !getExits(op).empty())
    return std::nullopt;
  std::optional<int64_t> amount = getChange(op, writes, frame);
  const Counter *counter = amount ? getCounter(cast<LoopOpInterface>(op), frame) : nullptr;
  std::optional<int64_t> last = counter ? getLastIteration(*counter).getConstant() : std::nullopt;
  int64_t result = 0;
  if (!last || *last < 0 || llvm::MulOverflow(*amount, *last + 1, result))
    return std::nullopt;
  return result;
}

Polynomial AffineAnalysis::getAtHead(Value place, Operation *loop) {
  std::string key;
  llvm::raw_string_ostream(key) << "head " << place.getAsOpaquePointer() << ' ' << loop;
  Polynomial value = intern(key, {Unknown::Invariant, {}, {}});
  Symbol symbol = *value.getSymbol();
  if (heads.try_emplace(symbol, loop).second &&
      cast<RefType>(place.getType()).getPointee().isUnsignedInteger())
    facts.addLowerBound(symbol, 0);
  return value;
}

/// Whether a value is made of what an iteration of the loop finds in a variable, which the next one
/// finds changed.
bool AffineAnalysis::dependsOnHead(const Polynomial &polynomial, Operation *loop) const {
  return polynomial.containsAny([&](Symbol symbol) {
    auto head = heads.find(symbol);
    return (head != heads.end() && head->second == loop) ||
           llvm::any_of(unknowns[symbol].operands,
                        [&](const Polynomial &operand) { return dependsOnHead(operand, loop); });
  });
}

/// What the variable of a loop holds where only the step writes it, and has not yet.
std::optional<Polynomial> AffineAnalysis::computeAtHead(ForOp loop, LoadOp load,
                                                        const Frame *frame) {
  if (!followsVariables || frame)
    return std::nullopt;
  auto isRead = [](Operation *user) { return isa<LoadOp>(user); };
  bool isKept = llvm::all_of(loop.getCondVar().getUsers(), isRead) &&
                llvm::all_of(loop.getBodyVar().getUsers(), isRead);
  bool isBefore = llvm::all_of(loop.getStepVar().getUsers(), [&](Operation *user) {
    Operation *inStep = loop.getStep().front().findAncestorOpInBlock(*load);
    Operation *write = loop.getStep().front().findAncestorOpInBlock(*user);
    return isRead(user) || !inStep || (write != inStep && inStep->isBeforeInBlock(write));
  });
  return isKept && isBefore ? std::optional(getAtHead(loop.getBodyVar(), loop)) : std::nullopt;
}

/// Whether a block is the part of a loop in which a variable is what the iteration found in it, as
/// long as that part has not written it.
static bool isFirstPart(Block *block, Operation *loop, ArrayRef<Operation *> writes) {
  auto writesIn = [&](Region &region) {
    return llvm::any_of(
        writes, [&](Operation *write) { return region.isAncestor(write->getParentRegion()); });
  };
  if (auto first = dyn_cast<DoWhileOp>(loop))
    return block == &first.getBody().front();
  // A condition comes before the body, and may write the variable: `while (n-- > 0)`.
  if (auto counting = dyn_cast<ForOp>(loop))
    return block == &counting.getCond().front() ||
           (!writesIn(counting.getCond()) && block != &counting.getStep().front());
  auto whileLoop = dyn_cast<WhileOp>(loop);
  return whileLoop && (block == &whileLoop.getCond().front() || !writesIn(whileLoop.getCond()));
}

/// What the last write before `at` gives a variable, where that is the same whatever way control
/// takes.
std::optional<Polynomial> AffineAnalysis::computeReaching(VarOp var, Operation *at,
                                                          const Frame *frame) {
  SmallVector<Operation *> writes;
  for (Operation *user : var.getRef().getUsers()) {
    if (isa<LoadOp>(user))
      continue;
    if (!isa<AssignOp, UpdateOp, CallOp>(user))
      return std::nullopt;
    writes.push_back(user);
  }
  Polynomial added = 0; // by updates between the write and `at`
  unsigned updates = 0;
  auto plusAdded = [&](const std::optional<Polynomial> &value) {
    return value ? std::optional(*value + added) : std::nullopt;
  };
  while (at && !isa<FunctionOpInterface>(at)) {
    Block *block = at->getBlock();
    Operation *last = nullptr;
    for (Operation *write : writes) {
      Operation *before = block->findAncestorOpInBlock(*write);
      Operation *jump = write->getNextNode();
      bool jumpsAway = before != write &&
                       (isa_and_nonnull<ReturnOp>(jump) ||
                        (isa_and_nonnull<ContinueOp>(jump) && getJumpTarget(jump)->isAncestor(at)));
      if (before && !jumpsAway && before != at && before->isBeforeInBlock(at) &&
          (!last || last->isBeforeInBlock(before)))
        last = before;
    }
    if (auto assign = dyn_cast_or_null<AssignOp>(last); assign && assign.getRef() == var.getRef())
      return plusAdded(evaluate(assign.getValue(), frame));
    // The step of a counted loop is the one write that is followed further.
    Operation *parent = block->getParentOp();
    bool isWritten =
        llvm::any_of(writes, [&](Operation *write) { return parent->isAncestor(write); });
    if (auto loop = dyn_cast<WhileOp>(parent); loop && isWritten) {
      std::optional<CountedWhile> counted = matchCountedWhile(loop);
      const Counter *counter = counted ? getCounter(loop, frame) : nullptr;
      if (counter && counted->variable == var) {
        if (last && last != counted->step)
          return std::nullopt;
        Polynomial number = Polynomial::symbol(counter->symbol) + (last ? 1 : 0);
        return counter->first + number * counter->step + added;
      }
    }
    // Another variable that each iteration changes by the same amount.
    if (mayBeCounted(parent) && isWritten && block == &getLoopBody(parent)) {
      std::optional<int64_t> amount = getChange(parent, writes, frame);
      if (!amount && !last && followsVariables && !frame && isFirstPart(block, parent, writes))
        return plusAdded(getAtHead(var.getRef(), parent));
      if (!amount)
        return std::nullopt;
      Polynomial number =
          Polynomial::symbol(getCounter(cast<LoopOpInterface>(parent), frame)->symbol) +
          (last ? 1 : 0);
      added += number * Polynomial(*amount);
      at = parent;
      continue;
    }
    auto update = dyn_cast_or_null<UpdateOp>(last);
    bool adds = update && update.getKind() == BinaryKind::Add;
    if (update && (adds || update.getKind() == BinaryKind::Sub) && ++updates <= kMaxUpdates) {
      std::optional<Polynomial> amount = evaluate(update.getValue(), frame);
      if (!amount)
        return std::nullopt;
      added += adds ? *amount : -*amount;
      at = update;
      continue;
    }
    if (last) {
      std::optional<int64_t> changed = getChangeByLoop(last, writes, frame);
      if (!changed)
        return std::nullopt;
      added += Polynomial(*changed);
      at = last;
      continue;
    }
    if (block == var->getBlock())
      return var.getInit() ? plusAdded(evaluate(var.getInit(), frame)) : std::nullopt;
    if (isWritten && followsVariables && !frame && isFirstPart(block, parent, writes))
      return plusAdded(getAtHead(var.getRef(), parent));
    // What comes before in a loop, or in a case that is fallen through from, stands behind as well.
    if (isWritten && !isa<IfOp, ScopeOp, SelectOp, AndOp, OrOp>(parent))
      return std::nullopt;
    at = parent;
  }
  return std::nullopt;
}

//===------------------------------------------------------------------------------------------===//
// Members of structs
//===------------------------------------------------------------------------------------------===//

/// The members on the way from a variable to a place in it, outermost first; none where there are
/// elements on it.
static std::optional<SmallVector<StringAttr>> getMembers(Value place) {
  SmallVector<StringAttr> path;
  while (auto member = place.getDefiningOp<MemberOp>()) {
    path.insert(path.begin(), member.getNameAttr());
    place = member.getBase();
  }
  return place.getDefiningOp<VarOp>() ? std::optional(path) : std::nullopt;
}

std::optional<Polynomial>
AffineAnalysis::computePartOfVariable(LoadOp load, ArrayRef<StringAttr> path, const Frame *frame) {
  std::optional<SmallVector<StringAttr>> whole = getMembers(load.getRef());
  auto var = whole ? getRoot(load.getRef()).value.getDefiningOp<VarOp>() : VarOp();
  if (!var || !var.getInit() || !isOnlyRead(var.getRef()))
    return std::nullopt;
  whole->append(path.begin(), path.end());
  return computePart(var.getInit(), *whole, frame);
}

/// A member of a struct's value, possibly of another member.
std::optional<Polynomial> AffineAnalysis::computePart(Value whole, ArrayRef<StringAttr> path,
                                                      const Frame *frame) {
  if (path.empty())
    return evaluate(whole, frame);
  if (auto argument = dyn_cast<BlockArgument>(whole)) {
    bool isPassed = frame && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return isPassed
               ? computePart(frame->call->getOperand(argument.getArgNumber()), path, frame->parent)
               : std::nullopt;
  }
  Operation *op = whole.getDefiningOp();
  SmallVector<StringAttr> longer;
  if (auto extract = dyn_cast<ExtractOp>(op)) {
    longer.push_back(extract.getNameAttr());
    longer.append(path.begin(), path.end());
    return computePart(extract.getRecord(), longer, frame);
  }
  if (auto load = dyn_cast<LoadOp>(op))
    return computePartOfVariable(load, path, frame);
  auto aggregate = dyn_cast<AggregateOp>(op);
  auto type = dyn_cast<RecordType>(whole.getType());
  if (!aggregate || !type)
    return std::nullopt;
  auto members = lookupRecord(op, type).getMembers().getAsRange<MemberAttr>();
  for (auto [member, part] : llvm::zip(members, aggregate.getParts()))
    if (member.getName() == path.front().getValue())
      return computePart(part, path.drop_front(), frame);
  return std::nullopt;
}

/// Of the values that the variable gets inside, only the step's depends on itself.
const Counter *AffineAnalysis::getCounter(WhileOp loop, const Frame *frame) {
  return getCounter(loop, frame, [&]() -> std::optional<Range> {
    std::optional<CountedWhile> counted = matchCountedWhile(loop);
    if (!counted)
      return std::nullopt;
    Type type = cast<RefType>(counted->variable.getRef().getType()).getPointee();
    return Range{counted->header, type, computeReaching(counted->variable, loop, frame)};
  });
}
