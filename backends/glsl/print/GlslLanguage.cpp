//===- GlslLanguage.cpp - How GLSL spells types, literals, functions and places ---------------===//

#include "backends/glsl/print/GlslLanguage.h"

#include "backends/common/StatementPrinter.h"
#include "backends/glsl/raise/Raise.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::glsl;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

/// vec3, ivec3, dmat4x3
static std::string vectorName(Type component, StringRef kind, const std::string &size) {
  std::string prefix = component.isF64() ? "d" : component.isInteger(1) ? "b" : "";
  if (auto integer = dyn_cast<IntegerType>(component); integer && integer.getWidth() > 1)
    prefix = (integer.isSigned() ? "i" : "u") +
             (integer.getWidth() == 32 ? std::string() : std::to_string(integer.getWidth()));
  return prefix + kind.str() + size;
}

std::string GlslLanguage::typeName(Type type) const {
  if (auto array = dyn_cast<ArrayType>(type)) {
    // float[2][3] is two arrays of three.
    std::string dimensions;
    Type element = array;
    while (auto inner = dyn_cast<ArrayType>(element)) {
      dimensions += "[" + std::to_string(inner.getLength()) + "]";
      element = inner.getElementType();
    }
    return typeName(element) + dimensions;
  }
  if (auto record = dyn_cast<RecordType>(type))
    return recordName(record);
  if (auto vector = dyn_cast<VecType>(type))
    return vectorName(vector.getElementType(), "vec", std::to_string(vector.getLength()));
  if (auto matrix = dyn_cast<MatType>(type)) {
    std::string columns = std::to_string(matrix.getColumns());
    bool isSquare = matrix.getColumns() == matrix.getRows();
    return vectorName(matrix.getElementType(), "mat",
                      isSquare ? columns : columns + "x" + std::to_string(matrix.getRows()));
  }
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isInteger(1))
    return "bool";
  auto integer = ::llvm::cast<IntegerType>(type);
  std::string name = integer.isSigned() ? "int" : "uint";
  return integer.getWidth() == 32 ? name : name + std::to_string(integer.getWidth()) + "_t";
}

/// Infinity and NaN have no literals: intBitsToFloat(0x7f800000).
static Expr printSpecial(const APFloat &value) {
  APInt bits = value.bitcastToAPInt();
  std::string digits = "0x" + llvm::toString(bits, 16, false, false, /*UpperCase=*/false);
  if (bits.getBitWidth() == 32)
    return {"uintBitsToFloat(" + digits + "u)", Precedence::Postfix};
  std::string low = "0x" + llvm::utohexstr(bits.getZExtValue() & 0xffffffffu, true) + "u";
  std::string high = "0x" + llvm::utohexstr(bits.getZExtValue() >> 32, true) + "u";
  return {"packDouble2x32(uvec2(" + low + ", " + high + "))", Precedence::Postfix};
}

Expr GlslLanguage::constant(TypedAttr value, bool asBits) const {
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    if (number.getType().isInteger(1))
      return {number.getValue().isOne() ? "true" : "false"};
    return printInteger(number, asBits);
  }
  APFloat number = ::llvm::cast<FloatAttr>(value).getValue();
  if (!number.isFinite())
    return printSpecial(number);
  std::string text = decimalDigits(number);
  if (value.getType().isF64())
    text += "lf";
  return {text, number.isNegative() ? Precedence::Unary : Precedence::Primary};
}

Expr GlslLanguage::cast(Type from, Type to, const Expr &operand) const {
  if (to.isInteger(1))
    return compareWithZero(from, operand);
  return ExpressionPrinter::call(typeName(to), {ExpressionPrinter::operand(operand)});
}

std::string GlslLanguage::mathFunction(MathFn fn, Type) const {
  switch (fn) {
  case MathFn::Atan2:
    return "atan";
  case MathFn::InverseSqrt:
    return "inversesqrt";
  case MathFn::SmoothStep:
    return "smoothstep";
  case MathFn::FaceForward:
    return "faceforward";
  case MathFn::Rint:
    return "roundEven";
  case MathFn::FindMsb:
    return "findMSB";
  case MathFn::FindLsb:
    return "findLSB";
  default: // less_than -> lessThan
    return llvm::convertToCamelFromSnakeCase(stringifyMathFn(fn));
  }
}

