//===- SizeAnalysis.cpp - Which 64-bit sizes may be computed in 32 bits ----------------------===//

#include "analysis/accesses/SizeAnalysis.h"

#include "analysis/accesses/Accesses.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Expressions that are deeper are not looked into.
static constexpr unsigned kMaxSizeDepth = 64;

bool vkmorph::vkm::isSizeType(Type type) {
  if (auto place = dyn_cast<RefType>(type))
    type = place.getPointee();
  return type.isUnsignedInteger(64);
}

/// The variable or loop whose place this is; null for parts of memory.
static Value getVariable(Value place) {
  Root root = getRoot(place);
  if (!root.value || !isSizeType(root.value.getType()) || !isa<RefType>(root.value.getType()))
    return {};
  if (root.value.getDefiningOp<VarOp>())
    return root.value;
  return isLoopVariable(root.value) ? root.value : Value();
}

//===------------------------------------------------------------------------------------------===//
// Functions and nodes
//===------------------------------------------------------------------------------------------===//

SizeAnalysis::SizeAnalysis(ClassOp op) {
  findFunctions(op);
  collectNodes();
  // A parameter that turns out to be no size takes other values with it.
  bool changed = true;
  while (changed) {
    solve();
    changed = false;
    for (FunctionOpInterface function : functions)
      if (auto kernel = dyn_cast<KernelOp>(function.getOperation()))
        for (BlockArgument parameter : kernel.getBody().getArguments())
          if (isSizeType(parameter.getType()) && !wideParameters.contains(parameter) &&
              !isSize(parameter)) {
            wideParameters.insert(parameter);
            changed = true;
          }
    for (const MemberSize &member : members->getAll())
      if (!wideMembers.contains(&member) && !isSize(member)) {
        wideMembers.insert(&member);
        changed = true;
      }
  }
}

SmallVector<const MemberSize *> SizeAnalysis::getMemberSizes() {
  SmallVector<const MemberSize *> sizes;
  for (const MemberSize &member : members->getAll())
    if (memberWidths.lookup(&member) == Width::Exact)
      sizes.push_back(&member);
  return sizes;
}

/// A function that a control function calls, too, runs on the host with 64 bits: it is left alone.
void SizeAnalysis::findFunctions(ClassOp op) {
  auto reach = [&](FunctionOpInterface start, llvm::SetVector<Operation *> &reached) {
    SmallVector<Operation *> work{start};
    while (!work.empty()) {
      Operation *next = work.pop_back_val();
      next->walk([&](CallOp call) {
        if (Operation *callee = lookupCallee(call); callee && reached.insert(callee))
          work.push_back(callee);
      });
    }
  };
  llvm::SetVector<Operation *> fromHost, fromKernels;
  for (auto control : op.getBody().front().getOps<ControlOp>())
    reach(control, fromHost);
  for (auto kernel : op.getBody().front().getOps<KernelOp>()) {
    functions.push_back(kernel);
    reach(kernel, fromKernels);
  }
  SmallVector<Operation *> others;
  for (Operation *function : fromKernels)
    if (!fromHost.contains(function) && isa<FuncOp>(function))
      functions.push_back(cast<FunctionOpInterface>(function));
    else
      others.push_back(function);
  members = std::make_unique<MemberSizes>(op, functions, others);
  written = getFieldsWrittenByKernels(op);
}

void SizeAnalysis::collectNodes() {
  for (FunctionOpInterface function : functions) {
    auto add = [&](Value value) {
      if (isSizeType(value.getType()) &&
          (!isa<RefType>(value.getType()) || getVariable(value) == value))
        nodes.push_back(value);
    };
    for (BlockArgument parameter : function.getArguments())
      if (!isa<RefType>(parameter.getType()))
        add(parameter);
    function->walk([&](Operation *op) {
      // Extents are for the host.
      if (op->getParentOfType<ExtentOp>())
        return;
      llvm::for_each(op->getResults(), add);
      if (auto grid = dyn_cast<GridOp>(op))
        llvm::for_each(grid.getBody().getArguments(), add);
      if (auto loop = dyn_cast<ForOp>(op))
        add(loop.getBodyVar());
      if (auto call = dyn_cast<CallOp>(op))
        if (Operation *callee = lookupCallee(call))
          callsOf[callee].push_back(call);
    });
    if (auto func = dyn_cast<FuncOp>(function.getOperation()))
      if (func->getNumRegions() && func.getFunctionType().getNumResults() == 1 &&
          isSizeType(func.getFunctionType().getResult(0)))
        results[func] = Width::Exact;
  }
}

