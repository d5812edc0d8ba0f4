//===- BaseKernels.cpp - Kernels that call the kernel of a base class ------------------------===//
//
// The base's loops become grids of the kernel that calls it, in front of or behind its own:
//
//   void kernel1D_f(float *a, int n) override {       vkm.grid ... { what the base does }
//     Base::kernel1D_f(a, n);                     ->
//     for (int i = 0; i < n; i++) a[i] += 1;          vkm.grid ... { a[i] += 1 }
//   }
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/BaseKernels.h"

#include "frontend/body/Calls.h"
#include "frontend/body/Pointers.h"
#include "frontend/body/Statements.h"
#include "frontend/roles/Mutation.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// Whether what is emitted now stands in a kernel, outside of all its loops and branches.
bool BaseKernelEmitter::isTopOfKernel() const {
  mlir::Operation *parent = m_builder.getInsertionBlock()->getParentOp();
  while (llvm::isa_and_nonnull<vkm::ScopeOp>(parent))
    parent = parent->getParentOp();
  return llvm::isa_and_nonnull<vkm::KernelOp>(parent);
}

CallResult BaseKernelEmitter::emitBaseKernel(const clang::CXXMemberCallExpr *call,
                                             const clang::CXXMethodDecl *kernel) {
  CallResult failure, done;
  failure.failed = true;
  std::string name = displayName(kernel);
  const clang::FunctionDecl *definition = m_importer.program().definition(kernel);
  auto refuse = [&](const DiagInfo &info, llvm::ArrayRef<std::string> arguments) {
    report(call, info, arguments);
    return failure;
  };
  if (!isTopOfKernel())
    return refuse(diag::BaseKernelInside, {name});
  if (!definition)
    return refuse(diag::NoDefinition, {name});
  if (m_body.isBeingInlined(definition))
    return refuse(diag::Recursion, {name});

  ImportedFunction function;
  function.displayName = name;
  Body inner(m_body, definition, function);
  // The base's text may stand in a kernel of its own, too.
  inner.source.text().releaseComments(definition->getBody()->getSourceRange());
  Reporter::CallScope chain(m_importer.reporter(), name, m_function.displayName, loc(call));
  bool failed = false;
  emitScope(loc(call), [&] {
    auto moveInside = [&] { inner.builder.setInsertionPointToEnd(m_builder.getInsertionBlock()); };
    llvm::DenseSet<const clang::ParmVarDecl *> mutated = findMutatedParameters(definition);
    for (auto [parameter, argument] : llvm::zip(definition->parameters(), call->arguments())) {
      bool changes = mutated.contains(parameter);
      if (parameter->getType()->isPointerType()) {
        std::optional<PointerValue> pointer = emitPointer(argument);
        moveInside();
        if (pointer)
          PointerEmitter(inner).bindPointer(parameter, *pointer, changes);
        failed |= !pointer;
        continue;
      }
      Binding binding;
      if (m_importer.isPlaceOfCaller(parameter->getType(), /*isKernel=*/true)) {
        Argument place = CallEmitter(m_body).emitReferenceOfLaunch(argument);
        moveInside();
        binding.kind = Binding::Kind::Place;
        binding.value = place.value;
        failed |= !place.value;
        inner.bindings[parameter] = binding;
        continue;
      }
      binding.value = argument->isGLValue() ? emitRead(argument) : emitValue(argument);
      failed |= !binding.value;
      // What is computed once has a name, so that grids can be told of it.
      if (binding.value && (changes || binding.value.getDefiningOp())) {
        binding.kind = Binding::Kind::Place;
        binding.value = m_builder.create<vkm::VarOp>(
            loc(argument), vkm::RefType::get(binding.value.getType()), parameter->getName(),
            binding.value, /*constant=*/!changes);
      }
      inner.bindings[parameter] = binding;
    }
    auto *body = dyn_cast<clang::CompoundStmt>(definition->getBody());
    if (failed || !body || !StatementEmitter(inner).checkNesting())
      return;
    moveInside();
    for (const clang::Stmt *statement : body->body())
      if (!llvm::isa<clang::ReturnStmt>(statement) || statement != body->body_back())
        StatementEmitter(inner).emitStatement(statement);
  });
  return failed ? failure : done;
}
