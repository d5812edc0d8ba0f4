//===- Precise.cpp - Float expressions that no compiler may contract or reassociate -----------===//
//
// A device may make one fused operation of a product and a sum, and regroup sums, unless the result
// is `precise`. C++ does neither. Where a float operation takes what may be the result of another
// one (in the same expression, through a variable, a buffer or a function), what it is stored in is
// declared precise:
//
//     float y = a * x + b;             ->   precise float y = a * x + b;
//     out[i] = a * x + b;              ->   layout(...) buffer outBuffer { precise float out[]; };
//     ... return a * x + b;            ->   precise float f(...) { return a * x + b; }
//     if (a * x + b > 0)               ->   precise const float sum = a * x + b; if (sum > 0)
//
// So is what an identity of the real numbers would take away, which NaN, infinities and -0.0 do not
// keep:
//
//     d = x - x;  z = x * 0.0f;        ->   precise float d = x - x; precise float z = x * 0.0;
//
// Other operations that stand by themselves, and the accumulators of reductions, whose order is
// free, stay as they are.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/Raise.h"
#include "backends/glsl/raise/Raise.h"
#include "backends/shading/raise/NearIdentities.h"
#include "ir/Effects.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;
using namespace vkmorph::glsl;

/// Operations that can be fused or regrouped with each other.
static bool isArithmetic(BinaryKind kind) {
  return kind == BinaryKind::Add || kind == BinaryKind::Sub || kind == BinaryKind::Mul;
}

/// An fma that was a product and a sum. A device may take it for both again, and is not to regroup
/// them.
static bool isContracted(Operation *op) { return op->hasAttr(kContractedAttr); }

namespace {
class PreciseMarker {
public:
  explicit PreciseMarker(ModuleOp module) : module(module) {
    findResults();
    // Callees come first: what they made precise is no longer of concern to callers.
    module.walk([&](Operation *op) {
      if (!isDemand(op))
        return;
      mark(op);
      findResults();
    });
    if (!precise.empty())
      markCycles();
    if (!buffers.empty())
      shading::getShader(module)->setAttr(shading::kPreciseBuffersAttr,
                                          ArrayAttr::get(module.getContext(), buffers));
  }

private:
  void findResults() {
    results.clear();
    writers.clear();
    // Another shader may have computed it.
    for (PayloadOp payload : shading::getClass(module).getOps<PayloadOp>())
      add(payload.getSymNameAttr().getAsOpaquePointer());
    do {
      changed = false;
      module.walk([&](Operation *op) { propagate(op); });
    } while (changed);
  }

  //===--------------------------------------------------------------------------------------------===//
  // Which values may be results of arithmetic
  //===--------------------------------------------------------------------------------------------===//

  static const void *getKey(Value place) { return shading::getMemoryKey(place); }

  void add(const void *key, Operation *writer = nullptr) {
    if (precise.contains(key))
      return;
    changed |= results.insert(key).second;
    writers[key].insert(writer);
  }

  bool isResult(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return results.contains(value.getAsOpaquePointer());
    if (auto binary = dyn_cast<BinaryOp>(op))
      return isFloating(binary.getType()) && isArithmetic(binary.getKind()) &&
             !precise.contains(op) && !op->hasAttr(shading::kComputedAttr);
    if (auto load = dyn_cast<LoadOp>(op))
      return results.contains(getKey(load.getRef()));
    if (auto call = dyn_cast<CallOp>(op))
      return results.contains(lookupCallee(call).getOperation());
    if (auto select = dyn_cast<SelectOp>(op))
      return isResult(cast<YieldOp>(select.getWhenTrue().front().back()).getValue()) ||
             isResult(cast<YieldOp>(select.getWhenFalse().front().back()).getValue());
    // The sign can be part of a fused operation.
    auto math = dyn_cast<MathOp>(op);
    if (isContracted(op))
      return !precise.contains(op);
    if (isa<UnaryOp, LetOp, ExtractOp, ComponentOp, SplatOp, ResizeOp, AggregateOp>(op) ||
        (math && math.getFn() == MathFn::Abs))
      return llvm::any_of(op->getOperands(), [&](Value operand) { return isResult(operand); });
    return false;
  }

