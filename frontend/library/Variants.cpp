//===- Variants.cpp - std::variant: which alternative it holds, and what is done to that ------===//
//
//   std::visit([&](const auto &one) { return one.Payoff(spot); }, instrument)
//
//   float visited;
//   switch (instrument.type) {
//   case 1: visited = Payoff(instrument.forward, spot); break;
//   default: visited = Payoff(instrument.call, spot);
//   }
//
// With several variants, the cases of the first are switches over what the second holds, and so on.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Variants.h"

#include "frontend/body/Lambdas.h"
#include "frontend/body/Synthesis.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

//===------------------------------------------------------------------------------------------===//
// Parts of a variant
//===------------------------------------------------------------------------------------------===//

static mlir::Type typeOf(mlir::Value variant) {
  auto place = llvm::dyn_cast<vkm::RefType>(variant.getType());
  return place ? place.getPointee() : variant.getType();
}

/// The member of the record for an alternative; "" for one without data.
static llvm::StringRef nameOfAlternative(vkm::RecordOp record, unsigned index) {
  auto names = record->getAttrOfType<mlir::ArrayAttr>(vkm::kAlternativesAttr);
  return llvm::cast<mlir::StringAttr>(names[index]).getValue();
}

mlir::Value VariantEmitter::emitNumber(mlir::Value variant, mlir::Location where) {
  if (!llvm::isa<vkm::RefType>(variant.getType()))
    return m_builder.create<vkm::ExtractOp>(where, uintType(), variant,
                                            vkm::HierarchyOp::kTypeMember);
  return emitLoad(m_builder.create<vkm::MemberOp>(where, vkm::RefType::get(uintType()), variant,
                                                  vkm::HierarchyOp::kTypeMember),
                  where);
}

mlir::Value VariantEmitter::emitAlternative(mlir::Value variant, unsigned index,
                                            mlir::Location where) {
  vkm::RecordOp record = m_importer.types().findVariant(typeOf(variant));
  llvm::StringRef name = nameOfAlternative(record, index);
  if (name.empty())
    return {};
  mlir::Type type = record.lookupMember(name).getType();
  if (llvm::isa<vkm::RefType>(variant.getType()))
    return m_builder.create<vkm::MemberOp>(where, vkm::RefType::get(type), variant, name);
  return m_builder.create<vkm::ExtractOp>(where, type, variant, name);
}

mlir::Value VariantEmitter::emitHolds(mlir::Value variant, unsigned index, mlir::Location where) {
  return m_builder.create<vkm::CmpOp>(where, boolType(), vkm::CmpKind::Eq,
                                      emitNumber(variant, where),
                                      emitInteger(index + 1, uintType(), where));
}

bool VariantEmitter::hasData(mlir::Value variant, unsigned index) const {
  return !nameOfAlternative(m_importer.types().findVariant(typeOf(variant)), index).empty();
}

mlir::Value VariantEmitter::emitIsHeld(mlir::Value place, mlir::Location where) {
  if (!llvm::isa<vkm::RefType>(place.getType()))
    return place;
  auto member = place.getDefiningOp<vkm::MemberOp>();
  vkm::RecordOp record =
      member ? m_importer.types().findVariant(typeOf(member.getBase())) : vkm::RecordOp();
  if (!record)
    return {};
  auto names = record->getAttrOfType<mlir::ArrayAttr>(vkm::kAlternativesAttr);
  for (auto [index, name] : llvm::enumerate(names.getAsRange<mlir::StringAttr>()))
    if (name.getValue() == member.getName())
      return emitHolds(member.getBase(), index, where);
  return {};
}

/// Marks the constants that keepIsHeld makes.
static constexpr llvm::StringLiteral kHeldAttr = "is_held";

mlir::Value VariantEmitter::keepIsHeld(mlir::Value place, const clang::VarDecl *pointer) {
  // No statements stand in expressions and in the heads of loops.
  mlir::Region *region = m_builder.getInsertionBlock()->getParent();
  auto loop = llvm::dyn_cast<vkm::LoopOpInterface>(region->getParentOp());
  if (region->getParentOp()->hasTrait<vkm::VkmExpression>() || (loop && region != &loop.getBody()))
    return {};
  mlir::Location where = loc(pointer);
  mlir::Value isHeld = emitIsHeld(place, where);
  if (!isHeld)
    return {};
  auto constant =
      m_builder.create<vkm::VarOp>(where, vkm::RefType::get(boolType()),
                                   pointer->getNameAsString() + "IsSet", isHeld, /*is_const=*/true);
  constant->setAttr(kHeldAttr, m_builder.getUnitAttr());
  return constant.getRef();
}

