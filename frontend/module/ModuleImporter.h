//===- ModuleImporter.h - Writes the class and what its kernels call into a module -----------===//

#ifndef VKMORPH_FRONTEND_MODULE_MODULEIMPORTER_H
#define VKMORPH_FRONTEND_MODULE_MODULEIMPORTER_H

#include "frontend/module/ClassInterface.h"
#include "frontend/module/ObjectParts.h"
#include "frontend/module/TypeConverter.h"
#include "frontend/roles/Roles.h"
#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/StringSet.h"

#include <map>
#include <memory>
#include <set>

namespace vkmorph::frontend {

struct Closure;
struct ClosureArguments;
struct StdVector;
struct VectorPool;

/// How an argument travels.
enum class Passing {
  Value,     ///< a copy; also for references to const
  Reference, ///< a place that the callee may write
  Pointer,   ///< the first element of a buffer
  Closure,   ///< known at compile time; what it captured follows the parameters
  StdVector, ///< the first element, and how many there are
  Owner,     ///< the object of the translated class itself, which functions know
};

/// Whether what a parameter names is known at compile time, so that it is no input.
inline bool isKnown(Passing passing) {
  return passing == Passing::Closure || passing == Passing::Owner;
}

/// What a call gives a parameter, as far as the function is translated anew for it.
struct ParameterShape {
  mlir::Type base;       ///< what a pointer points into: a `!vkm.ptr`, or the place of an array
  bool hasIndex = false; ///< a pointer's element is not the first one
  bool hasRow = false;   ///< a pointer into a row of an array of arrays, which has a number
  bool isPlace = false;  ///< a reference to const whose place a later one has, too
  /// An earlier one that has the same place, or points into the same array: both are one input.
  std::optional<unsigned> sameAs;
  mlir::Type indexType; ///< of a pointer that a kernel is given; null for that of its elements
  /// The scalar parameter that has the same value as the index of a pointer that a kernel is given.
  std::optional<unsigned> indexFrom;
  const ObjectPart *part = nullptr; ///< of what takes objects with std::vectors
};
/// One for each C++ parameter; that of a method's object comes first.
using CallShape = llvm::SmallVector<ParameterShape>;

/// Where a C++ parameter is among the inputs.
struct ParameterInput {
  unsigned input = 0;            ///< the value, the place, or what the pointer points into
  std::optional<unsigned> index; ///< of a pointer: the element's number; of a std::vector: the size
  std::optional<unsigned> row;   ///< of a pointer into a row: the row's number
  bool sharesIndex = false;      ///< the index is another parameter's value
};

/// A function's type in the dialect. Methods of structs take the object first, as "self".
struct Signature {
  llvm::SmallVector<mlir::Type> inputs;         ///< with self
  llvm::SmallVector<Passing> passing;           ///< of the C++ parameters, without self
  llvm::SmallVector<ParameterInput> parameters; ///< the same
  std::optional<Passing> self;
  mlir::Type result; ///< null for void
  /// Of a function that returns `*this` or one of its reference parameters: which input. It has no
  /// result then.
  std::optional<unsigned> returnedInput;
  /// It returns another reference or pointer: its body becomes a part of the caller's, which needs
  /// the place.
  bool returnsPlace = false;
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

/// The name of an instance or type as an identifier: letters, digits, and single underscores.
std::string identifierOf(llvm::StringRef cppName);

class ModuleImporter {
public:
  ModuleImporter(mlir::MLIRContext &context, Program &program, Reporter &reporter,
                 const ClassRoles &roles, const Config &config);

  /// The whole module; null where an error was reported.
  mlir::OwningOpRef<mlir::ModuleOp> run();

  Program &program() { return m_program; }
  Reporter &reporter() { return m_reporter; }
  /// The comment at the declaration of a variable or an enumerator.
  std::string commentOf(const clang::ValueDecl *constant);
  TypeConverter &types() { return m_types; }
  SymbolNames &symbols() { return m_symbols; }
  mlir::ModuleOp module() { return *m_module; }
  const ClassRoles &roles() const { return m_roles; }
  /// What the config file says about a function; null for nothing.
  const FunctionConfig *config(const clang::FunctionDecl *function) const {
    return m_config.find(m_program, function);
  }
  bool isKernel(const clang::CXXMethodDecl *method) const {
    return kernelDims(m_program, m_config, method).has_value();
  }

