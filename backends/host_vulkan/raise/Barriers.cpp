//===- Barriers.cpp - Barriers of the generated class, each with its reason -------------------===//
//
//   // Carry wrote m_carriedVelocity and m_carriedSmoke, which Heat reads.
//   vkmorph::Barrier(cmd, CarryStages(), HeatStages());
//
//===------------------------------------------------------------------------------------------===//

#include "backends/host_vulkan/raise/HostLanguage.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {
/// What one command, or what the object recorded earlier, did to resources that the next command
/// uses. `from` is empty for earlier commands.
struct Doer {
  StringRef from;
  llvm::SmallVector<std::string> resources;
};

constexpr llvm::StringLiteral kOtherMembers = "other members";

/// How a resource is called in C++.
std::string spellResource(ClassInfo &info, StringRef symbol) {
  if (symbol == "class data")
    return kOtherMembers.str();
  if (VectorInfo *vector = info.findVector(symbol))
    return vector->name;
  FieldInfo *field = info.findField(symbol);
  return field ? field->spell() : symbol.str();
}

/// Whether the compiler added it: partial results, arguments that the push constants have no room
/// for.
bool isAdded(ClassInfo &info, StringRef resource) {
  FieldInfo *field = info.findField(resource);
  return info.findScratch(resource) || (field && field->temporary && field->ofVector.empty());
}

/// The hazards of one kind with the next command. What the compiler added is named where there is
/// nothing else, and members that only share the buffer with others where there are not even those.
std::vector<Doer> collectDoers(ClassInfo &info, ArrayAttr hazards, vkm::HazardKind kind,
                               StringRef next) {
  std::vector<Doer> own, added, others;
  for (auto hazard : hazards.getAsRange<vkm::HazardAttr>()) {
    if (hazard.getKind() != kind || hazard.getTo() != next)
      continue;
    StringRef resource = hazard.getResource();
    StringRef from = hazard.getEarlier() ? StringRef() : hazard.getFrom();
    std::vector<Doer> &doers = resource == "class data"  ? others
                               : isAdded(info, resource) ? added
                                                         : own;
    auto doer = llvm::find_if(doers, [&](const Doer &known) { return known.from == from; });
    if (doer == doers.end())
      doer = doers.insert(doer, Doer{from, {}});
    std::string name = spellResource(info, resource);
    if (!llvm::is_contained(doer->resources, name))
      doer->resources.push_back(std::move(name));
  }
  return !own.empty() ? own : !added.empty() ? added : others;
}

/// "a, b and c", at most `most` of them by name: "a and 2 more".
std::string listResources(ArrayRef<std::string> names, size_t most) {
  if (names.size() == 1)
    return names.front();
  if (names.size() <= most)
    return llvm::join(names.drop_back(), ", ") + " and " + names.back();
  return llvm::join(names.take_front(most), ", ") + " and " + std::to_string(names.size() - most) +
         " more";
}

/// "Diverge wrote m_divergence, and Relax m_pressure, which Relax reads."
std::string describeDoers(ArrayRef<Doer> doers, vkm::HazardKind kind, StringRef next, size_t most) {
  std::string text;
  for (const Doer &doer : doers) {
    bool isFirst = text.empty();
    StringRef subject =
        doer.from.empty() ? (isFirst ? "Earlier commands" : "earlier commands") : doer.from;
    StringRef verb = kind != vkm::HazardKind::WAR ? "wrote" : doer.from.empty() ? "read" : "reads";
    text += (isFirst ? "" : ", and ") + subject.str() + (isFirst ? " " + verb.str() : "") + " " +
            listResources(doer.resources, most);
  }
  StringRef verb = kind == vkm::HazardKind::RAW ? " reads." : " overwrites.";
  // Members of the class share one buffer.
  if (doers.front().resources.front() == kOtherMembers)
    return text + " in the buffer of those that " + next.str() + verb.str();
  // In a loop, or where a kernel is launched twice.
  bool isItself = doers.size() == 1 && doers.front().from == next;
  return text + ", which " + (isItself ? "the next " : "") + next.str() + verb.str();
}
} // namespace

std::string host::describeBarrier(ClassInfo &info, vkm::CmdBarrierOp op, StringRef next) {
  if (op.getEverything())
    return "Everything before, everything after (--barriers=naive).";
  auto hazards = op.getHazards().getAsRange<vkm::HazardAttr>();
  if (llvm::none_of(hazards, [&](vkm::HazardAttr hazard) { return hazard.getTo() == next; }))
    next = (*hazards.begin()).getTo();
  // What fits two lines, indented as deep as loops usually are.
  constexpr size_t kRoom = 150;
  for (vkm::HazardKind kind : {vkm::HazardKind::RAW, vkm::HazardKind::WAW, vkm::HazardKind::WAR}) {
    std::vector<Doer> doers = collectDoers(info, op.getHazards(), kind, next);
    for (size_t most = 6; !doers.empty(); most > 1 ? --most : (doers.pop_back(), most))
      if (std::string text = describeDoers(doers, kind, next, most);
          text.size() <= kRoom || (doers.size() == 1 && most == 1))
        return text;
  }
  llvm_unreachable("a barrier without a hazard");
}

