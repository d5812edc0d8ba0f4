//===- Tuples.cpp - std::tuple, std::tie, comparisons and assignments of std aggregates -------===//

#include "frontend/library/Tuples.h"

#include "frontend/body/Synthesis.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Subjects.h"
#include "frontend/source/Program.h"
#include "frontend/source/Temporaries.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// Layout
//===------------------------------------------------------------------------------------------===//

bool vkmorph::frontend::isStdTuple(const clang::CXXRecordDecl *record) {
  auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return isStd(instance, "tuple") && instance->hasDefinition();
}

/// A tuple inherits its elements, each as the only member of a base of a base.
static void collectElements(const clang::CXXRecordDecl *record, int64_t offset,
                            llvm::SmallVectorImpl<TupleElement> &elements) {
  const clang::CXXRecordDecl *definition = record->getDefinition();
  const clang::ASTRecordLayout &layout = definition->getASTContext().getASTRecordLayout(definition);
  for (const clang::CXXBaseSpecifier &base : definition->bases()) {
    const clang::CXXRecordDecl *baseRecord = base.getType()->getAsCXXRecordDecl();
    collectElements(baseRecord, offset + layout.getBaseClassOffset(baseRecord).getQuantity(),
                    elements);
  }
  for (const clang::FieldDecl *field : definition->fields())
    elements.push_back(
        {{},
         field->getType(),
         offset + static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8)});
}

/// Elements by number; empty where they do not lie as they do in the libraries that are known.
llvm::SmallVector<TupleElement>
vkmorph::frontend::tupleElements(const clang::CXXRecordDecl *record) {
  auto *instance = llvm::cast<clang::ClassTemplateSpecializationDecl>(record->getDefinition());
  llvm::ArrayRef<clang::TemplateArgument> types = instance->getTemplateArgs()[0].pack_elements();
  llvm::SmallVector<TupleElement> inBases, elements;
  collectElements(instance, 0, inBases);
  if (inBases.size() != types.size())
    return {};
  // The bases of a tuple hold the last element first.
  const clang::ASTContext &ast = instance->getASTContext();
  bool isReversed = types.size() > 1 && inBases.front().offset < inBases.back().offset &&
                    ast.hasSameType(inBases.front().type, types.back().getAsType());
  if (isReversed)
    std::reverse(inBases.begin(), inBases.end());
  for (auto [index, element, type] : llvm::enumerate(inBases, types)) {
    if (!ast.hasSameType(element.type, type.getAsType()))
      return {};
    elements.push_back({"element" + std::to_string(index), element.type, element.offset,
                        static_cast<int32_t>(index)});
  }
  return elements;
}

std::optional<uint64_t> vkmorph::frontend::tupleIndex(const Callee &callee,
                                                      const clang::CXXRecordDecl *record) {
  if (!callee.isStdFunction("get") || callee.templateArguments.empty())
    return std::nullopt;
  const clang::TemplateArgument &argument = callee.templateArguments.front();
  if (argument.getKind() == clang::TemplateArgument::Integral)
    return argument.getAsIntegral().getZExtValue();
  // std::get<T>
  if (argument.getKind() != clang::TemplateArgument::Type || !record)
    return std::nullopt;
  clang::QualType wanted = argument.getAsType();
  const clang::ASTContext &ast = record->getASTContext();
  if (isStdTuple(record)) {
    for (auto [index, element] : llvm::enumerate(tupleElements(record)))
      if (ast.hasSameType(element.type, wanted))
        return index;
  } else if (isStdPair(record)) {
    for (auto [index, field] : llvm::enumerate(record->getDefinition()->fields()))
      if (ast.hasSameType(field->getType(), wanted))
        return index;
  }
  return std::nullopt;
}

//===------------------------------------------------------------------------------------------===//
// Parts
//===------------------------------------------------------------------------------------------===//

/// What an expression is without temporaries and conversions that do not change it.
static const clang::Expr *strip(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParens();
    if (const clang::Expr *inner = operandOfTemporary(e))
      e = inner;
    else if (auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
             cast && cast->getCastKind() == clang::CK_NoOp)
      e = cast->getSubExpr();
    else
      return e;
  }
}

/// The call of std::tie that an expression is; null for others.
static const clang::CallExpr *tieOf(const clang::Expr *e) {
  auto *call = dyn_cast<clang::CallExpr>(strip(e));
  return call && Callee(call).isStdFunction("tie") ? call : nullptr;
}

/// `std::ignore`
static bool isIgnored(const clang::Expr *e) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(strip(e));
  return reference && isStd(reference->getDecl(), "ignore");
}

static bool isAggregate(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return isStdTuple(record) || isStdPair(record);
}

