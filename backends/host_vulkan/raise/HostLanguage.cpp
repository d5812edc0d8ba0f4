//===- HostLanguage.cpp - How host code is spelled: C++, Vulkan's calls, the runtime's -------===//

#include "backends/host_vulkan/raise/HostLanguage.h"

#include "backends/common/Raise.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"
#include "ir/LocalNames.h"
#include "ir/MemoryForm.h"
#include "ir/NamedConstants.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

//===-----------------------------------------------------------------------------------------===//
// C++
//===-----------------------------------------------------------------------------------------===//

std::string HostLanguage::typeName(Type type) const {
  auto host = dyn_cast<vkm::HostType>(type);
  return host ? host.getSpelling().str() : sources.typeName(info, type);
}

std::string HostLanguage::declarator(Type type, StringRef name) const {
  return typeName(type) + " " + name.str();
}

Expr HostLanguage::constant(TypedAttr value, bool asBits) const {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    bool isFloat = value.getType().isF32();
    const llvm::APFloat &amount = number.getValue();
    std::string limits =
        std::string("std::numeric_limits<") + (isFloat ? "float" : "double") + ">::";
    if (amount.isNaN())
      return {limits + "quiet_NaN()", Precedence::Postfix};
    if (amount.isInfinity())
      return {(amount.isNegative() ? "-" : "") + limits + "infinity()", Precedence::Unary};
    return {decimalDigits(amount) + (isFloat ? "f" : ""),
            amount.isNegative() ? Precedence::Unary : Precedence::Primary};
  }
  auto integer = llvm::cast<IntegerAttr>(value);
  auto type = llvm::cast<IntegerType>(value.getType());
  const llvm::APInt &bits = integer.getValue();
  if (type.getWidth() == 1)
    return {bits.isZero() ? "false" : "true"};
  const char *suffix = type.isUnsigned() ? (type.getWidth() == 64 ? "ull" : "u")
                                         : (type.getWidth() == 64 ? "ll" : "");
  if (asBits && type.isUnsigned())
    return {"0x" + llvm::utohexstr(bits.getZExtValue(), /*LowerCase=*/true) + suffix};
  // The literal of the smallest number would be that of its magnitude, which no signed type holds.
  if (type.isSigned() && bits.isMinSignedValue())
    return {"std::numeric_limits<" + vkm::spellType(type, theClass) + ">::min()",
            Precedence::Postfix};
  bool isNegative = type.isSigned() && bits.isNegative();
  return {llvm::toString(bits, 10, type.isSigned()) + suffix,
          isNegative ? Precedence::Unary : Precedence::Primary};
}

Expr HostLanguage::cast(Type, Type to, const Expr &operand) const {
  return ExpressionPrinter::call(vkm::spellType(to, theClass),
                                 {ExpressionPrinter::operand(operand)});
}

/// `if (n & 1)` is C++ as it stands.
Value HostLanguage::condition(Value value) const {
  auto cast = value.getDefiningOp<vkm::CastOp>();
  return cast && isa<IntegerType>(cast.getOperand().getType()) ? cast.getOperand() : value;
}

std::string HostLanguage::mathFunction(vkm::MathFn fn, Type type) const {
  // Functions of vectors, and of scalars where only the library has them.
  StringRef name = vkm::lookupCppName(theClass, vkm::getCppNameKey(fn, type));
  if (!name.empty() && (isa<vkm::VecType, vkm::MatType>(type) || vkm::isOfVectorMaths(fn)))
    return name.str();
  // Literals of 64 bits and std::uint64_t are not always of one type: nothing to deduce from.
  bool isTemplate = fn == vkm::MathFn::Min || fn == vkm::MathFn::Max || fn == vkm::MathFn::Clamp;
  if (isTemplate)
    return ("std::" + vkm::stringifyMathFn(fn) + "<" + vkm::spellType(type, theClass) + ">").str();
  switch (fn) {
  case vkm::MathFn::Hypot3:
    return "std::hypot";
  case vkm::MathFn::BitCount:
    return "vkmorph::BitCount";
  case vkm::MathFn::FindMsb:
    return "vkmorph::FindMSB";
  case vkm::MathFn::FindLsb:
    return "vkmorph::FindLSB";
  default:
    return ("std::" + vkm::stringifyMathFn(fn)).str();
  }
}

std::string HostLanguage::functionName(FunctionOpInterface function) const {
  return hostFunctionName(function);
}

/// A name of its own: the user's function may be declared in the same namespace.
std::string host::hostFunctionName(FunctionOpInterface function) {
  return identifierFrom(function.getName()) + "OnHost";
}

Expr HostLanguage::aggregate(Type type, ArrayRef<Doc> parts) const {
  if (isa<vkm::VecType, vkm::MatType>(type))
    return ExpressionPrinter::call(typeName(type), parts);
  return {Doc::concat({typeName(type), "{", Doc::group(Doc::indent(Doc::commaList(parts))), "}"}),
          Precedence::Postfix};
}

/// The field that a value is read from; null for others.
static FieldInfo *getReadField(ClassInfo &info, Value value) {
  auto load = value.getDefiningOp<vkm::LoadOp>();
  auto field = load ? load.getRef().getDefiningOp<vkm::FieldRefOp>() : vkm::FieldRefOp();
  return field ? info.findField(field.getField()) : nullptr;
}