  /// What is known of a device function before its arguments are; null where an error was reported.
  /// One that is given closures is another one for each of them.
  struct Prototype {
    std::string displayName;
    const clang::FunctionDecl *definition = nullptr;
    /// Without inputs for pointers into arrays.
    std::optional<Signature> signature;
  };
  const Prototype *getPrototype(const clang::FunctionDecl *callee, llvm::StringRef caller,
                                mlir::Location call,
                                const std::shared_ptr<const ClosureArguments> &closures = nullptr);

  /// A device function, translated at its first use for arguments of this shape; null where an
  /// error was reported.
  const ImportedFunction *getFunction(const clang::FunctionDecl *callee, const CallShape &shape,
                                      llvm::StringRef caller, mlir::Location call,
                                      std::shared_ptr<const ClosureArguments> closures = nullptr);

  /// The table of overriders, one function for each class of a hierarchy; made where it is not
  /// there.
  vkm::OverridersOp getOverriders(const Hierarchy &hierarchy, const clang::CXXMethodDecl *method,
                                  llvm::ArrayRef<std::string> functions, mlir::Location where);

  /// Whether a reference parameter of a kernel or control function is a place of its caller's.
  bool isPlaceOfCaller(clang::QualType type, bool isKernel);

  /// A kernel or control function, by the identity of its declaration; null where there is none.
  const ImportedFunction *findLaunchable(const std::string &key) const;
  /// A kernel or control function as a call with these arguments needs it: pointers that are given
  /// one array are one parameter, a pointer into the middle of an array comes with a number, and
  /// objects that are taken apart, lambdas and function objects are known. Null where an error was
  /// reported. `isOwn`: not for a call, but for callers from outside.
  const ImportedFunction *
  getLaunchVariant(const std::string &key, const CallShape &shape, bool isOwn = false,
                   std::shared_ptr<const ClosureArguments> closures = nullptr);

  /// Whether a field is one of an object of the caller's.
  bool isLent(llvm::StringRef field) const { return m_lentFields.contains(field); }

  /// Adds a kernel that stands for a statement of a control function.
  void addKernel(vkm::KernelOp kernel) { m_class.getBody().front().push_back(kernel); }

  /// The field that holds a std::vector of a control function's while it runs; null after an error.
  vkm::FieldOp addLocalVector(const clang::VarDecl *variable, llvm::StringRef control);
  /// One that the source does not declare.
  vkm::FieldOp addLocalVector(llvm::StringRef name, mlir::Type element, llvm::StringRef control,
                              mlir::Location loc);

  /// The kernel that exchanges vectors of such elements; `fill` fills the body of a new one.
  vkm::KernelOp getExchangeKernel(mlir::Type element, mlir::Location where,
                                  llvm::function_ref<void(vkm::KernelOp)> fill);

  /// The field of a part of the object, or of its bases, and its type; null where an error was
  /// reported.
  struct Field {
    std::string symbol;
    mlir::Type type;
    const clang::FieldDecl *decl = nullptr;
    std::string sizeSymbol = {}; ///< of a std::vector: the field that says how many elements it has
    const ObjectPart *owner = nullptr;
    const ObjectPart *part = nullptr; ///< where it is taken apart itself
    bool isKept = false;              ///< a pointer to an array of the caller's
  };
  const Field *getField(const ObjectPart &owner, const clang::FieldDecl *field, mlir::Location use);

  /// The member that a field stands for; null for what the function declares.
  const clang::FieldDecl *findMember(llvm::StringRef symbol) const;

  const ObjectPart &wholeObject() const { return m_whole; }
  /// The part that a field is; null where it is not taken apart.
  const ObjectPart *findPart(const ObjectPart &outer, const clang::FieldDecl *field) const;
  /// Whether this is the class of a part, or one of its bases.
  bool isClassOf(const ObjectPart &part, const clang::CXXRecordDecl *record) const;

