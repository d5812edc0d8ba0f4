//===- Affine.cpp - Values of integer expressions as polynomials -----------------------------===//

#include "analysis/values/Affine.h"

#include "analysis/values/CountedLoops.h"
#include "ir/Places.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Deeper expressions and calls are not looked into; they would be no subscripts.
static constexpr unsigned kMaxValueDepth = 200;
static constexpr unsigned kMaxFrames = 16;
/// Functions that call others twice, which call others twice, have too many ways through them.
static constexpr size_t kMaxWays = 10000;

static IntegerType getIntType(Value value) {
  auto type = dyn_cast<IntegerType>(value.getType());
  return type && type.getWidth() > 1 ? type : IntegerType();
}

CmpKind vkmorph::vkm::negate(CmpKind kind) {
  switch (kind) {
  case CmpKind::Eq:
    return CmpKind::Ne;
  case CmpKind::Ne:
    return CmpKind::Eq;
  case CmpKind::Lt:
    return CmpKind::Ge;
  case CmpKind::Le:
    return CmpKind::Gt;
  case CmpKind::Gt:
    return CmpKind::Le;
  case CmpKind::Ge:
    return CmpKind::Lt;
  }
  llvm_unreachable("all kinds are handled");
}

//===------------------------------------------------------------------------------------------===//
// Symbols
//===------------------------------------------------------------------------------------------===//

AffineAnalysis::AffineAnalysis(FunctionOpInterface function) : function(function) {
  for (Operation &op : function.getFunctionBody().front())
    if (op.getNumRegions() || isa<CallOp>(op))
      effects.try_emplace(&op, getEffects(&op));
  auto parent = function->getParentOfType<ClassOp>();
  if (!isa<KernelOp>(function) && parent)
    for (auto method : parent.getBody().front().getOps<FunctionOpInterface>())
      if (!method.isExternal())
        // What functions write by their references is what their callers pass.
        for (const Root &root : getEffects(method.getFunctionBody()).writes)
          if (root.symbol)
            classWrites.addWrite(root);
  // Parameters first: products come out in their order.
  for (BlockArgument parameter : function.getArguments())
    evaluate(parameter);
}

static std::string spell(const Polynomial &polynomial) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const auto &[monomial, coefficient] : polynomial.getTerms()) {
    stream << coefficient;
    for (Symbol symbol : monomial)
      stream << '*' << symbol;
    stream << ' ';
  }
  return text;
}

Polynomial AffineAnalysis::intern(const std::string &key, Unknown unknown) {
  auto [entry, isNew] = symbols.try_emplace(key, unknowns.size());
  if (isNew) {
    // These hold wherever the unknown has a value, not just where it is needed.
    if (unknown.kind == Unknown::Counter || unknown.kind == Unknown::Quotient ||
        (unknown.value && unknown.value.getType().isUnsignedInteger()))
      facts.addLowerBound(entry->second, 0);
    unknowns.push_back(std::move(unknown));
  }
  return Polynomial::symbol(entry->second);
}

/// For n / d whose value is not negative.
Polynomial AffineAnalysis::internDivision(const std::string &key, Unknown unknown) {
  bool isNew = symbols.count(key) == 0;
  Polynomial numerator = unknown.operands[0], denominator = unknown.operands[1];
  Polynomial quotient = intern(key, std::move(unknown));
  if (isNew && facts.isNonNegative(numerator) && facts.isPositive(denominator))
    facts.add(numerator - denominator * quotient);
  else if (isNew)
    divisions.push_back(*quotient.getSymbol());
  return quotient;
}

void AffineAnalysis::addDivisions(Facts &known) const {
  // Those that stand in operands of others have been made before them. Of a positive number the
  // numerator is positive as well.
  for (Symbol symbol : divisions) {
    const Polynomial &numerator = unknowns[symbol].operands[0],
                     &denominator = unknowns[symbol].operands[1];
    Polynomial quotient = Polynomial::symbol(symbol);
    Value value = unknowns[symbol].value;
    bool isSigned = value && value.getType().isSignedInteger(); // and has not wrapped
    if (known.isPositive(denominator) &&
        (known.isNonNegative(numerator) || (isSigned && known.isPositive(quotient))))
      known.add(numerator - denominator * quotient);
  }
}