Width SizeAnalysis::getWidth(Value value) const {
  auto found = widths.find(value);
  return found == widths.end() ? Width::Wide : found->second;
}

Width SizeAnalysis::getResultWidth(FuncOp function) const {
  auto found = results.find(function);
  return found == results.end() ? Width::Wide : found->second;
}

void SizeAnalysis::solve() {
  for (Value node : nodes)
    widths[node] = Width::Exact;
  for (auto &entry : results)
    entry.second = Width::Exact;
  for (const MemberSize &member : members->getAll())
    memberWidths[&member] = wideMembers.contains(&member) ? Width::Wide : Width::Exact;
  bool changed = true;
  while (changed) {
    changed = false;
    for (Value node : nodes)
      changed |= update(node);
    for (const MemberSize &member : members->getAll()) {
      Width &width = memberWidths[&member];
      if (width != Width::Wide)
        changed |= std::exchange(width, computeMember(member)) != width;
    }
    for (auto &entry : results)
      changed |= updateResult(cast<FuncOp>(entry.first));
  }
}

bool SizeAnalysis::update(Value node) {
  Width &width = widths[node];
  if (width == Width::Wide)
    return false;
  Width next = std::min(width, isa<RefType>(node.getType()) ? computePlace(node) : compute(node));
  if (next == Width::Modulo && !isa<RefType>(node.getType()) && !node.getDefiningOp<ConstantOp>() &&
      !llvm::all_of(node.getUses(), [&](OpOperand &use) { return acceptsModulo(use); }))
    next = Width::Wide;
  return std::exchange(width, next) != next;
}

bool SizeAnalysis::updateResult(FuncOp function) {
  Width &width = results[function];
  Width next = width;
  function.walk([&](ReturnOp op) { next = std::min(next, getWidth(op.getValue())); });
  for (CallOp call : callsOf[function])
    next = std::min(next, getWidth(call->getResult(0)));
  return std::exchange(width, next) != next;
}

//===------------------------------------------------------------------------------------------===//
// Widths of values
//===------------------------------------------------------------------------------------------===//

Width SizeAnalysis::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  return llvm::TypeSwitch<Operation *, Width>(value.getDefiningOp())
      .Case([](ConstantOp constant) {
        return cast<IntegerAttr>(constant.getValue()).getValue().getActiveBits() <= 32
                   ? Width::Exact
                   : Width::Modulo;
      })
      .Case([&](CastOp op) { return computeCast(op); })
      .Case([&](BinaryOp op) { return computeBinary(op); })
      .Case([&](LoadOp load) {
        if (const MemberSize *member = members->lookup(load.getRef()))
          return memberWidths.lookup(member);
        Value variable = getVariable(load.getRef());
        return variable && load.getRef().getType() == RefType::get(load.getType())
                   ? getWidth(variable)
                   : Width::Wide;
      })
      .Case([&](UnaryOp op) { return std::min(Width::Modulo, getWidth(op.getOperand())); })
      .Case([&](MathOp op) {
        bool exact =
            llvm::all_of(op.getOperands(), [&](Value v) { return getWidth(v) == Width::Exact; });
        return exact ? Width::Exact : Width::Wide;
      })
      .Case([&](SelectOp op) {
        return std::min(getWidth(cast<YieldOp>(op.getWhenTrue().front().back()).getValue()),
                        getWidth(cast<YieldOp>(op.getWhenFalse().front().back()).getValue()));
      })
      .Case([&](CallOp op) {
        auto callee = dyn_cast_or_null<FuncOp>(lookupCallee(op).getOperation());
        return callee ? getResultWidth(callee) : Width::Wide;
      })
      .Default([](Operation *) { return Width::Wide; });
}

