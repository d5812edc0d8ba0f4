//===- ModuleImporter.cpp - Writes the class and what its kernels call into a module ---------===//

#include "frontend/module/ModuleImporter.h"

#include "ir/Exchange.h"

#include "frontend/Import.h"
#include "frontend/body/Body.h"
#include "frontend/body/Lambdas.h"
#include "frontend/host/HostCode.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Variants.h"
#include "frontend/module/Enumerations.h"
#include "frontend/module/Hierarchies.h"
#include "frontend/roles/Mutation.h"
#include "frontend/roles/PointerUses.h"
#include "frontend/roles/SizeExpression.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "clang/AST/Attr.h"
#include "clang/AST/QualTypeNames.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::cast;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// The class
//===------------------------------------------------------------------------------------------===//

ModuleImporter::ModuleImporter(mlir::MLIRContext &context, Program &program, Reporter &reporter,
                               const ClassRoles &roles, const Config &config)
    : m_context(context), m_program(program), m_reporter(reporter), m_roles(roles),
      m_config(config),
      m_module(mlir::ModuleOp::create(
          program.sourceOf(roles.record).text().location(roles.record->getSourceRange()))),
      m_builder(&context), m_types(program, reporter, *m_module, m_symbols, m_classKeys),
      m_interface(context, program, reporter, roles) {
  // Names of the class come first, so that none of them has to change.
  m_symbols.unique(plainName(roles.record));
  forEachClass(roles.record, [&](const clang::CXXRecordDecl *record) {
    m_classKeys.insert(program.key(record));
  });
  m_whole.record = roles.record;
  addPart(m_whole);
}

bool ModuleImporter::isTranslatedClass(const clang::CXXRecordDecl *record) const {
  return m_classKeys.count(m_program.key(record)) > 0;
}

bool ModuleImporter::isTranslatedObject(clang::QualType type) const {
  if (!type->isPointerType() && !type->isLValueReferenceType())
    return false;
  const clang::CXXRecordDecl *record = type->getPointeeType()->getAsCXXRecordDecl();
  return record && m_program.key(record) == m_program.key(m_roles.record);
}

bool ModuleImporter::isOwner(const clang::ValueDecl *decl) {
  if (auto *field = dyn_cast<clang::FieldDecl>(decl))
    return m_types.isOwner(field);
  auto *parameter = dyn_cast<clang::ParmVarDecl>(decl);
  auto *function = parameter ? dyn_cast<clang::FunctionDecl>(parameter->getDeclContext()) : nullptr;
  // Callers may give control functions other objects of the class.
  return function && isTranslatedObject(parameter->getType()) &&
         !findLaunchable(m_program.key(function));
}

mlir::OwningOpRef<mlir::ModuleOp> ModuleImporter::run() {
  vkm::setPhase(*m_module, vkm::Phase::Imported);
  createClass();
  importKernels();
  importControls();
  if (!m_reporter.failed())
    stateKeptSizes();
  createFields();
  if (!m_reporter.failed()) {
    checkArguments();
    checkPairs();
    checkPacked();
    checkHostVariants();
    checkPools();
  }
  if (m_reporter.failed())
    return {};
  // What the verifier rejects now is a fault of the front end, and said as such by the operation
  // concerned.
  if (failed(mlir::verify(*m_module)))
    return {};
  return std::move(m_module);
}

static vkm::CppAccess convertAccess(clang::AccessSpecifier access) {
  switch (access) {
  case clang::AS_protected:
    return vkm::CppAccess::Protected;
  case clang::AS_private:
    return vkm::CppAccess::Private;
  default:
    return vkm::CppAccess::Public;
  }
}

void ModuleImporter::createClass() {
  const clang::CXXRecordDecl *record = m_roles.record;
  ParsedSource &source = m_program.sourceOf(record);
  llvm::SmallVector<llvm::StringRef> namespaces;
  for (const clang::DeclContext *context = record->getDeclContext(); context;
       context = context->getParent())
    if (auto *scope = dyn_cast<clang::NamespaceDecl>(context);
        scope && !scope->isAnonymousNamespace())
      namespaces.insert(namespaces.begin(), scope->getName());
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  bool virtualDestructor = destructor && destructor->isVirtual();
  mlir::Location loc = source.text().location(record->getSourceRange());

  m_builder.setInsertionPointToEnd(m_module->getBody());
  m_class =
      m_builder.create<vkm::ClassOp>(loc, plainName(record), m_builder.getStrArrayAttr(namespaces),
                                     source.includeName(record->getLocation()), virtualDestructor);
  m_class.getBody().emplaceBlock();
  m_types.addObjectsOf(record);
  if (std::string comment = source.text().takeComment(record->getSourceRange()); !comment.empty())
    m_class->setAttr(vkm::kCommentAttr, m_builder.getStringAttr(comment));
  if (!virtualDestructor)
    m_reporter.report(source.text().location(record->getLocation()), diag::NonVirtualDestructor,
                      {qualifiedName(record)});
}