unsigned AffineAnalysis::getDivisionDepth(const Polynomial &polynomial) const {
  unsigned depth = 0;
  for (const auto &[monomial, coefficient] : polynomial.getTerms())
    for (Symbol symbol : monomial) {
      const Unknown &unknown = unknowns[symbol];
      auto binary = unknown.kind == Unknown::Expression ? unknown.value.getDefiningOp<BinaryOp>()
                                                        : BinaryOp();
      unsigned inner = 0;
      for (const Polynomial &operand : unknown.operands)
        inner = std::max(inner, getDivisionDepth(operand));
      bool divides =
          unknown.kind == Unknown::Quotient ||
          (binary && (binary.getKind() == BinaryKind::Div || binary.getKind() == BinaryKind::Rem));
      if (divides && !facts.isPositive(unknown.operands[1]))
        ++inner;
      depth = std::max(depth, inner);
    }
  return depth;
}

void vkmorph::vkm::addIteration(Facts &facts, const Counter &counter) {
  facts.add(counter.span);
  facts.add(counter.magnitude - 1);
  facts.add(counter.span - counter.magnitude * Polynomial::symbol(counter.symbol));
}

const Counter *AffineAnalysis::getCounter(Symbol symbol) const {
  auto found = counterOfSymbol.find(symbol);
  return found == counterOfSymbol.end() ? nullptr : found->second;
}

const Counter *AffineAnalysis::addCounter(Operation *op, unsigned dim, const Frame *frame,
                                          Counter counter) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << "counter " << op << ' ' << dim << ' ' << frame;
  // Decisions may be about its bounds.
  if (!isa<GridOp>(op))
    for (const auto &[choice, holds] : decisions)
      stream << ' ' << choice.op << ' ' << choice.frame << ' ' << choice.part << holds;
  counter.symbol = *intern(key, {Unknown::Counter, {}, {}}).getSymbol();
  counters.push_back(counter);
  counterOfSymbol[counter.symbol] = &counters.back();
  return counterOf[{op, dim, frame}] = &counters.back();
}

/// `counter = first; counter predicate bound; counter += step`.
std::optional<Counter> AffineAnalysis::makeCounter(const Polynomial &first, const Polynomial &bound,
                                                   const Polynomial &step, CmpKind predicate,
                                                   bool endsByItself) {
  bool ascends = predicate == CmpKind::Lt || predicate == CmpKind::Le;
  if (predicate == CmpKind::Eq)
    return std::nullopt;
  if (predicate == CmpKind::Ne) {
    std::optional<int64_t> constant = step.getConstant();
    if (constant != 1 && constant != -1)
      return std::nullopt;
    ascends = *constant == 1;
  }
  Polynomial magnitude = ascends ? step : -step;
  // A step that is no constant is positive where there are iterations, or the loop would not end.
  if (!facts.isPositive(magnitude) &&
      (magnitude.getConstant() || !magnitude.isValid() || !endsByItself))
    return std::nullopt;
  Polynomial span = ascends ? bound - first : first - bound;
  if (predicate != CmpKind::Le && predicate != CmpKind::Ge)
    span = span - 1;
  return Counter{0, first, step, magnitude, span};
}