/// Whether an expression reads a local variable of the kernel.
static bool readsLocal(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<LoadOp>(op))
    return static_cast<bool>(getRoot(load.getRef()).value);
  return llvm::any_of(op->getOperands(), readsLocal);
}

Width SizeAnalysis::computeArgument(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  // The host refuses grids whose counters do not fit.
  // What a kernel's local variable says, the host cannot check.
  if (auto grid = dyn_cast<GridOp>(owner)) {
    unsigned dim = argument.getArgNumber();
    return readsLocal(grid.getLower()[dim]) || !isKnownToHost(grid.getUpper()[dim]) ? Width::Wide
                                                                                    : Width::Exact;
  }
  if (isa<KernelOp>(owner))
    return wideParameters.contains(argument) ? Width::Wide : Width::Exact;
  Width width = Width::Exact;
  for (CallOp call : callsOf[owner])
    width = std::min(width, getWidth(call->getOperand(argument.getArgNumber())));
  return width;
}

/// Whether a bound is computed on the host, or on the device from what fits: a counter of 32 bits
/// never reaches one above them.
bool SizeAnalysis::isKnownToHost(Value bound) {
  if (!readsWritten(bound, written))
    return true;
  auto type = dyn_cast<IntegerType>(bound.getType());
  return type && (type.getWidth() <= 32 || getWidth(bound) == Width::Exact);
}

/// The device may assign what fits. A sum may not, and nobody would see it.
Width SizeAnalysis::computeMember(const MemberSize &member) {
  bool fits = !member.isSpoiled && llvm::all_of(member.writes, [&](Operation *write) {
    if (auto assign = dyn_cast<AssignOp>(write))
      return getWidth(assign.getValue()) == Width::Exact;
    auto update = cast<UpdateOp>(write);
    bool isQuotient = update.getKind() == BinaryKind::Div || update.getKind() == BinaryKind::Rem;
    return isQuotient && getWidth(update.getValue()) == Width::Exact;
  });
  return fits ? Width::Exact : Width::Wide;
}

static std::optional<int64_t> getShift(BinaryOp op) {
  std::optional<int64_t> amount = getConstantInt(op.getRhs());
  return amount && *amount >= 0 && *amount < 32 ? amount : std::nullopt;
}

Width SizeAnalysis::computeBinary(BinaryOp op) {
  Width lhs = getWidth(op.getLhs());
  BinaryKind kind = op.getKind();
  if (kind == BinaryKind::Shl || kind == BinaryKind::Shr) {
    if (!getShift(op) || lhs == Width::Wide)
      return Width::Wide;
    if (kind == BinaryKind::Shr)
      return lhs == Width::Exact ? Width::Exact : Width::Wide;
    return lhs == Width::Exact && fits(op) ? Width::Exact : Width::Modulo;
  }
  Width rhs = getWidth(op.getRhs());
  Width low = std::min(lhs, rhs), high = std::max(lhs, rhs);
  if (low == Width::Wide)
    return Width::Wide;
  switch (kind) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
  case BinaryKind::Mul:
    return low == Width::Exact && fits(op) ? Width::Exact : Width::Modulo;
  case BinaryKind::Div:
  case BinaryKind::Rem:
    return low == Width::Exact ? Width::Exact : Width::Wide;
  case BinaryKind::And:
    // The mask has no bits above the 32nd.
    return high == Width::Exact ? Width::Exact : Width::Modulo;
  default:
    return low;
  }
}

Width SizeAnalysis::computeCast(CastOp op) {
  auto from = dyn_cast<IntegerType>(op.getOperand().getType());
  if (!from || from.getWidth() > 32)
    return Width::Wide;
  if (!from.isSigned())
    return Width::Exact;
  // A negative number becomes one that 32 bits know modulo 2^32.
  return fits(op) ? Width::Exact : Width::Modulo;
}

