//===- PassObjects.cpp - Fields of objects that callers lend become parameters ---------------===//
//
//   void Blur(const Image &in, Image &out)        vkm.control @Blur(%in_data, %in_data_size,
//     kernel2D_Blur(in, out);                ->                     %in_width, ...)
//                                                   vkm.call @kernel2D_Blur(%in_data, %in_width,
//                                                   ..)
//
// From here on they are what arrays, numbers and references that callers give are: buffers that the
// caller binds in the recorded form, push constants, places that are written at the end. Kernels
// and functions get what they use: of a struct the members, where they only read them.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/GridShape.h"
#include "ir/HostCode.h"
#include "ir/LentObjects.h"
#include "ir/LocalNames.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/FieldPasser.h"
#include "transforms/Parameters.h"
#include "transforms/ReturnedValues.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSOBJECTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

/// Whether a type is passed as a number: no struct, no array.
static bool isNumber(Type type) { return !isa<RecordType, ArrayType>(type); }

namespace {

/// Passes the objects' fields to the functions of one class.
class ObjectPasser : FieldPasser {
public:
  explicit ObjectPasser(ClassOp theClass) : FieldPasser(theClass) {}
  LogicalResult run();

private:
  LogicalResult check();
  void addObjects(ControlOp control);
  std::string makeUnique(Function function, StringRef name);

  Function getCallee(Operation *call) override;
  bool isPassed(FieldOp field) override { return symbols.contains(field.getSymName()); }
  bool isWritten(Function function, FieldOp field) override {
    return written[function].contains(field.getSymName());
  }
  bool isValue(Type type) override { return isNumber(type); }
  std::string nameParameter(Function function, const FieldPart &part) override;
  std::string nameCopy(FieldOp field) override;
  Type getPointerType(FieldOp field) override;
  void replaceFields(Function function) override;
  void finishCall(Operation *call, Function callee) override;

  SmallVector<FieldOp> lent; ///< in order
  llvm::StringSet<> symbols; ///< theirs
  llvm::StringSet<> changed; ///< vectors whose elements are written
  llvm::DenseMap<Operation *, llvm::StringSet<>> written;
};

struct PassObjectsPass : vkm::impl::PassObjectsBase<PassObjectsPass> {
  void runOnOperation() override;
};

} // namespace

static DictionaryAttr getLent(FieldOp field) {
  return field->getAttrOfType<DictionaryAttr>(kLentAttr);
}

static StringRef getParameterName(FieldOp field) {
  return getLent(field).getAs<StringAttr>("name").getValue();
}

/// What only objects of the class itself can do.
LogicalResult ObjectPasser::check() {
  LogicalResult result = success();
  theClass.walk([&](Operation *op) {
    StringAttr vector;
    if (auto append = dyn_cast<AppendOp>(op))
      vector = append.getFieldAttr().getAttr();
    if (auto assign = dyn_cast<AssignOp>(op); assign && !assign->getParentOfType<ControlOp>()) {
      Root root = getRoot(assign.getRef());
      FieldOp field = root.symbol ? theClass.lookupField(root.symbol) : FieldOp();
      if (field && field.getSizeOf())
        vector = field.getSizeOfAttr().getAttr();
    }
    if (!vector || !symbols.contains(vector.getValue()))
      return;
    FieldOp field = theClass.lookupField(vector.getValue());
    report(op->getLoc(), diag::LentVectorChanges,
           {getParameterName(field).str(),
            getLent(field).getAs<StringAttr>("control").getValue().str()});
    result = failure();
  });
  return result;
}

/// A name for a parameter that the function has not.
std::string ObjectPasser::makeUnique(Function function, StringRef name) {
  llvm::StringSet<> taken;
  forEachLocalName(function, [&](StringRef local) { taken.insert(local); });
  std::string unique = name.str();
  while (taken.contains(unique))
    unique += '_';
  return unique;
}

