//===- OutlineMembers.cpp - Members that control functions assign beside their launches ------===//
//
//   void Sum(const int *data, int n) {            vkm.launch @kernel1D_Sum_members()
//     m_total = 0;                          ->    vkm.launch @kernel1D_Add(%data, %n)
//     kernel1D_Add(data, n);
//   }
//
// Commands are recorded once and submitted many times: what the host assigned while it recorded
// would be done once. So the statements become a kernel that runs in one thread. What they read
// besides members comes as its parameters. The same holds for elements of the caller's arrays,
// which the device has while kernels work on them: `Put(out, 0);`. A loop over these is a kernel of
// its own, which recognition makes a grid where its iterations are independent.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/HostStatements.h"
#include "analysis/commands/HostValues.h"
#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/GridShape.h"
#include "ir/HostCode.h"
#include "ir/Places.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/SymbolNames.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_OUTLINEMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// A kernel that assigns members is given so many numbers of a struct at most.
static constexpr int64_t kMostNumbers = 32;

namespace {

/// One kernel's worth of statements.
class Outliner {
public:
  Outliner(ControlOp control, ArrayRef<Operation *> statements, Operation *earliest)
      : control(control), statements(statements), earliest(earliest) {}
  /// False where something is needed that a kernel cannot have; nothing has changed then.
  bool collect();
  LaunchOp outline();

private:
  bool need(Value value, Operation *reader);
  void addNumber(Value value);
  bool needOperands(Operation *op);
  bool needVariable(Value place, Operation *reader);
  std::string chooseName();

  ControlOp control;
  ArrayRef<Operation *> statements;
  Operation *earliest; ///< from here on no other command writes members
  llvm::SetVector<Operation *> cloned;
  llvm::SetVector<Value> parameters;
  SmallVector<std::pair<Value, Value>> repeated; ///< numbers that are parameters already
  llvm::SetVector<Value> variables;              ///< of the host, of which the kernel has copies
};

struct OutlineMembersPass : vkm::impl::OutlineMembersBase<OutlineMembersPass> {
  void runOnOperation() override;
};

} // namespace

static bool isField(const Root &root) { return static_cast<bool>(root.symbol); }

bool Outliner::needOperands(Operation *op) {
  bool possible = true;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *owner = operand.getDefiningOp() ? operand.getDefiningOp()
                                                 : operand.getParentBlock()->getParentOp();
      if (!op->isAncestor(owner) && possible)
        possible = need(operand, op);
    }
  });
  return possible;
}

/// Whether an operation stands before another one, in its block or in one around it.
static bool isDeclaredBefore(Operation *a, Operation *b) {
  Operation *around = a->getBlock()->findAncestorOpInBlock(*b);
  return around && a->isBeforeInBlock(around);
}

/// `Layout layout; layout.width = width; ...; m_layout = layout;`: the kernel has a variable like
/// the host's, and is given the numbers in it. `reader` reads it, or holds what does.
bool Outliner::needVariable(Value place, Operation *reader) {
  Value root = getRoot(place).value;
  // A pointer that may be null is read only where the function has asked.
  if (!root || !isa<RefType>(root.getType()) ||
      llvm::any_of(root.getUsers(), llvm::IsaPred<IsSetOp>))
    return false;
  Type type = cast<RefType>(root.getType()).getPointee();
  if (isa<HostType>(type) || countNumbers(control, type) > kMostNumbers)
    return false;
  Operation *first = statements.front();
  // It is read where the kernel is launched: nothing changes it until then. It may have been
  // declared outside of the loops and branches around.
  Operation *read = first->getBlock()->findAncestorOpInBlock(*reader);
  if (!read)
    return false;
  if (read->isBeforeInBlock(first))
    first = read;
  Operation *var = root.getDefiningOp();
  if (var && (!isa<VarOp>(var) || !isDeclaredBefore(var, first)))
    return false;
  for (Operation *op = first; op != statements.back(); op = op->getNextNode())
    if (getEffects(op).writesAny({{}, root}))
      return false;
  for (Value step = place; step != root; step = step.getDefiningOp()->getOperand(0)) {
    Operation *op = step.getDefiningOp();
    if (!isa<MemberOp, ElementOp>(op))
      return false;
    if (auto element = dyn_cast<ElementOp>(op); element && !need(element.getIndex(), op))
      return false;
    cloned.insert(op);
  }
  variables.insert(root);
  return true;
}

