//===- Computation.cpp - Faults in what kernels and control functions compute -----------------===//
//
// They are planted once everything is decided, so that decisions are those of the right program.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/Diagnostics.h"
#include "passes/faults/Faults.h"
#include "passes/faults/NoEffect.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Visits what the program computes: kernels first, then device functions, then control functions;
/// not the expressions of extents, which say what callers have to give.
static void walkCode(ClassOp op, llvm::function_ref<void(Operation *)> visit) {
  auto walk = [&](Operation *part) {
    part->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (isa<ExtentOp>(inner))
        return WalkResult::skip();
      if (inner != part)
        visit(inner);
      return WalkResult::advance();
    });
  };
  Block &members = op.getBody().front();
  // The grids come before the expressions of their bounds.
  for (KernelOp kernel : members.getOps<KernelOp>())
    for (Operation &part : kernel.getBody().front())
      if (isa<GridOp, OnceOp>(part))
        walk(&part);
  for (KernelOp kernel : members.getOps<KernelOp>())
    for (Operation &part : kernel.getBody().front())
      if (!isa<GridOp, OnceOp, ExtentOp>(part))
        visit(&part);
  for (FuncOp function : members.getOps<FuncOp>())
    walk(function);
  for (FuncOp function : op->getBlock()->getOps<FuncOp>())
    walk(function);
  for (ControlOp control : members.getOps<ControlOp>())
    walk(control);
}

template <class Op> static void walkOps(ClassOp op, llvm::function_ref<void(Op)> visit) {
  walkCode(op, [&](Operation *inner) {
    if (auto wanted = dyn_cast<Op>(inner))
      visit(wanted);
  });
}

static Value createConstant(OpBuilder &builder, Location loc, Type type, int64_t value) {
  if (type.isInteger(1))
    return builder.create<ConstantOp>(loc, builder.getBoolAttr(value != 0));
  if (auto floating = dyn_cast<FloatType>(type))
    return builder.create<ConstantOp>(loc, builder.getFloatAttr(floating, double(value)));
  return builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, value));
}

/// Whether a place outlives the iteration, the function, or the control function that writes it.
static bool isKept(Value place) {
  Root root = getRoot(place);
  return root.symbol || (root.value && isa<PtrType>(root.value.getType()));
}

static bool isNumber(Type type) {
  return isa<FloatType>(type) || (type.isIntOrFloat() && !type.isInteger(1));
}

//===------------------------------------------------------------------------------------------===//
// Comparisons and conditions
//===------------------------------------------------------------------------------------------===//

/// Whether an expression decides if a loop goes on.
static bool isInLoopCondition(Operation *op) {
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion()) {
    Operation *owner = region->getParentOp();
    if (auto loop = dyn_cast<ForOp>(owner); loop && region == &loop.getCond())
      return true;
    if (auto loop = dyn_cast<WhileOp>(owner); loop && region == &loop.getCond())
      return true;
    if (auto loop = dyn_cast<DoWhileOp>(owner); loop && region == &loop.getCond())
      return true;
  }
  return false;
}

static bool isOrder(CmpKind kind) { return kind != CmpKind::Eq && kind != CmpKind::Ne; }

/// a < b  =>  a <= b: what a loop survives.
static CmpKind changeStrictness(CmpKind kind) {
  switch (kind) {
  case CmpKind::Lt:
    return CmpKind::Le;
  case CmpKind::Le:
    return CmpKind::Lt;
  case CmpKind::Gt:
    return CmpKind::Ge;
  case CmpKind::Ge:
    return CmpKind::Gt;
  case CmpKind::Eq:
  case CmpKind::Ne:
    return kind;
  }
  llvm_unreachable("all kinds are handled");
}

static std::string spell(CmpKind kind) {
  static constexpr llvm::StringLiteral texts[] = {"==", "!=", "<", "<=", ">", ">="};
  return "'" + texts[static_cast<unsigned>(kind)].str() + "'";
}

/// "'<=' for '<'".
static std::string spellWrong(llvm::StringRef wrong, llvm::StringRef right) {
  return (wrong + " for " + right).str();
}

static void changeComparison(CmpOp comparison, CmpKind wrong, FaultList &faults) {
  faults.push_back({comparison, spellWrong(spell(wrong), spell(comparison.getKind())),
                    [=]() mutable { comparison.setKind(wrong); }});
}