AffineAnalysis &SizeAnalysis::getAffine(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  std::unique_ptr<AffineAnalysis> &analysis = affine[function];
  if (!analysis)
    analysis = std::make_unique<AffineAnalysis>(function);
  return *analysis;
}

/// Whether 32 bits hold the polynomial: it lies between 0 and something that fits.
bool SizeAnalysis::isInRange(AffineAnalysis &analysis, Operation *at,
                             const Polynomial &polynomial) {
  Facts facts = getFactsAt(analysis, at);
  if (!facts.isNonNegative(polynomial))
    return false;
  if (facts.isNonNegative(Polynomial(UINT32_MAX) - polynomial))
    return true;
  for (BlockArgument parameter : at->getParentOfType<FunctionOpInterface>().getArguments()) {
    bool isBound = parameter.getType().isUnsignedInteger(32) ||
                   (isSizeType(parameter.getType()) && getWidth(parameter) == Width::Exact);
    std::optional<Polynomial> bound = isBound ? analysis.evaluate(parameter) : std::nullopt;
    if (bound && facts.isNonNegative(*bound - polynomial))
      return true;
  }
  for (const MemberSize &member : members->getAll()) {
    if (memberWidths.lookup(&member) != Width::Exact)
      continue;
    // All reads in one function are the same number, or the analysis knows neither of them.
    auto function = at->getParentOfType<FunctionOpInterface>();
    auto inFunction = llvm::find_if(member.loads, [&](LoadOp load) {
      return load->getParentOfType<FunctionOpInterface>() == function;
    });
    if (inFunction == member.loads.end())
      continue;
    std::optional<Polynomial> bound = analysis.evaluate(LoadOp(*inFunction).getResult());
    if (bound && facts.isNonNegative(*bound - polynomial))
      return true;
  }
  return false;
}

/// Whether a polynomial is what C++ computes, and does not leave out that 32 bits wrapped on the
/// way.
bool SizeAnalysis::isFaithful(Value value, AffineAnalysis &analysis, Operation *at,
                              unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (depth > kMaxSizeDepth)
    return false;
  if (!op || isa<ConstantOp>(op))
    return true;
  if (auto load = dyn_cast<LoadOp>(op)) {
    auto var = load.getRef().getDefiningOp<VarOp>();
    for (Operation *user : var ? var.getRef().getUsers() : Value(load).getUsers())
      if (auto assign = dyn_cast<AssignOp>(user); var && assign)
        return isFaithful(assign.getValue(), analysis, at, depth + 1);
    return !var || !var.getInit() || isFaithful(var.getInit(), analysis, at, depth + 1);
  }
  if (!isa<BinaryOp, UnaryOp, CastOp>(op))
    return true; // an unknown of its own
  if (!llvm::all_of(op->getOperands(),
                    [&](Value operand) { return isFaithful(operand, analysis, at, depth + 1); }))
    return false;
  auto type = dyn_cast<IntegerType>(value.getType());
  auto cast = dyn_cast<CastOp>(op);
  bool mayWrap = type && type.isUnsigned() && type.getWidth() <= 32 &&
                 (!cast || cast.getOperand().getType().getIntOrFloatBitWidth() >= 32);
  if (!mayWrap)
    return true;
  std::optional<Polynomial> polynomial = analysis.evaluate(value);
  return polynomial && isInRange(analysis, at, *polynomial);
}

/// Whether value + offset is proved to lie between 0 and a value that 32 bits hold.
bool SizeAnalysis::fits(Value value, int64_t offset) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  AffineAnalysis &analysis = getAffine(op);
  std::optional<Polynomial> polynomial = analysis.evaluate(value);
  if (!polynomial || !isFaithful(value, analysis, op))
    return false;
  // A difference is no larger than what it is taken from, and a signed 32-bit value no larger than
  // 2^31.
  auto binary = dyn_cast<BinaryOp>(op);
  if (offset == 0 && (isa<CastOp>(op) || (binary && binary.getKind() == BinaryKind::Sub)))
    return getFactsAt(analysis, op).isNonNegative(*polynomial);
  return isInRange(analysis, op, *polynomial) && isInRange(analysis, op, *polynomial + offset);
}

