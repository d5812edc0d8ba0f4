//===- SwapVectors.cpp - Vectors that control functions swap ----------------------------------===//
//
//   kernel1D_Step(n);             vkm.launch @kernel1D_Step(m_now, m_next, n)
//   std::swap(m_now, m_next);     // from here on m_now has the buffer of m_next
//   kernel1D_Step(n);       ->    vkm.launch @kernel1D_Step(m_next, m_now, n)
//   std::swap(m_now, m_next);
//
// Commands are recorded once and submitted many times, so that a buffer belongs to one vector
// whenever they begin: kernels are told which buffers to take, and where a function would end with
// other ones, a kernel exchanges the elements. Vectors that are exchanged have one size: the object
// checks it, or the function gives both the same one before it exchanges them. Where kernels append
// to them, or functions change their sizes otherwise, the sizes are exchanged on the device
// (`vkm.exchange_sizes`), where each stays in its place: kernels are told the elements alone. What
// loops and branches exchange the host keeps account of in a variable, and a launch becomes a
// branch.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/commands/CommandFlow.h"
#include "analysis/patterns/Appends.h"
#include "analysis/values/Expressions.h"
#include "ir/EffectLedger.h"
#include "ir/Effects.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Cases.h"
#include "transforms/Choices.h"
#include "transforms/Expressions.h"
#include "transforms/FieldPasser.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_SWAPVECTORS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct SwapVectorsPass : vkm::impl::SwapVectorsBase<SwapVectorsPass> {
  void runOnOperation() override;
};
} // namespace

namespace {

using Vectors = llvm::SetVector<StringAttr>;
/// The numbers of elements that a control function gives vectors.
using Sizes = llvm::DenseMap<StringAttr, Value>;
/// The vectors whose sizes are exchanged by commands.
using Growing = llvm::DenseSet<StringAttr>;
/// For each vector the number of the one whose buffer it has.
using Arrangement = std::vector<unsigned>;

using Arrangements = StateSet<Arrangement>;

/// A launch that stands for std::swap of two vectors.
struct Exchange {
  LaunchOp launch;
  StringAttr first, second;
};

/// Gives kernels, and the functions that they call, the elements of vectors as parameters.
class VectorPasser : FieldPasser {
public:
  VectorPasser(ClassOp parent, const Vectors &vectors) : FieldPasser(parent), vectors(vectors) {}
  void run();

private:
  Function getCallee(Operation *call) override;
  bool isPassed(FieldOp field) override { return vectors.contains(field.getSymNameAttr()); }
  bool isValue(Type) override { return false; }
  std::string nameParameter(Function, const FieldPart &part) override {
    return FieldOp(part.field).getSymName().str();
  }
  std::string nameCopy(FieldOp) override { llvm_unreachable("vectors are passed as pointers"); }
  /// One that some use writes is writable everywhere.
  Type getPointerType(FieldOp field) override {
    return PtrType::get(field.getVectorElement(), /*isConst=*/false);
  }
  void replaceFields(Function function) override;

  const Vectors &vectors;
};

/// One control function.
class Exchanger : CommandFlow<Arrangements> {
  using Case = std::pair<std::vector<unsigned>, unsigned>;

public:
  Exchanger(ControlOp control, const Vectors &vectors, const Sizes &sizes, const Growing &growing,
            const ExchangedPairs &pairs)
      : control(control), vectors(vectors), sizes(sizes), growing(growing), pairs(pairs) {}
  LogicalResult run();

private:
  void visit(Operation *op, Arrangements &state) override;
  unsigned numberOf(StringAttr vector) const {
    return llvm::find(vectors, vector) - vectors.begin();
  }
  LogicalResult checkOperands();
  void number();
  std::string listArrangements();
  void declareVariable();
  void assign(const Exchange &exchange);
  void bind(Operation *command);
  void bind(VectorDataOp elements);
  void restore(Operation *end);
  /// A branch for each of several things to do, with the numbers of the arrangements where it is to
  /// be done; `act` gets the builder and which one. Without `areAll` there may be other numbers.
  void branch(OpBuilder builder, Location loc, ArrayRef<Case> cases,
              llvm::function_ref<void(OpBuilder &, unsigned)> act, bool areAll = true);
  Value isOneOf(OpBuilder &builder, Location loc, ArrayRef<unsigned> numbers);
  Value sizeOf(OpBuilder &builder, Location loc, StringAttr vector);
  Value largestSize(OpBuilder &builder, Location loc, StringAttr vector);
  KernelOp getKernel(StringAttr vector);

