//===- VkmDialect.cpp - Types, attributes and helpers of the vkm dialect ----------------------===//

#include "ir/VkmDialect.h"

#include "ir/SourceNames.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

#include "ir/VkmDialect.cpp.inc"

#include "ir/VkmEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/VkmTypes.cpp.inc"

/// #vkm.hazard<earlier write_after_read ...>
static ParseResult parseHazardHead(AsmParser &parser, bool &earlier, HazardKind &kind) {
  earlier = succeeded(parser.parseOptionalKeyword("earlier"));
  FailureOr<HazardKind> parsed = FieldParser<HazardKind>::parse(parser);
  if (failed(parsed))
    return failure();
  kind = *parsed;
  return success();
}

static void printHazardHead(AsmPrinter &printer, bool earlier, HazardKind kind) {
  printer << (earlier ? "earlier " : "") << stringifyHazardKind(kind);
}

#define GET_ATTRDEF_CLASSES
#include "ir/VkmAttrs.cpp.inc"

void VkmDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/VkmTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ir/VkmAttrs.cpp.inc"
      >();
  registerOps();
  addInterfaces<SourceNames>();
}

//===------------------------------------------------------------------------------------------===//
// Types
//===------------------------------------------------------------------------------------------===//

/// What variables, fields and elements of buffers are: a scalar with signedness, an array, a
/// vector, a matrix, a record.
static bool isObject(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    return integer.isSignless() ? width == 1
                                : width == 8 || width == 16 || width == 32 || width == 64;
  }
  return type.isF32() || type.isF64() || isa<ArrayType, RecordType, VecType, MatType>(type);
}

LogicalResult VecType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t length,
                              Type elementType) {
  if (length < 2 || length > 4)
    return emitError() << "a vector has 2 to 4 components, not " << length;
  if (!llvm::isa<IntegerType, FloatType>(elementType) || !isObject(elementType))
    return emitError() << "a vector holds scalars, not " << elementType;
  return success();
}

LogicalResult MatType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t columns,
                              int64_t rows, Type elementType) {
  if (columns < 2 || columns > 4 || rows < 2 || rows > 4)
    return emitError() << "a matrix has 2 to 4 columns and rows, not " << columns << " x " << rows;
  if (!elementType.isF32() && !elementType.isF64())
    return emitError() << "a matrix holds floats or doubles, not " << elementType;
  return success();
}

VecType MatType::getColumnType() const {
  return VecType::get(getContext(), getRows(), getElementType());
}

LogicalResult ArrayType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t length,
                                Type elementType) {
  if (length < 1)
    return emitError() << "an array has at least one element, not " << length;
  if (!isObject(elementType))
    return emitError() << "an array holds scalars, arrays or records, not " << elementType;
  return success();
}

LogicalResult PtrType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, Type pointee,
                              bool) {
  if (!isObject(pointee) && !llvm::isa<TexelType, TextureType>(pointee))
    return emitError() << "a pointer points at scalars, arrays or records, not " << pointee;
  return success();
}

LogicalResult DynArrayType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                   Type elementType) {
  bool isHeld = isObject(elementType) || llvm::isa<TexelType, TextureType>(elementType);
  if (!isHeld || elementType.isInteger(1))
    return emitError() << "a std::vector holds numbers, arrays or records, not " << elementType;
  return success();
}

LogicalResult RefType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, Type pointee) {
  if (!isObject(pointee) && !llvm::isa<HostType>(pointee))
    return emitError() << "a place holds a scalar, an array or a record, not " << pointee;
  return success();
}

Type PtrType::parse(AsmParser &parser) {
  Type pointee;
  if (parser.parseLess())
    return {};
  bool isConst = succeeded(parser.parseOptionalKeyword("const"));
  if (parser.parseType(pointee) || parser.parseGreater())
    return {};
  return parser.getChecked<PtrType>(parser.getContext(), pointee, isConst);
}

void PtrType::print(AsmPrinter &printer) const {
  printer << '<' << (getIsConst() ? "const " : "") << getPointee() << '>';
}

