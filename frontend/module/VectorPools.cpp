//===- VectorPools.cpp - Vectors inside of objects, as fields of the class --------------------===//
//
// The elements of std::vectors inside of objects behind pointers, or in vectors, are one field of
// the class for each such member: those of all objects, one vector behind the other. The host puts
// them there, and takes nothing back, so that kernels only read them.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/VectorPools.h"
#include "frontend/module/Hierarchies.h"
#include "frontend/module/ModuleImporter.h"
#include "ir/Effects.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

static std::string nameOf(const VectorPool &pool) {
  auto *owner = llvm::cast<clang::CXXRecordDecl>(pool.decl->getParent());
  return qualifiedName(owner) + "::" + pool.decl->getNameAsString();
}

void ModuleImporter::createPools() {
  for (const auto &hierarchy : m_types.hierarchies())
    for (const auto &[key, pool] : hierarchy->pools) {
      mlir::Location where =
          m_program.sourceOf(pool.decl).text().location(pool.decl->getLocation());
      auto field = m_builder.create<vkm::FieldOp>(where, pool.symbol,
                                                  vkm::DynArrayType::get(&m_context, pool.element),
                                                  vkm::CppAccess::Public, mlir::IntegerAttr(),
                                                  /*temporary=*/false, mlir::FlatSymbolRefAttr());
      field->setAttr("cpp_name", m_builder.getStringAttr(nameOf(pool)));
      field->setAttr(vkm::kPoolAttr, m_builder.getUnitAttr());
    }
}

/// Neither elements of pools nor objects with something of theirs come back.
void ModuleImporter::checkPools() {
  std::map<std::string, std::string> known; // what must not be written, and what messages call it
  for (const auto &hierarchy : m_types.hierarchies())
    for (const auto &[key, pool] : hierarchy->pools)
      known[pool.symbol] = nameOf(pool);
  for (const Field *field : m_fieldOrder) {
    if (!field->type)
      continue;
    const Hierarchy *of = m_types.findHierarchy(m_types.elementOf(field->type));
    if (of && (!of->within.empty() || of->usesPools))
      known[field->symbol] = field->decl->getNameAsString();
  }
  if (known.empty())
    return;
  m_module->walk([&](mlir::Operation *op) {
    if (op->getNumRegions() != 0)
      return;
    for (const vkm::Root &root : vkm::getEffects(op).writes) {
      auto found = root.symbol ? known.find(root.symbol.getValue().str()) : known.end();
      if (found == known.end())
        continue;
      m_reporter.report(op->getLoc(), diag::PoolWritten, {found->second});
      known.erase(found);
    }
  });
}
