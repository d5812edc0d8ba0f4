//===- Effects.cpp - What statements and expressions read and write --------------------------===//

#include "ir/Effects.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

Root vkmorph::vkm::getRoot(Value place) {
  while (Operation *op = place.getDefiningOp()) {
    if (auto member = dyn_cast<MemberOp>(op))
      place = member.getBase();
    else if (auto element = dyn_cast<ElementOp>(op))
      place = element.getBase();
    else if (auto bits = dyn_cast<BitsOp>(op))
      place = bits.getBase();
    else if (auto deref = dyn_cast<DerefOp>(op))
      place = deref.getPointer();
    else if (auto pixel = dyn_cast<PixelOp>(op))
      place = pixel.getPointer();
    else if (auto wide = dyn_cast<DerefWideOp>(op))
      place = wide.getPointer();
    else if (auto field = dyn_cast<FieldRefOp>(op))
      return {field.getFieldAttr().getAttr(), {}};
    else if (auto vector = dyn_cast<VectorDataOp>(op))
      return {vector.getFieldAttr().getAttr(), {}};
    else if (auto shared = dyn_cast<SharedRefOp>(op))
      return {shared.getVariableAttr().getAttr(), {}};
    else if (auto scratch = dyn_cast<ScratchRefOp>(op))
      return {scratch.getScratchAttr().getAttr(), {}};
    else if (auto payload = dyn_cast<PayloadRefOp>(op))
      return {payload.getPayloadAttr().getAttr(), {}};
    else
      break;
  }
  // The three regions of a loop see its variable as arguments of their own: one root for all of
  // them.
  if (auto argument = dyn_cast<BlockArgument>(place))
    if (auto loop = dyn_cast<ForOp>(argument.getOwner()->getParentOp()))
      return {{}, loop.getBodyVar()};
  return {{}, place};
}

/// A local variable: its place is known, and no reference parameter can name it before it exists.
static bool isLocal(const Root &root) {
  if (!root.value)
    return false;
  if (root.value.getDefiningOp<VarOp>())
    return true;
  return isLoopVariable(root.value);
}

static bool isReferenceParameter(const Root &root) {
  return root.value && isa<BlockArgument>(root.value) && isa<RefType>(root.value.getType()) &&
         !isLocal(root);
}

/// A pointer that a device function is given.
static bool isPassedPointer(const Root &root) {
  auto argument = llvm::dyn_cast_or_null<BlockArgument>(root.value);
  return argument && isa<PtrType>(argument.getType()) &&
         isa<FuncOp>(argument.getOwner()->getParentOp());
}

/// The buffer that such a pointer is known to be; null for all others.
static StringAttr getKnownBuffer(const Root &root) {
  if (!isPassedPointer(root))
    return {};
  auto argument = cast<BlockArgument>(root.value);
  auto function = cast<FuncOp>(argument.getOwner()->getParentOp());
  return function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kBufferAttr);
}

bool vkmorph::vkm::mayAlias(const Root &a, const Root &b) {
  if (a == b)
    return true;
  // The caller may pass a buffer twice, or one that the function also reaches as a member.
  if (isPassedPointer(a) || isPassedPointer(b)) {
    StringAttr buffer = getKnownBuffer(a), other = getKnownBuffer(b);
    if (isPassedPointer(a) && !buffer)
      return !isLocal(b);
    if (isPassedPointer(b) && !other)
      return !isLocal(a);
    if (!isReferenceParameter(a) && !isReferenceParameter(b))
      return buffer == other;
  }
  if (isReferenceParameter(a))
    return !isLocal(b);
  if (isReferenceParameter(b))
    return !isLocal(a);
  return false;
}

