//===- ExpandVectors.cpp - Vectors in buffers as arrays of their components -------------------===//
//
// Without layout scalar a vector of three takes the room of four in a block. The host's bytes are
// those of its components: so is the memory of the shader, and a vector is made of them where it is
// read:
//
//     vec3 p = points[i];        ->      vec3 p = vec3(points[i][0], points[i][1], points[i][2]);
//     points[i].y += 1.0;        ->      points[i][1] += 1.0;
//
// Types that lie as the host has them in all blocks of the shader stay. Local variables stay too,
// but for members of structs that buffers hold.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"
#include "ir/Effects.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
class Expander {
public:
  Expander(ModuleOp module, const llvm::DenseSet<Type> &types) : module(module), types(types) {}

  void run() {
    changeDeclarations();
    SmallVector<Operation *> operations;
    shading::getClass(module).walk<WalkOrder::PreOrder>(
        [&](Operation *op) { operations.push_back(op); });
    for (Operation *op : operations)
      visit(op);
  }

private:
  /// The type in memory.
  Type inMemory(Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return ArrayType::get(type.getContext(), array.getLength(), inMemory(array.getElementType()));
    if (!types.contains(type))
      return type;
    Type element = vkm::getElementType(type);
    if (isa<VecType>(element)) // a column lies as its matrix does
      element =
          ArrayType::get(type.getContext(), getNumElements(element), getComponentType(element));
    return ArrayType::get(type.getContext(), getNumElements(type), element);
  }

