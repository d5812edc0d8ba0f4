//===- VkmVerifiers.cpp - The constraints of the vkm operations -------------------------------===//

#include "ir/ClassSymbols.h"
#include "ir/ControlForms.h"
#include "ir/PlanVerifier.h"
#include "ir/VkmAttributes.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// Class, records, functions
//===------------------------------------------------------------------------------------------===//

LogicalResult ClassOp::verify() {
  auto module = dyn_cast<ModuleOp>((*this)->getParentOp());
  if (module && *module.getOps<ClassOp>().begin() != *this)
    return emitOpError("is the module's second class");
  return success();
}

LogicalResult ClassOp::verifyRegions() {
  auto *verifier = (*this)->getDialect()->getRegisteredInterface<PlanVerifierInterface>();
  return verifier && getPhase(*this) == Phase::Planned ? verifier->verifyPlan(*this) : success();
}

LogicalResult FieldOp::verify() {
  if (getVectorElement() && (getTemporary() || getOffset()))
    return emitOpError(
        "is a vector, which has a buffer of its own: it is no temporary and has no offset");
  std::optional<StringRef> vector = getSizeOf();
  if (!vector)
    return success();
  FieldOp field = cast<ClassOp>((*this)->getParentOp()).lookupField(*vector);
  if (!field || !field.getVectorElement())
    return emitOpError("is the size of no vector of the class: ") << getSizeOfAttr();
  if (!getType().isUnsignedInteger(32))
    return emitOpError("is the size of a vector, which is a ui32, not ") << getType();
  return success();
}

static LogicalResult verifyMembers(Operation *op, ArrayAttr members, int64_t size, StringRef what) {
  llvm::StringSet<> names;
  int64_t end = 0;
  for (MemberAttr member : members.getAsRange<MemberAttr>()) {
    if (!names.insert(member.getName()).second)
      return op->emitOpError("has two members named ") << '"' << member.getName() << '"';
    if (member.getOffset() < end)
      return op->emitOpError("member ")
             << '"' << member.getName() << '"' << " overlaps the member before it";
    end = member.getOffset() + getLayout(op, member.getType()).size;
    if (end > size)
      return op->emitOpError("member ")
             << '"' << member.getName() << '"' << " ends beyond the " << what << "'s size";
  }
  return success();
}

LogicalResult RecordOp::verify() { return verifyMembers(*this, getMembers(), getSize(), "record"); }
LogicalResult ScratchOp::verify() {
  return verifyMembers(*this, getMembers(), getBytes(), "buffer");
}

LogicalResult FuncOp::verify() {
  if (getFunctionType().getNumResults() > 1)
    return emitOpError("has more than one result");
  for (int32_t position : getThreadIndex().value_or(ArrayRef<int32_t>()))
    if (position < 0 || position >= int32_t(getArgumentTypes().size()) ||
        !isa<IntegerType>(getArgumentTypes()[position]))
      return emitOpError("thread_index names no integer parameter: ") << position;
  return success();
}

LogicalResult KernelOp::verify() {
  if (getDims() < 1 || getDims() > 3)
    return emitOpError("needs an attribute dims of 1, 2 or 3");
  if (getFunctionType().getNumResults() != 0)
    return emitOpError("returns nothing");
  return success();
}

LogicalResult ControlOp::verify() {
  if (getFunctionType().getNumResults() > 1)
    return emitOpError("has more than one result");
  if (auto recorded = (*this)->getAttrOfType<FlatSymbolRefAttr>(kDropInOfAttr))
    if (!getRecordedForm(*this))
      return emitOpError("is the drop-in form of no control function of the class: ") << recorded;
  return success();
}

LogicalResult CommandsOp::verify() {
  for (Type type : getArgumentTypes())
    if (!isa<IntegerType, FloatType, VecType, MatType>(type))
      return emitOpError("takes scalars and vectors only; buffers are bound");
  return success();
}

/// The region's value must have that type.
static LogicalResult verifyYield(Operation *op, Region &region, Type type, StringRef what) {
  auto yield = dyn_cast_or_null<YieldOp>(region.front().empty() ? nullptr : &region.front().back());
  if (!yield || yield.getValue().getType() != type)
    return op->emitOpError(what) << " must yield a value of type " << type;
  return success();
}

/// A region that is part of an expression: nothing in it is a statement.
static LogicalResult verifyExpressionRegion(Operation *op, Region &region, Type type,
                                            StringRef what) {
  for (Operation &inner : region.front())
    if (!inner.hasTrait<VkmExpression>() && !isa<YieldOp>(inner))
      return op->emitOpError(what) << " holds a statement: '" << inner.getName() << "'";
  return verifyYield(op, region, type, what);
}

