//===- Initializers.cpp - Objects: lists, constructors, default values -----------------------===//

#include "frontend/body/Initializers.h"

#include "frontend/body/Constants.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Tuples.h"
#include "frontend/library/Variants.h"
#include "frontend/library/VectorExpressions.h"
#include "frontend/source/AstWalk.h"
#include "ir/CppTypes.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;

/// Whether an initial value says anything: a struct without one has indeterminate members.
bool InitializerEmitter::needsInitialisation(const clang::Expr *init) const {
  auto *construct = dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit());
  if (!construct)
    return true;
  const clang::CXXConstructorDecl *constructor = construct->getConstructor();
  return !(constructor->isDefaultConstructor() && constructor->isTrivial() &&
           !construct->requiresZeroInitialization());
}

//===------------------------------------------------------------------------------------------===//
// Lists
//===------------------------------------------------------------------------------------------===//

mlir::Value InitializerEmitter::emitInitList(const clang::InitListExpr *list) {
  const clang::InitListExpr *semantic = list->isSemanticForm() ? list : list->getSemanticForm();
  mlir::Location where = loc(list);
  mlir::Type type = convert(semantic->getType(), where);
  if (!type || ConstantEmitter(m_body).isTooLarge(type, where))
    return {};
  if (llvm::isa<vkm::VecType, vkm::MatType>(type))
    return VectorEmitter(m_body).emitVectorList(semantic, type);
  if (matchStdArray(semantic->getType()))
    return semantic->getNumInits() == 0 ? emitZero(type, where) : emitValue(semantic->getInit(0));
  if (!llvm::isa<vkm::RecordType, vkm::ArrayType>(type)) {
    // int x{5}; int y{};
    return semantic->getNumInits() == 0 ? emitZero(type, where) : emitValue(semantic->getInit(0));
  }
  if (semantic->isTransparent())
    return emitValue(semantic->getInit(0));
  return emitParts(semantic, type, {semantic->getInits(), semantic->getNumInits()},
                   semantic->getArrayFiller());
}

/// `Point(1, 2)` of a struct without constructors
mlir::Value InitializerEmitter::emitParenList(const clang::CXXParenListInitExpr *list) {
  mlir::Type type = convert(list->getType(), loc(list));
  if (!type || ConstantEmitter(m_body).isTooLarge(type, loc(list)))
    return {};
  if (matchStdArray(list->getType()))
    return emitValue(list->getInitExprs().front());
  return emitParts(list, type, list->getInitExprs(), list->getArrayFiller());
}

/// A struct or array of what a list has for each part; `filler` is of the elements that it leaves
/// out.
mlir::Value InitializerEmitter::emitParts(const clang::Expr *list, mlir::Type type,
                                          llvm::ArrayRef<clang::Expr *> inits,
                                          const clang::Expr *filler) {
  llvm::SmallVector<mlir::Value> parts;
  bool failed = false;
  auto add = [&](const clang::Expr *init) {
    mlir::Value part = emitValue(init);
    failed |= !part;
    parts.push_back(part);
  };
  if (auto array = llvm::dyn_cast<vkm::ArrayType>(type)) {
    for (const clang::Expr *init : inits)
      add(init);
    while (!failed && static_cast<int64_t>(parts.size()) < array.getLength())
      add(filler);
  } else {
    const clang::CXXRecordDecl *record = list->getType()->getAsCXXRecordDecl();
    for (const clang::CXXBaseSpecifier &base : record->bases()) {
      if (inits.empty())
        break;
      if (!base.getType()->getAsCXXRecordDecl()->isEmpty())
        add(inits.front());
      inits = inits.drop_front();
    }
    for (const clang::Expr *init : inits)
      add(init);
  }
  if (failed)
    return {};
  return m_builder.create<vkm::AggregateOp>(loc(list), type, parts);
}

// T name[1000] = {a, b};  ->  a variable without initial value, a loop that fills it, an assignment
// per explicit element
bool InitializerEmitter::emitLargeArray(const clang::VarDecl *variable,
                                        const clang::InitListExpr *list, vkm::VarOp var) {
  const clang::InitListExpr *semantic = list->isSemanticForm() ? list : list->getSemanticForm();
  mlir::Location where = loc(variable);
  auto array =
      llvm::cast<vkm::ArrayType>(llvm::cast<vkm::RefType>(var.getRef().getType()).getPointee());
  mlir::Type indexType = m_importer.types().integerType(32, true);
  mlir::Type elementRef = vkm::RefType::get(array.getElementType());
  auto count = [&] { return emitInteger(array.getLength(), indexType, where); };
  bool failed = false;
  mlir::Value first = emitInteger(semantic->getNumInits(), indexType, where);
  emitCounting(where, first, count, [&](mlir::Value index) {
    mlir::Value filler = emitValue(semantic->getArrayFiller());
    failed = !filler;
    if (failed)
      return;
    mlir::Value element = m_builder.create<vkm::ElementOp>(where, elementRef, var.getRef(), index);
    m_builder.create<vkm::AssignOp>(where, element, filler);
  });
  for (unsigned i = 0; i < semantic->getNumInits() && !failed; ++i) {
    mlir::Value value = emitValue(semantic->getInit(i));
    failed = !value;
    if (failed)
      break;
    mlir::Value element = m_builder.create<vkm::ElementOp>(where, elementRef, var.getRef(),
                                                           emitInteger(i, indexType, where));
    m_builder.create<vkm::AssignOp>(where, element, value);
  }
  return !failed;
}

