//===- Tuples.cpp - std::tuple, std::tie, comparisons and assignments of std aggregates -------===//

#include "frontend/body/BodyBuilder.h"
#include "frontend/body/Synthesis.h"
#include "frontend/library/Containers.h"

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
  return instance && isOfStandardLibrary(instance) && instance->getName() == "tuple" &&
         instance->hasDefinition();
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

std::optional<uint64_t> vkmorph::frontend::tupleIndex(const clang::FunctionDecl *callee,
                                                      const clang::CXXRecordDecl *record) {
  const clang::TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
  if (!isOfStandardLibrary(callee) || !callee->getIdentifier() || callee->getName() != "get" ||
      !arguments || arguments->size() == 0)
    return std::nullopt;
  if (arguments->get(0).getKind() == clang::TemplateArgument::Integral)
    return arguments->get(0).getAsIntegral().getZExtValue();
  // std::get<T>
  if (arguments->get(0).getKind() != clang::TemplateArgument::Type || !record)
    return std::nullopt;
  clang::QualType wanted = arguments->get(0).getAsType();
  const clang::ASTContext &ast = callee->getASTContext();
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
    if (auto *full = dyn_cast<clang::FullExpr>(e))
      e = full->getSubExpr();
    else if (auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
      e = temporary->getSubExpr();
    else if (auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(e))
      e = bound->getSubExpr();
    else if (auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
             cast && cast->getCastKind() == clang::CK_NoOp)
      e = cast->getSubExpr();
    else
      return e;
  }
}

/// A call of `std::NAME`; null for others.
static const clang::CallExpr *callOf(const clang::Expr *e, llvm::StringRef name) {
  auto *call = dyn_cast<clang::CallExpr>(strip(e));
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && isOfStandardLibrary(callee) && callee->getIdentifier() &&
                 callee->getName() == name && !llvm::isa<clang::CXXMethodDecl>(callee)
             ? call
             : nullptr;
}

/// `std::ignore`
static bool isIgnored(const clang::Expr *e) {
  auto *reference = dyn_cast<clang::DeclRefExpr>(strip(e));
  return reference && isOfStandardLibrary(reference->getDecl()) &&
         reference->getDecl()->getName() == "ignore";
}

static bool isAggregate(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return isStdTuple(record) || isStdPair(record);
}

