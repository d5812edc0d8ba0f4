//===- TestedWrites.cpp - Elements that iterations test, and all give one value --------------===//
//
//   if (level[v] == depth)                       not of what is written: -1, and then depth + 1
//     for (int e = first[v]; e < first[v + 1]; ++e)
//       if (level[ends[e]] == -1) {              by the first iteration, or by several at once
//         level[ends[e]] = depth + 1;
//         m_changed = 1;
//       }
//
// Whatever the order, a read of an element gives what it held before the grid, or the one value
// that all iterations write. Memory is the same in the end where
//
// - each write stands behind a test of its element that is the same for all writes, and what is
//   done behind that test follows from the element's index alone: other iterations that come past
//   the test do the same once more. Nothing is done where the test fails;
// - all other tests have the same outcome for any value that passes the test of the writes, and for
//   the value that is written;
// - nothing else is made of the elements.
//
// A store of a whole number is what devices do at once, so that no other values are seen.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/prove/TestedWrites.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/Places.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Longer chains of variables and conversions are not followed.
static constexpr unsigned kMaxTestDepth = 64;

namespace {

/// `difference kind 0`, over the symbol that stands for what the element holds.
struct Test {
  LoadOp element;
  Comparison comparison;
};

/// The test before a write, and what is done where it holds.
struct Guard {
  AssignOp write;
  Value condition; ///< the part of a condition that tests
  Comparison comparison;
  SmallVector<Operation *> statements;
  SmallVector<AssignOp> others; ///< writes of other memory
  bool isConditional = false;   ///< some only where the index says so
};

class Finder {
public:
  Finder(AffineAnalysis &analysis, GridOp grid, const Root &root)
      : analysis(analysis), grid(grid), root(root), effects(getEffects(grid)) {}
  TestedWrites find(ArrayRef<ElementAccess> accesses);

private:
  bool findAccesses(ArrayRef<ElementAccess> accesses);
  bool findValue();
  std::optional<Polynomial> getNumber(Value value, unsigned depth = 0);
  LoadOp findElement(Value value);
  std::optional<Test> getTest(Value condition, bool holds);
  std::optional<Guard> matchGuard(Value condition, bool holds, AssignOp write);
  std::optional<Guard> findGuard(AssignOp write);
  bool isDetermined(Value value, Value place, unsigned depth = 0);
  bool isSteady(Value place);
  bool checkStatement(Operation *op, Guard &guard);
  bool doSame(const Guard &one, const Guard &other);
  Operation *findOtherUse(Value value);
  bool isStable(const Test &test);

  AffineAnalysis &analysis;
  GridOp grid;
  Root root;
  EffectSet effects;
  SmallVector<AssignOp> writes;
  SmallVector<LoadOp> reads;
  Symbol element = 0;
  Polynomial written; ///< the one value
  SmallVector<Guard, 0> guards;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Values
//===------------------------------------------------------------------------------------------===//

static bool isBool(Value value) { return value.getType().isInteger(1); }

/// Whether a conversion gives the same number for all values.
static bool keepsNumber(CastOp cast) {
  auto from = dyn_cast<IntegerType>(cast.getOperand().getType()),
       to = dyn_cast<IntegerType>(cast.getType());
  if (!from || !to)
    return false;
  return from.isSigned() == to.isSigned() ? from.getWidth() <= to.getWidth()
                                          : to.isSigned() && from.getWidth() < to.getWidth();
}

/// What a variable that keeps its value is declared with; null for other values.
static Value getInitial(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  return var && keepsInitialValue(var) ? var.getInit() : Value();
}

/// Whether nothing assigns a variable between a read of it and another operation.
static bool isUnchanged(LoadOp load, const Root &read, Operation *until) {
  for (Operation *at = until; at && !isa<FunctionOpInterface>(at); at = at->getParentOp()) {
    Block *block = at->getBlock();
    Operation *from = block->findAncestorOpInBlock(*load);
    for (Operation *op = from ? from : &block->front(); op && op != at; op = op->getNextNode())
      if (getEffects(op).writesAny(read))
        return false;
    if (from)
      return true;
    Operation *parent = at->getParentOp();
    if (isa<LoopOpInterface>(parent) && getEffects(parent).writesAny(read))
      return false;
  }
  return false;
}

/// Whether the local variables that an expression reads have the same values at an operation:
/// `const bool isFree = a[j] == 0; j = next; if (isFree) a[j] = 1;` asks for another element. What
/// a variable keeps is not looked at.
static bool isCurrent(Value value, Operation *at) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return true;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root read = getRoot(load.getRef());
    bool isLocal = read.value && !isa<PtrType>(read.value.getType());
    auto var = isLocal ? read.value.getDefiningOp<VarOp>() : VarOp();
    if (isLocal && !(var && keepsInitialValue(var)) && !isUnchanged(load, read, at))
      return false;
  }
  return llvm::all_of(op->getOperands(), [&](Value operand) { return isCurrent(operand, at); });
}