static Value createIndex(OpBuilder &builder, Location loc, int64_t number) {
  return builder.create<ConstantOp>(
      loc, builder.getIntegerAttr(builder.getIntegerType(32, /*isSigned=*/true), number));
}

/// The places of the numbers in an object, each built by a builder that may stand elsewhere.
static void
forEachNumber(Type type, Operation *from,
              llvm::function_ref<void(llvm::function_ref<Value(OpBuilder &, Value)>)> visit) {
  auto visitPart = [&](Type part, llvm::function_ref<Value(OpBuilder &, Value)> step) {
    forEachNumber(part, from, [&](llvm::function_ref<Value(OpBuilder &, Value)> inner) {
      visit([&](OpBuilder &builder, Value base) { return inner(builder, step(builder, base)); });
    });
  };
  if (auto record = dyn_cast<RecordType>(type)) {
    for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
      visitPart(member.getType(), [&](OpBuilder &builder, Value base) -> Value {
        return builder.create<MemberOp>(base.getLoc(), RefType::get(member.getType()), base,
                                        member.getName());
      });
    return;
  }
  if (auto array = dyn_cast<ArrayType>(type)) {
    for (int64_t number = 0; number < array.getLength(); ++number)
      visitPart(array.getElementType(), [&](OpBuilder &builder, Value base) -> Value {
        return builder.create<ElementOp>(base.getLoc(), RefType::get(array.getElementType()), base,
                                         createIndex(builder, base.getLoc(), number));
      });
    return;
  }
  visit([](OpBuilder &, Value place) { return place; });
}

