//===- ExplainBarriers.cpp - Each barrier with its place and the hazards behind it ------------===//

#include "Explain.h"

#include "ir/Diagnostics.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <array>
#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// Explains the barriers of one class.
class BarrierExplanation {
public:
  BarrierExplanation(ClassOp op, llvm::raw_ostream &os) : op(op), symbols(op), os(os) {}
  void print();

private:
  void explain(llvm::StringRef name, FunctionOpInterface function);
  void explainHazards(CmdBarrierOp barrier);
  void explainHost(ControlOp control);
  std::string describeResource(llvm::StringRef name, Operation *barrier);
  std::string describeCommand(llvm::StringRef display, Operation *barrier);

  ClassOp op;
  SymbolTable symbols;
  llvm::raw_ostream &os;
};
} // namespace

static std::string describePlace(Location loc) {
  FileLineColLoc begin = getSourceBegin(loc);
  if (!begin)
    return {};
  return llvm::formatv("{0}:{1}", llvm::sys::path::filename(begin.getFilename().getValue()),
                       begin.getLine());
}

static StringRef getDisplay(CommandsOp commands) { return commands.getDisplay(); }

/// "m_sum (class data, bytes 8 to 11)"
std::string BarrierExplanation::describeResource(StringRef name, Operation *barrier) {
  Operation *symbol = symbols.lookup(name);
  if (auto field = dyn_cast_or_null<FieldOp>(symbol)) {
    if (field.isImage())
      return (name + " (an image that vkmorph added)").str();
    if (field.getVectorElement())
      return (name + " (the elements of the vector)").str();
    std::optional<int64_t> offset = field.getOffset();
    if (!offset)
      return (name + " (class data)").str();
    int64_t last = *offset + getLayout(field, field.getType()).size - 1;
    return llvm::formatv("{0} (class data, bytes {1} to {2})", name, *offset, last);
  }
  if (isa_and_nonnull<ScratchOp>(symbol))
    return (name + " (a buffer that vkmorph added)").str();
  auto function = barrier->getParentOfType<FunctionOpInterface>();
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    if (argName(function, index) == name)
      return (name + " (the caller's array)").str();
  // "class data": different members.
  return name == "class data" ? "class data (different members, which share one buffer)"
                              : (name + " (the caller's array)").str();
}

/// "Sum (numbers.cpp:12)": where there is one place only.
std::string BarrierExplanation::describeCommand(StringRef display, Operation *barrier) {
  llvm::SmallSetVector<StringRef, 2> places;
  std::vector<std::string> texts;
  barrier->getParentOfType<FunctionOpInterface>().walk([&](CmdRunOp run) {
    auto commands = symbols.lookup<CommandsOp>(run.getKernel());
    if (getDisplay(commands) == display)
      texts.push_back(describePlace(run.getLoc()));
  });
  for (const std::string &text : texts)
    places.insert(text);
  if (places.size() != 1 || places.front().empty())
    return display.str();
  return (display + " (" + places.front() + ")").str();
}

/// m_sum (class data, bytes 0 to 3): B reads and overwrites what A wrote (RAW, WAW), and overwrites
/// what it reads (WAR)
void BarrierExplanation::explainHazards(CmdBarrierOp barrier) {
  // The kinds of hazards between two commands over one resource.
  using Ends = std::tuple<StringRef, StringRef, StringRef, bool>;
  llvm::MapVector<Ends, std::array<bool, 3>, std::map<Ends, unsigned>> kinds;
  for (HazardAttr hazard : barrier.getHazards().getAsRange<HazardAttr>())
    kinds[{hazard.getResource(), hazard.getFrom(), hazard.getTo(), hazard.getEarlier()}]
         [static_cast<size_t>(hazard.getKind())] = true;
  for (auto &[ends, known] : kinds) {
    auto [resource, from, to, isEarlier] = ends;
    bool raw = known[static_cast<size_t>(HazardKind::RAW)],
         war = known[static_cast<size_t>(HazardKind::WAR)],
         waw = known[static_cast<size_t>(HazardKind::WAW)];
    std::string before = isEarlier ? ("earlier commands of this object (" + from + ")").str()
                                   : describeCommand(from, barrier);
    os << "  " << describeResource(resource, barrier) << ": " << describeCommand(to, barrier);
    if (raw || waw)
      os << (raw ? waw ? " reads and overwrites" : " reads" : " overwrites") << " what " << before
         << " wrote (" << (raw ? waw ? "RAW, WAW" : "RAW" : "WAW") << ")";
    if (war)
      os << (raw || waw ? ", and overwrites what is read there"
                        : " overwrites what " + before + " reads")
         << " (WAR)";
    os << "\n";
  }
}