/// Whether all iterations that have the same index in the place compute the same value; without a
/// place, whether all iterations do.
bool Finder::isDetermined(Value value, Value place, unsigned depth) {
  if (depth > kMaxTestDepth)
    return false;
  if (isInvariant(value, grid, effects))
    return true;
  for (Value step = place;
       step && step.getDefiningOp() && isa<DerefOp, ElementOp, MemberOp>(step.getDefiningOp());
       step = step.getDefiningOp()->getOperand(0))
    if (!isa<MemberOp>(step.getDefiningOp()) &&
        isSameExpression(step.getDefiningOp()->getOperand(1), value) &&
        isCurrent(value, place.getDefiningOp()))
      return true;
  if (Value initial = getInitial(value))
    return isDetermined(initial, place, depth + 1);
  Operation *op = value.getDefiningOp();
  if (!op || isa<CallOp, VarOp>(op) || !op->hasTrait<VkmExpression>() || op->getNumRegions())
    return false;
  if (auto load = dyn_cast<LoadOp>(op); load && effects.writesAny(getRoot(load.getRef())))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isDetermined(operand, place, depth + 1); });
}

/// The number that a value is in all iterations, where nothing wraps on the way to it.
std::optional<Polynomial> Finder::getNumber(Value value, unsigned depth) {
  auto type = dyn_cast<IntegerType>(value.getType());
  if (!type || depth > kMaxTestDepth)
    return std::nullopt;
  auto recurse = [&](Value operand) { return getNumber(operand, depth + 1); };
  if (Value initial = getInitial(value))
    return recurse(initial);
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    auto number = dyn_cast<IntegerAttr>(constant.getValue());
    if (!number || (!type.isSigned() && type.getWidth() > 63))
      return std::nullopt;
    return Polynomial(type.isSigned() ? number.getValue().getSExtValue()
                                      : static_cast<int64_t>(number.getValue().getZExtValue()));
  }
  if (auto cast = dyn_cast_or_null<CastOp>(op))
    return keepsNumber(cast) ? recurse(cast.getOperand()) : std::nullopt;
  if (auto narrow = dyn_cast_or_null<NarrowOp>(op))
    return recurse(narrow.getValue());
  if (auto binary = dyn_cast_or_null<BinaryOp>(op); binary && type.isSigned()) {
    std::optional<Polynomial> lhs = recurse(binary.getLhs()), rhs = recurse(binary.getRhs());
    if (!lhs || !rhs)
      return std::nullopt;
    switch (binary.getKind()) {
    case BinaryKind::Add:
      return *lhs + *rhs;
    case BinaryKind::Sub:
      return *lhs - *rhs;
    default:
      return std::nullopt;
    }
  }
  bool isGiven = (!op || isa<LoadOp>(op)) && isInvariant(value, grid, effects);
  return isGiven ? analysis.evaluate(value) : std::nullopt;
}

/// The read of an element that a value is, whatever it has been converted to; null for others.
LoadOp Finder::findElement(Value value) {
  for (unsigned depth = 0; depth < kMaxTestDepth; ++depth) {
    if (auto load = value.getDefiningOp<LoadOp>(); load && getRoot(load.getRef()) == root)
      return load;
    auto cast = value.getDefiningOp<CastOp>();
    auto narrow = value.getDefiningOp<NarrowOp>();
    value = cast && keepsNumber(cast) ? cast.getOperand()
            : narrow                  ? narrow.getValue()
                                      : getInitial(value);
    if (!value)
      return {};
  }
  return {};
}

