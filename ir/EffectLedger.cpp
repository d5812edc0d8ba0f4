//===- EffectLedger.cpp - No effect of a control function is ever dropped --------------------===//

#include "ir/EffectLedger.h"

#include "ir/ControlForms.h"
#include "ir/Diagnostics.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {

/// One effect of a function as its callers see it.
struct Effect {
  Attribute place; ///< in the source
  Root root;       ///< what is written; none for host code
  bool writes;     ///< false for a call, whose callee does
  unsigned ways;   ///< how often it stands there, calls followed
};
using Effects = SmallVector<Effect, 4>;

/// The effects of functions, kernels and commands; each of them is looked at once.
class Summaries {
public:
  /// `entersCallables`: what callable shaders do belongs to those that run them.
  Summaries(ModuleOp module, bool entersCallables) : entersCallables(entersCallables) {
    for (ClassOp op : module.getOps<ClassOp>())
      theClass = op;
  }
  /// The effects of an operation with its regions, calls and launches followed.
  Effects collect(Operation *op);
  ClassOp getClass() const { return theClass; }

private:
  void add(Effects &effects, Operation *op, Root root, bool writes = true);
  void follow(Effects &effects, Operation *from, StringAttr symbol, ValueRange operands);

  const bool entersCallables;
  ClassOp theClass;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, Effects> known;
};

} // namespace

//===------------------------------------------------------------------------------------------===//
// Places
//===------------------------------------------------------------------------------------------===//

/// Marks a fused location as one that stands for several places.
static constexpr llvm::StringLiteral kJoined = "joined";

static bool isJoined(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto tag = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  return tag && tag.getValue() == kJoined;
}

/// A location that stands for several: messages name the first.
static Location joinLocations(ArrayRef<Location> parts) {
  llvm::SetVector<Location> places;
  for (Location part : parts) {
    if (!isJoined(part))
      places.insert(part);
    else
      for (Location inner : cast<FusedLoc>(part).getLocations())
        places.insert(inner);
  }
  if (places.size() == 1)
    return places.front();
  MLIRContext *context = parts.front().getContext();
  return FusedLoc::get(places.getArrayRef(), StringAttr::get(context, kJoined), context);
}

/// Visits the begin of each place that a location stands for.
static void forEachSource(Location loc, llvm::function_ref<void(FileLineColLoc)> visit) {
  if (isJoined(loc)) {
    for (Location part : cast<FusedLoc>(loc).getLocations())
      forEachSource(part, visit);
  } else if (FileLineColLoc file = getSourceBegin(loc)) {
    visit(file);
  }
}

//===------------------------------------------------------------------------------------------===//
// Effects
//===------------------------------------------------------------------------------------------===//

void Summaries::add(Effects &effects, Operation *op, Root root, bool writes) {
  forEachSource(op->getLoc(),
                [&](FileLineColLoc place) { effects.push_back({place, root, writes, 1}); });
}

void Summaries::follow(Effects &effects, Operation *from, StringAttr symbol, ValueRange operands) {
  add(effects, from, Root(), /*writes=*/false);
  Operation *callee = theClass ? symbols.lookupSymbolIn(theClass, symbol) : nullptr;
  if (!callee)
    callee = symbols.lookupSymbolIn(from->getParentOfType<ModuleOp>(), symbol);
  if (!callee)
    return;
  // A function that calls itself adds nothing to what it does.
  if (known.try_emplace(callee).second) {
    Effects found;
    for (Region &region : callee->getRegions())
      for (Operation &op : region.getOps())
        llvm::append_range(found, collect(&op));
    // Alike ones once, so that what many functions call stays short.
    llvm::MapVector<std::tuple<Attribute, Root, unsigned>, unsigned> ways;
    for (const Effect &effect : found)
      ways[{effect.place, effect.root, effect.writes}] += effect.ways;
    Effects &summary = known[callee];
    for (const auto &[key, number] : ways)
      summary.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key) != 0, number});
  }
  for (Effect effect : known[callee]) {
    auto argument = dyn_cast_or_null<BlockArgument>(effect.root.value);
    if (argument && argument.getOwner()->getParentOp() == callee &&
        argument.getArgNumber() < operands.size())
      effect.root = getRoot(operands[argument.getArgNumber()]);
    effects.push_back(effect);
  }
}

Effects Summaries::collect(Operation *top) {
  Effects effects;
  top->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<AssignOp, UpdateOp, AtomicOp, CompareSwapOp, ScatterOp, RunningStepOp, RunningMapOp,
              VarOp>([&](auto write) { add(effects, op, getRoot(write.getRef())); })
        .Case<FieldPatternOpInterface, CmdUpdateOp, CmdFillOp>(
            [&](auto write) { add(effects, op, Root{write.getFieldAttr().getAttr(), {}}); })
        .Case([&](HostOp) { add(effects, op, Root()); })
        .Case([&](CallOp call) {
          follow(effects, op, call.getCalleeAttr().getAttr(), call.getOperands());
        })
        .Case([&](VirtualCallOp call) {
          // Classes that share an overrider share one way to it.
          llvm::SetVector<StringAttr> names;
          if (OverridersOp overriders = call.lookupOverriders())
            for (auto name : overriders.getFunctions().getAsRange<FlatSymbolRefAttr>())
              names.insert(name.getAttr());
          for (StringAttr name : names)
            follow(effects, op, name, call.getOperands());
        })
        .Case([&](LaunchOp launch) {
          follow(effects, op, launch.getKernelAttr().getAttr(), launch.getOperands());
        })
        .Case([&](CmdRunOp run) {
          follow(effects, op, run.getKernelAttr().getAttr(), run.getOperands());
        })
        .Case([&](ExecuteCallableOp execute) {
          for (auto name : execute.getCallables().getAsRange<FlatSymbolRefAttr>())
            if (entersCallables)
              follow(effects, op, name.getAttr(), {});
        })
        .Case([&](CmdPipelineOp pipeline) {
          follow(effects, op, pipeline.getShaderAttr().getAttr(), {});
        });
  });
  return effects;
}

