//===- StateLaws.cpp - What iterations do to totals that are one of a few values --------------===//
//
//   struct StateMap { uint codes; };      4 bits for each state: which one it becomes
//                                         (of more than 8: a second number, uint moreCodes)
//
//   uint encode(int state)                0, 1, ... of the states that iterations set, and one more
//                                         for what the total is before the loop
//   int decode(uint code, int before)
//   int follow(StateMap next, int total) {
//     return decode((next.codes >> (4u * encode(total))) & 15u, total);
//   }
//   StateMap join(StateMap first, StateMap next)      each state goes through both
//
// What an iteration makes of each state its own statements say, which are run for each of them:
// maps of states to states are composed by scans (Hillis and Steele, Data Parallel Algorithms,
// 1986, of finite automata).
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/StateLaws.h"

#include "analysis/patterns/Dispatches.h"
#include "device/Builders.h"
#include "passes/lower/scans/LawBuilder.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static constexpr uint64_t kBits = 4;
static constexpr uint64_t kCodesInWord = 32 / kBits;

namespace {
/// Makes the struct and the functions of one total.
class StateLawBuilder : public LawBuilder {
public:
  // Buffers keep no smaller numbers than words on each device.
  StateLawBuilder(KernelOp kernel, RunningOp running)
      : LawBuilder(kernel, running.getLoc(), getKeptType(running.getBefore().getType())),
        states(*running.getStates()), numCodes(running.countCodes()) {}
  LawFunctions build(StringRef name);

private:
  Type uintType() { return getUintType(type.getContext()); }
  Value state(OpBuilder &at, int64_t value) {
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, value));
  }
  Value compare(OpBuilder &at, CmpKind kind, Value lhs, Value rhs) {
    return at.create<CmpOp>(loc, kind, lhs, rhs);
  }
  Value binary(OpBuilder &at, BinaryKind kind, Value lhs, Value rhs) {
    return buildBinary(at, loc, kind, lhs, rhs);
  }
  Value call(OpBuilder &at, StringRef verb, ValueRange operands) {
    return buildCall(at, loc, lookup(verb), operands);
  }
  Value shift(OpBuilder &at, Value code) {
    return binary(at, BinaryKind::Mul, buildUint(at, loc, kBits), code);
  }
  /// Where the code of a state is in its number.
  Value shiftInWord(OpBuilder &at, Value code) {
    return shift(at, binary(at, BinaryKind::Rem, code, buildUint(at, loc, kCodesInWord)));
  }
  Value isInFirst(OpBuilder &at, Value code) {
    return compare(at, CmpKind::Lt, code, buildUint(at, loc, kCodesInWord));
  }
  Value take(OpBuilder &at, Value codes, Value shift) {
    return binary(at, BinaryKind::And, binary(at, BinaryKind::Shr, codes, shift),
                  buildUint(at, loc, (1 << kBits) - 1));
  }
  /// Which state the one with that code becomes.
  Value next(OpBuilder &at, Value map, Value code) {
    return isLong() ? call(at, "look", {map, code})
                    : take(at, getPart(at, map, "codes", uintType()), shift(at, code));
  }
  bool isLong() const { return numCodes > kCodesInWord; }
  bool isCounted() const;
  void fillEncode(OpBuilder &at, Value total);
  void fillDecode(OpBuilder &at, Value code, Value before);
  void fillLook(OpBuilder &at, Value map, Value code);
  void fillJoin(OpBuilder &at, Value first, Value next);
  void fillLongJoin(OpBuilder &at, Value first, Value next);
  void fillRemember(OpBuilder &at, ValueRange arguments);
  using Fill = llvm::function_ref<void(OpBuilder &, ValueRange)>;
  FuncOp make(StringRef verb, StringRef comment, ArrayRef<StringRef> parameters,
              ArrayRef<Type> types, Type result, Fill fill);

  ArrayRef<int64_t> states;
  size_t numCodes; ///< one more than there are states, unless these are all values of the type
};
} // namespace

/// Whether the states are 0, 1, 2, ...
bool StateLawBuilder::isCounted() const {
  for (auto [code, value] : llvm::enumerate(states))
    if (int64_t(code) != value)
      return false;
  return true;
}

void StateLawBuilder::fillEncode(OpBuilder &at, Value total) {
  Value other = buildUint(at, loc, numCodes - 1);
  if (isCounted()) {
    Value code = at.createOrFold<CastOp>(loc, uintType(), total);
    at.create<ReturnOp>(
        loc, at.create<MathOp>(loc, uintType(), MathFn::Min, ValueRange{code, other}).getResult());
    return;
  }
  for (auto [code, value] : llvm::enumerate(states)) {
    OpBuilder inner = openIf(at, compare(at, CmpKind::Eq, total, state(at, value)));
    inner.create<ReturnOp>(loc, buildUint(inner, loc, code));
  }
  at.create<ReturnOp>(loc, other);
}