std::optional<llvm::SmallVector<clang::Expr *>> TupleEmitter::emitParts(const clang::Expr *tuple) {
  llvm::SmallVector<clang::Expr *> parts;
  if (const clang::CallExpr *tie = tieOf(tuple)) {
    for (const clang::Expr *argument : tie->arguments())
      parts.push_back(const_cast<clang::Expr *>(argument));
    return parts;
  }
  Synthesis made(m_body, tuple);
  mlir::Location where = loc(tuple);
  const clang::CXXRecordDecl *record = tuple->getType().getNonReferenceType()->getAsCXXRecordDecl();
  mlir::Value whole = emitValueOf(tuple);
  if (!whole)
    return std::nullopt;
  auto add = [&](clang::QualType type, llvm::StringRef name) {
    mlir::Type converted = convert(type, where);
    if (!converted)
      return false;
    parts.push_back(
        made.value(type, m_builder.create<vkm::ExtractOp>(where, converted, whole, name)));
    return true;
  };
  bool failed = false;
  if (isStdTuple(record)) {
    for (const TupleElement &element : tupleElements(record))
      failed |= !add(element.type, element.name);
  } else {
    for (const clang::FieldDecl *field : record->getDefinition()->fields())
      failed |= !add(field->getType(), field->getName());
  }
  return failed ? std::nullopt : std::optional(parts);
}

mlir::Value TupleEmitter::emitTuple(clang::QualType type, llvm::ArrayRef<clang::Expr *> parts,
                                    const clang::Expr *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = convert(type, where);
  if (!converted)
    return {};
  Synthesis made(m_body, use);
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()->getDefinition();
  llvm::SmallVector<std::pair<std::string, clang::QualType>> elements;
  if (isStdTuple(record)) {
    for (const TupleElement &element : tupleElements(record))
      elements.push_back({element.name, element.type});
  } else {
    for (const clang::FieldDecl *field : record->fields())
      elements.push_back({field->getNameAsString(), field->getType()});
  }
  if (elements.size() != parts.size()) {
    report(use, diag::LibraryCall, {"this constructor of '" + qualifiedName(record) + "'"});
    return {};
  }
  llvm::StringMap<mlir::Value> values;
  for (auto [element, part] : llvm::zip(elements, parts)) {
    clang::Expr *fitting = made.convert(part, element.second);
    mlir::Value value = fitting ? emitValue(fitting) : mlir::Value();
    if (!value)
      return {};
    values[element.first] = value;
  }
  // Members stand in order of their offsets.
  llvm::SmallVector<mlir::Value> ordered;
  auto op = vkm::lookupRecord(m_importer.module(), llvm::cast<vkm::RecordType>(converted));
  for (auto member : op.getMembers().getAsRange<vkm::MemberAttr>())
    ordered.push_back(values.lookup(member.getName()));
  return m_builder.create<vkm::AggregateOp>(where, converted, ordered);
}

mlir::Value TupleEmitter::emitConstruct(const clang::CXXConstructExpr *construct) {
  llvm::SmallVector<clang::Expr *> parts;
  for (const clang::Expr *argument : construct->arguments())
    parts.push_back(const_cast<clang::Expr *>(argument));
  // From another pair or tuple, converted element by element.
  if (parts.size() == 1 && isAggregate(parts.front()->getType()) &&
      construct->getConstructor()->getNumParams() == 1) {
    std::optional<llvm::SmallVector<clang::Expr *>> others = emitParts(parts.front());
    return others ? emitTuple(construct->getType(), *others, construct) : mlir::Value();
  }
  return emitTuple(construct->getType(), parts, construct);
}

mlir::Value TupleEmitter::emitPair(clang::QualType type,
                                   llvm::ArrayRef<const clang::Expr *> arguments,
                                   const clang::Expr *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = convert(type, where);
  if (!converted)
    return {};
  llvm::SmallVector<mlir::Value> parts;
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()->getDefinition();
  for (auto [field, argument] : llvm::zip(record->fields(), arguments)) {
    mlir::Type member = convert(field->getType(), where);
    mlir::Value part = emitValueOf(argument);
    if (!member || !part)
      return {};
    parts.push_back(part.getType() == member ? part : emitCast(part, member, where));
  }
  return m_builder.create<vkm::AggregateOp>(where, converted, parts);
}

//===------------------------------------------------------------------------------------------===//
// Calls
//===------------------------------------------------------------------------------------------===//

