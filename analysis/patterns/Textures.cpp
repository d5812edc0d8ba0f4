//===- Textures.cpp - Finds the textures that samplers of the device can read -----------------===//

#include "analysis/patterns/Textures.h"

#include "ir/Effects.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Vectors of the class that a control function works on: that it passes on where they may be
/// written, gives another size, or exchanges.
static void collectUsedVectors(ControlOp control, llvm::function_ref<void(StringAttr)> note) {
  control->walk([&](Operation *op) {
    if (auto data = dyn_cast<VectorDataOp>(op)) {
      for (OpOperand &use : op->getUses()) {
        auto launch = dyn_cast<LaunchOp>(use.getOwner());
        auto kernel = launch ? lookupKernel(launch) : KernelOp();
        if (!kernel || getEffects(kernel.getBody())
                           .writesAny({{}, kernel.getArgument(use.getOperandNumber())}))
          note(data.getFieldAttr().getAttr());
      }
      return;
    }
    if (isa<FieldRefOp>(op))
      return;
    op->getAttrDictionary().walk([&](FlatSymbolRefAttr symbol) { note(symbol.getAttr()); });
  });
  if (auto exchanged = control->getAttrOfType<ArrayAttr>(kExchangedAttr))
    exchanged.walk([&](StringAttr field) { note(field); });
}

TextureAnalysis::TextureAnalysis(ClassOp parent) : parent(parent) {
  auto addWrites = [&](Region &body, const std::string &who) {
    for (const Root &root : getEffects(body).writes)
      if (root.symbol)
        writers.try_emplace(root.symbol, who);
  };
  for (KernelOp kernel : parent.getBody().front().getOps<KernelOp>())
    addWrites(kernel.getBody(), kernel->hasAttr(kOutlinedAttr)
                                    ? "a control function"
                                    : "kernel '" + kernel.getDisplayName().str() + "'");
  for (KernelOp kernel : parent.getBody().front().getOps<KernelOp>())
    addReaders(kernel);
  for (ControlOp control : parent.getBody().front().getOps<ControlOp>()) {
    std::string who = "control function '" + control.getSymName().str() + "'";
    addWrites(control.getBody(), who);
    collectUsedVectors(control, [&](StringAttr field) { writers.try_emplace(field, who); });
    llvm::SetVector<Operation *> reached;
    reached.insert(control);
    for (size_t next = 0; next < reached.size(); ++next)
      reached[next]->walk([&](CallOp call) {
        if (Operation *callee = lookupCallee(call))
          reached.insert(callee);
      });
    onHost.insert(reached.begin(), reached.end());
  }
}

void TextureAnalysis::addReaders(KernelOp kernel) {
  // Methods that sample read the vectors that a record has the numbers of, but not by themselves:
  // with each function that is reached, the one that it may read.
  llvm::SetVector<std::pair<Operation *, Attribute>> reached;
  reached.insert({kernel, Attribute()});
  for (size_t next = 0; next < reached.size(); ++next) {
    Attribute sampled = reached[next].second;
    reached[next].first->walk([&](Operation *op) {
      if (auto data = dyn_cast<VectorDataOp>(op); data && Attribute(data.getFieldAttr()) != sampled)
        readers.try_emplace(data.getFieldAttr().getAttr(),
                            "kernel '" + kernel.getDisplayName().str() + "'");
      auto call = dyn_cast<CallOp>(op);
      Operation *callee = call ? lookupCallee(call).getOperation() : nullptr;
      if (!callee)
        return;
      std::optional<Sampling> sampling = Sampling::of(callee);
      if (!sampling || !sampling->isMany())
        reached.insert({callee, sampled});
      else if (sampling->levels)
        reached.insert({callee, sampling->levels});
    });
  }
}

std::string TextureAnalysis::findObstacle(FuncOp function, bool isMixed) const {
  Sampling sampling = *Sampling::of(function);
  if (sampling.isMany()) {
    if (!isMixed)
      return "threads may sample different ones, which the target's devices need not have "
             "(nonuniform_sampling)";
    auto reader = readers.find(sampling.getNumbered().getAttr());
    return reader == readers.end()
               ? ""
               : reader->second + " also reads its " + (sampling.levels ? "levels" : "texels") +
                     " by themselves, for which a record of a texture has no "
                     "number";
  }
  if (onHost.contains(function))
    return "a control function calls it on the host, which has no sampler";
  SmallVector<FlatSymbolRefAttr> fields = sampling.getFields();
  fields.insert(fields.begin(), sampling.texels);
  for (FlatSymbolRefAttr field : fields)
    if (auto writer = writers.find(field.getAttr()); writer != writers.end())
      return writer->second + " changes '" + field.getValue().str() +
             "', and images are filled before all commands";
  return {};
}
