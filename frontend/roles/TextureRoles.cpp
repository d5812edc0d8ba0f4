//===- TextureRoles.cpp - Which classes of the config file are textures ----------------------===//
//
// An entry names a class, or a template of classes, and what its members and one of its methods are
// for. Each class that is meant has to have them, with types that samplers of a device can do.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Containers.h"
#include "frontend/module/ObjectParts.h"
#include "frontend/roles/Config.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace vkmorph::frontend;

namespace {

/// Finds what an entry names in one class.
class TextureRoleFinder {
public:
  TextureRoleFinder(Reporter &reporter, const TextureConfig &config,
                    const clang::CXXRecordDecl *record)
      : reporter(reporter), config(config), record(record) {}

  /// The method that samples, with all else in `role`; null where an error was reported.
  const clang::CXXMethodDecl *find(TextureRole &role);

private:
  const clang::FieldDecl *findField(const clang::CXXRecordDecl *owner, const ConfigText &name);
  const clang::FieldDecl *findNumber(const clang::CXXRecordDecl *owner, const ConfigText &name,
                                     const std::string &what);
  bool findLevels(TextureRole &role);
  bool findPackedLevels(TextureRole &role);
  bool findLevelObjects(TextureRole &role);
  bool takesPlace(const clang::CXXMethodDecl *method, bool ofFloats) const;
  std::string spellPlace() const;
  const clang::CXXMethodDecl *findMethod(clang::QualType texel);
  bool findAddresses(TextureRole &role);
  std::nullptr_t refuse(const ConfigText &where, const std::string &fault) {
    reporter.report(where.loc, diag::ConfigTexture, {qualifiedName(record), fault});
    return nullptr;
  }

  Reporter &reporter;
  const TextureConfig &config;
  const clang::CXXRecordDecl *record;
};

} // namespace

static bool isFilter(llvm::StringRef filter) { return filter == "linear" || filter == "nearest"; }

static bool isAddress(llvm::StringRef mode) {
  return mode == "clamp" || mode == "repeat" || mode == "mirror";
}

const clang::FieldDecl *TextureRoleFinder::findField(const clang::CXXRecordDecl *owner,
                                                     const ConfigText &name) {
  const clang::FieldDecl *found = nullptr;
  forEachClass(owner, [&](const clang::CXXRecordDecl *known) {
    for (const clang::FieldDecl *field : known->fields())
      if (field->getName() == name.text)
        found = field;
  });
  if (!found)
    return refuse(name, (owner == record ? "it" : "its level '" + qualifiedName(owner) + "'") +
                            " has no member '" + name.text + "'");
  return found;
}

const clang::FieldDecl *TextureRoleFinder::findNumber(const clang::CXXRecordDecl *owner,
                                                      const ConfigText &name,
                                                      const std::string &what) {
  const clang::FieldDecl *field = findField(owner, name);
  if (field && (!field->getType()->isIntegralOrEnumerationType() || field->isBitField() ||
                field->getASTContext().getTypeSize(field->getType()) > 64))
    return refuse(name, "member '" + name.text + "' is no integer of up to 64 bits, as " + what);
  return field;
}

/// What holds the bits of a half float.
static bool isHalf(clang::QualType type, const clang::ASTContext &ast) {
  return type->isUnsignedIntegerType() && ast.getTypeSize(type) == 16;
}

static bool isFloat(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::Float);
}

/// Whether it is given as many floats as there are sizes, or else one struct or vector; and the
/// level behind them, if there are levels.
bool TextureRoleFinder::takesPlace(const clang::CXXMethodDecl *method, bool ofFloats) const {
  llvm::ArrayRef<clang::ParmVarDecl *> place = method->parameters();
  if (config.hasLevels()) {
    if (place.empty())
      return false;
    clang::QualType level = place.back()->getType();
    if (!isFloat(level) && !level->isIntegerType())
      return false;
    place = place.drop_back();
  }
  if (!ofFloats)
    return place.size() == 1 && place.front()->getType().getNonReferenceType()->isRecordType();
  return place.size() == config.sizes.size() &&
         llvm::all_of(place, [](const clang::ParmVarDecl *parameter) {
           return isFloat(parameter->getType());
         });
}

std::string TextureRoleFinder::spellPlace() const {
  return std::to_string(config.sizes.size()) + " float" + (config.sizes.size() == 1 ? "" : "s") +
         ", one for each size";
}

