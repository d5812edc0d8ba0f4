//===- VkmOps.cpp - Syntax, builders and folding of the vkm operations ------------------------===//

#include "ir/VkmDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// `add %total, max %highest : !vkm.ref<f32>, !vkm.ref<f32>`
static ParseResult parseAccumulators(OpAsmParser &parser, ArrayAttr &kinds,
                                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &accumulators,
                                     SmallVectorImpl<Type> &types) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<ReduceKind> kind = FieldParser<ReduceKind>::parse(parser);
    if (failed(kind) || parser.parseOperand(accumulators.emplace_back()))
      return failure();
    list.push_back(ReduceKindAttr::get(parser.getContext(), *kind));
    return success();
  };
  if (parser.parseCommaSeparatedList(parseOne) || parser.parseColonTypeList(types))
    return failure();
  kinds = parser.getBuilder().getArrayAttr(list);
  return success();
}

static void printAccumulators(OpAsmPrinter &printer, Operation *, ArrayAttr kinds,
                              OperandRange accumulators, TypeRange types) {
  llvm::interleaveComma(llvm::zip(kinds.getAsRange<ReduceKindAttr>(), accumulators), printer,
                        [&](auto pair) {
                          auto [kind, accumulator] = pair;
                          printer << stringifyReduceKind(kind.getValue()) << ' ' << accumulator;
                        });
  printer << " : " << types;
}

#define GET_OP_CLASSES
#include "ir/VkmOps.cpp.inc"

void VkmDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "ir/VkmOps.cpp.inc"
      >();
}

//===------------------------------------------------------------------------------------------===//
// Names of values in textual IR: those of the source
//===------------------------------------------------------------------------------------------===//

void VarOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getRef(), getName()); }
void LetOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getResult(), getName()); }
void BufferOp::getAsmResultNames(OpAsmSetValueNameFn setName) { setName(getPointer(), getName()); }
void PushConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getValue(), getName());
}
void ForOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, getName());
}
void GridOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (auto [argument, name] :
       llvm::zip(region.getArguments(), getNames().getAsRange<StringAttr>()))
    setName(argument, name);
}
static void nameArguments(Region &region, ArrayRef<StringRef> names, OpAsmSetValueNameFn setName) {
  for (auto [argument, name] : llvm::zip(region.getArguments(), names))
    setName(argument, name);
}
void CombineOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  nameArguments(region, {"first", "second"}, setName);
}
void SortOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  nameArguments(region, {"first", "second"}, setName);
}
void SortTileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  if (&region == &getOrder())
    return nameArguments(region, {"first", "second"}, setName);
  nameArguments(region, {"index", "value"}, setName);
}
void CountDigitsOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  if (&region == &getDigit())
    return nameArguments(region, {"index"}, setName);
  nameArguments(region, {"digit", "number"}, setName);
}
void RankDigitsOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  if (&region == &getLoad())
    return nameArguments(region, {"index"}, setName);
  if (&region == &getDigit())
    return nameArguments(region, {"element"}, setName);
  if (&region == &getStart())
    return nameArguments(region, {"digit"}, setName);
  nameArguments(region, {"target", "value"}, setName);
}

//===------------------------------------------------------------------------------------------===//
// Class and records
//===------------------------------------------------------------------------------------------===//

std::string ClassOp::getQualifiedName() {
  std::string name;
  for (StringRef part : getNamespaces().getAsValueRange<StringAttr>())
    name += (part + "::").str();
  return name + getSymName().str();
}

FieldOp ClassOp::lookupField(StringRef name) { return lookupSymbol<FieldOp>(name); }

MemberAttr RecordOp::lookupMember(StringRef name) {
  for (MemberAttr member : getMembers().getAsRange<MemberAttr>())
    if (member.getName() == name)
      return member;
  return {};
}

Type FieldOp::getVectorElement() {
  auto vector = dyn_cast<DynArrayType>(getType());
  return vector ? vector.getElementType() : Type();
}

