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

const ImportedFunction *ModuleImporter::getLaunchVariant(const std::string &key,
                                                         const CallShape &shape, bool isOwn) {
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
  std::optional<Signature> signature = makeClassSignature(method, isKernel, &shape);
  if (!signature)
    return nullptr;
  function.signature = *signature;
  bool sharesArray = llvm::any_of(shape, [](const ParameterShape &p) { return p.sameAs; });
  auto parts = std::make_shared<ClosureArguments>();
  std::string names;
  for (auto [index, parameter] : llvm::enumerate(shape))
    if (parameter.part) {
      parts->entries.push_back({index, PartEmitter::makePartClosure(parameter.part)});
      names += "_" + nameOfPart(*parameter.part);
    }
  if (!names.empty())
    function.closures = parts;
  bool isFirst = isOwn || (!names.empty() && !m_lentControls.count(key) &&
                           !m_class.lookupSymbol(plain.symbol));
  if (names.empty())
    names = sharesArray ? "_inPlace" : "_part";
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
      m_class.lookupSymbol(function.symbol)->erase();
    else if (takesPlaces || takesParts(function))
      report(kernel, diag::KernelNotBound, {"kernel", displayName(kernel.decl)});
    else
      report(kernel, diag::KernelNotCalled, {displayName(kernel.decl)});
  }
  for (const RoleMethod &control : m_roles.controls) {
    if (!takesParts(m_launchables.at(control.key)))
      continue;
    if (!isVariantCalled(control))
      report(control, diag::KernelNotBound, {"control function", displayName(control.decl)});
  }
}