/// The one of that name that takes coordinates.
const clang::CXXMethodDecl *TextureRoleFinder::findMethod(clang::QualType texel) {
  llvm::StringRef name = config.sample.text;
  if (size_t colons = name.rfind("::"); colons != llvm::StringRef::npos)
    name = name.drop_front(colons + 2);
  llvm::SmallVector<const clang::CXXMethodDecl *> named, ofFloats, ofObjects;
  forEachClass(record, [&](const clang::CXXRecordDecl *known) {
    for (const clang::CXXMethodDecl *method : known->methods()) {
      if (method->getNameAsString() != name)
        continue;
      named.push_back(method);
      if (takesPlace(method, /*ofFloats=*/true))
        ofFloats.push_back(method);
      else if (takesPlace(method, /*ofFloats=*/false))
        ofObjects.push_back(method);
    }
  });
  std::string wanted = spellPlace();
  if (named.empty())
    return refuse(config.sample, "it has no method '" + name.str() + "'");
  if (ofFloats.empty() && ofObjects.empty())
    return refuse(config.sample, "no method '" + name.str() + "' takes " + wanted +
                                     ", or one struct or vector of them" +
                                     (config.hasLevels() ? ", and a level behind them" : ""));
  auto &fitting = ofFloats.empty() ? ofObjects : ofFloats;
  // One of a class is meant, not those of its bases that it hides or overrides.
  llvm::erase_if(fitting, [&](const clang::CXXMethodDecl *method) {
    return llvm::any_of(fitting, [&](const clang::CXXMethodDecl *other) {
      return other->getParent()->isDerivedFrom(method->getParent());
    });
  });
  if (fitting.size() > 1)
    return refuse(config.sample, "several methods '" + name.str() + "' take " + wanted);
  const clang::CXXMethodDecl *method = fitting.front();
  if (method->isStatic() || !method->isConst())
    return refuse(config.sample, "method '" + name.str() + "' is not const, or static");
  clang::QualType result = method->getReturnType().getNonReferenceType();
  bool isTexel = config.format == "half"
                     ? isFloat(result) || result->isRecordType()
                     : method->getASTContext().hasSameUnqualifiedType(result, texel);
  if (!isTexel)
    return refuse(config.sample, "method '" + name.str() + "' does not return a texel");
  return method;
}

/// What the values of a member mean: numbers, or enumerators of its type.
bool TextureRoleFinder::findAddresses(TextureRole &role) {
  const ConfigText &where = config.address;
  if (isAddress(where.text)) {
    if (!config.addresses.empty())
      refuse(where, "'addresses' are for a member, and '" + where.text + "' is for all textures");
    return config.addresses.empty();
  }
  role.address = findNumber(record, where, "what says how a texture is addressed has to be");
  if (!role.address)
    return false;
  if (config.addresses.empty()) {
    refuse(where, "'addresses' do not say which values of '" + where.text +
                      "' are clamp, repeat and mirror");
    return false;
  }
  auto *type = role.address->getType()->getAs<clang::EnumType>();
  for (const auto &[value, mode] : config.addresses) {
    int64_t number = 0;
    bool isKnown = !llvm::StringRef(value.text).getAsInteger(10, number);
    if (role.address->getType()->isBooleanType() &&
        (value.text == "true" || value.text == "false")) {
      number = value.text == "true";
      isKnown = true;
    }
    if (type && !isKnown)
      for (const clang::EnumConstantDecl *enumerator : type->getDecl()->enumerators())
        if (isMeant(qualifiedName(enumerator), value.text) || enumerator->getName() == value.text) {
          number = enumerator->getInitVal().getExtValue();
          isKnown = true;
        }
    if (!isKnown || !isAddress(mode)) {
      refuse(where, !isKnown ? "'" + value.text + "' is no value of '" + where.text + "'"
                             : "'" + mode + "' is none of clamp, repeat and mirror");
      return false;
    }
    role.addresses.push_back({number, mode});
  }
  return true;
}

bool TextureRoleFinder::findLevels(TextureRole &role) {
  role.level = record;
  if (config.levelOffset && !config.levelCount) {
    refuse(*config.levelOffset, "'level_offset' is for textures with 'level_count', and the "
                                "entry has none");
    return false;
  }
  if (!config.hasLevels()) {
    if (!config.betweenLevels.empty())
      refuse(config.owner, "'between_levels' is for textures with 'levels' or 'level_count', and "
                           "the entry has neither");
    return config.betweenLevels.empty();
  }
  if (config.levels && config.levelCount) {
    refuse(*config.levelCount, "'levels' are objects, and 'level_count' is for levels in "
                               "one vector: the entry has both");
    return false;
  }
  if (!isFilter(config.betweenLevels)) {
    refuse(config.levels ? *config.levels : *config.levelCount,
           config.betweenLevels.empty()
               ? "'between_levels' is missing: it says which filter there is "
                 "between levels, linear or nearest"
               : "'" + config.betweenLevels +
                     "' is none of the filters between levels, linear and nearest");
    return false;
  }
  return config.levels ? findLevelObjects(role) : findPackedLevels(role);
}

