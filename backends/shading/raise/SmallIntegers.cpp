//===- SmallIntegers.cpp - char and short as 32-bit integers ----------------------------------===//
//
// C++ promotes small integers before it computes with them, so that only conversions and stores
// make small values. A 32-bit variable that holds what the small one would needs no feature of the
// device:
//
//     uint8_t level = uint8_t(x);      ->      uint level = x & 0xffu;
//     int8_t delta = int8_t(y);        ->      int delta = (y << 24) >> 24;
//
// A bool that the host passes with the dispatch is a uint there: `flag != 0u`.
//
// Buffers, class data, and structs that stand there keep the host's types, and a bool is a uint8_t;
// values are converted where they are read and written:
//
//     levels[i] = level + 1;      ->      levels[i] = uint8_t(level + 1u & 0xffu);
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Raise.h"
#include "ir/Effects.h"
#include "ir/MemoryForm.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool isSmall(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() > 1 && integer.getWidth() < 32;
}

static IntegerType widen(Type type) {
  return IntegerType::get(type.getContext(), 32, cast<IntegerType>(type).getSignedness());
}

static Value makeConstant(OpBuilder &builder, Location loc, Type type, const APInt &value) {
  return builder.create<ConstantOp>(loc, IntegerAttr::get(type, value));
}

/// A 32-bit value cut to what `small` holds.
static Value wrap(OpBuilder &builder, Location loc, Value value, IntegerType small) {
  Type type = value.getType();
  unsigned bits = small.getWidth();
  if (small.isUnsigned()) {
    Value mask = makeConstant(builder, loc, type, APInt::getLowBitsSet(32, bits));
    return builder.create<BinaryOp>(loc, type, BinaryKind::And, value, mask);
  }
  Value amount = makeConstant(builder, loc, type, APInt(32, 32 - bits));
  Value high = builder.create<BinaryOp>(loc, type, BinaryKind::Shl, value, amount);
  return builder.create<BinaryOp>(loc, type, BinaryKind::Shr, high, amount);
}

/// Whether all values of `from` are values of `small`.
static bool fits(Type from, IntegerType small) {
  auto integer = dyn_cast<IntegerType>(from);
  if (!integer)
    return false;
  if (integer.getWidth() == 1)
    return true;
  if (integer.isUnsigned() == small.isUnsigned())
    return integer.getWidth() <= small.getWidth();
  return integer.isUnsigned() && integer.getWidth() < small.getWidth();
}

/// A conversion to a small type: to 32 bits, then wrapped.
static void expandCast(CastOp op) {
  auto small = cast<IntegerType>(op.getType());
  OpBuilder builder(op);
  Type from = op.getOperand().getType();
  Value value = builder.create<CastOp>(op.getLoc(), widen(small), op.getOperand());
  if (!fits(from, small))
    value = wrap(builder, op.getLoc(), value, small);
  // A cast back gives the old type until all types change.
  Value typed = builder.create<CastOp>(op.getLoc(), small, value);
  op.replaceAllUsesWith(typed);
  op.erase();
}

/// Results of arithmetic on small types, which C++ itself does not have, wrap as a conversion does.
static void expandArithmetic(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto small = cast<IntegerType>(op->getResult(0).getType());
  Value wide = builder.create<CastOp>(op->getLoc(), widen(small), op->getResult(0));
  Value wrapped = wrap(builder, op->getLoc(), wide, small);
  Value typed = builder.create<CastOp>(op->getLoc(), small, wrapped);
  op->getResult(0).replaceAllUsesExcept(typed, wide.getDefiningOp());
}

static void expandUpdate(UpdateOp update) {
  OpBuilder builder(update);
  Location loc = update.getLoc();
  Type type = cast<RefType>(update.getRef().getType()).getPointee();
  Value old = builder.create<LoadOp>(loc, type, update.getRef());
  Value result = builder.create<BinaryOp>(loc, type, update.getKind(), old, update.getValue());
  auto assign = builder.create<AssignOp>(loc, update.getRef(), result);
  assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
  update.erase();
}