void vkmorph::vkm::flipComparisons(ClassOp op, FaultList &faults) {
  for (bool ofLoop : {false, true})
    walkOps<CmpOp>(op, [&](CmpOp comparison) {
      CmpKind kind = comparison.getKind();
      if (isOrder(kind) && isInLoopCondition(comparison) == ofLoop)
        changeComparison(comparison, ofLoop ? ::changeStrictness(kind) : swapOperands(kind),
                         faults);
    });
  op.walk([&](GridOp grid) {
    for (auto [dim, predicate] : llvm::enumerate(grid.getPredicates())) {
      auto kind = static_cast<CmpKind>(predicate);
      if (!isOrder(kind))
        continue;
      CmpKind wrong = ::changeStrictness(kind);
      faults.push_back({grid, spellWrong(spell(wrong), spell(kind)), [=, dim = dim]() mutable {
                          SmallVector<int32_t> predicates(grid.getPredicates());
                          predicates[dim] = static_cast<int32_t>(wrong);
                          grid.setPredicates(predicates);
                        }});
    }
  });
}

void vkmorph::vkm::changeStrictness(ClassOp op, FaultList &faults) {
  walkOps<CmpOp>(op, [&](CmpOp comparison) {
    if (isOrder(comparison.getKind()) && !isInLoopCondition(comparison) &&
        !choosesBetweenAlike(comparison))
      changeComparison(comparison, ::changeStrictness(comparison.getKind()), faults);
  });
}

void vkmorph::vkm::negateConditions(ClassOp op, FaultList &faults) {
  auto negate = [&](Operation *inner) {
    faults.push_back({inner, "the condition negated", [inner] {
                        OpBuilder builder(inner);
                        Value condition = inner->getOperand(0);
                        inner->setOperand(
                            0, builder.create<UnaryOp>(inner->getLoc(), UnaryKind::Not, condition));
                      }});
  };
  walkCode(op, [&](Operation *inner) {
    if (isa<IfOp, SelectOp>(inner))
      negate(inner);
  });
}

//===------------------------------------------------------------------------------------------===//
// Operators, operands, functions
//===------------------------------------------------------------------------------------------===//

static std::string spell(BinaryKind kind) {
  static constexpr llvm::StringLiteral texts[] = {"+", "-", "*", "/",  "%",
                                                  "&", "|", "^", "<<", ">>"};
  return "'" + texts[static_cast<unsigned>(kind)].str() + "'";
}

static std::optional<BinaryKind> chooseWrong(BinaryKind kind, Type left, Type right) {
  switch (kind) {
  case BinaryKind::Add:
    return BinaryKind::Sub;
  case BinaryKind::Sub:
    return BinaryKind::Add;
  case BinaryKind::Mul:
    // A product of linear algebra has no sum.
    return left == right && !isa<MatType>(left) ? std::optional(BinaryKind::Add) : std::nullopt;
  case BinaryKind::Div:
    return isa<MatType>(left) || isa<MatType>(right) ? std::nullopt
                                                     : std::optional(BinaryKind::Mul);
  case BinaryKind::Rem:
    return BinaryKind::Div;
  case BinaryKind::And:
    return BinaryKind::Or;
  case BinaryKind::Or:
    return BinaryKind::And;
  case BinaryKind::Xor:
    return BinaryKind::Or;
  case BinaryKind::Shl:
    return BinaryKind::Shr;
  case BinaryKind::Shr:
    return BinaryKind::Shl;
  }
  llvm_unreachable("all kinds are handled");
}

/// Functions of one signature that are easily taken for each other.
static std::optional<MathFn> chooseWrong(MathFn function) {
  static constexpr std::pair<MathFn, MathFn> pairs[] = {
      {MathFn::Min, MathFn::Max},    {MathFn::FMin, MathFn::FMax}, {MathFn::Sin, MathFn::Cos},
      {MathFn::Floor, MathFn::Ceil}, {MathFn::Exp, MathFn::Exp2},  {MathFn::Log, MathFn::Log2},
      {MathFn::Asin, MathFn::Acos},  {MathFn::Sinh, MathFn::Cosh}, {MathFn::Trunc, MathFn::Round},
      {MathFn::Rint, MathFn::Floor}, {MathFn::Sqrt, MathFn::Abs},  {MathFn::Tan, MathFn::Atan}};
  for (auto [first, second] : pairs) {
    if (function == first)
      return second;
    if (function == second && second != MathFn::Abs)
      return first;
  }
  return std::nullopt;
}

