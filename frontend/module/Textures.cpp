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

/// How many floats a function of the imported phase is given, if nothing else is but a level.
static unsigned countCoordinates(mlir::ModuleOp module, const Signature &signature,
                                 bool hasLevels) {
  unsigned count = 0;
  llvm::ArrayRef<mlir::Type> inputs = signature.inputs;
  for (mlir::Type input : inputs.drop_front(signature.self ? 1 : 0).drop_back(hasLevels ? 1 : 0)) {
    unsigned floats = vkm::countTexelFloats(module, input);
    if (floats == 0)
      return 0;
    count += floats;
  }
  return count;
}

/// A class and a member of it in C++.
static mlir::ArrayAttr spellMember(mlir::Builder &builder, const clang::NamedDecl *member) {
  auto *parent = llvm::cast<clang::CXXRecordDecl>(member->getDeclContext());
  return builder.getStrArrayAttr({qualifiedName(parent), member->getName()});
}

static mlir::ArrayAttr spellMembers(mlir::Builder &builder,
                                    llvm::ArrayRef<const clang::FieldDecl *> members) {
  llvm::SmallVector<mlir::Attribute> numbers;
  for (const clang::FieldDecl *decl : members)
    numbers.push_back(spellMember(builder, decl));
  return builder.getArrayAttr(numbers);
}

/// What one texture is made of: fields of the class, and a pool where it has levels. The type of
/// its texels; null where an error was reported, or is when the function's body is translated.
mlir::Type ModuleImporter::describeTexture(mlir::NamedAttrList &keys, const TextureRole &role,
                                           const ObjectPart &object, mlir::Location where) {
  auto symbol = [&](llvm::StringRef name) {
    return mlir::FlatSymbolRefAttr::get(&m_context, name);
  };
  const Field *whole = getField(object, role.levels ? role.levels : role.texels, where);
  if (!whole)
    return {};
  keys.set("name", m_builder.getStringAttr(object.isWhole() ? whole->symbol : object.symbol));
  mlir::Type element;
  if (role.levels) {
    keys.set("levels", symbol(whole->symbol));
    const VectorPool *pool = findPool(role.level, role.texels);
    if (!pool)
      return {};
    keys.set("texels", symbol(pool->symbol));
    keys.set("numbers", spellMembers(m_builder, role.sizes));
    element = pool->element;
  } else {
    keys.set("texels", symbol(whole->symbol));
    auto vector = llvm::dyn_cast<vkm::DynArrayType>(whole->type);
    element = vector ? vector.getElementType() : mlir::Type();
    llvm::SmallVector<mlir::Attribute> sizes;
    for (const clang::FieldDecl *decl : role.sizes) {
      const Field *size = getField(object, decl, where);
      if (!size)
        return {};
      sizes.push_back(symbol(size->symbol));
    }
    keys.set("sizes", m_builder.getArrayAttr(sizes));
  }
  if (role.levelCount) {
    const Field *count = getField(object, role.levelCount, where);
    if (!count)
      return {};
    keys.set("level_count", symbol(count->symbol));
  }
  if (!role.address)
    return element;
  const Field *address = getField(object, role.address, where);
  if (!address)
    return {};
  keys.set("address", symbol(address->symbol));
  return element;
}

const VectorPool *ModuleImporter::findPool(const clang::CXXRecordDecl *owner,
                                           const clang::FieldDecl *field) {
  const Hierarchy *hierarchy = m_types.findHierarchy(owner);
  return hierarchy ? m_types.findPool(*hierarchy, field) : nullptr;
}

/// What textures are made of that are records: members of these, and a pool. As above.
mlir::Type ModuleImporter::describeTextures(mlir::NamedAttrList &keys, const TextureRole &role,
                                            const clang::CXXRecordDecl *owner) {
  const VectorPool *numbered = findPool(owner, role.levels ? role.levels : role.texels);
  const VectorPool *texels = role.levels ? findPool(role.level, role.texels) : numbered;
  if (!texels)
    return {};
  if (!numbered) {
    m_reporter.report(role.config->levels->loc, diag::ConfigTexture,
                      {qualifiedName(owner),
                       "member '" + role.config->levels->text +
                           "' is an array, and textures in vectors and behind pointers have their "
                           "levels in a std::vector"});
    return {};
  }
  llvm::SmallVector<const clang::FieldDecl *> members = role.sizes;
  if (role.address)
    members.push_back(role.address);
  keys.set("name", m_builder.getStringAttr(asIdentifier(plainName(owner)) + "Textures"));
  if (role.levels)
    keys.set("levels", mlir::FlatSymbolRefAttr::get(&m_context, numbered->symbol));
  keys.set("texels", mlir::FlatSymbolRefAttr::get(&m_context, texels->symbol));
  keys.set("first", m_builder.getStringAttr(numbered->first));
  keys.set("numbers", spellMembers(m_builder, members));
  if (role.levelCount)
    keys.set("level_count", spellMember(m_builder, role.levelCount));
  return texels->element;
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
  mlir::Type element = signature.self ? describeTextures(keys, role, owner)
                                      : describeTexture(keys, role, object, op.getLoc());
  if (!element)
    return;
  bool areHalves = config.format == "half";
  unsigned count = areHalves ? vkm::countTexelHalves(*m_module, element)
                             : vkm::countTexelFloats(*m_module, element);
  if (count == 0)
    return refuse(config.texels, std::string("texels are one to four ") +
                                     (areHalves ? "halves (uint16_t)" : "floats") +
                                     ", and nothing else");
  if (count != vkm::countTexelFloats(*m_module, op.getResultTypes().front()))
    return refuse(config.sample, "method '" + config.sample.text +
                                     "' does not return as many floats as a texel has");
  if (countCoordinates(*m_module, signature, config.hasLevels()) != role.sizes.size())
    return refuse(config.sample, "method '" + config.sample.text + "' does not take " +
                                     std::to_string(role.sizes.size()) +
                                     " floats, one for each size");
  keys.set("filter", m_builder.getStringAttr(config.filter));
  if (areHalves)
    keys.set("format", m_builder.getStringAttr(config.format));
  if (role.levelOffset)
    keys.set("level_offset", spellMember(m_builder, role.levelOffset));
  if (config.hasLevels())
    keys.set("between_levels", m_builder.getStringAttr(config.betweenLevels));
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