/// Whether the caller of a control function may see what is written. Variables, and fields that
/// hold a local variable for kernels, end with the call.
static bool isVisible(const Effect &effect, ClassOp theClass) {
  const Root &root = effect.root;
  if (!effect.writes)
    return false;
  if (root.symbol) {
    if (!theClass)
      return true;
    FieldOp field = theClass.lookupField(root.symbol.getValue());
    return field && !field.getTemporary() && !field->hasAttr(kLocalOfAttr);
  }
  if (!root.value || root.value.getDefiningOp<BufferOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(root.value);
  return argument && isa<ControlOp, KernelOp>(argument.getOwner()->getParentOp());
}

EffectLedger::EffectLedger(ModuleOp module) {
  Summaries summaries(module, /*entersCallables=*/true);
  for (ClassOp theClass : module.getOps<ClassOp>())
    for (ControlOp control : theClass.getBody().front().getOps<ControlOp>()) {
      if (control->hasAttr("is_inlined"))
        continue;
      auto recorded = control->getAttrOfType<FlatSymbolRefAttr>(kDropInOfAttr);
      Counts &counts = m_functions[recorded ? recorded.getValue() : control.getSymName()];
      for (const Effect &effect : summaries.collect(control)) {
        counts.all[effect.place] += effect.ways;
        if (isVisible(effect, theClass))
          counts.visible[effect.place] += effect.ways;
      }
      forEachSource(control.getLoc(), [&](FileLineColLoc place) { counts.settled.insert(place); });
    }
}

EffectLedger EffectLedger::ofShaders(ModuleOp module) {
  EffectLedger ledger;
  module.walk([&](ShaderOp shader) {
    auto theClass = shader->getParentOfType<ClassOp>();
    Counts &counts = ledger.m_functions[shader.getSymName()];
    Summaries summaries(shader->getParentOfType<ModuleOp>(), /*entersCallables=*/false);
    for (const Effect &effect : summaries.collect(shader)) {
      counts.all[effect.place] += effect.ways;
      if (isVisible(effect, theClass))
        counts.visible[effect.place] += effect.ways;
    }
  });
  return ledger;
}

LogicalResult EffectLedger::checkKeeps(const EffectLedger &before, StringRef step) const {
  bool keeps = true;
  static const Counts none;
  for (const auto &entry : before.m_functions) {
    auto found = m_functions.find(entry.getKey());
    const Counts &now = found == m_functions.end() ? none : found->getValue();
    for (const auto &[place, ways] : entry.getValue().visible) {
      if (now.all.lookup(place) >= ways || now.settled.contains(place))
        continue;
      emitError(cast<FileLineColLoc>(place))
          << "'" << entry.getKey() << "' lost this statement in step '" << step
          << "', whose fault it is, not the class's";
      keeps = false;
    }
  }
  return success(keeps);
}

void vkmorph::vkm::settleEffects(Operation *keeper, Operation *statement) {
  SmallVector<Location> places = {keeper->getLoc(), statement->getLoc()};
  Summaries summaries(statement->getParentOfType<ModuleOp>(), /*entersCallables=*/true);
  for (const Effect &effect : summaries.collect(statement))
    places.push_back(cast<FileLineColLoc>(effect.place));
  keeper->setLoc(joinLocations(places));
}

namespace {
/// Compares around each pass over a module; vkmorph has no others.
struct EffectLedgerCheck : PassInstrumentation {
  struct Both {
    Phase phase;
    EffectLedger controls, shaders;
  };
  using Ledgers = std::unique_ptr<Both>;

  explicit EffectLedgerCheck(bool *broken) : broken(broken) {}

  void runBeforePass(Pass *, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (module && !last)
      last = take(module);
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (!module || !last)
      return;
    Ledgers now = take(module);
    StringRef name = pass->getArgument().empty() ? pass->getName() : pass->getArgument();
    // Modules of single shaders have no control functions.
    const bool ofShaders = now->phase == Phase::Raised;
    if (failed(ofShaders ? now->shaders.checkKeeps(last->shaders, name)
                         : now->controls.checkKeeps(last->controls, name)))
      *broken = true;
    last = std::move(now);
  }
  void runAfterPassFailed(Pass *, Operation *) override { last.reset(); }

  static Ledgers take(ModuleOp module) {
    return std::make_unique<Both>(
        Both{getPhase(module), EffectLedger(module), EffectLedger::ofShaders(module)});
  }

  bool *broken;
  Ledgers last;
};
} // namespace

std::unique_ptr<PassInstrumentation> vkmorph::vkm::createEffectLedgerCheck(bool *broken) {
  return std::make_unique<EffectLedgerCheck>(broken);
}