LogicalResult TexelType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, Type pixel,
                                bool isHalf) {
  Type component = llvm::isa<MatType>(pixel) ? Type() : getComponentType(pixel);
  bool isWord = component && (component.isSignedInteger(32) || component.isUnsignedInteger(32));
  if (component && (component.isF32() || (isWord && !isHalf)))
    return success();
  return emitError() << "a texel is made of one to four floats"
                     << (isHalf ? "" : " or 32-bit integers") << ", not of " << pixel;
}

LogicalResult TextureType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                  unsigned dimensions, Type texel, bool) {
  if (dimensions < 1 || dimensions > 3)
    return emitError() << "a texture has one to three dimensions, not " << dimensions;
  if (llvm::isa<MatType>(texel) || !isObject(texel) || !getComponentType(texel).isF32())
    return emitError() << "a texture has texels of one to four floats, not of " << texel;
  return success();
}

Type TextureType::parse(AsmParser &parser) {
  unsigned dimensions = 0;
  Type texel;
  if (parser.parseLess())
    return {};
  bool isMany = succeeded(parser.parseOptionalKeyword("many"));
  if (parser.parseInteger(dimensions) || parser.parseKeyword("x") || parser.parseType(texel) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TextureType>(parser.getContext(), dimensions, texel, isMany);
}

void TextureType::print(AsmPrinter &printer) const {
  printer << '<' << (getIsMany() ? "many " : "") << getDimensions() << " x " << getTexel() << '>';
}

int64_t TexelType::getNumChannels() const {
  int64_t components = getNumComponents(getPixel());
  return components == 3 ? 4 : components; // no device has to have formats of three
}

std::string TexelType::getFormat() const {
  static constexpr llvm::StringLiteral channels[] = {"", "r", "rg", "", "rgba"};
  Type component = getComponentType(getPixel());
  llvm::StringRef kind = component.isF32() ? "f" : component.isSignedInteger() ? "i" : "ui";
  return (channels[getNumChannels()] + (getIsHalf() ? "16" : "32") + kind).str();
}

Type TexelType::parse(AsmParser &parser) {
  Type pixel;
  if (parser.parseLess())
    return {};
  bool isHalf = succeeded(parser.parseOptionalKeyword("half"));
  if (parser.parseType(pixel) || parser.parseGreater())
    return {};
  return parser.getChecked<TexelType>(parser.getContext(), pixel, isHalf);
}

void TexelType::print(AsmPrinter &printer) const {
  printer << '<' << (getIsHalf() ? "half " : "") << getPixel() << '>';
}

//===------------------------------------------------------------------------------------------===//
// Attributes
//===------------------------------------------------------------------------------------------===//

LogicalResult MemberAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                 llvm::StringRef name, Type type, int64_t offset) {
  if (!isObject(type))
    return emitError() << "member \"" << name << "\" is a scalar, an array or a record, not "
                       << type;
  if (offset < 0)
    return emitError() << "member \"" << name << "\" lies at the negative offset " << offset;
  return success();
}

LogicalResult BindingAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                  int64_t binding, ResourceKind kind, llvm::StringRef name,
                                  Type elementType, Access) {
  if (binding < 0)
    return emitError() << "binding \"" << name << "\" has the negative number " << binding;
  bool hasElements = kind == ResourceKind::Parameter || kind == ResourceKind::Vector;
  if (hasElements && !isObject(elementType) && !llvm::isa<TexelType, TextureType>(elementType))
    return emitError() << "binding \"" << name << "\" has scalars, arrays or records, not "
                       << elementType;
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Helpers
//===------------------------------------------------------------------------------------------===//

llvm::StringRef vkmorph::vkm::argName(FunctionOpInterface function, unsigned index) {
  auto name = function.getArgAttrOfType<StringAttr>(index, kNameAttr);
  return name ? name.getValue() : llvm::StringRef();
}

RecordOp vkmorph::vkm::lookupRecord(Operation *from, RecordType type) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  return module ? module.lookupSymbol<RecordOp>(type.getName().getAttr()) : RecordOp();
}

Type vkmorph::vkm::getComponentType(Type type) {
  if (auto vector = dyn_cast<VecType>(type))
    return vector.getElementType();
  if (auto matrix = dyn_cast<MatType>(type))
    return matrix.getElementType();
  return type;
}

