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
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"
#include "transforms/InlineBounds.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PASSOBJECTS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

/// What a function is given of a field: all of it, or a part.
struct Part {
  FieldOp field;
  SmallVector<Attribute> path;
  Value value; ///< the parameter
};

/// Passes the objects' fields to the functions of one class.
class ObjectPasser {
public:
  explicit ObjectPasser(ClassOp theClass) : theClass(theClass) {}
  LogicalResult run();

private:
  using Function = FunctionOpInterface;
  LogicalResult check();
  bool writes(Function function, FieldOp field) {
    return written[function].contains(field.getSymName());
  }
  void visit(Function function);
  void passToCallee(CallOp call, const SmallVector<Part> &given);
  void addObjects(ControlOp control);
  Value addParameter(Function function, unsigned index, StringRef name, Type type, Location loc);
  Value findParameter(Function function, FieldOp field, ArrayRef<Attribute> path, Type type);
  Type pointerType(FieldOp field);
  void replacePlace(Function function, FieldRefOp place);

  ClassOp theClass;
  SmallVector<FieldOp> lent; ///< in order
  llvm::StringSet<> symbols; ///< theirs
  llvm::StringSet<> changed; ///< vectors whose elements are written
  llvm::DenseMap<Operation *, llvm::StringSet<>> written;
  llvm::DenseMap<Operation *, SmallVector<Part>> parts; ///< of each function that is done
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

/// Whether a type is passed as a number: no struct, no array.
static bool isNumber(Type type) { return !isa<RecordType, ArrayType>(type); }

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

/// A parameter of a name that the function has not.
Value ObjectPasser::addParameter(Function function, unsigned index, StringRef name, Type type,
                                 Location loc) {
  llvm::StringSet<> taken;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    taken.insert(argName(function, i));
  for (DictionaryAttr object : getObjects(function))
    taken.insert(object.getAs<StringAttr>("name").getValue());
  function->walk([&](Operation *op) {
    if (auto local = op->getAttrOfType<StringAttr>("name"); local && isa<VarOp, LetOp>(op))
      taken.insert(local.getValue());
  });
  std::string unique = name.str();
  while (taken.contains(unique))
    unique += '_';
  Builder builder(function->getContext());
  function.insertArgument(
      index, type,
      builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, builder.getStringAttr(unique))),
      loc);
  return function.getArgument(index);
}

Type ObjectPasser::pointerType(FieldOp field) {
  return PtrType::get(field.getVectorElement(), !changed.contains(field.getSymName()));
}

/// The parameter that stands for a field or a part of it, as a number, a place, or a pointer.
Value ObjectPasser::findParameter(Function function, FieldOp field, ArrayRef<Attribute> path,
                                  Type type) {
  SmallVector<Part> &known = parts[function];
  for (const Part &part : known)
    if (part.field == field && ArrayRef(part.path) == path && part.value.getType() == type)
      return part.value;
  std::string name = getParameterName(field).str();
  for (Attribute step : path) {
    if (auto member = dyn_cast<StringAttr>(step))
      name += "_" + member.str();
    else
      name += "_" + std::to_string(cast<IntegerAttr>(step).getInt());
  }
  Value value = addParameter(function, function.getNumArguments(), name, type, field.getLoc());
  known.push_back({field, SmallVector<Attribute>(path), value});
  return value;
}

/// Collects the reads of a place and of its parts that are known by their names; false where it is
/// used otherwise.
static bool findReads(Value place, SmallVectorImpl<LoadOp> &reads) {
  return llvm::all_of(place.getUsers(), [&](Operation *user) {
    if (auto load = dyn_cast<LoadOp>(user)) {
      reads.push_back(load);
      return isNumber(load.getType());
    }
    return isa<MemberOp, ElementOp>(user) && getPlacePath(user->getResult(0)).isExact() &&
           findReads(user->getResult(0), reads);
  });
}