Expr HostLanguage::field(vkm::FieldRefOp op) const {
  if (!info.findField(op.getField())->isSize)
    return member(op.getField());
  return ExpressionPrinter::call("uint32_t", {memberSize(op.getField())});
}

/// What initialises a member of a struct.
Doc HostLanguage::memberInit(const std::optional<Enumeration> &enumeration, Value value,
                             ExpressionPrinter &printer) const {
  auto list = value.getDefiningOp<vkm::AggregateOp>();
  if (!list || !isa<vkm::ArrayType>(value.getType()))
    return enumeration && isa<IntegerType>(value.getType())
               ? toEnumeration(*enumeration, value, printer)
               : printer.operand(value);
  SmallVector<Doc> parts;
  for (Value part : list.getParts())
    parts.push_back(memberInit(enumeration, part, printer));
  return Doc::concat({"{", Doc::group(Doc::indent(Doc::commaList(parts))), "}"});
}

/// The pieces of the text with the operands between them.
Expr HostLanguage::hostCode(vkm::HostOp op, ExpressionPrinter &printer) const {
  SmallVector<StringRef> pieces;
  for (StringAttr piece : op.getText().getAsRange<StringAttr>())
    pieces.push_back(piece.getValue());
  SmallVector<Doc> parts = {pieces.front()};
  for (auto [index, operand] : llvm::enumerate(op.getOperands())) {
    // An argument, or an operand of who knows which operator.
    bool begins = pieces[index].ends_with("(") || pieces[index].ends_with(", ");
    bool ends = pieces[index + 1].starts_with(")") || pieces[index + 1].starts_with(",");
    bool isTarget = index == 0 && pieces.front().empty() && pieces[index + 1].starts_with(" = ");
    parts.push_back(printer.operand(operand, begins && ends ? Precedence::Assignment
                                             : isTarget     ? Precedence::MemberPointer
                                                            : Precedence::Postfix));
    parts.push_back(pieces[index + 1]);
  }
  return {Doc::concat(parts), Precedence::Assignment};
}