/// Whether the counter of a loop that ends may have wrapped before: `uint8_t j = 250; j != 3; ++j`.
/// With 32 bits and more it has not, as said in Affine.h.
bool AffineAnalysis::mayWrap(Type type, CmpKind predicate, const Polynomial &first,
                             const Polynomial &bound, const Polynomial &step) const {
  unsigned width = type.getIntOrFloatBitWidth();
  if (width >= 32)
    return false;
  std::optional<int64_t> change = step.getConstant(), last = bound.getConstant();
  if (!change)
    return true;
  if (predicate == CmpKind::Ne)
    return !facts.isNonNegative(*change > 0 ? bound - first : first - bound);
  if (*change == 1 || *change == -1)
    return false; // all values up to the last one come; if that is within the bound there is no end
  int64_t largest = (int64_t(1) << (type.isSignedInteger() ? width - 1 : width)) - 1;
  int64_t smallest = type.isSignedInteger() ? -largest - 1 : 0;
  return !last || *last > largest - *change || *last < smallest - *change;
}

const Counter *AffineAnalysis::getCounter(GridOp grid, unsigned dim) {
  if (auto found = counterOf.find({grid, dim, nullptr}); found != counterOf.end())
    return found->second;
  auto evaluateInvariant = [&](Value value) -> Polynomial {
    if (std::optional<Polynomial> result = evaluate(value))
      return *result;
    std::string key;
    llvm::raw_string_ostream(key) << "invariant " << value.getAsOpaquePointer();
    return intern(key, {Unknown::Invariant, value, {}});
  };
  CmpKind predicate = grid.getPredicate(dim);
  Polynomial first = evaluateInvariant(grid.getLower()[dim]),
             bound = evaluateInvariant(grid.getUpper()[dim]);
  Polynomial step = grid.getSteps()[dim];
  if (grid.hasDynamicStep(dim)) {
    step = evaluateInvariant(grid.getDynamicStep(dim));
    if (predicate == CmpKind::Gt || predicate == CmpKind::Ge)
      step = -step;
  }
  std::optional<Counter> counter =
      makeCounter(first, bound, step, predicate, /*endsByItself=*/true);
  if (!counter) {
    // The number of the last iteration is what it is.
    std::string key;
    llvm::raw_string_ostream(key) << "span " << grid.getOperation() << ' ' << dim;
    counter = {0, first, step, 1, intern(key, {Unknown::Invariant, {}, {}})};
  }
  return addCounter(grid, dim, nullptr, *counter);
}

const Counter *AffineAnalysis::getCounter(ForOp loop, const Frame *frame) {
  return getCounter(loop, frame, [&]() -> std::optional<Range> {
    std::optional<CountedLoop> counted = matchCountedLoop(loop);
    if (!counted)
      return std::nullopt;
    return Range{*counted, loop.getInit().getType(), evaluate(loop.getInit(), frame)};
  });
}

/// `describe` tells what the loop counts, if it is a counted one.
const Counter *AffineAnalysis::getCounter(Operation *loop, const Frame *frame,
                                          llvm::function_ref<std::optional<Range>()> describe) {
  if (auto found = counterOf.find({loop, 0u, frame}); found != counterOf.end()) {
    if (auto open = openLoops.find({loop, frame}); !found->second && open != openLoops.end())
      openChoice = open->second;
    return found->second;
  }
  counterOf[{loop, 0u, frame}] = nullptr; // while its bounds are evaluated
  std::optional<Range> range = describe();
  if (!range)
    return nullptr;
  const CountedLoop &counted = range->loop;
  std::optional<Polynomial> first = range->first, bound = evaluate(counted.bound, frame),
                            step = evaluate(counted.amount, frame);
  for (std::optional<Polynomial> *value : {&first, &bound, &step})
    if (*value && (isUnfinished(**value) || dependsOnHead(**value, loop)))
      value->reset();
  if (!first || !bound || !step) {
    if (openChoice)
      openLoops.try_emplace({loop, frame}, *openChoice);
    return nullptr;
  }
  Polynomial change = counted.subtracted ? -*step : *step;
  if (mayWrap(range->type, counted.predicate, *first, *bound, change))
    return nullptr;
  std::optional<Counter> counter = makeCounter(*first, *bound, change, counted.predicate,
                                               /*endsByItself=*/getExits(loop).empty());
  return counter ? addCounter(loop, 0, frame, *counter) : nullptr;
}

