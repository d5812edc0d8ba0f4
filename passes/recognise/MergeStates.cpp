//===- MergeStates.cpp - States that decide on each other become one --------------------------===//
//
//   grid (i) {                                once { states = uint(a) + 2 * uint(b); }
//     if (a && x[i] == 0)                     grid (i) {
//       b = !b;                                 bool a = states % 2 != 0, b = states / 2 != 0;
//     else if (!b)                    =>        if (a && x[i] == 0)
//       a = x[i] > 0;                             b = !b;
//     out[i] = a;                               else if (!b)
//   }                                             a = x[i] > 0;
//                                               states = uint(a) + 2 * uint(b);
//                                               out[i] = a;
//                                             }
//                                             once { a = states % 2 != 0; b = states / 2 != 0; }
//
// Each combination is a state of a place of the generated class; the statements of the source work
// on variables of the iteration, and whatever ends it puts them together again. What a state that
// is no bool may be before the loop and no statement sets is one more value.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/EffectLedger.h"
#include "ir/HostCode.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "passes/recognise/PrepareTotals.h"
#include "passes/recognise/RunningCandidates.h"
#include "transforms/Expressions.h"
#include "transforms/LocalFields.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_MERGESTATES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct MergeStatesPass : vkm::impl::MergeStatesBase<MergeStatesPass> {
  void runOnOperation() override;
};

/// One of the states that are merged.
struct Digit {
  const RunningCandidate *state;
  Type type;
  uint64_t weight; ///< of its numbers in those of the combinations
  VarOp variable;

  bool isBool() const { return type.isInteger(1); }
  /// Of its numbers: 0, 1, ... for its values in ascending order, the last for all others, if it
  /// may have some.
  uint64_t count() const { return state->states->size() + !(isBool() || state->isClosed); }
};

/// Merges those of one grid.
class StateMerger {
public:
  explicit StateMerger(GridOp grid)
      : grid(grid), kernel(grid->getParentOfType<KernelOp>()),
        parent(grid->getParentOfType<ClassOp>()), loc(grid.getLoc()),
        uintType(IntegerType::get(grid.getContext(), 32, IntegerType::Unsigned)) {}
  /// Whether some were merged.
  bool run();

private:
  bool chooseGroup();
  void makeField();
  Value buildUint(OpBuilder &at, uint64_t number) {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(uintType, number));
  }
  using ReadFn = llvm::function_ref<Value(OpBuilder &, const Digit &)>;
  Value buildNumber(OpBuilder &at, const Digit &digit, ReadFn read, size_t from = 0);
  Value buildValue(OpBuilder &at, const Digit &digit, Value number, size_t from = 0);
  Value buildPlace(OpBuilder &at, const Digit &digit);
  Value buildMerged(OpBuilder &at) { return buildFieldPlace(at, loc, merged, {}); }
  Value buildDigit(OpBuilder &at, const Digit &digit);
  AssignOp store(OpBuilder &at, ReadFn read);
  void setBefore();
  AssignOp setInside();
  bool isReadBehind(const PlacePath &path);
  void setBehind(AssignOp last);

  GridOp grid;
  KernelOp kernel;
  ClassOp parent;
  Location loc;
  Type uintType;
  std::vector<RunningCandidate> candidates;
  std::vector<Digit> digits;
  FieldOp merged;
};
} // namespace

/// The first candidates that decide on each other, where they are all states and have few
/// combinations.
bool StateMerger::chooseGroup() {
  for (auto [index, candidate] : llvm::enumerate(candidates)) {
    digits.clear();
    uint64_t combinations = 1;
    bool fits = true;
    for (auto [other, state] : llvm::enumerate(candidates)) {
      bool isIn = other == index || (llvm::is_contained(candidate.needs, other) &&
                                     llvm::is_contained(state.needs, index));
      if (!isIn)
        continue;
      fits &=
          state.obstacle.empty() && state.law.hasStates &&
          llvm::all_of(state.needs, [&](size_t need) { return candidates[need].obstacle.empty(); });
      if (!fits)
        break;
      Type type = cast<RefType>(state.getPlace().getType()).getPointee();
      digits.push_back({&state, type, combinations, {}});
      combinations *= digits.back().count();
    }
    if (fits && digits.size() > 1 && combinations <= RunningOp::kMaxStates)
      return true;
  }
  return false;
}

void StateMerger::makeField() {
  std::string local;
  for (const Digit &digit : digits) {
    std::string name = nameTotal(grid, *digit.state);
    if (!local.empty()) {
      if (StringRef(name).starts_with("m_"))
        name.erase(0, 2);
      name[0] = llvm::toUpper(name[0]);
      local += "And";
    }
    local += name;
  }
  merged = makeKernelField(kernel, loc, local, uintType);
}

//===------------------------------------------------------------------------------------------===//
// Numbers and values
//===------------------------------------------------------------------------------------------===//

/// The number of a value: `value == 3 ? 0 : value == 7 ? 1 : 2`.
Value StateMerger::buildNumber(OpBuilder &at, const Digit &digit, ReadFn read, size_t from) {
  if (digit.isBool())
    return at.create<CastOp>(loc, uintType, read(at, digit));
  ArrayRef<int64_t> values = *digit.state->states;
  if (from + 1 == digit.count())
    return buildUint(at, from);
  Value known = at.create<ConstantOp>(loc, at.getIntegerAttr(digit.type, values[from]));
  return buildSelect(
      at, loc, uintType, at.create<CmpOp>(loc, CmpKind::Eq, read(at, digit), known),
      [&](OpBuilder &in) { return buildUint(in, from); },
      [&](OpBuilder &in) { return buildNumber(in, digit, read, from + 1); });
}