LogicalResult ExtentOp::verify() {
  if (!isa<KernelOp, ControlOp>((*this)->getParentOp()))
    return emitOpError("stands at the top of a kernel or control function");
  // A pointer that is a member becomes a parameter.
  bool isMember = getPhase((*this)->getParentOfType<ModuleOp>()) == Phase::Imported &&
                  getPointer().getDefiningOp<VectorDataOp>();
  if (!isa<BlockArgument>(getPointer()) && !isMember)
    return emitOpError("is about a parameter");
  auto yield =
      dyn_cast_or_null<YieldOp>(getCount().front().empty() ? nullptr : &getCount().front().back());
  if (!yield || !isa<IntegerType>(yield.getValue().getType()))
    return emitOpError("count must yield an integer");
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Places
//===------------------------------------------------------------------------------------------===//

LogicalResult VarOp::verify() {
  if (getInit() && getInit().getType() != getRef().getType().getPointee())
    return emitOpError("initial value has type ")
           << getInit().getType() << " but the variable " << getRef().getType().getPointee();
  return success();
}

LogicalResult HostOp::verify() {
  if (!(*this)->getParentOfType<ControlOp>())
    return emitOpError("stands outside of a control function");
  if (getText().size() != getOperands().size() + 1)
    return emitOpError("has ") << getText().size() << " pieces of text for " << getOperands().size()
                               << " operands";
  if (getNumResults() > 1)
    return emitOpError("has several results");
  return success();
}

LogicalResult FieldRefOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto parent = (*this)->getParentOfType<ClassOp>();
  FieldOp field = parent ? symbols.lookupSymbolIn<FieldOp>(parent, getFieldAttr()) : FieldOp();
  if (!field)
    return emitOpError("names no field of the class: ") << getFieldAttr();
  if (field.getType() != getRef().getType().getPointee())
    return emitOpError("has type ") << getRef().getType() << " but the field " << field.getType();
  return success();
}

LogicalResult PickOp::verify() {
  if (getArrays().empty())
    return emitOpError("picks from no array");
  for (Value array : getArrays())
    if (cast<PtrType>(array.getType()).getPointee() != getType().getPointee())
      return emitOpError("gives ") << getType() << " but picks from " << array.getType();
  return success();
}

LogicalResult VectorDataOp::verify() {
  auto parent = (*this)->getParentOfType<ClassOp>();
  FieldOp field = parent ? parent.lookupField(getField()) : FieldOp();
  if (!field || !field.getVectorElement())
    return emitOpError("names no vector of the class: ") << getFieldAttr();
  if (field.getVectorElement() != getPointer().getType().getPointee())
    return emitOpError("has type ")
           << getPointer().getType() << " but the vector holds " << field.getVectorElement();
  return success();
}

/// The member `name` of the record `type` must have the type `expected`.
static LogicalResult verifyMember(Operation *op, Type type, StringRef name, Type expected) {
  auto recordType = dyn_cast<RecordType>(type);
  if (!recordType)
    return op->emitOpError("needs a record, not ") << type;
  RecordOp record = lookupRecord(op, recordType);
  if (!record)
    return op->emitOpError("uses a record that the module does not declare: ")
           << recordType.getName();
  MemberAttr member = record.lookupMember(name);
  if (!member)
    return op->emitOpError("names no member of ") << recordType.getName() << ": '" << name << "'";
  if (member.getType() != expected)
    return op->emitOpError("has type ") << expected << " but the member " << member.getType();
  return success();
}

LogicalResult MemberOp::verify() {
  return verifyMember(*this, getBase().getType().getPointee(), getName(),
                      getRef().getType().getPointee());
}

LogicalResult ExtractOp::verify() {
  return verifyMember(*this, getRecord().getType(), getName(), getResult().getType());
}

/// An index into `whole` gives the type `expected`; a literal is one of its elements.
static LogicalResult verifyElement(Operation *op, Type whole, Value index, Type expected) {
  Type element = getElementType(whole);
  if (!element)
    return op->emitOpError("needs an array, a vector or a matrix, not ") << whole;
  if (element != expected)
    return op->emitOpError("has type ") << expected << " but an element " << element;
  auto literal = index.getDefiningOp<ConstantOp>();
  bool hasFewElements = isa<VecType, MatType>(whole);
  if (literal && hasFewElements) {
    const APInt &number = cast<IntegerAttr>(literal.getValue()).getValue();
    if (number.uge(static_cast<uint64_t>(getNumElements(whole))))
      return op->emitOpError("counts beyond the ")
             << getNumElements(whole) << " elements of " << whole;
  }
  return success();
}

LogicalResult ElementOp::verify() {
  return verifyElement(*this, getBase().getType().getPointee(), getIndex(),
                       getRef().getType().getPointee());
}

LogicalResult ComponentOp::verify() {
  return verifyElement(*this, getWhole().getType(), getIndex(), getResult().getType());
}

LogicalResult DerefOp::verify() {
  if (getPointer().getType().getPointee() != getRef().getType().getPointee())
    return emitOpError("has type ")
           << getRef().getType() << " but the pointer " << getPointer().getType();
  return success();
}

