//===- Declarations.h - What only clang knows of a class --------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_DECLARATIONS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_DECLARATIONS_H

#include "Options.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace vkmorph::frontend {
class Program;
} // namespace vkmorph::frontend

namespace vkmorph::check {

/// A parameter of the constructor that the harness calls.
struct ConstructorParameter {
  std::string name;
  std::string cppType;
  mlir::Type type; ///< a scalar
  /// It says how many elements something gets that the constructor allocates.
  bool isSize = false;
  std::vector<std::string> members; ///< that are initialised from it
};

/// What the dialect does not say.
struct Declarations {
  std::vector<ConstructorParameter> constructor;
  using Enumerators = std::map<std::string, std::vector<int64_t>>;
  /// Of members and parameters that are enumerations or have some inside, by path, subscripts left
  /// out: "m_mode", "m_grid.kind".
  Enumerators ofMembers, ofConstructor;
  std::map<std::string, Enumerators> ofParameters; ///< by the function's name
  llvm::StringSet<> overloaded;                    ///< methods
  /// Const and static members: an object cannot be given values of its own for them.
  llvm::StringSet<> fixedMembers;
};

/// Looks at the syntax trees. Reports an error where no constructor can be called, unless the user
/// says how objects are made.
mlir::FailureOr<Declarations> readDeclarations(mlir::MLIRContext &context, const Options &options,
                                               frontend::Program &program,
                                               llvm::StringRef qualifiedClass,
                                               const llvm::StringSet<> &names);

/// The parameters of the constructor to call: of the default one, unless `names` has a parameter of
/// another; else of the first public one whose parameters are scalars. Reports an error where
/// there is none.
mlir::FailureOr<std::vector<ConstructorParameter>>
chooseConstructor(mlir::MLIRContext &context, frontend::Program &program,
                  const clang::CXXRecordDecl *record, const llvm::StringSet<> &names);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_DECLARATIONS_H
