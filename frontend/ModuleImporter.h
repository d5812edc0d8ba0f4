//===- ModuleImporter.h - Writes the class and what its kernels call into a module -----------===//

#ifndef VKMORPH_FRONTEND_MODULEIMPORTER_H
#define VKMORPH_FRONTEND_MODULEIMPORTER_H

#include "frontend/ClassInterface.h"
#include "frontend/Program.h"
#include "frontend/Reporter.h"
#include "frontend/Roles.h"
#include "frontend/TypeConverter.h"
#include "ir/VkmDialect.h"

#include <map>
#include <memory>
#include <set>

namespace vkmorph::frontend {

struct Closure;
struct ClosureArguments;
struct StdVector;

/// How an argument travels.
enum class Passing {
  Value,     ///< a copy; also for references to const
  Reference, ///< a place that the callee may write
  Pointer,   ///< the first element of a buffer
  Closure,   ///< known at compile time; what it captured follows the parameters
  StdVector, ///< the first element, and how many there are
};

/// A function's type in the dialect. Methods of structs take the object first, as "self".
struct Signature {
  llvm::SmallVector<mlir::Type> inputs; ///< with self; the sizes of std::vectors come last
  llvm::SmallVector<Passing> passing;   ///< of the C++ parameters, without self
  std::optional<Passing> self;
  mlir::Type result; ///< null for void
  /// Of a function that returns `*this` or one of its reference parameters: which input. It has no
  /// result then.
  std::optional<unsigned> returnedInput;
};

/// A function that is, or is being, translated.
struct ImportedFunction {
  enum class State { Building, Done, Failed };
  std::string symbol;
  Signature signature;
  State state = State::Building;
  std::string displayName;
  /// The lambdas and function objects that it is translated for; null where there are none.
  std::shared_ptr<const ClosureArguments> closures;
};

class ModuleImporter {
public:
  ModuleImporter(mlir::MLIRContext &context, Program &program, Reporter &reporter,
                 const ClassRoles &roles);

  /// The whole module; null where an error was reported.
  mlir::OwningOpRef<mlir::ModuleOp> run();

  Program &program() { return m_program; }
  Reporter &reporter() { return m_reporter; }
  TypeConverter &types() { return m_types; }
  mlir::ModuleOp module() { return *m_module; }
  const ClassRoles &roles() const { return m_roles; }

  /// A device function, translated at its first use; null where an error was reported. One that is
  /// given closures is translated for each of them.
  const ImportedFunction *getFunction(const clang::FunctionDecl *callee, llvm::StringRef caller,
                                      mlir::Location call,
                                      std::shared_ptr<const ClosureArguments> closures = nullptr);

  /// A kernel or control function, by the identity of its declaration; null where there is none.
  const ImportedFunction *findLaunchable(const std::string &key) const;

  /// The field of the class or its bases and its type; null where an error was reported.
  struct Field {
    std::string symbol;
    mlir::Type type;
    const clang::FieldDecl *decl = nullptr;
    std::string sizeSymbol = {}; ///< of a std::vector: the field that says how many elements it has
  };
  const Field *getField(const clang::FieldDecl *field, mlir::Location use);

  /// What an object of the class runs where `method` is called on it.
  const clang::CXXMethodDecl *resolveVirtual(const clang::CXXMethodDecl *method) const;

  /// Whether this is the class or one of its bases.
  bool isTranslatedClass(const clang::CXXRecordDecl *record) const;

  /// Remembers that a reference to const was passed as a value: once all bodies are known, the
  /// callee must not write what the argument was read from.
  void checkLater(vkm::CallOp call, mlir::Value place, mlir::Location argument,
                  llvm::StringRef callee);

private:
  void createClass();
  void createFields();
  mlir::Type convertStdVectorElement(const StdVector &vector, const clang::DeclaratorDecl *decl,
                                     std::optional<mlir::Location> use);
  void importKernels();
  void importControls();
  void checkArguments();
  bool checkClassMethod(const RoleMethod &method, bool isKernel);
  std::optional<Signature> makeClassSignature(const RoleMethod &method, bool isKernel);
  std::optional<Signature> makeSignature(const clang::FunctionDecl *definition,
                                         const ClosureArguments *closures);
  std::string functionSymbol(std::string base, const Signature &signature, std::string &cppName);
  void buildFunction(mlir::Operation *op, const clang::FunctionDecl *definition,
                     const ImportedFunction &function);
  enum class Method { Device, Kernel, Control };
  mlir::ArrayAttr argumentNames(const clang::FunctionDecl *definition, const Signature &signature,
                                Method method, const ClosureArguments *closures = nullptr);
  void addComment(mlir::Operation *op, const clang::FunctionDecl *function);
  std::optional<unsigned> findReturnedInput(const clang::FunctionDecl *definition, bool hasSelf);

  mlir::MLIRContext &m_context;
  Program &m_program;
  Reporter &m_reporter;
  const ClassRoles &m_roles;
  mlir::OwningOpRef<mlir::ModuleOp> m_module;
  mlir::OpBuilder m_builder;
  SymbolNames m_symbols;
  TypeConverter m_types;
  ClassInterface m_interface;
  vkm::ClassOp m_class;
  std::set<std::string> m_classKeys; ///< of the class and its bases

  std::map<std::string, ImportedFunction> m_functions;
  std::map<std::string, ImportedFunction> m_launchables;
  /// Names of device functions with their parameter types: overloads may share a C++ name.
  std::set<std::pair<std::string, const void *>> m_overloads;

  std::map<std::string, Field> m_fields; ///< by key; type null for those that were refused
  std::vector<const clang::FieldDecl *>
      m_fieldOrder; ///< all of the class and its bases, in order of declaration

  struct ArgumentCheck {
    vkm::CallOp call;
    mlir::Value place;
    mlir::Location loc;
    std::string callee;
  };
  std::vector<ArgumentCheck> m_argumentChecks;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULEIMPORTER_H