BindingAttr ShaderOp::lookupBinding(ResourceKind kind, StringRef name) {
  for (BindingAttr binding : getBindings().getAsRange<BindingAttr>())
    if (binding.getKind() == kind && binding.getName() == name)
      return binding;
  return {};
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

Operation *VkmDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                           Location loc) {
  auto typed = dyn_cast<TypedAttr>(value);
  return typed && typed.getType() == type ? builder.create<ConstantOp>(loc, typed).getOperation()
                                          : nullptr;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

/// Conversions of constants, where C++ defines their value.
OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  Type to = getType(), from = getOperand().getType();
  if (from == to)
    return getOperand();
  if (to != getComponentType(to))
    return {};
  auto toInt = dyn_cast<IntegerType>(to);
  if (auto value = dyn_cast_or_null<IntegerAttr>(adaptor.getOperand())) {
    bool isSigned = cast<IntegerType>(from).isSigned();
    if (toInt && toInt.getWidth() == 1)
      return IntegerAttr::get(to, APInt(1, !value.getValue().isZero()));
    if (toInt)
      return IntegerAttr::get(to, isSigned ? value.getValue().sextOrTrunc(toInt.getWidth())
                                           : value.getValue().zextOrTrunc(toInt.getWidth()));
    APFloat result(cast<FloatType>(to).getFloatSemantics());
    result.convertFromAPInt(value.getValue(), isSigned, APFloat::rmNearestTiesToEven);
    return FloatAttr::get(to, result);
  }
  if (auto value = dyn_cast_or_null<FloatAttr>(adaptor.getOperand()); value && !toInt) {
    APFloat result = value.getValue();
    bool losesInfo = false;
    result.convert(cast<FloatType>(to).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return FloatAttr::get(to, result);
  }
  return {};
}

ParseResult BinaryOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand lhs, rhs;
  StringRef keyword;
  Type lhsType, rhsType;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<BinaryKind> kind = symbolizeBinaryKind(keyword);
  if (!kind)
    return parser.emitError(loc, "expected a binary operator, got '") << keyword << "'";
  if (parser.parseOperand(lhs) || parser.parseComma() || parser.parseOperand(rhs) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(lhsType))
    return failure();
  rhsType = lhsType;
  if (succeeded(parser.parseOptionalComma()) && parser.parseType(rhsType))
    return failure();
  result.addAttribute(getKindAttrName(result.name),
                      BinaryKindAttr::get(parser.getContext(), *kind));
  Type type = getBinaryType(*kind, lhsType, rhsType);
  result.addTypes(type ? type : lhsType); // the verifier says what is wrong
  return failure(parser.resolveOperand(lhs, lhsType, result.operands) ||
                 parser.resolveOperand(rhs, rhsType, result.operands));
}

LogicalResult BinaryOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  Type lhs = adaptor.getLhs().getType();
  Type type = getBinaryType(adaptor.getKind(), lhs, adaptor.getRhs().getType());
  types.push_back(type ? type : lhs);
  return success();
}

void BinaryOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyBinaryKind(getKind()) << ' ' << getLhs() << ", " << getRhs();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getKindAttrName()});
  printer << " : " << getLhs().getType();
  if (getRhs().getType() != getLhs().getType())
    printer << ", " << getRhs().getType();
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

/// A declaration allocates its variable and, with an initial value, writes it.
void VarOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(), getOperation()->getOpResult(0));
  effects.emplace_back(MemoryEffects::Write::get(), getOperation()->getOpResult(0));
}

void IfOp::build(OpBuilder &builder, OperationState &state, Value condition, bool withElse) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(condition);
  builder.createBlock(state.addRegion());
  Region *elseRegion = state.addRegion();
  if (withElse)
    builder.createBlock(elseRegion);
}

void ForOp::build(OpBuilder &builder, OperationState &state, StringRef name, Value init) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(init);
  state.addAttribute(getNameAttrName(state.name), builder.getStringAttr(name));
  for (int i = 0; i < 3; ++i)
    builder.createBlock(state.addRegion(), {}, RefType::get(init.getType()), state.location);
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  OpAsmParser::UnresolvedOperand init;
  Type type;
  if (parser.parseAttribute(name, getNameAttrName(result.name), result.attributes) ||
      parser.parseEqual() || parser.parseOperand(init) || parser.parseColonType(type) ||
      parser.resolveOperand(init, type, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (StringRef keyword : {"cond", "step", "body"}) {
    OpAsmParser::Argument argument;
    Region *region = result.addRegion();
    if (parser.parseKeyword(keyword) || parser.parseLParen() ||
        parser.parseArgument(argument, /*allowType=*/true) || parser.parseRParen() ||
        parser.parseRegion(*region, argument))
      return failure();
    if (region->empty())
      region->emplaceBlock().addArgument(argument.type,
                                         parser.getEncodedSourceLoc(parser.getNameLoc()));
  }
  return success();
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getNameAttr() << " = " << getInit() << " : " << getInit().getType();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getNameAttrName()});
  std::pair<StringRef, Region *> parts[] = {
      {"cond", &getCond()}, {"step", &getStep()}, {"body", &getBody()}};
  for (auto [keyword, region] : parts) {
    printer << ' ' << keyword << " (";
    printer.printRegionArgument(region->getArgument(0));
    printer << ") ";
    printer.printRegion(*region, /*printEntryBlockArgs=*/false);
  }
}

//===------------------------------------------------------------------------------------------===//
// Grids
//===------------------------------------------------------------------------------------------===//

void GridOp::build(OpBuilder &builder, OperationState &state, ValueRange lower, ValueRange upper,
                   ValueRange dynamicSteps, ArrayRef<int64_t> steps, ArrayRef<CmpKind> predicates,
                   ArrayRef<StringRef> names) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(lower);
  state.addOperands(upper);
  state.addOperands(dynamicSteps);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.setOperandSegmentSizes({static_cast<int32_t>(lower.size()),
                                     static_cast<int32_t>(upper.size()),
                                     static_cast<int32_t>(dynamicSteps.size())});
  properties.setSteps(builder.getDenseI64ArrayAttr(steps));
  SmallVector<int32_t> kinds;
  for (CmpKind kind : predicates)
    kinds.push_back(static_cast<int32_t>(kind));
  properties.setPredicates(builder.getDenseI32ArrayAttr(kinds));
  properties.setNames(builder.getStrArrayAttr(names));
  SmallVector<Location> locations(lower.size(), state.location);
  builder.createBlock(state.addRegion(), {}, lower.getTypes(), locations);
}