static std::string spell(MathFn function) { return "'" + stringifyMathFn(function).str() + "'"; }

/// a && b  =>  a || b
template <class From, class To> static void swapShortCircuit(From op) {
  OpBuilder builder(op);
  auto wrong = builder.create<To>(op.getLoc(), op.getType(), op.getLhs());
  wrong.getRhs().takeBody(op.getRhs());
  op.getResult().replaceAllUsesWith(wrong.getResult());
  op.erase();
}

static std::optional<ReduceKind> chooseWrong(ReduceKind kind, Type type) {
  switch (kind) {
  case ReduceKind::Min:
    return ReduceKind::Max;
  case ReduceKind::Max:
    return ReduceKind::Min;
  case ReduceKind::And:
    return ReduceKind::Or;
  case ReduceKind::Or:
    return ReduceKind::And;
  case ReduceKind::Xor:
    return ReduceKind::Or;
  case ReduceKind::Mul:
    return ReduceKind::Add;
  case ReduceKind::Add:
    return isNumber(type) ? std::optional(ReduceKind::Max) : std::nullopt;
  }
  llvm_unreachable("all kinds are handled");
}

void vkmorph::vkm::changeOperators(ClassOp op, FaultList &faults) {
  auto changeKind = [&](auto operation, Type left, Type right) {
    std::optional<BinaryKind> wrong = chooseWrong(operation.getKind(), left, right);
    if (wrong)
      faults.push_back({operation, spellWrong(spell(*wrong), spell(operation.getKind())),
                        [=]() mutable { operation.setKind(*wrong); }});
  };
  auto drop = [&](Operation *operation, const std::string &what) {
    faults.push_back({operation, what, [=] {
                        operation->getResult(0).replaceAllUsesWith(operation->getOperand(0));
                        operation->erase();
                      }});
  };
  walkCode(op, [&](Operation *inner) {
    if (auto binary = dyn_cast<BinaryOp>(inner)) {
      changeKind(binary, binary.getLhs().getType(), binary.getRhs().getType());
    } else if (auto update = dyn_cast<UpdateOp>(inner)) {
      changeKind(update, cast<RefType>(update.getRef().getType()).getPointee(),
                 update.getValue().getType());
    } else if (auto unary = dyn_cast<UnaryOp>(inner)) {
      drop(unary, unary.getKind() == UnaryKind::Neg   ? "no '-'"
                  : unary.getKind() == UnaryKind::Not ? "no '!'"
                                                      : "no '~'");
    } else if (auto both = dyn_cast<AndOp>(inner)) {
      faults.push_back(
          {both, spellWrong("'||'", "'&&'"), [=] { swapShortCircuit<AndOp, OrOp>(both); }});
    } else if (auto either = dyn_cast<OrOp>(inner)) {
      faults.push_back(
          {either, spellWrong("'&&'", "'||'"), [=] { swapShortCircuit<OrOp, AndOp>(either); }});
    } else if (auto math = dyn_cast<MathOp>(inner)) {
      if (math.getFn() == MathFn::Abs)
        drop(math, "no 'abs'");
      else if (std::optional<MathFn> wrong = chooseWrong(math.getFn()))
        faults.push_back({math, spellWrong(spell(*wrong), spell(math.getFn())),
                          [=]() mutable { math.setFn(*wrong); }});
    } else if (auto reduce = dyn_cast<ReduceOp>(inner)) {
      if (std::optional<ReduceKind> wrong =
              chooseWrong(reduce.getKind(), reduce.getValue().getType()))
        faults.push_back({reduce,
                          spellWrong("reduction '" + stringifyReduceKind(*wrong).str() + "'",
                                     "'" + stringifyReduceKind(reduce.getKind()).str() + "'"),
                          [=]() mutable { reduce.setKind(*wrong); }});
    } else if (auto scatter = dyn_cast<ScatterOp>(inner)) {
      // Of an operation that the target has, like the right one.
      Type type = scatter.getValue().getType();
      std::optional<ReduceKind> wrong = chooseWrong(scatter.getKind(), type);
      if (wrong && isa<IntegerType>(type))
        faults.push_back({scatter,
                          spellWrong("scatter '" + stringifyReduceKind(*wrong).str() + "'",
                                     "'" + stringifyReduceKind(scatter.getKind()).str() + "'"),
                          [=]() mutable { scatter.setKind(*wrong); }});
    }
  });
}