  ControlOp control;
  const Vectors &vectors;
  const Sizes &sizes;
  const Growing &growing;
  const ExchangedPairs &pairs; ///< of the class
  llvm::MapVector<Operation *, std::set<Arrangement>> seen;
  std::vector<Arrangement> numbered; ///< the first is that at the beginning
  VarOp variable;                    ///< the number of the arrangement, where that varies
};

} // namespace

static std::optional<Exchange> matchExchange(Operation *op) {
  auto launch = dyn_cast<LaunchOp>(op);
  auto kernel = launch ? lookupKernel(launch) : KernelOp();
  if (!kernel || !kernel->hasAttr(kExchangesAttr))
    return std::nullopt;
  auto vectorOf = [&](unsigned operand) {
    return launch.getOperands()[operand].getDefiningOp<VectorDataOp>().getFieldAttr().getAttr();
  };
  return Exchange{launch, vectorOf(0), vectorOf(1)};
}

static void forEachExchange(Operation *root, llvm::function_ref<void(const Exchange &)> visit) {
  SmallVector<Exchange> found;
  root->walk([&](LaunchOp launch) {
    if (std::optional<Exchange> exchange = matchExchange(launch))
      found.push_back(*exchange);
  });
  llvm::for_each(found, visit);
}

//===------------------------------------------------------------------------------------------===//
// Vectors as parameters
//===------------------------------------------------------------------------------------------===//

FunctionOpInterface VectorPasser::getCallee(Operation *op) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    return lookupKernel(launch);
  return lookupCallee(cast<CallOp>(op));
}

void VectorPasser::replaceFields(Function function) {
  // The one that is used last has the first binding.
  SmallVector<FieldOp> used;
  function->walk([&](VectorDataOp data) {
    if (FieldOp field = theClass.lookupField(data.getField()); isPassed(field))
      used.push_back(field);
  });
  for (FieldOp field : llvm::reverse(used)) {
    Value elements = getParameter(function, {field, {}, getPointerType(field)});
    function.setArgAttr(cast<BlockArgument>(elements).getArgNumber(), kElementsOfAttr,
                        field.getSymNameAttr());
  }
  FieldPasser::replaceFields(function);
}

void VectorPasser::run() {
  for (ControlOp control : theClass.getBody().front().getOps<ControlOp>()) {
    SmallVector<LaunchOp> launches;
    control.walk([&](LaunchOp launch) { launches.push_back(launch); });
    for (LaunchOp launch : launches)
      passTo(launch);
  }
}

//===------------------------------------------------------------------------------------------===//
// Control functions
//===------------------------------------------------------------------------------------------===//

void Exchanger::visit(Operation *op, Arrangements &state) {
  auto elements = dyn_cast<VectorDataOp>(op);
  bool isAccess = elements && vectors.contains(elements.getFieldAttr().getAttr()) &&
                  llvm::any_of(op->getUsers(), llvm::IsaPred<DerefOp>);
  if (!isa<LaunchOp, AppendOp, ReturnOp, ScopeOp>(op) && !isThrow(op) && !isAccess)
    return;
  seen[op].insert(state.known.begin(), state.known.end());
  std::optional<Exchange> exchange = matchExchange(op);
  if (!exchange)
    return;
  unsigned first = numberOf(exchange->first), second = numberOf(exchange->second);
  state.change(
      [&](Arrangement &arrangement) { std::swap(arrangement[first], arrangement[second]); });
}