std::string ObjectPasser::nameParameter(Function function, const FieldPart &part) {
  std::string name = getParameterName(part.field).str();
  for (Attribute step : part.path) {
    if (auto member = dyn_cast<StringAttr>(step))
      name += "_" + member.str();
    else
      name += "_" + std::to_string(cast<IntegerAttr>(step).getInt());
  }
  return makeUnique(function, name);
}

std::string ObjectPasser::nameCopy(FieldOp field) {
  return (getParameterName(field) + "_here").str();
}

Type ObjectPasser::getPointerType(FieldOp field) {
  return PtrType::get(field.getVectorElement(), !changed.contains(field.getSymName()));
}

/// The parameters of a control function that callers call: those of each object where that stands,
/// in the order of its members.
void ObjectPasser::addObjects(ControlOp control) {
  Builder builder(control.getContext());
  SmallVector<DictionaryAttr> objects = getObjects(control);
  SmallVector<Attribute> described;
  unsigned added = 0;
  for (auto [number, object] : llvm::enumerate(objects)) {
    unsigned first = object.getAs<IntegerAttr>("position").getInt() + added, index = first;
    for (FieldOp field : lent) {
      DictionaryAttr owner = getLent(field);
      if (owner.getAs<StringAttr>("control").getValue() != control.getSymName() ||
          owner.getAs<IntegerAttr>("object").getInt() != static_cast<int64_t>(number))
        continue;
      bool isVector = static_cast<bool>(field.getVectorElement());
      bool isPlace = field.getSizeOf() || isWritten(control, field) || !isNumber(field.getType());
      Type type = isVector  ? getPointerType(field)
                  : isPlace ? RefType::get(field.getType())
                            : field.getType();
      Value value = insertParameter(control, index, makeUnique(control, getParameterName(field)),
                                    type, field.getLoc());
      parameters[control].push_back({{field, {}, type}, value});
      FieldOp member = field;
      if (std::optional<StringRef> vector = field.getSizeOf())
        member = theClass.lookupField(*vector);
      SmallVector<NamedAttribute> entries;
      auto add = [&](StringRef key, Attribute entry) {
        if (entry)
          entries.push_back(builder.getNamedAttr(key, entry));
      };
      add("object", builder.getI32IntegerAttr(static_cast<int32_t>(number)));
      SmallVector<Attribute> path;
      if (auto within = member->getAttrOfType<ArrayAttr>("cpp_within"))
        llvm::append_range(path, within);
      auto name = member->getAttrOfType<StringAttr>("cpp_name");
      path.push_back(builder.getArrayAttr(
          {member->getAttr("cpp_class"), name ? name : member.getSymNameAttr()}));
      add("path", builder.getArrayAttr(path));
      if (member.getCppAccess() != CppAccess::Public)
        add("private", builder.getUnitAttr());
      add(kInheritedPrivatelyAttr, member->getAttr(kInheritedPrivatelyAttr));
      if (isVector || field.getSizeOf())
        add(isVector ? "vector" : "size", builder.getUnitAttr());
      control.setArgAttr(index, kPartAttr, builder.getDictionaryAttr(entries));
      if (Attribute spelling = field->getAttr("vkm.cpp_type"))
        control.setArgAttr(index, "vkm.cpp_type", spelling);
      ++index;
    }
    added += index - first;
    SmallVector<NamedAttribute> entries(object.begin(), object.end());
    for (NamedAttribute &entry : entries)
      if (entry.getName() == "position")
        entry.setValue(builder.getI32IntegerAttr(static_cast<int32_t>(first)));
    described.push_back(builder.getDictionaryAttr(entries));
  }
  control->setAttr(kObjectsAttr, builder.getArrayAttr(described));
}

/// Whether a value of a control function is the same wherever it is computed.
static bool isFixed(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !isa<RefType>(argument.getType());
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (isa<BlockArgument>(load.getRef()))
      return llvm::all_of(load.getRef().getUsers(), llvm::IsaPred<LoadOp>);
    auto var = load.getRef().getDefiningOp<VarOp>();
    return var && var.getConstant() && var.getInit() && isFixed(var.getInit());
  }
  return isa<ConstantOp, BinaryOp, CastOp>(op) && llvm::all_of(op->getOperands(), isFixed);
}