std::optional<Test> Finder::getTest(Value condition, bool holds) {
  Polynomial held = Polynomial::symbol(element);
  auto cast = condition.getDefiningOp<CastOp>(); // `if (seen[i])`
  if (LoadOp load =
          isBool(condition) ? findElement(cast ? cast.getOperand() : condition) : LoadOp())
    return Test{load, {held, holds ? CmpKind::Ne : CmpKind::Eq}};
  auto cmp = condition.getDefiningOp<CmpOp>();
  if (!cmp)
    return std::nullopt;
  CmpKind kind = holds ? cmp.getKind() : negate(cmp.getKind());
  for (bool isSwapped : {false, true}) {
    LoadOp load = findElement(isSwapped ? cmp.getRhs() : cmp.getLhs());
    std::optional<Polynomial> number =
        load ? getNumber(isSwapped ? cmp.getLhs() : cmp.getRhs()) : std::nullopt;
    if (number)
      return Test{load, {held - *number, isSwapped ? swapOperands(kind) : kind}};
  }
  return std::nullopt;
}

//===------------------------------------------------------------------------------------------===//
// Tests before writes
//===------------------------------------------------------------------------------------------===//

/// The conditions that all have to be as they are for the whole one to be.
static void collectParts(Value condition, bool holds,
                         SmallVectorImpl<std::pair<Value, bool>> &parts) {
  auto negation = condition.getDefiningOp<UnaryOp>();
  if (negation && negation.getKind() == UnaryKind::Not)
    return collectParts(negation.getOperand(), !holds, parts);
  auto collectBoth = [&](Value lhs, Region &rhs) {
    collectParts(lhs, holds, parts);
    collectParts(getYielded(rhs), holds, parts);
  };
  if (auto both = condition.getDefiningOp<AndOp>(); both && holds)
    return collectBoth(both.getLhs(), both.getRhs());
  if (auto either = condition.getDefiningOp<OrOp>(); either && !holds)
    return collectBoth(either.getLhs(), either.getRhs());
  // A variable that nothing else reads.
  auto load = condition.getDefiningOp<LoadOp>();
  if (Value initial = getInitial(condition); initial && load.getRef().hasOneUse())
    return collectParts(initial, holds, parts);
  parts.push_back({condition, holds});
}

/// Whether a place is made of nothing that the grid writes but local variables, which nothing
/// behind a test assigns.
bool Finder::isSteady(Value place) {
  Operation *op = place.getDefiningOp();
  if (!op)
    return true;
  if (auto load = dyn_cast<LoadOp>(op)) {
    Root read = getRoot(load.getRef());
    bool isLocal = read.value && !isa<PtrType>(read.value.getType());
    return (isLocal || !effects.writesAny(read)) && isSteady(load.getRef());
  }
  return isa<VarOp>(op) ||
         (!isa<CallOp>(op) && op->getNumRegions() == 0 &&
          llvm::all_of(op->getOperands(), [&](Value operand) { return isSteady(operand); }));
}

/// The part of a condition that tests the element of the write.
std::optional<Guard> Finder::matchGuard(Value condition, bool holds, AssignOp write) {
  SmallVector<std::pair<Value, bool>> parts;
  collectParts(condition, holds, parts);
  for (auto [part, isSo] : parts) {
    std::optional<Test> test = getTest(part, isSo);
    if (test && part.hasOneUse() && isSameExpression(test->element.getRef(), write.getRef()) &&
        isSteady(write.getRef()) && isCurrent(test->element.getRef(), write) &&
        isCurrent(write.getRef(), write))
      return Guard{write, part, test->comparison, {}, {}};
  }
  return std::nullopt;
}

/// Whether a statement does nothing but to end the iteration of the loop whose body the block is,
/// where its condition holds.
static bool skipsRest(IfOp branch) {
  Region &then = branch.getThenRegion(), &otherwise = branch.getElseRegion();
  auto jump = then.empty() || then.front().empty() ? ContinueOp()
                                                   : dyn_cast<ContinueOp>(then.front().front());
  return jump && (otherwise.empty() || otherwise.front().empty()) &&
         getJumpTarget(jump) == branch->getParentOp();
}