Expr GlslLanguage::aggregate(Type type, ArrayRef<Doc> parts) const {
  return ExpressionPrinter::call(typeName(type), parts);
}

Expr GlslLanguage::field(FieldRefOp op) const { return {op.getField()}; }

static StringRef getBuiltinName(Builtin builtin) {
  switch (builtin) {
  case Builtin::GlobalInvocation:
    return "gl_GlobalInvocationID";
  case Builtin::LocalInvocation:
    return "gl_LocalInvocationID";
  case Builtin::Workgroup:
    return "gl_WorkGroupID";
  case Builtin::NumWorkgroups:
    return "gl_NumWorkGroups";
  case Builtin::WorkgroupSize:
    return "gl_WorkGroupSize";
  case Builtin::LocalIndex:
    return "gl_LocalInvocationIndex";
  case Builtin::SubgroupInvocation:
    return "gl_SubgroupInvocationID";
  case Builtin::SubgroupSize:
    return "gl_SubgroupSize";
  case Builtin::Subgroup:
    return "gl_SubgroupID";
  case Builtin::NumSubgroups:
    return "gl_NumSubgroups";
  case Builtin::Launch:
    return "gl_LaunchIDEXT";
  case Builtin::LaunchSize:
    return "gl_LaunchSizeEXT";
  }
  llvm_unreachable("unknown built-in");
}

static Expr printBuiltin(BuiltinOp op, ModuleOp module) {
  StringRef name = getBuiltinName(op.getBuiltin());
  // In a workgroup of one dimension the index is the coordinate that everybody knows.
  ArrayRef<int32_t> size = getShader(module).getLocalSize();
  if (op.getBuiltin() == Builtin::LocalIndex && size[1] == 1 && size[2] == 1)
    return {"gl_LocalInvocationID.x", Precedence::Postfix};
  bool isLaunch = op.getBuiltin() == Builtin::Launch || op.getBuiltin() == Builtin::LaunchSize;
  if (op.getBuiltin() > Builtin::WorkgroupSize && !isLaunch)
    return {name};
  return {name + "." + StringRef("xyz").substr(op.getDim(), 1), Precedence::Postfix};
}

/// floatBitsToUint, int64BitsToDouble, or a conversion between integers of one width.
std::string GlslLanguage::getBitcast(Type from, Type to) const {
  auto name = [](Type type) -> std::string {
    if (isa<FloatType>(type))
      return type.isF64() ? "double" : "float";
    std::string width = type.isInteger(64) ? "64" : "";
    return (type.isUnsignedInteger() ? "uint" : "int") + width;
  };
  if (isa<VecType>(to))
    return "unpackDouble2x32";
  if (isa<VecType>(from))
    return "packDouble2x32";
  if (isa<FloatType>(from) == isa<FloatType>(to))
    return typeName(to);
  std::string target = name(to);
  target[0] = llvm::toUpper(target[0]);
  return name(from) + "BitsTo" + target;
}