/// `out.width = in.width; kernel(in, out);`: the kernel is given in.width, so that the recorded
/// form need not be told what out.width was before.
static void forwardAssigned(BlockArgument place) {
  AssignOp assign;
  SmallVector<LoadOp> loads;
  for (Operation *user : place.getUsers()) {
    if (auto load = dyn_cast<LoadOp>(user))
      loads.push_back(load);
    else if (auto write = dyn_cast<AssignOp>(user); write && !assign)
      assign = write;
    else
      return;
  }
  if (!assign || assign->getBlock() != place.getOwner() || !isFixed(assign.getValue()))
    return;
  for (LoadOp load : loads) {
    Operation *statement = place.getOwner()->findAncestorOpInBlock(*load);
    if (!statement || !assign->isBeforeInBlock(statement))
      continue;
    load.getResult().replaceAllUsesWith(assign.getValue());
    load.erase();
  }
}

FunctionOpInterface ObjectPasser::getCallee(Operation *op) {
  auto call = dyn_cast<CallOp>(op);
  Function callee = call ? lookupCallee(call) : Function();
  return callee && callee->getParentOp() == theClass.getOperation() ? callee : Function();
}

void ObjectPasser::finishCall(Operation *call, Function callee) {
  // `in.width()` on the host is the number.
  if (!parameters[callee].empty() && call->getParentOfType<ControlOp>() &&
      isa<FuncOp>(callee.getOperation()))
    inlineCall(cast<CallOp>(call));
}

void ObjectPasser::replaceFields(Function function) {
  auto control = dyn_cast<ControlOp>(function.getOperation());
  if (!control || !control->hasAttr(kObjectsAttr))
    return FieldPasser::replaceFields(function);
  addObjects(control);
  llvm::StringMap<Value> values;
  for (const Parameter &parameter : parameters[function])
    values[FieldOp(parameter.part.field).getSymName()] = parameter.value;
  SmallVector<Operation *> uses;
  control.walk([&](Operation *op) {
    if (isa<VectorDataOp, FieldRefOp>(op))
      uses.push_back(op);
  });
  for (Operation *op : uses) {
    auto place = dyn_cast<FieldRefOp>(op);
    Value value = values.lookup(place ? place.getField() : cast<VectorDataOp>(op).getField());
    if (!value)
      continue;
    if (!place || isa<RefType>(value.getType())) {
      op->getResult(0).replaceAllUsesWith(value);
      continue;
    }
    for (Operation *user : llvm::make_early_inc_range(place.getRef().getUsers())) {
      cast<LoadOp>(user).getResult().replaceAllUsesWith(value);
      user->erase();
    }
  }
  for (const Parameter &parameter : parameters[function])
    if (isa<RefType>(parameter.value.getType()))
      forwardAssigned(cast<BlockArgument>(parameter.value));
}

LogicalResult ObjectPasser::run() {
  for (auto field : theClass.getOps<FieldOp>())
    if (getLent(field)) {
      lent.push_back(field);
      symbols.insert(field.getSymName());
    }
  if (lent.empty())
    return success();
  if (failed(check()))
    return failure();
  SmallVector<Function> functions;
  for (Operation &op : theClass.getBody().front())
    if (auto function = dyn_cast<Function>(op)) {
      functions.push_back(function);
      for (const Root &root : getEffects(function.getFunctionBody()).writes)
        if (root.symbol)
          written[function].insert(root.symbol.getValue());
    }
  theClass.walk([&](VectorDataOp data) {
    if (!data.getPointer().getType().getIsConst())
      changed.insert(data.getField());
  });
  for (Function function : functions)
    pass(function);
  for (FieldOp field : lent)
    field.erase();
  return success();
}

void PassObjectsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp op : getOperation().getOps<ClassOp>())
    if (failed(ObjectPasser(op).run()))
      signalPassFailure();
}
