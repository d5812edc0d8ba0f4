//===- Entries.cpp - What control functions are, and kernels that callers call by themselves -===//
//
//   functions:                                   vkm.kernel @kernel1D_Scale(%x, %n) { ... }
//     - function: Scale                          vkm.control @Scale(%x, %n) {
//       role: kernel                        ->     vkm.call @kernel1D_Scale(%x, %n)
//       dimensions: 1                            }
//
// A public method that the config file makes a kernel is what callers call: it is a control
// function that launches itself.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/module/ModuleImporter.h"

#include "frontend/body/Lambdas.h"
#include "frontend/roles/SizeExpression.h"

#include "llvm/ADT/StringExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

static bool isEntry(const ClassRoles &roles, const RoleMethod &method) {
  return llvm::any_of(roles.entries,
                      [&](const RoleMethod &entry) { return entry.key == method.key; });
}

std::string vkmorph::frontend::identifierOf(llvm::StringRef cppName) {
  std::string name;
  for (char c : cppName) {
    bool isPart = llvm::isAlnum(c);
    if (isPart || (!name.empty() && name.back() != '_'))
      name += isPart ? c : '_';
  }
  return llvm::StringRef(name).rtrim('_').str();
}

/// The arguments of a template, those of packs among them, but for the types of what is called,
/// which has a name where it is given.
static void addNames(llvm::ArrayRef<clang::TemplateArgument> arguments,
                     const clang::PrintingPolicy &policy, llvm::raw_ostream &os) {
  for (const clang::TemplateArgument &argument : arguments) {
    bool isType = argument.getKind() == clang::TemplateArgument::Type;
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      addNames(argument.getPackAsArray(), policy, os);
    } else if (!isType || !isCallableType(argument.getAsType())) {
      os << '_';
      argument.print(policy, os, /*IncludeType=*/false);
    }
  }
}

/// kernel1D_Scale_float of the instance kernel1D_Scale<float>.
static std::string nameOfInstance(const clang::CXXMethodDecl *method) {
  std::string name;
  llvm::raw_string_ostream os(name);
  clang::PrintingPolicy policy(method->getASTContext().getLangOpts());
  policy.adjustForCPlusPlus();
  policy.SuppressUnwrittenScope = true;
  os << method->getName();
  addNames(method->getTemplateSpecializationArgs()->asArray(), policy, os);
  return identifierOf(name);
}

std::string ModuleImporter::nameOfMethod(const RoleMethod &method) const {
  if (method.dims > 0 && method.decl->getPrimaryTemplate())
    return nameOfInstance(method.decl);
  std::string name = method.decl->getNameAsString();
  // The plain name is that of the control function.
  return isEntry(m_roles, method) ? "kernel" + std::to_string(method.dims) + "D_" + name : name;
}

/// A control function without a body.
vkm::ControlOp ModuleImporter::createControl(const RoleMethod &control,
                                             const ImportedFunction &function) {
  const clang::CXXMethodDecl *decl = control.decl;
  SourceText &text = m_program.sourceOf(control.definition).text();
  llvm::SmallVector<mlir::Type> results;
  if (function.signature.result)
    results.push_back(function.signature.result);
  mlir::OpBuilder detached(&m_context);
  auto op = detached.create<vkm::ControlOp>(
      text.location(control.definition->getSourceRange()), function.symbol,
      m_builder.getFunctionType(function.signature.inputs, results),
      argumentNames(control.definition, function.signature, Method::Control,
                    function.closures.get()),
      mlir::ArrayAttr());
  if (decl->isVirtual())
    op->setAttr("is_virtual", m_builder.getUnitAttr());
  if (decl->isConst())
    op->setAttr("is_const", m_builder.getUnitAttr());
  if (auto *type = decl->getType()->getAs<clang::FunctionProtoType>(); type && type->isNothrow())
    op->setAttr("is_noexcept", m_builder.getUnitAttr());
  if (decl->getAccess() != clang::AS_public)
    op->setAttr("cpp_access",
                vkm::CppAccessAttr::get(&m_context, decl->getAccess() == clang::AS_private
                                                        ? vkm::CppAccess::Private
                                                        : vkm::CppAccess::Protected));
  if (function.symbol != decl->getName())
    op->setAttr("cpp_name", m_builder.getStringAttr(decl->getName()));
  if (function.signature.result)
    op->setAttr("cpp_result",
                m_builder.getStringAttr(m_interface.spellType(
                    decl->getReturnType().getUnqualifiedType(), decl->getASTContext())));
  return op;
}

void ModuleImporter::warnIfHidden(const RoleMethod &control) {
  const clang::CXXMethodDecl *decl = control.decl;
  if (!decl->isVirtual() && decl->getAccess() == clang::AS_public && !control.isReplaced)
    m_reporter.report(m_program.sourceOf(decl).text().location(decl->getLocation()),
                      diag::NonVirtualControl, {displayName(decl)});
}

void ModuleImporter::importEntry(const RoleMethod &kernel) {
  const ImportedFunction &launched = m_launchables.at(kernel.key);
  // A kernel that takes objects is imported at calls of the class, which say which objects.
  if (launched.state == ImportedFunction::State::Failed || takesParts(launched))
    return;
  std::optional<Signature> signature = makeDriverSignature(kernel);
  if (!signature)
    return;
  ImportedFunction function;
  function.symbol = m_symbols.unique(kernel.decl->getNameAsString());
  function.displayName = launched.displayName;
  function.signature = *signature;
  vkm::ControlOp op = createControl(kernel, function);
  if (mlir::Attribute comment = m_class.lookupSymbol(launched.symbol)->getAttr(vkm::kCommentAttr))
    op->setAttr(vkm::kCommentAttr, comment);
  mlir::Block &block = op.getBody().emplaceBlock();
  for (mlir::Type type : signature->inputs)
    block.addArgument(type, op.getLoc());
  emitStatedExtents(*this, kernel.definition, *signature, block);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&block);
  llvm::SmallVector<mlir::Value> operands;
  for (auto [parameter, wanted] : llvm::zip(block.getArguments(), launched.signature.inputs)) {
    mlir::Value operand = parameter;
    // A reference to const is a value in control functions, and a place in kernels.
    if (operand.getType() != wanted)
      operand = builder.create<vkm::VarOp>(op.getLoc(), wanted, "given", operand,
                                           /*constant=*/true);
    operands.push_back(operand);
  }
  builder.create<vkm::CallOp>(op.getLoc(), mlir::TypeRange(), launched.symbol, operands);
  m_class.getBody().front().push_back(op);
  warnIfHidden(kernel);
}
