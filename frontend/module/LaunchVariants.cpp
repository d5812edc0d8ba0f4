//===- LaunchVariants.cpp - Kernels and control functions for what one call gives them --------===//
//
// A pointer into the middle of an array, one array for two parameters, and an object that is taken
// apart are known where a control function calls. What is called is translated once more for them:
//
//   Blur(m_picture, m_soft);      ->   vkm.call @Blur_picture_soft()
//   kernel1D_Add(a, a + n, n);    ->   vkm.call @kernel1D_Add_inPlace(%a, %n)
//
// A control function that is translated so becomes a part of those that call it.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/Lambdas.h"
#include "frontend/body/Parts.h"
#include "frontend/module/ModuleImporter.h"

#include "llvm/ADT/StringSet.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

bool ModuleImporter::takesParts(const ImportedFunction &function) {
  return llvm::is_contained(function.signature.passing, Passing::Closure);
}

bool ModuleImporter::takesCallables(const RoleMethod &method) {
  return llvm::any_of(method.definition->parameters(), [](const clang::ParmVarDecl *parameter) {
    return isCallableType(parameter->getType());
  });
}

/// What a closure adds to the name of what is translated for it; empty for a lambda that is written
/// in the call, which is called as the parameter.
static std::string nameOfClosure(const Closure &closure, const clang::ParmVarDecl *parameter) {
  if (closure.part)
    return "_" + nameOfPart(*closure.part);
  if (closure.function)
    return "_" + closure.function->getNameAsString();
  if (!closure.isLambda())
    return "_" + plainName(closure.record);
  bool isNamed = closure.name != parameter->getName() && closure.name != kNoName;
  return isNamed ? "_" + closure.name : "";
}

const ImportedFunction *
ModuleImporter::getLaunchVariant(const std::string &key, const CallShape &shape, bool isOwn,
                                 std::shared_ptr<const ClosureArguments> closures) {
  const ImportedFunction &plain = m_launchables.at(key);
  std::string variantKey = key;
  for (const ParameterShape &parameter : shape) {
    llvm::raw_string_ostream stream(variantKey);
    stream << '|' << parameter.hasIndex;
    if (parameter.hasIndex)
      stream << parameter.indexType;
    if (parameter.sameAs)
      stream << '=' << *parameter.sameAs;
    if (parameter.indexFrom)
      stream << '+' << *parameter.indexFrom;
    if (parameter.part)
      stream << '&' << parameter.part->key;
  }
  if (closures)
    variantKey += "|" + closures->key;
  auto [it, isNew] = m_launchVariants.try_emplace(variantKey);
  ImportedFunction &function = it->second;
  // A control function that calls itself is found when it is put into its callers.
  if (!isNew)
    return function.state != ImportedFunction::State::Failed ? &function : nullptr;
  bool isKernel = m_roles.isKernel(key);
  const RoleMethod &method =
      *llvm::find_if(isKernel ? m_roles.kernels : m_roles.controls,
                     [&](const RoleMethod &known) { return known.key == key; });
  function.displayName = plain.displayName;
  function.state = ImportedFunction::State::Failed;
  std::optional<Signature> signature = makeClassSignature(method, isKernel, &shape, closures.get());
  if (!signature)
    return nullptr;
  function.signature = *signature;
  bool sharesArray = llvm::any_of(shape, [](const ParameterShape &p) { return p.sameAs; });
  function.closures = closures;
  bool isFirst =
      isOwn || (closures && !m_lentControls.count(key) && !m_class.lookupSymbol(plain.symbol));
  std::string names = closures ? "" : sharesArray ? "_inPlace" : "_part";
  if (closures)
    for (const ClosureArguments::Entry &entry : closures->entries)
      names += nameOfClosure(*entry.closure, method.definition->getParamDecl(*entry.parameter));
  if (takesCallables(method) && !isOwn)
    function.symbol = m_symbols.unique(identifierOf(plain.symbol + names));
  else
    function.symbol = isFirst ? plain.symbol : m_symbols.unique(plain.symbol + names);
  // The text stands in the class once, and now in two functions.
  m_program.sourceOf(method.definition)
      .text()
      .releaseComments(method.definition->getBody()->getSourceRange());
  if (!isKernel) {
    function.state = ImportedFunction::State::Building;
    vkm::ControlOp op = importControl(method, function, /*isInlined=*/!isOwn);
    if (isOwn)
      describeObjects(op, method);
    return &function;
  }
  vkm::KernelOp op = importKernel(method, function);
  if (isFirst)
    addComment(op, method.decl);
  auto original = m_class.lookupSymbol<vkm::KernelOp>(plain.symbol);
  if (mlir::Attribute comment = original ? original->getAttr(vkm::kCommentAttr) : nullptr)
    op->setAttr(vkm::kCommentAttr, comment);
  return &function;
}

//===------------------------------------------------------------------------------------------===//
// What nobody calls
//===------------------------------------------------------------------------------------------===//

void ModuleImporter::checkCalls() {
  llvm::StringSet<> called;
  m_class.walk([&](vkm::CallOp call) { called.insert(call.getCallee()); });
  auto isVariantCalled = [&](const RoleMethod &method) {
    return llvm::any_of(m_launchVariants, [&](const auto &entry) {
      return llvm::StringRef(entry.first).starts_with(method.key + "|");
    });
  };
  auto report = [&](const RoleMethod &method, const DiagInfo &what,
                    llvm::ArrayRef<std::string> words) {
    m_reporter.report(m_program.sourceOf(method.decl).text().location(method.decl->getLocation()),
                      what, words);
  };
  // Who chooses what is called, which nobody says.
  auto reportCallable = [&](const RoleMethod &method, llvm::StringRef what) {
    for (const clang::ParmVarDecl *parameter : method.definition->parameters())
      if (isCallableType(parameter->getType()))
        return report(method, diag::CallableUnknown,
                      {parameter->getNameAsString(), what.str(), displayName(method.decl)});
  };
  for (const RoleMethod &control : m_roles.controls) {
    if (!takesParts(m_launchables.at(control.key)) || isVariantCalled(control))
      continue;
    if (takesCallables(control))
      reportCallable(control, "control function");
    else
      report(control, diag::KernelNotBound, {"control function", displayName(control.decl)});
  }
  if (m_reporter.failed())
    return;
  for (const RoleMethod &kernel : m_roles.kernels) {
    const ImportedFunction &function = m_launchables.at(kernel.key);
    if (called.contains(function.symbol))
      continue;
    // Only in place, or on parts of arrays.
    bool isNeeded = isVariantCalled(kernel);
    bool takesPlaces = llvm::is_contained(function.signature.passing, Passing::Reference);
    if (isNeeded && takesParts(function))
      continue;
    if (isNeeded)
      removeFunction(m_class.lookupSymbol(function.symbol));
    else if (takesCallables(kernel))
      reportCallable(kernel, "kernel");
    else if (takesPlaces || takesParts(function))
      report(kernel, diag::KernelNotBound, {"kernel", displayName(kernel.decl)});
    else
      report(kernel, diag::KernelNotCalled, {displayName(kernel.decl)});
  }
}
