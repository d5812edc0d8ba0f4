//===- Sources.h - The operations that a model is made of ------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_SOURCES_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_SOURCES_H

#include "backends/host_vulkan/Model.h"
#include "ir/ControlForms.h"

#include "llvm/ADT/DenseMap.h"

namespace vkmorph::host {

/// Finds the operations of a raised class by what the model calls them.
class Sources {
public:
  explicit Sources(vkm::ClassOp op) : theClass(op) {}

  mutable vkm::ClassOp theClass;
  /// The constants of each vkm.workgroup_count.
  llvm::DenseMap<mlir::Operation *, GroupConstants> groupConstants;

  vkm::CommandsOp commandsOf(const KernelInfo &kernel) const {
    return theClass.lookupSymbol<vkm::CommandsOp>(kernel.commands);
  }
  vkm::ControlOp recordedOf(const ControlInfo &control) const {
    return theClass.lookupSymbol<vkm::ControlOp>(control.symbol);
  }
  vkm::ControlOp dropInOf(const ControlInfo &control) const {
    return vkm::getDropInForm(recordedOf(control));
  }
  vkm::FieldOp fieldOf(const FieldInfo &field) const { return theClass.lookupField(field.symbol); }
  /// Of a pointer parameter of a control function; null where it has none.
  vkm::ExtentOp extentOf(const ControlInfo &control, const Parameter &parameter) const;
  /// The binding of each call site of a control function.
  std::vector<vkm::CmdBindOp> bindsOf(const ControlInfo &control) const;
  /// How host code spells a type, in the class and outside of it.
  std::string typeName(const ClassInfo &info, mlir::Type type) const;
  /// The buffers that a control function binds for a kernel, and what the kernel does to them.
  static void forEachBuffer(ClassInfo &info, vkm::CmdBindOp bind,
                            llvm::function_ref<void(mlir::Value, vkm::Access)> visit);
  /// The kernels on one side of a barrier, each once.
  static llvm::SmallVector<KernelInfo *> kernelsOf(ClassInfo &info, mlir::ArrayAttr side);

private:
  /// The name of a std::pair or std::tuple of structs that host code calls otherwise than the
  /// source does; none for other types.
  std::optional<std::string> instanceName(const ClassInfo &info, vkm::RecordType type) const;
};

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_SOURCES_H