const ModuleImporter::Field *ModuleImporter::getField(const ObjectPart &owner,
                                                      const clang::FieldDecl *decl,
                                                      mlir::Location use) {
  Field &field = m_fields[fieldKey(owner, decl)];
  if (field.type)
    return &field;
  mlir::Location loc = m_program.sourceOf(decl).text().location(decl->getLocation());
  clang::QualType type = decl->getType();
  if (decl->isBitField()) {
    m_reporter.report(loc, diag::TypeBitField, {nameOfBitField(decl)});
    return nullptr;
  }
  const clang::CXXRecordDecl *objects = owner.lent ? nullptr : matchObjectHolder(type);
  if (objects && !isTranslatedClass(objects)) {
    mlir::Type held = m_types.convertHolder(type, decl->getASTContext(), loc);
    field.type = held;
    return held ? &field : nullptr;
  }
  if (isArrayPointer(type) && !owner.lent) {
    field.type = convertKept(decl);
    field.isKept = true;
    return field.type ? &field : nullptr;
  }
  if (type->isPointerType() || type->isReferenceType()) {
    m_reporter.report(loc, diag::MemberPointer,
                      {decl->getNameAsString(), type->isPointerType() ? "pointer" : "reference"},
                      {{use, "used here"}});
    return nullptr;
  }
  if (owner.lent && type->isArrayType()) {
    m_reporter.report(loc, diag::LentArray, {decl->getNameAsString(), owner.lent->control},
                      {{use, "used here"}});
    return nullptr;
  }
  if (isClockType(type)) {
    field.type = vkm::HostType::get(
        &m_context, m_interface.spellType(type.getUnqualifiedType(), decl->getASTContext()));
    return &field;
  }
  std::optional<StdVector> vector = matchStdVector(type);
  mlir::Type object = vector ? convertStdVectorElement(*vector, decl, use)
                             : m_types.convert(type, decl->getASTContext(), loc);
  if (!object)
    return nullptr;
  std::string name = decl->getNameAsString();
  bool holdsVariants = m_types.holdsVariants(object);
  bool isHeld = holdsVariants && owner.lent && vector ? m_types.checkGiven(object, name, loc)
                : holdsVariants && !owner.lent
                    ? m_types.checkVariants(object, name, loc)
                    : m_types.checkMemory(object, name, loc, /*isRead=*/!vector);
  if (!isHeld)
    return nullptr;
  field.type = object;
  if (owner.lent)
    m_lentFields.insert(field.symbol);
  if (vector) {
    field.type = vkm::DynArrayType::get(&m_context, object);
    // m_taps_size; a name that ends in an underscore gets no second one.
    field.sizeSymbol = m_symbols.unique((llvm::StringRef(field.symbol).rtrim('_') + "_size").str());
  }
  return &field;
}

const clang::FieldDecl *ModuleImporter::findMember(llvm::StringRef symbol) const {
  auto found = llvm::find_if(
      m_fieldOrder, [&](const Field *field) { return field->type && field->symbol == symbol; });
  return found == m_fieldOrder.end() ? nullptr : (*found)->decl;
}

/// The type of the elements of a vector that is a member or parameter; null where an error was
/// reported.
mlir::Type ModuleImporter::convertStdVectorElement(const StdVector &vector,
                                                   const clang::DeclaratorDecl *decl,
                                                   std::optional<mlir::Location> use) {
  mlir::Location loc = m_program.sourceOf(decl).text().location(decl->getLocation());
  llvm::SmallVector<std::pair<mlir::Location, std::string>> notes;
  if (use)
    notes.push_back({*use, "used here"});
  if (vector.element->isBooleanType()) {
    m_reporter.report(loc, diag::StdVectorBool, {decl->getNameAsString()}, notes);
    return {};
  }
  if (matchStdVector(vector.element)) {
    m_reporter.report(loc, diag::StdVectorNested, {decl->getNameAsString()}, notes);
    return {};
  }
  m_types.noteVariantName(decl->getType());
  if (const clang::CXXRecordDecl *root = matchHeldObject(vector.element)) {
    const Hierarchy *hierarchy = m_types.getHierarchy(root, loc);
    return hierarchy ? mlir::Type(hierarchy->record) : mlir::Type();
  }
  return m_types.convert(vector.element, decl->getASTContext(), loc);
}

vkm::FieldOp ModuleImporter::addLocalVector(const clang::VarDecl *variable,
                                            llvm::StringRef control) {
  mlir::Location loc = m_program.sourceOf(variable).text().location(variable->getSourceRange());
  std::string name = variable->getNameAsString();
  mlir::Type element =
      convertStdVectorElement(*matchStdVector(variable->getType()), variable, std::nullopt);
  if (!element || !m_types.checkMemory(element, name, loc))
    return {};
  return addLocalVector(name, element, control, loc);
}