/// The parameter of the control function that a value is, or is a part of; null for others.
static BlockArgument findParameter(ControlOp control, Value value) {
  while (isa_and_nonnull<ExtractOp, ComponentOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &control.getBody().front() ? argument : nullptr;
}

/// Whether two values are one number: of one parameter, or of one variable, which nothing changes
/// in between.
static bool isSamePart(Value a, Value b) {
  if (isSamePlace(a, b))
    return true;
  if (auto member = a.getDefiningOp<ExtractOp>()) {
    auto other = b.getDefiningOp<ExtractOp>();
    return other && member.getName() == other.getName() &&
           isSamePart(member.getRecord(), other.getRecord());
  }
  auto element = a.getDefiningOp<ComponentOp>(), other = b.getDefiningOp<ComponentOp>();
  if (!element || !other || !isSamePart(element.getWhole(), other.getWhole()))
    return false;
  std::optional<int64_t> number = getConstantInt(element.getIndex());
  return element.getIndex() == other.getIndex() ||
         (number && number == getConstantInt(other.getIndex()));
}

/// A struct of numbers that are taken out of another value, one by one.
static Value spellNumbers(OpBuilder &builder, Operation *from, Value value) {
  Location loc = from->getLoc();
  SmallVector<Value> parts;
  auto addPart = [&](auto part) { parts.push_back(spellNumbers(builder, from, part)); };
  if (auto record = dyn_cast<RecordType>(value.getType())) {
    for (auto member : lookupRecord(from, record).getMembers().getAsRange<MemberAttr>())
      addPart(builder.create<ExtractOp>(loc, member.getType(), value, member.getName()));
  } else if (auto array = dyn_cast<ArrayType>(value.getType())) {
    for (int64_t number = 0; number < array.getLength(); ++number)
      addPart(builder.create<ComponentOp>(loc, array.getElementType(), value,
                                          createIndex(builder, loc, number)));
  } else {
    return value;
  }
  return builder.create<AggregateOp>(loc, value.getType(), parts);
}

/// `m_settings = settings;` and `m_settings.Take(settings);` for a parameter: the kernel that
/// assigns the member is given its numbers.
static void spellParameters(ControlOp control) {
  auto spell = [&](OpOperand &operand) {
    Value value = operand.get();
    if (!isa<RecordType, ArrayType>(value.getType()) || !findParameter(control, value) ||
        countNumbers(control, value.getType()) > kMostNumbers)
      return;
    OpBuilder builder(operand.getOwner());
    operand.set(spellNumbers(builder, operand.getOwner(), value));
  };
  control.walk([&](Operation *op) {
    auto assign = dyn_cast<AssignOp>(op);
    if (assign && isField(getRoot(assign.getRef())))
      spell(assign.getValueMutable());
    if (auto call = dyn_cast<CallOp>(op); call && llvm::any_of(getEffects(call).writes, isField))
      for (OpOperand &operand : call->getOpOperands())
        spell(operand);
  });
}

/// Adds a number that the host knows when it records the command; the kernel is given each once.
void Outliner::addNumber(Value value) {
  auto known = llvm::find_if(parameters, [&](Value other) { return isSamePart(value, other); });
  if (known == parameters.end())
    parameters.insert(value);
  else if (*known != value)
    repeated.push_back({value, *known});
}

bool Outliner::need(Value value, Operation *reader) {
  if (isa<RefType>(value.getType()) && !isOnDevice(getRoot(value)))
    return needVariable(value, reader);
  Operation *op = value.getDefiningOp();
  if (isArray(value)) {
    parameters.insert(value);
    return true;
  }
  if (isa_and_nonnull<IsSetOp>(op)) // the host's to answer
    return false;
  auto load = dyn_cast_or_null<LoadOp>(op);
  bool isMember = load && isOnDevice(getRoot(load.getRef()));
  // `const int mean = m_sum / n;` behind the command that computed m_sum
  if (auto var = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
      var && var.getInit() && keepsInitialValue(var) && var->getBlock() == earliest->getBlock() &&
      !var->isBeforeInBlock(earliest) && load->getBlock() == earliest->getBlock() &&
      need(var.getInit(), var)) {
    cloned.insert(var);
    cloned.insert(load);
    return true;
  }
  if (op && isa<IntegerType, FloatType>(value.getType()) && findParameter(control, value)) {
    addNumber(value);
    return true;
  }
  if (!op || isa<VarOp>(op) || (load && !isMember)) {
    bool isScalar = isa<IntegerType, FloatType>(value.getType());
    if (isScalar)
      addNumber(value);
    else if (load && needVariable(load.getRef(), load))
      return cloned.insert(load), true;
    return isScalar;
  }
  if (cloned.contains(op))
    return true;
  bool reads = isMember || isa<CallOp>(op);
  bool isInBlock = op->getBlock() == earliest->getBlock();
  // A member that is read in front of the command before, or of the loops and branches around, is
  // read behind it, if it stays the same.
  bool stays = isMember && staysUntil(op, getRoot(load.getRef()), earliest);
  if (reads && !stays && (!isInBlock || op->isBeforeInBlock(earliest)))
    return false;
  // `limit * 4` may be computed outside of the loops and branches around.
  if (!isWithoutEffect(op) || !needOperands(op))
    return false;
  cloned.insert(op);
  return true;
}

bool Outliner::collect() {
  for (Operation *statement : statements) {
    if (!needOperands(statement))
      return false;
    cloned.insert(statement);
  }
  return true;
}

/// What the names of kernels of one dimension begin with.
static constexpr StringLiteral kPrefix = "kernel1D_";

std::string Outliner::chooseName() {
  return makeFreeSymbol(control->getParentOfType<ClassOp>(),
                        (kPrefix + control.getSymName() + "_members").str());
}

/// What the kernel calls a parameter: "layoutWidth" of `layout.width`.
static std::string nameParameter(ControlOp control, Value value, unsigned number) {
  auto nameOf = [&](Value root) -> std::string {
    if (auto argument = dyn_cast<BlockArgument>(root)) {
      auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp());
      return loop ? loop.getName().str() : argName(control, argument.getArgNumber()).str();
    }
    auto var = root.getDefiningOp<VarOp>();
    return var ? var.getName().str() : std::string();
  };
  auto append = [](std::string &name, StringRef part) {
    name += llvm::toUpper(part.front()) + part.drop_front().str();
  };
  if (isa_and_nonnull<ExtractOp, ComponentOp>(value.getDefiningOp())) {
    std::string name = nameParameter(control, value.getDefiningOp()->getOperand(0), number);
    if (auto member = value.getDefiningOp<ExtractOp>())
      append(name, member.getName());
    else
      name += std::to_string(number);
    return name;
  }
  auto load = value.getDefiningOp<LoadOp>();
  std::string name =
      nameOf(load && getRoot(load.getRef()).value ? getRoot(load.getRef()).value : value);
  if (name.empty())
    return "value" + std::to_string(number);
  if (load)
    for (Attribute step : getPlacePath(load.getRef()).path) {
      if (auto member = dyn_cast_or_null<StringAttr>(step); member && !member.getValue().empty())
        append(name, member.getValue());
      else if (auto index = dyn_cast_or_null<IntegerAttr>(step))
        name += std::to_string(index.getInt());
    }
  return name;
}