LogicalResult PixelOp::verify() {
  auto texel = dyn_cast<TexelType>(getPointer().getType().getPointee());
  if (!texel)
    return emitOpError("names a pixel of what is no image: ") << getPointer().getType();
  if (texel.getPixel() != getRef().getType().getPointee())
    return emitOpError("has type ") << getRef().getType() << " but the image " << texel;
  return success();
}

LogicalResult PrepareImageOp::verify() {
  auto parent = (*this)->getParentOfType<ClassOp>();
  if (!(*this)->getParentOfType<ControlOp>())
    return emitOpError("expects parent op '") << ControlOp::getOperationName() << "'";
  FieldOp field = parent.lookupField(getField());
  if (!field || !field.isImage())
    return emitOpError("names no image of the class: ") << getFieldAttr();
  return success();
}

LogicalResult DerefWideOp::verify() {
  Type element = getPointer().getType().getPointee();
  auto vector = dyn_cast<VecType>(getRef().getType().getPointee());
  bool isNumber = isa<IntegerType, FloatType>(element) && element.getIntOrFloatBitWidth() >= 32;
  if (!isNumber || !vector || vector.getElementType() != element ||
      vector.getLength() * element.getIntOrFloatBitWidth() != 128)
    return emitOpError("is no place of 128 bits of the elements of ") << getPointer().getType();
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

static bool isMatrixProduct(BinaryKind kind, Type lhs, Type rhs) {
  return kind == BinaryKind::Mul && (isa<MatType>(lhs) || isa<MatType>(rhs)) &&
         isa<MatType, VecType>(lhs) && isa<MatType, VecType>(rhs);
}

/// The product of linear algebra: a vector is a column on the right of a matrix, a row on its left.
static Type getMatrixProduct(Type lhs, Type rhs) {
  auto left = dyn_cast<MatType>(lhs), right = dyn_cast<MatType>(rhs);
  if (getComponentType(lhs) != getComponentType(rhs))
    return {};
  int64_t inner = left ? left.getColumns() : getNumComponents(lhs);
  if (inner != (right ? right.getRows() : getNumComponents(rhs)))
    return {};
  Type component = getComponentType(lhs);
  if (left && right)
    return MatType::get(lhs.getContext(), right.getColumns(), left.getRows(), component);
  return VecType::get(lhs.getContext(), left ? left.getRows() : right.getColumns(), component);
}

Type vkmorph::vkm::getBinaryType(BinaryKind kind, Type lhs, Type rhs) {
  if (isMatrixProduct(kind, lhs, rhs))
    return getMatrixProduct(lhs, rhs);
  bool isShift = kind == BinaryKind::Shl || kind == BinaryKind::Shr;
  if (!isShift && getComponentType(lhs) != getComponentType(rhs))
    return {};
  bool leftIsScalar = lhs == getComponentType(lhs), rightIsScalar = rhs == getComponentType(rhs);
  if (!leftIsScalar && !rightIsScalar && lhs != withComponentType(rhs, getComponentType(lhs)))
    return {};
  return leftIsScalar && !rightIsScalar ? withComponentType(rhs, lhs) : lhs;
}

static LogicalResult verifyBinary(Operation *op, BinaryKind kind, Type lhs, Type rhs, Type result) {
  Type expected = getBinaryType(kind, lhs, rhs);
  if (!expected)
    return op->emitOpError("operands have different types: ") << lhs << " and " << rhs;
  if (expected != result)
    return op->emitOpError("has type ") << result << " but gives " << expected;
  if (getComponentType(lhs).isInteger(1) || getComponentType(rhs).isInteger(1))
    return op->emitOpError("'") << stringifyBinaryKind(kind) << "' takes numbers";
  bool arithmetic = kind == BinaryKind::Add || kind == BinaryKind::Sub || kind == BinaryKind::Mul ||
                    kind == BinaryKind::Div;
  if (!arithmetic && (isFloating(lhs) || isFloating(rhs)))
    return op->emitOpError("'") << stringifyBinaryKind(kind) << "' takes integers";
  return success();
}

LogicalResult BinaryOp::verify() {
  return verifyBinary(*this, getKind(), getLhs().getType(), getRhs().getType(), getType());
}

LogicalResult UpdateOp::verify() {
  Type type = cast<RefType>(getRef().getType()).getPointee();
  Type component = getComponentType(type);
  if (component.isInteger(1) || !isa<IntegerType, FloatType>(component))
    return emitOpError("updates numbers, not ") << type;
  return verifyBinary(*this, getKind(), type, getValue().getType(), type);
}

LogicalResult UnaryOp::verify() {
  Type type = getOperand().getType();
  bool isBool = getComponentType(type).isInteger(1), isFloat = isFloating(type);
  bool fits =
      getKind() == UnaryKind::Not ? isBool : !isBool && (getKind() == UnaryKind::Neg || !isFloat);
  if (!fits)
    return emitOpError("'") << stringifyUnaryKind(getKind()) << "' does not apply to " << type;
  return success();
}

LogicalResult AndOp::verify() {
  return verifyExpressionRegion(*this, getRhs(), getResult().getType(), "right operand");
}
LogicalResult OrOp::verify() {
  return verifyExpressionRegion(*this, getRhs(), getResult().getType(), "right operand");
}
LogicalResult SelectOp::verify() {
  if (failed(verifyExpressionRegion(*this, getWhenTrue(), getResult().getType(), "first region")))
    return failure();
  return verifyExpressionRegion(*this, getWhenFalse(), getResult().getType(), "second region");
}

LogicalResult CmpOp::verify() {
  bool isEquality = getKind() == CmpKind::Eq || getKind() == CmpKind::Ne;
  if (isa<VecType, MatType>(getLhs().getType()) && !isEquality)
    return emitOpError("'") << stringifyCmpKind(getKind()) << "' takes scalars";
  return success();
}

/// The width of a scalar, or of two words; 0 for other vectors.
static unsigned getBitcastWidth(Type type) {
  auto vector = dyn_cast<VecType>(type);
  if (!vector)
    return type.getIntOrFloatBitWidth();
  return vector.getLength() == 2 && vector.getElementType().isUnsignedInteger(32) ? 64 : 0;
}

LogicalResult BitcastOp::verify() {
  Type from = getOperand().getType(), to = getType();
  bool hasVector = isa<VecType>(from) || isa<VecType>(to), hasDouble = from.isF64() || to.isF64();
  if (getBitcastWidth(from) != getBitcastWidth(to) || (hasVector && !hasDouble))
    return emitOpError("needs types of one width");
  return success();
}

LogicalResult CastOp::verify() {
  Type from = getOperand().getType(), to = getType();
  if (withComponentType(from, getComponentType(to)) != to)
    return emitOpError("keeps the shape: ") << from << " does not become " << to;
  return success();
}

LogicalResult ResizeOp::verify() {
  Type from = getOperand().getType(), to = getType();
  if (getComponentType(from) != getComponentType(to) || isa<VecType>(from) != isa<VecType>(to))
    return emitOpError("keeps the component type: ") << from << " does not become " << to;
  if (isa<VecType>(from) && getNumComponents(to) >= getNumComponents(from))
    return emitOpError("shortens a vector: ") << from << " does not become " << to;
  return success();
}

bool vkmorph::vkm::fitParameters(ArrayRef<Type> parameters, TypeRange arguments) {
  if (parameters.size() != arguments.size())
    return false;
  return llvm::all_of(llvm::zip(parameters, arguments), [](auto pair) {
    auto [parameter, argument] = pair;
    auto to = dyn_cast<PtrType>(parameter), from = dyn_cast<PtrType>(argument);
    if (to && from)
      return to.getPointee() == from.getPointee() && (to.getIsConst() || !from.getIsConst());
    return parameter == argument;
  });
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *callee = symbols.lookupNearestSymbolFrom(*this, getCalleeAttr());
  if (!callee)
    if (auto module = (*this)->getParentOfType<ModuleOp>())
      callee = module.lookupSymbol(getCallee());
  auto function = dyn_cast_or_null<FunctionOpInterface>(callee);
  bool imported = getPhase(*this) == Phase::Imported;
  if (!function || !(isa<FuncOp>(callee) || (imported && isa<KernelOp, ControlOp>(callee))))
    return emitOpError("calls no function: ") << getCalleeAttr();
  if (!fitParameters(function.getArgumentTypes(), getOperands().getTypes()) ||
      !llvm::equal(function.getResultTypes(), getResults().getTypes()))
    return emitOpError("does not fit the callee's type ") << function.getFunctionType();
  return success();
}

/// Whether parts are the components of a vector or matrix, in order: scalars, vectors of some of
/// them, columns.
static bool areComponents(TypeRange parts, Type whole) {
  int64_t count = 0;
  bool areColumns =
      isa<MatType>(whole) && static_cast<int64_t>(parts.size()) == getNumElements(whole);
  for (Type part : parts) {
    bool fits = isa<VecType>(whole) ? isa<VecType, IntegerType, FloatType>(part)
                : areColumns        ? part == getElementType(whole)
                                    : part == getComponentType(whole);
    if (!fits || getComponentType(part) != getComponentType(whole))
      return false;
    count += getNumComponents(part);
  }
  return count == getNumComponents(whole) && parts.size() > 1;
}

LogicalResult SplatOp::verify() {
  if (getOperand().getType() != getComponentType(getType()))
    return emitOpError("has components of type ")
           << getComponentType(getType()) << ", not " << getOperand().getType();
  return success();
}

LogicalResult AggregateOp::verify() {
  SmallVector<Type> expected;
  if (isa<VecType, MatType>(getResult().getType())) {
    if (!areComponents(getParts().getTypes(), getResult().getType()))
      return emitOpError("parts are not the components of ") << getResult().getType();
    return success();
  }
  if (auto array = dyn_cast<ArrayType>(getResult().getType())) {
    expected.append(array.getLength(), array.getElementType());
  } else {
    auto type = cast<RecordType>(getResult().getType());
    RecordOp record = lookupRecord(*this, type);
    if (!record)
      return emitOpError("uses a record that the module does not declare: ") << type.getName();
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
      expected.push_back(member.getType());
  }
  if (!llvm::equal(expected, getParts().getTypes()))
    return emitOpError("parts do not fit ") << getResult().getType();
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Statements
//===------------------------------------------------------------------------------------------===//

LogicalResult ForOp::verify() {
  for (Region *region : {&getCond(), &getStep(), &getBody()})
    if (region->getNumArguments() != 1 ||
        region->getArgument(0).getType() != RefType::get(getInit().getType()))
      return emitOpError("regions take the place of the loop's variable");
  return verifyYield(*this, getCond(), IntegerType::get(getContext(), 1), "condition");
}
LogicalResult WhileOp::verify() {
  return verifyYield(*this, getCond(), IntegerType::get(getContext(), 1), "condition");
}
LogicalResult DoWhileOp::verify() {
  return verifyYield(*this, getCond(), IntegerType::get(getContext(), 1), "condition");
}

LogicalResult SwitchOp::verify() {
  if (getLabels().size() != getCases().size())
    return emitOpError("has ") << getLabels().size() << " entries of labels for "
                               << getCases().size() << " regions";
  llvm::DenseSet<int64_t> seen;
  bool hasDefault = false;
  for (Attribute entry : getLabels()) {
    auto labels = dyn_cast<ArrayAttr>(entry);
    if (!labels)
      return emitOpError("labels are arrays of integers");
    if (labels.empty() && std::exchange(hasDefault, true))
      return emitOpError("has two defaults");
    for (Attribute label : labels) {
      auto value = dyn_cast<IntegerAttr>(label);
      if (!value)
        return emitOpError("labels are arrays of integers");
      if (!seen.insert(value.getValue().getSExtValue()).second)
        return emitOpError("has the label ") << value.getValue().getSExtValue() << " twice";
    }
  }
  return success();
}

static LogicalResult verifyJump(Operation *op, bool switchToo, bool gridToo, StringRef where) {
  if (op->getNextNode())
    return op->emitOpError("is not the last statement of its block");
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    if (isa<LoopOpInterface>(parent) || (switchToo && isa<SwitchOp>(parent)) ||
        (gridToo && isa<GridOp>(parent)))
      return success();
    if (isa<FunctionOpInterface>(parent))
      break;
  }
  return op->emitOpError("stands outside of ") << where;
}

LogicalResult BreakOp::verify() { return verifyJump(*this, true, false, "loops and switches"); }
LogicalResult ContinueOp::verify() { return verifyJump(*this, false, true, "loops and grids"); }

LogicalResult ReturnOp::verify() {
  if ((*this)->getNextNode())
    return emitOpError("is not the last statement of its block");
  if ((*this)->getParentOfType<ShaderOp>()) {
    if (getValue())
      return emitOpError("returns a value from a shader");
    return success();
  }
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  if (!function)
    return emitOpError("stands outside of functions");
  ArrayRef<Type> results = function.getResultTypes();
  if (results.size() != (getValue() ? 1u : 0u) ||
      (getValue() && results[0] != getValue().getType()))
    return emitOpError("does not fit the function's result");
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Patterns
//===------------------------------------------------------------------------------------------===//

Type vkmorph::vkm::getPartType(Operation *from, Type type, Attribute step) {
  if (Type element = getElementType(type)) {
    auto index = dyn_cast<IntegerAttr>(step);
    bool inside = index && index.getInt() >= 0 && index.getInt() < getNumElements(type);
    return inside ? element : Type();
  }
  auto recordType = dyn_cast<RecordType>(type);
  auto name = dyn_cast<StringAttr>(step);
  RecordOp record = recordType && name ? lookupRecord(from, recordType) : RecordOp();
  MemberAttr member = record ? record.lookupMember(name.getValue()) : MemberAttr();
  return member ? member.getType() : Type();
}

LogicalResult GridOp::verify() {
  unsigned dims = getNumDims();
  if (dims < 1 || dims > 3)
    return emitOpError("has 1 to 3 dimensions");
  if (getLower().size() != dims || getUpper().size() != dims || getPredicates().size() != dims ||
      getNames().size() != dims || getBody().getNumArguments() != dims)
    return emitOpError(
        "needs one lower bound, upper bound, step, predicate, name and counter per dimension");
  if (static_cast<int64_t>(getDynamicSteps().size()) != llvm::count(getSteps(), kDynamicStep))
    return emitOpError("marks another number of dynamic steps than it has");
  for (unsigned dim = 0; dim < dims; ++dim) {
    if (getSteps()[dim] == 0)
      return emitOpError("has a step of 0");
    if (getPredicates()[dim] < 0 || getPredicates()[dim] > 5 || getPredicate(dim) == CmpKind::Eq)
      return emitOpError("predicates are lt, le, gt, ge or ne");
    if (hasDynamicStep(dim) && getPredicate(dim) == CmpKind::Ne)
      return emitOpError("a loop with the predicate ne has a constant step");
    if (getBody().getArgument(dim).getType() != getLower()[dim].getType())
      return emitOpError("a counter has the type of its lower bound");
  }
  return success();
}

LogicalResult vkmorph::vkm::verifyKind(Operation *op, ReduceKind kind, Type type) {
  Type component = getComponentType(type);
  bool ofBits = kind == ReduceKind::And || kind == ReduceKind::Or || kind == ReduceKind::Xor;
  if (component.isInteger(1) ? ofBits : isa<IntegerType>(component) || !ofBits)
    return success();
  return op->emitOpError("combines ") << type << " by " << stringifyReduceKind(kind);
}

LogicalResult AtomicOp::verify() {
  if (getKind() == ReduceKind::Mul)
    return emitOpError("has no atomic product");
  return verifyKind(*this, getKind(), getValue().getType());
}

LogicalResult SubgroupOp::verify() { return verifyKind(*this, getKind(), getValue().getType()); }

Type vkmorph::vkm::verifyPlace(Operation *op, FlatSymbolRefAttr name, std::optional<ArrayAttr> path,
                               size_t &units) {
  if (!op->getParentOfType<GridOp>()) {
    op->emitOpError("stands outside of grids");
    return {};
  }
  auto parent = op->getParentOfType<ClassOp>();
  FieldOp field = parent ? parent.lookupField(name.getValue()) : FieldOp();
  if (!field) {
    op->emitOpError("names no field of the class: ") << name;
    return {};
  }
  Type type = field.getType();
  for (Attribute step : path ? path->getValue() : ArrayRef<Attribute>()) {
    if (isa<UnitAttr>(step)) {
      ++units;
      auto array = dyn_cast<ArrayType>(type);
      type = array ? array.getElementType() : Type();
    } else {
      type = getPartType(op, type, step);
    }
    if (!type) {
      op->emitOpError("names no part of the field: ") << step;
      return {};
    }
  }
  return type;
}

LogicalResult ReduceOp::verify() {
  size_t units = 0;
  Type type = verifyPlace(*this, getFieldAttr(), getPath(), units);
  if (!type)
    return failure();
  if (units != getIndices().size())
    return emitOpError("has ") << getIndices().size() << " indices for " << units << " elements";
  if (type != getValue().getType())
    return emitOpError("combines ") << getValue().getType() << " into a place of type " << type;
  if (isa<MatType>(type) && getKind() != ReduceKind::Add)
    return emitOpError("combines matrices by ") << stringifyReduceKind(getKind());
  return verifyKind(*this, getKind(), type);
}

/// A place without an index, which gets a value of its own type.
template <typename Op> static LogicalResult verifyTaken(Op op) {
  size_t units = 0;
  Type type = verifyPlace(op, op.getFieldAttr(), op.getPath(), units);
  if (!type)
    return failure();
  if (units > 0)
    return op.emitOpError("names an element by an index");
  if (type != op.getValue().getType())
    return op.emitOpError("takes ") << op.getValue().getType() << " into a place of type " << type;
  return success();
}

LogicalResult ArgReduceOp::verify() {
  if (getKind() != ReduceKind::Min && getKind() != ReduceKind::Max)
    return emitOpError("is of min or max");
  return verifyTaken(*this);
}

LogicalResult CarryOp::verify() { return verifyTaken(*this); }

LogicalResult LastOp::verify() { return verifyTaken(*this); }

LogicalResult CombineOp::verify() {
  if (failed(verifyTaken(*this)))
    return failure();
  Block &body = getBody().front();
  Type type = getValue().getType();
  if (body.getArgumentTypes() != ArrayRef<Type>{type, type})
    return emitOpError("has a region of other values than two of type ") << type;
  return verifyExpressionRegion(*this, getBody(), type, "the region");
}

/// Launches and what becomes of them may stand in loops and branches.
static LogicalResult verifyInControl(Operation *op) {
  if (op->getParentOfType<ControlOp>())
    return success();
  return op->emitOpError("expects parent op '") << ControlOp::getOperationName() << "'";
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyInControl(*this)))
    return failure();
  auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("launches no kernel: ") << getKernelAttr();
  if (!fitParameters(kernel.getArgumentTypes(), getOperands().getTypes()))
    return emitOpError("does not fit the kernel's type ") << kernel.getFunctionType();
  return success();
}

