//===- DeviceFunctions.cpp - Functions that kernels call: names, signatures, translation -----===//

#include "frontend/body/Lambdas.h"
#include "frontend/library/Containers.h"
#include "frontend/module/ModuleImporter.h"
#include "frontend/roles/PointerUses.h"
#include "frontend/roles/ThreadIndex.h"
#include "frontend/source/AstWalk.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;
using clang::isa;

/// What an overloaded operator is called in languages that have none.
static llvm::StringRef operatorName(clang::OverloadedOperatorKind kind, unsigned numOperands) {
  switch (kind) {
  case clang::OO_Plus:
    return numOperands == 1 ? "plus" : "add";
  case clang::OO_Minus:
    return numOperands == 1 ? "negate" : "subtract";
  case clang::OO_Star:
    return numOperands == 1 ? "dereference" : "multiply";
  case clang::OO_Slash:
    return "divide";
  case clang::OO_Percent:
    return "remainder";
  case clang::OO_Caret:
    return "bitXor";
  case clang::OO_Amp:
    return "bitAnd";
  case clang::OO_Pipe:
    return "bitOr";
  case clang::OO_Tilde:
    return "bitNot";
  case clang::OO_Exclaim:
    return "logicalNot";
  case clang::OO_Equal:
    return "assign";
  case clang::OO_Less:
    return "less";
  case clang::OO_Greater:
    return "greater";
  case clang::OO_LessEqual:
    return "lessEqual";
  case clang::OO_GreaterEqual:
    return "greaterEqual";
  case clang::OO_EqualEqual:
    return "equal";
  case clang::OO_ExclaimEqual:
    return "notEqual";
  case clang::OO_PlusEqual:
    return "addAssign";
  case clang::OO_MinusEqual:
    return "subtractAssign";
  case clang::OO_StarEqual:
    return "multiplyAssign";
  case clang::OO_SlashEqual:
    return "divideAssign";
  case clang::OO_PercentEqual:
    return "remainderAssign";
  case clang::OO_LessLess:
    return "shiftLeft";
  case clang::OO_GreaterGreater:
    return "shiftRight";
  case clang::OO_PlusPlus:
    return "increment";
  case clang::OO_MinusMinus:
    return "decrement";
  case clang::OO_Subscript:
    return "at";
  case clang::OO_Call:
    return "call";
  default:
    return "operation";
  }
}

/// makePoint, make_float3
static std::string withPrefix(llvm::StringRef prefix, const std::string &name) {
  bool isCapital = !name.empty() && llvm::isUpper(name.front());
  return prefix.str() + (isCapital ? "" : "_") + name;
}