/// The value with a number: what no statement sets is still in the place that the source has.
Value StateMerger::buildValue(OpBuilder &at, const Digit &digit, Value number, size_t from) {
  if (digit.isBool())
    return at.create<CmpOp>(loc, CmpKind::Ne, number, buildUint(at, 0));
  ArrayRef<int64_t> values = *digit.state->states;
  if (from == values.size())
    return buildLoad(at, loc, buildPlace(at, digit));
  if (from + 1 == digit.count())
    return at.create<ConstantOp>(loc, at.getIntegerAttr(digit.type, values[from]));
  return buildSelect(
      at, loc, digit.type, at.create<CmpOp>(loc, CmpKind::Eq, number, buildUint(at, from)),
      [&](OpBuilder &in) -> Value {
        return in.create<ConstantOp>(loc, in.getIntegerAttr(digit.type, values[from]));
      },
      [&](OpBuilder &in) { return buildValue(in, digit, buildDigit(in, digit), from + 1); });
}

Value StateMerger::buildPlace(OpBuilder &at, const Digit &digit) {
  const PlacePath &path = digit.state->path;
  return buildFieldPlace(at, loc, parent.lookupField(path.root.symbol.getValue()), path.path);
}

/// The number that a state has in what is merged.
Value StateMerger::buildDigit(OpBuilder &at, const Digit &digit) {
  Value number = buildLoad(at, loc, buildMerged(at));
  if (digit.weight > 1)
    number =
        at.create<BinaryOp>(loc, uintType, BinaryKind::Div, number, buildUint(at, digit.weight));
  if (digit.state == digits.back().state)
    return number;
  return at.create<BinaryOp>(loc, uintType, BinaryKind::Rem, number, buildUint(at, digit.count()));
}

/// Puts values together.
AssignOp StateMerger::store(OpBuilder &at, ReadFn read) {
  Value sum;
  for (const Digit &digit : digits) {
    Value number = buildNumber(at, digit, read);
    if (sum) {
      number =
          at.create<BinaryOp>(loc, uintType, BinaryKind::Mul, buildUint(at, digit.weight), number);
      number = at.create<BinaryOp>(loc, uintType, BinaryKind::Add, sum, number);
    }
    sum = number;
  }
  return at.create<AssignOp>(loc, buildMerged(at), sum);
}

//===------------------------------------------------------------------------------------------===//
// The statements
//===------------------------------------------------------------------------------------------===//

void StateMerger::setBefore() {
  auto once = dyn_cast_or_null<OnceOp>(grid->getPrevNode());
  if (!once)
    once = OpBuilder(grid).create<OnceOp>(loc);
  OpBuilder at = OpBuilder::atBlockEnd(&once.getBody().front());
  store(at, [&](OpBuilder &in, const Digit &digit) {
    return buildLoad(in, loc, buildPlace(in, digit));
  });
}

/// What ends an iteration puts the states together.
AssignOp StateMerger::setInside() {
  OpBuilder at = OpBuilder::atBlockBegin(&grid.getBody().front());
  for (Digit &digit : digits) {
    SmallVector<Value> lvalues = findLvalues(grid, digit.state->path, /*overlaps=*/false);
    Value before = buildValue(at, digit, buildDigit(at, digit));
    digit.variable = at.create<VarOp>(loc, RefType::get(digit.type), nameTotal(grid, *digit.state),
                                      before, /*is_const=*/false);
    for (Value lvalue : lvalues)
      lvalue.replaceAllUsesWith(digit.variable.getRef());
  }
  auto read = [&](OpBuilder &in, const Digit &digit) {
    return buildLoad(in, loc, VarOp(digit.variable).getRef());
  };
  grid.walk([&](ContinueOp jump) {
    auto loop = jump->getParentOfType<LoopOpInterface>();
    if (!loop || !grid->isProperAncestor(loop)) {
      at.setInsertionPoint(jump);
      store(at, read);
    }
  });
  at.setInsertionPointToEnd(&grid.getBody().front());
  return store(at, read);
}

/// Whether something behind the grid, or outside of the kernel, may read a place.
bool StateMerger::isReadBehind(const PlacePath &path) {
  if (!parent.lookupField(path.root.symbol.getValue()).getTemporary())
    return true;
  for (Operation *op = grid->getNextNode(); op; op = op->getNextNode())
    if (getEffects(op).readsAny(path.root))
      return true;
  return false;
}

/// The places of the source get what the last iteration leaves.
void StateMerger::setBehind(AssignOp last) {
  auto once = dyn_cast_or_null<OnceOp>(grid->getNextNode());
  OpBuilder at(grid->getContext());
  for (const Digit &digit : digits) {
    AssignOp keeper = last;
    if (isReadBehind(digit.state->path)) {
      if (!once) {
        at.setInsertionPointAfter(grid);
        once = at.create<OnceOp>(loc);
      }
      if (at.getInsertionBlock() != &once.getBody().front())
        at.setInsertionPointToStart(&once.getBody().front());
      Value value = buildValue(at, digit, buildDigit(at, digit));
      keeper = at.create<AssignOp>(loc, buildPlace(at, digit), value);
    }
    for (Operation *write : digit.state->writes)
      settleEffects(keeper, write);
  }
}

bool StateMerger::run() {
  candidates = findRunningCandidates(grid);
  bool leaves = grid.walk([](ReturnOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (leaves || !chooseGroup())
    return false;
  makeField();
  setBefore();
  setBehind(setInside());
  eraseDeadExpressions(grid.getBody());
  return true;
}

void MergeStatesPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  getOperation().walk([&](KernelOp kernel) {
    for (GridOp grid : llvm::to_vector(kernel.getBody().front().getOps<GridOp>())) {
      prepareTotals(grid);
      while (StateMerger(grid).run()) {
      }
    }
  });
}