LaunchOp Outliner::outline() {
  Location loc = statements.front()->getLoc();
  OpBuilder builder(control);
  builder.setInsertionPoint(statements.back());
  SmallVector<Value> numbers; // in the variables, in order
  auto typeOf = [](Value place) { return cast<RefType>(place.getType()).getPointee(); };
  for (Value variable : variables)
    forEachNumber(typeOf(variable), control, [&](auto build) {
      Value place = build(builder, variable);
      numbers.push_back(builder.create<LoadOp>(loc, typeOf(place), place));
    });
  llvm::for_each(numbers, [&](Value value) { addNumber(value); });
  builder.setInsertionPoint(control);
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  unsigned number = 0;
  llvm::StringSet<> names;
  for (Value parameter : parameters) {
    types.push_back(parameter.getType());
    std::string name = nameParameter(control, parameter, ++number);
    while (!names.insert(name).second)
      name += '_';
    attributes.push_back(
        builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(name))));
  }
  std::string symbol = chooseName();
  auto kernel = builder.create<KernelOp>(
      loc, symbol, builder.getFunctionType(types, {}), builder.getArrayAttr(attributes),
      ArrayAttr(), /*dims=*/1, builder.getStringAttr(StringRef(symbol).drop_front(kPrefix.size())));
  kernel->setAttr(kOutlinedAttr, builder.getUnitAttr());
  // The source has no kernel of that name.
  kernel->setAttr(kLocalNameAttr,
                  builder.getStringAttr("assignments of " + getNameInSource(control)));
  bool hasArrays = llvm::any_of(parameters, isArray);
  std::string what =
      hasArrays ? " writes beside its kernels." : " assigns to members beside its kernels.";
  kernel->setAttr(kCommentAttr,
                  builder.getStringAttr(("What " + control.getSymName() + what).str()));
  Block &body = kernel.getBody().emplaceBlock();
  IRMapping mapping;
  for (Value parameter : parameters)
    mapping.map(parameter, body.addArgument(parameter.getType(), parameter.getLoc()));
  for (auto [value, known] : repeated)
    mapping.map(value, mapping.lookup(known));
  builder.setInsertionPointToEnd(&body);
  auto once = builder.create<OnceOp>(loc);
  builder.setInsertionPointToEnd(&once.getBody().front());
  ArrayRef<Value> rest = numbers;
  for (Value variable : variables) {
    std::string name = nameParameter(control, variable, 0);
    bool isNumber = isa<IntegerType, FloatType>(typeOf(variable));
    auto copy = builder.create<VarOp>(loc, cast<RefType>(variable.getType()), name,
                                      isNumber ? mapping.lookup(rest.front()) : Value(),
                                      /*constant=*/false);
    mapping.map(variable, copy.getRef());
    if (isNumber) {
      rest = rest.drop_front();
      continue;
    }
    forEachNumber(typeOf(variable), control, [&](auto build) {
      builder.create<AssignOp>(loc, build(builder, copy.getRef()), mapping.lookup(rest.front()));
      rest = rest.drop_front();
    });
  }
  SmallVector<Operation *> ordered(cloned.begin(), cloned.end());
  llvm::sort(ordered, isDeclaredBefore);
  for (Operation *op : ordered)
    builder.clone(*op, mapping);

  builder.setInsertionPoint(statements.back());
  auto launch = builder.create<LaunchOp>(loc, symbol, parameters.getArrayRef());
  for (Operation *statement : llvm::reverse(statements))
    statement->erase();
  // Names that only the statements used.
  SmallVector<VarOp> variablesOfStatements;
  for (Operation *op : cloned)
    if (auto var = llvm::is_contained(statements, op) ? VarOp() : dyn_cast<VarOp>(op))
      variablesOfStatements.push_back(var);
  eraseDeadExpressions(control.getBody());
  for (VarOp var : variablesOfStatements)
    if (var->use_empty())
      var.erase();
  return launch;
}