static void insert(SmallVectorImpl<Root> &roots, const Root &root) {
  if (root && !llvm::is_contained(roots, root))
    roots.push_back(root);
}
void EffectSet::addRead(const Root &root) { insert(reads, root); }
void EffectSet::addWrite(const Root &root) { insert(writes, root); }
void EffectSet::add(const EffectSet &other) {
  for (const Root &root : other.reads)
    addRead(root);
  for (const Root &root : other.writes)
    addWrite(root);
  ordered |= other.ordered;
}
bool EffectSet::readsAny(const Root &root) const {
  return llvm::any_of(reads, [&](const Root &r) { return mayAlias(r, root); });
}
bool EffectSet::writesAny(const Root &root) const {
  return llvm::any_of(writes, [&](const Root &r) { return mayAlias(r, root); });
}
bool EffectSet::conflictsWith(const EffectSet &other) const {
  auto overlaps = [](const EffectSet &a, const EffectSet &b) {
    return llvm::any_of(a.writes, [&](const Root &r) { return b.readsAny(r) || b.writesAny(r); });
  };
  // A barrier or jump orders what others can see; this thread's own variables may be read on either
  // side.
  auto isVisible = [](const EffectSet &set) {
    auto notLocal = [](const Root &root) { return !isLocal(root); };
    return set.ordered || !set.writes.empty() || llvm::any_of(set.reads, notLocal);
  };
  bool ordersOther = (ordered && isVisible(other)) || (other.ordered && isVisible(*this));
  return ordersOther || overlaps(*this, other) || overlaps(other, *this);
}

FunctionOpInterface vkmorph::vkm::lookupCallee(CallOp call) {
  Operation *callee = nullptr;
  if (auto parent = call->getParentOfType<ClassOp>())
    callee = parent.lookupSymbol(call.getCallee());
  if (!callee)
    if (auto module = call->getParentOfType<ModuleOp>())
      callee = module.lookupSymbol(call.getCallee());
  return dyn_cast_or_null<FunctionOpInterface>(callee);
}

KernelOp vkmorph::vkm::lookupKernel(LaunchOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, launch.getKernelAttr());
}

namespace {
/// What one question about effects has found out of functions on its way.
struct Callees {
  /// What a function does; `waits` says whether a barrier or launch is in it, or in what it calls.
  struct Known {
    EffectSet effects;
    bool waits = false;
  };
  FunctionOpInterface lookup(Operation *call, StringAttr name);

  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, Known> known;
  llvm::DenseSet<Operation *> active; ///< the input language has no recursion, IR may
};
} // namespace

FunctionOpInterface Callees::lookup(Operation *call, StringAttr name) {
  Operation *callee = nullptr;
  if (auto parent = call->getParentOfType<ClassOp>())
    callee = symbols.lookupSymbolIn(parent, name);
  if (!callee)
    if (auto module = call->getParentOfType<ModuleOp>())
      callee = symbols.lookupSymbolIn(module, name);
  return dyn_cast_or_null<FunctionOpInterface>(callee);
}

/// A callee's effects as the caller sees them: its locals vanish, its reference and pointer
/// parameters are the caller's arguments.
static EffectSet getCallEffects(FunctionOpInterface callee, OperandRange operands,
                                Callees &callees);