vkm::FieldOp ModuleImporter::addLocalVector(llvm::StringRef name, mlir::Type element,
                                            llvm::StringRef control, mlir::Location loc) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&m_class.getBody().front());
  auto field = builder.create<vkm::FieldOp>(loc, m_symbols.unique((control + "_" + name).str()),
                                            vkm::DynArrayType::get(&m_context, element),
                                            vkm::CppAccess::Protected, mlir::IntegerAttr(),
                                            /*temporary=*/false, mlir::FlatSymbolRefAttr());
  vkm::markLocal(field, control, name);
  return field;
}

/// The host can take the bytes of a std::pair, but not give it others.
void ModuleImporter::checkPairs() {
  vkm::EffectSet effects;
  for (auto kernel : m_class.getOps<vkm::KernelOp>())
    effects.add(vkm::getEffects(kernel.getFunctionBody()));
  for (const Field *known : m_fieldOrder) {
    const Field &field = *known;
    const clang::FieldDecl *decl = field.decl;
    if (!field.type || llvm::isa<vkm::DynArrayType>(field.type) || !m_types.holdsPair(field.type))
      continue;
    if (llvm::any_of(effects.writes, [&](const vkm::Root &root) {
          return root.symbol && root.symbol.getValue() == field.symbol;
        }))
      m_reporter.report(m_program.sourceOf(decl).text().location(decl->getLocation()),
                        diag::TypePairMemory, {decl->getNameAsString()});
  }
}

/// Members that shaders have in another form than the host are nothing that host code can touch:
/// what a control function does itself, beside the kernels and control functions that it calls, and
/// beside what runs once per thread, whose loops become kernels. The order of a sort is code of
/// kernels, too.
void ModuleImporter::checkPacked() {
  llvm::DenseSet<std::pair<mlir::Operation *, const Field *>> reported;
  auto check = [&](vkm::ControlOp control, mlir::Operation *op) {
    vkm::EffectSet effects = vkm::getEffects(op);
    for (const Field *field : m_fieldOrder) {
      if (!field->type || !m_types.isPacked(field->type))
        continue;
      vkm::Root root{mlir::StringAttr::get(&m_context, field->symbol), {}};
      bool isTouched = effects.readsAny(root) || effects.writesAny(root);
      if (isTouched && reported.insert({control, field}).second)
        m_reporter.report(op->getLoc(), diag::PackedOnHost,
                          {field->decl->getNameAsString(), control.getSymName().str()});
    }
  };
  for (auto control : m_class.getOps<vkm::ControlOp>())
    control.walk([&](mlir::Operation *op) {
      bool isCode = op->getNumRegions() == 0;
      if (auto call = dyn_cast<vkm::CallOp>(op)) {
        auto function = llvm::dyn_cast_or_null<vkm::FuncOp>(vkm::lookupCallee(call).getOperation());
        isCode = function && !function.getThreadIndex();
      }
      if (isCode && !op->getParentOfType<vkm::SortOp>())
        check(control, op);
    });
}

void ModuleImporter::createFields() {
  m_builder.setInsertionPointToStart(&m_class.getBody().front());
  for (const Field *known : m_fieldOrder) {
    const Field &field = *known;
    const clang::FieldDecl *decl = field.decl;
    if (!field.type)
      continue;
    SourceText &text = m_program.sourceOf(decl).text();
    auto op = m_builder.create<vkm::FieldOp>(text.location(decl->getSourceRange()), field.symbol,
                                             field.type, convertAccess(decl->getAccess()),
                                             mlir::IntegerAttr(), /*temporary=*/false,
                                             mlir::FlatSymbolRefAttr());
    if (mlir::DictionaryAttr enumeration = describeEnumeration(decl->getType(), &m_context))
      op->setAttr(vkm::kEnumerationAttr, enumeration);
    if (field.symbol != decl->getName())
      op->setAttr("cpp_name", m_builder.getStringAttr(decl->getName()));
    // A pointer to member names the class that declares it.
    auto *owner = cast<clang::CXXRecordDecl>(decl->getParent());
    if (m_program.key(owner) != m_program.key(m_roles.record))
      op->setAttr("cpp_class", m_builder.getStringAttr(qualifiedName(owner)));
    if (decl->getASTContext().getBaseElementType(decl->getType()).isConstQualified())
      op->setAttr("is_const", m_builder.getUnitAttr());
    describePath(field, op);
    vkm::FieldOp size;
    if (std::string comment = text.takeComment(decl->getSourceRange()); !comment.empty())
      op->setAttr(vkm::kCommentAttr, m_builder.getStringAttr(comment));
    if (!field.sizeSymbol.empty())
      size = m_builder.create<vkm::FieldOp>(
          op.getLoc(), field.sizeSymbol, m_types.integerType(32, false), vkm::CppAccess::Public,
          mlir::IntegerAttr(), false, mlir::FlatSymbolRefAttr::get(&m_context, field.symbol));
    if (field.owner->lent)
      describeLent(field, op, size);
    if (field.isKept)
      describeKept(field, op);
  }
  createPools();
}

