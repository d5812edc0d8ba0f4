//===- Declarations.cpp - What only clang knows of a class ------------------------------------===//

#include "Declarations.h"

#include "frontend/library/Containers.h"
#include "frontend/source/Program.h"

#include "clang/AST/DeclCXX.h"

using namespace vkmorph;
using namespace vkmorph::check;

/// What an array, or a container of the standard library, has elements of.
static clang::QualType withoutContainers(clang::QualType type) {
  for (;;) {
    type = type.getNonReferenceType();
    if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (type->isPointerType())
      type = type->getPointeeType();
    else if (auto array = frontend::matchStdArray(type))
      type = array->element;
    else if (auto vector = frontend::matchStdVector(type))
      type = vector->element;
    else
      return type;
  }
}

namespace {

/// Looks for enumerations, and for members that cannot be assigned.
class MemberWalk {
public:
  MemberWalk(Declarations::Enumerators &enumerators, llvm::StringSet<> &fixedMembers)
      : m_enumerators(enumerators), m_fixedMembers(fixedMembers) {}

  void addType(const std::string &path, clang::QualType type, unsigned depth = 0);
  void addMembers(const std::string &path, const clang::CXXRecordDecl *record, unsigned depth = 0);

private:
  Declarations::Enumerators &m_enumerators;
  llvm::StringSet<> &m_fixedMembers;
};

} // namespace

void MemberWalk::addMembers(const std::string &path, const clang::CXXRecordDecl *record,
                            unsigned depth) {
  // Structs may hold vectors of their own type.
  constexpr unsigned most = 6;
  record = record->getDefinition();
  if (!record || depth > most || frontend::isOfStandardLibrary(record))
    return;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *decl = base.getType()->getAsCXXRecordDecl())
      addMembers(path, decl, depth + 1);
  for (const clang::Decl *decl : record->decls()) {
    auto *member = llvm::dyn_cast<clang::DeclaratorDecl>(decl);
    if (!member || !llvm::isa<clang::FieldDecl, clang::VarDecl>(member))
      continue;
    std::string name = (path.empty() ? "" : path + ".") + member->getNameAsString();
    if (member->getType().isConstQualified() || llvm::isa<clang::VarDecl>(member))
      m_fixedMembers.insert(name);
    addType(name, member->getType(), depth + 1);
  }
}

void MemberWalk::addType(const std::string &path, clang::QualType type, unsigned depth) {
  type = withoutContainers(type);
  if (const auto *enumeration = type->getAs<clang::EnumType>()) {
    std::vector<int64_t> values;
    if (const clang::EnumDecl *decl = enumeration->getDecl()->getDefinition())
      for (const clang::EnumConstantDecl *constant : decl->enumerators())
        values.push_back(constant->getInitVal().getExtValue());
    if (!values.empty())
      m_enumerators[path] = std::move(values);
  } else if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    addMembers(path, record, depth);
  }
}

static void addParameters(const clang::CXXRecordDecl *record, Declarations &found) {
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *decl = base.getType()->getAsCXXRecordDecl())
      if (decl = decl->getDefinition(); decl)
        addParameters(decl, found);
  llvm::StringSet<> names;
  for (const clang::CXXMethodDecl *method : record->methods()) {
    bool isConstructor = llvm::isa<clang::CXXConstructorDecl>(method);
    if (!isConstructor && !names.insert(method->getNameAsString()).second)
      found.overloaded.insert(method->getNameAsString());
    llvm::StringSet<> unused;
    MemberWalk walk(isConstructor ? found.ofConstructor
                                  : found.ofParameters[method->getNameAsString()],
                    unused);
    for (const clang::ParmVarDecl *parameter : method->parameters())
      walk.addType(parameter->getNameAsString(), parameter->getType());
  }
}

mlir::FailureOr<Declarations> vkmorph::check::readDeclarations(mlir::MLIRContext &context,
                                                               const Options &options,
                                                               frontend::Program &program,
                                                               llvm::StringRef qualifiedClass,
                                                               const llvm::StringSet<> &names) {
  Declarations found;
  for (const clang::CXXRecordDecl *candidate : program.classes()) {
    if (frontend::qualifiedName(candidate) != qualifiedClass)
      continue;
    const clang::CXXRecordDecl *record = candidate->getDefinition();
    if (options.construct.empty()) {
      auto constructor = chooseConstructor(context, program, record, names);
      if (failed(constructor))
        return mlir::failure();
      found.constructor = std::move(*constructor);
    }
    MemberWalk(found.ofMembers, found.fixedMembers).addMembers("", record);
    addParameters(record, found);
    break;
  }
  return found;
}