void vkmorph::vkm::swapOperands(ClassOp op, FaultList &faults) {
  auto swap = [&](Operation *inner, const std::string &name) {
    Value left = inner->getOperand(0), right = inner->getOperand(1);
    if (left.getType() == right.getType() && !isSameExpression(left, right))
      faults.push_back({inner, "the operands of " + name + " swapped",
                        [=] { inner->setOperands({right, left}); }});
  };
  walkCode(op, [&](Operation *inner) {
    if (auto binary = dyn_cast<BinaryOp>(inner)) {
      if (llvm::is_contained(
              {BinaryKind::Sub, BinaryKind::Div, BinaryKind::Rem, BinaryKind::Shl, BinaryKind::Shr},
              binary.getKind()) &&
          !isOnlyMagnitudeUsed(binary))
        swap(inner, spell(binary.getKind()));
    } else if (auto math = dyn_cast<MathOp>(inner)) {
      if (llvm::is_contained({MathFn::Pow, MathFn::Atan2, MathFn::FMod, MathFn::Mod,
                              MathFn::CopySign, MathFn::Cross, MathFn::Step},
                             math.getFn()) &&
          math.getOperands().size() == 2)
        swap(inner, spell(math.getFn()));
    }
  });
}

void vkmorph::vkm::changeConstants(ClassOp op, FaultList &faults) {
  walkOps<ConstantOp>(op, [&](ConstantOp constant) {
    // One that is nowhere in the source fills what is assigned later.
    if (constant.getResult().use_empty() || !getSourceBegin(constant.getLoc()) ||
        isNeverRead(constant))
      return;
    Builder builder(constant.getContext());
    TypedAttr value = constant.getValue(), wrong;
    std::string what;
    if (auto boolean = dyn_cast<BoolAttr>(value)) {
      wrong = builder.getBoolAttr(!boolean.getValue());
      what = boolean.getValue() ? spellWrong("'false'", "'true'") : spellWrong("'true'", "'false'");
    } else if (auto integer = dyn_cast<IntegerAttr>(value)) {
      // The largest numbers are no more than that: most are what minima begin with.
      constexpr unsigned manyBits = 30;
      llvm::APInt next = integer.getValue() + 1;
      if (integer.getValue().abs().getActiveBits() > manyBits)
        next = llvm::APInt(next.getBitWidth(), 1);
      // An index that is a literal stays within its array.
      for (Operation *user : constant.getResult().getUsers())
        if (auto element = dyn_cast<ElementOp>(user))
          if (auto array =
                  dyn_cast<ArrayType>(cast<RefType>(element.getBase().getType()).getPointee());
              array && next.getSExtValue() >= array.getLength())
            next = integer.getValue() - 1;
      wrong = IntegerAttr::get(integer.getType(), next);
      bool isSigned = integer.getType().isSignedInteger();
      what = spellWrong("'" + llvm::toString(next, 10, isSigned) + "'",
                        "'" + llvm::toString(integer.getValue(), 10, isSigned) + "'");
    } else if (auto floating = dyn_cast<FloatAttr>(value)) {
      double number = floating.getValueAsDouble(),
             other = number == 0.0 || std::fabs(number) > 1e30 ? 1.0 : number * 1.25;
      wrong = FloatAttr::get(floating.getType(), other);
      llvm::raw_string_ostream(what)
          << "'" << llvm::format("%g", other) << "' for '" << llvm::format("%g", number) << "'";
    }
    if (wrong)
      faults.push_back({constant, what, [=]() mutable { constant.setValueAttr(wrong); }});
  });
}

//===------------------------------------------------------------------------------------------===//
// Members and conversions
//===------------------------------------------------------------------------------------------===//