mlir::Value VariantEmitter::emitWasHeld(mlir::Value constant, mlir::Location where) {
  auto var = constant.getDefiningOp<vkm::VarOp>();
  auto isQuiet = [](mlir::Operation &op) {
    vkm::EffectSet effects = vkm::getEffects(&op);
    return llvm::isa<vkm::VarOp>(op) || (!effects.ordered && effects.writes.empty());
  };
  bool isBehind = var->getBlock() == m_builder.getInsertionBlock() &&
                  m_builder.getInsertionPoint() == var->getBlock()->end();
  if (isBehind &&
      llvm::all_of(llvm::make_range(std::next(var->getIterator()), var->getBlock()->end()),
                   isQuiet))
    return var.getInit();
  return emitLoad(constant, where);
}

void VariantEmitter::finishHeld(mlir::ModuleOp module) {
  llvm::SmallVector<vkm::VarOp> constants;
  module.walk([&](vkm::VarOp var) {
    if (var->removeAttr(kHeldAttr))
      constants.push_back(var);
  });
  for (vkm::VarOp var : constants) {
    mlir::Value isHeld = var.getInit();
    if (var.getRef().use_empty()) {
      var.erase();
      // A comparison of the number with a literal, and what it reads.
      for (llvm::SmallVector<mlir::Operation *> dead = {isHeld.getDefiningOp()}; !dead.empty();) {
        mlir::Operation *op = dead.pop_back_val();
        if (!op || !op->use_empty() ||
            !llvm::isa<vkm::CmpOp, vkm::ConstantOp, vkm::LoadOp, vkm::MemberOp>(op))
          continue;
        llvm::append_range(dead, llvm::map_range(op->getOperands(), [](mlir::Value operand) {
                             return operand.getDefiningOp();
                           }));
        op->erase();
      }
      continue;
    }
    for (mlir::OpOperand &use : llvm::make_early_inc_range(isHeld.getUses())) {
      if (use.getOwner() == var)
        continue;
      mlir::OpBuilder builder(use.getOwner());
      use.set(
          builder.create<vkm::LoadOp>(use.getOwner()->getLoc(), isHeld.getType(), var.getRef()));
    }
  }
}

mlir::Value VariantEmitter::emitHolding(mlir::Type variant, unsigned index, mlir::Value value,
                                        mlir::Location where) {
  vkm::RecordOp record = m_importer.types().findVariant(variant);
  llvm::StringRef name = nameOfAlternative(record, index);
  llvm::SmallVector<mlir::Value> parts;
  for (auto member : record.getMembers().getAsRange<vkm::MemberAttr>()) {
    if (parts.empty())
      parts.push_back(emitInteger(index + 1, uintType(), where));
    else
      parts.push_back(member.getName() == name ? value : emitZero(member.getType(), where));
  }
  return m_builder.create<vkm::AggregateOp>(where, variant, parts);
}

std::optional<unsigned> VariantEmitter::findAlternative(clang::QualType variant,
                                                        clang::QualType type) const {
  std::optional<unsigned> found;
  type = type.getNonReferenceType().getUnqualifiedType();
  for (auto [index, one] : llvm::enumerate(alternativesOf(variant->getAsCXXRecordDecl())))
    if (m_ast.hasSameUnqualifiedType(one, type)) {
      if (found)
        return std::nullopt;
      found = index;
    }
  return found;
}

