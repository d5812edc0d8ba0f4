//===- Mistranslate.cpp - Plants one fault, for tests of whatever has to notice it ------------===//
//
// What checks translations (vkmorph-check, adversarial execution) is itself tested by translations
// that are wrong. Each kind of fault is one function, which finds the places that fit.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/faults/Mistranslate.h"

#include "analysis/values/Expressions.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/faults/Faults.h"
#include "passes/faults/NoEffect.h"
#include "transforms/NameRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_MISTRANSLATE
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

struct Mistranslation {
  llvm::StringRef name;
  Phase phase;
  void (*find)(ClassOp, FaultList &);
  bool changesValues = false; ///< and neither which elements are accessed, nor how often
};

struct MistranslatePass : vkm::impl::MistranslateBase<MistranslatePass> {
  using MistranslateBase::MistranslateBase;
  void runOnOperation() override;
};

} // namespace

static constexpr Mistranslation kMistranslations[] = {
    {"flip-comparison", Phase::Planned, flipComparisons, true},
    {"change-strictness", Phase::Planned, changeStrictness, true},
    {"negate-condition", Phase::Planned, negateConditions, true},
    {"wrong-operator", Phase::Planned, changeOperators, true},
    {"swap-operands", Phase::Planned, vkm::swapOperands, true},
    {"wrong-constant", Phase::Planned, changeConstants, true},
    {"wrong-member", Phase::Planned, changeMembers, true},
    {"wrong-conversion", Phase::Planned, changeConversions, true},
    {"store-seven", Phase::Planned, storeSeven, true},
    {"negate-stored", Phase::Planned, negateStores, true},
    {"lose-statement", Phase::Planned, loseStatements, true},
    {"lose-jump", Phase::Planned, loseJumps},
    {"forget-epilogue", Phase::Planned, forgetEpilogues},
    {"forget-prologue", Phase::Planned, forgetPrologues},
    {"read-past-end", Phase::Planned, readPastEnd},
    {"write-past-end", Phase::Planned, writePastEnd},
    {"short-loop", Phase::Planned, shortenLoops},
    {"drop-barrier", Phase::Lowered, dropBarriers},
    {"drop-workgroup-barrier", Phase::Lowered, dropWorkgroupBarriers},
    {"swap-bindings", Phase::Lowered, swapBindings},
    {"swap-arguments", Phase::Lowered, swapArguments},
    {"lose-argument", Phase::Lowered, loseArguments},
    {"lose-launch", Phase::Lowered, loseLaunches},
    {"lose-upload", Phase::Lowered, loseUploads},
    {"lose-readback", Phase::Lowered, loseReadbacks},
    {"wrong-identity", Phase::Lowered, changeIdentities},
    {"append-without-atomics", Phase::Lowered, appendWithoutAtomics},
    {"scatter-without-atomics", Phase::Lowered, scatterWithoutAtomics},
    {"forget-capacity", Phase::Lowered, forgetCapacity},
    {"lose-order", Phase::Lowered, loseOrder},
};

llvm::ArrayRef<llvm::StringRef> vkmorph::vkm::getMistranslations() {
  static const SmallVector<llvm::StringRef> names =
      llvm::map_to_vector(kMistranslations, [](const Mistranslation &one) { return one.name; });
  return names;
}

/// KIND or KIND@N: the kind, and the number of the place, from 1; null for what is neither.
static std::pair<const Mistranslation *, unsigned> parseName(llvm::StringRef name) {
  llvm::StringRef kind, digits;
  std::tie(kind, digits) = name.split('@');
  unsigned number = 1;
  if (name.contains('@') && (digits.getAsInteger(10, number) || number == 0))
    return {nullptr, 0};
  const auto *found =
      llvm::find_if(kMistranslations, [&](const Mistranslation &one) { return one.name == kind; });
  return {found == std::end(kMistranslations) ? nullptr : found, number};
}

bool vkmorph::vkm::isMistranslation(llvm::StringRef name) { return parseName(name).first; }