  void changeDeclarations() {
    ShaderOp shader = shading::getShader(module);
    SmallVector<Attribute> bindings;
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>())
      bindings.push_back(BindingAttr::get(module.getContext(), binding.getBinding(),
                                          binding.getKind(), binding.getName(),
                                          inMemory(binding.getElementType()), binding.getAccess()));
    shader.setBindingsAttr(ArrayAttr::get(module.getContext(), bindings));
    for (RecordOp record : module.getOps<RecordOp>()) {
      SmallVector<Attribute> members;
      for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
        members.push_back(MemberAttr::get(module.getContext(), member.getName(),
                                          inMemory(member.getType()), member.getOffset()));
      record.setMembersAttr(ArrayAttr::get(module.getContext(), members));
    }
    for (FieldOp field : shading::getClass(module).getOps<FieldOp>())
      field.setType(inMemory(field.getType()));
  }

  Type changePointer(Type type) {
    auto pointer = cast<PtrType>(type);
    return PtrType::get(type.getContext(), inMemory(pointer.getPointee()), pointer.getIsConst());
  }

  void visit(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](FuncOp function) { changeParameters(function); })
        .Case([&](BufferOp buffer) {
          buffer.getPointer().setType(cast<PtrType>(changePointer(buffer.getPointer().getType())));
        })
        .Case([&](FieldRefOp field) {
          setPlaceType(field.getRef(),
                       shading::getClass(module).lookupField(field.getField()).getType());
        })
        .Case([&](MemberOp member) {
          setPlaceType(member.getRef(), getPartType(module, member.getBase().getType().getPointee(),
                                                    member.getNameAttr()));
        })
        .Case([&](ElementOp element) {
          setPlaceType(element.getRef(),
                       vkm::getElementType(element.getBase().getType().getPointee()));
        })
        .Case([&](DerefOp deref) {
          setPlaceType(deref.getRef(), deref.getPointer().getType().getPointee());
        })
        .Case([&](LoadOp load) { visitLoad(load); })
        .Case([&](AssignOp assign) { visitAssign(assign); })
        .Case([&](UpdateOp update) { visitUpdate(update); })
        .Case([&](ExtractOp extract) { visitExtract(extract); })
        .Case([&](AggregateOp aggregate) { visitAggregate(aggregate); })
        .Case([&](CallOp call) { visitCall(call); });
  }

  static void setPlaceType(Value place, Type type) { place.setType(RefType::get(type)); }
  static Type heldType(Value place) { return cast<RefType>(place.getType()).getPointee(); }

  /// The buffers that a specialised function is given.
  void changeParameters(FuncOp function) {
    SmallVector<Type> inputs;
    for (BlockArgument argument : function.getArguments()) {
      if (isa<PtrType>(argument.getType()))
        argument.setType(changePointer(argument.getType()));
      inputs.push_back(argument.getType());
    }
    function.setFunctionType(
        FunctionType::get(module.getContext(), inputs, function.getResultTypes()));
  }

  static Value makeIndex(OpBuilder &builder, Location loc, int64_t number) {
    return builder.create<ConstantOp>(
        loc, builder.getIntegerAttr(builder.getIntegerType(32, true), number));
  }
  static Value getElementPlace(OpBuilder &builder, Location loc, Value place, int64_t number) {
    return builder.create<ElementOp>(loc, RefType::get(vkm::getElementType(heldType(place))), place,
                                     makeIndex(builder, loc, number));
  }

  /// An element of a value, without making the whole where its parts are there.
  static Value getElementValue(OpBuilder &builder, Location loc, Value whole, int64_t number) {
    Type element = vkm::getElementType(whole.getType());
    if (auto splat = whole.getDefiningOp<SplatOp>(); splat && isa<VecType>(whole.getType()))
      return splat.getOperand();
    if (auto aggregate = whole.getDefiningOp<AggregateOp>())
      if (llvm::all_of(aggregate.getParts().getTypes(), [&](Type type) { return type == element; }))
        return aggregate.getParts()[number];
    return builder.create<ComponentOp>(loc, element, whole, makeIndex(builder, loc, number));
  }

  /// Reads a place as a value of that type.
  Value read(OpBuilder &builder, Location loc, Value place, Type type) {
    if (heldType(place) == type)
      return builder.create<LoadOp>(loc, type, place);
    SmallVector<Value> parts;
    for (int64_t i = 0; i < getNumElements(type); ++i)
      parts.push_back(
          read(builder, loc, getElementPlace(builder, loc, place, i), vkm::getElementType(type)));
    return builder.create<AggregateOp>(loc, type, parts);
  }

  void write(OpBuilder &builder, Location loc, Value place, Value value) {
    if (heldType(place) == value.getType()) {
      builder.create<AssignOp>(loc, place, value);
      return;
    }
    for (int64_t i = 0; i < getNumElements(value.getType()); ++i)
      write(builder, loc, getElementPlace(builder, loc, place, i),
            getElementValue(builder, loc, value, i));
  }

  /// A value as the memory's type, and back.
  Value convert(OpBuilder &builder, Location loc, Value value, Type type) {
    if (value.getType() == type)
      return value;
    SmallVector<Value> parts;
    for (int64_t i = 0; i < getNumElements(type); ++i)
      parts.push_back(convert(builder, loc, getElementValue(builder, loc, value, i),
                              vkm::getElementType(type)));
    return builder.create<AggregateOp>(loc, type, parts);
  }

  /// What the first of several statements that stand for one keeps.
  static void keepComment(Operation *from, Operation *before) {
    Attribute comment = from->getAttr(kCommentAttr);
    if (!comment)
      return;
    for (Operation *op = before ? before->getNextNode() : &from->getBlock()->front(); op != from;
         op = op->getNextNode())
      if (op->hasTrait<VkmStatement>()) {
        op->setAttr(kCommentAttr, comment);
        return;
      }
  }

  void visitLoad(LoadOp load) {
    if (heldType(load.getRef()) == load.getType())
      return;
    OpBuilder builder(load);
    load.replaceAllUsesWith(read(builder, load.getLoc(), load.getRef(), load.getType()));
    load.erase();
  }

  void visitAssign(AssignOp assign) {
    if (heldType(assign.getRef()) == assign.getValue().getType())
      return;
    OpBuilder builder(assign);
    Operation *before = assign->getPrevNode();
    write(builder, assign.getLoc(), assign.getRef(), assign.getValue());
    keepComment(assign, before);
    assign.erase();
  }

  /// v += w goes component by component; a product of matrices is computed first.
  void visitUpdate(UpdateOp update) {
    Type type = heldType(update.getRef());
    if (!isa<ArrayType>(type))
      return;
    OpBuilder builder(update);
    Location loc = update.getLoc();
    Operation *before = update->getPrevNode();
    Value value = update.getValue();
    bool isMatrix = isa<ArrayType>(vkm::getElementType(type));
    if (isMatrix) {
      Type matrix = matrixType(type);
      Value old = read(builder, loc, update.getRef(), matrix);
      write(builder, loc, update.getRef(),
            builder.create<BinaryOp>(loc, matrix, update.getKind(), old, value));
    } else {
      for (int64_t i = 0; i < getNumElements(type); ++i) {
        Value part =
            isa<VecType>(value.getType()) ? getElementValue(builder, loc, value, i) : value;
        builder.create<UpdateOp>(loc, update.getKind(),
                                 getElementPlace(builder, loc, update.getRef(), i), part);
      }
    }
    keepComment(update, before);
    update.erase();
  }

  static Type matrixType(Type type) {
    Type column = vkm::getElementType(type);
    return MatType::get(type.getContext(), getNumElements(type), getNumElements(column),
                        vkm::getElementType(column));
  }

  void visitExtract(ExtractOp extract) {
    Type wanted = extract.getType();
    Type stored = getPartType(module, extract.getRecord().getType(), extract.getNameAttr());
    if (stored == wanted)
      return;
    extract.getResult().setType(stored);
    OpBuilder builder(extract->getContext());
    builder.setInsertionPointAfter(extract);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : extract->getUses())
      uses.push_back(&use);
    Value value = convert(builder, extract.getLoc(), extract.getResult(), wanted);
    for (OpOperand *use : uses)
      use->set(value);
  }

  void visitAggregate(AggregateOp aggregate) {
    auto type = dyn_cast<RecordType>(aggregate.getType());
    if (!type)
      return;
    OpBuilder builder(aggregate);
    ArrayAttr members = lookupRecord(module, type).getMembers();
    for (auto [operand, member] :
         llvm::zip(aggregate->getOpOperands(), members.getAsRange<MemberAttr>()))
      operand.set(convert(builder, aggregate.getLoc(), operand.get(), member.getType()));
  }

  /// A member of a local struct that a function may write: GLSL copies it in and out by itself, of
  /// one type.
  void visitCall(CallOp call) {
    FunctionOpInterface callee = lookupCallee(call);
    for (auto [operand, parameter] : llvm::zip(call->getOpOperands(), callee.getArguments())) {
      auto expected = dyn_cast<RefType>(parameter.getType());
      if (!expected || operand.get().getType() == expected)
        continue;
      OpBuilder builder(call);
      Location loc = call.getLoc();
      Value place = operand.get();
      Value value = read(builder, loc, place, expected.getPointee());
      Operation *caller = call->getParentOfType<FuncOp>();
      UniqueNames names(caller ? caller : shading::getShader(module).getOperation());
      auto copy = builder.create<VarOp>(
          loc, expected,
          builder.getStringAttr(names.make(argName(callee, parameter.getArgNumber()))), value,
          UnitAttr());
      operand.set(copy.getRef());
      builder.setInsertionPointAfter(call);
      write(builder, loc, place, builder.create<LoadOp>(loc, expected.getPointee(), copy.getRef()));
    }
  }

  ModuleOp module;
  const llvm::DenseSet<Type> &types;
};
} // namespace

void vkmorph::shading::expandVectors(ModuleOp module, const llvm::DenseSet<Type> &types) {
  Expander(module, types).run();
}