/// `float *from = m_now.data()` has to stay behind the exchanges before the launch, which may be in
/// a loop or branch behind it that exchanges nothing, as the merges of a sort are.
LogicalResult Exchanger::checkOperands() {
  auto exchanges = [](Operation *op) {
    bool found = false;
    forEachExchange(op, [&](const Exchange &) { found = true; });
    return found;
  };
  LogicalResult result = success();
  control.walk([&](LaunchOp launch) {
    for (Value operand : launch.getOperands()) {
      auto data = operand.getDefiningOp<VectorDataOp>();
      if (!data || !vectors.contains(data.getFieldAttr().getAttr()))
        continue;
      Operation *around = data->getBlock()->findAncestorOpInBlock(*launch);
      bool isStraight = around && (around == launch || !exchanges(around));
      for (Operation *op = data; isStraight && op != around; op = op->getNextNode())
        isStraight = !exchanges(op);
      if (!isStraight && succeeded(result))
        result = report(launch.getLoc(), diag::ExchangedData, {data.getField().str()});
    }
  });
  return result;
}

/// Numbers what comes about, if any operation sees several arrangements.
void Exchanger::number() {
  Arrangement none(vectors.size());
  for (unsigned index = 0; index < none.size(); ++index)
    none[index] = index;
  numbered.push_back(none);
  auto add = [&](const Arrangement &arrangement) {
    if (!llvm::is_contained(numbered, arrangement))
      numbered.push_back(arrangement);
  };
  for (auto &[op, arrangements] : seen)
    for (Arrangement arrangement : arrangements) {
      add(arrangement);
      if (std::optional<Exchange> exchange = matchExchange(op)) {
        std::swap(arrangement[numberOf(exchange->first)], arrangement[numberOf(exchange->second)]);
        add(arrangement);
      }
    }
}

/// Whose elements the vectors have by the number of an arrangement.
std::string Exchanger::listArrangements() {
  SmallVector<unsigned> moved;
  for (unsigned vector = 0; vector < vectors.size(); ++vector)
    if (llvm::any_of(numbered, [&](const Arrangement &one) { return one[vector] != vector; }))
      moved.push_back(vector);
  auto list = [&](llvm::function_ref<unsigned(unsigned)> which) {
    return llvm::join(
        llvm::map_range(moved, [&](unsigned one) { return vectors[which(one)].str(); }), ", ");
  };
  std::string text = "Whose elements " + list([](unsigned vector) { return vector; }) + " have";
  for (auto [number, arrangement] : llvm::drop_begin(llvm::enumerate(numbered)))
    text += "; " + std::to_string(number) + ": " +
            list([&, &one = arrangement](unsigned vector) { return one[vector]; });
  return text;
}

void Exchanger::declareVariable() {
  OpBuilder builder = OpBuilder::atBlockBegin(&control.getBody().front());
  Type type = builder.getIntegerType(32, false);
  auto zero = builder.create<ConstantOp>(control.getLoc(), builder.getIntegerAttr(type, 0));
  std::string text = numbered.size() == 2 ? "" : listArrangements();
  for (auto [vector, buffer] : llvm::enumerate(numbered[1]))
    if (numbered.size() == 2 && vector != buffer)
      text += (text.empty() ? "1: " : ", ") + vectors[vector].str() + " has the elements of " +
              vectors[buffer].str();
  variable =
      builder.create<VarOp>(control.getLoc(), RefType::get(type), "exchanged", zero.getResult());
  variable->setAttr(kCommentAttr, builder.getStringAttr(text));
}

/// `exchanged == 1 || exchanged == 3`
Value Exchanger::isOneOf(OpBuilder &builder, Location loc, ArrayRef<unsigned> numbers) {
  Type type = builder.getIntegerType(32, false);
  auto compare = [&](OpBuilder &at, unsigned number) -> Value {
    auto read = at.create<LoadOp>(loc, type, variable.getRef());
    auto wanted = at.create<ConstantOp>(loc, at.getIntegerAttr(type, number));
    return at.create<CmpOp>(loc, at.getI1Type(), CmpKind::Eq, read, wanted);
  };
  Value condition = compare(builder, numbers.front());
  for (unsigned number : numbers.drop_front()) {
    auto either = builder.create<OrOp>(loc, builder.getI1Type(), condition);
    OpBuilder inner = OpBuilder::atBlockEnd(&either.getRhs().emplaceBlock());
    inner.create<YieldOp>(loc, compare(inner, number));
    condition = either.getResult();
  }
  return condition;
}