  /// What an object of the class runs where `method` is called on it.
  const clang::CXXMethodDecl *resolveVirtual(const clang::CXXMethodDecl *method) const;

  /// Whether this is the class or one of its bases.
  bool isTranslatedClass(const clang::CXXRecordDecl *record) const;
  /// Whether a type is a reference or pointer to the translated class itself, of which shaders know
  /// one object alone.
  bool isTranslatedObject(clang::QualType type) const;
  /// Whether a member of objects, or a parameter of a device function, names that object.
  bool isOwner(const clang::ValueDecl *decl);

  /// Remembers that a reference to const was passed as a value: once all bodies are known, the
  /// callee must not write what the argument was read from.
  void checkLater(mlir::Operation *call, mlir::Value place, mlir::Location argument,
                  llvm::StringRef callee);

private:
  void createClass();
  void addPart(const ObjectPart &part);
  std::string fieldKey(const ObjectPart &part, const clang::FieldDecl *field) const;
  void describePath(const Field &field, vkm::FieldOp op);
  void createFields();
  mlir::Type convertStdVectorElement(const StdVector &vector, const clang::DeclaratorDecl *decl,
                                     std::optional<mlir::Location> use);
  void importKernels();
  vkm::ControlOp importControl(const RoleMethod &control, ImportedFunction &function,
                               bool isInlined);
  vkm::ControlOp createControl(const RoleMethod &control, const ImportedFunction &function);
  void warnIfHidden(const RoleMethod &control);
  void importControls();
  // Entries.cpp
  std::string nameOfMethod(const RoleMethod &method) const;
  void importEntry(const RoleMethod &kernel);
  // BlockDrivers.cpp
  void importBlockDriver(const RoleMethod &thread);
  std::optional<Signature> makeDriverSignature(const RoleMethod &thread);
  vkm::ControlOp createBlockDriver(const RoleMethod &thread, const Signature &signature,
                                   llvm::StringRef passes);
  // LentObjects.cpp
  void importLentControls();
  CallShape lendObjects(const RoleMethod &control);
  void describeObjects(vkm::ControlOp op, const RoleMethod &control);
  void describeLent(const Field &field, vkm::FieldOp op, vkm::FieldOp size);
  // KeptPointers.cpp
  mlir::Type convertKept(const clang::FieldDecl *decl);
  void describeKept(const Field &field, vkm::FieldOp op);
  void stateKeptSizes();
  void checkCalls();
  /// Whether it is only there for calls that say which objects it takes.
  static bool takesParts(const ImportedFunction &function);
  /// Whether some of them are lambdas and function objects.
  static bool takesCallables(const RoleMethod &method);
  void checkArguments();
  /// Removes a function that nothing calls, and what is to be checked in it.
  void removeFunction(mlir::Operation *function);
  void checkPairs();
  void checkPacked();
  // Variants.cpp
  void checkHostVariants();
  void checkHostVariants(mlir::FunctionOpInterface function, vkm::ControlOp control,
                         mlir::Location use, llvm::DenseSet<mlir::Operation *> &seen);
  // Textures.cpp
  mlir::Type describeTexture(mlir::NamedAttrList &keys, const TextureRole &role,
                             const ObjectPart &object, mlir::Location where);
  mlir::Type describeTextures(mlir::NamedAttrList &keys, const TextureRole &role,
                              const clang::CXXRecordDecl *owner);
  const VectorPool *findPool(const clang::CXXRecordDecl *owner, const clang::FieldDecl *field);
  void describeSampling(vkm::FuncOp op, const clang::CXXMethodDecl *method, const TextureRole &role,
                        const ObjectPart &object, const Signature &signature);
  // VectorPools.cpp
  void createPools();
  void checkPools();
  bool checkClassMethod(const RoleMethod &method, bool isKernel);
  /// Lets all overriders of a method take a pointer as an array where one of them does: a call
  /// gives them the same. Before anything else is asked of one of them.
  void takeAlike(const clang::FunctionDecl *function);
  // Each adds what a parameter or the result becomes; false after an error.
  bool addSelf(Signature &signature, const clang::FunctionDecl *definition, const CallShape *shape,
               const ClosureArguments *closures);
  bool addStdVector(Signature &signature, const StdVector &vector, bool isConst,
                    const clang::ParmVarDecl *parameter);
  bool addParameter(Signature &signature, const clang::ParmVarDecl *parameter, bool isObject,
                    const std::string &function, const CallShape *shape);
  void addInputs(Signature &signature, mlir::Type type, Passing passing, const CallShape *shape);
  bool addResult(Signature &signature, const clang::FunctionDecl *definition, bool areKnown);
  bool addArray(Signature &signature, const clang::ParmVarDecl *parameter,
                const ParameterShape &given);
  bool addClassParameter(Signature &signature, const clang::ParmVarDecl *parameter,
                         const RoleMethod &method, bool isKernel, bool isOutput,
                         const CallShape *shape);
  static std::string findRefusal(const clang::ParmVarDecl *parameter, bool isWritten);
  void addCaptures(Signature &signature, const ClosureArguments &closures);
  std::optional<Signature> makeClassSignature(const RoleMethod &method, bool isKernel,
                                              const CallShape *shape = nullptr,
                                              const ClosureArguments *closures = nullptr);
  vkm::KernelOp importKernel(const RoleMethod &kernel, ImportedFunction &function);
  std::optional<Signature> makeSignature(const clang::FunctionDecl *definition,
                                         const CallShape *shape, const ClosureArguments *closures);
  std::string functionSymbol(std::string base, const Signature &signature, std::string &cppName);
  void buildFunction(mlir::Operation *op, const clang::FunctionDecl *definition,
                     const ImportedFunction &function);
  enum class Method { Device, Kernel, Control };
  mlir::ArrayAttr argumentNames(const clang::FunctionDecl *definition, const Signature &signature,
                                Method method, const ClosureArguments *closures = nullptr);
  void addComment(mlir::Operation *op, const clang::FunctionDecl *function);