//===------------------------------------------------------------------------------------------===//
// Kernels and control functions
//===------------------------------------------------------------------------------------------===//

bool ModuleImporter::checkClassMethod(const RoleMethod &method, bool isKernel) {
  mlir::Location loc = m_program.sourceOf(method.decl).text().location(method.decl->getLocation());
  std::string what = isKernel ? "kernel" : "control function",
              name = method.decl->getNameAsString();
  if (method.decl->isStatic()) {
    m_reporter.report(loc, diag::KernelStatic, {what, name});
    return false;
  }
  if (isKernel && !method.decl->getReturnType()->isVoidType()) {
    m_reporter.report(loc, diag::KernelResult, {name});
    return false;
  }
  if (method.decl->isVariadic()) {
    m_reporter.report(loc, diag::Variadic, {name});
    return false;
  }
  if (!isKernel && method.decl->hasAttr<clang::FinalAttr>()) {
    m_reporter.report(loc, diag::ControlFinal, {name});
    return false;
  }
  return true;
}

/// Whether a reference parameter of a kernel or control function is a place that its caller names.
bool ModuleImporter::isPlaceOfCaller(clang::QualType type, bool isKernel) {
  if (!type->isLValueReferenceType())
    return false;
  clang::QualType object = type->getPointeeType();
  if (object->isPointerType() || matchStdVector(object) || (!isKernel && object->isArrayType()))
    return false;
  // Numbers that are only read are values.
  bool isWhole = object->isArrayType() || (object->isRecordType() && !m_types.vectorType(object));
  return !object.isConstQualified() || (isKernel && isWhole);
}

/// An array that a kernel or control function is given; `given` says what else points into it.
bool ModuleImporter::addArray(Signature &signature, const clang::ParmVarDecl *parameter,
                              const ParameterShape &given) {
  mlir::Location loc = m_program.sourceOf(parameter).text().location(parameter->getSourceRange());
  mlir::Type pointer = m_types.convertPointer(parameter->getType()->getPointeeType(),
                                              parameter->getASTContext(), loc);
  mlir::Type element = pointer ? llvm::cast<vkm::PtrType>(pointer).getPointee() : mlir::Type();
  if (!pointer || !m_types.checkGiven(element, parameter->getNameAsString(), loc))
    return false;
  ParameterInput input;
  if (given.sameAs) {
    // What one of them writes the others may read.
    input.input = signature.parameters[*given.sameAs].input;
    auto known = llvm::cast<vkm::PtrType>(signature.inputs[input.input]);
    if (known.getIsConst())
      signature.inputs[input.input] = pointer;
  } else {
    input.input = signature.inputs.size();
    signature.inputs.push_back(pointer);
  }
  input.sharesIndex = given.indexFrom.has_value();
  if (given.hasIndex && !input.sharesIndex) {
    input.index = signature.inputs.size();
    signature.inputs.push_back(given.indexType ? given.indexType
                                               : m_types.pointerIndexType(element));
  }
  signature.parameters.push_back(input);
  signature.passing.push_back(Passing::Pointer);
  return true;
}

/// What a parameter of a kernel or control function may not be; empty where it may be given.
/// `isWritten`: the function changes it.
std::string ModuleImporter::findRefusal(const clang::ParmVarDecl *parameter, bool isWritten) {
  clang::QualType type = parameter->getType();
  if (type->isPointerType()) {
    clang::QualType pointee = type->getPointeeType();
    if (!pointee->isPointerType() && !pointee->isFunctionType() && !pointee->isVoidType())
      return "";
    return "a pointer to no array of objects ('" +
           type.getAsString(parameter->getASTContext().getPrintingPolicy()) + "')";
  }
  if (type->isReferenceType()) {
    // A temporary that nobody changes is a value.
    bool isValue =
        type->isRValueReferenceType() ? !isWritten : type->getPointeeType().isConstQualified();
    if (!isValue)
      return "a reference that can be written";
    type = type->getPointeeType();
  }
  // The host takes a struct apart where kernels need something of it.
  if (matchStdVector(type))
    return "a std::vector";
  if (holdsVectors(type))
    return "a struct with a std::vector";
  return type->isArrayType() ? "an array" : "";
}