/// The elements of a pair or tuple as expressions: those of `std::tie` are the variables.
std::optional<llvm::SmallVector<clang::Expr *>>
BodyBuilder::emitTupleParts(const clang::Expr *tuple) {
  llvm::SmallVector<clang::Expr *> parts;
  if (const clang::CallExpr *tie = callOf(tuple, "tie")) {
    for (const clang::Expr *argument : tie->arguments())
      parts.push_back(const_cast<clang::Expr *>(argument));
    return parts;
  }
  Synthesis made(*this, tuple);
  mlir::Location where = loc(tuple);
  const clang::CXXRecordDecl *record = tuple->getType().getNonReferenceType()->getAsCXXRecordDecl();
  mlir::Value whole = tuple->isGLValue() ? emitRead(tuple) : emitValue(tuple);
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

/// A tuple of these values, each converted to its element's type.
mlir::Value BodyBuilder::emitTuple(clang::QualType type, llvm::ArrayRef<clang::Expr *> parts,
                                   const clang::Expr *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = convert(type, where);
  if (!converted)
    return {};
  Synthesis made(*this, use);
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

mlir::Value BodyBuilder::emitTupleConstruct(const clang::CXXConstructExpr *construct) {
  llvm::SmallVector<clang::Expr *> parts;
  for (const clang::Expr *argument : construct->arguments())
    parts.push_back(const_cast<clang::Expr *>(argument));
  // From another pair or tuple, converted element by element.
  if (parts.size() == 1 && isAggregate(parts.front()->getType()) &&
      construct->getConstructor()->getNumParams() == 1) {
    std::optional<llvm::SmallVector<clang::Expr *>> others = emitTupleParts(parts.front());
    return others ? emitTuple(construct->getType(), *others, construct) : mlir::Value();
  }
  return emitTuple(construct->getType(), parts, construct);
}

//===------------------------------------------------------------------------------------------===//
// Assignments and comparisons
//===------------------------------------------------------------------------------------------===//

/// `std::tie(a, b) = t;`, and assignments of pairs and tuples. The right side comes first.
BodyBuilder::CallResult BodyBuilder::emitTupleAssignment(const clang::CXXOperatorCallExpr *call) {
  CallResult result;
  const clang::Expr *target = call->getArg(0), *source = call->getArg(1);
  mlir::Location where = loc(call);
  const clang::CallExpr *tie = callOf(target, "tie");
  if (!tie && m_ast.hasSameUnqualifiedType(target->getType(), source->getType())) {
    mlir::Value value = source->isGLValue() ? emitRead(source) : emitValue(source);
    result.place = value ? emitPlace(target) : mlir::Value();
    result.failed = !result.place;
    if (!result.failed)
      m_builder.create<vkm::AssignOp>(where, result.place, value);
    return result;
  }
  std::optional<llvm::SmallVector<clang::Expr *>> parts = emitTupleParts(source);
  if (!parts) {
    result.failed = true;
    return result;
  }
  if (!tie) {
    mlir::Value value = emitTuple(target->getType().getNonReferenceType(), *parts, call);
    result.place = value ? emitPlace(target) : mlir::Value();
    result.failed = !result.place;
    if (!result.failed)
      m_builder.create<vkm::AssignOp>(where, result.place, value);
    return result;
  }
  Synthesis made(*this, call);
  for (auto [variable, part] : llvm::zip(tie->arguments(), *parts)) {
    if (isIgnored(variable))
      continue;
    clang::Expr *assignment =
        made.binary(clang::BO_Assign, const_cast<clang::Expr *>(variable), part);
    if (assignment)
      emitDiscarded(assignment);
    result.failed |= !assignment;
  }
  return result;
}

mlir::Value BodyBuilder::emitAggregateComparison(clang::BinaryOperatorKind kind,
                                                 const clang::Expr *lhs, const clang::Expr *rhs,
                                                 const clang::Expr *use) {
  Synthesis made(*this, use);
  mlir::Location where = loc(use);
  mlir::Type boolType = m_importer.types().boolType();
  auto negate = [&](mlir::Value value) -> mlir::Value {
    return value ? m_builder.create<vkm::UnaryOp>(where, vkm::UnaryKind::Not, value)
                 : mlir::Value();
  };
  switch (kind) {
  case clang::BO_NE:
    return negate(emitAggregateComparison(clang::BO_EQ, lhs, rhs, use));
  case clang::BO_GT:
    return emitAggregateComparison(clang::BO_LT, rhs, lhs, use);
  case clang::BO_LE:
    return negate(emitAggregateComparison(clang::BO_LT, rhs, lhs, use));
  case clang::BO_GE:
    return negate(emitAggregateComparison(clang::BO_LT, lhs, rhs, use));
  default:
    break;
  }
  auto test = [&](clang::BinaryOperatorKind operation, clang::Expr *a,
                  clang::Expr *b) -> mlir::Value {
    clang::Expr *condition = made.condition(made.binary(operation, a, b));
    return condition ? emitValue(condition) : mlir::Value();
  };
  if (std::optional<StdArray> array = matchStdArray(lhs->getType())) {
    if (kind != clang::BO_EQ) {
      report(use, diag::LibraryCall, {"the order of two std::array"});
      return {};
    }
    // bool same = true; for (...) if (a[index] != b[index]) { same = false; break; }
    mlir::Value a = emitPlace(lhs), b = emitPlace(rhs);
    if (!a || !b)
      return {};
    auto boolean = [&](bool value) -> mlir::Value {
      return m_builder.create<vkm::ConstantOp>(where, m_builder.getBoolAttr(value));
    };
    mlir::Value same = declareTemporary("same", boolean(true), where);
    mlir::Type indexType = m_importer.types().integerType(32, true);
    auto count = [&] { return emitInteger(array->length, indexType, where); };
    bool failed = false;
    emitCounting(where, emitInteger(0, indexType, where), count, [&](mlir::Value index) {
      clang::QualType element = array->element.withConst();
      mlir::Value equal = test(clang::BO_EQ, made.place(element, emitElementOf(a, index, where)),
                               made.place(element, emitElementOf(b, index, where)));
      failed = !equal;
      if (failed)
        return;
      auto branch = m_builder.create<vkm::IfOp>(where, negate(equal), false);
      emitInto(branch.getThenRegion(), [&] {
        m_builder.create<vkm::AssignOp>(where, same, boolean(false));
        m_builder.create<vkm::BreakOp>(where);
      });
    });
    return failed ? mlir::Value()
                  : m_builder.create<vkm::LoadOp>(where, boolType, same).getResult();
  }
  std::optional<llvm::SmallVector<clang::Expr *>> left = emitTupleParts(lhs);
  std::optional<llvm::SmallVector<clang::Expr *>> right = left ? emitTupleParts(rhs) : std::nullopt;
  if (!right || left->size() != right->size() || left->empty())
    return {};
  // a0 == b0 && (a1 == b1 && ...);  a0 < b0 || (!(b0 < a0) && (a1 < b1 || ...))
  auto compare = [&](unsigned index, auto &self) -> mlir::Value {
    clang::Expr *a = (*left)[index], *b = (*right)[index];
    mlir::Value first = test(kind, a, b);
    bool isLast = index + 1 == left->size();
    if (!first || isLast)
      return first;
    mlir::Operation *op;
    if (kind == clang::BO_EQ)
      op = m_builder.create<vkm::AndOp>(where, boolType, first);
    else
      op = m_builder.create<vkm::OrOp>(where, boolType, first);
    bool failed = false;
    emitInto(op->getRegion(0), [&] {
      mlir::Value rest;
      if (kind == clang::BO_EQ) {
        rest = self(index + 1, self);
      } else if (mlir::Value notAfter = negate(test(kind, b, a))) {
        auto both = m_builder.create<vkm::AndOp>(where, boolType, notAfter);
        emitInto(both.getRhs(), [&] {
          mlir::Value inner = self(index + 1, self);
          failed |= !inner;
          if (inner)
            m_builder.create<vkm::YieldOp>(where, inner);
        });
        rest = both;
      }
      failed |= !rest;
      if (rest)
        m_builder.create<vkm::YieldOp>(where, rest);
    });
    return failed ? mlir::Value() : op->getResult(0);
  };
  return compare(0, compare);
}

std::optional<BodyBuilder::CallResult>
BodyBuilder::emitTupleCall(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  if (!isOfStandardLibrary(callee))
    return std::nullopt;
  CallResult result;
  mlir::Location where = loc(call);
  auto *operatorCall = dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (operatorCall && operatorCall->getNumArgs() == 2) {
    clang::QualType type = call->getArg(0)->getType();
    if (operatorCall->getOperator() == clang::OO_Equal && isAggregate(type))
      return emitTupleAssignment(operatorCall);
    if (operatorCall->isComparisonOp() && (isAggregate(type) || matchStdArray(type))) {
      auto kind = clang::BinaryOperator::getOverloadedOpcode(operatorCall->getOperator());
      result.value = emitAggregateComparison(kind, call->getArg(0), call->getArg(1), call);
      result.failed = !result.value;
      return result;
    }
  }
  auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->getIdentifier() && method->getName() == "swap" &&
      (isAggregate(m_ast.getRecordType(method->getParent())) ||
       matchStdArray(m_ast.getRecordType(method->getParent())))) {
    auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
    const clang::Expr *object = memberCall ? memberCall->getImplicitObjectArgument() : nullptr;
    if (!object || object->getType()->isPointerType())
      return std::nullopt;
    return emitSwapOf(object, call->getArg(0), call);
  }
  if (!callee->getIdentifier() || method)
    return std::nullopt;
  if (callee->getName() == "make_tuple" && isStdTuple(call->getType()->getAsCXXRecordDecl())) {
    llvm::SmallVector<clang::Expr *> parts;
    for (const clang::Expr *argument : call->arguments())
      parts.push_back(const_cast<clang::Expr *>(argument));
    result.value = emitTuple(call->getType(), parts, call);
    result.failed = !result.value;
    return result;
  }
  const clang::Expr *object = call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
  const clang::CXXRecordDecl *record =
      object ? object->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  std::optional<uint64_t> index = tupleIndex(callee, record);
  if (!index || !isStdTuple(record))
    return std::nullopt;
  llvm::SmallVector<TupleElement> elements = tupleElements(record);
  mlir::Value place = *index < elements.size() ? emitPlace(object) : mlir::Value();
  mlir::Type type = place ? convert(elements[*index].type, where) : mlir::Type();
  if (type)
    result.place = m_builder.create<vkm::MemberOp>(where, vkm::RefType::get(type), place,
                                                   elements[*index].name);
  result.failed = !type;
  return result;
}