mlir::Value VariantEmitter::emitConstruct(const clang::CXXConstructExpr *construct) {
  mlir::Location where = loc(construct);
  const clang::CXXConstructorDecl *constructor = construct->getConstructor();
  mlir::Type type = convert(construct->getType(), where);
  if (!type)
    return {};
  if (constructor->isCopyOrMoveConstructor())
    return emitValueOf(construct->getArg(0));
  if (construct->getNumArgs() == 0) {
    Synthesis made(m_body, construct);
    clang::QualType first = alternativesOf(constructor->getParent()).front();
    bool hasData = !nameOfAlternative(m_importer.types().findVariant(type), 0).empty();
    const clang::Expr *initial = hasData ? made.construct(first, {}) : nullptr;
    mlir::Value value = initial ? emitValueOf(initial) : mlir::Value();
    return hasData && !value ? value : emitHolding(type, 0, value, where);
  }
  const clang::Expr *argument = construct->getArg(0);
  std::optional<unsigned> index = findAlternative(construct->getType(), argument->getType());
  if (construct->getNumArgs() != 1 || !index) {
    report(construct, diag::VariantValue,
           {argument->getType().getUnqualifiedType().getAsString(m_ast.getPrintingPolicy())});
    return {};
  }
  if (nameOfAlternative(m_importer.types().findVariant(type), *index).empty())
    return emitHolding(type, *index, {}, where);
  mlir::Value value = emitValueOf(argument);
  return value ? emitHolding(type, *index, value, where) : value;
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

namespace {
class VariantCall : public LibraryCall {
public:
  VariantCall(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_variants(body) {}

  LibraryResult index();
  LibraryResult isValueless();
  LibraryResult holds();
  LibraryResult get();
  LibraryResult getIf();
  LibraryResult assign();
  LibraryResult emplace();
  LibraryResult visit();
  LibraryResult other() {
    return refuse(diag::LibraryCall, {"std::variant::" + m_callee.name.str()});
  }

private:
  /// What std::visit was given, the alternatives that the cases around stand for, and where the
  /// result is put, if there is one.
  struct Visit {
    clang::Expr *visitor = nullptr;
    llvm::SmallVector<mlir::Value, 2> variants;
    llvm::SmallVector<clang::Expr *, 2> held;
    mlir::Value result;
  };

  static bool isVariant(clang::QualType type) {
    return isStdVariant(type.getNonReferenceType()->getAsCXXRecordDecl());
  }
  /// The place or value of the variant that an expression names; null after an error.
  mlir::Value emitVariant(const clang::Expr *e);
  /// Which alternative `std::get<1>`, `std::holds_alternative<T>` and their like name.
  std::optional<unsigned> findNamed(clang::QualType variant) const;
  CallResult emitPart(mlir::Value variant, unsigned index);
  bool setAlternative(const clang::Expr *variant, unsigned index,
                      llvm::function_ref<mlir::Value()> emitHeld);
  clang::Expr *emitVisitor(Synthesis &made);
  bool emitCall(Synthesis &made, Visit &visit);
  bool emitCases(Synthesis &made, Visit &visit);

  VariantEmitter m_variants;
};
} // namespace

mlir::Value VariantCall::emitVariant(const clang::Expr *e) {
  e = stripCleanups(e);
  if (e->getType()->isPointerType()) {
    std::optional<PointerValue> pointer = emitPointer(e);
    return pointer ? dereference(*pointer, m_where) : mlir::Value();
  }
  return e->isGLValue() && hasPlace(e) ? emitPlace(e) : emitValueOf(e);
}

std::optional<unsigned> VariantCall::findNamed(clang::QualType variant) const {
  if (m_callee.templateArguments.empty())
    return std::nullopt;
  const clang::TemplateArgument &argument = m_callee.templateArguments.front();
  if (argument.getKind() == clang::TemplateArgument::Integral)
    return argument.getAsIntegral().getZExtValue();
  if (argument.getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  return m_variants.findAlternative(variant.getNonReferenceType(), argument.getAsType());
}

LibraryResult VariantCall::index() {
  mlir::Value variant = emitVariant(object());
  if (!variant)
    return failure();
  // Each holds an alternative: the host uploads no others.
  mlir::Value index = m_builder.create<vkm::BinaryOp>(m_where, uintType(), vkm::BinaryKind::Sub,
                                                      m_variants.emitNumber(variant, m_where),
                                                      emitInteger(1, uintType(), m_where));
  auto type = m_importer.types().integerType(64, /*isSigned=*/false);
  return CallResult::ofValue(emitCast(index, type, m_where));
}

LibraryResult VariantCall::isValueless() {
  mlir::Value variant = emitVariant(object());
  if (!variant)
    return failure();
  return CallResult::ofValue(m_builder.create<vkm::CmpOp>(m_where, boolType(), vkm::CmpKind::Eq,
                                                          m_variants.emitNumber(variant, m_where),
                                                          emitInteger(0, uintType(), m_where)));
}

LibraryResult VariantCall::holds() {
  std::optional<unsigned> index = findNamed(arg(0)->getType());
  if (!index)
    return std::nullopt;
  mlir::Value variant = emitVariant(arg(0));
  return variant ? CallResult::ofValue(m_variants.emitHolds(variant, *index, m_where)) : failure();
}

/// The alternative itself, which has to be the one that the variant holds: C++ throws otherwise.
CallResult VariantCall::emitPart(mlir::Value variant, unsigned index) {
  mlir::Value part = m_variants.emitAlternative(variant, index, m_where);
  if (!part)
    return refuse(diag::TypeEmpty, {"of std::variant"});
  bool isPlace = llvm::isa<vkm::RefType>(part.getType());
  return isPlace ? CallResult::ofPlace(part) : CallResult::ofValue(part);
}

LibraryResult VariantCall::get() {
  std::optional<unsigned> index =
      isVariant(arg(0)->getType()) ? findNamed(arg(0)->getType()) : std::nullopt;
  if (!index)
    return std::nullopt;
  mlir::Value variant = emitVariant(arg(0));
  return variant ? emitPart(variant, *index) : failure();
}

LibraryResult VariantCall::getIf() {
  clang::QualType type = arg(0)->getType()->getPointeeType();
  std::optional<unsigned> index =
      !type.isNull() && isVariant(type) ? findNamed(type) : std::nullopt;
  if (!index)
    return std::nullopt;
  mlir::Value variant = emitVariant(arg(0));
  if (!variant)
    return failure();
  if (!llvm::isa<vkm::RefType>(variant.getType()))
    variant = declareTemporary("variant", variant, m_where);
  // There is no place to point to, and nothing to do but to ask whether the pointer is null.
  if (!m_variants.hasData(variant, *index))
    return CallResult::ofPointer(
        PointerValue{m_variants.emitHolds(variant, *index, m_where), {}, true});
  CallResult part = emitPart(variant, *index);
  return part.failed ? part : CallResult::ofPointer(PointerValue{part.place, {}, true});
}

bool VariantCall::setAlternative(const clang::Expr *variant, unsigned index,
                                 llvm::function_ref<mlir::Value()> emitHeld) {
  mlir::Type type = convert(variant->getType().getUnqualifiedType(), m_where);
  if (!type)
    return false;
  vkm::RecordOp record = m_importer.types().findVariant(type);
  bool hasData = !nameOfAlternative(record, index).empty();
  mlir::Value held = hasData ? emitHeld() : mlir::Value();
  mlir::Value place = (held || !hasData) ? emitPlace(variant) : mlir::Value();
  if (!place)
    return false;
  m_builder.create<vkm::AssignOp>(m_where, place,
                                  m_variants.emitHolding(type, index, held, m_where));
  return true;
}

/// `rule = Flat{0.5f}`
LibraryResult VariantCall::assign() {
  if (m_callee.method->isCopyAssignmentOperator() || m_callee.method->isMoveAssignmentOperator()) {
    // The right side comes first, as in any assignment.
    mlir::Value value = emitValueOf(arg(0));
    mlir::Value place = value ? emitPlace(object()) : mlir::Value();
    if (place)
      m_builder.create<vkm::AssignOp>(m_where, place, value);
    return CallResult::ofPlace(place);
  }
  std::optional<unsigned> index =
      m_variants.findAlternative(object()->getType(), arg(0)->getType());
  if (!index)
    return refuse(diag::VariantValue,
                  {arg(0)->getType().getUnqualifiedType().getAsString(m_ast.getPrintingPolicy())});
  return CallResult::done(setAlternative(object(), *index, [&] { return emitValueOf(arg(0)); }));
}

/// `rule.emplace<Flat>(0.5f)`
LibraryResult VariantCall::emplace() {
  clang::QualType variant = object()->getType();
  if (variant->isPointerType())
    return std::nullopt;
  std::optional<unsigned> index = findNamed(variant);
  if (!index || !isDiscarded(m_call))
    return std::nullopt;
  Synthesis made(m_body, m_call);
  llvm::SmallVector<clang::Expr *> list;
  for (const clang::Expr *argument : arguments())
    list.push_back(const_cast<clang::Expr *>(argument));
  clang::QualType type = alternativesOf(variant->getAsCXXRecordDecl())[*index];
  return CallResult::done(setAlternative(object(), *index, [&] {
    const clang::Expr *held = made.construct(type, list);
    return held ? emitValueOf(held) : mlir::Value();
  }));
}

//===------------------------------------------------------------------------------------------===//
// std::visit
//===------------------------------------------------------------------------------------------===//

/// The visitor as an expression that each case may use: it is evaluated once.
clang::Expr *VariantCall::emitVisitor(Synthesis &made) {
  const clang::Expr *visitor = arg(0);
  clang::QualType type = visitor->getType().getNonReferenceType();
  if (isClosureType(type) || isOfLambdas(type))
    return made.closure(type, emitClosure(visitor, "visit"));
  mlir::Value place =
      visitor->isGLValue() && hasPlace(visitor) ? emitPlace(visitor) : mlir::Value();
  return made.place(type, place ? place : emitValueOf(visitor));
}

/// An alternative without data: its type says all.
static ClosurePtr makeEmpty(clang::QualType type) {
  auto closure = std::make_shared<Closure>();
  closure->record = type->getAsCXXRecordDecl()->getDefinition();
  closure->name = "visit";
  return closure;
}

/// Calls the visitor with one alternative of each variant, and leaves what it gives in the result.
bool VariantCall::emitCall(Synthesis &made, Visit &visit) {
  clang::Expr *call = made.call(visit.visitor, visit.held);
  if (!call)
    return false;
  if (!visit.result) {
    emitDiscarded(call);
    return true;
  }
  // std::visit<R> converts what the visitor gives.
  if (!m_ast.hasSameUnqualifiedType(call->getType(), m_call->getType()))
    call = made.convert(call, m_call->getType());
  mlir::Value value = call ? emitValueOf(call) : mlir::Value();
  if (value)
    m_builder.create<vkm::AssignOp>(m_where, visit.result, value);
  return static_cast<bool>(value);
}

/// A switch over what the next variant holds, in each case of which are those over the others.
bool VariantCall::emitCases(Synthesis &made, Visit &visit) {
  size_t next = visit.held.size();
  if (next == visit.variants.size())
    return emitCall(made, visit);
  clang::QualType object = arg(1 + next)->getType().getNonReferenceType();
  llvm::SmallVector<clang::QualType> types = alternativesOf(object->getAsCXXRecordDecl());
  mlir::Value variant = visit.variants[next];
  llvm::SmallVector<mlir::Attribute> labels;
  for (size_t index = 0; index < types.size(); ++index)
    labels.push_back(m_builder.getI64ArrayAttr(
        index + 1 == types.size() ? llvm::SmallVector<int64_t>()
                                  : llvm::SmallVector<int64_t>{int64_t(index) + 1}));
  auto choice = m_builder.create<vkm::SwitchOp>(m_where, m_variants.emitNumber(variant, m_where),
                                                m_builder.getArrayAttr(labels), types.size());
  choice->setAttr(
      vkm::kDispatchesAttr,
      m_builder.getStringAttr(m_importer.types().findVariant(typeOf(variant)).getSymName()));
  bool succeeded = true;
  for (auto [index, region] : llvm::enumerate(choice.getCases()))
    emitInto(region, [&, index = index] {
      clang::QualType type = types[index];
      if (object.isConstQualified())
        type.addConst();
      mlir::Value part = m_variants.emitAlternative(variant, index, m_where);
      visit.held.push_back(part ? made.place(type, part) : made.closure(type, makeEmpty(type)));
      succeeded &= emitCases(made, visit);
      visit.held.pop_back();
      m_builder.create<vkm::BreakOp>(m_where);
    });
  return succeeded;
}

LibraryResult VariantCall::visit() {
  auto isOther = [&](unsigned index) { return !isVariant(arg(index)->getType()); };
  if (llvm::any_of(llvm::seq<unsigned>(1, numArgs()), isOther))
    return std::nullopt;
  if (m_call->isGLValue())
    return refuse(diag::VisitReference, {});
  bool isVoid = m_call->getType()->isVoidType();
  mlir::Type type = isVoid ? mlir::Type() : convert(m_call->getType(), m_where);
  Synthesis made(m_body, m_call);
  Visit visit;
  visit.visitor = isVoid || type ? emitVisitor(made) : nullptr;
  for (unsigned index = 1; visit.visitor && index < numArgs(); ++index)
    visit.variants.push_back(emitVariant(arg(index)));
  if (!visit.visitor || llvm::is_contained(visit.variants, mlir::Value()))
    return failure();
  if (type)
    visit.result = m_builder.create<vkm::VarOp>(m_where, vkm::RefType::get(type), "visited",
                                                mlir::Value(), /*is_const=*/false);
  if (!emitCases(made, visit))
    return failure();
  return type ? CallResult::ofValue(emitLoad(visit.result, m_where)) : CallResult::done();
}

static constexpr LibraryRow kVariantsRows[] = {
    {"visit", kAnyArity, by<&VariantCall::visit>},
    {"holds_alternative", 1, by<&VariantCall::holds>},
    {"get", 1, by<&VariantCall::get>},
    {"get_if", 1, by<&VariantCall::getIf>},
    {"variant::index", 0, by<&VariantCall::index>},
    {"variant::valueless_by_exception", 0, by<&VariantCall::isValueless>},
    {"variant::operator=", 1, by<&VariantCall::assign>},
    {"variant::emplace", kAnyArity, by<&VariantCall::emplace>},
    {"variant::*", kAnyArity, by<&VariantCall::other>},
};
static constexpr LibraryTable kVariantsTables[] = {{LibraryHome::Std, kVariantsRows}};
const LibrarySubject vkmorph::frontend::kVariants = kVariantsTables;
