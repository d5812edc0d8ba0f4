//===- LentObjects.cpp - Control functions that callers give objects with std::vectors --------===//
//
//   virtual void Blur(const Image &in, Image &out);
//
// A caller from outside has objects of its own. The function is translated as for members of the
// class: the objects' fields are fields of the class, which say whose they are, and become
// parameters where all calls are known (vkm-pass-objects).
//
//===------------------------------------------------------------------------------------------===//

#include "ir/LentObjects.h"
#include "frontend/body/Lambdas.h"
#include "frontend/body/Parts.h"
#include "frontend/module/ModuleImporter.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

static bool isObject(const clang::ParmVarDecl *parameter) {
  return parameter->getType()->isLValueReferenceType() && holdsVectors(parameter->getType());
}

/// Whether the operation has no parameter for it: an object, or one without data, whose type says
/// all.
static bool isOutside(const clang::ParmVarDecl *parameter) {
  return isObject(parameter) || isStatelessType(parameter->getType());
}

/// The objects of a control function, as parts that are nobody's members.
CallShape ModuleImporter::lendObjects(const RoleMethod &control) {
  CallShape shape;
  unsigned number = 0;
  for (const clang::ParmVarDecl *parameter : control.definition->parameters()) {
    ParameterShape &given = shape.emplace_back();
    if (!isObject(parameter)) {
      number += isOutside(parameter);
      continue;
    }
    clang::QualType type = parameter->getType().getNonReferenceType();
    auto lent = std::make_unique<LentObject>();
    lent->control = m_launchables.at(control.key).symbol;
    lent->isConst = type.isConstQualified();
    lent->number = number++;
    auto part = std::make_unique<ObjectPart>();
    part->lent = lent.get();
    part->record = type->getAsCXXRecordDecl()->getDefinition();
    part->key = control.key + ":" + std::to_string(parameter->getFunctionScopeIndex());
    part->symbol = parameter->getName().empty() ? "object" + std::to_string(lent->number)
                                                : parameter->getName().str();
    given.part = part.get();
    addPart(*part);
    m_parts.push_back(std::move(part));
    m_lent.push_back(std::move(lent));
  }
  return shape;
}

/// The objects that callers lend, and those without data.
static std::shared_ptr<const ClosureArguments> makeClosures(const RoleMethod &control,
                                                            const CallShape &shape) {
  auto closures = std::make_shared<ClosureArguments>();
  for (auto [parameter, given] : llvm::zip(control.definition->parameters(), shape))
    if (isOutside(parameter))
      closures->entries.push_back({parameter->getFunctionScopeIndex(),
                                   given.part ? PartEmitter::makePartClosure(given.part)
                                              : makeStateless(parameter->getType(), "")});
  return closures;
}

void ModuleImporter::importLentControls() {
  auto takesSome = [&](const RoleMethod &control) {
    const ImportedFunction &function = m_launchables.at(control.key);
    return function.state != ImportedFunction::State::Failed && takesParts(function) &&
           control.decl->getAccess() == clang::AS_public && !control.isReplaced &&
           llvm::all_of(control.definition->parameters(), [](const clang::ParmVarDecl *parameter) {
             return isOutside(parameter) || !isCallableType(parameter->getType());
           });
  };
  // All are known before the first one that calls another.
  for (const RoleMethod &control : m_roles.controls)
    if (takesSome(control))
      m_lentControls.insert(control.key);
  for (const RoleMethod &control : m_roles.controls) {
    if (!m_lentControls.count(control.key))
      continue;
    CallShape shape = lendObjects(control);
    getLaunchVariant(control.key, shape, /*isOwn=*/true, makeClosures(control, shape));
    if (!control.decl->isVirtual())
      m_reporter.report(
          m_program.sourceOf(control.decl).text().location(control.decl->getLocation()),
          diag::NonVirtualControl, {displayName(control.decl)});
  }
}

/// What the generated class declares again, and the operation does not have.
void ModuleImporter::describeObjects(vkm::ControlOp op, const RoleMethod &control) {
  const clang::FunctionDecl *definition = control.definition;
  const clang::ASTContext &ast = definition->getASTContext();
  const Signature &signature = m_launchables.at(control.key).signature;
  llvm::SmallVector<mlir::Attribute> objects;
  unsigned position = 0;
  for (const clang::ParmVarDecl *parameter : definition->parameters()) {
    unsigned index = parameter->getFunctionScopeIndex();
    if (!isOutside(parameter)) {
      position = signature.parameters[index].input + 1;
      continue;
    }
    std::string name = parameter->getNameAsString();
    if (name.empty())
      name = "object" + std::to_string(objects.size());
    llvm::SmallVector<mlir::NamedAttribute> entries = {
        m_builder.getNamedAttr("name", m_builder.getStringAttr(name)),
        m_builder.getNamedAttr("type", m_builder.getStringAttr(m_interface.spellType(
                                           parameter->getType().getUnqualifiedType(), ast))),
        m_builder.getNamedAttr("position",
                               m_builder.getI32IntegerAttr(static_cast<int32_t>(position)))};
    if (std::string value = m_interface.spellDefault(definition, index); !value.empty())
      entries.push_back(m_builder.getNamedAttr("default", m_builder.getStringAttr(value)));
    objects.push_back(m_builder.getDictionaryAttr(entries));
  }
  op->setAttr(vkm::kObjectsAttr, m_builder.getArrayAttr(objects));
}

/// Says of a field that it is one of a caller's object.
void ModuleImporter::describeLent(const Field &field, vkm::FieldOp op, vkm::FieldOp size) {
  const ObjectPart *whole = field.owner;
  std::string name = m_types.memberName(field.decl);
  for (; whole->outer; whole = whole->outer)
    name = joinNames(m_types.memberName(whole->field), name);
  name = joinNames(whole->symbol, name);
  auto describe = [&](vkm::FieldOp described, const std::string &parameter) {
    described->setAttr(
        vkm::kLentAttr,
        m_builder.getDictionaryAttr(
            {m_builder.getNamedAttr("control", m_builder.getStringAttr(whole->lent->control)),
             m_builder.getNamedAttr("name", m_builder.getStringAttr(parameter)),
             m_builder.getNamedAttr("object", m_builder.getI32IntegerAttr(
                                                  static_cast<int32_t>(whole->lent->number)))}));
  };
  describe(op, name);
  if (size)
    describe(size, llvm::StringRef(name).rtrim('_').str() + "_size");
  clang::QualType type = field.decl->getType().getUnqualifiedType();
  std::optional<StdVector> vector = matchStdVector(type);
  // The host says of elements that it packs what they are.
  if (vector && !m_types.isPacked(field.type))
    return;
  // As the class of the object has it, which other scopes may not know.
  clang::QualType wanted = vector ? vector->element.getCanonicalType() : type;
  std::string spelled = m_interface.spellType(wanted, field.decl->getASTContext());
  if (vector)
    spelled = (whole->lent->isConst ? "const " : "") + spelled + " *";
  op->setAttr("vkm.cpp_type", m_builder.getStringAttr(spelled));
}
