//===- Structs.cpp - How host code spells structs and their members --------------------------===//

#include "backends/host_vulkan/raise/ArrayMembers.h"
#include "backends/host_vulkan/raise/HostLanguage.h"
#include "backends/host_vulkan/raise/RaiseHost.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

/// A base class as a part of an object: `Body` of `planet`.
struct BasePart {
  Value object;
  vkm::RecordOp record; ///< of the object
  StringRef name;       ///< of the part
};

} // namespace

/// The struct that a value or place is; null for others.
static vkm::RecordType getRecordType(Value value) {
  Type type = value.getType();
  if (auto reference = dyn_cast<vkm::RefType>(type))
    type = reference.getPointee();
  return dyn_cast<vkm::RecordType>(type);
}

/// The names of the base classes of a struct, "" for those without data.
static SmallVector<StringRef> getBases(vkm::RecordOp record) {
  SmallVector<StringRef> names;
  if (auto bases = record->getAttrOfType<ArrayAttr>(vkm::kBasesAttr))
    for (auto name : bases.getAsValueRange<StringAttr>())
      names.push_back(name);
  return names;
}

/// The object of which a value or place is a base class; nothing for others.
static std::optional<BasePart> findBasePart(Operation *from, Value value) {
  if (auto load = value.getDefiningOp<vkm::LoadOp>())
    value = load.getRef();
  BasePart part;
  if (auto member = value.getDefiningOp<vkm::MemberOp>()) {
    part.object = member.getBase();
    part.name = member.getName();
  } else if (auto extract = value.getDefiningOp<vkm::ExtractOp>()) {
    part.object = extract.getRecord();
    part.name = extract.getName();
  }
  vkm::RecordType type = part.object ? getRecordType(part.object) : vkm::RecordType();
  part.record = type ? vkm::lookupRecord(from, type) : vkm::RecordOp();
  if (!part.record || !llvm::is_contained(getBases(part.record), part.name))
    return std::nullopt;
  return part;
}

/// Whether a struct has a member of that name, in itself or in a base class but `besides`.
static bool hasMember(vkm::RecordOp record, StringRef name, StringRef besides = {}) {
  SmallVector<StringRef> bases = getBases(record);
  return llvm::any_of(record.getMembers().getAsRange<vkm::MemberAttr>(), [&](vkm::MemberAttr part) {
    if (!llvm::is_contained(bases, part.getName()))
      return part.getName() == name;
    return part.getName() != besides &&
           hasMember(vkm::lookupRecord(record, cast<vkm::RecordType>(part.getType())), name);
  });
}

/// Which element of a std::tuple each member of the struct is that stands for it; empty for other
/// structs.
static ArrayRef<int32_t> getTupleElements(vkm::RecordOp record) {
  auto numbers = record->getAttrOfType<DenseI32ArrayAttr>(vkm::kTupleElementsAttr);
  return numbers ? numbers.asArrayRef() : ArrayRef<int32_t>();
}

/// What a struct is made of, in the order in which C++ takes it.
SmallVector<Doc> HostLanguage::listParts(vkm::AggregateOp whole, ExpressionPrinter &printer) const {
  auto type = mlir::cast<vkm::RecordType>(whole.getType());
  vkm::RecordOp record = vkm::lookupRecord(theClass, type);
  SmallVector<Doc> parts;
  // The braces of a std::array may be left out, but not of one of arrays.
  auto initOf = [&](vkm::MemberAttr member, Value part) {
    std::optional<Enumeration> enumeration = findEnumeration(type, member);
    auto array = dyn_cast<vkm::ArrayType>(member.getType());
    bool isNested = array && isa<vkm::ArrayType>(array.getElementType());
    return isNested && !enumeration && isStdArray(record, member.getName())
               ? printer.operand(part)
               : memberInit(enumeration, part, printer);
  };
  for (auto [member, part] :
       llvm::zip(record.getMembers().getAsRange<vkm::MemberAttr>(), whole.getParts()))
    parts.push_back(initOf(member, part));
  for (auto [position, name] : llvm::enumerate(getBases(record)))
    if (name.empty())
      parts.insert(parts.begin() + position, Doc("{}"));
  SmallVector<Doc> ordered(parts);
  for (auto [number, part] : llvm::zip(getTupleElements(record), parts))
    ordered[number] = part;
  return ordered;
}