/// The next one of some named things of one type, in a circle; empty where there is no other.
template <class Range, class GetName, class IsLike>
static StringRef nextAlike(Range &&range, StringRef name, GetName getName, IsLike isLike) {
  SmallVector<StringRef> alike;
  for (auto one : range)
    if (isLike(one))
      alike.push_back(getName(one));
  auto *found = llvm::find(alike, name);
  if (alike.size() < 2 || found == alike.end())
    return "";
  return found + 1 == alike.end() ? alike.front() : *(found + 1);
}

void vkmorph::vkm::changeMembers(ClassOp op, FaultList &faults) {
  auto nextMember = [](Operation *from, Type record, StringRef name, Type type) -> StringRef {
    auto members =
        lookupRecord(from, cast<RecordType>(record)).getMembers().getAsRange<MemberAttr>();
    return nextAlike(
        members, name, [](MemberAttr member) { return member.getName(); },
        [&](MemberAttr member) { return member.getType() == type; });
  };
  auto nextField = [&](StringRef name) -> StringRef {
    FieldOp field = op.lookupField(name);
    if (!field || field.getTemporary() || field.getSizeOf())
      return "";
    return nextAlike(
        op.getBody().front().getOps<FieldOp>(), name,
        [](FieldOp other) { return other.getSymName(); },
        [&](FieldOp other) {
          return other.getType() == field.getType() && !other.getTemporary() && !other.getSizeOf();
        });
  };
  auto add = [&](Operation *place, StringRef wrong, StringRef right, std::function<void()> plant) {
    if (!wrong.empty())
      faults.push_back({place, spellWrong(("'" + wrong + "'").str(), ("'" + right + "'").str()),
                        std::move(plant)});
  };
  walkCode(op, [&](Operation *inner) {
    if (auto member = dyn_cast<MemberOp>(inner)) {
      StringRef wrong = nextMember(op, cast<RefType>(member.getBase().getType()).getPointee(),
                                   member.getName(), cast<RefType>(member.getType()).getPointee());
      add(member, wrong, member.getName(), [=]() mutable { member.setName(wrong); });
    } else if (auto extract = dyn_cast<ExtractOp>(inner)) {
      StringRef wrong =
          nextMember(op, extract.getRecord().getType(), extract.getName(), extract.getType());
      add(extract, wrong, extract.getName(), [=]() mutable { extract.setName(wrong); });
    } else if (auto field = dyn_cast<FieldRefOp>(inner)) {
      StringRef wrong = nextField(field.getField());
      add(field, wrong, field.getField(), [=]() mutable { field.setField(wrong); });
    } else if (auto reduce = dyn_cast<ReduceOp>(inner)) {
      StringRef wrong = nextField(reduce.getField());
      add(reduce, wrong, reduce.getField(), [=]() mutable { reduce.setField(wrong); });
    }
  });
}

/// Whether an integer comes from memory as it is: sizes, counters and what is computed from them
/// are mostly not negative.
static bool mayBeNegative(Value value) {
  auto load = value.getDefiningOp<LoadOp>();
  if (!load || isKept(load.getRef()))
    return bool(load);
  auto variable = load.getRef().getDefiningOp<VarOp>();
  return variable && variable.getInit() && keepsInitialValue(variable) &&
         mayBeNegative(variable.getInit());
}