Symbol AffineAnalysis::makeCounterSymbol(bool nonNegative) {
  Symbol symbol = unknowns.size();
  unknowns.push_back({Unknown::Counter, {}, {}});
  if (nonNegative)
    facts.addLowerBound(symbol, 0);
  return symbol;
}

Symbol AffineAnalysis::makeInvariant() {
  unknowns.push_back({Unknown::Invariant, {}, {}});
  return unknowns.size() - 1;
}

void AffineAnalysis::bind(BlockArgument parameter, const Polynomial &value) {
  givenTo[parameter] = value;
  known.clear();
}

Facts AffineAnalysis::getFacts(GridOp grid) {
  Facts result = facts;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    const Counter *counter = getCounter(grid, dim);
    result.add(counter->span);
    result.add(counter->magnitude - 1);
  }
  addDivisions(result);
  return result;
}

Polynomial AffineAnalysis::getLastIteration(const Counter &counter) {
  return makeQuotient(counter.span, counter.magnitude);
}

Polynomial AffineAnalysis::makeQuotient(const Polynomial &numerator,
                                        const Polynomial &denominator) {
  if (std::optional<Polynomial> exact = numerator.divideExactly(denominator))
    return *exact;
  std::optional<int64_t> value = numerator.getConstant(), divisor = denominator.getConstant();
  if (value && divisor && *divisor > 0)
    return *value < 0 ? -1 : *value / *divisor;
  return internDivision("quotient " + spell(numerator) + "/ " + spell(denominator),
                        {Unknown::Quotient, {}, {numerator, denominator}});
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

const Frame *AffineAnalysis::enter(CallOp call, const Frame *parent) {
  if (auto known = frameOf.find({call, parent}); known != frameOf.end())
    return known->second;
  FunctionOpInterface callee = lookupCallee(call);
  if (!callee || callee.isExternal())
    return nullptr;
  unsigned length = 0;
  for (const Frame *frame = parent; frame; frame = frame->parent)
    if (++length > kMaxFrames || lookupCallee(frame->call) == callee)
      return nullptr;
  if (frames.size() == kMaxWays)
    return nullptr;
  frames.push_back({call, parent});
  return frameOf[{call, parent}] = &frames.back();
}

Operation *AffineAnalysis::getTopLevel(Operation *op, const Frame *frame) {
  if (frame) {
    while (frame->parent)
      frame = frame->parent;
    op = frame->call;
  }
  Block *body = &function.getFunctionBody().front();
  while (op && op->getBlock() != body)
    op = op->getParentOp();
  return op;
}

//===------------------------------------------------------------------------------------------===//
// Evaluation
//===------------------------------------------------------------------------------------------===//

std::optional<Polynomial> AffineAnalysis::evaluateParts(Value value, const Frame *frame) {
  if (!getIntType(value))
    return std::nullopt;
  if (auto found = known.find({value, frame}); found != known.end()) {
    if (auto open = openChoices.find({value, frame}); open != openChoices.end())
      openChoice = open->second;
    return found->second;
  }
  if (depth > kMaxValueDepth)
    return std::nullopt;
  ++depth;
  std::optional<Polynomial> result = compute(value, frame);
  --depth;
  if (result && !result->isValid())
    result = std::nullopt;
  if (!result && openChoice)
    openChoices.try_emplace({value, frame}, *openChoice);
  known[{value, frame}] = result;
  return result;
}

std::optional<Polynomial> AffineAnalysis::evaluate(Value value, const Frame *frame) {
  std::optional<Polynomial> result = evaluateParts(value, frame);
  // Within an expression parts may still come together.
  return result && depth == 0 && isUnfinished(*result) ? std::nullopt : result;
}

std::optional<Polynomial> AffineAnalysis::compute(Value value, const Frame *frame) {
  using Result = std::optional<Polynomial>;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument, frame);
  return llvm::TypeSwitch<Operation *, Result>(value.getDefiningOp())
      .Case([&](ConstantOp constant) -> Result {
        const APInt &number = cast<IntegerAttr>(constant.getValue()).getValue();
        bool isSigned = value.getType().isSignedInteger();
        // A large unsigned number is more likely a negative one that was converted.
        if (!isSigned && number.isSignBitSet())
          return std::nullopt;
        return Polynomial(isSigned ? number.getSExtValue()
                                   : static_cast<int64_t>(number.getZExtValue()));
      })
      .Case([&](LoadOp load) { return computeLoad(load, frame); })
      .Case([&](BinaryOp op) { return computeBinary(op, frame); })
      .Case([&](CastOp op) { return computeCast(op, frame); })
      .Case([&](CallOp op) { return computeCall(op, frame); })
      .Case([&](NarrowOp op) { return evaluate(op.getValue(), frame); })
      .Case([&](UnaryOp op) -> Result {
        if (op.getKind() != UnaryKind::Neg)
          return computeOpaque(op, frame);
        Result operand = evaluate(op.getOperand(), frame);
        return operand ? Result(-*operand) : std::nullopt;
      })
      .Case([&](MathOp op) { return computeMath(op, frame); })
      .Case([&](ExtractOp op) -> Result {
        return computePart(op.getRecord(), {op.getNameAttr()}, frame);
      })
      .Case([&](SelectOp op) { return computeSelect(op, frame); })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Polynomial> AffineAnalysis::computeArgument(BlockArgument argument,
                                                          const Frame *frame) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto grid = dyn_cast<GridOp>(owner)) {
    unsigned dim = argument.getArgNumber();
    const Counter *counter = getCounter(grid, dim);
    std::optional<Polynomial> bound = evaluate(grid.getUpper()[dim]);
    if (mayWrap(argument.getType(), grid.getPredicate(dim), counter->first,
                bound ? *bound : Polynomial::invalid(), counter->step))
      return std::nullopt;
    return counter->first + Polynomial::symbol(counter->symbol) * counter->step;
  }
  if (!isa<FunctionOpInterface>(owner))
    return std::nullopt;
  if (frame)
    return evaluate(frame->call->getOperand(argument.getArgNumber()), frame->parent);
  if (auto given = givenTo.find(argument); given != givenTo.end())
    return given->second;
  return intern("parameter " + std::to_string(argument.getArgNumber()),
                {Unknown::Parameter, argument, {}});
}

