//===- OpenClLanguage.cpp - How OpenCL C spells types, literals, functions and places ---------===//

#include "backends/openclc/print/OpenClLanguage.h"

#include "backends/common/StatementPrinter.h"
#include "backends/openclc/raise/Raise.h"
#include "ir/Effects.h"
#include "ir/LocalNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::openclc;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Types, literals and conversions
//===------------------------------------------------------------------------------------------===//

std::string OpenClLanguage::typeName(Type type) const {
  if (auto record = dyn_cast<RecordType>(type))
    return recordName(record);
  if (auto array = dyn_cast<ArrayType>(type))
    return typeName(array.getElementType()) + "[" + std::to_string(array.getLength()) + "]";
  if (auto vector = dyn_cast<VecType>(type)) {
    // OpenCL C compares vectors to integers of all bits, and has no vectors of bool.
    Type element = vector.getElementType();
    return (element.isInteger(1) ? "int" : typeName(element)) + std::to_string(vector.getLength());
  }
  if (type.isF32())
    return "float";
  auto integer = ::llvm::cast<IntegerType>(type);
  if (integer.getWidth() == 1)
    return "bool";
  std::string prefix = integer.isSigned() ? "" : "u";
  switch (integer.getWidth()) {
  case 8:
    return prefix + "char";
  case 16:
    return prefix + "short";
  case 64:
    return prefix + "long";
  default:
    return prefix + "int";
  }
}

Expr OpenClLanguage::constant(TypedAttr value, bool asBits) const {
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    if (number.getType().isInteger(1))
      return {number.getValue().isOne() ? "true" : "false"};
    return printInteger(number, asBits);
  }
  APFloat number = ::llvm::cast<FloatAttr>(value).getValue();
  if (number.isInfinity())
    return {number.isNegative() ? "-INFINITY" : "INFINITY",
            number.isNegative() ? Precedence::Unary : Precedence::Primary};
  if (!number.isFinite()) {
    APInt bits = number.bitcastToAPInt();
    return {"as_float(0x" + llvm::toString(bits, 16, false, false, /*UpperCase=*/false) + "u)",
            Precedence::Postfix};
  }
  return {decimalDigits(number) + "f",
          number.isNegative() ? Precedence::Unary : Precedence::Primary};
}

/// `(int)x`
static Expr printCast(const std::string &type, const Expr &operand) {
  return {Doc::concat({"(" + type + ")", ExpressionPrinter::operand(operand, Precedence::Unary)}),
          Precedence::Unary};
}

Expr OpenClLanguage::cast(Type from, Type to, const Expr &operand) const {
  if (isa<VecType>(to)) {
    // True is all bits.
    bool isBool = getComponentType(from).isInteger(1);
    Doc value = isBool ? Doc::concat({"-", ExpressionPrinter::operand(operand, Precedence::Unary)})
                       : ExpressionPrinter::operand(operand);
    return ExpressionPrinter::call("convert_" + typeName(to), {value});
  }
  return to.isInteger(1) ? compareWithZero(from, operand) : printCast(typeName(to), operand);
}

std::string OpenClLanguage::mathFunction(MathFn fn, Type type) const {
  bool isFloat = isFloating(type);
  switch (fn) {
  case MathFn::Abs:
    return isFloat ? "fabs" : "abs";
  case MathFn::InverseSqrt:
    return "rsqrt";
  case MathFn::SmoothStep:
    return "smoothstep";
  case MathFn::BitCount:
    return "popcount";
  default: // tgamma, copysign, nextafter: those of C
    return stringifyMathFn(fn).str();
  }
}

Expr OpenClLanguage::aggregate(Type type, ArrayRef<Doc> parts) const {
  if (isa<VecType>(type))
    return ExpressionPrinter::call("(" + typeName(type) + ")", parts);
  Doc list = Doc::indent(Doc::concat({Doc::softBreak(), Doc::commaList(parts)}));
  std::string opening = isa<RecordType>(type) ? "(" + typeName(type) + "){" : "{";
  return {Doc::concat({opening, Doc::group(list), "}"}), Precedence::Postfix};
}