std::optional<Guard> Finder::findGuard(AssignOp write) {
  for (Operation *op = write; op != grid; op = op->getParentOp()) {
    for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode()) {
      auto branch = dyn_cast<IfOp>(before);
      if (!branch || !skipsRest(branch))
        continue;
      if (std::optional<Guard> guard = matchGuard(branch.getCondition(), false, write)) {
        for (Operation *next = branch->getNextNode(); next; next = next->getNextNode())
          guard->statements.push_back(next);
        return guard;
      }
    }
    auto branch = dyn_cast<IfOp>(op->getParentOp());
    if (!branch && !isa<ScopeOp>(op->getParentOp()))
      return std::nullopt;
    if (!branch)
      continue;
    bool isThen = op->getParentRegion() == &branch.getThenRegion();
    std::optional<Guard> guard = matchGuard(branch.getCondition(), isThen, write);
    if (!guard)
      continue; // what is done behind the test may ask for more
    Region &otherwise = isThen ? branch.getElseRegion() : branch.getThenRegion();
    if (!otherwise.empty() && !otherwise.front().empty())
      return std::nullopt;
    for (Operation &statement : *op->getBlock())
      guard->statements.push_back(&statement);
    return guard;
  }
  return std::nullopt;
}

/// Whether a statement behind the test does the same in all iterations that come to it with the
/// same element.
bool Finder::checkStatement(Operation *op, Guard &guard) {
  Value place = guard.write.getRef();
  auto checkRegion = [&](Region &region) {
    return region.empty() || llvm::all_of(region.front(), [&](Operation &inner) {
             return checkStatement(&inner, guard);
           });
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](AssignOp assign) {
        if (!isDetermined(assign.getValue(), place))
          return false;
        if (getRoot(assign.getRef()) == root)
          return isSameExpression(assign.getRef(), place);
        auto var = getRoot(assign.getRef()).value;
        if (var && var.getDefiningOp<VarOp>())
          return false; // it would say whether this iteration has come past the test
        guard.others.push_back(assign);
        return isDetermined(assign.getRef(), place);
      })
      .Case([&](IfOp branch) {
        guard.isConditional = true;
        return isDetermined(branch.getCondition(), place) && checkRegion(branch.getThenRegion()) &&
               checkRegion(branch.getElseRegion());
      })
      .Case([&](ScopeOp scope) { return checkRegion(scope.getBody()); })
      .Case([&](VarOp var) { return keepsInitialValue(var); })
      .Default([](Operation *other) {
        return other->hasTrait<VkmExpression>() && isWithoutEffect(other);
      });
}

/// Whether what is done behind two tests is the same for one element.
bool Finder::doSame(const Guard &one, const Guard &other) {
  if (one.isConditional || other.isConditional || one.others.size() != other.others.size())
    return false;
  return llvm::all_of(llvm::zip(one.others, other.others), [&](auto pair) {
    AssignOp mine = std::get<0>(pair), theirs = std::get<1>(pair);
    return isDetermined(mine.getRef(), {}) && isDetermined(mine.getValue(), {}) &&
           isSameExpression(mine.getRef(), theirs.getRef()) &&
           isSameExpression(mine.getValue(), theirs.getValue());
  });
}

//===------------------------------------------------------------------------------------------===//
// Other tests
//===------------------------------------------------------------------------------------------===//

/// What a test gives; none where that is not known.
static std::optional<bool> decide(const Comparison &comparison, const Facts &facts) {
  if (isProved(comparison, facts))
    return true;
  if (isProved({comparison.difference, negate(comparison.kind)}, facts))
    return false;
  return std::nullopt;
}

/// Whether a test has the same outcome before an element is written and after that.
bool Finder::isStable(const Test &test) {
  const Facts facts = analysis.getFacts(grid);
  Facts before = facts;
  const Comparison &guard = guards.front().comparison;
  addFact(before, guard);
  if (guard.kind == CmpKind::Ne)
    for (const Polynomial &side : {guard.difference, -guard.difference})
      if (before.isNonNegative(side))
        before.add(side - 1);
  Comparison after = test.comparison;
  after.difference = after.difference.substitute(element, written);
  std::optional<bool> first = decide(test.comparison, before), last = decide(after, facts);
  return first && last && *first == *last;
}