// (%y : si32 "y", %x : si32 "x") = (%a, %b) lt, lt (%c : si32, %d : si32) step (1, %s : si32)
// attributes {...} { body }
ParseResult GridOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> counters;
  SmallVector<Attribute> names;
  auto parseCounter = [&]() -> ParseResult {
    StringAttr name;
    if (parser.parseArgument(counters.emplace_back(), /*allowType=*/true) ||
        parser.parseAttribute(name))
      return failure();
    names.push_back(name);
    return success();
  };
  SmallVector<OpAsmParser::UnresolvedOperand> lower, upper, dynamicSteps;
  SmallVector<Type> upperTypes, stepTypes;
  SmallVector<int32_t> predicates;
  SmallVector<int64_t> steps;
  auto parsePredicate = [&]() -> ParseResult {
    StringRef keyword;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<CmpKind> kind = symbolizeCmpKind(keyword);
    if (!kind)
      return parser.emitError(loc, "expected a comparison, got '") << keyword << "'";
    predicates.push_back(static_cast<int32_t>(*kind));
    return success();
  };
  auto parseUpper = [&]() -> ParseResult {
    return failure(parser.parseOperand(upper.emplace_back()) ||
                   parser.parseColonType(upperTypes.emplace_back()));
  };
  auto parseStep = [&]() -> ParseResult {
    OptionalParseResult number = parser.parseOptionalInteger(steps.emplace_back());
    if (number.has_value())
      return *number;
    steps.back() = kDynamicStep;
    return failure(parser.parseOperand(dynamicSteps.emplace_back()) ||
                   parser.parseColonType(stepTypes.emplace_back()));
  };
  using Delimiter = OpAsmParser::Delimiter;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(Delimiter::Paren, parseCounter) || parser.parseEqual() ||
      parser.parseOperandList(lower, Delimiter::Paren) ||
      parser.parseCommaSeparatedList(Delimiter::None, parsePredicate) ||
      parser.parseCommaSeparatedList(Delimiter::Paren, parseUpper) || parser.parseKeyword("step") ||
      parser.parseCommaSeparatedList(Delimiter::Paren, parseStep) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  SmallVector<Type> counterTypes;
  for (OpAsmParser::Argument &counter : counters)
    counterTypes.push_back(counter.type);
  if (parser.resolveOperands(lower, counterTypes, loc, result.operands) ||
      parser.resolveOperands(upper, upperTypes, loc, result.operands) ||
      parser.resolveOperands(dynamicSteps, stepTypes, loc, result.operands))
    return failure();
  Builder &builder = parser.getBuilder();
  result.addAttribute(getOperandSegmentSizesAttrName(result.name),
                      builder.getDenseI32ArrayAttr({static_cast<int32_t>(lower.size()),
                                                    static_cast<int32_t>(upper.size()),
                                                    static_cast<int32_t>(dynamicSteps.size())}));
  result.addAttribute(getStepsAttrName(result.name), builder.getDenseI64ArrayAttr(steps));
  result.addAttribute(getPredicatesAttrName(result.name), builder.getDenseI32ArrayAttr(predicates));
  result.addAttribute(getNamesAttrName(result.name), builder.getArrayAttr(names));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, counters))
    return failure();
  if (body->empty()) {
    Block &block = body->emplaceBlock();
    for (Type type : counterTypes)
      block.addArgument(type, parser.getEncodedSourceLoc(loc));
  }
  return success();
}

void GridOp::print(OpAsmPrinter &printer) {
  auto comma = [&] { printer << ", "; };
  printer << " (";
  llvm::interleave(
      llvm::seq(0u, getNumDims()),
      [&](unsigned dim) {
        printer.printRegionArgument(getBody().getArgument(dim));
        printer << ' ' << getNames()[dim];
      },
      comma);
  printer << ") = (" << getLower() << ") ";
  llvm::interleave(
      llvm::seq(0u, getNumDims()),
      [&](unsigned dim) { printer << stringifyCmpKind(getPredicate(dim)); }, comma);
  printer << " (";
  llvm::interleave(
      getUpper(), [&](Value value) { printer << value << " : " << value.getType(); }, comma);
  printer << ") step (";
  llvm::interleave(
      llvm::seq(0u, getNumDims()),
      [&](unsigned dim) {
        if (hasDynamicStep(dim))
          printer << getDynamicStep(dim) << " : " << getDynamicStep(dim).getType();
        else
          printer << getSteps()[dim];
      },
      comma);
  printer << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getOperandSegmentSizesAttrName(), getStepsAttrName(),
                                            getPredicatesAttrName(), getNamesAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