//===------------------------------------------------------------------------------------------===//
// Shaders and commands
//===------------------------------------------------------------------------------------------===//

LogicalResult ShaderOp::verify() {
  if (getLocalSize().size() != 3 ||
      llvm::any_of(getLocalSize(), [](int32_t size) { return size < 1; }))
    return emitOpError("needs three workgroup sizes of at least 1");
  if (auto size = (*this)->getAttrOfType<DenseI32ArrayAttr>(kWrittenForAttr);
      size && size != getLocalSizeAttr())
    return emitOpError("has workgroups of [")
           << getLocalSize() << "], but its body, its shared variables and its dispatches are "
           << "written for [" << size.asArrayRef() << "] (" << kWrittenForAttr << ")";
  // A vector has its field's name, which a parameter of the kernel may have, too.
  llvm::StringSet<> names, vectors;
  llvm::DenseSet<int64_t> numbers;
  for (BindingAttr binding : getBindings().getAsRange<BindingAttr>())
    if (!(binding.getKind() == ResourceKind::Vector ? vectors : names)
             .insert(binding.getName())
             .second ||
        !numbers.insert(binding.getBinding()).second)
      return emitOpError("has two bindings of one name or number: ")
             << '"' << binding.getName() << '"';
  return verifyStage(*this);
}