/// A use of what an element held that is neither the test of a write nor one whose outcome is the
/// same before and after; null where there is none.
Operation *Finder::findOtherUse(Value value) {
  auto isKnown = [&](Value condition) {
    if (llvm::any_of(guards, [&](const Guard &guard) { return guard.condition == condition; }))
      return true;
    std::optional<Test> test = getTest(condition, true);
    return test && isStable(*test);
  };
  for (Operation *user : value.getUsers()) {
    Operation *other = nullptr;
    if (auto var = dyn_cast<VarOp>(user); var && keepsInitialValue(var)) {
      for (Operation *read : var.getRef().getUsers())
        if (!other)
          other = findOtherUse(read->getResult(0));
    } else if (isBool(value)) {
      other = isKnown(value) ? nullptr : user;
    } else if (auto cast = dyn_cast<CastOp>(user); cast && keepsNumber(cast)) {
      other = findOtherUse(cast);
    } else if (auto narrow = dyn_cast<NarrowOp>(user)) {
      other = findOtherUse(narrow);
    } else if (!isa<CmpOp, CastOp>(user) || !isKnown(user->getResult(0))) {
      other = user;
    }
    if (other)
      return other;
  }
  return nullptr;
}

//===------------------------------------------------------------------------------------------===//
// The array
//===------------------------------------------------------------------------------------------===//

/// Whether statements of the kernel itself read and assign whole numbers alone.
bool Finder::findAccesses(ArrayRef<ElementAccess> accesses) {
  for (const ElementAccess &access : accesses) {
    if (access.root != root) {
      if (mayAlias(access.root, root))
        return false;
      continue;
    }
    auto load = dyn_cast<LoadOp>(access.op);
    auto assign = dyn_cast<AssignOp>(access.op);
    if (access.frame || !access.reduction.empty() || !(load || assign))
      return false;
    Value place = load ? load.getRef() : assign.getRef();
    // Of structs, several members may be stored at once.
    if (!isa<IntegerType>(cast<RefType>(place.getType()).getPointee()) ||
        isa_and_nonnull<MemberOp>(place.getDefiningOp()))
      return false;
    if (load)
      reads.push_back(load);
    else
      writes.push_back(assign);
  }
  return !writes.empty();
}

/// Finds the value that all writes give their element.
bool Finder::findValue() {
  bool isFirst = true;
  for (AssignOp write : writes) {
    std::optional<Polynomial> value = getNumber(write.getValue());
    if (!value || (!isFirst && written != *value))
      return false;
    written = *value;
    isFirst = false;
  }
  return true;
}

TestedWrites Finder::find(ArrayRef<ElementAccess> accesses) {
  if (!findAccesses(accesses) || !findValue())
    return {};
  element = analysis.makeInvariant();
  auto type = cast<IntegerType>(cast<RefType>(writes.front().getRef().getType()).getPointee());
  if (!type.isSigned())
    analysis.assumeAtLeast(element, 0);
  for (AssignOp write : writes) {
    std::optional<Guard> guard = findGuard(write);
    if (!guard)
      return {};
    for (Operation *statement : guard->statements)
      if (!checkStatement(statement, *guard))
        return {false, statement};
    guards.push_back(std::move(*guard));
    const Guard &first = guards.front(), &last = guards.back();
    if (first.comparison.kind != last.comparison.kind ||
        first.comparison.difference != last.comparison.difference ||
        (first.condition != last.condition && !doSame(first, last)))
      return {false, write};
  }
  for (LoadOp read : reads)
    if (Operation *other = findOtherUse(read))
      return {false, other};
  return {true, nullptr};
}

TestedWrites vkmorph::vkm::findTestedWrites(AffineAnalysis &analysis, GridOp grid,
                                            ArrayRef<ElementAccess> accesses, const Root &root) {
  return Finder(analysis, grid, root).find(accesses);
}