void BarrierExplanation::explain(StringRef name, FunctionOpInterface function) {
  unsigned number = 0;
  function->walk([&](CmdBarrierOp barrier) {
    os << "barrier " << ++number << " of " << name;
    if (std::string place = describePlace(barrier.getLoc()); !place.empty())
      os << ", at " << place;
    bool isInLoop = barrier->getParentOfType<ForOp>() || barrier->getParentOfType<WhileOp>() ||
                    barrier->getParentOfType<DoWhileOp>();
    os << (isInLoop ? ", in each iteration" : "");
    bool ofMemory =
        barrier.getEverything() ||
        llvm::any_of(barrier.getHazards().getAsRange<HazardAttr>(),
                     [](HazardAttr hazard) { return hazard.getKind() != HazardKind::WAR; });
    os << (ofMemory ? ", of execution and memory:\n" : ", of execution only:\n");
    if (barrier.getEverything())
      os << "  everything before it comes before everything after it (--barriers=naive)\n";
    explainHazards(barrier);
  });
  if (number == 0)
    os << name << " needs no barrier\n";
}

/// What the host has to do with the commands: copies of the call with host arrays.
void BarrierExplanation::explainHost(ControlOp control) {
  llvm::SetVector<StringRef> reads, writes, arrays;
  auto add = [&](StringRef name, Access access) {
    // The host has no images.
    if (auto field = symbols.lookup<FieldOp>(name); field && field.isImage())
      return;
    if (access != Access::Write)
      reads.insert(name);
    if (access != Access::Read)
      writes.insert(name);
  };
  control.walk([&](CmdBindOp bind) {
    auto commands = symbols.lookup<CommandsOp>(bind.getKernel());
    auto bindings = commands.getBindings().getAsRange<BindingAttr>();
    unsigned index = 0;
    for (BindingAttr binding : bindings) {
      if (binding.getKind() != ResourceKind::Parameter)
        continue;
      Value buffer = bind.getBuffers()[index++];
      if (auto data = buffer.getDefiningOp<VectorDataOp>()) {
        add(data.getField(), binding.getAccess());
      } else if (auto argument = dyn_cast<BlockArgument>(buffer)) {
        StringRef name = argName(control, argument.getArgNumber());
        arrays.insert(name);
        add(name, binding.getAccess());
      }
    }
  });
  control.walk([&](CmdRunOp run) {
    auto commands = symbols.lookup<CommandsOp>(run.getKernel());
    for (NamedAttribute use : commands.getFieldsAttr())
      if (auto field = symbols.lookup<FieldOp>(use.getName()); field && !field.getTemporary())
        add(use.getName(), cast<AccessAttr>(use.getValue()).getValue());
  });
  if (reads.empty() && writes.empty())
    return;
  auto list = [](const llvm::SetVector<StringRef> &names) { return llvm::join(names, ", "); };
  os << "host: a call with host arrays ";
  if (!reads.empty())
    os << "brings " << list(reads) << " to the device before these commands";
  if (!writes.empty())
    os << (reads.empty() ? "" : " and ") << "takes " << list(writes) << " back behind them";
  os << "; the runtime has barriers of its own on both sides\n";
  if (!arrays.empty())
    os << "host: where you record the commands yourself, what comes before and behind them on "
       << list(arrays) << " is yours to order\n";
}

void BarrierExplanation::print() {
  Block &members = op.getBody().front();
  for (CommandsOp commands : members.getOps<CommandsOp>())
    explain(("kernel " + getDisplay(commands)).str(), commands);
  for (ControlOp control : members.getOps<ControlOp>()) {
    auto name = control->getAttrOfType<StringAttr>("cpp_name");
    explain(("control function " + (name ? name.getValue() : control.getSymName())).str(), control);
    explainHost(control);
  }
}

void vkmorph::tool::explainBarriers(ClassOp op, llvm::raw_ostream &os) {
  BarrierExplanation(op, os).print();
}