int64_t vkmorph::vkm::getNumComponents(Type type) {
  if (auto vector = dyn_cast<VecType>(type))
    return vector.getLength();
  if (auto matrix = dyn_cast<MatType>(type))
    return matrix.getColumns() * matrix.getRows();
  return 1;
}

Type vkmorph::vkm::withComponentType(Type type, Type component) {
  if (auto vector = dyn_cast<VecType>(type))
    return VecType::get(type.getContext(), vector.getLength(), component);
  if (auto matrix = dyn_cast<MatType>(type))
    return MatType::get(type.getContext(), matrix.getColumns(), matrix.getRows(), component);
  return component;
}

Type vkmorph::vkm::getElementType(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getElementType();
  if (auto matrix = dyn_cast<MatType>(type))
    return matrix.getColumnType();
  auto vector = dyn_cast<VecType>(type);
  return vector ? vector.getElementType() : Type();
}

int64_t vkmorph::vkm::getNumElements(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getLength();
  if (auto matrix = dyn_cast<MatType>(type))
    return matrix.getColumns();
  auto vector = dyn_cast<VecType>(type);
  return vector ? vector.getLength() : 0;
}

Type vkmorph::vkm::getNestedElement(Type type) {
  while (auto array = dyn_cast<ArrayType>(type))
    type = array.getElementType();
  return type;
}

Layout vkmorph::vkm::getLayout(Operation *from, Type type) {
  if (isa<VecType, MatType>(type)) {
    Layout component = getLayout(from, getComponentType(type));
    return {component.size * getNumComponents(type), component.align};
  }
  if (auto array = dyn_cast<ArrayType>(type)) {
    Layout element = getLayout(from, array.getElementType());
    return {element.size * array.getLength(), element.align};
  }
  if (auto record = dyn_cast<RecordType>(type)) {
    RecordOp op = lookupRecord(from, record);
    return op ? Layout{static_cast<int64_t>(op.getSize()), static_cast<int64_t>(op.getAlign())}
              : Layout{};
  }
  if (auto texel = dyn_cast<TexelType>(type)) // as the host has the pixel
    return getLayout(from, texel.getPixel());
  if (auto texture = dyn_cast<TextureType>(type))
    return getLayout(from, texture.getTexel());
  int64_t bytes = type.isInteger(1) ? 1 : type.getIntOrFloatBitWidth() / 8;
  return {bytes, bytes};
}

Layout vkmorph::vkm::getPushLayout(Type type) {
  Type component = getComponentType(type);
  int64_t bytes = component.isInteger(1) ? 4 : std::max(4u, component.getIntOrFloatBitWidth() / 8);
  auto matrix = dyn_cast<MatType>(type);
  int64_t rows = matrix ? matrix.getRows() : getNumComponents(type);
  int64_t align = bytes * (rows == 3 ? 4 : rows);
  return matrix ? Layout{align * matrix.getColumns(), align} : Layout{bytes * rows, align};
}

ParseResult vkmorph::vkm::parseFunctionLike(OpAsmParser &parser, OperationState &result,
                                            StringAttr typeAttr, StringAttr argAttrs,
                                            StringAttr resAttrs) {
  // Upstream's parser for functions takes `{ }` for a missing body; here it is an empty one.
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> types, results;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(), result.attributes) ||
      function_interface_impl::parseFunctionSignature(parser, /*allowVariadic=*/false, arguments,
                                                      isVariadic, results, resultAttrs) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  Builder &builder = parser.getBuilder();
  result.addAttribute(typeAttr, TypeAttr::get(builder.getFunctionType(types, results)));
  function_interface_impl::addArgAndResultAttrs(builder, result, arguments, resultAttrs, argAttrs,
                                                resAttrs);
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void vkmorph::vkm::printFunctionLike(OpAsmPrinter &printer, FunctionOpInterface function,
                                     StringAttr typeAttr, StringAttr argAttrs,
                                     StringAttr resAttrs) {
  function_interface_impl::printFunctionOp(printer, function, /*isVariadic=*/false, typeAttr,
                                           argAttrs, resAttrs);
}
