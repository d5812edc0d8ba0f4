//===- Transfers.cpp - What a call of a control function uploads and reads back --------------===//

#include "backends/host_vulkan/raise/Transfers.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

/// Members that follow one another are moved together.
static std::vector<MemberRange> rangesOf(ClassInfo &info, const llvm::StringSet<> &members) {
  std::vector<MemberRange> ranges;
  bool follows = false;
  for (const FieldInfo &field : info.fields) {
    if (field.offset < 0)
      continue;
    bool isMoved = !field.temporary || !field.ofVector.empty();
    if (!isMoved || !members.contains(field.symbol)) {
      follows = false;
      continue;
    }
    if (!follows)
      ranges.push_back({field.offset, 0, {}});
    ranges.back().bytes = field.offset + field.bytes - ranges.back().offset;
    ranges.back().names.push_back(field.spell());
    follows = true;
  }
  return ranges;
}

// A member is uploaded unless a kernel that runs in every call has overwritten it before anything
// reads it; what is written at all is read back.
void host::findTransfers(ClassInfo &info, const Sources &sources, ControlInfo &control) {
  llvm::StringSet<> uploads, downloads, defined;
  vkm::ControlOp recorded = sources.recordedOf(control);
  recorded.walk([&](vkm::CmdRunOp run) {
    KernelInfo *kernel = info.findKernel(run.getKernel());
    for (auto [name, access] : kernel->fields) {
      bool overwrites =
          llvm::is_contained(kernel->overwrittenFields, name) && vkm::isUnconditional(run);
      if (!overwrites && !defined.contains(name.getValue()))
        uploads.insert(name.getValue());
      if (overwrites)
        defined.insert(name.getValue());
      if (access != vkm::Access::Read)
        downloads.insert(name.getValue());
    }
  });
  // Variables of control functions begin with what commands give them.
  SmallVector<StringAttr> read = vkm::getLoadedFields(sources.dropInOf(control));
  for (const FieldInfo &field : info.fields) {
    if (field.localOf.empty())
      continue;
    uploads.erase(field.symbol);
    if (control.inPieces ||
        llvm::none_of(read, [&](StringAttr name) { return name == field.symbol; }))
      downloads.erase(field.symbol);
  }
  // Or nothing has, where the host looks at it.
  recorded.walk([&](vkm::CmdReadBackOp op) {
    for (auto name : op.getFields().getAsRange<FlatSymbolRefAttr>())
      uploads.insert(name.getValue());
  });
  control.uploads = rangesOf(info, uploads);
  control.downloads = rangesOf(info, downloads);
  recorded.walk([&](vkm::CmdBindOp bind) {
    Sources::forEachBuffer(info, bind, [&](Value buffer, vkm::Access access) {
      auto data = buffer.getDefiningOp<vkm::VectorDataOp>();
      if (!data)
        return;
      uploads.insert(data.getField());
      if (access == vkm::Access::Read)
        return;
      downloads.insert(data.getField());
      if (VectorInfo *vector = info.findVector(data.getField()))
        vector->written = true;
    });
  });
  for (const FieldInfo &field : info.fields)
    if (vkm::FieldOp op = sources.fieldOf(field);
        field.isSize && downloads.contains(field.symbol)) {
      uploads.insert(*op.getSizeOf());
      downloads.insert(*op.getSizeOf());
    }
  for (TextureInfo &texture : info.textures)
    if (uploads.contains(texture.symbol))
      control.textures.push_back(&texture);
  // Of a vector that is overwritten in part, the rest stays; all of it is uploaded.
  for (VectorInfo &vector : info.vectors) {
    if (uploads.contains(vector.symbol))
      control.vectors.push_back(&vector);
    if (downloads.contains(vector.symbol))
      control.vectorDownloads.push_back(&vector);
  }
}

void host::findKeys(ControlInfo &control, const Sources &sources) {
  auto add = [&](Operation *op) {
    for (StringAttr field : vkm::getLoadedFields(op))
      // Members that commands carry from call to call are set by the commands themselves.
      if (!sources.theClass.lookupField(field)->hasAttr(vkm::kCarriedAttr) &&
          !llvm::is_contained(control.keyFields, field.getValue()))
        control.keyFields.push_back(field.str());
  };
  add(sources.recordedOf(control));
  for (KernelInfo *kernel : control.kernels)
    add(sources.commandsOf(*kernel));
}
