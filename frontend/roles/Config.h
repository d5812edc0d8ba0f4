//===- Config.h - What a config file says about functions ------------------------------------===//
//
// Roles, sizes and facts for classes whose text cannot be changed; docs/Config.md is its manual.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_ROLES_CONFIG_H
#define VKMORPH_FRONTEND_ROLES_CONFIG_H

#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vkmorph::frontend {

/// Text of the file and where its first character is.
struct ConfigText {
  std::string text;
  mlir::Location loc;
};

/// One entry of the file.
struct FunctionConfig {
  enum class Role { Unstated, Kernel, Control, None };

  ConfigText name;
  std::optional<std::vector<std::string>> parameters; ///< their types, where several are overloads
  Role role = Role::Unstated;
  unsigned dimensions = 0;                               ///< of a kernel
  std::vector<std::pair<std::string, ConfigText>> sizes; ///< by parameter
  bool isIndependent = false;                            ///< a kernel's iterations are
  bool isAssociative = false;                            ///< the function is, of two parameters
};

class Config {
public:
  /// Reads a YAML or JSON file; false where an error was reported.
  bool read(mlir::MLIRContext &context, Reporter &reporter, const std::string &path);

  /// Finds the functions that the entries name; false where an error was reported.
  bool resolve(const Program &program, Reporter &reporter);

  /// What the file says about a function; null for nothing.
  const FunctionConfig *find(const Program &program, const clang::FunctionDecl *function) const;

  /// What it says about a method or, where it says nothing, about those that it overrides.
  FunctionConfig::Role role(const Program &program, const clang::CXXMethodDecl *method,
                            unsigned *dimensions = nullptr) const;

private:
  std::vector<FunctionConfig> m_functions;
  std::map<std::string, const FunctionConfig *> m_byKey;
};

/// Whether a function is declared `[[vkmorph::associative]]`.
bool isDeclaredAssociative(const clang::FunctionDecl *function);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_CONFIG_H