namespace {
class TupleCall : public LibraryCall {
public:
  TupleCall(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_tuples(body), m_made(body, call) {}

  LibraryResult makePair() {
    return CallResult::ofValue(m_tuples.emitPair(m_call->getType(), arguments(), m_call));
  }
  LibraryResult makeTuple() {
    if (!isStdTuple(m_call->getType()->getAsCXXRecordDecl()))
      return std::nullopt;
    llvm::SmallVector<clang::Expr *> parts;
    for (const clang::Expr *argument : arguments())
      parts.push_back(const_cast<clang::Expr *>(argument));
    return CallResult::ofValue(m_tuples.emitTuple(m_call->getType(), parts, m_call));
  }

  /// std::get of an array, a pair or a tuple.
  LibraryResult get() {
    clang::QualType type = arg(0)->getType();
    const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    std::optional<uint64_t> index = tupleIndex(m_callee, record);
    if (index && isStdTuple(record))
      return CallResult::ofPlace(elementOfTuple(record, *index));
    if (!index || (!matchStdArray(type) && !isStdPair(record)))
      return std::nullopt;
    mlir::Value place = emitPlace(arg(0));
    if (!place)
      return failure();
    if (isStdPair(record)) {
      auto field = std::next(record->getDefinition()->field_begin(), *index);
      return CallResult::ofPlace(emitMemberOf(place, *field, m_where));
    }
    return CallResult::ofPlace(
        emitElementOf(place, emitInteger(*index, intType(), m_where), m_where));
  }

  /// `std::tie(a, b) = t;`, and assignments of pairs and tuples. The right side comes first.
  LibraryResult assign() {
    const clang::Expr *target = m_call->getArg(0), *source = m_call->getArg(1);
    const clang::CallExpr *tie = tieOf(target);
    if (!tie && m_ast.hasSameUnqualifiedType(target->getType(), source->getType()))
      return store(target, emitValueOf(source));
    std::optional<llvm::SmallVector<clang::Expr *>> parts = m_tuples.emitParts(source);
    if (!parts)
      return failure();
    if (!tie)
      return store(target,
                   m_tuples.emitTuple(target->getType().getNonReferenceType(), *parts, m_call));
    bool succeeded = true;
    for (auto [variable, part] : llvm::zip(tie->arguments(), *parts)) {
      if (isIgnored(variable))
        continue;
      clang::Expr *assignment =
          m_made.binary(clang::BO_Assign, const_cast<clang::Expr *>(variable), part);
      if (assignment)
        emitDiscarded(assignment);
      succeeded &= assignment != nullptr;
    }
    return CallResult::done(succeeded);
  }

  LibraryResult compare() {
    auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(m_call);
    if (!operatorCall || (!isAggregate(arg(0)->getType()) && !matchStdArray(arg(0)->getType())))
      return std::nullopt;
    auto kind = clang::BinaryOperator::getOverloadedOpcode(operatorCall->getOperator());
    return CallResult::ofValue(comparison(kind, arg(0), arg(1)));
  }

private:
  LibraryResult store(const clang::Expr *target, mlir::Value value) {
    mlir::Value place = value ? emitPlace(target) : mlir::Value();
    if (place)
      m_builder.create<vkm::AssignOp>(m_where, place, value);
    return CallResult::ofPlace(place);
  }
  mlir::Value elementOfTuple(const clang::CXXRecordDecl *record, uint64_t index) {
    llvm::SmallVector<TupleElement> elements = tupleElements(record);
    mlir::Value place = index < elements.size() ? emitPlace(arg(0)) : mlir::Value();
    mlir::Type type = place ? convert(elements[index].type, m_where) : mlir::Type();
    if (!type)
      return {};
    return m_builder.create<vkm::MemberOp>(m_where, vkm::RefType::get(type), place,
                                           elements[index].name);
  }

  mlir::Value negate(mlir::Value value) {
    return value ? m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, value)
                 : mlir::Value();
  }
  mlir::Value boolean(bool value) {
    return m_builder.create<vkm::ConstantOp>(m_where, m_builder.getBoolAttr(value));
  }
  mlir::Value test(clang::BinaryOperatorKind operation, clang::Expr *a, clang::Expr *b) {
    clang::Expr *condition = m_made.condition(m_made.binary(operation, a, b));
    return condition ? emitValue(condition) : mlir::Value();
  }
  /// All comparisons are made of == and <.
  mlir::Value comparison(clang::BinaryOperatorKind kind, const clang::Expr *lhs,
                         const clang::Expr *rhs) {
    switch (kind) {
    case clang::BO_NE:
      return negate(comparison(clang::BO_EQ, lhs, rhs));
    case clang::BO_GT:
      return comparison(clang::BO_LT, rhs, lhs);
    case clang::BO_LE:
      return negate(comparison(clang::BO_LT, rhs, lhs));
    case clang::BO_GE:
      return negate(comparison(clang::BO_LT, lhs, rhs));
    default:
      break;
    }
    if (std::optional<StdArray> array = matchStdArray(lhs->getType())) {
      if (kind == clang::BO_EQ)
        return areEqual(*array, lhs, rhs);
      report(m_call, diag::LibraryCall, {"the order of two std::array"});
      return {};
    }
    std::optional<llvm::SmallVector<clang::Expr *>> left = m_tuples.emitParts(lhs);
    std::optional<llvm::SmallVector<clang::Expr *>> right =
        left ? m_tuples.emitParts(rhs) : std::nullopt;
    if (!right || left->size() != right->size() || left->empty())
      return {};
    return kind == clang::BO_EQ ? areEqual(*left, *right) : isBefore(*left, *right);
  }
  // bool same = true; for (...) if (a[index] != b[index]) { same = false; break; }
  mlir::Value areEqual(const StdArray &array, const clang::Expr *lhs, const clang::Expr *rhs) {
    mlir::Value a = emitPlace(lhs), b = emitPlace(rhs);
    if (!a || !b)
      return {};
    mlir::Value same = declareTemporary("same", boolean(true), m_where);
    auto count = [&] { return emitInteger(array.length, intType(), m_where); };
    bool failed = false;
    emitCounting(m_where, emitInteger(0, intType(), m_where), count, [&](mlir::Value index) {
      clang::QualType element = array.element.withConst();
      mlir::Value equal =
          test(clang::BO_EQ, m_made.place(element, emitElementOf(a, index, m_where)),
               m_made.place(element, emitElementOf(b, index, m_where)));
      failed = !equal;
      if (failed)
        return;
      auto branch = m_builder.create<vkm::IfOp>(m_where, negate(equal), false);
      emitInto(branch.getThenRegion(), [&] {
        m_builder.create<vkm::AssignOp>(m_where, same, boolean(false));
        m_builder.create<vkm::BreakOp>(m_where);
      });
    });
    return failed ? mlir::Value() : emitLoad(same, m_where);
  }
  using Parts = llvm::ArrayRef<clang::Expr *>;
  /// `first && rest`, or with `||`; null where one of them is.
  template <class Op>
  mlir::Value shortCircuit(mlir::Value first, llvm::function_ref<mlir::Value()> emitRest) {
    if (!first)
      return {};
    auto op = m_builder.create<Op>(m_where, boolType(), first);
    mlir::Value rest;
    emitInto(op.getRhs(), [&] {
      rest = emitRest();
      if (rest)
        m_builder.create<vkm::YieldOp>(m_where, rest);
    });
    return rest ? mlir::Value(op) : mlir::Value();
  }
  // a0 == b0 && (a1 == b1 && ...)
  mlir::Value areEqual(Parts a, Parts b) {
    mlir::Value first = test(clang::BO_EQ, a.front(), b.front());
    if (a.size() == 1)
      return first;
    return shortCircuit<vkm::AndOp>(first,
                                    [&] { return areEqual(a.drop_front(), b.drop_front()); });
  }
  // a0 < b0 || (!(b0 < a0) && (a1 < b1 || ...))
  mlir::Value isBefore(Parts a, Parts b) {
    mlir::Value first = test(clang::BO_LT, a.front(), b.front());
    if (a.size() == 1)
      return first;
    return shortCircuit<vkm::OrOp>(first, [&] {
      return shortCircuit<vkm::AndOp>(negate(test(clang::BO_LT, b.front(), a.front())),
                                      [&] { return isBefore(a.drop_front(), b.drop_front()); });
    });
  }

  TupleEmitter m_tuples;
  Synthesis m_made;
};
} // namespace

static constexpr LibraryRow kTuplesRows[] = {
    {"get", 1, by<&TupleCall::get>},
    {"make_pair", 2, by<&TupleCall::makePair>},
    {"make_tuple", kAnyArity, by<&TupleCall::makeTuple>},
    {"pair::operator=", 1, by<&TupleCall::assign>},
    {"tuple::operator=", 1, by<&TupleCall::assign>},
    {"operator==", 2, by<&TupleCall::compare>},
    {"operator!=", 2, by<&TupleCall::compare>},
    {"operator<", 2, by<&TupleCall::compare>},
    {"operator<=", 2, by<&TupleCall::compare>},
    {"operator>", 2, by<&TupleCall::compare>},
    {"operator>=", 2, by<&TupleCall::compare>},
};
static constexpr LibraryTable kTuplesTables[] = {{LibraryHome::Std, kTuplesRows}};
const LibrarySubject vkmorph::frontend::kTuples = kTuplesTables;