/// Levels in the vector of the texels, and where each begins: said by one method, given the number
/// of a level.
bool TextureRoleFinder::findPackedLevels(TextureRole &role) {
  role.levelCount = findNumber(record, *config.levelCount, "the number of levels is");
  if (!role.levelCount || !config.levelOffset)
    return role.levelCount;
  llvm::SmallVector<const clang::CXXMethodDecl *> named;
  for (const clang::CXXMethodDecl *method : record->methods())
    if (method->getNameAsString() == config.levelOffset->text)
      named.push_back(method);
  if (named.size() != 1) {
    refuse(*config.levelOffset, "it has " + std::string(named.empty() ? "no" : "several") +
                                    " method" + (named.empty() ? "" : "s") + " '" +
                                    config.levelOffset->text + "' of its own");
    return false;
  }
  const clang::CXXMethodDecl *method = named.front();
  if (method->isStatic() || !method->isConst() || method->getNumParams() != 1 ||
      !method->getParamDecl(0)->getType()->isIntegerType() ||
      !method->getReturnType()->isIntegerType()) {
    refuse(*config.levelOffset, "method '" + config.levelOffset->text +
                                    "' is no const method that takes an integer and returns one");
    return false;
  }
  role.levelOffset = method;
  return true;
}

/// Levels are objects in a vector or an array, each with a vector of its own.
bool TextureRoleFinder::findLevelObjects(TextureRole &role) {
  role.levels = findField(record, *config.levels);
  if (!role.levels)
    return false;
  clang::QualType type = role.levels->getType();
  clang::QualType element;
  if (std::optional<StdVector> vector = matchStdVector(type))
    element = vector->element;
  else if (std::optional<StdArray> array = matchStdArray(type))
    element = array->element;
  else if (auto *array = role.levels->getASTContext().getAsConstantArrayType(type))
    element = array->getElementType();
  role.level = element.isNull() ? nullptr : element->getAsCXXRecordDecl();
  if (role.level)
    role.level = role.level->getDefinition();
  if (!role.level || !holdsVectors(element)) {
    refuse(*config.levels,
           "member '" + config.levels->text +
               "' is no std::vector or array of objects, each with a std::vector of "
               "texels");
    return false;
  }
  return true;
}

const clang::CXXMethodDecl *TextureRoleFinder::find(TextureRole &role) {
  if (config.sizes.empty() || config.sizes.size() > 3)
    return refuse(config.owner, "textures have one to three sizes");
  if (!isFilter(config.filter))
    return refuse(config.owner,
                  "'" + config.filter + "' is none of the filters linear and nearest");
  if (config.format != "float" && config.format != "half")
    return refuse(config.owner,
                  "'" + config.format + "' is none of the formats float and half of texels");
  if (!findLevels(role))
    return nullptr;
  role.texels = findField(role.level, config.texels);
  if (!role.texels)
    return nullptr;
  std::optional<StdVector> texels = matchStdVector(role.texels->getType());
  bool areHalves = config.format == "half";
  auto isNumber = [&](clang::QualType type) {
    return areHalves ? isHalf(type, role.texels->getASTContext()) : isFloat(type);
  };
  if (!texels || !(isNumber(texels->element) || texels->element->isRecordType()))
    return refuse(config.texels, "member '" + config.texels.text + "' is no std::vector of " +
                                     (areHalves ? "halves (uint16_t), or of structs of them"
                                                : "floats, or of structs or vectors of them"));
  for (const ConfigText &size : config.sizes) {
    const clang::FieldDecl *field = findNumber(role.level, size, "sizes are");
    if (!field)
      return nullptr;
    role.sizes.push_back(field);
  }
  return findAddresses(role) ? findMethod(texels->element) : nullptr;
}

void Config::resolveTexture(const Program &program, Reporter &reporter,
                            const TextureConfig &config) {
  bool isFound = false;
  for (const clang::CXXRecordDecl *record : program.classes()) {
    // All instances of a template are meant by its name.
    if (!isMeant(qualifiedName(record), config.owner.text) &&
        !isMeant(record->getQualifiedNameAsString(), config.owner.text))
      continue;
    isFound = true;
    TextureRole role;
    role.config = &config;
    const clang::CXXMethodDecl *method = TextureRoleFinder(reporter, config, record).find(role);
    if (!method)
      return;
    if (!m_samplers.emplace(program.key(method), role).second)
      reporter.report(config.sample.loc, diag::ConfigTexture,
                      {qualifiedName(record),
                       "another entry is about '" + method->getNameAsString() + "', too"});
  }
  if (!isFound)
    reporter.report(config.owner.loc, diag::ConfigNoTexture, {config.owner.text});
}

const TextureRole *Config::texture(const Program &program,
                                   const clang::FunctionDecl *method) const {
  if (m_samplers.empty())
    return nullptr;
  auto found = m_samplers.find(program.key(method));
  return found == m_samplers.end() ? nullptr : &found->second;
}