void Exchanger::branch(OpBuilder builder, Location loc, ArrayRef<Case> cases,
                       llvm::function_ref<void(OpBuilder &, unsigned)> act, bool areAll) {
  writeCases(
      builder, loc, cases.size(),
      [&](OpBuilder &at, unsigned index) { return isOneOf(at, loc, cases[index].first); },
      [&](OpBuilder &at, unsigned index) { act(at, cases[index].second); }, areAll);
}

/// The variable's number follows.
void Exchanger::assign(const Exchange &exchange) {
  unsigned first = numberOf(exchange.first), second = numberOf(exchange.second);
  std::map<unsigned, std::vector<unsigned>> byResult;
  for (Arrangement arrangement : seen[exchange.launch]) {
    unsigned from = llvm::find(numbered, arrangement) - numbered.begin();
    std::swap(arrangement[first], arrangement[second]);
    byResult[llvm::find(numbered, arrangement) - numbered.begin()].push_back(from);
  }
  OpBuilder builder(exchange.launch);
  Location loc = exchange.launch->getLoc();
  Type type = builder.getIntegerType(32, false);
  if (variable && byResult.size() == 2 && numbered.size() == 2) {
    // exchanged = 1 - exchanged
    Value one = builder.create<ConstantOp>(loc, builder.getIntegerAttr(type, 1));
    Value old = builder.create<LoadOp>(loc, type, variable.getRef());
    Value other = builder.create<BinaryOp>(loc, type, BinaryKind::Sub, one, old);
    builder.create<AssignOp>(loc, variable.getRef(), other);
  } else if (variable) {
    std::vector<Case> cases;
    for (auto &[to, from] : byResult)
      cases.push_back({from, to});
    branch(builder, loc, cases, [&](OpBuilder &at, unsigned number) {
      Value value = at.create<ConstantOp>(loc, at.getIntegerAttr(type, number));
      at.create<AssignOp>(loc, variable.getRef(), value);
    });
  }
}

/// The buffers that a launch is given, or that an element is appended to.
void Exchanger::bind(Operation *launch) {
  std::map<SmallVector<unsigned>, std::vector<unsigned>> byBuffers;
  SmallVector<unsigned> operands;
  for (OpOperand &operand : launch->getOpOperands())
    if (auto data = operand.get().getDefiningOp<VectorDataOp>();
        data && vectors.contains(data.getFieldAttr().getAttr()))
      operands.push_back(operand.getOperandNumber());
  auto vectorOf = [&](unsigned operand) {
    return numberOf(
        launch->getOperand(operand).getDefiningOp<VectorDataOp>().getFieldAttr().getAttr());
  };
  for (const Arrangement &arrangement : seen[launch]) {
    SmallVector<unsigned> buffers;
    for (unsigned operand : operands)
      buffers.push_back(arrangement[vectorOf(operand)]);
    byBuffers[buffers].push_back(llvm::find(numbered, arrangement) - numbered.begin());
  }
  std::vector<Case> cases;
  std::vector<SmallVector<unsigned>> ways;
  for (auto &[buffers, numbers] : byBuffers) {
    cases.push_back({numbers, ways.size()});
    ways.push_back(buffers);
  }
  // In the order of the numbers.
  llvm::sort(cases);
  Attribute comment = launch->getAttr(kCommentAttr);
  bool branches = cases.size() > 1;
  if (branches)
    launch->removeAttr(kCommentAttr);
  Operation *before = launch->getPrevNode();
  branch(OpBuilder(launch), launch->getLoc(), cases, [&](OpBuilder &at, unsigned way) {
    IRMapping mapping;
    for (auto [operand, buffer] : llvm::zip(operands, ways[way])) {
      auto data = launch->getOperand(operand).getDefiningOp<VectorDataOp>();
      mapping.map(launch->getOperand(operand),
                  at.create<VectorDataOp>(launch->getLoc(), data.getPointer().getType(),
                                          vectors[buffer].getValue())
                      .getPointer());
    }
    at.clone(*launch, mapping);
  });
  if (branches)
    attachComment(launch->getBlock(), before, comment);
  launch->erase();
}