  void propagate(Operation *op) {
    if (auto var = dyn_cast<VarOp>(op)) {
      if (var.getInit() && isResult(var.getInit()))
        add(getKey(var.getRef()));
    } else if (auto loop = dyn_cast<ForOp>(op)) {
      if (isResult(loop.getInit()))
        add(getKey(loop.getBodyVar()));
    } else if (auto assign = dyn_cast<AssignOp>(op)) {
      if (isResult(assign.getValue()))
        add(getKey(assign.getRef()));
    } else if (auto update = dyn_cast<UpdateOp>(op)) {
      if (isFloating(update.getValue().getType()) && isArithmetic(update.getKind()))
        add(getKey(update.getRef()), update);
    } else if (auto call = dyn_cast<CallOp>(op)) {
      Block &body = lookupCallee(call).getFunctionBody().front();
      for (auto [argument, parameter] : llvm::zip(call.getOperands(), body.getArguments())) {
        if (!isa<RefType>(argument.getType())) {
          if (isResult(argument))
            add(parameter.getAsOpaquePointer());
        } else if (results.contains(getKey(argument))) {
          add(getKey(parameter));
        } else if (results.contains(getKey(parameter))) {
          add(getKey(argument));
        }
      }
    } else if (auto ret = dyn_cast<ReturnOp>(op);
               ret && ret.getValue() && isResult(ret.getValue())) {
      add(ret->getParentOfType<FuncOp>().getOperation());
    }
  }

  //===--------------------------------------------------------------------------------------------===//
  // Which operations must not be touched
  //===--------------------------------------------------------------------------------------------===//

  bool isDemand(Operation *op) {
    if (op->hasAttr(shading::kFreeOrderAttr) || op->hasAttr(shading::kComputedAttr))
      return false;
    if (auto binary = dyn_cast<BinaryOp>(op))
      return isFloating(binary.getType()) &&
             (isNearIdentity(binary) || (isArithmetic(binary.getKind()) &&
                                         (isResult(binary.getLhs()) || isResult(binary.getRhs()))));
    if (isContracted(op))
      return true;
    auto update = dyn_cast<UpdateOp>(op);
    if (!update || !isFloating(update.getValue().getType()))
      return false;
    if (isNearIdentity(update))
      return true;
    if (!isArithmetic(update.getKind()))
      return false;
    return isResult(update.getValue()) ||
           (results.contains(getKey(update.getRef())) && !isOnlyUpdate(update));
  }

  /// Whether the update is the only arithmetic whose result its place may hold when it reads it.
  bool isOnlyUpdate(UpdateOp update) {
    const void *key = getKey(update.getRef());
    if (writers[key].size() != 1 || !writers[key].contains(update))
      return false;
    auto var = update.getRef().getDefiningOp<VarOp>();
    if (!var && !update->getParentOfType<ShaderOp>())
      return false;
    Operation *scope =
        var ? var->getParentOp() : update->getParentOfType<ShaderOp>().getOperation();
    for (Operation *parent = update->getParentOp(); parent != scope;
         parent = parent->getParentOp()) {
      // Another element in each iteration.
      if (auto loop = dyn_cast<LoopOpInterface>(parent);
          loop && !(loop.hasVariable() && mentions(update.getRef(), loop.getBody().getArgument(0))))
        return false;
    }
    return true;
  }

  /// Whether the index of a place reads that variable.
  static bool mentions(Value value, Value variable) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return value == variable;
    if (auto var = dyn_cast<VarOp>(op))
      return value == variable || (var.getInit() && mentions(var.getInit(), variable));
    return llvm::any_of(op->getOperands(),
                        [&](Value operand) { return mentions(operand, variable); });
  }

  //===--------------------------------------------------------------------------------------------===//
  // Where to say so
  //===--------------------------------------------------------------------------------------------===//