static void collect(Operation *op, EffectSet &set, Callees &callees, bool &waits) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<LoadOp, RunningStateOp>([&](auto load) { set.addRead(getRoot(load.getRef())); })
      .Case([&](SampleOp sample) { set.addRead(getRoot(sample.getTexture())); })
      .Case([&](AssignOp assign) { set.addWrite(getRoot(assign.getRef())); })
      .Case([&](UpdateOp update) {
        set.addRead(getRoot(update.getRef()));
        set.addWrite(getRoot(update.getRef()));
      })
      .Case<AtomicOp, CompareSwapOp, RunningStepOp, RunningMapOp>([&](auto atomic) {
        set.addRead(getRoot(atomic.getRef()));
        set.addWrite(getRoot(atomic.getRef()));
      })
      .Case([&](VarOp var) { set.addWrite(getRoot(var.getRef())); })
      .Case([&](CmdReadBackOp readBack) {
        for (auto field : readBack.getFields().getAsRange<FlatSymbolRefAttr>())
          set.addWrite({field.getAttr(), {}});
      })
      .Case([&](PatternOpInterface pattern) { pattern.addEffects(set); })
      .Case([&](SortOp sort) {
        set.addRead(getRoot(sort.getElements()));
        set.addWrite(getRoot(sort.getElements()));
      })
      .Case([&](ExchangeSizesOp exchange) {
        for (StringRef vector : {exchange.getFirst(), exchange.getSecond()})
          if (FieldOp size = op->getParentOfType<ClassOp>().lookupSizeOf(vector)) {
            set.addRead({size.getSymNameAttr(), {}});
            set.addWrite({size.getSymNameAttr(), {}});
          }
      })
      .Case([&](CallOp call) {
        EffectSet effects = getCallEffects(callees.lookup(call, call.getCalleeAttr().getAttr()),
                                           call.getOperands(), callees);
        waits |= effects.ordered;
        set.add(effects);
      })
      .Case([&](VirtualCallOp call) {
        OverridersOp overriders = call.lookupOverriders();
        set.ordered |= !overriders;
        if (!overriders)
          return;
        for (auto name : overriders.getFunctions().getAsRange<FlatSymbolRefAttr>()) {
          EffectSet effects =
              getCallEffects(callees.lookup(call, name.getAttr()), call.getOperands(), callees);
          waits |= effects.ordered;
          set.add(effects);
        }
      })
      .Case([&](ExecuteCallableOp execute) {
        set.addRead({execute.getPayloadAttr().getAttr(), {}});
        set.addWrite({execute.getPayloadAttr().getAttr(), {}});
        // Those of a raised module are not there: nothing passes in any case.
        for (auto name : execute.getCallables().getAsRange<FlatSymbolRefAttr>())
          if (auto callable = callees.symbols.lookupNearestSymbolFrom<ShaderOp>(execute, name))
            for (Operation &inner : callable.getBody().front())
              collect(&inner, set, callees, waits);
        set.ordered = waits = true;
      })
      .Case([&](HostOp host) {
        set.ordered = waits = true;
        for (Value operand : host.getOperands())
          if (isa<RefType>(operand.getType())) {
            set.addRead(getRoot(operand));
            set.addWrite(getRoot(operand));
          }
      })
      .Case<BarrierOp, SubgroupBarrierOp, MemoryBarrierOp, SubgroupOp, ActiveThreadsOp,
            SubgroupFirstOp, SubgroupExchangeOp, LaunchOp>(
          [&](auto) { set.ordered = waits = true; })
      .Case<ReturnOp, BreakOp, ContinueOp>([&](auto) { set.ordered = true; });
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        collect(&inner, set, callees, waits);
}

static EffectSet getCallEffects(FunctionOpInterface callee, OperandRange operands,
                                Callees &callees) {
  EffectSet result;
  bool isKnown = callee && !callee.getFunctionBody().empty();
  if (!isKnown || callees.active.contains(callee)) {
    result.ordered = true;
    return result;
  }
  if (!callees.known.contains(callee)) {
    callees.active.insert(callee);
    // A return ends the callee, not the caller; barriers stay barriers.
    Callees::Known known;
    for (Operation &op : callee.getFunctionBody().front())
      collect(&op, known.effects, callees, known.waits);
    callees.active.erase(callee);
    callees.known[callee] = std::move(known);
  }
  const auto &[inner, waits] = callees.known[callee];
  result.ordered = waits;
  auto translate = [&](const Root &root, auto add) {
    if (root.symbol)
      return add(root);
    if (auto argument = dyn_cast<BlockArgument>(root.value))
      if (argument.getOwner()->getParentOp() == callee.getOperation())
        add(getRoot(operands[argument.getArgNumber()]));
  };
  for (const Root &root : inner.reads)
    translate(root, [&](const Root &r) { result.addRead(r); });
  for (const Root &root : inner.writes)
    translate(root, [&](const Root &r) { result.addWrite(r); });
  return result;
}

EffectSet vkmorph::vkm::getEffects(Operation *op) {
  EffectSet set;
  Callees callees;
  bool waits = false;
  collect(op, set, callees, waits);
  return set;
}

EffectSet vkmorph::vkm::getEffects(Region &region) {
  EffectSet set;
  Callees callees;
  bool waits = false;
  for (Block &block : region)
    for (Operation &op : block)
      collect(&op, set, callees, waits);
  return set;
}