/// The buffers of elements that the function accesses beside its launches.
void Exchanger::bind(VectorDataOp elements) {
  unsigned vector = numberOf(elements.getFieldAttr().getAttr());
  std::map<unsigned, SmallVector<unsigned>> byBuffer;
  for (const Arrangement &arrangement : seen[elements])
    byBuffer[arrangement[vector]].push_back(llvm::find(numbered, arrangement) - numbered.begin());
  // What is exchanged behind it moves nothing that it is the place of.
  OpBuilder builder(elements);
  builder.setInsertionPointAfter(elements);
  SmallVector<Value> arrays, conditions;
  for (const auto &[buffer, numbers] : byBuffer) {
    arrays.push_back(builder.create<VectorDataOp>(
        elements->getLoc(), elements.getPointer().getType(), vectors[buffer].getValue()));
    if (conditions.size() + 1 < byBuffer.size())
      conditions.push_back(isOneOf(builder, elements->getLoc(), numbers));
  }
  for (Operation *user : llvm::make_early_inc_range(elements->getUsers()))
    if (auto element = dyn_cast<DerefOp>(user))
      chooseElement(element, arrays,
                    [&](OpBuilder &, unsigned number) { return conditions[number]; });
}

/// The kernel that exchanges vectors of these elements.
KernelOp Exchanger::getKernel(StringAttr vector) {
  auto parent = control->getParentOfType<ClassOp>();
  Type element = parent.lookupField(vector.getValue()).getVectorElement();
  for (auto kernel : parent.getBody().front().getOps<KernelOp>())
    if (kernel->hasAttr(kExchangesAttr) &&
        cast<PtrType>(kernel.getArgumentTypes()[0]).getPointee() == element)
      return kernel;
  llvm_unreachable("the front end made one where it met the exchange");
}

/// How many elements a vector has where the function ends.
Value Exchanger::sizeOf(OpBuilder &builder, Location loc, StringAttr vector) {
  Value given = sizes.lookup(vector);
  if (given && given.getParentBlock() == &control.getBody().front())
    return given;
  FieldOp size = control->getParentOfType<ClassOp>().lookupSizeOf(vector.getValue());
  Value place = builder.create<FieldRefOp>(loc, RefType::get(size.getType()), size.getSymName());
  return builder.create<LoadOp>(loc, size.getType(), place);
}

/// How many elements a vector has at most, or one of those that have one room with it: one number
/// for all launches of the kernel that exchanges these, so that one kernel can look at the sizes.
Value Exchanger::largestSize(OpBuilder &builder, Location loc, StringAttr vector) {
  Growing together = {vector};
  addExchanged(pairs, together);
  Value largest;
  for (StringAttr other : vectors)
    if (together.contains(other)) {
      Value size = sizeOf(builder, loc, other);
      largest = largest ? builder.create<MathOp>(loc, size.getType(), MathFn::Max,
                                                 ValueRange{largest, size})
                        : size;
    }
  return largest;
}

/// What a function returns is computed behind all of its commands: the first of its expressions.
static Operation *findFirstOfResult(Operation *end) {
  Operation *first = end;
  while (Operation *before = first->getPrevNode()) {
    if (!before->hasTrait<VkmExpression>())
      break;
    first = before;
  }
  return first;
}