std::optional<Polynomial> AffineAnalysis::computeLoad(LoadOp load, const Frame *frame) {
  Root root = getRoot(load.getRef());
  if (root.symbol)
    return computeField(load, frame);
  auto place = dyn_cast<BlockArgument>(load.getRef());
  auto around = place ? dyn_cast<ForOp>(place.getOwner()->getParentOp()) : ForOp();
  if (around && place != around.getBodyVar()) // in the condition or the step
    return getCounter(around, frame) ? std::nullopt : computeAtHead(around, load, frame);
  if (root.value != load.getRef())
    return computePartOfVariable(load, {}, frame); // or of an element of a buffer
  if (auto var = root.value.getDefiningOp<VarOp>())
    return computeVariable(var, load, frame);
  auto argument = dyn_cast<BlockArgument>(root.value);
  auto loop = argument ? dyn_cast<ForOp>(argument.getOwner()->getParentOp()) : ForOp();
  if (argument && isa<ControlOp>(argument.getOwner()->getParentOp()))
    return computeReference(argument, load, frame);
  if (!loop)
    return std::nullopt;
  const Counter *counter = getCounter(loop, frame);
  if (!counter)
    return computeAtHead(loop, load, frame);
  return counter->first + Polynomial::symbol(counter->symbol) * counter->step;
}

/// Whether an operation of the top level leaves a field alone; `lastWriter` is the last one before
/// it that writes the field.
bool AffineAnalysis::findWriter(const Root &root, Operation *at, Operation *&lastWriter) {
  lastWriter = nullptr;
  if (!isa<KernelOp>(function))
    return !classWrites.writesAny(root);
  for (Operation &op : function.getFunctionBody().front()) {
    auto found = effects.find(&op);
    bool writes = found != effects.end() && found->second.writesAny(root);
    if (&op == at)
      return !writes;
    if (writes)
      lastWriter = &op;
  }
  return false;
}