LogicalResult BufferOp::verify() {
  auto shader = dyn_cast<ShaderOp>((*this)->getParentOp());
  BindingAttr binding =
      shader ? shader.lookupBinding(ResourceKind::Parameter, getName()) : BindingAttr();
  if (!binding || binding.getElementType() != getPointer().getType().getPointee())
    return emitOpError("has no binding of that name and element type in its shader");
  return success();
}

LogicalResult ScratchRefOp::verify() {
  auto parent = (*this)->getParentOfType<ClassOp>();
  auto scratch = parent ? parent.lookupSymbol<ScratchOp>(getScratch()) : ScratchOp();
  if (!scratch)
    return emitOpError("names no scratch buffer of the class: ") << getScratchAttr();
  for (MemberAttr member : scratch.getMembers().getAsRange<MemberAttr>())
    if (member.getName() == getMember() && member.getType() == getRef().getType().getPointee())
      return success();
  return emitOpError("names no member of that type: ") << getMemberAttr();
}

LogicalResult SharedRefOp::verify() {
  auto parent = (*this)->getParentOfType<ClassOp>();
  auto variable = parent ? parent.lookupSymbol<SharedOp>(getVariable()) : SharedOp();
  if (!variable)
    return emitOpError("names no shared variable of the class: ") << getVariableAttr();
  if (variable.getType() != getRef().getType().getPointee())
    return emitOpError("has type ")
           << getRef().getType() << " but the variable " << variable.getType();
  return success();
}

