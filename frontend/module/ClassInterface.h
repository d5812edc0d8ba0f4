//===- ClassInterface.h - How a derived class declares the methods of the class again
//----------===//
//
// The generated class derives from the user's. It repeats the declarations of the control
// functions: types and default arguments have to be spelled so that they mean the same there and
// are accessible, and overloads that it does not repeat have to stay visible.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_MODULE_CLASSINTERFACE_H
#define VKMORPH_FRONTEND_MODULE_CLASSINTERFACE_H

#include "frontend/roles/Roles.h"
#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <map>
#include <set>

namespace vkmorph::frontend {

class ClassInterface {
public:
  ClassInterface(mlir::MLIRContext &context, Program &program, Reporter &reporter,
                 const ClassRoles &roles)
      : m_context(context), m_program(program), m_reporter(reporter), m_roles(roles) {}

  /// A parameter's or result's type. Aliases that the derived class cannot name are replaced by
  /// what they stand for; private structs and enumerations by a name that it gives them.
  std::string spellType(clang::QualType type, const clang::ASTContext &ast);

  /// The default argument of a control function's parameter; empty where there is none. Its text
  /// where that means the same in the derived class, else its value. Reports a default argument
  /// that has neither.
  std::string spellDefault(const clang::FunctionDecl *definition, unsigned parameter);

  /// The structs and enumerations for which `spellType` made a name: name -> qualified type. Null
  /// where there are none.
  mlir::DictionaryAttr exposedTypes() const;

  /// For each name of control functions what else it names in the class and the derived class
  /// would hide:
  /// \code
  /// {name = "F", using, protected}   a using-declaration names it; all of it is protected
  /// {name = "F", functions = [{result = "int", parameters = "int x", qualifiers = " const",
  ///                            arguments = "x", static, protected}]}
  /// \endcode
  /// The latter where one of them is private, which makes using-declarations ill-formed. Null where
  /// nothing is hidden.
  mlir::ArrayAttr overloads();

  /// The names of all members of the class and its bases.
  mlir::ArrayAttr memberNames() const;

private:
  bool isAccessible(const clang::NamedDecl *decl) const;
  bool isNameable(clang::QualType type) const;
  std::string expose(clang::QualType type);
  bool meansTheSame(const clang::Expr *value, const clang::FunctionDecl *function) const;
  std::string spellValue(const clang::ParmVarDecl *parameter, const clang::Expr *value);
  std::string spellParameterDefault(const clang::FunctionDecl *function, unsigned parameter);
  mlir::Attribute forwarder(const clang::CXXMethodDecl *method);

  mlir::MLIRContext &m_context;
  Program &m_program;
  Reporter &m_reporter;
  const ClassRoles &m_roles;
  std::map<std::string, std::string> m_exposed; ///< by qualified type: the name
  std::set<std::string> m_exposedNames;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_CLASSINTERFACE_H
