//===- StateLaws.cpp - What iterations do to totals that are one of a few values --------------===//
//
//   struct StateMap { uint codes; };      4 bits for each state: which one it becomes
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

#include "device/Builders.h"
#include "passes/lower/scans/LawBuilder.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static constexpr uint64_t kBits = 4;

namespace {
/// Makes the struct and the functions of one total.
class StateLawBuilder : public LawBuilder {
public:
  StateLawBuilder(KernelOp kernel, RunningOp running, Type carried)
      : LawBuilder(kernel, running.getLoc(), carried), states(*running.getStates()) {}
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
  Value call(OpBuilder &at, FuncOp function, ValueRange operands) {
    return at
        .create<CallOp>(loc, function.getFunctionType().getResult(0), function.getSymName(),
                        operands)
        ->getResult(0);
  }
  Value shift(OpBuilder &at, Value code) {
    return binary(at, BinaryKind::Mul, buildUint(at, loc, kBits), code);
  }
  /// Which state the one with that code becomes.
  Value next(OpBuilder &at, Value map, Value shift) {
    Value codes = getPart(at, map, "codes", uintType());
    return binary(at, BinaryKind::And, binary(at, BinaryKind::Shr, codes, shift),
                  buildUint(at, loc, (1 << kBits) - 1));
  }
  bool isCounted() const;
  void fillEncode(OpBuilder &at, Value total);
  void fillDecode(OpBuilder &at, Value code, Value before);
  void fillJoin(OpBuilder &at, Value first, Value next);
  void fillRemember(OpBuilder &at, ValueRange arguments);
  using Fill = llvm::function_ref<void(OpBuilder &, ValueRange)>;
  FuncOp make(StringRef verb, StringRef comment, ArrayRef<StringRef> parameters,
              ArrayRef<Type> types, Type result, Fill fill);

  ArrayRef<int64_t> states;
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
  Value other = buildUint(at, loc, states.size());
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
  at.create<ReturnOp>(loc, buildUint(at, loc, states.size()));
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

void StateLawBuilder::fillJoin(OpBuilder &at, Value first, Value then) {
  VarOp codes = buildVar(at, loc, "codes", buildUint(at, loc, 0), false);
  ForOp loop = buildUintLoop(
      at, loc, "shift", buildUint(at, loc, 0),
      [&](OpBuilder &in) { return buildUint(in, loc, kBits * (states.size() + 1)); },
      [&](OpBuilder &in) { return buildUint(in, loc, kBits); });
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value own = next(inner, first, buildLoad(inner, loc, loop.getBodyVar()));
  Value both = next(inner, then, shift(inner, own));
  inner.create<UpdateOp>(
      loc, BinaryKind::Or, codes,
      binary(inner, BinaryKind::Shl, both, buildLoad(inner, loc, loop.getBodyVar())));
  at.create<ReturnOp>(
      loc, at.create<AggregateOp>(loc, made.record, ValueRange{buildLoad(at, loc, codes)}));
}

void StateLawBuilder::fillRemember(OpBuilder &at, ValueRange arguments) {
  Value by = buildVar(at, loc, "shift", shift(at, arguments[1]), true);
  Value mask =
      binary(at, BinaryKind::Shl, buildUint(at, loc, (1 << kBits) - 1), buildLoad(at, loc, by));
  Value others = binary(at, BinaryKind::And, getPart(at, arguments[0], "codes", uintType()),
                        at.create<UnaryOp>(loc, uintType(), UnaryKind::BitNot, mask));
  Value own = binary(at, BinaryKind::Shl, call(at, lookup("encode"), {arguments[2]}),
                     buildLoad(at, loc, by));
  Value all = binary(at, BinaryKind::Or, others, own);
  at.create<ReturnOp>(loc, at.create<AggregateOp>(loc, made.record, ValueRange{all}));
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
  uint64_t same = 0;
  for (uint64_t code = 0; code <= states.size(); ++code)
    same |= code << (kBits * code);
  OpBuilder builder(kernel);
  Part codes = {"codes", builder.getIntegerAttr(uintType(), same)};
  makeRecord(name, {codes}, /*isOwn=*/true);
  std::string text = "The number of a state: those of ";
  for (auto [code, value] : llvm::enumerate(states))
    text += (code ? ", " : "") + std::to_string(value);
  text += " count up from 0; then comes what the total is before the loop.";
  make("encode", text, {"state"}, {type}, uintType(),
       [&](OpBuilder &at, ValueRange of) { fillEncode(at, of[0]); });
  make("decode", "The state with a number.", {"code", "before"}, {uintType(), type}, type,
       [&](OpBuilder &at, ValueRange of) { fillDecode(at, of[0], of[1]); });
  made.apply = make("follow", "What a step makes of a state.", {"next", "total"},
                    {made.record, type}, type, [&](OpBuilder &at, ValueRange of) {
                      Value code = call(at, lookup("encode"), {of[1]});
                      Value after = next(at, of[0], shift(at, code));
                      at.create<ReturnOp>(loc, call(at, lookup("decode"), {after, of[1]}));
                    });
  made.join = make("join", "What two steps make of each state, one after the other.",
                   {"first", "next"}, {made.record, made.record}, made.record,
                   [&](OpBuilder &at, ValueRange of) { fillJoin(at, of[0], of[1]); });
  made.current =
      make("apply", "What steps make of the state with a number.", {"steps", "code", "before"},
           {made.record, uintType(), type}, type, [&](OpBuilder &at, ValueRange of) {
             Value after = next(at, of[0], shift(at, of[1]));
             at.create<ReturnOp>(loc, call(at, lookup("decode"), {after, of[2]}));
           });
  made.remember =
      make("remember", "The same steps, which make another state of the one with a number.",
           {"steps", "code", "state"}, {made.record, uintType(), type}, made.record,
           [&](OpBuilder &at, ValueRange of) { fillRemember(at, of); });
  return made;
}

LawFunctions vkmorph::vkm::makeStateLaw(KernelOp kernel, RunningOp running, StringRef name) {
  Type type = running.getBefore().getType();
  // Buffers have no smaller numbers on each device.
  if (type.getIntOrFloatBitWidth() < 32)
    type = IntegerType::get(type.getContext(), 32, IntegerType::Signed);
  name.consume_front("m_");
  std::string record = name.str() + "Map";
  record[0] = llvm::toUpper(record[0]);
  return StateLawBuilder(kernel, running, type).build(record);
}

Value vkmorph::vkm::buildState(OpBuilder &at, const LawFunctions &law, RunningStateOp state,
                               Value place, Value before) {
  Location loc = state.getLoc();
  FuncOp function = law.current;
  Value after = at.create<CallOp>(loc, law.type, function.getSymName(),
                                  ValueRange{buildLoad(at, loc, place), state.getCode(),
                                             at.createOrFold<CastOp>(loc, law.type, before)})
                    ->getResult(0);
  return at.createOrFold<CastOp>(loc, state.getState().getType(), after);
}

void vkmorph::vkm::buildRemember(OpBuilder &at, const LawFunctions &law, RunningMapOp map,
                                 Value place) {
  Location loc = map.getLoc();
  FuncOp function = law.remember;
  Value steps =
      at.create<CallOp>(loc, law.record, function.getSymName(),
                        ValueRange{buildLoad(at, loc, place), map.getCode(),
                                   at.createOrFold<CastOp>(loc, law.type, map.getState())})
          ->getResult(0);
  at.create<AssignOp>(loc, place, steps);
}