LogicalResult BuiltinOp::verify() {
  bool isVector =
      static_cast<uint32_t>(getBuiltin()) <= static_cast<uint32_t>(Builtin::WorkgroupSize) ||
      getBuiltin() == Builtin::Launch || getBuiltin() == Builtin::LaunchSize;
  if (getDim() > (isVector ? 2u : 0u))
    return emitOpError("has no such component");
  return success();
}

LogicalResult CmdPushOp::verify() {
  CmdPipelineOp pipeline;
  for (Operation *op = (*this)->getPrevNode(); op && !pipeline; op = op->getPrevNode())
    pipeline = dyn_cast<CmdPipelineOp>(op);
  if (!pipeline)
    return emitOpError("comes before any pipeline is bound");
  auto shader = lookupInClass<ShaderOp>(*this, pipeline.getShader());
  if (!shader)
    return success(); // the pipeline's own error
  SmallVector<Type> expected;
  for (PushConstantOp constant : shader.getOps<PushConstantOp>())
    expected.push_back(constant.getType());
  if (!llvm::equal(expected, getValues().getTypes()))
    return emitOpError("operands do not fit the push constants of ") << pipeline.getShaderAttr();
  return success();
}

LogicalResult CmdUpdateOp::verify() {
  auto field = lookupInClass<FieldOp>(*this, getField());
  if (!field)
    return emitOpError("names no field of the class: ") << getFieldAttr();
  // Inside of a kernel, a barrier waits for updates, and lets none wait.
  for (Operation *op = getOperation(); op; op = op->getPrevNode())
    if (isa<CmdDispatchOp, CmdDispatchIndirectOp, CmdTraceRaysOp>(op))
      return emitOpError("stands behind a dispatch of its kernel");
  Type type = getValue().getType();
  if (field.getType() != type || getLayout(*this, type).size % 4 != 0)
    return emitOpError(
               "writes a scalar of 32 or 64 bits, or a vector or matrix, of the field's type ")
           << field.getType();
  return success();
}