/// `isOutput`: of a pointer, only what it points to is used. False after an error.
bool ModuleImporter::addClassParameter(Signature &signature, const clang::ParmVarDecl *parameter,
                                       const RoleMethod &method, bool isKernel, bool isOutput,
                                       const CallShape *shape) {
  const clang::ASTContext &ast = parameter->getASTContext();
  mlir::Location loc = m_program.sourceOf(parameter).text().location(parameter->getSourceRange());
  clang::QualType type = parameter->getType();
  // An image, or what is called: the call says which one.
  if ((type->isLValueReferenceType() && holdsVectors(type)) ||
      (isCallableType(type) && !isTranslatedObject(type))) {
    signature.parameters.emplace_back();
    signature.passing.push_back(Passing::Closure);
    return true;
  }
  auto add = [&](mlir::Type input, Passing passing) {
    signature.parameters.push_back({static_cast<unsigned>(signature.inputs.size()), {}, {}});
    signature.inputs.push_back(input);
    signature.passing.push_back(passing);
    return static_cast<bool>(input);
  };
  // `int &count`, and `int *count` of which only `*count` is used: the caller's.
  if (isPlaceOfCaller(type, isKernel) || isOutput) {
    mlir::Type object = m_types.convert(type->getPointeeType().getUnqualifiedType(), ast, loc);
    if (object && isKernel && !m_types.checkMemory(object, parameter->getNameAsString(), loc))
      object = {};
    return add(object ? mlir::Type(vkm::RefType::get(object)) : object, Passing::Reference);
  }
  if (std::optional<StdVector> vector = matchStdVector(type.getNonReferenceType());
      vector && isKernel && type->isLValueReferenceType())
    return addStdVector(signature, *vector, type->getPointeeType().isConstQualified(), parameter);
  bool isWritten = findMutatedParameters(method.definition).contains(parameter);
  if (std::string what = findRefusal(parameter, isWritten); !what.empty()) {
    m_reporter.report(loc, diag::KernelParameter,
                      {parameter->getNameAsString(), isKernel ? "kernel" : "control function",
                       method.decl->getNameAsString(), what});
    return false;
  }
  if (type->isPointerType())
    return addArray(signature, parameter,
                    shape ? (*shape)[parameter->getFunctionScopeIndex()] : ParameterShape());
  return add(m_types.convert(type.getNonReferenceType(), ast, loc), Passing::Value);
}

/// What lambdas captured follows the parameters, but for what one of these has.
void ModuleImporter::addCaptures(Signature &signature, const ClosureArguments &closures) {
  for (const CaptureInput &input : closures.inputs) {
    if (!input.sameAs) {
      signature.inputs.push_back(input.type);
      continue;
    }
    // What the lambda writes the parameter may read.
    mlir::Type &known = signature.inputs[signature.parameters[*input.sameAs].input];
    auto pointer = llvm::dyn_cast<vkm::PtrType>(input.type);
    if (pointer && !pointer.getIsConst())
      known = pointer;
  }
}

/// Numbers by value, structs and arrays of them, which vkm-split-parameters takes apart; pointers
/// as buffers.
std::optional<Signature> ModuleImporter::makeClassSignature(const RoleMethod &method, bool isKernel,
                                                            const CallShape *shape,
                                                            const ClosureArguments *closures) {
  const clang::FunctionDecl *definition = method.definition;
  Signature signature;
  bool failed = false;
  llvm::DenseSet<const clang::ParmVarDecl *> outputs;
  if (!isKernel)
    outputs = findObjectsOfControl(
        m_program, definition, [&](const clang::CXXMethodDecl *m) { return this->isKernel(m); });
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    failed |= !addClassParameter(signature, parameter, method, isKernel,
                                 outputs.contains(parameter), shape);
  for (auto [index, parameter] : llvm::enumerate(signature.parameters))
    if (parameter.sharesIndex)
      parameter.index = signature.parameters[*(*shape)[index].indexFrom].input;
  if (closures && !failed)
    addCaptures(signature, *closures);
  clang::QualType result = definition->getReturnType();
  if (!result->isVoidType()) {
    mlir::Location loc =
        m_program.sourceOf(definition).text().location(definition->getReturnTypeSourceRange());
    if (result->isReferenceType() || result->isPointerType()) {
      m_reporter.report(loc, diag::ReturnsPointer, {method.decl->getNameAsString()});
      return std::nullopt;
    }
    signature.result = m_types.convert(result, definition->getASTContext(), loc);
    failed |= !signature.result;
  }
  return failed ? std::nullopt : std::optional(signature);
}

/// The name that a parameter has in a method that this one overrides.
static std::string nameInOverridden(const clang::FunctionDecl *function, unsigned index) {
  auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (!method)
    return "";
  for (const clang::CXXMethodDecl *overridden : method->overridden_methods()) {
    std::string name = overridden->getParamDecl(index)->getNameAsString();
    if (name.empty())
      name = nameInOverridden(overridden, index);
    if (!name.empty())
      return name;
  }
  return "";
}