/// `settings.weights`, `std::get<1>(limits)`, `planet.mass` of a base class, `planet.Body::mass`
/// where the planet has another mass, `planet.*kMoons` of a private member. `isChanged`: the
/// member is assigned as a whole, or by a function that is given it.
Expr HostLanguage::printMember(Value whole, StringRef name, ExpressionPrinter &printer,
                               bool isChanged) const {
  vkm::RecordType type = getRecordType(whole);
  vkm::RecordOp record = vkm::lookupRecord(theClass, type);
  for (auto [member, number] :
       llvm::zip(record.getMembers().getAsRange<vkm::MemberAttr>(), getTupleElements(record)))
    if (member.getName() == name)
      return ExpressionPrinter::call("std::get<" + std::to_string(number) + ">",
                                     {printer.operand(whole)});
  if (llvm::is_contained(getBases(record), name)) {
    // One conversion leads through several levels of base classes.
    while (std::optional<BasePart> base = findBasePart(theClass, whole))
      whole = base->object;
    auto base = mlir::cast<vkm::RecordType>(record.lookupMember(name).getType());
    return ExpressionPrinter::call((isChanged ? "static_cast<" : "static_cast<const ") +
                                       typeName(base) + " &>",
                                   {printer.operand(whole)});
  }
  bool isHidden = false;
  while (std::optional<BasePart> base = findBasePart(theClass, whole)) {
    isHidden |= hasMember(base->record, name, base->name);
    whole = base->object;
  }
  Doc object = printer.operand(whole, Precedence::Postfix);
  auto privates = record->getAttrOfType<ArrayAttr>(vkm::kPrivateMembersAttr);
  if (privates && llvm::is_contained(privates.getAsValueRange<StringAttr>(), name))
    return {info.spellPrivate(object.flat(), {{vkm::spellType(type, theClass), name.str()}}),
            Precedence::MemberPointer};
  return Expr{
      Doc::concat({object, ".", isHidden ? typeName(type) + "::" : std::string(), name.str()}),
      Precedence::Postfix};
}

/// Whether a value consists of constants.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<vkm::ConstantOp, vkm::AggregateOp>(op) &&
         llvm::all_of(op->getOperands(), isConstant);
}

bool host::isDefaultValue(vkm::AggregateOp whole) {
  return whole->hasAttr(vkm::kDefaultValueAttr) && isConstant(whole.getResult());
}

/// A part of a struct of the user's, or of what stands for one, and such a struct as a whole.
std::optional<Expr> HostLanguage::printStruct(Operation *op, ExpressionPrinter &printer) const {
  // Arrays in the user's structs are no std::arrays: {1, 2, {3, 4}}.
  if (auto whole = dyn_cast<vkm::AggregateOp>(op); whole && isa<vkm::RecordType>(whole.getType()))
    return aggregate(whole.getType(),
                     isDefaultValue(whole) ? SmallVector<Doc>() : listParts(whole, printer));
  if (auto member = dyn_cast<vkm::MemberOp>(op); member && getRecordType(member.getBase()))
    return printMember(member.getBase(), member.getName(), printer,
                       /*isChanged=*/
                       !llvm::all_of(member->getUsers(),
                                     llvm::IsaPred<vkm::LoadOp, vkm::MemberOp, vkm::ElementOp>));
  if (auto part = dyn_cast<vkm::ExtractOp>(op))
    return printMember(part.getRecord(), part.getName(), printer);
  // settings.weights[1]: no std::array of all of them for one.
  auto one = dyn_cast<vkm::ComponentOp>(op);
  if (auto load = one ? one.getWhole().getDefiningOp<vkm::LoadOp>() : vkm::LoadOp();
      load && isa<vkm::ArrayType>(load.getType()) && !findEnumeration(load.getRef()))
    return Expr{Doc::concat({printer.operand(load.getRef(), Precedence::Postfix), "[",
                             printer.operand(one.getIndex()), "]"}),
                Precedence::Postfix};
  auto array = one ? one.getWhole().getDefiningOp<vkm::ExtractOp>() : vkm::ExtractOp();
  if (!array || !isa<vkm::ArrayType>(array.getType()))
    return std::nullopt;
  vkm::RecordType type = array.getRecord().getType();
  vkm::RecordOp record = vkm::lookupRecord(theClass, type);
  if (findEnumeration(type, record.lookupMember(array.getName())) ||
      !getTupleElements(record).empty())
    return std::nullopt;
  Expr part = printMember(array.getRecord(), array.getName(), printer);
  return Expr{Doc::concat({ExpressionPrinter::operand(part, Precedence::Postfix), "[",
                           printer.operand(one.getIndex()), "]"}),
              Precedence::Postfix};
}

/// Assigns the elements of an array one by one.
static void assignElements(const Expr &place, Value value, StatementPrinter &printer) {
  ExpressionPrinter &expressions = printer.getExpressions();
  auto whole = value.getDefiningOp<vkm::AggregateOp>();
  if (!whole || !isa<vkm::ArrayType>(whole.getType())) {
    printer.getWriter().line(Doc::concat({place.doc, " = ", expressions.operand(value), ";"}));
    return;
  }
  Doc array = ExpressionPrinter::operand(place, Precedence::Postfix);
  for (auto [index, part] : llvm::enumerate(whole.getParts()))
    assignElements({Doc::concat({array, "[" + std::to_string(index) + "]"}), Precedence::Postfix},
                   part, printer);
}

bool HostLanguage::printArray(vkm::AssignOp assign, StatementPrinter &printer) {
  ExpressionPrinter &expressions = printer.getExpressions();
  if (assign->hasAttr(kElementsAttr)) {
    assignElements(expressions.print(assign.getRef()), assign.getValue(), printer);
    return true;
  }
  if (!assign->hasAttr(kBytesAttr))
    return false;
  Doc place = expressions.operand(assign.getRef());
  Doc values = expressions.operand(assign.getValue(), Precedence::Postfix);
  Expr copy = ExpressionPrinter::call("std::memcpy", {place, Doc::concat({values, ".data()"}),
                                                      Doc::concat({"sizeof(", place, ")"})});
  printer.getWriter().line(Doc::concat({copy.doc, ";"}));
  return true;
}
