//===- Parameters.cpp - What the kernel and its functions are given ---------------------------===//
//
// The host passes scalars in a block, each aligned to its size, and a vector of three to that of
// four. clspv packs the parameters of a kernel as a struct of C, where a vector of three takes the
// room of four; so such a one is its components:
//
//     vec3 shift; float scale;      ->      float shiftX, float shiftY, float shiftZ, float scale
//
// Buffers, class data and shared variables belong to the kernel in OpenCL C. Functions that mention
// them, or call functions that do, are given pointers:
//
//     void combineWorkgroup(int *m_summLocal, __local int *m_summShared)
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/raise/Raise.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

/// What a vector of three is made of.
static void splitVector(PushConstantOp constant) {
  auto vector = cast<VecType>(constant.getType());
  OpBuilder builder(constant);
  SmallVector<Value> parts;
  for (char name : StringRef("XYZ"))
    parts.push_back(builder.create<PushConstantOp>(constant.getLoc(), vector.getElementType(),
                                                   (constant.getName() + Twine(name)).str()));
  auto whole = builder.create<AggregateOp>(constant.getLoc(), vector, parts);
  whole->setAttr(kNameHintAttr, constant.getNameAttr());
  constant.replaceAllUsesWith(Value(whole));
  constant.erase();
}

void vkmorph::openclc::placeArguments(ModuleOp module) {
  ShaderOp shader = getShader(module);
  int64_t host = 0, packed = 0;
  for (PushConstantOp constant : llvm::make_early_inc_range(shader.getOps<PushConstantOp>())) {
    Layout layout = getPushLayout(constant.getType());
    auto vector = dyn_cast<VecType>(constant.getType());
    bool isSplit = vector && vector.getLength() == 3;
    int64_t align = isSplit ? layout.size / 3 : layout.align;
    host = llvm::alignTo(host, layout.align);
    OpBuilder builder(constant);
    for (packed = llvm::alignTo(packed, align); packed < host;) {
      builder.create<PushConstantOp>(constant.getLoc(), builder.getIntegerType(32, false),
                                     "padding");
      packed = llvm::alignTo(packed + 4, align);
    }
    if (isSplit)
      splitVector(constant);
    host += layout.size;
    packed = host;
  }
}

/// What a body mentions by itself.
static void collect(FuncOp function, ShaderOp shader, llvm::StringSet<> &names) {
  auto pointers = shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr);
  auto pointerOf = [&](ResourceKind kind, StringRef name) {
    for (auto [binding, pointer] : llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                                             pointers.getAsValueRange<StringAttr>()))
      if (binding.getKind() == kind && (name.empty() || binding.getName() == name))
        names.insert(pointer);
  };
  function.walk([&](Operation *op) {
    if (isa<FieldRefOp>(op))
      pointerOf(ResourceKind::ClassData, "");
    else if (auto scratch = dyn_cast<ScratchRefOp>(op))
      pointerOf(ResourceKind::Scratch, scratch.getScratch());
    else if (auto shared = dyn_cast<SharedRefOp>(op))
      names.insert(shared.getVariable());
  });
}

void vkmorph::openclc::findPassed(ModuleOp module) {
  ClassOp parent = getClass(module);
  ShaderOp shader = getShader(module);
  llvm::DenseMap<Operation *, llvm::StringSet<>> passed;
  for (FuncOp function : parent.getOps<FuncOp>())
    collect(function, shader, passed[function]);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (FuncOp function : parent.getOps<FuncOp>())
      function.walk([&](CallOp call) {
        llvm::StringSet<> inner = passed[lookupCallee(call)];
        for (const auto &name : inner)
          isChanged |= passed[function].insert(name.getKey()).second;
      });
  }
  // In the order of the kernel's own declarations.
  SmallVector<StringRef> order;
  for (StringRef name :
       shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr).getAsValueRange<StringAttr>())
    order.push_back(name);
  for (SharedOp shared : parent.getOps<SharedOp>())
    order.push_back(shared.getSymName());
  Builder builder(module.getContext());
  for (FuncOp function : parent.getOps<FuncOp>()) {
    SmallVector<StringRef> names;
    for (StringRef name : order)
      if (passed[function].contains(name))
        names.push_back(name);
    function->setAttr(kPassedAttr, builder.getStrArrayAttr(names));
  }
}