/// What the command behind a barrier is called; empty if that is not in the same function.
static StringRef findNextCommand(ClassInfo &info, const Sources &sources, vkm::CmdBarrierOp op) {
  vkm::CmdRunOp found;
  for (Operation *at = op; !found && !isa<FunctionOpInterface>(at); at = at->getParentOp())
    for (Operation *next = at->getNextNode(); next && !found; next = next->getNextNode())
      next->walk([&](vkm::CmdRunOp run) {
        found = run;
        return WalkResult::interrupt();
      });
  if (!found)
    return {};
  vkm::CommandsOp commands = sources.commandsOf(*info.findKernel(found.getKernel()));
  return commands.getDisplay();
}

/// "vkmorph::kComputeWrite | vkmorph::kRayWrite"
static std::string spellAccess(StringRef what, ShaderStages stages) {
  std::string text = stages.compute ? ("vkmorph::kCompute" + what).str() : "";
  if (stages.rays)
    text += ((text.empty() ? "" : " | ") + Twine("vkmorph::kRay") + what).str();
  return text;
}

static std::string spellStage(ShaderStages stages) {
  std::string text = stages.compute ? "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT" : "";
  if (stages.rays)
    text += std::string(text.empty() ? "" : " | ") + "VK_PIPELINE_STAGE_RAY_TRACING_SHADER_BIT_KHR";
  return text;
}

/// What stands on one side of a barrier in a kernel: its dispatches, whose accesses or stages these
/// are, its transfers, or both.
static std::string spellSide(vkm::BarrierSide side, bool memory, std::string ofDispatches) {
  StringRef ofTransfers = memory ? "vkmorph::kTransferWrite" : "VK_PIPELINE_STAGE_TRANSFER_BIT";
  if (side == vkm::BarrierSide::Dispatches)
    return ofDispatches;
  if (side == vkm::BarrierSide::Updates || ofDispatches.empty())
    return ofTransfers.str();
  return (ofTransfers + " | " + ofDispatches).str();
}

// One global memory barrier; where nothing but write-after-read hazards are to be kept, what was
// read need not be made available, and an execution barrier does.
void HostLanguage::printBarrier(vkm::CmdBarrierOp op, TextWriter &writer) const {
  bool reads = op.getEverything(), writes = reads, memory = reads;
  // Numbers of workgroups are read by no shader.
  StringRef groups;
  for (Operation *next = op->getNextNode(); next && groups.empty(); next = next->getNextNode())
    if (auto dispatch = dyn_cast<vkm::CmdDispatchIndirectOp>(next))
      groups = dispatch.getScratch();
  for (auto hazard : op.getHazards().getAsRange<vkm::HazardAttr>()) {
    memory |= hazard.getKind() != vkm::HazardKind::WAR;
    bool isIndirect = op.getIndirect() && hazard.getResource() == groups;
    if (!isIndirect || hazard.getKind() != vkm::HazardKind::RAW)
      (hazard.getKind() == vkm::HazardKind::RAW ? reads : writes) = true;
  }
  // No empty line behind `case 1:`; the layout takes out those behind braces.
  auto earlier = llvm::make_range(op->getBlock()->begin(), Block::iterator(op));
  auto isPrinted = [](Operation &other) { return StatementPrinter::isPrinted(&other); };
  if (!isa<vkm::SwitchOp>(op->getParentOp()) || llvm::any_of(earlier, isPrinted))
    writer.line();
  // In one line: the layout of the whole file breaks it.
  writer.line("// " + describeBarrier(info, op, findNextCommand(info, sources, op)));
  std::string after, before;
  if (op.getFrom().empty()) {
    ShaderStages stages = kernel->getStages();
    std::string written = spellAccess("Write", stages);
    after = spellSide(op.getSource(), memory, memory ? written : spellStage(stages));
    before = spellSide(op.getTarget(), memory,
                       !memory  ? spellStage(stages)
                       : reads  ? spellAccess(writes ? "ReadWrite" : "Read", stages)
                       : writes ? written
                                : "");
    if (op.getIndirect())
      before += before.empty() ? "vkmorph::kIndirectRead" : " | vkmorph::kIndirectRead";
  } else {
    after = info.stagesOf(Sources::kernelsOf(info, op.getFrom()));
    before = info.stagesOf(Sources::kernelsOf(info, op.getTo()));
  }
  writer.line((memory ? "vkmorph::Barrier(" : "vkmorph::ExecutionBarrier(") + cmd + ", " + after +
              ", " + before + ");");
}