/// The source names of parameters and, for what the generated class declares again, their C++
/// types.
mlir::ArrayAttr ModuleImporter::argumentNames(const clang::FunctionDecl *definition,
                                              const Signature &signature, Method method,
                                              const ClosureArguments *closures) {
  llvm::SmallVector<mlir::Attribute> attributes;
  auto add = [&](llvm::StringRef name, llvm::StringRef type, llvm::StringRef defaultValue) {
    llvm::SmallVector<mlir::NamedAttribute> pairs;
    pairs.push_back(m_builder.getNamedAttr(vkm::kNameAttr, m_builder.getStringAttr(name)));
    if (!type.empty())
      pairs.push_back(m_builder.getNamedAttr("vkm.cpp_type", m_builder.getStringAttr(type)));
    if (!defaultValue.empty())
      pairs.push_back(
          m_builder.getNamedAttr("vkm.cpp_default", m_builder.getStringAttr(defaultValue)));
    attributes.push_back(m_builder.getDictionaryAttr(pairs));
  };
  if (signature.self)
    add("self", "", "");
  const clang::ASTContext &ast = definition->getASTContext();
  for (const clang::ParmVarDecl *parameter : definition->parameters()) {
    unsigned index = parameter->getFunctionScopeIndex();
    if (signature.passing[index] == Passing::Closure)
      continue;
    std::string name = parameter->getNameAsString(), type, defaultValue;
    clang::QualType parameterType = parameter->getType().getUnqualifiedType();
    if (method == Method::Kernel)
      type = clang::TypeName::getFullyQualifiedName(parameterType, ast, ast.getPrintingPolicy());
    if (method == Method::Control) {
      type = m_interface.spellType(parameterType, ast);
      defaultValue = m_interface.spellDefault(definition, index);
    }
    if (name.empty())
      name = nameInOverridden(definition, index);
    if (name.empty())
      name = "arg" + std::to_string(index);
    const ParameterInput &input = signature.parameters[index];
    if (input.input == attributes.size()) {
      // Of several pointers into one array, the one that may write names it.
      const clang::ParmVarDecl *named = parameter;
      auto isReadOnly = [](const clang::ParmVarDecl *pointer) {
        return pointer->getType()->getPointeeType().isConstQualified();
      };
      if (signature.passing[index] == Passing::Pointer)
        for (auto [other, how, otherInput] :
             llvm::zip(definition->parameters(), signature.passing, signature.parameters))
          if (how == Passing::Pointer && otherInput.input == input.input && isReadOnly(named) &&
              !isReadOnly(other))
            named = other;
      if (named != parameter && method == Method::Kernel)
        type = clang::TypeName::getFullyQualifiedName(named->getType().getUnqualifiedType(), ast,
                                                      ast.getPrintingPolicy());
      add(named == parameter ? llvm::StringRef(name) : named->getName(), type, defaultValue);
    }
    if (input.row)
      add(name + "Row", "", "");
    bool isVector = signature.passing[index] == Passing::StdVector;
    if (input.index && !input.sharesIndex)
      add(isVector ? (llvm::StringRef(name).rtrim('_') + "_size").str() : name + "Index", "", "");
  }
  if (closures)
    for (const CaptureInput &input : closures->inputs)
      if (!input.sameAs)
        add(input.name, "", "");
  return m_builder.getArrayAttr(attributes);
}

/// With `template <...>` in front, where comments stand before that.
static clang::SourceRange rangeWithTemplate(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  const clang::FunctionTemplateDecl *whole =
      pattern ? pattern->getDescribedFunctionTemplate() : nullptr;
  return whole ? whole->getSourceRange() : function->getSourceRange();
}

/// All instances of a template have its comment.
void ModuleImporter::addComment(mlir::Operation *op, const clang::FunctionDecl *function) {
  for (const clang::FunctionDecl *declaration : m_program.declarations(function)) {
    const clang::FunctionDecl *pattern = declaration->getTemplateInstantiationPattern();
    std::string comment = pattern ? m_templateComments.lookup(pattern) : std::string();
    if (comment.empty())
      comment = m_program.sourceOf(declaration).text().takeComment(rangeWithTemplate(declaration));
    if (comment.empty())
      continue;
    if (pattern)
      m_templateComments[pattern] = comment;
    op->setAttr(vkm::kCommentAttr, m_builder.getStringAttr(comment));
    return;
  }
}

std::string ModuleImporter::commentOf(const clang::ValueDecl *constant) {
  auto [entry, isNew] = m_constantComments.try_emplace(constant);
  // In `enum { Left, Right };` it is about both.
  const clang::SourceManager &sources = constant->getASTContext().getSourceManager();
  auto lineOf = [&](clang::SourceLocation loc) { return sources.getExpansionLineNumber(loc); };
  auto *enumeration = dyn_cast<clang::EnumDecl>(constant->getDeclContext());
  bool isBeside =
      enumeration && lineOf(enumeration->getBeginLoc()) == lineOf(constant->getBeginLoc());
  if (isNew && !isBeside)
    entry->second = m_program.sourceOf(constant).text().takeComment(constant->getSourceRange());
  return entry->second;
}