std::optional<Expr> GlslLanguage::otherExpression(Operation *op, ExpressionPrinter &printer) const {
  static constexpr llvm::StringLiteral kinds[] = {"Add", "Min", "Max", "Mul", "And", "Or", "Xor"};
  return llvm::TypeSwitch<Operation *, std::optional<Expr>>(op)
      .Case([&](BitcastOp cast) {
        return ExpressionPrinter::call(getBitcast(cast.getOperand().getType(), cast.getType()),
                                       {printer.operand(cast.getOperand())});
      })
      .Case([&](UnaryOp unary) -> std::optional<Expr> {
        if (unary.getKind() != UnaryKind::Not || !isa<VecType>(unary.getType()))
          return std::nullopt;
        return ExpressionPrinter::call("not", {printer.operand(unary.getOperand())});
      })
      .Case([&](PixelOp pixel) {
        auto texel = ::llvm::cast<TexelType>(pixel.getPointer().getType().getPointee());
        return printFetch(pixel, printer,
                          StringRef("xyz").take_front(getNumComponents(texel.getPixel()) % 4));
      })
      .Case([&](SampleOp sample) { return printSample(sample, printer); })
      .Case([&](ComponentOp component) -> std::optional<Expr> {
        // Of what is fetched, `.y` and not `.xyz.y`.
        std::optional<PixelComponent> read = matchPixelComponent(component);
        return read ? std::optional(printFetch(read->pixel, printer, read->name)) : std::nullopt;
      })
      .Case([&](BuiltinOp builtin) { return printBuiltin(builtin, module); })
      .Case([&](LengthOp length) {
        return Expr{Doc::concat({printer.print(length.getPointer()).doc, ".length()"})};
      })
      .Case([&](SharedRefOp shared) { return Expr{shared.getVariable()}; })
      .Case([&](ScratchRefOp scratch) { return Expr{scratch.getMember()}; })
      .Case([&](PayloadRefOp payload) { return Expr{payload.getPayload()}; })
      .Case([&](AtomicOp atomic) {
        std::string name = "atomic" + kinds[static_cast<unsigned>(atomic.getKind())].str();
        return ExpressionPrinter::call(
            name, {printer.operand(atomic.getRef()), printer.operand(atomic.getValue())});
      })
      .Case([&](CompareSwapOp swap) {
        return ExpressionPrinter::call("atomicCompSwap", {printer.operand(swap.getRef()),
                                                          printer.operand(swap.getExpected()),
                                                          printer.operand(swap.getValue())});
      })
      .Case([&](BitsOp bits) {
        return printer.index({bits->getAttrOfType<StringAttr>(kBitsNameAttr).getValue()},
                             bits.getWord());
      })
      .Case([&](SubgroupOp subgroup) {
        std::string name = (subgroup.getBefore() ? "subgroupExclusive" : "subgroup") +
                           kinds[static_cast<unsigned>(subgroup.getKind())].str();
        return ExpressionPrinter::call(name, {printer.operand(subgroup.getValue())});
      })
      .Case([&](ActiveThreadsOp threads) {
        bool isCount = threads.getWhat() == ActiveThreads::Count;
        Doc where = threads.getWhere() ? printer.operand(threads.getWhere()) : Doc("true");
        return ExpressionPrinter::call(isCount ? "subgroupBallotBitCount"
                                               : "subgroupBallotExclusiveBitCount",
                                       {ExpressionPrinter::call("subgroupBallot", {where}).doc});
      })
      .Case([&](SubgroupExchangeOp exchange) {
        return ExpressionPrinter::call("subgroupShuffleXor", {printer.operand(exchange.getValue()),
                                                              printer.operand(exchange.getMask())});
      })
      .Case([&](SubgroupFirstOp first) {
        return ExpressionPrinter::call("subgroupBroadcastFirst",
                                       {printer.operand(first.getValue())});
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool GlslLanguage::otherStatement(Operation *op, StatementPrinter &printer) const {
  if (auto assign = dyn_cast<AssignOp>(op))
    if (auto pixel = assign.getRef().getDefiningOp<PixelOp>()) {
      printer.getWriter().line(
          Doc::concat({printStore(pixel, assign.getValue(), printer.getExpressions()), ";"}));
      return true;
    }
  if (auto execute = dyn_cast<ExecuteCallableOp>(op)) {
    Doc location = std::to_string(getPayloadLocation(execute.getPayload()));
    Doc index = printer.getExpressions().operand(execute.getIndex());
    printer.getWriter().line(
        Doc::concat({ExpressionPrinter::call("executeCallableEXT", {index, location}).doc, ";"}));
    return true;
  }
  if (!isa<BarrierOp, SubgroupBarrierOp, MemoryBarrierOp>(op))
    return false;
  printer.getWriter().line(isa<BarrierOp>(op)           ? "barrier();"
                           : isa<SubgroupBarrierOp>(op) ? "subgroupBarrier();"
                                                        : "memoryBarrierBuffer();");
  return true;
}

unsigned GlslLanguage::getPayloadLocation(StringRef name) const {
  unsigned location = 0;
  for (PayloadOp payload : shading::getClass(module).getOps<PayloadOp>()) {
    if (payload.getSymName() == name)
      return location;
    ++location;
  }
  llvm_unreachable("the payload that a shader names is in its module");
}

std::string GlslLanguage::imagePrefix(TexelType texel) {
  Type component = getComponentType(texel.getPixel());
  return component.isF32() ? "" : component.isSignedInteger() ? "i" : "u";
}

/// texelFetch(light, ivec2(x, y), 0).xyz, or imageLoad(glow, ivec2(x, y)).xyz
Expr GlslLanguage::printFetch(PixelOp pixel, ExpressionPrinter &printer,
                              StringRef components) const {
  StringAttr name = getBufferName(pixel.getPointer());
  bool isTexture = isSampled(name);
  SmallVector<Doc> arguments = {name.str(), printCoordinates("ivec2", pixel, printer)};
  if (isTexture)
    arguments.push_back("0");
  Doc fetch = ExpressionPrinter::call(isTexture ? "texelFetch" : "imageLoad", arguments).doc;
  if (components.empty())
    return {fetch, Precedence::Postfix};
  return {Doc::concat({fetch, ".", components}), Precedence::Postfix};
}

/// textureLod(m_bricks, vec2(u, v), 0.0).xyz: without a level the finest one is meant, as a compute
/// shader has no derivatives to find one.
Expr GlslLanguage::printSample(SampleOp sample, ExpressionPrinter &printer) {
  SmallVector<Doc> coordinates;
  for (Value coordinate : sample.getCoordinates())
    coordinates.push_back(printer.operand(coordinate));
  Doc place =
      coordinates.size() == 1
          ? coordinates.front()
          : ExpressionPrinter::call("vec" + std::to_string(coordinates.size()), coordinates).doc;
  Doc texture = getBufferName(sample.getTexture()).str();
  if (Value number = sample.getNumber())
    texture = Doc::concat({texture, "[nonuniformEXT(", printer.operand(number), ")]"});
  Doc level = sample.getLevel() ? printer.operand(sample.getLevel()) : Doc("0.0");
  Doc texel = ExpressionPrinter::call("textureLod", {texture, place, level}).doc;
  int64_t components = getNumComponents(sample.getType());
  if (components == 4)
    return {texel, Precedence::Postfix};
  return {Doc::concat({texel, ".", StringRef("xyz").take_front(components)}), Precedence::Postfix};
}

/// imageStore(glow, ivec2(x, y), vec4(sum, 0.0))
Doc GlslLanguage::printStore(PixelOp pixel, Value value, ExpressionPrinter &printer) const {
  auto texel = ::llvm::cast<TexelType>(pixel.getPointer().getType().getPointee());
  SmallVector<Doc> parts = {printer.operand(value)};
  // vec4 of one scalar sets all four components.
  if (getNumComponents(texel.getPixel()) > 1)
    for (int64_t left = getNumComponents(texel.getPixel()); left < 4; ++left)
      parts.push_back(imagePrefix(texel).empty() ? "0.0" : "0");
  Doc four = getNumComponents(texel.getPixel()) == 4
                 ? parts.front()
                 : ExpressionPrinter::call(imagePrefix(texel) + "vec4", parts).doc;
  return ExpressionPrinter::call("imageStore", {getBufferName(pixel.getPointer()).str(),
                                                printCoordinates("ivec2", pixel, printer), four})
      .doc;
}

std::string GlslLanguage::qualifiers(Operation *op) const {
  auto let = dyn_cast<LetOp>(op);
  bool isPrecise = op->hasAttr(kPreciseAttr) || (let && let.getPrecise());
  return (isPrecise ? "precise " : "") + TargetLanguage::qualifiers(op);
}