static std::string baseFunctionName(const clang::FunctionDecl *function) {
  if (auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
    return withPrefix("make", constructor->getParent()->getNameAsString());
  if (isa<clang::CXXConversionDecl>(function)) {
    clang::QualType type = function->getReturnType().getCanonicalType().getUnqualifiedType();
    if (auto *record = type->getAsCXXRecordDecl())
      return withPrefix("to", record->getNameAsString());
    std::string name = type.getAsString(function->getASTContext().getPrintingPolicy());
    llvm::erase(name, ' ');
    return "to_" + name;
  }
  if (function->isOverloadedOperator()) {
    bool isMethod = isa<clang::CXXMethodDecl>(function);
    return operatorName(function->getOverloadedOperator(),
                        function->getNumParams() + (isMethod ? 1 : 0))
        .str();
  }
  return function->getNameAsString();
}

std::string ModuleImporter::functionSymbol(std::string base, const Signature &signature,
                                           std::string &cppName) {
  std::string symbol = m_symbols.unique(base);
  // Functions of one name and one signature (in two namespaces, or local to two files) are no
  // overloads.
  bool isOverload =
      m_overloads
          .insert({base, m_builder.getFunctionType(signature.inputs, {}).getAsOpaquePointer()})
          .second;
  cppName = isOverload && symbol != base ? base : "";
  return symbol;
}

namespace {
/// The operands of the return statements of a body.
class Returns : public AstWalk {
public:
  bool enter(clang::Stmt *statement) override { return !isa<clang::LambdaExpr>(statement); }
  bool visitReturnStmt(clang::ReturnStmt *statement) override {
    values.push_back(statement->getRetValue());
    return true;
  }
  std::vector<const clang::Expr *> values;
};
} // namespace

/// The parameter that every return statement gives back, counted behind the object; the object is
/// number 0 where the function has one.
static std::optional<unsigned> findReturnedParameter(const clang::FunctionDecl *definition,
                                                     bool hasSelf) {
  Returns returns;
  returns.walk(definition->getBody());
  std::optional<unsigned> result;
  for (const clang::Expr *value : returns.values) {
    std::optional<unsigned> number;
    value = value ? value->IgnoreParenNoopCasts(definition->getASTContext()) : nullptr;
    if (auto *deref = llvm::dyn_cast_or_null<clang::UnaryOperator>(value);
        deref && deref->getOpcode() == clang::UO_Deref &&
        isa<clang::CXXThisExpr>(deref->getSubExpr()->IgnoreParens()) && hasSelf)
      number = 0;
    else if (auto *reference = llvm::dyn_cast_or_null<clang::DeclRefExpr>(value))
      if (auto *parameter = dyn_cast<clang::ParmVarDecl>(reference->getDecl()))
        number = parameter->getFunctionScopeIndex() + (hasSelf ? 1 : 0);
    if (!number || (result && *result != *number))
      return std::nullopt;
    result = number;
  }
  return result;
}

/// Whether pointers of a type may point to objects that functions use.
static bool pointsToObjects(clang::QualType pointer) {
  clang::QualType pointee = pointer->getPointeeType();
  return !pointee->isPointerType() && !pointee->isFunctionType() && !pointee->isVoidType();
}

/// The object of a method of a struct comes first; false after an error.
bool ModuleImporter::addSelf(Signature &signature, const clang::FunctionDecl *definition,
                             const CallShape *shape, const ClosureArguments *closures) {
  auto *method = dyn_cast<clang::CXXMethodDecl>(definition);
  if (!method || method->isStatic() || llvm::isa<clang::CXXConstructorDecl>(method) ||
      isTranslatedClass(method->getParent()) || (closures && closures->own()))
    return true;
  const clang::ASTContext &ast = definition->getASTContext();
  mlir::Location loc = m_program.sourceOf(definition).text().location(definition->getLocation());
  mlir::Type self = m_types.convertObject(ast.getRecordType(method->getParent()), ast, loc);
  if (!self)
    return false;
  bool byValue = method->isConst() && !m_types.hasMutableParts(method->getParent()) &&
                 !(shape && shape->front().isPlace);
  signature.self = byValue ? Passing::Value : Passing::Reference;
  signature.inputs.push_back(byValue ? self : vkm::RefType::get(self));
  return true;
}

/// A std::vector is a pointer to its elements and how many there are; false after an error.
bool ModuleImporter::addStdVector(Signature &signature, const StdVector &vector, bool isConst,
                                  const clang::ParmVarDecl *parameter) {
  mlir::Type element = convertStdVectorElement(vector, parameter, std::nullopt);
  unsigned first = signature.inputs.size();
  if (element)
    signature.inputs.append({vkm::PtrType::get(element, isConst), m_types.integerType(32, false)});
  signature.passing.push_back(Passing::StdVector);
  signature.parameters.push_back({first, first + 1, {}});
  return static_cast<bool>(element);
}

/// What a parameter becomes that is passed so, where a call gives what `given` says.
void ModuleImporter::addInputs(Signature &signature, mlir::Type type, Passing passing,
                               const CallShape *shape) {
  unsigned ofSelf = signature.self ? 1 : 0;
  const ParameterShape given =
      shape ? (*shape)[signature.parameters.size() + ofSelf] : ParameterShape();
  ParameterInput input;
  input.input = signature.inputs.size();
  if (passing == Passing::Value && (given.isPlace || given.sameAs))
    passing = Passing::Reference;
  if (given.sameAs) {
    bool isObject = signature.self && *given.sameAs == 0;
    input.input = isObject ? 0 : signature.parameters[*given.sameAs - ofSelf].input;
  } else if (passing == Passing::Pointer || given.base) {
    if (given.base)
      signature.inputs.push_back(given.base);
  } else {
    signature.inputs.push_back(passing == Passing::Reference ? vkm::RefType::get(type) : type);
  }
  if (given.hasRow) {
    auto rows = llvm::cast<vkm::RefType>(given.base ? given.base : (*shape)[*given.sameAs].base);
    input.row = signature.inputs.size();
    signature.inputs.push_back(m_types.pointerIndexType(vkm::getElementType(rows.getPointee())));
  }
  if (given.hasIndex) {
    input.index = signature.inputs.size();
    signature.inputs.push_back(m_types.pointerIndexType(type));
  }
  signature.passing.push_back(passing);
  signature.parameters.push_back(input);
}

/// `isObject`: a pointer of which only what it points to is used. False after an error.
bool ModuleImporter::addParameter(Signature &signature, const clang::ParmVarDecl *parameter,
                                  bool isObject, const std::string &function,
                                  const CallShape *shape) {
  const clang::ASTContext &ast = parameter->getASTContext();
  mlir::Location loc = m_program.sourceOf(parameter).text().location(parameter->getSourceRange());
  clang::QualType type = parameter->getType();
  auto refuse = [&](const DiagInfo &info) {
    m_reporter.report(loc, info, {parameter->getNameAsString(), function});
    return false;
  };
  if (isTranslatedObject(type)) {
    signature.passing.push_back(Passing::Owner);
    signature.parameters.emplace_back();
    return true;
  }
  Passing passing = Passing::Value;
  if (type->isPointerType()) {
    if (!pointsToObjects(type))
      return refuse(type->isFunctionPointerType() ? diag::FunctionPointer : diag::PointerParameter);
    passing = isObject ? Passing::Reference : Passing::Pointer;
    type = type->getPointeeType();
  } else if (type->isReferenceType()) {
    type = type->getPointeeType();
    if (type->isPointerType())
      return refuse(diag::PointerParameter);
    clang::QualType element = ast.getBaseElementType(type);
    bool isConst = type.isConstQualified() || element.isConstQualified();
    if (!isConst || m_types.hasMutableParts(element->getAsCXXRecordDecl()))
      passing = Passing::Reference;
    if (std::optional<StdVector> vector = matchStdVector(type))
      return addStdVector(signature, *vector, type.isConstQualified(), parameter);
  }
  bool isNamed = parameter->getType()->isPointerType() || parameter->getType()->isReferenceType();
  mlir::Type converted = isNamed ? m_types.convertObject(type.getUnqualifiedType(), ast, loc)
                                 : m_types.convert(type, ast, loc);
  if (converted)
    addInputs(signature, converted, passing, shape);
  return static_cast<bool>(converted);
}

/// What a function gives back; false after an error. `areKnown`: its parameters are all there.
bool ModuleImporter::addResult(Signature &signature, const clang::FunctionDecl *definition,
                               bool areKnown) {
  const clang::ASTContext &ast = definition->getASTContext();
  mlir::Location loc = m_program.sourceOf(definition).text().location(definition->getLocation());
  clang::QualType result = definition->getReturnType();
  if (auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition)) {
    result = ast.getRecordType(constructor->getParent());
  } else if (result->isPointerType()) {
    signature.returnsPlace = true;
  } else if (result->isReferenceType()) {
    result = result->getPointeeType();
    std::optional<unsigned> returned =
        areKnown ? findReturnedParameter(definition, signature.self.has_value()) : std::nullopt;
    if (returned && signature.self && *returned == 0) {
      if (*signature.self == Passing::Reference)
        signature.returnedInput = 0;
    } else if (returned) {
      unsigned index = *returned - (signature.self ? 1 : 0);
      if (signature.passing[index] == Passing::Reference)
        signature.returnedInput = signature.parameters[index].input;
    }
    const clang::CXXRecordDecl *record = result->getAsCXXRecordDecl();
    bool isObject =
        record && record->hasDefinition() && (record->isPolymorphic() || holdsVectors(result));
    const clang::CXXRecordDecl *element = ast.getBaseElementType(result)->getAsCXXRecordDecl();
    bool changes = !result.isConstQualified() || m_types.hasMutableParts(element);
    signature.returnsPlace = !signature.returnedInput && (isObject || changes);
  }
  if (signature.returnedInput || signature.returnsPlace || result->isVoidType())
    return true;
  signature.result = m_types.convert(result, ast, loc);
  return static_cast<bool>(signature.result);
}