//===------------------------------------------------------------------------------------------===//
// Places
//===------------------------------------------------------------------------------------------===//

/// What the text calls a binding.
std::string OpenClLanguage::pointerName(ResourceKind kind, StringRef name) const {
  ShaderOp shader = getShader(module);
  auto names = shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr);
  for (auto [binding, pointer] : llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                                           names.getAsValueRange<StringAttr>()))
    if (binding.getKind() == kind && (name.empty() || binding.getName() == name))
      return pointer.str();
  llvm_unreachable("a shader binds what it mentions");
}

Expr OpenClLanguage::field(FieldRefOp op) const {
  return {pointerName(ResourceKind::ClassData, "") + "->" + op.getField().str(),
          Precedence::Postfix};
}

/// Whether the text has a pointer to the place, which is a parameter.
bool OpenClLanguage::isPointer(Value place) const {
  auto ref = dyn_cast<RefType>(place.getType());
  if (!ref || isa<ArrayType>(ref.getPointee()))
    return false;
  if (auto shared = place.getDefiningOp<SharedRefOp>())
    return static_cast<bool>(shared->getParentOfType<FuncOp>());
  auto argument = dyn_cast<BlockArgument>(place);
  auto function = argument ? dyn_cast<FuncOp>(argument.getOwner()->getParentOp()) : FuncOp();
  return function && !function.getArgAttr(argument.getArgNumber(), kReadOnlyAttr);
}

/// The name of a place for which isPointer holds.
static std::string getPointerName(Value place) {
  if (auto shared = place.getDefiningOp<SharedRefOp>())
    return shared.getVariable().str();
  auto argument = cast<BlockArgument>(place);
  return argName(cast<FunctionOpInterface>(argument.getOwner()->getParentOp()),
                 argument.getArgNumber())
      .str();
}

std::optional<Expr> OpenClLanguage::parameter(BlockArgument argument) const {
  if (!isPointer(argument))
    return std::nullopt;
  return Expr{"*" + getPointerName(argument), Precedence::Unary};
}

Expr OpenClLanguage::addressOf(Value place, ExpressionPrinter &printer) const {
  if (isPointer(place))
    return {getPointerName(place)};
  if (auto bits = place.getDefiningOp<BitsOp>()) {
    std::string type = typeName(bits.getRef().getType().getPointee());
    return {Doc::concat({"(volatile __global " + type + " *)",
                         ExpressionPrinter::operand(addressOf(bits.getBase(), printer))}),
            Precedence::Unary};
  }
  if (isa<ArrayType>(::llvm::cast<RefType>(place.getType()).getPointee()))
    return printer.print(place);
  return {Doc::concat({"&", printer.operand(place, Precedence::Unary)}), Precedence::Unary};
}

/// Images that no shader of the kernel writes are sampled images to the host, and others storage
/// images: so are those of clspv by their access.
std::string OpenClLanguage::imageDeclarator(BindingAttr binding, StringRef name) const {
  StringRef access = isSampled(binding.getName()) ? "__read_only"
                     : binding.getAccess() == Access::Write || binding.getAccess() == Access::None
                         ? "__write_only"
                         : "__read_write";
  return (access + " image2d_t " + name).str();
}

std::string OpenClLanguage::pointerTo(BindingAttr binding, StringRef name) const {
  if (isa<TexelType>(binding.getElementType()))
    return imageDeclarator(binding, name);
  if (binding.getAccess() == Access::None)
    return "__global const uint *" + name.str();
  std::string space = binding.getAccess() == Access::Read ? "__global const " : "__global ";
  if (binding.getKind() == ResourceKind::Parameter) {
    Type element = binding.getElementType();
    bool isArray = isa<ArrayType>(element);
    return space + declarator(element, isArray ? "(*" + name.str() + ")" : "*" + name.str());
  }
  ShaderOp shader = getShader(module);
  auto blocks = shader->getAttrOfType<ArrayAttr>(kBlockNamesAttr);
  for (auto [other, block] : llvm::zip(shader.getBindings(), blocks))
    if (other == binding)
      return space + ::llvm::cast<StringAttr>(block).getValue().str() + " *" + name.str();
  llvm_unreachable("each binding has a block");
}