/// What the host passes as a bool comes as a uint.
static void widenPushedBools(ModuleOp module) {
  for (PushConstantOp constant : shading::getShader(module).getOps<PushConstantOp>()) {
    if (!constant.getType().isInteger(1))
      continue;
    OpBuilder builder(constant->getContext());
    builder.setInsertionPointAfter(constant);
    Type type = builder.getIntegerType(32, false);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : constant->getUses())
      uses.push_back(&use);
    constant.getValue().setType(type);
    // One comparison per use, so that each is printed where it is used.
    for (OpOperand *use : uses) {
      OpBuilder at(use->getOwner());
      Value zero = makeConstant(at, constant.getLoc(), type, APInt(32, 0));
      use->set(at.create<CmpOp>(constant.getLoc(), CmpKind::Ne, constant.getValue(), zero));
    }
  }
}

//===------------------------------------------------------------------------------------------===//
// Types in variables and in memory
//===------------------------------------------------------------------------------------------===//

namespace {
/// Gives every value the type that its variable, or its memory, has in the shader.
class Retyper {
public:
  explicit Retyper(ModuleOp module) : module(module), context(module.getContext()) {
    collectMemoryRecords();
  }

  void run() {
    collectTypes();
    for (auto [value, type] : types)
      value.setType(type);
    retypeDeclarations();
    eraseEqualCasts();
    convertAccesses();
  }

private:
  // A record that stands in a buffer has one declaration, for variables too.
  void collectMemoryRecords() {
    ClassOp parent = shading::getClass(module);
    for (BindingAttr binding : shading::getShader(module).getBindings().getAsRange<BindingAttr>())
      if (binding.getKind() == ResourceKind::Parameter)
        addMemory(binding.getElementType());
      else if (auto scratch = parent.lookupSymbol<ScratchOp>(binding.getName()))
        for (MemberAttr member : scratch.getMembers().getAsRange<MemberAttr>())
          addMemory(member.getType());
    if (!shading::bindsClassData(module))
      return;
    for (FieldOp field : parent.getOps<FieldOp>())
      if (field.getOffset())
        addMemory(field.getType());
  }

  void addMemory(Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return addMemory(array.getElementType());
    auto record = dyn_cast<RecordType>(type);
    if (!record || !holdsSmall(module, record) || !memoryRecords.insert(record).second)
      return;
    for (MemberAttr member : lookupRecord(module, record).getMembers().getAsRange<MemberAttr>())
      addMemory(member.getType());
  }

  /// As a variable has it.
  Type variableType(Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return ArrayType::get(context, array.getLength(), variableType(array.getElementType()));
    return isSmall(type) ? widen(type) : type;
  }

  /// As a buffer has it.
  Type memoryType(Type type) {
    if (auto array = dyn_cast<ArrayType>(type))
      return ArrayType::get(context, array.getLength(), memoryType(array.getElementType()));
    return type.isInteger(1) ? IntegerType::get(context, 8, IntegerType::Unsigned) : type;
  }

  bool isInMemory(Value place) {
    Operation *op = place.getDefiningOp();
    if (isa_and_nonnull<DerefOp, FieldRefOp, ScratchRefOp>(op))
      return true;
    auto member = dyn_cast_or_null<MemberOp>(op);
    if (member && memoryRecords.contains(cast<RefType>(member.getBase().getType()).getPointee()))
      return true;
    return isa_and_nonnull<MemberOp, ElementOp>(op) && isInMemory(op->getOperand(0));
  }

  void addType(Value value) {
    Type type = value.getType(), changed;
    if (auto pointer = dyn_cast<PtrType>(type)) {
      changed = PtrType::get(memoryType(pointer.getPointee()), pointer.getIsConst());
    } else if (auto ref = dyn_cast<RefType>(type)) {
      Type pointee = ref.getPointee();
      changed = RefType::get(isInMemory(value) ? memoryType(pointee) : variableType(pointee));
    } else {
      changed = variableType(type);
    }
    if (changed != type)
      types.push_back({value, changed});
  }