/// The method of the interface that this one overrides; itself where it overrides none.
static const clang::CXXMethodDecl *findOverridden(const clang::CXXMethodDecl *method) {
  while (method->size_overridden_methods() != 0)
    method = *method->begin_overridden_methods();
  return method;
}

void ModuleImporter::takeAlike(const clang::FunctionDecl *function) {
  auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  const Hierarchy *hierarchy =
      method && method->isVirtual() ? m_types.findHierarchy(method->getParent()) : nullptr;
  if (!hierarchy || llvm::none_of(method->parameters(), [](const clang::ParmVarDecl *parameter) {
        return parameter->getType()->isPointerType();
      }))
    return;
  const clang::CXXMethodDecl *first = findOverridden(method);
  if (!m_alike.insert(m_program.key(first)).second)
    return;
  llvm::SmallDenseSet<unsigned> arrays;
  llvm::SmallVector<const clang::FunctionDecl *> definitions;
  for (const clang::CXXMethodDecl *overrider :
       m_types.findOverriders(*hierarchy, first, first->getParent())) {
    const clang::FunctionDecl *definition = m_program.definition(overrider);
    if (!definition)
      continue; // which is an error of its own
    definitions.push_back(definition);
    llvm::DenseSet<const clang::ParmVarDecl *> objects = findObjectPointers(m_program, definition);
    for (auto [index, parameter] : llvm::enumerate(definition->parameters()))
      if (parameter->getType()->isPointerType() && !objects.contains(parameter))
        arrays.insert(index);
  }
  for (const clang::FunctionDecl *definition : definitions)
    for (auto [index, parameter] : llvm::enumerate(definition->parameters()))
      if (arrays.contains(index))
        m_arrays.insert(parameter);
}

