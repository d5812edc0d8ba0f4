//===- SplitShaders.cpp - One module for each shader, with what it uses -----------------------===//
//
// A shader's text is a translation unit of its own. So is its module: names are legal for it alone,
// functions are specialised for its buffers, and nothing stands in it that the shader does not use.
// The fields all stay: the class data block looks the same in all shaders.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Raise.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static void collectRecords(Operation *module, Type type, llvm::SetVector<Operation *> &used) {
  if (auto array = dyn_cast<ArrayType>(type))
    return collectRecords(module, array.getElementType(), used);
  if (auto pointer = dyn_cast<PtrType>(type))
    return collectRecords(module, pointer.getPointee(), used);
  if (auto ref = dyn_cast<RefType>(type))
    return collectRecords(module, ref.getPointee(), used);
  auto recordType = dyn_cast<RecordType>(type);
  RecordOp record = recordType ? lookupRecord(module, recordType) : RecordOp();
  if (!record || used.contains(record))
    return;
  for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
    collectRecords(module, member.getType(), used);
  used.insert(record);
}

/// The records of what a shader binds.
static void collectBound(ShaderOp shader, Operation *module, ClassOp parent,
                         llvm::SetVector<Operation *> &used) {
  for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
    collectRecords(module, binding.getElementType(), used);
    if (binding.getKind() == ResourceKind::ClassData)
      for (FieldOp field : parent.getOps<FieldOp>())
        if (field.getOffset())
          collectRecords(module, field.getType(), used);
  }
}

/// The records of what the text declares beside functions.
static void collectDeclared(Operation *declared, Operation *module,
                            llvm::SetVector<Operation *> &used) {
  if (auto shared = dyn_cast<SharedOp>(declared))
    collectRecords(module, shared.getType(), used);
  if (auto payload = dyn_cast<PayloadOp>(declared))
    collectRecords(module, payload.getType(), used);
  if (auto scratch = dyn_cast<ScratchOp>(declared))
    for (MemberAttr member : scratch.getMembers().getAsRange<MemberAttr>())
      collectRecords(module, member.getType(), used);
}

/// Everything that the shader's text has to declare, callees before callers, inner records before
/// outer ones.
static void collectUses(Operation *user, ModuleOp module, ClassOp parent,
                        llvm::SetVector<Operation *> &used) {
  auto useType = [&](Type type) { collectRecords(module, type, used); };
  if (auto function = dyn_cast<FuncOp>(user)) {
    llvm::for_each(function.getArgumentTypes(), useType);
    llvm::for_each(function.getResultTypes(), useType);
  }
  user->walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), useType);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), useType);
    for (NamedAttribute attribute : op->getAttrs()) {
      auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute.getValue());
      if (!symbol)
        continue;
      Operation *target = parent.lookupSymbol(symbol.getAttr());
      if (!target)
        target = module.lookupSymbol(symbol.getAttr());
      if (!target || used.contains(target) || isa<ClassOp, RecordOp>(target))
        continue;
      if (isa<FuncOp>(target))
        collectUses(target, module, parent, used);
      collectDeclared(target, module, used);
      used.insert(target);
    }
  });
}

OwningOpRef<ModuleOp> vkmorph::shading::splitShaders(ModuleOp lowered) {
  OwningOpRef<ModuleOp> result = ModuleOp::create(lowered.getLoc());
  setPhase(*result, Phase::Raised);
  // Layouts of blocks depend on the target.
  if (Attribute target = lowered->getAttr(kTargetAttr))
    (*result)->setAttr(kTargetAttr, target);
  auto classes = lowered.getOps<ClassOp>();
  if (classes.empty())
    return result;
  ClassOp source = *classes.begin();
  OpBuilder builder(lowered.getContext());
  for (ShaderOp shader : source.getOps<ShaderOp>()) {
    llvm::SetVector<Operation *> used;
    collectBound(shader, lowered, source, used);
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>())
      if (binding.getKind() == ResourceKind::Scratch || binding.getKind() == ResourceKind::Vector)
        if (Operation *buffer = source.lookupSymbol(binding.getName())) {
          collectDeclared(buffer, lowered, used);
          used.insert(buffer);
        }
    collectUses(shader, lowered, source, used);

    builder.setInsertionPointToEnd(result->getBody());
    auto module = builder.create<ModuleOp>(shader.getLoc(), shader.getSymName());
    setPhase(module, Phase::Raised);
    builder.setInsertionPointToEnd(module.getBody());
    for (Operation *op : used)
      if (op->getParentOp() == lowered && isa<RecordOp>(op))
        builder.clone(*op);
    auto copy = cast<ClassOp>(builder.cloneWithoutRegions(*source));
    builder.createBlock(&copy.getBody());
    for (Operation &op : source.getBody().front())
      if (auto field = dyn_cast<FieldOp>(op);
          (field && field.getOffset()) || (used.contains(&op) && !isa<FuncOp>(op)))
        builder.clone(op);
    // Free functions move into the class: all of them are device functions of this shader now.
    for (Operation *op : used)
      if (isa<FuncOp>(op))
        builder.clone(*op);
    builder.clone(*shader);
    if (ArrayAttr coherent = shader.getCoherentFieldsAttr())
      for (auto name : coherent.getAsRange<FlatSymbolRefAttr>())
        copy.lookupField(name.getValue())->setAttr(kCoherentAttr, builder.getUnitAttr());
  }
  return result;
}

/// What the bindings and the code of a shader's module name, and the records of what it declares: a
/// callable shader has the payload that it is given, whether it reads it or not.
static llvm::SetVector<Operation *> collectNamed(ModuleOp module) {
  ClassOp parent = shading::getClass(module);
  ShaderOp shader = shading::getShader(module);
  llvm::SetVector<Operation *> used;
  collectBound(shader, module, parent, used);
  for (Operation &declared : parent.getBody().front())
    collectDeclared(&declared, module, used);
  collectUses(shader, module, parent, used);
  return used;
}

void vkmorph::shading::dropUnusedFunctions(ModuleOp module) {
  llvm::SetVector<Operation *> used = collectNamed(module);
  for (FuncOp function : llvm::make_early_inc_range(getClass(module).getOps<FuncOp>()))
    if (!used.contains(function))
      function.erase();
}

void vkmorph::shading::dropUnusedRecords(ModuleOp module) {
  llvm::SetVector<Operation *> used = collectNamed(module);
  for (RecordOp record : llvm::make_early_inc_range(module.getOps<RecordOp>()))
    if (!used.contains(record))
      record.erase();
}