std::string OpenClLanguage::bufferDeclarator(StringAttr name) const {
  for (BindingAttr binding : getShader(module).getBindings().getAsRange<BindingAttr>())
    if (binding.getKind() == ResourceKind::Parameter && binding.getName() == name.getValue())
      return pointerTo(binding, name);
  llvm_unreachable("each buffer has a binding");
}

std::string OpenClLanguage::passedDeclarator(StringRef name) const {
  ShaderOp shader = getShader(module);
  if (auto shared = getClass(module).lookupSymbol<SharedOp>(name))
    return "__local " + declarator(shared.getType(), isa<ArrayType>(shared.getType())
                                                         ? name.str()
                                                         : "*" + name.str());
  auto names = shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr);
  for (auto [binding, pointer] : llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                                           names.getAsValueRange<StringAttr>()))
    if (pointer == name)
      return pointerTo(binding, name);
  llvm_unreachable("what is passed is a binding or a shared variable");
}

SmallVector<Doc> OpenClLanguage::arguments(CallOp call, FunctionOpInterface callee,
                                           ExpressionPrinter &printer) const {
  SmallVector<Doc> list;
  llvm::StringSet<> buffers;
  for (auto [index, argument] : llvm::enumerate(call.getOperands())) {
    if (auto buffer = callee.getArgAttrOfType<StringAttr>(index, kBufferAttr)) {
      if (buffers.insert(buffer).second)
        list.push_back(buffer.str());
      continue;
    }
    bool isPassedOn = isa<RefType>(argument.getType()) && !callee.getArgAttr(index, kReadOnlyAttr);
    list.push_back(isPassedOn ? ExpressionPrinter::operand(addressOf(argument, printer))
                              : printer.operand(argument));
  }
  for (StringRef name :
       callee->getAttrOfType<ArrayAttr>(kPassedAttr).getAsValueRange<StringAttr>()) {
    auto shared = getClass(module).lookupSymbol<SharedOp>(name);
    bool isAddress =
        shared && !isa<ArrayType>(shared.getType()) && !call->getParentOfType<FuncOp>();
    list.push_back((isAddress ? "&" : "") + name.str());
  }
  return list;
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

static std::string getBuiltinCall(BuiltinOp op) {
  std::string dim = "(" + std::to_string(op.getDim()) + ")";
  switch (op.getBuiltin()) {
  case Builtin::GlobalInvocation:
    return "get_global_id" + dim;
  case Builtin::LocalInvocation:
    return "get_local_id" + dim;
  case Builtin::Workgroup:
    return "get_group_id" + dim;
  case Builtin::NumWorkgroups:
    return "get_num_groups" + dim;
  case Builtin::WorkgroupSize:
    return "get_local_size" + dim;
  case Builtin::LocalIndex:
    return "get_local_id(0)";
  case Builtin::SubgroupInvocation:
    return "get_sub_group_local_id()";
  case Builtin::SubgroupSize:
    return "get_sub_group_size()";
  case Builtin::Subgroup:
    return "get_sub_group_id()";
  case Builtin::NumSubgroups:
    return "get_num_sub_groups()";
  case Builtin::Launch:
  case Builtin::LaunchSize:
    break; // the planner knows that there are no ray generation shaders
  }
  llvm_unreachable("unknown built-in");
}

/// The functions give size_t, which has 64 bits on some devices: `(uint)get_global_id(0)`.
Expr OpenClLanguage::printBuiltin(BuiltinOp op) const {
  ArrayRef<int32_t> size = getShader(module).getLocalSize();
  if (op.getBuiltin() >= Builtin::SubgroupInvocation)
    return {getBuiltinCall(op), Precedence::Postfix};
  std::string text = "(uint)" + getBuiltinCall(op);
  if (op.getBuiltin() != Builtin::LocalIndex || (size[1] == 1 && size[2] == 1))
    return {text, Precedence::Unary};
  std::string row = "(uint)get_local_id(1)";
  if (size[2] != 1)
    row = "((uint)get_local_id(2) * " + std::to_string(size[1]) + "u + " + row + ")";
  return {row + " * " + std::to_string(size[0]) + "u + " + text, Precedence::Additive};
}

static StringRef getComparison(MathFn fn) {
  switch (fn) {
  case MathFn::LessThan:
    return "<";
  case MathFn::LessThanEqual:
    return "<=";
  case MathFn::GreaterThan:
    return ">";
  case MathFn::GreaterThanEqual:
    return ">=";
  case MathFn::Equal:
    return "==";
  case MathFn::NotEqual:
    return "!=";
  default:
    return {};
  }
}

std::optional<Expr> OpenClLanguage::printMath(MathOp op, ExpressionPrinter &printer) const {
  SmallVector<Doc> in;
  for (Value value : op.getOperands())
    in.push_back(printer.operand(value));
  Type type = op.getOperands().front().getType();
  if (StringRef sign = getComparison(op.getFn()); !sign.empty()) {
    bool isEquality = op.getFn() == MathFn::Equal || op.getFn() == MathFn::NotEqual;
    return Expr{Doc::concat({printer.operand(op.getOperands()[0], Precedence::Shift), " ", sign,
                             " ", printer.operand(op.getOperands()[1], Precedence::Shift)}),
                isEquality ? Precedence::Equality : Precedence::Relational};
  }
  if (op.getFn() == MathFn::FindMsb)
    return Expr{Doc::concat({"31 - (int)", ExpressionPrinter::call("clz", in).doc}),
                Precedence::Additive};
  if (op.getFn() == MathFn::Mix && getComponentType(op.getOperands()[2].getType()).isInteger(1))
    return ExpressionPrinter::call("select", in);
  // abs of OpenCL C is unsigned, and popcount has the type of its operand.
  bool isUnsigned = op.getFn() == MathFn::Abs && getComponentType(type).isSignedInteger();
  if (!isUnsigned && (op.getFn() != MathFn::BitCount || op.getType() == type))
    return std::nullopt;
  return cast(type, op.getType(), ExpressionPrinter::call(mathFunction(op.getFn(), type), in));
}

/// Components of vectors of bool, which are integers in the text: all bits for true.
std::optional<Expr> OpenClLanguage::printBools(Operation *op, ExpressionPrinter &printer) const {
  auto isBools = [](Type type) {
    return isa<VecType>(type) && getComponentType(type).isInteger(1);
  };
  if (op->getNumResults() != 1)
    return std::nullopt;
  if (isa<AggregateOp, SplatOp>(op) && isBools(op->getResult(0).getType())) {
    SmallVector<Doc> parts;
    for (Value part : op->getOperands())
      parts.push_back(part.getType().isInteger(1)
                          ? Doc::concat({"-", printer.operand(part, Precedence::Unary)})
                          : printer.operand(part));
    return aggregate(op->getResult(0).getType(), parts);
  }
  Value whole;
  if (auto component = dyn_cast<ComponentOp>(op))
    whole = component.getWhole();
  if (auto load = dyn_cast<LoadOp>(op))
    if (auto element = load.getRef().getDefiningOp<ElementOp>())
      whole = element.getBase();
  if (!whole)
    return std::nullopt;
  Type type = whole.getType();
  if (auto ref = dyn_cast<RefType>(type))
    type = ref.getPointee();
  if (!isBools(type))
    return std::nullopt;
  Value place = isa<LoadOp>(op) ? op->getOperand(0) : op->getResult(0);
  if (isa<LoadOp>(op))
    return Expr{Doc::concat({printer.operand(place, Precedence::Postfix), " != 0"}),
                Precedence::Equality};
  auto literal = cast_or_null<IntegerAttr>(getLiteral(op->getOperand(1)));
  if (!literal)
    return Expr{Doc::concat({printer.operand(whole, Precedence::Postfix), "[",
                             printer.operand(op->getOperand(1)), "] != 0"}),
                Precedence::Equality};
  StringRef name = StringRef("xyzw").substr(literal.getValue().getZExtValue(), 1);
  return Expr{Doc::concat({printer.operand(whole, Precedence::Postfix), ".", name, " != 0"}),
              Precedence::Equality};
}

std::optional<Expr> OpenClLanguage::otherExpression(Operation *op,
                                                    ExpressionPrinter &printer) const {
  if (std::optional<Expr> bools = printBools(op, printer))
    return bools;
  return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
      .Case([&](BitcastOp cast) {
        Type from = cast.getOperand().getType(), to = cast.getType();
        if (isFloating(from) == isFloating(to) && !isa<VecType>(from) && !isa<VecType>(to))
          return printCast(typeName(to), printer.print(cast.getOperand()));
        return ExpressionPrinter::call("as_" + typeName(to), {printer.operand(cast.getOperand())});
      })
      .Case([&](CastOp cast) -> std::optional<Expr> {
        // One conversion of what has 64 bits on some devices is enough.
        auto builtin = cast.getOperand().getDefiningOp<BuiltinOp>();
        if (!builtin || !cast.getType().isInteger(32) ||
            builtin.getBuiltin() == Builtin::LocalIndex)
          return std::nullopt;
        return printCast(typeName(cast.getType()), {getBuiltinCall(builtin), Precedence::Postfix});
      })
      .Case([&](MathOp math) { return printMath(math, printer); })
      .Case([&](LoadOp load) -> std::optional<Expr> {
        auto pixel = load.getRef().getDefiningOp<PixelOp>();
        if (!pixel)
          return std::nullopt;
        return printRead(pixel, printer,
                         StringRef("xyz").take_front(getNumComponents(load.getType()) % 4));
      })
      .Case([&](ComponentOp component) -> std::optional<Expr> {
        // Of what is read, `.y` and not `.xyz.y`.
        std::optional<PixelComponent> read = matchPixelComponent(component);
        return read ? std::optional(printRead(read->pixel, printer, read->name)) : std::nullopt;
      })
      .Case([&](MemberOp member) -> std::optional<Expr> {
        if (!isPointer(member.getBase()))
          return std::nullopt;
        return Expr{getPointerName(member.getBase()) + "->" + member.getName().str(),
                    Precedence::Postfix};
      })
      .Case([&](BuiltinOp builtin) { return printBuiltin(builtin); })
      .Case([&](SharedRefOp shared) {
        return isPointer(shared) ? Expr{"*" + shared.getVariable().str(), Precedence::Unary}
                                 : Expr{shared.getVariable()};
      })
      .Case([&](ScratchRefOp scratch) {
        return Expr{pointerName(ResourceKind::Scratch, scratch.getScratch()) + "->" +
                        scratch.getMember().str(),
                    Precedence::Postfix};
      })
      .Case([&](AtomicOp atomic) {
        return ExpressionPrinter::call(
            "atomic_" + stringifyReduceKind(atomic.getKind()).str(),
            {ExpressionPrinter::operand(addressOf(atomic.getRef(), printer)),
             printer.operand(atomic.getValue())});
      })
      .Case([&](BitsOp bits) {
        return Expr{Doc::concat({"*", ExpressionPrinter::operand(addressOf(bits, printer))}),
                    Precedence::Unary};
      })
      .Case([&](CompareSwapOp swap) {
        return ExpressionPrinter::call(
            "atomic_cmpxchg",
            {ExpressionPrinter::operand(addressOf(swap.getRef(), printer)),
             printer.operand(swap.getExpected()), printer.operand(swap.getValue())});
      })
      .Case([&](SubgroupOp subgroup) {
        return ExpressionPrinter::call(
            (subgroup.getBefore() ? "sub_group_scan_exclusive_" : "sub_group_reduce_") +
                stringifyReduceKind(subgroup.getKind()).str(),
            {printer.operand(subgroup.getValue())});
      })
      .Default([](Operation *) { return std::nullopt; });
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// read_imagef and write_imagei: by the numbers that pixels are made of.
static std::string imageFunction(StringRef name, PixelOp pixel) {
  Type component =
      getComponentType(cast<TexelType>(pixel.getPointer().getType().getPointee()).getPixel());
  return (name + (component.isF32() ? "f" : component.isSignedInteger() ? "i" : "ui")).str();
}

/// read_imagef(light, (int2)(x, y)).xyz
Expr OpenClLanguage::printRead(PixelOp pixel, ExpressionPrinter &printer,
                               StringRef components) const {
  Doc read = ExpressionPrinter::call(imageFunction("read_image", pixel),
                                     {getBufferName(pixel.getPointer()).str(),
                                      printCoordinates("(int2)", pixel, printer)})
                 .doc;
  if (components.empty())
    return {read, Precedence::Postfix};
  return {Doc::concat({read, ".", components}), Precedence::Postfix};
}

/// write_imagef(glow, (int2)(x, y), (float4)(sum, 0.0f))
Doc OpenClLanguage::printWrite(PixelOp pixel, Value value, ExpressionPrinter &printer) const {
  Type component = getComponentType(value.getType());
  int64_t count = getNumComponents(value.getType());
  SmallVector<Doc> parts = {printer.operand(value)};
  TypedAttr zero = component.isF32() ? TypedAttr(FloatAttr::get(component, 0.0))
                                     : IntegerAttr::get(component, 0);
  for (int64_t left = count; left < 4; ++left)
    parts.push_back(constant(zero, /*asBits=*/false).doc);
  Doc four = count == 4 ? parts.front()
                        : aggregate(VecType::get(component.getContext(), 4, component), parts).doc;
  return ExpressionPrinter::call(imageFunction("write_image", pixel),
                                 {getBufferName(pixel.getPointer()).str(),
                                  printCoordinates("(int2)", pixel, printer), four})
      .doc;
}

/// A name for a built-in takes its value as it is: `const uint lid = get_local_id(0);`
static BuiltinOp getNamedBuiltin(Operation *op, ArrayRef<int32_t> size) {
  Value value;
  if (auto let = dyn_cast<LetOp>(op))
    value = let.getValue();
  else if (auto var = dyn_cast<VarOp>(op))
    value = var.getInit();
  auto builtin = value ? value.getDefiningOp<BuiltinOp>() : BuiltinOp();
  bool isSum = builtin && builtin.getBuiltin() == Builtin::LocalIndex && size[1] * size[2] != 1;
  return isSum ? BuiltinOp() : builtin;
}

bool OpenClLanguage::otherStatement(Operation *op, StatementPrinter &printer) const {
  TextWriter &writer = printer.getWriter();
  if (BuiltinOp builtin = getNamedBuiltin(op, getShader(module).getLocalSize())) {
    writer.line(qualifiers(op) + "uint " + getDeclaredName(op).str() + " = " +
                getBuiltinCall(builtin) + ";");
    return true;
  }
  if (auto assign = dyn_cast<AssignOp>(op))
    if (auto pixel = assign.getRef().getDefiningOp<PixelOp>()) {
      writer.line(
          Doc::concat({printWrite(pixel, assign.getValue(), printer.getExpressions()), ";"}));
      return true;
    }
  if (isa<MemoryBarrierOp>(op)) {
    writer.line("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
                "memory_scope_device);");
    return true;
  }
  if (isa<SubgroupBarrierOp>(op)) {
    writer.line("sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
    return true;
  }
  if (isa<BarrierOp>(op)) {
    // Where buffers are ordered beside it, the threads of the workgroup see them too.
    bool ordersBuffers = isa_and_nonnull<MemoryBarrierOp>(op->getPrevNode()) ||
                         isa_and_nonnull<MemoryBarrierOp>(op->getNextNode());
    writer.line(ordersBuffers ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
                              : "barrier(CLK_LOCAL_MEM_FENCE);");
    return true;
  }
  return false;
}