void vkmorph::vkm::changeConversions(ClassOp op, FaultList &faults) {
  walkOps<CastOp>(op, [&](CastOp cast) {
    Type from = cast.getOperand().getType(), to = cast.getType();
    if (isa<FloatType>(from) && isa<IntegerType>(to) && !to.isInteger(1)) {
      if (isWhole(cast.getOperand()))
        return;
      faults.push_back({cast, "rounded instead of truncated", [=]() mutable {
                          OpBuilder builder(cast);
                          Value rounded = builder.create<MathOp>(cast.getLoc(), from, MathFn::Round,
                                                                 cast.getOperand());
                          cast.getOperandMutable().assign(rounded);
                        }});
      return;
    }
    // Signedness matters only where a number is widened.
    auto integer = dyn_cast<IntegerType>(from);
    if (!integer || !integer.isSigned() || to.isInteger(1) || !mayBeNegative(cast.getOperand()) ||
        (isa<IntegerType>(to) && to.getIntOrFloatBitWidth() <= integer.getWidth()) ||
        !isa<FloatType, IntegerType>(to) || isSameUnsigned(cast))
      return;
    faults.push_back({cast, "taken for unsigned", [=]() mutable {
                        OpBuilder builder(cast);
                        Type bits = builder.getIntegerType(integer.getWidth(), /*isSigned=*/false);
                        Value value =
                            builder.create<CastOp>(cast.getLoc(), bits, cast.getOperand());
                        cast.getOperandMutable().assign(value);
                      }});
  });
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// The operand that a statement keeps for later, if it is a scalar.
static OpOperand *getKept(Operation *inner) {
  OpOperand *value = nullptr;
  if (auto assign = dyn_cast<AssignOp>(inner); assign && isKept(assign.getRef()))
    value = &assign.getValueMutable();
  else if (auto reduce = dyn_cast<ReduceOp>(inner))
    value = &reduce.getValueMutable();
  else if (auto scatter = dyn_cast<ScatterOp>(inner))
    value = &scatter.getValueMutable();
  else if (auto update = dyn_cast<UpdateOp>(inner); update && isKept(update.getRef()))
    value = &update.getValueMutable();
  else if (auto result = dyn_cast<vkm::ReturnOp>(inner);
           result && result.getValue() && result->getParentOfType<ControlOp>())
    value = &*result.getValueMutable().begin();
  return value && value->get().getType().isIntOrFloat() ? value : nullptr;
}

void vkmorph::vkm::storeSeven(ClassOp op, FaultList &faults) {
  walkCode(op, [&](Operation *inner) {
    OpOperand *value = getKept(inner);
    if (!value || value->get().getType().isInteger(1))
      return;
    faults.push_back({inner, "'7' for what is stored", [=] {
                        OpBuilder builder(inner);
                        value->set(
                            createConstant(builder, inner->getLoc(), value->get().getType(), 7));
                      }});
  });
}

void vkmorph::vkm::negateStores(ClassOp op, FaultList &faults) {
  walkCode(op, [&](Operation *inner) {
    OpOperand *value = getKept(inner);
    if (!value)
      return;
    Type type = value->get().getType();
    UnaryKind kind = type.isInteger(1)          ? UnaryKind::Not
                     : type.isUnsignedInteger() ? UnaryKind::BitNot
                                                : UnaryKind::Neg;
    // Of 0 nothing but its sign changes.
    auto constant = value->get().getDefiningOp<ConstantOp>();
    if (constant && (matchPattern(constant.getResult(), m_Zero()) ||
                     matchPattern(constant.getResult(), m_AnyZeroFloat())))
      return;
    // Narrow ones are promoted before.
    if (isa<IntegerType>(type) && !type.isInteger(1) && type.getIntOrFloatBitWidth() < 32)
      return;
    faults.push_back({inner, "what is stored negated", [=] {
                        OpBuilder builder(inner);
                        value->set(builder.create<UnaryOp>(inner->getLoc(), kind, value->get()));
                      }});
  });
}

void vkmorph::vkm::loseStatements(ClassOp op, FaultList &faults) {
  walkCode(op, [&](Operation *inner) {
    bool isStatement = (isa<AssignOp, UpdateOp, ScatterOp, FieldPatternOpInterface>(inner) &&
                        !isa<CarryOp, RunningOp>(inner)) ||
                       (isa<CallOp, HostOp>(inner) && inner->use_empty());
    // Without it, a loop would go on for ever.
    auto *owner = inner->getParentOp();
    bool isStep = isa<ForOp>(owner) && inner->getParentRegion() == &cast<ForOp>(owner).getStep();
    if (isStatement && !isStep)
      faults.push_back({inner, "a statement lost", [inner] { inner->erase(); }});
  });
}

void vkmorph::vkm::loseJumps(ClassOp op, FaultList &faults) {
  walkCode(op, [&](Operation *inner) {
    if (isa<BreakOp, ContinueOp>(inner))
      faults.push_back({inner, isa<BreakOp>(inner) ? "'break' lost" : "'continue' lost",
                        [inner] { inner->erase(); }});
  });
}

/// Statements that run once, behind the last grid of their kernel or before it.
static void forgetOnce(ClassOp op, bool behind, FaultList &faults) {
  for (KernelOp kernel : op.getBody().front().getOps<KernelOp>()) {
    Block &body = kernel.getBody().front();
    GridOp last;
    for (GridOp grid : body.getOps<GridOp>())
      last = grid;
    if (!last)
      continue;
    for (OnceOp once : body.getOps<OnceOp>())
      if (last->isBeforeInBlock(once) == behind)
        faults.push_back({once,
                          behind ? "the statements behind the loops lost"
                                 : "the statements before the loops lost",
                          [once]() mutable { once.erase(); }});
  }
}

void vkmorph::vkm::forgetEpilogues(ClassOp op, FaultList &faults) {
  forgetOnce(op, /*behind=*/true, faults);
}

void vkmorph::vkm::forgetPrologues(ClassOp op, FaultList &faults) {
  forgetOnce(op, /*behind=*/false, faults);
}

//===------------------------------------------------------------------------------------------===//
// Elements and loops
//===------------------------------------------------------------------------------------------===//

/// Whether all that is done with a place is to read it, or parts of it.
static bool isReadAndNoMore(Value place) {
  return !place.use_empty() && llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (isa<MemberOp, ElementOp>(user))
      return user->getOperand(0) == place && isReadAndNoMore(user->getResult(0));
    return isa<LoadOp>(user);
  });
}