void ModuleImporter::importKernels() {
  for (const clang::CXXMethodDecl *kernel : m_roles.undefinedKernels) {
    m_reporter.report(m_program.sourceOf(kernel).text().location(kernel->getLocation()),
                      diag::NoDefinition, {displayName(kernel)});
    m_launchables[m_program.key(kernel)].state = ImportedFunction::State::Failed;
  }
  // All kernels and control functions get their names before the first body that calls one.
  auto declare = [&](const RoleMethod &method, bool isKernel) {
    ImportedFunction function;
    std::optional<Signature> signature;
    if (checkClassMethod(method, isKernel))
      signature = makeClassSignature(method, isKernel);
    // What takes lambdas is there for its calls alone, which have names.
    function.symbol = nameOfMethod(method);
    if (!signature || !takesCallables(method))
      function.symbol = m_symbols.unique(function.symbol);
    function.displayName = displayName(method.decl);
    if (signature)
      function.signature = *signature;
    function.state =
        signature ? ImportedFunction::State::Building : ImportedFunction::State::Failed;
    m_launchables.emplace(method.key, std::move(function));
  };
  // What an object of the class runs has the plain name, what only overriders call another one.
  for (bool isReplaced : {false, true}) {
    for (const RoleMethod &kernel : m_roles.kernels)
      if (kernel.isReplaced == isReplaced)
        declare(kernel, true);
    for (const RoleMethod &control : m_roles.controls)
      if (control.isReplaced == isReplaced)
        declare(control, false);
  }

  for (const RoleMethod &kernel : m_roles.kernels) {
    ImportedFunction &function = m_launchables.at(kernel.key);
    // A kernel whose parameters are parts of the object is imported at its launches, once for each
    // combination of parts.
    if (function.state != ImportedFunction::State::Failed && !takesParts(function))
      addComment(importKernel(kernel, function), kernel.decl);
  }
}

vkm::KernelOp ModuleImporter::importKernel(const RoleMethod &kernel, ImportedFunction &function) {
  mlir::Location loc =
      m_program.sourceOf(kernel.definition).text().location(kernel.definition->getSourceRange());
  mlir::OpBuilder detached(&m_context);
  auto op = detached.create<vkm::KernelOp>(
      loc, function.symbol, m_builder.getFunctionType(function.signature.inputs, {}),
      argumentNames(kernel.definition, function.signature, Method::Kernel, function.closures.get()),
      mlir::ArrayAttr(), kernel.dims,
      m_builder.getStringAttr(withoutKernelPrefix(function.symbol)));
  if (const FunctionConfig *stated = config(kernel.decl); stated && stated->isIndependent)
    op->setAttr(vkm::kAssumeIndependentAttr, m_builder.getUnitAttr());
  if (function.symbol != kernel.decl->getName())
    op->setAttr("cpp_name", m_builder.getStringAttr(kernel.decl->getName()));
  std::optional<Reporter::NoteScope> scope;
  if (kernel.decl->getTemplateInstantiationPattern()) {
    scope.emplace(m_reporter, loc, "in '" + function.displayName + "'");
    // The text stands in the class once, and in a kernel for each instance.
    m_program.sourceOf(kernel.definition)
        .text()
        .releaseComments(kernel.definition->getBody()->getSourceRange());
  }
  buildFunction(op, kernel.definition, function);
  m_class.getBody().front().push_back(op);
  function.state = ImportedFunction::State::Done;
  return op;
}

vkm::KernelOp ModuleImporter::getExchangeKernel(mlir::Type element, mlir::Location where,
                                                llvm::function_ref<void(vkm::KernelOp)> fill) {
  mlir::Type pointer = vkm::PtrType::get(element, /*isConst=*/false);
  for (auto kernel : m_class.getBody().front().getOps<vkm::KernelOp>())
    if (kernel->hasAttr(vkm::kExchangesAttr) && kernel.getArgumentTypes().front() == pointer)
      return kernel;
  mlir::Type types[] = {pointer, pointer, m_types.integerType(32, false)};
  llvm::SmallVector<mlir::Attribute> names;
  for (const char *name : {"first", "second", "count"})
    names.push_back(m_builder.getDictionaryAttr(
        m_builder.getNamedAttr(vkm::kNameAttr, m_builder.getStringAttr(name))));
  mlir::OpBuilder detached(&m_context);
  std::string symbol = m_symbols.unique("kernel1D_Exchange");
  auto kernel = detached.create<vkm::KernelOp>(
      where, symbol, m_builder.getFunctionType(types, {}), m_builder.getArrayAttr(names),
      mlir::ArrayAttr(), /*dims=*/1, m_builder.getStringAttr(withoutKernelPrefix(symbol)));
  kernel->setAttr(vkm::kOutlinedAttr, m_builder.getUnitAttr());
  kernel->setAttr(vkm::kExchangesAttr, m_builder.getUnitAttr());
  kernel->setAttr(vkm::kCommentAttr,
                  m_builder.getStringAttr("Exchanges the elements of two vectors of one size."));
  mlir::Block &body = kernel.getBody().emplaceBlock();
  for (mlir::Type type : types)
    body.addArgument(type, where);
  m_class.getBody().front().push_back(kernel);
  fill(kernel);
  return kernel;
}