LogicalResult CmdFillOp::verify() {
  auto field = lookupInClass<FieldOp>(*this, getField());
  if (!field)
    return emitOpError("names no field of the class: ") << getFieldAttr();
  Type element = field.getVectorElement();
  if (isa<ArrayType>(field.getType()))
    element = getNestedElement(field.getType());
  if (!element || field.isImage() || field.isTexture() || getLayout(*this, element).size % 4 != 0)
    return emitOpError("fills a vector or an array whose elements are made of whole words, not ")
           << field.getType();
  if (getFirstAttr().getInt() < 0)
    return emitOpError("begins in front of the first element");
  Type type = getValue().getType();
  if (!isa<IntegerType, FloatType>(type) || type.getIntOrFloatBitWidth() != 32)
    return emitOpError("stores a number of 32 bits, not ") << type;
  return success();
}

LogicalResult CmdBarrierOp::verify() {
  if (getHazards().empty() && !getEverything())
    return emitOpError("guards against nothing");
  for (ArrayAttr side : {getFrom(), getTo()})
    for (Attribute entry : side) {
      auto symbol = dyn_cast<FlatSymbolRefAttr>(entry);
      if (!symbol || !lookupInClass<CommandsOp>(*this, symbol.getValue()))
        return emitOpError("names no commands of the class: ") << entry;
    }
  return success();
}