/// In a kernel or function: numbers where it only reads.
void ObjectPasser::replacePlace(Function function, FieldRefOp place) {
  FieldOp field = theClass.lookupField(place.getField());
  SmallVector<LoadOp> reads;
  if (!writes(function, field) && findReads(place.getRef(), reads)) {
    for (LoadOp load : reads) {
      load.getResult().replaceAllUsesWith(
          findParameter(function, field, getPlacePath(load.getRef()).path, load.getType()));
      load.erase();
    }
    return;
  }
  if (writes(function, field) || !isa<FuncOp>(function.getOperation())) {
    place.getResult().replaceAllUsesWith(
        findParameter(function, field, {}, RefType::get(field.getType())));
    return;
  }
  // A variable that holds all of it.
  Value whole = findParameter(function, field, {}, field.getType());
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  auto variable = builder.create<VarOp>(place.getLoc(), place.getType(),
                                        (getParameterName(field) + "_here").str(), whole,
                                        /*constant=*/true);
  place.getResult().replaceAllUsesWith(variable.getRef());
}

/// What the callee gets, as the caller's own field, which is replaced there like others.
void ObjectPasser::passToCallee(CallOp call, const SmallVector<Part> &given) {
  OpBuilder builder(call);
  SmallVector<Value> operands(call.getOperands());
  for (const Part &part : given) {
    FieldOp field = part.field;
    Type type = part.value.getType();
    if (isa<PtrType>(type)) {
      operands.push_back(builder.create<VectorDataOp>(call.getLoc(), type, field.getSymName()));
      continue;
    }
    Value place = buildFieldPlace(builder, call.getLoc(), field, part.path);
    if (!isa<RefType>(type))
      place = builder.create<LoadOp>(call.getLoc(), type, place);
    operands.push_back(place);
  }
  call.getOperandsMutable().assign(operands);
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
      bool isPlace = field.getSizeOf() || writes(control, field) || !isNumber(field.getType());
      Type type = isVector  ? pointerType(field)
                  : isPlace ? RefType::get(field.getType())
                            : field.getType();
      Value value = addParameter(control, index, getParameterName(field), type, field.getLoc());
      parts[control].push_back({field, {}, value});
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
      if (Attribute spelling = field->getAttr("vkm.cpp_type"); spelling && !isVector)
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

/// Callees first: they say what they need.
void ObjectPasser::visit(Function function) {
  if (!parts.try_emplace(function).second)
    return;
  SmallVector<CallOp> calls;
  function->walk([&](CallOp call) { calls.push_back(call); });
  for (CallOp call : calls)
    if (Function callee = lookupCallee(call);
        callee && callee->getParentOp() == theClass.getOperation()) {
      visit(callee);
      SmallVector<Part> given = parts[callee];
      passToCallee(call, given);
      // `in.width()` on the host is the number.
      if (!given.empty() && isa<ControlOp>(function.getOperation()) &&
          isa<FuncOp>(callee.getOperation()))
        inlineCall(call);
    }
  auto control = dyn_cast<ControlOp>(function.getOperation());
  bool isOwn = control && control->hasAttr(kObjectsAttr);
  if (isOwn)
    addObjects(control);
  SmallVector<VectorDataOp> vectors;
  SmallVector<FieldRefOp> places;
  function->walk([&](Operation *op) {
    if (auto data = dyn_cast<VectorDataOp>(op); data && symbols.contains(data.getField()))
      vectors.push_back(data);
    if (auto place = dyn_cast<FieldRefOp>(op); place && symbols.contains(place.getField()))
      places.push_back(place);
  });
  for (VectorDataOp data : vectors) {
    FieldOp field = theClass.lookupField(data.getField());
    data.getResult().replaceAllUsesWith(findParameter(function, field, {}, pointerType(field)));
    data.erase();
  }
  for (FieldRefOp place : places) {
    if (!isOwn) {
      replacePlace(function, place);
      continue;
    }
    FieldOp field = theClass.lookupField(place.getField());
    const Part *part =
        llvm::find_if(parts[function], [&](const Part &known) { return known.field == field; });
    if (isa<RefType>(part->value.getType())) {
      place.getResult().replaceAllUsesWith(part->value);
      continue;
    }
    for (Operation *user : llvm::make_early_inc_range(place.getRef().getUsers())) {
      cast<LoadOp>(user).getResult().replaceAllUsesWith(part->value);
      user->erase();
    }
  }
  if (isOwn)
    for (const Part &part : parts[function])
      if (isa<RefType>(part.value.getType()))
        forwardAssigned(cast<BlockArgument>(part.value));
  eraseDeadExpressions(function.getFunctionBody());
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
    visit(function);
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
