//===- VkmDialect.cpp - Types, attributes and helpers of the vkm dialect --------------------------===//

#include "ir/VkmDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

#include "ir/VkmDialect.cpp.inc"

#include "ir/VkmEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "ir/VkmTypes.cpp.inc"

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
}

//===----------------------------------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------------------------------===//

LogicalResult ArrayType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t length,
                                Type elementType) {
  if (length < 1)
    return emitError() << "an array has at least one element, not " << length;
  if (!llvm::isa<IntegerType, FloatType, ArrayType, RecordType>(elementType))
    return emitError() << "an array holds scalars, arrays or records, not " << elementType;
  return success();
}

Type PtrType::parse(AsmParser &parser) {
  Type pointee;
  if (parser.parseLess())
    return {};
  bool isConst = succeeded(parser.parseOptionalKeyword("const"));
  if (parser.parseType(pointee) || parser.parseGreater())
    return {};
  return PtrType::get(parser.getContext(), pointee, isConst);
}

void PtrType::print(AsmPrinter &printer) const {
  printer << '<' << (getIsConst() ? "const " : "") << getPointee() << '>';
}

//===----------------------------------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------------------------------===//

llvm::StringRef vkmorph::vkm::argName(FunctionOpInterface function, unsigned index) {
  auto name = function.getArgAttrOfType<StringAttr>(index, kNameAttr);
  return name ? name.getValue() : llvm::StringRef();
}

RecordOp vkmorph::vkm::lookupRecord(Operation *from, RecordType type) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  return module ? module.lookupSymbol<RecordOp>(type.getName().getAttr()) : RecordOp();
}

Layout vkmorph::vkm::getLayout(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    Layout element = getLayout(from, array.getElementType());
    return {element.size * array.getLength(), element.align};
  }
  if (auto record = dyn_cast<RecordType>(type)) {
    RecordOp op = lookupRecord(from, record);
    return op ? Layout{static_cast<int64_t>(op.getSize()), static_cast<int64_t>(op.getAlign())} : Layout{};
  }
  int64_t bytes = type.isInteger(1) ? 1 : type.getIntOrFloatBitWidth() / 8;
  return {bytes, bytes};
}

ParseResult vkmorph::vkm::parseFunctionLike(OpAsmParser &parser, OperationState &result, StringAttr typeAttr,
                                            StringAttr argAttrs, StringAttr resAttrs) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(inputs, results); };
  return function_interface_impl::parseFunctionOp(parser, result, /*allowVariadic=*/false, typeAttr, buildType,
                                                  argAttrs, resAttrs);
}

void vkmorph::vkm::printFunctionLike(OpAsmPrinter &printer, FunctionOpInterface function, StringAttr typeAttr,
                                     StringAttr argAttrs, StringAttr resAttrs) {
  function_interface_impl::printFunctionOp(printer, function, /*isVariadic=*/false, typeAttr, argAttrs,
                                           resAttrs);
}