std::optional<Signature> ModuleImporter::makeSignature(const clang::FunctionDecl *definition,
                                                       const CallShape *shape,
                                                       const ClosureArguments *closures) {
  std::string name = displayName(definition);
  Signature signature;
  if (!addSelf(signature, definition, shape, closures))
    return std::nullopt;
  llvm::DenseSet<const clang::ParmVarDecl *> objects = findObjectPointers(m_program, definition);
  bool failed = false;
  for (const clang::ParmVarDecl *parameter : definition->parameters()) {
    if (closures && closures->ofParameter(signature.passing.size())) {
      signature.passing.push_back(Passing::Closure);
      signature.parameters.emplace_back();
      continue;
    }
    bool isObject = objects.contains(parameter) && !m_arrays.contains(parameter);
    failed |= !addParameter(signature, parameter, isObject, name, shape);
  }
  if (closures)
    for (const CaptureInput &input : closures->inputs)
      signature.inputs.push_back(input.type);
  failed |= !addResult(signature, definition, !failed);
  return failed ? std::nullopt : std::optional(signature);
}

/// Whether a function reaches members of the class, or functions that stand in it.
static bool usesClass(mlir::Operation *function, vkm::ClassOp parent) {
  auto result = function->walk([&](mlir::Operation *op) {
    auto call = llvm::dyn_cast<vkm::CallOp>(op);
    bool isInClass = call && parent.lookupSymbol(call.getCallee());
    // The function does not stand in a module yet.
    if (auto dispatch = llvm::dyn_cast<vkm::VirtualCallOp>(op))
      isInClass = llvm::any_of(
          llvm::cast<vkm::OverridersOp>(
              mlir::SymbolTable::lookupSymbolIn(parent->getParentOp(), dispatch.getCallee()))
              .getFunctions(),
          [&](mlir::Attribute name) {
            return parent.lookupSymbol(llvm::cast<mlir::FlatSymbolRefAttr>(name).getAttr());
          });
    return isInClass || llvm::isa<vkm::FieldRefOp, vkm::VectorDataOp>(op)
               ? mlir::WalkResult::interrupt()
               : mlir::WalkResult::advance();
  });
  return result.wasInterrupted();
}