  void collectTypes() {
    module.walk([&](Operation *op) {
      for (Value result : op->getResults())
        addType(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            addType(argument);
    });
  }

  /// Casts between what is one type now.
  void eraseEqualCasts() {
    module.walk([&](CastOp op) {
      if (op.getType() != op.getOperand().getType())
        return;
      op.replaceAllUsesWith(op.getOperand());
      op.erase();
    });
  }

  //===----------------------------------------------------------------------------------------===//
  // Declarations
  //===----------------------------------------------------------------------------------------===//

  void retypeDeclarations() {
    for (RecordOp record : module.getOps<RecordOp>())
      retypeRecord(record);
    ClassOp parent = shading::getClass(module);
    for (FieldOp field : parent.getOps<FieldOp>())
      field.setType(field.getOffset() ? memoryType(field.getType())
                                      : variableType(field.getType()));
    for (SharedOp shared : parent.getOps<SharedOp>())
      shared.setType(variableType(shared.getType()));
    for (ScratchOp scratch : parent.getOps<ScratchOp>())
      scratch.setMembersAttr(
          retypeMembers(scratch.getMembers(), [&](Type t) { return memoryType(t); }));
    for (FuncOp function : parent.getOps<FuncOp>())
      retypeFunction(function);
    for (FuncOp function : module.getOps<FuncOp>())
      retypeFunction(function);
    ShaderOp shader = shading::getShader(module);
    SmallVector<Attribute> bindings;
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
      Type element = binding.getElementType();
      bindings.push_back(
          BindingAttr::get(context, binding.getBinding(), binding.getKind(), binding.getName(),
                           element ? memoryType(element) : element, binding.getAccess()));
    }
    shader.setBindingsAttr(ArrayAttr::get(context, bindings));
  }

  ArrayAttr retypeMembers(ArrayAttr members, llvm::function_ref<Type(Type)> change) {
    SmallVector<Attribute> result;
    for (MemberAttr member : members.getAsRange<MemberAttr>())
      result.push_back(
          MemberAttr::get(context, member.getName(), change(member.getType()), member.getOffset()));
    return ArrayAttr::get(context, result);
  }