//===------------------------------------------------------------------------------------------===//
// Variables and loops
//===------------------------------------------------------------------------------------------===//

Width SizeAnalysis::computePlace(Value place) {
  Width width = Width::Exact;
  SmallVector<Value> places{place};
  if (auto argument = dyn_cast<BlockArgument>(place)) {
    auto loop = cast<ForOp>(argument.getOwner()->getParentOp());
    Width counter = computeLoop(loop);
    if (counter == Width::Exact)
      return Width::Exact;
    width = getWidth(loop.getInit());
    places.append({loop.getCondVar(), loop.getStepVar()});
  } else if (Value init = place.getDefiningOp<VarOp>().getInit()) {
    width = getWidth(init);
  }
  for (Value each : places)
    for (OpOperand &use : each.getUses()) {
      Operation *user = use.getOwner();
      if (isa<LoadOp>(user))
        continue;
      if (auto assign = dyn_cast<AssignOp>(user)) {
        width = std::min(width, getWidth(assign.getValue()));
        continue;
      }
      auto update = dyn_cast<UpdateOp>(user);
      if (!update)
        return Width::Wide; // a reference is passed on
      BinaryKind kind = update.getKind();
      bool keepsExact = kind == BinaryKind::Div || kind == BinaryKind::Rem ||
                        kind == BinaryKind::And || kind == BinaryKind::Or ||
                        kind == BinaryKind::Xor;
      bool needsExact = kind == BinaryKind::Div || kind == BinaryKind::Rem;
      bool isShift = kind == BinaryKind::Shl || kind == BinaryKind::Shr;
      std::optional<int64_t> amount = isShift ? getConstantInt(update.getValue()) : 0;
      if (!amount || *amount < 0 || *amount >= 32)
        return Width::Wide;
      Width value = isShift ? Width::Exact : getWidth(update.getValue());
      if (kind == BinaryKind::Shr)
        keepsExact = needsExact = true;
      width = std::min({width, value, keepsExact ? Width::Exact : Width::Modulo});
      if (needsExact && width != Width::Exact)
        return Width::Wide;
    }
  if (width != Width::Modulo)
    return width;
  // Every load must do with it.
  for (Value each : places)
    for (Operation *user : each.getUsers())
      if (auto load = dyn_cast<LoadOp>(user); load && getWidth(load) == Width::Wide)
        return Width::Wide;
  return width;
}

/// A counter that stays below a bound that fits does, too, if its last step does not take it beyond
/// 32 bits.
Width SizeAnalysis::computeLoop(ForOp loop) {
  std::optional<CountedLoop> counted = matchCountedLoop(loop);
  if (!counted || getWidth(loop.getInit()) != Width::Exact)
    return Width::Wide;
  std::optional<int64_t> step = getConstantInt(counted->amount);
  if (!step || *step <= 0)
    return Width::Wide;
  auto type = cast<IntegerType>(counted->bound.getType());
  bool boundFits =
      type.getWidth() <= 32 ? !type.isSigned() : getWidth(counted->bound) == Width::Exact;
  if (!boundFits)
    return Width::Wide;
  CmpKind predicate = counted->predicate;
  if (counted->subtracted) {
    // Below zero lies the same wrap in 32 as in 64 bits, as long as the loop stops before.
    bool stops = *step == 1 &&
                 (predicate == CmpKind::Gt || predicate == CmpKind::Ne ||
                  (predicate == CmpKind::Ge && getConstantInt(counted->bound).value_or(0) > 0));
    return stops ? Width::Exact : Width::Wide;
  }
  if (predicate != CmpKind::Lt && predicate != CmpKind::Le &&
      !(predicate == CmpKind::Ne && *step == 1))
    return Width::Wide;
  int64_t beyond = predicate == CmpKind::Le ? *step : *step - 1;
  return beyond == 0 || fits(counted->bound, beyond) ? Width::Exact : Width::Wide;
}

//===------------------------------------------------------------------------------------------===//
// Uses
//===------------------------------------------------------------------------------------------===//