const ModuleImporter::Prototype *
ModuleImporter::getPrototype(const clang::FunctionDecl *callee, llvm::StringRef caller,
                             mlir::Location call,
                             const std::shared_ptr<const ClosureArguments> &closures) {
  const Closure *own = closures ? closures->own() : nullptr;
  auto [it, isNew] = m_prototypes.try_emplace(closures ? closures->key : m_program.key(callee));
  Prototype &prototype = it->second;
  if (!isNew)
    return prototype.signature ? &prototype : nullptr;
  prototype.displayName = own ? own->displayName(callee) : displayName(callee);
  prototype.definition = m_program.definition(callee);
  if (!prototype.definition) {
    m_reporter.report(call, diag::NoDefinition, {prototype.displayName});
    return nullptr;
  }
  if (prototype.definition->isVariadic()) {
    m_reporter.report(call, diag::Variadic, {prototype.displayName});
    return nullptr;
  }
  Reporter::CallScope scope(m_reporter, prototype.displayName, caller.str(), call);
  Reporter::LibraryScope library(m_reporter, m_program.isLibrary(prototype.definition), call);
  takeAlike(prototype.definition);
  prototype.signature = makeSignature(prototype.definition, nullptr, closures.get());
  return prototype.signature ? &prototype : nullptr;
}

vkm::OverridersOp ModuleImporter::getOverriders(const Hierarchy &hierarchy,
                                                const clang::CXXMethodDecl *method,
                                                llvm::ArrayRef<std::string> functions,
                                                mlir::Location where) {
  llvm::SmallVector<mlir::Attribute> names;
  for (const std::string &function : functions)
    names.push_back(mlir::FlatSymbolRefAttr::get(&m_context, function));
  mlir::ArrayAttr wanted = m_builder.getArrayAttr(names);
  vkm::HierarchyOp parent = hierarchy.op;
  llvm::StringSet<> taken;
  for (mlir::Operation &op : parent.getBody().front()) {
    if (auto known = llvm::dyn_cast<vkm::OverridersOp>(op); known && known.getFunctions() == wanted)
      return known;
    taken.insert(llvm::cast<mlir::SymbolOpInterface>(op).getName());
  }
  std::string name = baseFunctionName(method), symbol = name;
  for (unsigned number = 2; taken.contains(symbol); ++number)
    symbol = name + "_" + std::to_string(number);
  auto builder = mlir::OpBuilder::atBlockEnd(&parent.getBody().front());
  return builder.create<vkm::OverridersOp>(where, symbol, wanted);
}