  /// Marks what a place is part of; false where that cannot be declared precise.
  bool markPlace(Value place) {
    // What is stored in an image is an argument.
    for (Operation *op = place.getDefiningOp(); op && op->getNumOperands() > 0;
         op = op->getOperand(0).getDefiningOp())
      if (isa<PixelOp>(op))
        return false;
    Root root = getRoot(place);
    precise.insert(getKey(place));
    UnitAttr unit = UnitAttr::get(module.getContext());
    if (root.symbol) {
      Operation *symbol = shading::getClass(module).lookupSymbol(root.symbol);
      if (!isa_and_nonnull<FieldOp, SharedOp>(symbol)) {
        precise.erase(getKey(place));
        return false;
      }
      symbol->setAttr(shading::kPreciseAttr, unit);
      return true;
    }
    if (auto var = root.value.getDefiningOp<VarOp>()) {
      var->setAttr(shading::kPreciseAttr, unit);
      return true;
    }
    if (StringAttr buffer = getBufferName(root.value)) {
      if (!llvm::is_contained(buffers, buffer))
        buffers.push_back(buffer);
      return true;
    }
    auto argument = cast<BlockArgument>(root.value);
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto function = dyn_cast<FuncOp>(parent))
      function.setArgAttr(argument.getArgNumber(), shading::kPreciseAttr, unit);
    else
      parent->setAttr(shading::kPreciseAttr, unit);
    return true;
  }

  void mark(Operation *op) {
    UnitAttr unit = UnitAttr::get(module.getContext());
    if (auto update = dyn_cast<UpdateOp>(op)) {
      markPlace(update.getRef());
      cover(update.getValue());
      return;
    }
    // Up to the statement, as long as the value goes into one expression of floats.
    Operation *expression = op;
    while (expression->getResult(0).hasOneUse()) {
      Operation *user = *expression->getUsers().begin();
      if (isa<YieldOp>(user) && isa<SelectOp>(user->getParentOp()))
        user = user->getParentOp();
      bool isFloat = user->getNumResults() == 1 && isFloating(user->getResult(0).getType());
      bool isPart =
          isa<BinaryOp, UnaryOp, MathOp, SelectOp, ComponentOp, SplatOp, ResizeOp>(user) && isFloat;
      if (!isPart && !isa<AggregateOp>(user)) {
        if (!markStatement(user, expression->getResult(0)))
          break;
        cover(expression->getResult(0));
        return;
      }
      expression = user;
    }
    expression->setAttr(shading::kPreciseAttr, unit);
    cover(expression->getResult(0));
  }

  /// All operations that an expression is made of are precise where it is.
  void cover(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !op->hasTrait<VkmExpression>() || isa<LoadOp, CallOp>(op))
      return;
    precise.insert(op);
    for (Value operand : op->getOperands())
      cover(operand);
    for (Region &region : op->getRegions())
      cover(cast<YieldOp>(region.front().back()).getValue());
  }

  /// Whether the statement stores the value where that can be declared precise.
  bool markStatement(Operation *user, Value value) {
    if (auto var = dyn_cast<VarOp>(user))
      return markPlace(var.getRef());
    if (auto loop = dyn_cast<ForOp>(user))
      return markPlace(loop.getBodyVar());
    if (auto assign = dyn_cast<AssignOp>(user); assign && assign.getValue() == value)
      return !assign->hasAttr(shading::kFreeOrderAttr) && markPlace(assign.getRef());
    if (auto update = dyn_cast<UpdateOp>(user); update && update.getValue() == value)
      return !update->hasAttr(shading::kFreeOrderAttr) && markPlace(update.getRef());
    if (isa<ReturnOp>(user)) {
      precise.insert(user->getParentOfType<FuncOp>().getOperation());
      user->getParentOfType<FuncOp>()->setAttr(shading::kPreciseAttr,
                                               UnitAttr::get(module.getContext()));
      return true;
    }
    return false;
  }

  //===--------------------------------------------------------------------------------------------===//
  // Structs that glslang would follow without end
  //===--------------------------------------------------------------------------------------------===//

  // To find what contributes to a precise variable, glslang follows names of members through all
  // assignments, in whatever order they run. With
  //
  //     Draw draw = Next(state);     state = draw.state;     precise float x = draw.value * 0.5;
  //
  // it asks for draw.value, state.value, draw.state.value, state.state.value, and so on until no
  // memory is left. It does not ask what a variable is made of that is declared precise.

  struct Definition {
    Value place, value;
  };

  static std::optional<Definition> getDefinition(Operation *op) {
    if (auto var = dyn_cast<VarOp>(op))
      return var.getInit() ? std::optional(Definition{var.getRef(), var.getInit()}) : std::nullopt;
    if (auto loop = dyn_cast<ForOp>(op))
      return Definition{loop.getBodyVar(), loop.getInit()};
    if (auto assign = dyn_cast<AssignOp>(op))
      return Definition{assign.getRef(), assign.getValue()};
    if (auto update = dyn_cast<UpdateOp>(op))
      return Definition{update.getRef(), update.getValue()};
    return std::nullopt;
  }

  /// What glslang takes for one variable: buffers by their names.
  static const void *getVariable(Value place) {
    Root root = getRoot(place);
    if (root.symbol)
      return root.symbol.getAsOpaquePointer();
    StringAttr buffer =
        root.value.getDefiningOp<VarOp>() ? StringAttr() : getBufferName(root.value);
    return buffer ? buffer.getAsOpaquePointer() : root.value.getAsOpaquePointer();
  }

  static bool holdsRecord(Type type) { return isa<RecordType>(getNestedElement(type)); }

  /// Whether each name in a value is asked for the members of the whole value: not where the value
  /// is a copy, or is put together of its members.
  static bool takesMembers(Value value) {
    if (!holdsRecord(value.getType()) || value.getDefiningOp<LoadOp>())
      return false;
    // Of arrays, it takes all elements for each.
    if (auto aggregate = value.getDefiningOp<AggregateOp>();
        aggregate && isa<RecordType>(value.getType()))
      return llvm::any_of(aggregate.getParts(), takesMembers);
    return true;
  }

  static void findRead(Value value, llvm::SmallPtrSetImpl<const void *> &read) {
    if (isa<RefType>(value.getType())) {
      read.insert(getVariable(value));
      return;
    }
    Operation *op = value.getDefiningOp();
    if (!op) {
      read.insert(value.getAsOpaquePointer());
      return;
    }
    for (Value operand : op->getOperands())
      findRead(operand, read);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        findRead(cast<YieldOp>(block.back()).getValue(), read);
  }

  /// Declares structs precise that are computed from what is read from themselves.
  void markCycles() {
    llvm::DenseMap<const void *, llvm::SmallPtrSet<const void *, 4>> reads;
    SmallVector<Value> structs;
    module.walk([&](Operation *op) {
      std::optional<Definition> definition = getDefinition(op);
      if (!definition)
        return;
      findRead(definition->value, reads[getVariable(definition->place)]);
      if (takesMembers(definition->value))
        structs.push_back(definition->place);
    });
    for (Value place : structs) {
      const void *wanted = getVariable(place);
      llvm::SetVector<const void *> reached;
      auto follow = [&](const void *variable) {
        for (const void *next : reads.lookup(variable))
          reached.insert(next);
      };
      follow(wanted);
      for (size_t index = 0; index < reached.size() && !reached.contains(wanted); ++index)
        follow(reached[index]);
      if (reached.contains(wanted))
        markPlace(place);
    }
  }

  ModuleOp module;
  /// Places, parameters and functions whose values may be results of arithmetic.
  llvm::DenseSet<const void *> results;
  /// What makes them so; null for anything but an update.
  llvm::DenseMap<const void *, llvm::SmallPtrSet<Operation *, 2>> writers;
  /// Places, functions and operations whose results are precise.
  llvm::DenseSet<const void *> precise;
  bool changed = false;
  SmallVector<Attribute> buffers;
};
} // namespace

void vkmorph::glsl::markPrecise(ModuleOp module) { PreciseMarker marker(module); }