/// Whether a use does with the value modulo 2^32.
bool SizeAnalysis::acceptsModulo(OpOperand &use) {
  return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
      .Case<DerefOp, ElementOp>([](auto) { return true; }) // no buffer has 2^32 elements
      .Case([&](CastOp op) {
        auto to = dyn_cast<IntegerType>(op.getType());
        return to && to.getWidth() > 1 && to.getWidth() <= 32;
      })
      .Case([&](BinaryOp op) {
        bool ring = op.getKind() != BinaryKind::Div && op.getKind() != BinaryKind::Rem &&
                    op.getKind() != BinaryKind::Shr;
        bool isAmount = op.getKind() == BinaryKind::Shl && use.getOperandNumber() == 1;
        return ring && !isAmount && isNarrow(op);
      })
      .Case([&](UnaryOp op) { return isNarrow(op); })
      .Case([&](AssignOp op) { return isNarrow(getVariable(op.getRef())); })
      .Case([&](UpdateOp op) {
        bool ring = op.getKind() == BinaryKind::Add || op.getKind() == BinaryKind::Sub ||
                    op.getKind() == BinaryKind::Mul;
        return ring && isNarrow(getVariable(op.getRef()));
      })
      .Case([&](VarOp op) { return isNarrow(op.getRef()); })
      .Case([&](ForOp op) { return isNarrow(op.getBodyVar()); })
      .Case([&](YieldOp op) {
        auto select = dyn_cast<SelectOp>(op->getParentOp());
        return select && isNarrow(select);
      })
      .Case([&](ReturnOp op) {
        auto function = op->getParentOfType<FuncOp>();
        return function && getResultWidth(function) != Width::Wide;
      })
      .Case([&](CallOp op) {
        FunctionOpInterface callee = lookupCallee(op);
        return callee && isNarrow(callee.getArgument(use.getOperandNumber()));
      })
      .Default([](Operation *) { return false; });
}

/// Whether a number becomes part of a subscript.
static bool leadsToSubscript(Value number) {
  return llvm::any_of(number.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<DerefOp, ElementOp>(user))
      return true;
    auto sum = dyn_cast<BinaryOp>(user);
    bool isPart = sum && (sum.getKind() == BinaryKind::Add || sum.getKind() == BinaryKind::Sub ||
                          sum.getKind() == BinaryKind::Mul);
    return isPart && leadsToSubscript(sum);
  });
}

/// `k < rows` in the head of a loop whose counter serves subscripts.
static bool boundsSubscript(CmpOp cmp) {
  auto loop = dyn_cast<ForOp>(cmp->getParentOp());
  std::optional<CountedLoop> counted = loop ? matchCountedLoop(loop) : std::nullopt;
  return counted && llvm::any_of(loop.getBodyVar().getUsers(), [](Operation *user) {
           return isa<LoadOp>(user) && leadsToSubscript(user->getResult(0));
         });
}

/// Whether a parameter says where in an array a pointer begins that a kernel is given (`a + k`): no
/// array has 2^32 elements. A parameter of the source's own may be cut to 32 bits on purpose.
static bool isOffset(BlockArgument parameter) {
  auto kernel = dyn_cast<KernelOp>(parameter.getOwner()->getParentOp());
  return kernel && !kernel.getArgAttr(parameter.getArgNumber(), "vkm.cpp_type") &&
         llvm::any_of(parameter.getUsers(), [](Operation *user) {
           auto cast = dyn_cast<CastOp>(user);
           return cast && leadsToSubscript(cast);
         });
}

/// Whether 32 bits may carry a parameter: the bound of a grid, which the host checks anyway, or
/// what serves subscripts and nothing that needs 64 bits.
bool SizeAnalysis::isSize(BlockArgument parameter) {
  for (Operation *user : parameter.getUsers())
    if (isa<GridOp>(user))
      return true;
  SizeUses uses;
  return hasOnlySizeUses(parameter, uses) && (uses.isIndex || isOffset(parameter));
}