/// In front of `end` each vector gets its own buffer again, with the elements that it has.
void Exchanger::restore(Operation *end) {
  std::vector<Case> cases;
  for (const Arrangement &arrangement : seen[end])
    if (unsigned number = llvm::find(numbered, arrangement) - numbered.begin())
      cases.push_back({{number}, number});
  llvm::sort(cases);
  bool areAll = seen[end].size() == cases.size();
  Location loc = end->getLoc();
  branch(
      OpBuilder(findFirstOfResult(end)), loc, cases,
      [&](OpBuilder &at, unsigned number) {
        Arrangement arrangement = numbered[number];
        for (unsigned vector = 0; vector < arrangement.size(); ++vector)
          while (arrangement[vector] != vector) {
            unsigned buffer = arrangement[vector];
            KernelOp kernel = getKernel(vectors[vector]);
            auto pointer = cast<PtrType>(kernel.getArgumentTypes()[0]);
            SmallVector<Value> operands;
            for (unsigned which : {vector, buffer})
              operands.push_back(
                  at.create<VectorDataOp>(loc, pointer, vectors[which].getValue()).getPointer());
            operands.push_back(growing.contains(vectors[vector])
                                   ? largestSize(at, loc, vectors[vector])
                                   : sizeOf(at, loc, vectors[vector]));
            at.create<LaunchOp>(loc, kernel.getSymName(), operands);
            // The buffer of `vector` has what the other one had.
            for (unsigned &other : arrangement)
              other = other == vector ? buffer : other == buffer ? vector : other;
          }
      },
      areAll);
}

LogicalResult Exchanger::run() {
  SmallVector<Exchange> exchanges;
  forEachExchange(control, [&](const Exchange &exchange) { exchanges.push_back(exchange); });
  if (exchanges.empty())
    return success();
  if (failed(checkOperands()))
    return failure();
  Block &body = control.getBody().front();
  // The end of the function, where it has no return.
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  Operation *end = nullptr;
  if (body.empty() || !isa<ReturnOp>(body.back())) {
    auto marker = builder.create<ScopeOp>(control.getLoc());
    if (marker.getBody().empty())
      marker.getBody().emplaceBlock();
    end = marker;
  }
  Arrangement none(vectors.size());
  for (unsigned index = 0; index < none.size(); ++index)
    none[index] = index;
  play(body, Arrangements{{none}});
  number();
  bool varies = llvm::any_of(seen, [](const auto &entry) { return entry.second.size() > 1; });
  SmallVector<Operation *> ends, others;
  SmallVector<VectorDataOp> accesses;
  for (auto &[op, arrangements] : seen) {
    if (auto elements = dyn_cast<VectorDataOp>(op))
      accesses.push_back(elements);
    if (isa<ReturnOp>(op) || isThrow(op) || op == end)
      ends.push_back(op);
    else if (isa<LaunchOp, AppendOp>(op) && !matchExchange(op))
      others.push_back(op);
  }
  std::set<std::pair<unsigned, unsigned>> alike;
  for (const Exchange &exchange : exchanges)
    if (!sizes.count(exchange.first) && !growing.contains(exchange.first))
      alike.insert(std::minmax({numberOf(exchange.first), numberOf(exchange.second)}));
  if (varies)
    declareVariable();
  // What a function returns is read where each vector has its own buffer again.
  llvm::erase_if(accesses, [&](VectorDataOp elements) {
    return llvm::any_of(ends, [&](Operation *end) {
      Operation *around = end->getBlock()->findAncestorOpInBlock(*elements);
      return around && !around->isBeforeInBlock(findFirstOfResult(end));
    });
  });
  for (VectorDataOp elements : accesses)
    bind(elements);
  expandChoices(control);
  for (Operation *op : others)
    bind(op);
  for (Operation *op : ends)
    restore(op);
  for (const Exchange &exchange : exchanges) {
    if (seen.count(exchange.launch)) // else it is never reached
      assign(exchange);
    if (growing.contains(exchange.first)) {
      auto sizes =
          OpBuilder(exchange.launch)
              .create<ExchangeSizesOp>(exchange.launch->getLoc(), exchange.first.getValue(),
                                       exchange.second.getValue());
      if (Attribute comment = exchange.launch->getAttr(kCommentAttr))
        sizes->setAttr(kCommentAttr, comment);
    }
    settleEffects(control, exchange.launch);
    exchange.launch->erase();
  }
  if (end)
    end->erase();
  SmallVector<Attribute> names;
  for (auto [first, second] : alike)
    names.push_back(builder.getArrayAttr({vectors[first], vectors[second]}));
  if (!names.empty())
    control->setAttr(kExchangedAttr, builder.getArrayAttr(names));
  eraseDeadExpressions(control.getBody());
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Sizes
//===------------------------------------------------------------------------------------------===//

/// What a variable of a control function is, if it never changes.
static Value throughNames(Value value) {
  while (auto load = value.getDefiningOp<LoadOp>()) {
    auto var = load.getRef().getDefiningOp<VarOp>();
    if (!var || !var.getConstant() || !var.getInit())
      break;
    value = var.getInit();
  }
  return value;
}

/// Whether nothing changes a place between two reads of it.
static bool staysBetween(LoadOp first, LoadOp second, ControlOp control) {
  Root root = getRoot(first.getRef());
  if (!getEffects(control.getFunctionBody()).writesAny(root))
    return true;
  if (first->getBlock() != second->getBlock())
    return false;
  if (second->isBeforeInBlock(first))
    std::swap(first, second);
  for (Operation *op = first; op != second; op = op->getNextNode())
    if (getEffects(op).writesAny(root))
      return false;
  return true;
}

static bool isSameNumber(Value a, Value b, ControlOp control) {
  a = throughNames(a);
  b = throughNames(b);
  if (a == b)
    return true;
  if (auto first = a.getDefiningOp<LoadOp>()) {
    auto second = b.getDefiningOp<LoadOp>();
    return second && isSameExpression(a, b) && staysBetween(first, second, control);
  }
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  return isSameOperation(left, right) &&
         llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()), [&](auto pair) {
           return isSameNumber(std::get<0>(pair), std::get<1>(pair), control);
         });
}