/// What a place is a part of.
static Value getBase(Value place) {
  while (Operation *op = place.getDefiningOp()) {
    if (!isa<MemberOp, ElementOp, DerefOp>(op))
      break;
    place = op->getOperand(0);
  }
  return place;
}

static std::string getFieldKey(const PlacePath &path, Operation *writer) {
  std::string key;
  llvm::raw_string_ostream(key) << "field " << spellPlace(path.root.symbol.getValue(), path.path)
                                << ' ' << writer;
  return key;
}

std::optional<Polynomial> AffineAnalysis::getFieldAtEntry(LoadOp load) {
  PlacePath path = getPlacePath(load.getRef());
  if (!path.root.symbol || !path.isExact())
    return std::nullopt;
  return intern(getFieldKey(path, nullptr), {Unknown::Field, load.getResult(), {}});
}

std::optional<Polynomial> AffineAnalysis::computeField(LoadOp load, const Frame *frame) {
  PlacePath path = getPlacePath(load.getRef());
  Operation *writer = nullptr;
  if (!path.isExact() || !findWriter(path.root, getTopLevel(load, frame), writer))
    return std::nullopt;
  std::string key = getFieldKey(path, writer);
  // One that the kernel writes before this read has no meaning outside, nor has a vector's element.
  bool isField = isa_and_nonnull<FieldRefOp>(getBase(load.getRef()).getDefiningOp());
  return intern(key, {Unknown::Field, writer || !isField ? Value() : load.getResult(), {}});
}

/// A large unsigned constant in a sum is a negative one that was converted.
static std::optional<int64_t> getConstantSummand(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !value.getType().isUnsignedInteger())
    return std::nullopt;
  return cast<IntegerAttr>(constant.getValue()).getValue().getSExtValue();
}

std::optional<Polynomial> AffineAnalysis::computeBinary(BinaryOp op, const Frame *frame) {
  std::optional<Polynomial> lhs = evaluate(op.getLhs(), frame), rhs = evaluate(op.getRhs(), frame);
  bool isSum = op.getKind() == BinaryKind::Add || op.getKind() == BinaryKind::Sub;
  if (isSum && lhs && !rhs)
    if (std::optional<int64_t> constant = getConstantSummand(op.getRhs()))
      rhs = Polynomial(*constant);
  if (isSum && rhs && !lhs)
    if (std::optional<int64_t> constant = getConstantSummand(op.getLhs()))
      lhs = Polynomial(*constant);
  if (!lhs || !rhs)
    return computeRounded(op, lhs, rhs, frame);
  std::optional<int64_t> amount = rhs->getConstant();
  switch (op.getKind()) {
  case BinaryKind::Add:
    return joinParts(*lhs + *rhs);
  case BinaryKind::Sub:
    return joinParts(*lhs - *rhs);
  case BinaryKind::Mul:
    return *lhs * *rhs;
  case BinaryKind::Shl:
    if (amount && *amount >= 0 && *amount < 32)
      return *lhs * Polynomial(int64_t(1) << *amount);
    break;
  case BinaryKind::Div:
    if (std::optional<Polynomial> exact = amount ? lhs->divideExactly(*rhs) : std::nullopt)
      return exact;
    break;
  default:
    break;
  }
  if (std::optional<Polynomial> invariant = computeOpaque(op, frame))
    return invariant;
  return computeRounded(op, lhs, rhs, frame);
}

std::optional<Polynomial> AffineAnalysis::computeCast(CastOp op, const Frame *frame) {
  if (op.getOperand().getType().isInteger(1)) {
    std::optional<bool> holds = choose({op, frame});
    return holds ? std::optional(Polynomial(*holds ? 1 : 0)) : std::nullopt;
  }
  IntegerType from = getIntType(op.getOperand()), to = getIntType(op);
  if (!from || !to)
    return std::nullopt;
  if (to.getWidth() >= 32 || (to.getWidth() > from.getWidth() && from.isUnsigned()))
    return evaluate(op.getOperand(), frame);
  return computeOpaque(op, frame);
}