void StateLawBuilder::fillDecode(OpBuilder &at, Value code, Value before) {
  if (isCounted()) {
    OpBuilder inner = openIf(at, compare(at, CmpKind::Lt, code, buildUint(at, loc, states.size())));
    inner.create<ReturnOp>(loc, inner.createOrFold<CastOp>(loc, type, code));
  } else {
    for (auto [number, value] : llvm::enumerate(states)) {
      OpBuilder inner = openIf(at, compare(at, CmpKind::Eq, code, buildUint(at, loc, number)));
      inner.create<ReturnOp>(loc, state(inner, value));
    }
  }
  at.create<ReturnOp>(loc, before);
}

/// Of two numbers, the one that has the code.
void StateLawBuilder::fillLook(OpBuilder &at, Value map, Value code) {
  VarOp codes = buildVar(at, loc, "codes", getPart(at, map, "moreCodes", uintType()), false);
  OpBuilder inner = openIf(at, isInFirst(at, code));
  inner.create<AssignOp>(loc, codes, getPart(inner, map, "codes", uintType()));
  at.create<ReturnOp>(loc, take(at, buildLoad(at, loc, codes), shiftInWord(at, code)));
}

void StateLawBuilder::fillLongJoin(OpBuilder &at, Value first, Value then) {
  VarOp codes = buildVar(at, loc, "codes", buildUint(at, loc, 0), false);
  VarOp more = buildVar(at, loc, "moreCodes", buildUint(at, loc, 0), false);
  ForOp loop = buildUintLoop(
      at, loc, "code", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, numCodes); },
      [&](OpBuilder &in) { return buildUint(in, loc, 1); });
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getBody().front());
  auto code = [&](OpBuilder &in) { return buildLoad(in, loc, loop.getBodyVar()); };
  Value both = next(inner, then, next(inner, first, code(inner)));
  Value moved = buildVar(inner, loc, "after",
                         binary(inner, BinaryKind::Shl, both, shiftInWord(inner, code(inner))),
                         /*isConst=*/true);
  auto branch = inner.create<IfOp>(loc, isInFirst(inner, code(inner)), /*withElse=*/true);
  for (auto [region, word] :
       {std::pair(&branch.getThenRegion(), codes), std::pair(&branch.getElseRegion(), more)}) {
    OpBuilder in = OpBuilder::atBlockEnd(&region->front());
    in.create<UpdateOp>(loc, BinaryKind::Or, VarOp(word).getRef(), buildLoad(in, loc, moved));
  }
  at.create<ReturnOp>(
      loc, at.create<AggregateOp>(loc, made.record,
                                  ValueRange{buildLoad(at, loc, codes), buildLoad(at, loc, more)}));
}

void StateLawBuilder::fillJoin(OpBuilder &at, Value first, Value then) {
  if (isLong())
    return fillLongJoin(at, first, then);
  VarOp codes = buildVar(at, loc, "codes", buildUint(at, loc, 0), false);
  ForOp loop = buildUintLoop(
      at, loc, "shift", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, kBits * numCodes); },
      [&](OpBuilder &in) { return buildUint(in, loc, kBits); });
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value own = take(inner, getPart(inner, first, "codes", uintType()),
                   buildLoad(inner, loc, loop.getBodyVar()));
  Value both = next(inner, then, own);
  inner.create<UpdateOp>(
      loc, BinaryKind::Or, codes,
      binary(inner, BinaryKind::Shl, both, buildLoad(inner, loc, loop.getBodyVar())));
  at.create<ReturnOp>(
      loc, at.create<AggregateOp>(loc, made.record, ValueRange{buildLoad(at, loc, codes)}));
}

void StateLawBuilder::fillRemember(OpBuilder &at, ValueRange arguments) {
  Value steps = arguments[0], code = arguments[1];
  Value by = buildVar(at, loc, "shift", isLong() ? shiftInWord(at, code) : shift(at, code), true);
  auto replace = [&](OpBuilder &in, Value codes) {
    Value mask =
        binary(in, BinaryKind::Shl, buildUint(in, loc, (1 << kBits) - 1), buildLoad(in, loc, by));
    Value others = binary(in, BinaryKind::And, codes,
                          in.create<UnaryOp>(loc, uintType(), UnaryKind::BitNot, mask));
    Value own =
        binary(in, BinaryKind::Shl, call(in, "encode", {arguments[2]}), buildLoad(in, loc, by));
    return binary(in, BinaryKind::Or, others, own);
  };
  auto word = [&](OpBuilder &in, StringRef part) { return getPart(in, steps, part, uintType()); };
  auto build = [&](OpBuilder &in, ValueRange words) {
    in.create<ReturnOp>(loc, in.create<AggregateOp>(loc, made.record, words));
  };
  if (!isLong())
    return build(at, replace(at, word(at, "codes")));
  OpBuilder inner = openIf(at, isInFirst(at, code));
  Value changed = replace(inner, word(inner, "codes"));
  build(inner, {changed, word(inner, "moreCodes")});
  Value kept = word(at, "codes");
  build(at, {kept, replace(at, word(at, "moreCodes"))});
}

