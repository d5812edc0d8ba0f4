//===- SystemLaws.cpp - What iterations do to totals that depend on each other linearly ------===//
//
//   struct Y1AndY2State { float y1; float y2; };
//   struct Y1AndY2Step { float y1; float y1PerY1; float y1PerY2; float y2; float y2PerY1; ... };
//
//   Y1AndY2State follow(Y1AndY2Step next, Y1AndY2State total) {
//     return Y1AndY2State(next.y1 + next.y1PerY1 * total.y1 + next.y1PerY2 * total.y2, ...);
//   }
//   Y1AndY2Step join(Y1AndY2Step first, Y1AndY2Step next)
//
// The latter is the product of two matrices, and what the second step makes of the first one's
// values.
//
// The entries of matrices are doubles where the target has some (`wide`): the poles of a filter
// depend on their last digits, and the same matrices are rounded alike again and again.
//
// A matrix has the entries that may be others than 0 in a product of steps (`multiples`). Products
// of many matrices may be infinite where poles are outside of the unit circle: what is 0 stays 0
// then, also where a float of 0 is multiplied by what is infinite or NaN.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/lower/scans/SystemLaws.h"

#include "device/Builders.h"
#include "device/Combining.h"
#include "passes/lower/scans/LawBuilder.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::nameFactor(StringRef state, StringRef other) {
  return (state + "Per" + other.take_front().upper() + other.drop_front()).str();
}

std::string vkmorph::vkm::nameSystem(ArrayRef<std::string> states) {
  std::string name = states.front();
  for (StringRef other : states.drop_front())
    name += ("And" + other.take_front().upper() + other.drop_front()).str();
  return name;
}

namespace {
/// Makes the structs and the functions of one system.
class SystemLawBuilder : public LawBuilder {
public:
  SystemLawBuilder(KernelOp kernel, ArrayRef<RunningOp> system, ArrayRef<std::string> names)
      : LawBuilder(kernel, RunningOp(system.front()).getLoc(),
                   RunningOp(system.front()).getBefore().getType()),
        system(system), isFloat(isa<FloatType>(type)), number(type) {
    type = RunningOp(system.front()).getFactorType();
    made.states.append(names.begin(), names.end());
  }
  LawFunctions build();

private:
  ArrayRef<int64_t> multiples(size_t state) { return *RunningOp(system[state]).getMultiples(); }
  Value product(OpBuilder &at, Value factor, Value by);
  Value sum(OpBuilder &at, Value lhs, Value rhs);
  Value factor(OpBuilder &at, Value step, size_t state, size_t other) {
    return getPart(at, step, nameFactor(made.states[state], made.states[other]), type);
  }
  void fillProduct(FuncOp function);
  void fillApply(FuncOp function);
  void fillJoin(FuncOp function);

  ArrayRef<RunningOp> system;
  bool isFloat;
  Type number; ///< of the totals; `type` is that of what they are multiplied by
};
} // namespace

Value SystemLawBuilder::sum(OpBuilder &at, Value lhs, Value rhs) {
  Value result = buildBinary(at, loc, BinaryKind::Add, lhs, rhs);
  result.getDefiningOp()->setAttr("vkm.free_order", at.getUnitAttr());
  return result;
}

Value SystemLawBuilder::product(OpBuilder &at, Value factor, Value by) {
  if (!isFloat)
    return buildBinary(at, loc, BinaryKind::Mul, factor, by);
  return buildCall(at, loc, lookup("scale", nameNumber(type)), {factor, by});
}

/// `if (factor == 0.0 || by == 0.0) return 0.0; return factor * by;`
void SystemLawBuilder::fillProduct(FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value factor = body.getArgument(0), by = body.getArgument(1);
  Value isZero =
      buildLogical<OrOp>(at, loc, compareWithZero(at, CmpKind::Eq, factor),
                         [&](OpBuilder &in) { return compareWithZero(in, CmpKind::Eq, by); });
  OpBuilder inner = openIf(at, isZero);
  inner.create<ReturnOp>(loc, makeIdentity(inner, loc, ReduceKind::Add, type));
  at.create<ReturnOp>(loc, buildBinary(at, loc, BinaryKind::Mul, factor, by));
}

