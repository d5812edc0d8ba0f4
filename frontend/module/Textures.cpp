//===- Textures.cpp - What functions say that sample textures --------------------------------===//
//
// The config file says of a class which method samples (`textures:`). The function that is
// translated from it for one object says which fields of the class that object's parts are:
// vkm.sampling (ir/Textures.h). Its body stays, for those who do not ask for samplers.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/Textures.h"
#include "frontend/module/Hierarchies.h"
#include "frontend/module/ModuleImporter.h"
#include "frontend/module/ObjectParts.h"

#include "clang/AST/Mangle.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// How many floats a function of the imported phase is given, if nothing else is.
static unsigned countCoordinates(mlir::ModuleOp module, const Signature &signature) {
  unsigned count = 0;
  for (mlir::Type input : llvm::drop_begin(signature.inputs, signature.self ? 1 : 0)) {
    unsigned floats = vkm::countTexelFloats(module, input);
    if (floats == 0)
      return 0;
    count += floats;
  }
  return count;
}

/// What one texture is made of: fields of the class.
bool ModuleImporter::describeTexture(mlir::NamedAttrList &keys, const TextureRole &role,
                                     const ObjectPart &object, mlir::Location where) {
  auto symbol = [&](llvm::StringRef name) {
    return mlir::FlatSymbolRefAttr::get(&m_context, name);
  };
  const Field *texels = getField(object, role.texels, where);
  if (!texels)
    return false;
  llvm::SmallVector<mlir::Attribute> sizes;
  for (const clang::FieldDecl *decl : role.sizes) {
    const Field *size = getField(object, decl, where);
    if (!size)
      return false;
    sizes.push_back(symbol(size->symbol));
  }
  keys.set("name", m_builder.getStringAttr(object.isWhole() ? texels->symbol : object.symbol));
  keys.set("texels", symbol(texels->symbol));
  keys.set("sizes", m_builder.getArrayAttr(sizes));
  if (!role.address)
    return true;
  const Field *address = getField(object, role.address, where);
  if (address)
    keys.set("address", symbol(address->symbol));
  return address != nullptr;
}

/// What textures are made of that are records: members of these, and a pool.
void ModuleImporter::describeTextures(mlir::NamedAttrList &keys, const TextureRole &role,
                                      const VectorPool &pool, const clang::CXXRecordDecl *owner) {
  llvm::SmallVector<mlir::Attribute> numbers;
  auto add = [&](const clang::FieldDecl *decl) {
    auto *parent = llvm::cast<clang::CXXRecordDecl>(decl->getParent());
    numbers.push_back(m_builder.getStrArrayAttr({qualifiedName(parent), decl->getName()}));
  };
  llvm::for_each(role.sizes, add);
  if (role.address)
    add(role.address);
  keys.set("name", m_builder.getStringAttr(asIdentifier(plainName(owner)) + "Textures"));
  keys.set("texels", mlir::FlatSymbolRefAttr::get(&m_context, pool.symbol));
  keys.set("first", m_builder.getStringAttr(pool.first));
  keys.set("numbers", m_builder.getArrayAttr(numbers));
}

void ModuleImporter::describeSampling(vkm::FuncOp op, const clang::CXXMethodDecl *method,
                                      const TextureRole &role, const ObjectPart &object,
                                      const Signature &signature) {
  // Commands have no image of an object that a caller gives, whose fields are parameters.
  if (!signature.self && object.lent)
    return;
  const TextureConfig &config = *role.config;
  const clang::CXXRecordDecl *owner = method->getParent();
  auto refuse = [&](const ConfigText &where, const std::string &fault) {
    m_reporter.report(where.loc, diag::ConfigTexture, {qualifiedName(owner), fault});
  };
  mlir::NamedAttrList keys;
  mlir::Type element;
  if (signature.self) {
    const Hierarchy *hierarchy = m_types.findHierarchy(owner);
    const VectorPool *pool = hierarchy ? m_types.findPool(*hierarchy, role.texels) : nullptr;
    if (!pool)
      return; // its body says what is wrong with it
    element = pool->element;
    describeTextures(keys, role, *pool, owner);
  } else {
    if (!describeTexture(keys, role, object, op.getLoc()))
      return;
    auto vector =
        llvm::dyn_cast<vkm::DynArrayType>(getField(object, role.texels, op.getLoc())->type);
    element = vector ? vector.getElementType() : mlir::Type();
  }
  if (!element || vkm::countTexelFloats(*m_module, element) == 0)
    return refuse(config.texels, "texels are one to four floats, and nothing else");
  if (countCoordinates(*m_module, signature) != role.sizes.size())
    return refuse(config.sample, "method '" + config.sample.text + "' does not take " +
                                     std::to_string(role.sizes.size()) +
                                     " floats, one for each size");
  keys.set("filter", m_builder.getStringAttr(config.filter));
  if (!role.address)
    keys.set("address", m_builder.getStringAttr(config.address.text));
  llvm::SmallVector<mlir::Attribute> addresses;
  for (const auto &[value, mode] : role.addresses)
    addresses.push_back(m_builder.getDictionaryAttr(
        {m_builder.getNamedAttr("value", m_builder.getI64IntegerAttr(value)),
         m_builder.getNamedAttr("mode", m_builder.getStringAttr(mode))}));
  if (!addresses.empty())
    keys.set("addresses", m_builder.getArrayAttr(addresses));
  keys.set("method", m_builder.getStringAttr(
                         clang::ASTNameGenerator(method->getASTContext()).getName(method)));
  keys.set("class", m_builder.getStringAttr(qualifiedName(owner)));
  op->setAttr(vkm::kSamplingAttr, keys.getDictionary(&m_context));
}
