//===- PassPointers.cpp - Arrays of pointers that the class keeps become parameters ----------===//
//
//   void SetImage(const float *p) { m_image = p; }
//   void Run() { kernel1D_Blur(); }                  vkm.control @Run(%m_image)
//                                              ->      vkm.call @kernel1D_Blur(%m_image)
//
// From here on they are what arrays that callers give are: buffers that the caller binds in the
// recorded form, and which the drop-in form finds by the pointer.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"
#include "ir/LocalNames.h"
#include "passes/Passes.h"
#include "transforms/FieldPasser.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSPOINTERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// Passes the pointers to the functions of one class.
class PointerPasser : FieldPasser {
public:
  explicit PointerPasser(ClassOp theClass) : FieldPasser(theClass) {}
  void run();

private:
  Function getCallee(Operation *call) override;
  bool isPassed(FieldOp field) override { return field->hasAttr(kKeptAttr); }
  bool isValue(Type) override { return false; }
  std::string nameParameter(Function function, const FieldPart &part) override;
  std::string nameCopy(FieldOp field) override { return field.getSymName().str(); }
  Type getPointerType(FieldOp field) override;
  void describe(ControlOp control);
};

struct PassPointersPass : vkm::impl::PassPointersBase<PassPointersPass> {
  void runOnOperation() override;
};

} // namespace

FunctionOpInterface PointerPasser::getCallee(Operation *op) {
  auto call = dyn_cast<CallOp>(op);
  Function callee = call ? lookupCallee(call) : Function();
  return callee && callee->getParentOp() == theClass.getOperation() ? callee : Function();
}

std::string PointerPasser::nameParameter(Function function, const FieldPart &part) {
  llvm::StringSet<> taken;
  forEachLocalName(function, [&](StringRef local) { taken.insert(local); });
  std::string name = FieldOp(part.field).getSymName().str();
  while (taken.contains(name))
    name += '_';
  return name;
}

Type PointerPasser::getPointerType(FieldOp field) {
  return PtrType::get(field.getVectorElement(),
                      field->getAttrOfType<BoolAttr>(kKeptAttr).getValue());
}

/// Says by which members the generated class finds the arrays.
void PointerPasser::describe(ControlOp control) {
  Builder builder(control.getContext());
  for (const Parameter &parameter : parameters[control]) {
    FieldOp field = parameter.part.field;
    SmallVector<Attribute> path;
    if (auto within = field->getAttrOfType<ArrayAttr>("cpp_within"))
      llvm::append_range(path, within);
    auto owner = field->getAttrOfType<StringAttr>("cpp_class");
    auto name = field->getAttrOfType<StringAttr>("cpp_name");
    path.push_back(builder.getArrayAttr(
        {owner ? owner : builder.getStringAttr(""), name ? name : field.getSymNameAttr()}));
    NamedAttrList entries;
    entries.set("path", builder.getArrayAttr(path));
    if (field.getCppAccess() == CppAccess::Private)
      entries.set("private", builder.getUnitAttr());
    if (Attribute steps = field->getAttr(kInheritedPrivatelyAttr))
      entries.set(kInheritedPrivatelyAttr, steps);
    unsigned index = cast<BlockArgument>(parameter.value).getArgNumber();
    control.setArgAttr(index, kKeptByAttr, entries.getDictionary(control.getContext()));
    control.setArgAttr(index, "vkm.cpp_type", field->getAttr("vkm.cpp_type"));
  }
}

void PointerPasser::run() {
  SmallVector<FieldOp> kept;
  for (auto field : theClass.getOps<FieldOp>())
    if (isPassed(field))
      kept.push_back(field);
  if (kept.empty())
    return;
  SmallVector<Function> functions;
  for (Operation &op : theClass.getBody().front())
    if (auto function = dyn_cast<Function>(op))
      functions.push_back(function);
  for (Function function : functions)
    pass(function);
  for (auto control : theClass.getOps<ControlOp>())
    describe(control);
  for (FieldOp field : kept)
    field.erase();
}

void PassPointersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    PointerPasser(op).run();
}