  /// Structs that it holds come first: with wider members they are longer.
  void retypeRecord(RecordOp record) {
    if (!retyped.insert(record).second)
      return;
    bool changes = false;
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>()) {
      changes |= variableType(member.getType()) != member.getType();
      if (RecordOp inner = heldRecord(member.getType())) {
        retypeRecord(inner);
        changes |= lengthened.contains(inner);
      }
    }
    Type type = RecordType::get(context, FlatSymbolRefAttr::get(record.getSymNameAttr()));
    if (memoryRecords.contains(type)) {
      record.setMembersAttr(
          retypeMembers(record.getMembers(), [&](Type t) { return memoryType(t); }));
      return;
    }
    if (!changes)
      return;
    lengthened.insert(record);
    // Offsets of structs that are only in variables mean nothing; wider members need others.
    SmallVector<Attribute> members;
    int64_t offset = 0;
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>()) {
      members.push_back(
          MemberAttr::get(context, member.getName(), variableType(member.getType()), offset));
      offset += 4 * getLayout(record, member.getType()).size;
    }
    record.setMembersAttr(ArrayAttr::get(context, members));
    record.setSize(offset);
  }

  /// The struct that a member is, or is an array of.
  RecordOp heldRecord(Type type) {
    auto record = dyn_cast<RecordType>(getNestedElement(type));
    return record ? lookupRecord(module, record) : RecordOp();
  }

  void retypeFunction(FuncOp function) {
    SmallVector<Type> results;
    for (Type type : function.getResultTypes())
      results.push_back(variableType(type));
    SmallVector<Type> arguments(function.getArgumentTypes());
    if (!function.isExternal())
      arguments.assign(function.getBody().front().getArgumentTypes().begin(),
                       function.getBody().front().getArgumentTypes().end());
    function.setFunctionType(FunctionType::get(context, arguments, results));
  }

  //===----------------------------------------------------------------------------------------===//
  // Accesses
  //===----------------------------------------------------------------------------------------===//

  /// A value as it was read from memory, as variables have it.
  Value fromMemory(OpBuilder &builder, Location loc, Value value, Type original) {
    if (value.getType() == original)
      return value;
    if (auto array = dyn_cast<ArrayType>(original))
      return mapElements(builder, loc, value, array, [&](Value element) {
        return fromMemory(builder, loc, element, array.getElementType());
      });
    Type uint = widen(value.getType());
    Value wide = builder.create<CastOp>(loc, uint, value);
    if (!original.isInteger(1))
      return wide;
    Value zero = makeConstant(builder, loc, uint, APInt(32, 0));
    return builder.create<CmpOp>(loc, CmpKind::Ne, wide, zero);
  }

  Value toMemory(OpBuilder &builder, Location loc, Value value, Type memory) {
    if (value.getType() == memory)
      return value;
    if (auto array = dyn_cast<ArrayType>(memory))
      return mapElements(builder, loc, value, array, [&](Value element) {
        return toMemory(builder, loc, element, array.getElementType());
      });
    if (value.getType().isInteger(1))
      value = builder.createOrFold<CastOp>(loc, widen(memory), value);
    else
      value = withoutWrap(value, memory);
    return builder.create<CastOp>(loc, memory, value);
  }

  /// What `wrap` made narrow: the store does it again.
  static Value withoutWrap(Value value, Type memory) {
    auto outer = value.getDefiningOp<BinaryOp>();
    if (!outer)
      return value;
    unsigned width = memory.getIntOrFloatBitWidth();
    auto isNumber = [](Value operand, uint64_t number) {
      auto constant = operand.getDefiningOp<ConstantOp>();
      return constant && cast<IntegerAttr>(constant.getValue()).getValue() == number;
    };
    if (outer.getKind() == BinaryKind::And &&
        isNumber(outer.getRhs(), llvm::maskTrailingOnes<uint64_t>(width)))
      return outer.getLhs();
    auto inner = outer.getLhs().getDefiningOp<BinaryOp>();
    bool isShifted = outer.getKind() == BinaryKind::Shr && isNumber(outer.getRhs(), 32 - width) &&
                     inner && inner.getKind() == BinaryKind::Shl &&
                     isNumber(inner.getRhs(), 32 - width);
    return isShifted ? inner.getLhs() : value;
  }

  /// An array made of the converted elements of another one.
  Value mapElements(OpBuilder &builder, Location loc, Value value, ArrayType type,
                    llvm::function_ref<Value(Value)> convert) {
    Type element = cast<ArrayType>(value.getType()).getElementType();
    auto aggregate = value.getDefiningOp<AggregateOp>();
    // Parts of expressions that may be left out hold no variable.
    bool isWithin = builder.getInsertionBlock()->getParentOp()->hasTrait<VkmExpression>();
    Value copy;
    if (!aggregate && !isWithin)
      copy = builder.create<VarOp>(loc, RefType::get(value.getType()), "elements", value,
                                   /*constant=*/true);
    SmallVector<Value> parts;
    for (int64_t i = 0; i < type.getLength(); ++i) {
      if (aggregate) {
        parts.push_back(convert(aggregate.getParts()[i]));
        continue;
      }
      Value index = makeConstant(builder, loc, IntegerType::get(context, 32, IntegerType::Signed),
                                 APInt(32, i));
      if (isWithin) {
        parts.push_back(convert(builder.create<ComponentOp>(loc, element, value, index)));
        continue;
      }
      Value place = builder.create<ElementOp>(loc, RefType::get(element), copy, index);
      parts.push_back(convert(builder.create<LoadOp>(loc, element, place)));
    }
    return builder.create<AggregateOp>(loc, type, parts);
  }

  Type memberType(Type record, unsigned index) {
    ArrayAttr members = lookupRecord(module, cast<RecordType>(record)).getMembers();
    return cast<MemberAttr>(members[index]).getType();
  }

  void convertAccesses() {
    SmallVector<Operation *> operations;
    module.walk([&](Operation *op) {
      if (isa<LoadOp, AssignOp, AggregateOp, ExtractOp, CallOp>(op))
        operations.push_back(op);
    });
    for (Operation *op : operations) {
      OpBuilder builder(op);
      Location loc = op->getLoc();
      if (auto load = dyn_cast<LoadOp>(op)) {
        convertResult(load, cast<RefType>(load.getRef().getType()).getPointee());
      } else if (auto assign = dyn_cast<AssignOp>(op)) {
        Type type = cast<RefType>(assign.getRef().getType()).getPointee();
        assign.getValueMutable().assign(toMemory(builder, loc, assign.getValue(), type));
      } else if (auto extract = dyn_cast<ExtractOp>(op)) {
        RecordOp record = lookupRecord(module, cast<RecordType>(extract.getRecord().getType()));
        convertResult(extract, record.lookupMember(extract.getName()).getType());
      } else if (auto aggregate = dyn_cast<AggregateOp>(op)) {
        if (!isa<RecordType>(aggregate.getType()))
          continue;
        for (auto [index, part] : llvm::enumerate(aggregate->getOpOperands()))
          part.set(toMemory(builder, loc, part.get(), memberType(aggregate.getType(), index)));
      } else {
        convertReferences(cast<CallOp>(op));
      }
    }
  }

  /// What an operation reads has the type of memory; its users see that of variables.
  void convertResult(Operation *op, Type memory) {
    Value result = op->getResult(0);
    Type variable = result.getType();
    if (variable == memory)
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    result.setType(memory);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : result.getUses()) {
      // Of an array, only the elements that are asked for.
      auto component = dyn_cast<ComponentOp>(use.getOwner());
      if (component && isa<ArrayType>(memory))
        convertResult(component, cast<ArrayType>(memory).getElementType());
      else
        uses.push_back(&use);
    }
    if (uses.empty())
      return;
    Value converted = fromMemory(builder, op->getLoc(), result, variable);
    for (OpOperand *use : uses)
      use->set(converted);
  }

  /// A small member of a struct is no place for a function that takes a reference to 32 bits: it
  /// gets a copy, as every inout parameter does.
  void convertReferences(CallOp call) {
    FunctionOpInterface callee = lookupCallee(call);
    for (OpOperand &operand : call->getOpOperands()) {
      auto ref = dyn_cast<RefType>(operand.get().getType());
      Type wanted = ref ? callee.getArgumentTypes()[operand.getOperandNumber()] : Type();
      if (!ref || ref == wanted)
        continue;
      OpBuilder builder(call);
      Location loc = call.getLoc();
      Value place = operand.get();
      Value old = builder.create<LoadOp>(loc, ref.getPointee(), place);
      Type variable = cast<RefType>(wanted).getPointee();
      Value copy = builder.create<VarOp>(loc, wanted, "copy",
                                         fromMemory(builder, loc, old, variable), false);
      operand.set(copy);
      builder.setInsertionPointAfter(call);
      Value changed = builder.create<LoadOp>(loc, variable, copy);
      builder.create<AssignOp>(loc, place, toMemory(builder, loc, changed, ref.getPointee()));
    }
  }

  ModuleOp module;
  MLIRContext *context;
  llvm::DenseSet<Type> memoryRecords;
  llvm::DenseSet<Operation *> retyped;
  /// Records of variables, with other members or with longer ones.
  llvm::DenseSet<Operation *> lengthened;
  SmallVector<std::pair<Value, Type>> types;
};
} // namespace