FuncOp StateLawBuilder::make(StringRef verb, StringRef comment, ArrayRef<StringRef> parameters,
                             ArrayRef<Type> types, Type result, Fill fill) {
  FuncOp function = declare(verb, comment, parameters, types, result);
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  fill(at, body.getArguments());
  return function;
}

LawFunctions StateLawBuilder::build(StringRef name) {
  uint64_t same[2] = {0, 0};
  for (uint64_t code = 0; code < numCodes; ++code)
    same[code / kCodesInWord] |= code << (kBits * (code % kCodesInWord));
  OpBuilder builder(kernel);
  SmallVector<Part> parts = {{"codes", builder.getIntegerAttr(uintType(), same[0])}};
  if (isLong())
    parts.push_back({"moreCodes", builder.getIntegerAttr(uintType(), same[1])});
  makeRecord(name, parts, /*isOwn=*/true);
  std::string text = "The number of a state: those of ";
  for (auto [code, value] : llvm::enumerate(states))
    text += (code ? ", " : "") + std::to_string(value);
  text += " count up from 0; then comes what the total is before the loop.";
  make("encode", text, {"state"}, {type}, uintType(),
       [&](OpBuilder &at, ValueRange of) { fillEncode(at, of[0]); });
  if (isLong())
    make("look", "Which state the one with a number becomes.", {"steps", "code"},
         {made.record, uintType()}, uintType(),
         [&](OpBuilder &at, ValueRange of) { fillLook(at, of[0], of[1]); });
  make("decode", "The state with a number.", {"code", "before"}, {uintType(), type}, type,
       [&](OpBuilder &at, ValueRange of) { fillDecode(at, of[0], of[1]); });
  made.apply = make("follow", "What a step makes of a state.", {"next", "total"},
                    {made.record, type}, type, [&](OpBuilder &at, ValueRange of) {
                      Value code = call(at, "encode", {of[1]});
                      Value after = next(at, of[0], code);
                      at.create<ReturnOp>(loc, call(at, "decode", {after, of[1]}));
                    });
  made.join = make("join", "What two steps make of each state, one after the other.",
                   {"first", "next"}, {made.record, made.record}, made.record,
                   [&](OpBuilder &at, ValueRange of) { fillJoin(at, of[0], of[1]); });
  made.current =
      make("apply", "What steps make of the state with a number.", {"steps", "code", "before"},
           {made.record, uintType(), type}, type, [&](OpBuilder &at, ValueRange of) {
             Value after = next(at, of[0], of[1]);
             at.create<ReturnOp>(loc, call(at, "decode", {after, of[2]}));
           });
  made.remember =
      make("remember", "The same steps, which make another state of the one with a number.",
           {"steps", "code", "state"}, {made.record, uintType(), type}, made.record,
           [&](OpBuilder &at, ValueRange of) { fillRemember(at, of); });
  return made;
}

LawFunctions vkmorph::vkm::makeStateLaw(KernelOp kernel, RunningOp running, StringRef name) {
  name.consume_front("m_");
  std::string record = name.str() + "Map";
  record[0] = llvm::toUpper(record[0]);
  return StateLawBuilder(kernel, running).build(record);
}

Value vkmorph::vkm::buildState(OpBuilder &at, const LawFunctions &law, RunningStateOp state,
                               Value place, Value before) {
  Location loc = state.getLoc();
  Value after =
      buildCall(at, loc, law.current, {buildLoad(at, loc, place), state.getCode(), before});
  return at.createOrFold<CastOp>(loc, state.getState().getType(), after);
}

void vkmorph::vkm::buildRemember(OpBuilder &at, const LawFunctions &law, RunningMapOp map,
                                 Value place) {
  Location loc = map.getLoc();
  Value state = at.createOrFold<CastOp>(loc, law.type, map.getState());
  at.create<AssignOp>(
      loc, place,
      buildCall(at, loc, law.remember, {buildLoad(at, loc, place), map.getCode(), state}));
}