/// A function that returns an expression, or one of several.
std::optional<Polynomial> AffineAnalysis::computeCall(CallOp op, const Frame *frame) {
  const Frame *inner = enter(op, frame);
  if (!inner || op->getNumResults() != 1)
    return std::nullopt;
  return computeReturned(lookupCallee(op).getFunctionBody().front(), inner);
}

/// An operation that is not looked into, over operands that do not vary: the same unknown wherever
/// it is applied to the same values.
std::optional<Polynomial> AffineAnalysis::computeOpaque(Operation *op, const Frame *frame) {
  SmallVector<Polynomial> operands;
  for (Value operand : op->getOperands()) {
    std::optional<Polynomial> value = evaluate(operand, frame);
    if (!value || value->containsAny([&](Symbol symbol) { return isCounter(symbol); }))
      return std::nullopt;
    operands.push_back(*value);
  }
  return makeExpression(op, operands);
}

Polynomial AffineAnalysis::makeExpression(Operation *op, ArrayRef<Polynomial> operands) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << op->getName() << ' ' << op->getPropertiesAsAttribute() << ' '
         << op->getResult(0).getType();
  if (auto select = dyn_cast<SelectOp>(op)) {
    stream << select.getCondition().getDefiningOp()->getPropertiesAsAttribute();
    for (const Polynomial &value : operands)
      stream << " (" << spell(value) << ')';
  } else {
    for (auto [operand, value] : llvm::zip(op->getOperands(), operands))
      stream << " (" << operand.getType() << ' ' << spell(value) << ')';
  }
  Unknown unknown{Unknown::Expression, op->getResult(0), SmallVector<Polynomial, 2>(operands)};
  auto binary = dyn_cast<BinaryOp>(op);
  if (binary && binary.getKind() == BinaryKind::Div)
    return internDivision(stream.str(), unknown);
  bool isNew = symbols.count(stream.str()) == 0;
  Polynomial value = intern(stream.str(), unknown);
  if (std::optional<MathFn> fn = isNew ? getExtreme(unknown) : std::nullopt)
    for (const Polynomial &operand : operands.take_back(2))
      facts.add(*fn == MathFn::Min ? operand - value : value - operand);
  return value;
}

std::optional<MathFn> vkmorph::vkm::getExtreme(const Unknown &unknown) {
  // Operands with a sign have not wrapped.
  if (unknown.kind != Unknown::Expression || !unknown.value.getType().isSignedInteger())
    return std::nullopt;
  ArrayRef<Polynomial> operands = unknown.operands;
  Operation *op = unknown.value.getDefiningOp();
  if (auto math = dyn_cast<MathOp>(op)) {
    bool isExtreme = math.getFn() == MathFn::Min || math.getFn() == MathFn::Max;
    return isExtreme && operands.size() == 2 ? std::optional(math.getFn()) : std::nullopt;
  }
  auto select = dyn_cast<SelectOp>(op);
  if (!select || operands.size() != 4)
    return std::nullopt;
  auto cmp = select.getCondition().getDefiningOp<CmpOp>();
  if (!cmp || !cmp.getLhs().getType().isSignedInteger())
    return std::nullopt;
  bool isLess = cmp.getKind() == CmpKind::Lt || cmp.getKind() == CmpKind::Le,
       isMore = cmp.getKind() == CmpKind::Gt || cmp.getKind() == CmpKind::Ge,
       isSame = operands[0] == operands[2] && operands[1] == operands[3],
       isOther = operands[0] == operands[3] && operands[1] == operands[2];
  if ((!isLess && !isMore) || (!isSame && !isOther))
    return std::nullopt;
  return isLess == isSame ? MathFn::Min : MathFn::Max;
}