/// Whether an operation, or one inside it, assigns a member that stays on the host; marks what
/// does.
static bool assignsOnHost(Operation &op, const HostMembers &members) {
  bool assigns = false;
  op.walk([&](Operation *inner) {
    if (!isa<AssignOp, UpdateOp>(inner))
      return;
    Root root = getRoot(inner->getOperand(0));
    if (!root.symbol || !members.contains(root.symbol))
      return;
    inner->setAttr(kOnHostAttr, UnitAttr::get(op.getContext()));
    assigns = true;
  });
  return assigns;
}

static bool holdsLaunch(Operation &op) {
  return op.walk([](LaunchOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Whether a branch leaves a loop around it, or goes on with the next iteration: then it stays, and
/// what it assigns becomes a command inside of it.
static bool jumpsOut(Operation &op) {
  return op
      .walk([&](Operation *inner) {
        bool leaves = isa<BreakOp, ContinueOp>(inner) && !op.isAncestor(getJumpTarget(inner));
        return leaves ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether what stands behind an operation may not be done: it returns, or leaves a loop around it.
static bool mayLeave(Operation &op) { return mayReturn(op) || jumpsOut(op); }

/// Whether a loop or branch changes what kernels work on, and variables of the host as well: then
/// it stays, too.
static bool writesBoth(Operation &op) {
  if (op.getNumRegions() == 0 || isa<ExtentOp>(op) || op.hasTrait<VkmExpression>() ||
      writesDeviceOnly(op))
    return false;
  return llvm::any_of(getEffects(&op).writes, isOnDevice);
}

/// Whether an expression reads for the host, or for a later command, what statements of a block
/// write: the kernel that they become has to run before it.
static bool needsResult(Operation &op, ArrayRef<Operation *> statements) {
  if (!isa<LoadOp, CallOp>(op))
    return false;
  EffectSet reads = getEffects(&op);
  bool isWritten = llvm::any_of(statements, [&](Operation *statement) {
    EffectSet effects = getEffects(statement);
    return llvm::any_of(reads.reads, [&](const Root &root) { return effects.writesAny(root); });
  });
  auto isOfDevice = [](Operation *read) {
    Operation *statement = findStatement(read);
    return statement && writesDeviceOnly(*statement);
  };
  if (!isWritten || isOfDevice(&op))
    return false;
  auto var = dyn_cast_or_null<VarOp>(findStatement(&op));
  return !var || !llvm::all_of(var->getUsers(), isOfDevice);
}

/// Makes a kernel of each long loop, and of what stands between two of them; false where there is
/// only one such part, or one of them cannot be a kernel of its own.
static bool outlineParts(ControlOp control, ArrayRef<Operation *> statements, Operation *earliest) {
  auto isLoop = [](Operation *op) { return isa<ForOp>(op) && mayRunLong(op); };
  SmallVector<SmallVector<Operation *>> parts;
  for (Operation *statement : statements) {
    if (parts.empty() || isLoop(statement) || isLoop(parts.back().back()))
      parts.emplace_back();
    parts.back().push_back(statement);
  }
  if (parts.size() < 2)
    return false;
  Operation *from = earliest;
  for (ArrayRef<Operation *> part : parts) {
    // A value that one part gives another one stays in one kernel with it.
    bool isApart = llvm::all_of(part, [&](Operation *op) {
      return llvm::all_of(op->getUsers(), [&](Operation *user) {
        return llvm::any_of(part, [&](Operation *own) { return own->isAncestor(user); });
      });
    });
    if (!isApart || !Outliner(control, part, from).collect())
      return false;
    from = part.back()->getNextNode();
  }
  from = earliest;
  for (ArrayRef<Operation *> part : parts) {
    Outliner outliner(control, part, from);
    // Each was asked before the first of them became a kernel. What is left here would run once,
    // while commands are recorded.
    if (!outliner.collect())
      llvm::report_fatal_error("a part of '" + control.getSymName() + "' is no kernel any more");
    from = outliner.outline()->getNextNode();
  }
  return true;
}

/// What stands beside launches in one block, and in the loops and branches of it that hold some.
static void outlineBlock(ControlOp control, Block &block,
                         const llvm::SmallPtrSet<Operation *, 16> &kept) {
  for (Operation &op : block)
    if (holdsLaunch(op) || holdsCheck(&op) || (mayReturn(op) && !isa<ReturnOp>(op)) ||
        jumpsOut(op) || writesBoth(op))
      for (Region &region : op.getRegions())
        if (isStatementBody(region) && !region.empty() && !region.front().empty())
          outlineBlock(control, region.front(), kept);
  // Runs of statements, each with the first operation behind the command before it.
  struct Run {
    SmallVector<Operation *> statements;
    Operation *earliest;
  };
  SmallVector<Run> runs;
  Operation *earliest = &block.front();
  bool isOpen = false;
  // The kernel of what stands in front is a command before what comes behind.
  auto close = [&](Operation &op) {
    if (isOpen)
      earliest = op.getNextNode();
    isOpen = false;
  };
  for (Operation &op : block) {
    if (holdsLaunch(op)) {
      earliest = op.getNextNode();
      isOpen = false;
    } else if (mayThrow(&op) || mayLeave(op)) {
      close(op);
    } else if (kept.contains(&op)) {
      // Output may show what was assigned before.
      if (isa<HostOp>(op))
        close(op);
    } else if (writesDeviceOnly(op)) {
      if (!isOpen)
        runs.push_back({{}, earliest});
      isOpen = true;
      runs.back().statements.push_back(&op);
    } else if (isOpen && needsResult(op, runs.back().statements)) {
      earliest = &op;
      isOpen = false;
    }
  }
  for (const Run &run : runs) {
    if (outlineParts(control, run.statements, run.earliest))
      continue;
    Outliner outliner(control, run.statements, run.earliest);
    if (outliner.collect()) {
      outliner.outline();
      continue;
    }
    // One by one where a variable of the host changes in between.
    Operation *from = run.earliest;
    for (ArrayRef<Operation *> rest = run.statements; !rest.empty() && from;) {
      // With what takes a value that it gives.
      size_t count = 1;
      for (Operation *user : rest.front()->getUsers())
        count = std::max<size_t>(count, llvm::find(rest, user) - rest.begin() + 1);
      Outliner single(control, rest.take_front(count), from);
      rest = rest.drop_front(count);
      if (!single.collect())
        break;
      from = single.outline()->getNextNode();
    }
  }
}

static void outlineMembers(ControlOp control, const HostMembers &members) {
  spellParameters(control);
  llvm::SmallPtrSet<Operation *, 16> kept = findHostOperations(control, members);
  control.walk([&](Operation *op) {
    if (op != control && assignsOnHost(*op, members))
      kept.insert(op);
  });
  Block &block = control.getBody().front();
  if (block.empty())
    return;
  outlineBlock(control, block, kept);
  eraseDeadExpressions(control.getBody());
}

void OutlineMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    HostMembers members = findHostMembers(op);
    for (ControlOp control : llvm::make_early_inc_range(op.getBody().front().getOps<ControlOp>()))
      outlineMembers(control, members);
  }
}