//===------------------------------------------------------------------------------------------===//
// Constructors
//===------------------------------------------------------------------------------------------===//

namespace {
/// Whether an expression reads other members of its object.
class UsesThis : public AstWalk {
public:
  bool visitCXXThisExpr(clang::CXXThisExpr *) override {
    found = true;
    return false;
  }
  bool found = false;
};
} // namespace

/// Says of a struct that only `T{}` makes in C++ that this is what it is.
static mlir::Value markDefault(mlir::Value value, const clang::CXXRecordDecl *record) {
  if (auto whole = value ? value.getDefiningOp<vkm::AggregateOp>() : vkm::AggregateOp();
      whole && !record->isAggregate())
    whole->setAttr(vkm::kDefaultValueAttr, mlir::UnitAttr::get(whole.getContext()));
  return value;
}

/// The value of an object that is default-initialised by constructors which nobody wrote: members
/// have the initial values of their declarations. Those that have none are indeterminate, or zero
/// for `T()`; they become zero.
mlir::Value InitializerEmitter::emitDefaultValue(clang::QualType type, const clang::Stmt *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = convert(type, where);
  if (!converted)
    return {};
  if (auto array = llvm::dyn_cast<vkm::ArrayType>(converted)) {
    std::optional<StdArray> object = matchStdArray(type);
    mlir::Value element = emitDefaultValue(
        object ? object->element : m_ast.getAsArrayType(type)->getElementType(), use);
    if (!element)
      return {};
    llvm::SmallVector<mlir::Value> parts(array.getLength(), element);
    return m_builder.create<vkm::AggregateOp>(where, converted, parts);
  }
  if (llvm::isa<vkm::VecType, vkm::MatType>(converted))
    return VectorEmitter(m_body).emitVectorDefault(converted, where);
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return emitZero(converted, where);
  record = record->getDefinition();
  for (const clang::CXXConstructorDecl *constructor : record->ctors()) {
    if (!constructor->isDefaultConstructor() || !constructor->isUserProvided())
      continue;
    CallResult result = emitDeviceCall(constructor, nullptr, {}, cast<clang::Expr>(use));
    return result.value;
  }
  llvm::SmallVector<mlir::Value> parts;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (!base.getType()->getAsCXXRecordDecl()->isEmpty())
      parts.push_back(emitDefaultValue(base.getType(), use));
  for (const clang::FieldDecl *field : record->fields()) {
    const clang::Expr *init = field->getInClassInitializer();
    UsesThis usesThis;
    if (init)
      usesThis.walk(init);
    if (usesThis.found || (!init && field->hasInClassInitializer())) {
      report(use, diag::ExpressionUnsupported,
             {"the initial value of member '" + field->getNameAsString() + "'"});
      return {};
    }
    parts.push_back(init ? emitValue(init) : emitDefaultValue(field->getType(), use));
  }
  if (llvm::is_contained(parts, mlir::Value()))
    return {};
  return markDefault(m_builder.create<vkm::AggregateOp>(where, converted, parts), record);
}

mlir::Value InitializerEmitter::emitConstruct(const clang::CXXConstructExpr *construct) {
  const clang::CXXConstructorDecl *constructor = construct->getConstructor();
  mlir::Location where = loc(construct);
  // Refused structs are said to be so before their constructors are looked at.
  mlir::Type type = convert(construct->getType(), where);
  if (!type)
    return {};
  if (llvm::isa<vkm::VecType, vkm::MatType>(type))
    return VectorEmitter(m_body).emitVectorConstruct(construct, type);
  if (isStdVariant(constructor->getParent()))
    return VariantEmitter(m_body).emitConstruct(construct);
  bool isWritten = constructor->isUserProvided();
  bool isTuple = isStdTuple(constructor->getParent());
  if ((isTuple && construct->getNumArgs() > 0 && !constructor->isCopyOrMoveConstructor()) ||
      (isStdPair(constructor->getParent()) && construct->getNumArgs() == 1 &&
       !constructor->isCopyOrMoveConstructor()))
    return TupleEmitter(m_body).emitConstruct(construct);
  if (isTuple && construct->getNumArgs() == 0)
    return emitZero(type, where);
  if (isStdPair(constructor->getParent()) && construct->getNumArgs() == 2)
    return TupleEmitter(m_body).emitPair(construct->getType(),
                                         {construct->getArg(0), construct->getArg(1)}, construct);
  if (!isWritten && constructor->isCopyOrMoveConstructor())
    return emitRead(construct->getArg(0));
  if (constructor->isDefaultConstructor() && (!isWritten || llvm::isa<vkm::ArrayType>(type)))
    return constructor->isTrivial() ? markDefault(emitZero(type, where), constructor->getParent())
                                    : emitDefaultValue(construct->getType(), construct);
  llvm::SmallVector<const clang::Expr *> arguments(construct->arguments());
  return emitDeviceCall(constructor, nullptr, arguments, construct).value;
}