void SystemLawBuilder::fillApply(FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value next = body.getArgument(0), total = body.getArgument(1);
  auto value = [&](Value of, StringRef name) {
    return at.createOrFold<CastOp>(loc, type, getPart(at, of, name, number));
  };
  SmallVector<Value> states;
  for (auto [state, name] : llvm::enumerate(made.states)) {
    Value moved = value(next, name);
    for (int64_t other : multiples(state))
      moved = sum(at, moved,
                  product(at, factor(at, next, state, other), value(total, made.states[other])));
    states.push_back(at.createOrFold<CastOp>(loc, number, moved));
  }
  at.create<ReturnOp>(loc, at.create<AggregateOp>(loc, made.type, states));
}

void SystemLawBuilder::fillJoin(FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&body);
  Value first = body.getArgument(0), next = body.getArgument(1);
  SmallVector<Value> values, parts;
  for (const std::string &name : made.states)
    values.push_back(getPart(at, first, name, number));
  Value before = at.create<AggregateOp>(loc, made.type, values);
  VarOp moved = buildVar(at, loc, "moved", made.buildApply(at, loc, next, before), true);
  for (auto [state, name] : llvm::enumerate(made.states)) {
    parts.push_back(getPart(at, buildLoad(at, loc, moved), name, number));
    for (int64_t other : multiples(state)) {
      Value entry;
      for (int64_t between : multiples(state)) {
        if (!llvm::is_contained(multiples(between), other))
          continue;
        Value term =
            product(at, factor(at, next, state, between), factor(at, first, between, other));
        entry = entry ? sum(at, entry, term) : term;
      }
      parts.push_back(entry);
    }
  }
  at.create<ReturnOp>(loc, at.create<AggregateOp>(loc, made.record, parts));
}

LawFunctions SystemLawBuilder::build() {
  TypedAttr nothing = getIdentity(ReduceKind::Add, number);
  TypedAttr zero = getIdentity(ReduceKind::Add, type), one = getIdentity(ReduceKind::Mul, type);
  SmallVector<Part> states, parts;
  SmallVector<std::string> factors; // parts have their names by reference
  for (size_t state = 0; state < system.size(); ++state)
    for (int64_t other : multiples(state))
      factors.push_back(nameFactor(made.states[state], made.states[other]));
  std::string joined = nameSystem(made.states);
  joined.front() = llvm::toUpper(joined.front());
  auto *factor = factors.begin();
  for (auto [state, name] : llvm::enumerate(made.states)) {
    states.push_back({name, nothing});
    parts.push_back({name, nothing});
    for (int64_t other : multiples(state))
      parts.push_back({*factor++, size_t(other) == state ? one : zero});
  }
  makeRecord(joined + "Step", parts, /*isOwn=*/true);
  made.type = makeStruct(joined + "State", states, /*isOwn=*/true);
  if (FuncOp function =
          isFloat ? declare("scale", nameNumber(type), "The product, 0 where one of them is.",
                            {"factor", "by"}, {type, type}, type)
                  : FuncOp())
    fillProduct(function);
  made.apply = declare("follow", "What a step makes of the totals.", {"next", "total"},
                       {made.record, made.type}, made.type);
  fillApply(made.apply);
  made.join = declare("join", "What two steps make of the totals, one after the other.",
                      {"first", "next"}, {made.record, made.record}, made.record);
  fillJoin(made.join);
  return made;
}

LawFunctions vkmorph::vkm::makeSystemLaw(KernelOp kernel, ArrayRef<RunningOp> system,
                                         ArrayRef<std::string> names) {
  return SystemLawBuilder(kernel, system, names).build();
}

Value vkmorph::vkm::buildSystemPart(OpBuilder &at, const LawFunctions &law, RunningShareOp share,
                                    Value place, size_t index) {
  std::string name = law.states[index];
  if (std::optional<int64_t> other = share.getOf())
    name = nameFactor(name, law.states[*other]);
  return at.create<MemberOp>(share.getLoc(), share.getRef().getType(), place, name);
}