/// `int(uint(x))` of what memory holds in 8 or 16 bits without a sign is `int(x)`.
static void simplifyCast(CastOp op) {
  auto inner = op.getOperand().getDefiningOp<CastOp>();
  if (inner && isSmall(inner.getOperand().getType()) && op.getType().isInteger(32))
    op.getOperandMutable().assign(inner.getOperand());
}

void vkmorph::shading::widenSmallIntegers(ModuleOp module) {
  widenPushedBools(module);
  SmallVector<Operation *> operations;
  module.walk([&](UpdateOp op) {
    if (isSmall(cast<RefType>(op.getRef().getType()).getPointee()))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    expandUpdate(cast<UpdateOp>(op));
  operations.clear();
  module.walk([&](Operation *op) {
    if (isa<CastOp, BinaryOp, UnaryOp>(op) && isSmall(op->getResult(0).getType()))
      operations.push_back(op);
  });
  for (Operation *op : operations) {
    if (auto castOp = dyn_cast<CastOp>(op))
      expandCast(castOp);
    else
      expandArithmetic(op);
  }
  // Literals change their width, which a mere change of type would not do.
  module.walk([&](ConstantOp constant) {
    if (!isSmall(constant.getType()))
      return;
    auto value = cast<IntegerAttr>(constant.getValue());
    IntegerType type = widen(value.getType());
    APInt wide = type.isSigned() ? value.getValue().sext(32) : value.getValue().zext(32);
    constant.setValueAttr(IntegerAttr::get(type, wide));
    constant.getResult().setType(type);
  });
  Retyper(module).run();
  module.walk(simplifyCast);
  // Conversions that no one needs any more: of a chain, the last one first.
  operations.clear();
  module.walk([&](Operation *op) {
    if (isa<CastOp, BinaryOp>(op))
      operations.push_back(op);
  });
  for (Operation *op : llvm::reverse(operations))
    if (op->use_empty())
      op->erase();
}