const ImportedFunction *
ModuleImporter::getFunction(const clang::FunctionDecl *callee, const CallShape &shape,
                            llvm::StringRef caller, mlir::Location call,
                            std::shared_ptr<const ClosureArguments> closures) {
  const Prototype *prototype = getPrototype(callee, caller, call, closures);
  if (!prototype)
    return nullptr;
  const Closure *own = closures ? closures->own() : nullptr;
  std::string key = closures ? closures->key : m_program.key(callee);
  for (const ParameterShape &parameter : shape) {
    llvm::raw_string_ostream stream(key);
    stream << '|' << parameter.hasIndex << parameter.hasRow << parameter.isPlace;
    if (parameter.base)
      stream << parameter.base;
    if (parameter.sameAs)
      stream << '=' << *parameter.sameAs;
  }
  auto [it, isNew] = m_functions.try_emplace(key);
  ImportedFunction &function = it->second;
  if (!isNew) {
    if (function.state == ImportedFunction::State::Building)
      m_reporter.report(call, diag::Recursion, {function.displayName});
    return function.state == ImportedFunction::State::Done ? &function : nullptr;
  }
  function.displayName = prototype->displayName;
  function.closures = closures;
  function.state = ImportedFunction::State::Failed;
  const clang::FunctionDecl *definition = prototype->definition;
  Reporter::CallScope scope(m_reporter, function.displayName, caller.str(), call);
  Reporter::LibraryScope library(m_reporter, m_program.isLibrary(definition), call);
  std::optional<Signature> signature = makeSignature(definition, &shape, closures.get());
  if (!signature)
    return nullptr;
  function.signature = *signature;
  std::string cppName;
  bool isLambda = own && own->isLambda();
  std::string base = isLambda ? own->name : baseFunctionName(definition);
  // Overriders share their name.
  if (auto *method = dyn_cast<clang::CXXMethodDecl>(definition);
      method && m_types.findHierarchy(method->getParent()))
    base = plainName(method->getParent()) + "_" + base;
  if (own && own->part) {
    // image_at(x, y) for m_image(x, y), too
    bool isAccess = definition->getOverloadedOperator() == clang::OO_Call;
    base = nameOfPart(*own->part) + "_" + (isAccess ? "at" : base);
    // The text stands in the class once, and in a function for each object.
    m_program.sourceOf(definition).text().releaseComments(definition->getBody()->getSourceRange());
  }
  function.symbol = functionSymbol(base, *signature, cppName);
  function.state = ImportedFunction::State::Building;

  llvm::SmallVector<mlir::Type> results;
  if (signature->result)
    results.push_back(signature->result);
  mlir::OpBuilder detached(&m_context);
  auto op = detached.create<vkm::FuncOp>(
      m_program.sourceOf(definition).text().location(definition->getSourceRange()), function.symbol,
      m_builder.getFunctionType(signature->inputs, results),
      argumentNames(definition, *signature, Method::Device, closures.get()), mlir::ArrayAttr());
  if (!cppName.empty())
    op->setAttr("cpp_name", m_builder.getStringAttr(cppName));
  if (!isLambda)
    addComment(op, callee);
  if (auto *step = llvm::dyn_cast<clang::CXXMethodDecl>(callee); step && isThreadStep(step))
    op->setAttr("thread_kernel", m_builder.getUnitAttr());
  if (const ThreadMethod *thread = m_roles.findThreadMethod(m_program.key(callee))) {
    llvm::SmallVector<int32_t> positions;
    for (unsigned parameter : thread->index)
      positions.push_back(signature->parameters[parameter].input);
    op.setThreadIndex(positions);
  }
  const FunctionConfig *stated = config(callee);
  if ((stated && stated->isAssociative) || isDeclaredAssociative(callee) ||
      isDeclaredAssociative(definition))
    op->setAttr(vkm::kAssociativeAttr, m_builder.getUnitAttr());
  if (const TextureRole *texture = m_config.texture(m_program, callee))
    describeSampling(op, llvm::cast<clang::CXXMethodDecl>(callee), *texture,
                     own && own->part ? *own->part : m_whole, *signature);
  buildFunction(op, definition, function);
  function.state = ImportedFunction::State::Done;

  // A function stands after those that it calls: methods of the class and what uses it, by a
  // lambda's 'this' or for vectors inside of objects, in the class, all others in the module.
  auto *method = dyn_cast<clang::CXXMethodDecl>(definition);
  if ((method && isTranslatedClass(method->getParent())) || usesClass(op, m_class))
    m_class.getBody().front().push_back(op);
  else
    m_class->getBlock()->getOperations().insert(m_class->getIterator(), op);
  return &function;
}