/// What kernels change the sizes of. Effects of functions are among those of the kernels that call
/// them.
static void addChangedByKernels(ClassOp op, const Vectors &vectors, Growing &growing) {
  EffectSet effects;
  for (auto kernel : op.getBody().front().getOps<KernelOp>())
    effects.add(getEffects(kernel.getFunctionBody()));
  for (StringAttr name : vectors) {
    FieldOp size = op.lookupSizeOf(name.getValue());
    if (size && effects.writesAny(Root{size.getSymNameAttr(), {}}))
      growing.insert(name);
  }
}

/// What a control function makes the sizes of vectors that it exchanges. Those that it does not
/// give one number, once, whatever happens, and before it exchanges any, are left to the device.
static void findSizes(ControlOp control, const Vectors &vectors, Sizes &sizes, Growing &growing) {
  auto parent = control->getParentOfType<ClassOp>();
  bool hasExchanged = false;
  SmallVector<Exchange> exchanges;
  forEachExchange(control, [&](const Exchange &exchange) { exchanges.push_back(exchange); });
  control.walk<WalkOrder::PreOrder>([&](Operation *op) {
    hasExchanged |= matchExchange(op).has_value();
    if (auto append = dyn_cast<AppendOp>(op);
        append && vectors.contains(append.getFieldAttr().getAttr()))
      growing.insert(append.getFieldAttr().getAttr());
    if (op->getNumRegions())
      return;
    EffectSet effects = getEffects(op);
    for (const Exchange &exchange : exchanges)
      for (StringAttr name : {exchange.first, exchange.second}) {
        FieldOp field = parent.lookupSizeOf(name.getValue());
        if (!field || !effects.writesAny(Root{field.getSymNameAttr(), {}}))
          continue;
        auto assign = dyn_cast<AssignOp>(op);
        Operation *outer = op->getParentOp();
        while (isa<ScopeOp>(outer))
          outer = outer->getParentOp();
        if (!assign || outer != control || hasExchanged)
          growing.insert(name);
        else
          sizes[name] = assign.getValue();
      }
  });
  for (const Exchange &exchange : exchanges) {
    Value first = sizes.lookup(exchange.first), second = sizes.lookup(exchange.second);
    if (first && second ? !isSameNumber(first, second, control) : first || second)
      growing.insert(exchange.first);
  }
}