/// `isInlined`: part of other control functions, and no function of the generated class.
vkm::ControlOp ModuleImporter::importControl(const RoleMethod &control, ImportedFunction &function,
                                             bool isInlined) {
  vkm::ControlOp op = createControl(control, function);
  if (isInlined)
    op->setAttr("is_inlined", m_builder.getUnitAttr());
  else
    addComment(op, control.decl);
  buildFunction(op, control.definition, function);
  m_class.getBody().front().push_back(op);
  function.state = ImportedFunction::State::Done;
  return op;
}

void ModuleImporter::importControls() {
  importLentControls();
  for (const RoleMethod &control : m_roles.controls) {
    ImportedFunction &function = m_launchables.at(control.key);
    // One that takes parts of the object is there once for each call with others.
    if (function.state == ImportedFunction::State::Failed || takesParts(function))
      continue;
    // `Base::Run(n)` in an overrider: part of that.
    importControl(control, function, /*isInlined=*/control.isReplaced);
    warnIfHidden(control);
  }
  for (const RoleMethod &entry : m_roles.entries)
    importEntry(entry);
  for (const RoleMethod &thread : m_roles.driven)
    importBlockDriver(thread);
  if (m_reporter.failed())
    return;
  if (mlir::ArrayAttr overloads = m_interface.overloads())
    m_class->setAttr("overloads", overloads);
  if (mlir::DictionaryAttr types = m_interface.exposedTypes())
    m_class->setAttr("exposed_types", types);
  m_class->setAttr("member_names", m_interface.memberNames());
  VariantEmitter::finishHeld(*m_module);
  checkCalls();
}

const ImportedFunction *ModuleImporter::findLaunchable(const std::string &key) const {
  auto found = m_launchables.find(key);
  return found == m_launchables.end() ? nullptr : &found->second;
}

const clang::CXXMethodDecl *
ModuleImporter::resolveVirtual(const clang::CXXMethodDecl *method) const {
  if (!method->isVirtual())
    return method;
  // The class may have been parsed in another translation unit than the call: the method of the
  // same name there knows who overrides it.
  const clang::CXXRecordDecl *record = m_roles.record;
  const clang::CXXMethodDecl *known = nullptr;
  auto look = [&](const clang::CXXRecordDecl *owner) {
    for (const clang::CXXMethodDecl *candidate : owner->methods())
      if (m_program.key(candidate) == m_program.key(method))
        known = candidate;
    return true;
  };
  look(record);
  record->forallBases(look);
  const clang::CXXMethodDecl *final =
      known ? const_cast<clang::CXXMethodDecl *>(known)->getCorrespondingMethodInClass(record)
            : nullptr;
  return final ? final : method;
}

void ModuleImporter::buildFunction(mlir::Operation *op, const clang::FunctionDecl *definition,
                                   const ImportedFunction &function) {
  mlir::Region &region = op->getRegion(0);
  mlir::Block &block = region.emplaceBlock();
  SourceText &text = m_program.sourceOf(definition).text();
  const Signature &signature = function.signature;
  llvm::SmallVector<mlir::Location> locations(signature.inputs.size(), op->getLoc());
  for (auto [index, parameter] : llvm::enumerate(definition->parameters())) {
    if (isKnown(signature.passing[index]))
      continue;
    const ParameterInput &input = signature.parameters[index];
    mlir::Location loc = text.location(parameter->getSourceRange());
    for (unsigned position :
         {input.input, input.row.value_or(input.input), input.index.value_or(input.input)})
      if (locations[position] == op->getLoc())
        locations[position] = loc;
  }
  if (function.closures) {
    auto *location = locations.end() - function.closures->countOwn();
    for (const CaptureInput &input : function.closures->inputs)
      if (!input.sameAs)
        *location++ = input.loc;
  }
  block.addArguments(signature.inputs, locations);
  bool isControl = llvm::isa<vkm::ControlOp>(op);
  if (isControl || llvm::isa<vkm::KernelOp>(op))
    emitStatedExtents(*this, definition, signature, block);
  Body body(*this, definition, function, isControl);
  buildBody(body, &block);
}