/// The kernel or function that a place is in, as the source calls it; empty of members.
static std::string getFunction(Operation *place) {
  if (isa<FieldOp>(place))
    return "";
  for (; place && !isa<ClassOp, ModuleOp>(place); place = place->getParentOp()) {
    if (auto shader = dyn_cast<ShaderOp>(place))
      return shader.getKernel().str();
    if (auto commands = dyn_cast<CommandsOp>(place))
      return commands.getKernelAttr().str();
    if (auto name = place->getAttrOfType<StringAttr>("cpp_name"))
      return name.str();
    if (auto symbol = dyn_cast<SymbolOpInterface>(place))
      return symbol.getName().str();
  }
  return "";
}

/// The faults of one kind that a class has places for, and that some input may show.
static FaultList findFaults(const Mistranslation &kind, ClassOp op) {
  FaultList faults;
  kind.find(op, faults);
  StoredInVain isStoredInVain;
  if (kind.changesValues)
    llvm::erase_if(faults, [&](const Fault &fault) { return isStoredInVain(fault.place); });
  return faults;
}

std::vector<PossibleFault> vkmorph::vkm::findPossibleFaults(ModuleOp module) {
  std::vector<PossibleFault> found;
  for (const Mistranslation &kind : kMistranslations) {
    if (getPhase(module) != kind.phase)
      continue;
    for (ClassOp op : module.getOps<ClassOp>()) {
      for (auto [index, fault] : llvm::enumerate(findFaults(kind, op))) {
        FileLineColLoc where = getSourceBegin(fault.place->getLoc());
        found.push_back({(kind.name + "@" + llvm::Twine(index + 1)).str(), kind.name.str(),
                         kind.phase, where ? where.getFilename().str() : "",
                         where ? where.getLine() : 0, where ? where.getColumn() : 0,
                         getFunction(fault.place), fault.what});
      }
    }
  }
  return found;
}

std::vector<PossibleFault> vkmorph::vkm::sampleFaults(const std::vector<PossibleFault> &faults,
                                                      size_t most) {
  if (faults.size() <= most)
    return faults;
  // Of each kind, places in the order in which they are taken: the first one, then by halves of
  // what is between those taken before (bits reversed).
  struct Candidate {
    size_t round;
    uint64_t draw; ///< which kinds come first in a round: others in each class
    size_t index;
  };
  auto draw = [](const PossibleFault &fault) {
    return llvm::xxh3_64bits(fault.name + " " + fault.function + " " + fault.what);
  };
  std::vector<Candidate> candidates;
  for (size_t begin = 0; begin < faults.size();) {
    size_t end = begin;
    while (end < faults.size() && faults[end].kind == faults[begin].kind)
      ++end;
    size_t count = end - begin;
    unsigned bits = llvm::Log2_64_Ceil(count);
    size_t round = 0;
    for (size_t i = 0; i < (size_t(1) << bits); ++i) {
      size_t place = 0;
      for (unsigned bit = 0; bit < bits; ++bit)
        place |= (i >> bit & 1) << (bits - 1 - bit);
      if (place < count)
        candidates.push_back({round++, draw(faults[begin + place]), begin + place});
    }
    begin = end;
  }
  llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::tie(a.round, a.draw, a.index) < std::tie(b.round, b.draw, b.index);
  });
  candidates.resize(most);
  llvm::sort(candidates, [](const Candidate &a, const Candidate &b) { return a.index < b.index; });
  std::vector<PossibleFault> sample;
  for (const Candidate &candidate : candidates)
    sample.push_back(faults[candidate.index]);
  return sample;
}

void MistranslatePass::runOnOperation() {
  auto [chosen, number] = parseName(kind);
  if (!chosen) {
    report(getOperation().getLoc(), diag::OptionUnknown,
           {"kind", kind, llvm::join(getMistranslations(), ", ")});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != chosen->phase)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>()) {
    FaultList faults = findFaults(*chosen, op);
    if (faults.size() < number) {
      report(op.getLoc(), diag::NothingToMistranslate, {kind, op.getQualifiedName()});
      return signalPassFailure();
    }
    faults[number - 1].plant();
    // A loop that workgroups share may be another one now, or none that they can share.
    if (chosen->phase == Phase::Planned)
      op.walk([](KernelOp kernel) {
        for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
          nameRow(grid);
      });
  }
}