/// Whether the argument is a parameter of a function rather than the variable of a loop.
static bool isParameter(BlockArgument argument) {
  return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// What the frontend says of an enumeration.
static Enumeration readEnumeration(DictionaryAttr facts) {
  Enumeration enumeration;
  if (auto name = facts.getAs<StringAttr>("name"))
    enumeration.name = name.str();
  enumeration.values = facts.getAs<DictionaryAttr>("values");
  enumeration.isScoped = facts.contains("scoped");
  return enumeration;
}

/// The enumeration that a member of a struct is, or its elements; one that cannot be named is that
/// of the member.
std::optional<Enumeration> HostLanguage::findEnumeration(vkm::RecordType type,
                                                         vkm::MemberAttr member) const {
  vkm::RecordOp record = vkm::lookupRecord(theClass, type);
  auto enumerations = record->getAttrOfType<DictionaryAttr>(vkm::kEnumerationsAttr);
  auto facts = enumerations ? enumerations.getAs<DictionaryAttr>(member.getName()) : nullptr;
  if (!facts)
    return std::nullopt;
  Enumeration enumeration = readEnumeration(facts);
  if (enumeration.name.empty())
    enumeration.name = "std::remove_all_extents_t<decltype(" + typeName(type) +
                       "::" + member.getName().str() + ")>";
  return enumeration;
}

/// The enumeration, a number in the IR, that a place is, or its elements.
std::optional<Enumeration> HostLanguage::findEnumeration(Value place) const {
  if (auto element = place.getDefiningOp<vkm::ElementOp>())
    return findEnumeration(element.getBase());
  if (auto field = place.getDefiningOp<vkm::FieldRefOp>()) {
    auto facts = theClass.lookupField(field.getField())
                     ->getAttrOfType<DictionaryAttr>(vkm::kEnumerationAttr);
    return facts ? std::optional(readEnumeration(facts)) : std::nullopt;
  }
  if (auto member = place.getDefiningOp<vkm::MemberOp>()) {
    auto type = dyn_cast<vkm::RecordType>(member.getBase().getType().getPointee());
    return type ? findEnumeration(type,
                                  vkm::lookupRecord(theClass, type).lookupMember(member.getName()))
                : std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(place);
  auto type = argument && control && isParameter(argument)
                  ? dyn_cast<vkm::RefType>(argument.getType())
                  : vkm::RefType();
  if (!type || !isa<IntegerType>(type.getPointee()))
    return std::nullopt;
  const Parameter &parameter = control->parameters[argument.getArgNumber()];
  if (isSpellingOf(parameter.valueType, type.getPointee()))
    return std::nullopt;
  return Enumeration{parameter.valueType, {}, /*isScoped=*/true};
}

/// A number as an enumeration: what was one before, an enumerator, or a cast.
Doc HostLanguage::toEnumeration(const Enumeration &enumeration, Value value,
                                ExpressionPrinter &printer) const {
  if (auto load = value.getDefiningOp<vkm::LoadOp>())
    if (auto from = findEnumeration(load.getRef()); from && from->name == enumeration.name)
      return printer.operand(load.getRef());
  Value given = value;
  if (auto cast = value.getDefiningOp<vkm::CastOp>())
    given = cast.getOperand();
  if (auto argument = dyn_cast<BlockArgument>(given);
      argument && control && isParameter(argument) &&
      control->parameters[argument.getArgNumber()].type == enumeration.name)
    return printer.operand(argument);
  // Its own enumerator, as the source names it.
  if (auto constant = value.getDefiningOp<vkm::ConstantOp>())
    if (auto type = constant->getAttrOfType<StringAttr>(vkm::kSpelledEnumAttr);
        type && type.getValue() == enumeration.name)
      return Doc(constant->getAttrOfType<StringAttr>(vkm::kSpelledAttr).str());
  APInt number;
  if (enumeration.values && matchPattern(value, m_ConstantInt(&number)))
    for (NamedAttribute candidate : enumeration.values)
      if (APInt::isSameValue(
              mlir::cast<IntegerAttr>(candidate.getValue()).getValue().trunc(number.getBitWidth()),
              number))
        return Doc(enumeration.name + "::" + candidate.getName().str());
  return ExpressionPrinter::call("static_cast<" + enumeration.name + ">", {printer.operand(value)})
      .doc;
}

/// A pointer to one object is a place in the IR, and so is the size of a vector of the caller's.
std::optional<Expr> HostLanguage::parameter(BlockArgument argument) const {
  if (!control || !isParameter(argument) || !isa<vkm::RefType>(argument.getType()))
    return std::nullopt;
  const Parameter &parameter = control->parameters[argument.getArgNumber()];
  if (parameter.isResized)
    return Expr{parameter.askSize(), Precedence::Postfix};
  if (!parameter.isObjectPointer())
    return std::nullopt;
  return Expr{"*" + parameter.name, Precedence::Unary};
}

HostLanguage::HostLanguage(ClassInfo &info, const Sources &sources, StringRef cmd,
                           ArrayRef<Operation *> bodies)
    : info(info), sources(sources), theClass(sources.theClass), cmd(cmd.str()) {
  for (Operation *body : bodies)
    vkm::forEachLocalName(body, [&](StringRef name) { locals.reserve(name); });
}

std::string HostLanguage::memberSize(StringRef symbol) const {
  return ExpressionPrinter::operand(member(symbol), Precedence::Postfix).flat() + ".size()";
}

Expr HostLanguage::member(StringRef symbol) const {
  if (auto named = memberNames.find(symbol); named != memberNames.end())
    return {named->second, Precedence::Postfix};
  FieldInfo *field = info.findField(symbol);
  if (field->exposed && !isOutside)
    return {info.spellPrivate("*this", field->path), field->path.back().isBehindPrivateBase
                                                         ? Precedence::Postfix
                                                         : Precedence::MemberPointer};
  // One of a class and one of its base may have the same name.
  auto isNamesake = [&](const FieldInfo &other) { return other.name == field->name; };
  if (llvm::count_if(info.fields, isNamesake) > 1)
    return {"this->" + field->owner + "::" + field->name, Precedence::Postfix};
  return {(locals.contains(field->path.front().name) ? "this->" : "") + field->name,
          Precedence::Postfix};
}

//===-----------------------------------------------------------------------------------------===//
// Counts
//===-----------------------------------------------------------------------------------------===//

static StringRef compareName(vkm::CmpKind kind) {
  switch (kind) {
  case vkm::CmpKind::Lt:
    return "Less";
  case vkm::CmpKind::Le:
    return "LessEqual";
  case vkm::CmpKind::Gt:
    return "Greater";
  case vkm::CmpKind::Ge:
    return "GreaterEqual";
  default:
    return "NotEqual";
  }
}

/// `for (i = 0; i < n; i++)`, i and n being of one type.
static bool isPlainLoop(vkm::IterationCountOp op) {
  auto lower = op.getLower().getDefiningOp<vkm::ConstantOp>();
  auto zero = lower ? dyn_cast<IntegerAttr>(lower.getValue()) : IntegerAttr();
  return zero && zero.getValue().isZero() && op.getPredicate() == vkm::CmpKind::Lt &&
         op.getStep() == 1 && op.getLower().getType() == op.getUpper().getType();
}

/// vkmorph::IterationCount(1, vkmorph::Compare::LessEqual, n, 2, "i")
static Expr printIterationCount(vkm::IterationCountOp count, ExpressionPrinter &printer) {
  bool isDynamic = static_cast<bool>(count.getDynamicStep());
  Doc step = isDynamic ? printer.operand(count.getDynamicStep())
                       : Doc(std::to_string(static_cast<int64_t>(count.getStep())));
  if (isPlainLoop(count) && !isDynamic)
    return ExpressionPrinter::call(
        "vkmorph::IterationCount",
        {printer.operand(count.getUpper()), "\"" + count.getName().str() + "\""});
  bool down = isDynamic && static_cast<int64_t>(count.getStep()) < 0;
  return ExpressionPrinter::call(
      down ? "vkmorph::IterationCountDown" : "vkmorph::IterationCount",
      {printer.operand(count.getLower()), "vkmorph::Compare::" + compareName(count.getPredicate()),
       printer.operand(count.getUpper()), step, "\"" + count.getName().str() + "\""});
}

/// m_vulkan.GroupCount(n, kSumPerGroup, kSumMaxGroups)
/// m_vulkan.GroupCountOrNone(n, kFlagPerGroup)
/// m_vulkan.CoarsenedGroupCount(n, kScalePerGroup, kScaleCoarsening)
/// m_vulkan.CoarsenedGroupCount(height, kShadePerGroupY, kShadeCoarsening, 1, groupsX, 128)
/// m_vulkan.JammedGroupCount(rows, kProductPerGroupY, kProductCoarsening, 1, groupsX)
Expr HostLanguage::printGroupCount(vkm::WorkgroupCountOp count, ExpressionPrinter &printer) const {
  auto constants = sources.groupConstants.find(count);
  bool isNamed = constants != sources.groupConstants.end();
  Doc perGroup = isNamed ? constants->second.perGroup.name : std::to_string(count.getSize());
  Doc limit = "UINT32_MAX", dim = std::to_string(count.getDim());
  if (count.getLimit() > 0)
    limit = isNamed ? constants->second.maxGroups.name : std::to_string(count.getLimit());
  SmallVector<Doc> arguments = {printer.operand(count.getThreads()), perGroup};
  if (count.getCoarsening()) {
    arguments.push_back(isNamed ? Doc(constants->second.coarsening.name)
                                : Doc(std::to_string(*count.getCoarsening())));
    if (count.getBeside() || count.getEnough()) {
      arguments.push_back(dim);
      arguments.push_back(count.getBeside() ? printer.operand(count.getBeside()) : Doc("1"));
    }
    if (std::optional<uint32_t> enough = count.getEnough())
      arguments.push_back(Doc(std::to_string(*enough)));
    StringRef function = count.getJammed() ? ".JammedGroupCount" : ".CoarsenedGroupCount";
    return ExpressionPrinter::call((info.vulkan + function).str(), arguments);
  }
  if (count.getNonempty()) {
    arguments.push_back(limit);
    if (count.getDim() > 0)
      arguments.push_back(dim);
    return ExpressionPrinter::call(info.vulkan + ".GroupCount", arguments);
  }
  if (count.getDim() > 0 || count.getLimit() > 0)
    arguments.push_back(dim);
  if (count.getLimit() > 0)
    arguments.push_back(limit);
  return ExpressionPrinter::call(info.vulkan + ".GroupCountOrNone", arguments);
}

/// Whether a pointer of the caller's is null: `values == nullptr`, and in commands whether there is
/// an array for it: `!hasValues`.
std::optional<Expr> HostLanguage::printNullCheck(Operation *op) const {
  auto unary = dyn_cast<vkm::UnaryOp>(op);
  bool isNegated = unary && unary.getKind() == vkm::UnaryKind::Not;
  Operation *asked = isNegated ? unary.getOperand().getDefiningOp() : op;
  if (auto isSet = llvm::dyn_cast_or_null<vkm::IsSetOp>(asked)) {
    auto argument = llvm::cast<BlockArgument>(isSet.getPlace());
    auto function = llvm::cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    if (isa<vkm::PtrType>(argument.getType()) && control && !control->inPieces &&
        function == sources.recordedOf(*control)) {
      std::string answer = control->parameters[argument.getArgNumber()].answer;
      return Expr{(isNegated ? "!" : "") + answer,
                  isNegated ? Precedence::Unary : Precedence::Primary};
    }
    return Expr{vkm::argName(function, argument.getArgNumber()).str() +
                    (isNegated ? " == nullptr" : " != nullptr"),
                Precedence::Equality};
  }
  return std::nullopt;
}

/// `filter == Filter::Box`, where the other operand is one of that scoped enumeration, too.
std::optional<Expr> HostLanguage::printEnumComparison(vkm::CmpOp op,
                                                      ExpressionPrinter &printer) const {
  bool isEqual = op.getKind() == vkm::CmpKind::Eq;
  if (!isEqual && op.getKind() != vkm::CmpKind::Ne)
    return std::nullopt;
  auto constant = op.getRhs().getDefiningOp<vkm::ConstantOp>();
  auto name = constant ? constant->getAttrOfType<StringAttr>(vkm::kSpelledAttr) : StringAttr();
  auto type = constant ? constant->getAttrOfType<StringAttr>(vkm::kSpelledEnumAttr) : StringAttr();
  if (!name || !type || !constant->hasAttr(kConstantAttr))
    return std::nullopt;
  Value given = op.getLhs();
  if (auto cast = given.getDefiningOp<vkm::CastOp>())
    given = cast.getOperand();
  auto load = given.getDefiningOp<vkm::LoadOp>();
  auto from = load ? findEnumeration(load.getRef()) : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(given);
  bool isParameterOfType = argument && control && isParameter(argument) &&
                           control->parameters[argument.getArgNumber()].type == type.getValue();
  if (!isParameterOfType && !(from && from->name == type.getValue()))
    return std::nullopt;
  Doc lhs = printer.operand(load ? load.getRef() : given, Precedence::Relational);
  return Expr{Doc::concat({lhs, isEqual ? " == " : " != ", name.str()}), Precedence::Equality};
}

/// What the host's own code has as a std::array or a number, and the user's as something else.
std::optional<Expr> HostLanguage::printConversion(Operation *op, ExpressionPrinter &printer) const {
  // Arrays of the host's own code are std::arrays, those of the user's members are not.
  if (auto load = dyn_cast<vkm::LoadOp>(op); load && isa<vkm::ArrayType>(load.getType())) {
    Operation *place = load.getRef().getDefiningOp();
    if (isa_and_nonnull<vkm::FieldRefOp, vkm::MemberOp, vkm::ElementOp>(place))
      return ExpressionPrinter::call("vkmorph::ToArray<" +
                                         vkm::spellType(load.getType(), theClass) + ">",
                                     {printer.operand(load.getRef())});
  }
  if (auto part = dyn_cast<vkm::ExtractOp>(op)) {
    vkm::RecordType type = part.getRecord().getType();
    auto enumeration =
        findEnumeration(type, vkm::lookupRecord(theClass, type).lookupMember(part.getName()));
    bool isNumber = enumeration && enumeration->isScoped && isa<IntegerType>(part.getType());
    if (isNumber || isa<vkm::ArrayType>(part.getType()))
      return ExpressionPrinter::call((isNumber ? "static_cast<" : "vkmorph::ToArray<") +
                                         vkm::spellType(part.getType(), theClass) + ">",
                                     {printMember(part.getRecord(), part.getName(), printer).doc});
  }
  if (auto load = dyn_cast<vkm::LoadOp>(op); load && isa<IntegerType>(load.getType()))
    if (auto enumeration = findEnumeration(load.getRef()); enumeration && enumeration->isScoped)
      return ExpressionPrinter::call("static_cast<" + vkm::spellType(load.getType(), theClass) +
                                         ">",
                                     {printer.operand(load.getRef())});
  return std::nullopt;
}

std::optional<Expr> HostLanguage::otherExpression(Operation *op, ExpressionPrinter &printer) const {
  // The size of a vector is a size_t; shaders have 32 bits of it.
  if (auto cast = dyn_cast<vkm::CastOp>(op))
    if (FieldInfo *field = getReadField(info, cast.getOperand()); field && field->isSize) {
      std::string size = memberSize(field->symbol);
      if (cast.getType().isUnsignedInteger(64))
        return Expr{size, Precedence::Postfix};
      return ExpressionPrinter::call(vkm::spellType(cast.getType(), theClass), {size});
    }
  if (auto host = dyn_cast<vkm::HostOp>(op))
    return hostCode(host, printer);
  if (auto compared = dyn_cast<vkm::CmpOp>(op))
    if (std::optional<Expr> comparison = printEnumComparison(compared, printer))
      return comparison;
  if (std::optional<Expr> converted = printConversion(op, printer))
    return converted;
  if (std::optional<Expr> part = printStruct(op, printer))
    return part;
  if (std::optional<Expr> check = printNullCheck(op))
    return check;
  if (auto most = dyn_cast<vkm::MostElementsOp>(op))
    return ExpressionPrinter::call(info.vulkan + ".MostElements",
                                   {Doc("\"" + info.vectorKey(most.getField()) + "\"")});
  if (auto narrow = dyn_cast<vkm::NarrowOp>(op))
    return ExpressionPrinter::call("vkmorph::ToUint32", {printer.operand(narrow.getValue()),
                                                         "\"" + narrow.getName().str() + "\""});
  if (auto count = dyn_cast<vkm::IterationCountOp>(op))
    return printIterationCount(count, printer);
  if (auto count = dyn_cast<vkm::WorkgroupCountOp>(op))
    return printGroupCount(count, printer);
  return std::nullopt;
}

//===-----------------------------------------------------------------------------------------===//
// Commands
//===-----------------------------------------------------------------------------------------===//

/// What is assigned otherwise than by `place = value;`.
bool HostLanguage::printAssign(vkm::AssignOp assign, StatementPrinter &printer) const {
  TextWriter &writer = printer.getWriter();
  // The vector has got that size where the function said so.
  if (auto argument = dyn_cast<BlockArgument>(assign.getRef());
      argument && control && isParameter(argument) &&
      control->parameters[argument.getArgNumber()].isSize)
    return true;
  if (assign->hasAttr(kSwapAttr)) {
    ExpressionPrinter &expressions = printer.getExpressions();
    Value other = assign.getValue().getDefiningOp<vkm::LoadOp>().getRef();
    Expr swap = ExpressionPrinter::call(
        "std::swap", {expressions.operand(assign.getRef()), expressions.operand(other)});
    writer.line(Doc::concat({swap.doc, ";"}));
    return true;
  }
  if (auto enumeration = findEnumeration(assign.getRef());
      enumeration && isa<IntegerType>(assign.getValue().getType())) {
    ExpressionPrinter &expressions = printer.getExpressions();
    writer.line(Doc::concat({expressions.operand(assign.getRef()), " = ",
                             toEnumeration(*enumeration, assign.getValue(), expressions), ";"}));
    return true;
  }
  return !findEnumeration(assign.getRef()) && printArray(assign, printer);
}

/// Where the numbers of workgroups stand in their buffer.
static std::string spellIndirectOffset(vkm::CmdDispatchIndirectOp dispatch) {
  auto scratch =
      dispatch->getParentOfType<vkm::ClassOp>().lookupSymbol<vkm::ScratchOp>(dispatch.getScratch());
  for (auto member : scratch.getMembers().getAsRange<vkm::MemberAttr>())
    if (member.getName() == dispatch.getMember() && member.getOffset() != 0) {
      int64_t number = member.getOffset() / kIndirectCommandBytes;
      return (number == 1 ? "" : std::to_string(number) + " * ") +
             "sizeof(VkDispatchIndirectCommand)";
    }
  return "0";
}

bool HostLanguage::printCommand(Operation *op, StatementPrinter &printer) const {
  TextWriter &writer = printer.getWriter();
  if (auto pipeline = dyn_cast<vkm::CmdPipelineOp>(op)) {
    const ShaderInfo *shader = kernel->findShader(pipeline.getShader());
    // TraceRays binds.
    if (!shader->isComputed())
      return true;
    writer.line("vkCmdBindPipeline(" + cmd + ", VK_PIPELINE_BIND_POINT_COMPUTE, " +
                shader->pipeline + ");");
    return true;
  }
  if (auto bind = dyn_cast<vkm::CmdBindOp>(op)) {
    printBind(bind.getKernel(), Expr{std::to_string(bind.getSite())}, writer);
    return true;
  }
  if (auto choice = dyn_cast<vkm::IfOp>(op); choice && choice->hasAttr(vkm::kPickedAttr)) {
    std::optional<Expr> site;
    vkm::CmdRunOp launch = matchChoiceOfSets(choice, printer.getExpressions(), site);
    if (!launch)
      return false;
    printBind(launch.getKernel(), *site, writer);
    printRun(launch, printer);
    return true;
  }
  if (auto push = dyn_cast<vkm::CmdPushOp>(op)) {
    printPush(push, printer);
    return true;
  }
  if (auto update = dyn_cast<vkm::CmdUpdateOp>(op)) {
    printUpdate(update, printer);
    return true;
  }
  if (auto fill = dyn_cast<vkm::CmdFillOp>(op)) {
    printFill(fill, printer);
    return true;
  }
  if (auto dispatch = dyn_cast<vkm::CmdDispatchOp>(op)) {
    printDispatch(dispatch, printer);
    return true;
  }
  if (auto trace = dyn_cast<vkm::CmdTraceRaysOp>(op)) {
    SmallVector<Doc> arguments = {cmd, boundShader(op)->pipeline};
    for (Value count : trace.getCounts())
      arguments.push_back(printer.getExpressions().operand(count));
    writer.line(
        Doc::concat({ExpressionPrinter::call(info.vulkan + ".TraceRays", arguments).doc, ";"}));
    return true;
  }
  if (auto dispatch = dyn_cast<vkm::CmdDispatchIndirectOp>(op)) {
    writer.line("vkCmdDispatchIndirect(" + cmd + ", " +
                info.findScratch(dispatch.getScratch())->member + ", " +
                spellIndirectOffset(dispatch) + ");");
    return true;
  }
  if (auto prepare = dyn_cast<vkm::PrepareImageOp>(op)) {
    ExpressionPrinter &expressions = printer.getExpressions();
    writer.line(
        Doc::concat({ExpressionPrinter::call(info.vulkan + ".PrepareImage",
                                             {cmd, Doc("\"" + prepare.getField().str() + "\""),
                                              expressions.operand(prepare.getWidth()),
                                              expressions.operand(prepare.getCount()),
                                              info.allStages + "()", control->sets})
                         .doc,
                     ";"}));
    return true;
  }
  if (isa<vkm::WillAppendOp, vkm::WillClearOp, vkm::WillExchangeOp, vkm::ReserveOp>(op)) {
    printNote(op, printer);
    return true;
  }
  if (auto barrier = dyn_cast<vkm::CmdBarrierOp>(op)) {
    printBarrier(barrier, writer);
    return true;
  }
  if (auto launch = dyn_cast<vkm::CmdRunOp>(op)) {
    printRun(launch, printer);
    return true;
  }
  return false;
}

bool HostLanguage::otherStatement(Operation *op, StatementPrinter &printer) const {
  TextWriter &writer = printer.getWriter();
  if (isa<vkm::ExtentOp>(op))
    return true;
  if (isa<vkm::VarOp>(op))
    return op->hasAttr(kParameterAttr);
  if (auto readBack = dyn_cast<vkm::CmdReadBackOp>(op)) {
    printReadBack(readBack, printer.getWriter());
    return true;
  }
  if (isa<vkm::RunRecordedOp>(op)) {
    run(writer);
    return true;
  }
  if (auto ret = dyn_cast<vkm::ReturnOp>(op))
    return printReturn(ret, printer);
  if (auto host = dyn_cast<vkm::HostOp>(op)) {
    writer.line(Doc::concat({hostCode(host, printer.getExpressions()).doc, ";"}));
    return true;
  }
  if (auto assign = dyn_cast<vkm::AssignOp>(op))
    return printAssign(assign, printer);
  return printCommand(op, printer);
}

/// m_vulkan.BindSet(cmd, m_relaxLayout, m_stepSets[3], "SetInOutFor_Step");
void HostLanguage::printBind(StringRef kernelName, const Expr &site, TextWriter &writer) const {
  KernelInfo *bound = info.findKernel(kernelName);
  StringRef setter =
      control->setter.empty() ? StringRef("InitVulkanObjects") : StringRef(control->setter);
  if (!bound->bindings.empty())
    writer.line(Doc::concat(
        {ExpressionPrinter::call(
             info.vulkan + ".BindSet",
             {cmd, bound->layout,
              Doc::concat({control->sets + "[", Doc::group(Doc::indent(site.doc)), "]"}),
              Doc("\"" + setter.str() + "\"")})
             .doc,
         ";"}));
}

static SmallVector<Operation *> getStatements(Region &region) {
  SmallVector<Operation *> statements;
  if (!region.empty())
    for (Operation &op : region.front())
      if (StatementPrinter::isPrinted(&op))
        statements.push_back(&op);
  return statements;
}

/// Whether both branches run one kernel with the same arguments and other buffers, as behind
/// pointers that are exchanged: `sets[which == 0 ? 3 : 4]` is the set. The kernel's run, or null.
vkm::CmdRunOp HostLanguage::matchChoiceOfSets(vkm::IfOp op, ExpressionPrinter &expressions,
                                              std::optional<Expr> &site) {
  vkm::CmdRunOp launch;
  SmallVector<Doc> sites;
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    SmallVector<Operation *> statements = getStatements(*region);
    if (llvm::any_of(statements,
                     [](Operation *inner) { return inner->hasAttr(vkm::kCommentAttr); }))
      return {};
    vkm::CmdRunOp run;
    std::optional<Expr> own;
    if (statements.size() == 1 && isa<vkm::IfOp>(statements[0]) && region == &op.getElseRegion()) {
      run = matchChoiceOfSets(llvm::cast<vkm::IfOp>(statements[0]), expressions, own);
    } else if (statements.size() == 2) {
      auto bind = dyn_cast<vkm::CmdBindOp>(statements[0]);
      run = dyn_cast<vkm::CmdRunOp>(statements[1]);
      if (!bind || !run || bind.getKernel() != run.getKernel())
        return {};
      own = Expr{std::to_string(bind.getSite())};
    }
    bool isSame = run && (!launch || (run.getKernel() == launch.getKernel() &&
                                      run->getOperands() == launch->getOperands()));
    if (!isSame)
      return {};
    launch = run;
    sites.push_back(own->doc);
  }
  Doc condition =
      ExpressionPrinter::operand(expressions.print(op.getCondition()), Precedence::LogicalOr);
  site = Expr{Doc::concat({condition, Doc::line(), "? ", sites[0], Doc::line(), ": ", sites[1]}),
              Precedence::Conditional};
  return launch;
}

/// m_vulkan.ReadMembers(cmd, kernel1D_StepStages(), {{0, 4}}); // m_error
void HostLanguage::printReadBack(vkm::CmdReadBackOp op, TextWriter &writer) const {
  std::vector<std::string> ranges, members;
  for (const FieldInfo &field : info.fields)
    if (llvm::is_contained(op.getFields(), FlatSymbolRefAttr::get(op.getContext(), field.symbol))) {
      ranges.push_back("{" + std::to_string(field.offset) + ", " + std::to_string(field.bytes) +
                       "}");
      members.push_back(field.spell());
    }
  bool isLast = op->hasAttr(vkm::kLastAttr);
  writer.line((isLast ? "// The last commands run, for " : "// What has been recorded runs, for ") +
              (members.empty() ? "the clock" : llvm::join(members, ", ")) + ".");
  if (isLast) {
    writer.line(info.vulkan + ".ReadResults({" + llvm::join(ranges, ", ") + "});");
    return;
  }
  writer.line(info.vulkan + ".ReadMembers(" + cmd + ", " + info.stagesOf(control->kernels) + ", {" +
              llvm::join(ranges, ", ") + "});");
}

/// m_vulkan.WillAppend("m_red", {yCount, xCount}); // at most one for each iteration
void HostLanguage::printNote(Operation *op, StatementPrinter &printer) const {
  auto call = [&](StringRef function, ArrayRef<Doc> arguments) {
    printer.getWriter().line(Doc::concat(
        {ExpressionPrinter::call((info.vulkan + "." + function).str(), arguments).doc, ";"}));
  };
  auto quoted = [&](StringRef name) { return Doc("\"" + info.vectorKey(name) + "\""); };
  if (auto clear = dyn_cast<vkm::WillClearOp>(op))
    return call("WillClear", {quoted(clear.getField())});
  if (auto exchange = dyn_cast<vkm::WillExchangeOp>(op))
    return call("WillExchangeSizes", {quoted(exchange.getFirst()), quoted(exchange.getSecond())});
  auto reserve = dyn_cast<vkm::ReserveOp>(op);
  if (reserve && theClass.lookupField(reserve.getField())->hasAttr(vkm::kLocalOfAttr))
    return call("FitTemporary",
                {quoted(reserve.getField()), printer.getExpressions().operand(reserve.getCount()),
                 control->sets});
  if (reserve)
    return call(reserve->hasAttr(vkm::kResizesAttr) ? "WillResize" : "WillReserve",
                {quoted(reserve.getField()), printer.getExpressions().operand(reserve.getCount())});
  auto append = llvm::cast<vkm::WillAppendOp>(op);
  if (!append.getTimes())
    return call("WillAppend", {quoted(append.getField()), "{vkmorph::kAnyNumber}"});
  SmallVector<Doc> counts;
  for (Value count : append.getCounts())
    counts.push_back(printer.getExpressions().operand(count));
  SmallVector<Doc> arguments = {
      quoted(append.getField()),
      counts.empty() ? Doc("{}")
                     : Doc::concat({"{", Doc::group(Doc::indent(Doc::commaList(counts))), "}"})};
  if (*append.getTimes() != 1)
    arguments.push_back(std::to_string(*append.getTimes()));
  call("WillAppend", arguments);
}

/// The shader whose pipeline is bound where a command stands.
const ShaderInfo *HostLanguage::boundShader(Operation *command) const {
  for (Operation *op = command; op; op = op->getPrevNode())
    if (auto pipeline = dyn_cast<vkm::CmdPipelineOp>(op))
      return kernel->findShader(pipeline.getShader());
  return nullptr;
}

/// const SumArguments arguments = {n, factor};
/// vkCmdPushConstants(cmd, m_sumLayout.pipeline, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(arguments),
/// &arguments);
void HostLanguage::printPush(vkm::CmdPushOp op, StatementPrinter &printer) const {
  const ShaderInfo *shader = boundShader(op);
  if (op.getValues().empty() || !shader)
    return;
  SmallVector<Doc> values;
  for (Value value : op.getValues())
    values.push_back(printer.getExpressions().operand(value));
  unsigned pushes = 0;
  sources.commandsOf(*kernel).walk(
      [&](vkm::CmdPushOp push) { pushes += !push.getValues().empty(); });
  std::string name =
      pushes == 1 || shader->part.empty() ? "arguments" : lowerFirst(shader->part) + "Arguments";
  while (locals.contains(name))
    name += '_';
  TextWriter &writer = printer.getWriter();
  writer.line(Doc::concat({"const " + shader->argumentsStruct + " " + name + " = {",
                           Doc::group(Doc::indent(Doc::commaList(values))), "};"}));
  std::string stages =
      kernel->getStages().rays ? kernel->layout + ".stages" : "VK_SHADER_STAGE_COMPUTE_BIT";
  writer.line("vkCmdPushConstants(" + cmd + ", " + kernel->layout + ".pipeline, " + stages +
              ", 0, sizeof(" + name + "), &" + name + ");");
}

void HostLanguage::printDispatch(vkm::CmdDispatchOp op, StatementPrinter &printer) const {
  SmallVector<Doc> arguments = {cmd};
  for (Value groups : op.getGroups()) {
    auto constant = groups.getDefiningOp<vkm::ConstantOp>();
    auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
    arguments.push_back(number ? Doc(std::to_string(number.getValue().getZExtValue()))
                               : printer.getExpressions().operand(groups));
  }
  while (arguments.size() < 4)
    arguments.push_back("1");
  printer.getWriter().line(
      Doc::concat({ExpressionPrinter::call("vkCmdDispatch", arguments).doc, ";"}));
}

/// What a value is before conversions that keep it, and that a call makes by itself.
static Value withoutWidening(Value value) {
  auto cast = value.getDefiningOp<vkm::CastOp>();
  if (!cast)
    return value;
  Type from = cast.getOperand().getType(), to = cast.getType();
  auto fromInt = dyn_cast<IntegerType>(from), toInt = dyn_cast<IntegerType>(to);
  bool keeps = false;
  if (fromInt && toInt && fromInt.getWidth() > 1)
    keeps = fromInt.getWidth() < toInt.getWidth() && (fromInt.isUnsigned() || toInt.isSigned());
  if (from.isF32() && to.isF64())
    keeps = true;
  return keeps ? withoutWidening(cast.getOperand()) : value;
}

void HostLanguage::printRun(vkm::CmdRunOp op, StatementPrinter &printer) const {
  SmallVector<Doc> arguments = {cmd};
  for (Value value : op.getOperands())
    arguments.push_back(printer.getExpressions().operand(withoutWidening(value)));
  std::string command = self + info.findKernel(op.getKernel())->command;
  printer.getWriter().line(Doc::concat({ExpressionPrinter::call(command, arguments).doc, ";"}));
}

/// An enumeration is a number in the IR; C++ wants to be told that it is an enumeration again.
bool HostLanguage::printReturn(vkm::ReturnOp op, StatementPrinter &printer) const {
  if (!op.getValue() || !control || !isa<IntegerType>(op.getValue().getType()) ||
      isSpellingOf(control->returnType, op.getValue().getType()))
    return false;
  Doc value = printer.getExpressions().operand(op.getValue());
  Expr call = ExpressionPrinter::call("static_cast<" + control->returnType + ">", {value});
  printer.getWriter().line(Doc::concat({"return ", call.doc, ";"}));
  return true;
}