LogicalResult CmdBindOp::verify() {
  if (failed(verifyInControl(*this)))
    return failure();
  auto commands = lookupInClass<CommandsOp>(*this, getKernel());
  if (!commands)
    return emitOpError("names no commands of the class: ") << getKernelAttr();
  SmallVector<Type> expected, given;
  if (auto bindings = commands.getBindings())
    for (Attribute entry : bindings)
      if (auto binding = dyn_cast<BindingAttr>(entry);
          binding && binding.getKind() == ResourceKind::Parameter)
        expected.push_back(binding.getElementType());
  for (Value buffer : getBuffers())
    given.push_back(cast<PtrType>(buffer.getType()).getPointee());
  if (expected != given)
    return emitOpError("buffers do not fit the bindings of ") << getKernelAttr();
  return success();
}

LogicalResult CmdRunOp::verify() {
  if (failed(verifyInControl(*this)))
    return failure();
  auto commands = lookupInClass<CommandsOp>(*this, getKernel());
  if (!commands)
    return emitOpError("names no commands of the class: ") << getKernelAttr();
  if (!llvm::equal(commands.getArgumentTypes(), getOperands().getTypes()))
    return emitOpError("does not fit the commands' type ") << commands.getFunctionType();
  return success();
}

LogicalResult CmdReadBackOp::verify() {
  if (failed(verifyInControl(*this)))
    return failure();
  for (auto field : getFields().getAsRange<FlatSymbolRefAttr>())
    if (!lookupInClass<FieldOp>(*this, field.getValue()))
      return emitOpError("names no field of the class: ") << field;
  return success();
}

LogicalResult RunRecordedOp::verify() {
  if (!(*this)->getParentOp()->hasAttr(kDropInOfAttr))
    return emitOpError("stands in a control function that is no drop-in form: it has no ")
           << kDropInOfAttr;
  return success();
}

LogicalResult IterationCountOp::verify() {
  int64_t step = getStepAttr().getValue().getSExtValue();
  if (step == 0 || (getDynamicStep() && step != 1 && step != -1))
    return emitOpError(getDynamicStep() ? "takes the sign of a step that is an operand: 1 or -1"
                                        : "has a step of 0");
  if (getPredicate() == CmpKind::Eq)
    return emitOpError("predicates are lt, le, gt, ge or ne");
  return success();
}

LogicalResult WorkgroupCountOp::verify() {
  auto number = [](IntegerAttr attr) { return attr.getValue().getSExtValue(); };
  if (number(getSizeAttr()) < 1 || number(getLimitAttr()) < 0)
    return emitOpError("has a size of at least 1 and a limit of at least 0");
  if (number(getDimAttr()) < 0 || number(getDimAttr()) > 2)
    return emitOpError("has a dimension of 0 to 2");
  if (getCoarseningAttr() && number(getCoarseningAttr()) < 2)
    return emitOpError("has a coarsening of at least 2");
  if (getBeside() && !getCoarseningAttr())
    return emitOpError("names the workgroups beside it without a coarsening");
  if (getJammed() && !getCoarseningAttr())
    return emitOpError("is jammed without a coarsening");
  if (getEnoughAttr() && (!getCoarseningAttr() || getJammed()))
    return emitOpError("says how many workgroups are enough without a coarsening");
  if (getCoarseningAttr() && (number(getLimitAttr()) > 0 || getNonempty()))
    return emitOpError("has a coarsening beside a limit, or at least one workgroup");
  if (getCoarseningAttr() && !getBeside() && number(getDimAttr()) > 0)
    return emitOpError("has a coarsening along a later dimension without the workgroups beside it");
  return success();
}