  mlir::MLIRContext &m_context;
  Program &m_program;
  /// What the first instance of a function template took.
  llvm::DenseMap<const clang::FunctionDecl *, std::string> m_templateComments;
  llvm::DenseMap<const clang::ValueDecl *, std::string> m_constantComments;
  Reporter &m_reporter;
  const ClassRoles &m_roles;
  const Config &m_config;
  mlir::OwningOpRef<mlir::ModuleOp> m_module;
  mlir::OpBuilder m_builder;
  /// Parameters of overriders that are arrays because those of another one are.
  llvm::DenseSet<const clang::ParmVarDecl *> m_arrays;
  llvm::StringSet<> m_alike; ///< the methods of which that is known
  SymbolNames m_symbols;
  std::set<std::string> m_classKeys; ///< of the class and its bases
  TypeConverter m_types;
  ClassInterface m_interface;
  vkm::ClassOp m_class;

  std::map<std::string, Prototype> m_prototypes;
  std::map<std::string, ImportedFunction> m_functions; ///< by key and shape
  std::map<std::string, ImportedFunction> m_launchables;
  std::map<std::string, ImportedFunction> m_launchVariants; ///< by key and shape
  /// Names of device functions with their parameter types: overloads may share a C++ name.
  std::set<std::pair<std::string, const void *>> m_overloads;

  std::map<std::string, Field> m_fields; ///< by key; type null for those that were refused
  /// All of the class and its bases, in order of declaration; those of a part where it stands.
  std::vector<const Field *> m_fieldOrder;
  ObjectPart m_whole;
  std::vector<std::unique_ptr<ObjectPart>> m_parts;
  std::vector<std::unique_ptr<LentObject>> m_lent;
  llvm::StringSet<> m_lentFields;
  std::set<std::string> m_lentControls; ///< keys of those that take some from outside

  struct ArgumentCheck {
    mlir::Operation *call; ///< a vkm.call or vkm.virtual_call
    mlir::Value place;
    mlir::Location loc;
    std::string callee;
  };
  std::vector<ArgumentCheck> m_argumentChecks;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_MODULE_MODULEIMPORTER_H
