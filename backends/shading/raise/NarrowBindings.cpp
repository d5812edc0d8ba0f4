//===- NarrowBindings.cpp - The buffers that a shader uses, and what it does to them ----------===//
//
// The shaders of a kernel share one descriptor set; each declares only the bindings that it uses,
// and only with the access that it has: readonly where it never writes.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Raise.h"
#include "ir/Places.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static Access operator|(Access a, Access b) {
  return static_cast<Access>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

/// The name of the binding that a place lies in; empty for variables.
static StringRef getBinding(Value place, ClassOp parent, StringRef classData) {
  Root root = getRoot(place);
  if (root.symbol) {
    Operation *symbol = parent.lookupSymbol(root.symbol);
    if (isa_and_nonnull<FieldOp>(symbol))
      return classData;
    return isa_and_nonnull<ScratchOp>(symbol) ? root.symbol.getValue() : StringRef();
  }
  StringAttr buffer = getBufferName(root.value);
  return buffer ? buffer.getValue() : StringRef();
}

bool vkmorph::shading::isOnlyBits(ShaderOp shader, BindingAttr binding) {
  return binding.getKind() == ResourceKind::Parameter &&
         llvm::any_of(shader.getOps<BufferOp>(), [&](BufferOp buffer) {
           return buffer.getName() == binding.getName() && buffer->hasAttr(kOnlyBitsAttr);
         });
}

/// Marks the buffers of which nothing but words is accessed.
static void markBits(ModuleOp module, ShaderOp shader) {
  llvm::StringSet<> typed, words;
  module.walk([&](Operation *op) {
    Value place = getAccessedPlace(op);
    Root root = place ? getRoot(place) : Root();
    if (!root.value)
      return;
    bool isBits = place.getDefiningOp<BitsOp>() != nullptr;
    if (StringAttr buffer = getBufferName(root.value))
      (isBits ? words : typed).insert(buffer.getValue());
  });
  for (BufferOp buffer : shader.getOps<BufferOp>()) {
    // What a function is given is accessed there by another name.
    bool isPassed = llvm::any_of(buffer->getUsers(), llvm::IsaPred<CallOp>);
    if (words.contains(buffer.getName()) && !typed.contains(buffer.getName()) && !isPassed)
      buffer->setAttr(shading::kOnlyBitsAttr, UnitAttr::get(module.getContext()));
  }
}

void vkmorph::shading::narrowBindings(ModuleOp module, bool keepsUnused) {
  ClassOp parent = getClass(module);
  ShaderOp shader = getShader(module);
  StringRef classData;
  for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>())
    if (binding.getKind() == ResourceKind::ClassData)
      classData = binding.getName();
  llvm::StringMap<Access> accesses;
  module.walk([&](Operation *op) {
    auto access = [&](Value place, Access kind) {
      StringRef name = getBinding(place, parent, classData);
      accesses[name] = accesses[name] | kind;
    };
    if (auto load = dyn_cast<LoadOp>(op))
      access(load.getRef(), Access::Read);
    else if (auto assign = dyn_cast<AssignOp>(op))
      access(assign.getRef(), Access::Write);
    else if (auto update = dyn_cast<UpdateOp>(op))
      access(update.getRef(), Access::ReadWrite);
    else if (isa<AtomicOp, CompareSwapOp>(op))
      access(op->getOperand(0), Access::ReadWrite);
  });
  SmallVector<Attribute> bindings;
  for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
    Access access = accesses.lookup(binding.getName());
    // One that a function is given and does not touch is still named.
    bool isPassed = llvm::any_of(shader.getOps<BufferOp>(), [&](BufferOp buffer) {
      return buffer.getName() == binding.getName() && !buffer->use_empty();
    });
    if (access == Access::None && isPassed)
      access = Access::Read;
    if (access != Access::None || keepsUnused)
      bindings.push_back(BindingAttr::get(module.getContext(), binding.getBinding(),
                                          binding.getKind(), binding.getName(),
                                          binding.getElementType(), access));
    else
      for (BufferOp buffer : llvm::make_early_inc_range(shader.getOps<BufferOp>()))
        if (buffer.getName() == binding.getName() && buffer->use_empty())
          buffer.erase();
  }
  shader.setBindingsAttr(ArrayAttr::get(module.getContext(), bindings));
  markBits(module, shader);
  for (ScratchOp scratch : llvm::make_early_inc_range(parent.getOps<ScratchOp>()))
    if (!accesses.count(scratch.getSymName()))
      scratch.erase();

  // The host sets all push constants of a kernel at once; a shader that reads none declares none.
  auto constants = shader.getOps<PushConstantOp>();
  if (llvm::all_of(constants, [](PushConstantOp op) { return op->use_empty(); }))
    for (PushConstantOp constant : llvm::make_early_inc_range(constants))
      constant.erase();
  if (!keepsUnused)
    dropUnusedRecords(module);
}