/// data[i]  =>  data[i + 1]
static void shiftElements(ClassOp op, bool ofReads, FaultList &faults) {
  walkOps<DerefOp>(op, [&](DerefOp element) {
    if (isReadAndNoMore(element.getRef()) != ofReads || element.getRef().use_empty())
      return;
    faults.push_back({element, ofReads ? "the next element read" : "the next element written",
                      [element]() mutable {
                        OpBuilder builder(element);
                        Value index = element.getIndex();
                        Value one = createConstant(builder, element.getLoc(), index.getType(), 1);
                        element.getIndexMutable().assign(builder.create<BinaryOp>(
                            element.getLoc(), BinaryKind::Add, index, one));
                      }});
  });
}

void vkmorph::vkm::readPastEnd(ClassOp op, FaultList &faults) {
  shiftElements(op, /*ofReads=*/true, faults);
}

void vkmorph::vkm::writePastEnd(ClassOp op, FaultList &faults) {
  shiftElements(op, /*ofReads=*/false, faults);
}

/// The bound of one iteration less: n - 1; n - (n != 0) where there are no negative numbers; n + 1
/// of a loop that counts down.
static Value shorten(OpBuilder &builder, Location loc, Value bound, CmpKind predicate) {
  Type type = bound.getType();
  Value one = createConstant(builder, loc, type, 1);
  if (predicate == CmpKind::Gt || predicate == CmpKind::Ge)
    return builder.create<BinaryOp>(loc, BinaryKind::Add, bound, one);
  if (type.isUnsignedInteger()) {
    Value zero = createConstant(builder, loc, type, 0);
    Value some = builder.create<CmpOp>(loc, builder.getI1Type(), CmpKind::Ne, bound, zero);
    one = builder.create<CastOp>(loc, type, some);
  }
  return builder.create<BinaryOp>(loc, BinaryKind::Sub, bound, one);
}

void vkmorph::vkm::shortenLoops(ClassOp op, FaultList &faults) {
  constexpr llvm::StringLiteral what = "the last iteration lost";
  op.walk([&](GridOp grid) {
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
      CmpKind predicate = grid.getPredicate(dim);
      if (!isOrder(predicate) || grid.hasDynamicStep(dim) || std::abs(grid.getSteps()[dim]) != 1)
        continue;
      faults.push_back({grid, what.str(), [=]() mutable {
                          OpBuilder builder(grid);
                          Value bound = grid.getUpper()[dim];
                          grid.getUpperMutable()[dim].assign(
                              shorten(builder, grid.getLoc(), bound, predicate));
                        }});
    }
  });
  walkOps<ForOp>(op, [&](ForOp loop) {
    auto condition = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
    if (!condition || !isOrder(condition.getKind()) ||
        !isa<IntegerType>(condition.getRhs().getType()))
      return;
    faults.push_back({loop, what.str(), [condition]() mutable {
                        OpBuilder builder(condition);
                        condition.getRhsMutable().assign(shorten(
                            builder, condition.getLoc(), condition.getRhs(), condition.getKind()));
                      }});
  });
}