/// The same of a member. All that reads it has to be as the uses of a size are: the host refuses
/// larger values from then on.
bool SizeAnalysis::isSize(const MemberSize &member) {
  if (member.isSpoiled)
    return false;
  SizeUses uses;
  uses.isMember = true;
  return llvm::all_of(member.loads, [&](LoadOp load) { return hasOnlySizeUses(load, uses); }) &&
         uses.isIndex;
}

/// Whether an operation takes a number apart, which 64 bits may be meant for: a seed, a mask.
static bool takesApart(Operation *op, unsigned operand) {
  auto binary = dyn_cast<BinaryOp>(op);
  if (!binary)
    return !isa<MathOp>(op);
  BinaryKind kind = binary.getKind();
  bool isArithmetic = kind == BinaryKind::Add || kind == BinaryKind::Sub ||
                      kind == BinaryKind::Mul || kind == BinaryKind::Div;
  return !isArithmetic && !(kind == BinaryKind::Rem && operand == 1);
}

bool SizeAnalysis::hasOnlySizeUses(Value value, SizeUses &uses) {
  if (!uses.visited.insert(value).second)
    return true;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (user->getParentOfType<ExtentOp>())
      continue;
    bool fine =
        llvm::TypeSwitch<Operation *, bool>(user)
            .Case<DerefOp, ElementOp>([&](auto) { return uses.isIndex = true; })
            .Case<GridOp>([&](auto) {
              uses.isIndex |= uses.isMember;
              return true;
            })
            .Case([&](CmpOp op) {
              uses.isIndex |= boundsSubscript(op);
              return getWidth(op.getLhs()) == Width::Exact && getWidth(op.getRhs()) == Width::Exact;
            })
            .Case([&](CastOp op) {
              auto to = dyn_cast<IntegerType>(op.getType());
              return !to || to.getWidth() <= 32;
            })
            .Case<BinaryOp, UnaryOp, MathOp>([&](auto op) {
              if (uses.isMember && takesApart(op, use.getOperandNumber()))
                return false;
              // What the host computes for a bound stays as it is.
              bool onHost =
                  isa<KernelOp>(op->getParentOp()) &&
                  llvm::all_of(op->getUsers(), [](Operation *next) { return isa<GridOp>(next); });
              return onHost || (isNarrow(op) && hasOnlySizeUses(op, uses));
            })
            .Case<VarOp, AssignOp, UpdateOp, ForOp>([&](Operation *op) {
              Value place;
              if (auto assign = dyn_cast<AssignOp>(op))
                if (const MemberSize *member = members->lookup(assign.getRef())) {
                  // A member that the device keeps as a size counts as an index.
                  uses.isIndex |= !wideMembers.contains(member);
                  return memberWidths.lookup(member) == Width::Exact;
                }
              if (auto loop = dyn_cast<ForOp>(op))
                place = loop.getBodyVar();
              else if (auto var = dyn_cast<VarOp>(op))
                place = var.getRef();
              else
                place = getVariable(op->getOperand(0));
              if (!place || !isNarrow(place))
                return false;
              return llvm::all_of(place.getUsers(), [&](Operation *reader) {
                return !isa<LoadOp>(reader) || hasOnlySizeUses(reader->getResult(0), uses);
              });
            })
            .Case([&](YieldOp op) {
              auto select = dyn_cast<SelectOp>(op->getParentOp());
              return select && isNarrow(select) && hasOnlySizeUses(select, uses);
            })
            .Case([&](CallOp op) {
              FunctionOpInterface callee = lookupCallee(op);
              Value parameter = callee ? callee.getArgument(use.getOperandNumber()) : Value();
              return parameter && isNarrow(parameter) && hasOnlySizeUses(parameter, uses);
            })
            .Case([&](ReturnOp op) {
              auto function = op->getParentOfType<FuncOp>();
              return function && getResultWidth(function) != Width::Wide &&
                     llvm::all_of(callsOf[function], [&](CallOp call) {
                       return hasOnlySizeUses(call->getResult(0), uses);
                     });
            })
            .Default([](Operation *) { return false; });
    if (!fine)
      return false;
  }
  return true;
}
