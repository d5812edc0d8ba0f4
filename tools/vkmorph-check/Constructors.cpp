//===- Constructors.cpp - Which constructor the harness calls ---------------------------------===//
//===------------------------------------------------------------------------------------------===//

#include "Declarations.h"

#include "Options.h"
#include "frontend/library/Containers.h"
#include "frontend/source/AstWalk.h"
#include "frontend/source/Program.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace vkmorph;
using namespace vkmorph::check;

/// The IR's type of an arithmetic or enumeration type; null for others.
static mlir::Type convertType(mlir::MLIRContext &context, const clang::ASTContext &ast,
                              clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto *enumeration = type->getAs<clang::EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  if (type->isBooleanType())
    return mlir::IntegerType::get(&context, 1);
  if (type->isSpecificBuiltinType(clang::BuiltinType::Float))
    return mlir::FloatType::getF32(&context);
  if (type->isSpecificBuiltinType(clang::BuiltinType::Double))
    return mlir::FloatType::getF64(&context);
  if (!type->isIntegerType() || ast.getTypeSize(type) > 64)
    return {};
  return mlir::IntegerType::get(&context, ast.getTypeSize(type),
                                type->isSignedIntegerType() ? mlir::IntegerType::Signed
                                                            : mlir::IntegerType::Unsigned);
}

/// The parameters of a constructor; nothing where one of them is no scalar.
static std::optional<std::vector<ConstructorParameter>>
readParameters(mlir::MLIRContext &context, const clang::CXXConstructorDecl *constructor) {
  const clang::ASTContext &ast = constructor->getASTContext();
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.FullyQualifiedName = true;
  std::vector<ConstructorParameter> parameters;
  for (const clang::ParmVarDecl *parameter : constructor->parameters()) {
    clang::QualType type = parameter->getType().getNonReferenceType().getUnqualifiedType();
    ConstructorParameter read;
    read.type = convertType(context, ast, type);
    read.name = parameter->getNameAsString();
    read.cppType = type.getCanonicalType().getAsString(policy);
    if (!read.type)
      return std::nullopt;
    parameters.push_back(std::move(read));
  }
  return parameters;
}

namespace {

/// Where parameters of a constructor, and of methods that it calls, go.
class ParameterFlow : public frontend::AstWalk {
public:
  explicit ParameterFlow(frontend::Program &program) : m_program(program) {}

  void follow(const clang::FunctionDecl *function);

  llvm::DenseSet<const clang::ParmVarDecl *> sizes;
  llvm::DenseMap<const clang::ParmVarDecl *, std::vector<std::string>> members;

