//===- ControlReads.cpp - Reads of members that commands write -------------------------------===//

#include "passes/prove/ControlReads.h"

#include "analysis/commands/RecordedCommands.h"
#include "ir/HostCode.h"
#include "passes/Diagnostics.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static CommandsOp getCommands(ControlOp control, CmdRunOp run) {
  return control->getParentOfType<ClassOp>().lookupSymbol<CommandsOp>(run.getKernel());
}

void vkmorph::vkm::noteFieldsWritten(ControlOp control, CmdRunOp run, Writers &writers) {
  CommandsOp commands = getCommands(control, run);
  auto fields = commands ? commands.getFieldsAttr() : DictionaryAttr();
  if (!fields)
    return;
  for (NamedAttribute use : fields) {
    auto access = cast<AccessAttr>(use.getValue()).getValue();
    if (access == Access::Write || access == Access::ReadWrite)
      writers.try_emplace(use.getName(), commands);
  }
}

SmallVector<StringAttr> vkmorph::vkm::getFieldsReadBy(ControlOp control, Operation *op) {
  if (isa<LoadOp, UpdateOp>(op))
    return getLoadedFields(op);
  if (auto run = dyn_cast<CmdRunOp>(op))
    if (CommandsOp commands = getCommands(control, run))
      return getLoadedFields(commands);
  return {};
}

void vkmorph::vkm::reportRead(ControlOp control, Operation *op, StringAttr field, CommandsOp writer,
                              const DiagInfo &row) {
  // Kernels that the compiler made stand where the user's statements are.
  bool isOutlined = writer->hasAttr(kOutlinedAttr);
  std::string display = writer.getDisplay().str();
  auto known = control->getParentOfType<ClassOp>().lookupField(field.getValue());
  std::string name = (known ? getNameInSource(known) : field.getValue()).str();
  if (known && known.getSizeOf())
    name = known.getSizeOf()->str() + ".size()";
  InFlightDiagnostic diagnostic = report(
      op->getLoc(), row,
      {getNameInSource(control), name, isOutlined ? "an assignment" : "kernel '" + display + "'"});
  if (isOutlined)
    diagnostic.attachNote(writer.getLoc()) << "it is assigned here";
}