/// What appends to vectors that are exchanged says where their elements are. Kernels that nothing
/// launches are given no others: they have one name for them, in front of their loops.
static void nameElements(ClassOp op, const Vectors &vectors) {
  llvm::StringSet<> launched;
  op.walk([&](LaunchOp launch) { launched.insert(launch.getKernel()); });
  op.walk([&](AppendOp append) {
    if (!vectors.contains(append.getFieldAttr().getAttr()))
      return;
    Type pointer = PtrType::get(append.getValue().getType());
    auto kernel = append->getParentOfType<KernelOp>();
    OpBuilder builder = kernel && !launched.contains(kernel.getSymName())
                            ? OpBuilder::atBlockBegin(&kernel.getBody().front())
                            : OpBuilder(append);
    append.getIntoMutable().assign(
        builder.create<VectorDataOp>(append.getLoc(), pointer, append.getField()));
  });
}

//===------------------------------------------------------------------------------------------===//
// Classes
//===------------------------------------------------------------------------------------------===//

/// Launches that are given the same vectors name them alike: they share a set of descriptors.
static void shareVectors(ControlOp control, const Vectors &vectors) {
  std::map<std::pair<StringRef, const void *>, Value> shared;
  OpBuilder builder = OpBuilder::atBlockBegin(&control.getBody().front());
  control.walk([&](LaunchOp launch) {
    for (OpOperand &operand : launch->getOpOperands()) {
      auto data = operand.get().getDefiningOp<VectorDataOp>();
      if (!data || !vectors.contains(data.getFieldAttr().getAttr()))
        continue;
      Type type = data.getPointer().getType();
      Value &known = shared[{data.getField(), type.getAsOpaquePointer()}];
      if (!known)
        known = builder.clone(*data)->getResult(0);
      operand.set(known);
    }
  });
  eraseDeadExpressions(control.getBody());
}

static LogicalResult swapVectors(ClassOp op) {
  Vectors vectors;
  forEachExchange(op, [&](const Exchange &exchange) {
    vectors.insert(exchange.first);
    vectors.insert(exchange.second);
  });
  if (vectors.empty())
    return success();
  Growing growing;
  addChangedByKernels(op, vectors, growing);
  llvm::DenseMap<Operation *, Sizes> sizes;
  for (ControlOp control : op.getBody().front().getOps<ControlOp>())
    findSizes(control, vectors, sizes[control], growing);
  ExchangedPairs pairs;
  forEachExchange(
      op, [&](const Exchange &exchange) { pairs.push_back({exchange.first, exchange.second}); });
  addExchanged(pairs, growing);
  for (auto &[control, known] : sizes)
    for (StringAttr name : growing)
      known.erase(name);
  LogicalResult result = success();
  nameElements(op, vectors);
  VectorPasser(op, vectors).run();
  for (ControlOp control : op.getBody().front().getOps<ControlOp>()) {
    if (failed(Exchanger(control, vectors, sizes[control], growing, pairs).run()))
      result = failure();
    else if (!control.getBody().front().empty())
      shareVectors(control, vectors);
  }
  // Where each function leaves the vectors as they were, nothing has to be exchanged.
  llvm::StringSet<> launched;
  op.walk([&](LaunchOp launch) { launched.insert(launch.getKernel()); });
  for (KernelOp kernel : llvm::make_early_inc_range(op.getBody().front().getOps<KernelOp>()))
    if (kernel->hasAttr(kExchangesAttr) && !launched.contains(kernel.getSymName()))
      kernel.erase();
  return result;
}

void SwapVectorsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (failed(swapVectors(op)))
      signalPassFailure();
}