  bool visitConstructorInitializer(clang::CXXCtorInitializer *initializer) override {
    if (const clang::FieldDecl *field = initializer->getAnyMember())
      noteStore(field, initializer->getInit());
    return true;
  }
  bool visitBinaryOperator(clang::BinaryOperator *op) override {
    if (op->getOpcode() == clang::BO_Assign)
      if (auto *member = llvm::dyn_cast<clang::MemberExpr>(op->getLHS()->IgnoreParenImpCasts()))
        if (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
          noteStore(member->getMemberDecl(), op->getRHS());
    return true;
  }
  // How many elements a vector or an array gets.
  bool visitCXXConstructExpr(clang::CXXConstructExpr *construct) override {
    if (frontend::matchStdVector(construct->getType()) && construct->getNumArgs() > 0)
      noteSizes(construct->getArg(0));
    return true;
  }
  bool visitCXXNewExpr(clang::CXXNewExpr *made) override {
    if (auto size = made->getArraySize(); size && *size)
      noteSizes(*size);
    return true;
  }
  bool visitCXXMemberCallExpr(clang::CXXMemberCallExpr *call) override {
    const clang::CXXMethodDecl *method = call->getMethodDecl();
    if (!method)
      return true;
    if (frontend::matchStdVector(call->getObjectType())) {
      if (call->getNumArgs() > 0)
        noteSizes(call->getArg(0));
    } else if (llvm::isa<clang::CXXThisExpr>(
                   call->getImplicitObjectArgument()->IgnoreParenImpCasts())) {
      followCall(method, call);
    }
    return true;
  }

private:
  static const clang::ParmVarDecl *parameterOf(const clang::Expr *expression) {
    auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
    return reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
  }
  void noteStore(const clang::ValueDecl *member, const clang::Expr *value) {
    if (const clang::ParmVarDecl *parameter = parameterOf(value))
      members[parameter].push_back(member->getNameAsString());
  }
  void noteSizes(const clang::Stmt *expression) {
    auto *value = llvm::dyn_cast<clang::Expr>(expression);
    // In a copy of another vector, elements may be called what they like.
    if (!value || (!value->getType()->isIntegerType() && llvm::isa<clang::DeclRefExpr>(value)))
      return;
    if (const clang::ParmVarDecl *parameter = parameterOf(value))
      sizes.insert(parameter);
    for (const clang::Stmt *child : expression->children())
      if (child)
        noteSizes(child);
  }
  void followCall(const clang::CXXMethodDecl *method, const clang::CallExpr *call);

  frontend::Program &m_program;
  llvm::DenseSet<const clang::FunctionDecl *> m_followed;
};

} // namespace

void ParameterFlow::follow(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = m_program.definition(function);
  if (!definition || !m_followed.insert(definition).second)
    return;
  walk(definition);
  for (auto [declared, defined] : llvm::zip(function->parameters(), definition->parameters())) {
    if (declared == defined)
      continue;
    if (sizes.contains(defined))
      sizes.insert(declared);
    members[declared] = members.lookup(defined);
  }
}

void ParameterFlow::followCall(const clang::CXXMethodDecl *method, const clang::CallExpr *call) {
  follow(method);
  for (auto [argument, parameter] : llvm::zip(call->arguments(), method->parameters())) {
    if (sizes.contains(parameter))
      noteSizes(argument);
    if (const clang::ParmVarDecl *own = parameterOf(argument)) {
      const std::vector<std::string> stored = members.lookup(parameter);
      members[own].insert(members[own].end(), stored.begin(), stored.end());
    }
  }
}

static void addFlow(frontend::Program &program, const clang::CXXConstructorDecl *constructor,
                    std::vector<ConstructorParameter> &parameters) {
  ParameterFlow flow(program);
  flow.follow(constructor);
  for (auto [declared, parameter] : llvm::zip(constructor->parameters(), parameters)) {
    parameter.isSize = flow.sizes.contains(declared);
    parameter.members = flow.members.lookup(declared);
  }
}

static bool isCallable(const clang::CXXConstructorDecl *constructor) {
  return constructor->getAccess() == clang::AS_public && !constructor->isDeleted() &&
         !constructor->isCopyOrMoveConstructor() && !constructor->isVariadic();
}

mlir::FailureOr<std::vector<ConstructorParameter>>
vkmorph::check::chooseConstructor(mlir::MLIRContext &context, frontend::Program &program,
                                  const clang::CXXRecordDecl *record,
                                  const llvm::StringSet<> &names) {
  bool hasDefault = !record->hasUserDeclaredConstructor();
  std::optional<std::vector<ConstructorParameter>> chosen;
  for (const clang::CXXConstructorDecl *constructor : record->ctors()) {
    if (!isCallable(constructor))
      continue;
    hasDefault |= constructor->isDefaultConstructor();
    std::optional<std::vector<ConstructorParameter>> parameters =
        readParameters(context, constructor);
    if (!parameters)
      continue;
    addFlow(program, constructor, *parameters);
    if (llvm::any_of(*parameters, [&](const auto &one) { return names.contains(one.name); }))
      return *parameters;
    if (!chosen)
      chosen = std::move(parameters);
  }
  if (hasDefault)
    return std::vector<ConstructorParameter>();
  if (chosen)
    return *chosen;
  usageError("class '" + record->getQualifiedNameAsString() +
             "' has no public constructor that takes nothing, or numbers only: --construct='" +
             record->getNameAsString() + "(...)' says how to make an object");
  return mlir::failure();
}
