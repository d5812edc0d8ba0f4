//===- Config.h - What a config file says about functions and textures -----------------------===//
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

namespace clang {
class FieldDecl;
} // namespace clang

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

/// What an entry says of a class whose objects are textures.
struct TextureConfig {
  ConfigText owner;                 ///< the class, or a template of classes
  std::optional<ConfigText> levels; ///< the member with its levels, the finest one first
  /// Of levels in one vector, the member that says how many there are, and the method that says
  /// where each begins; without one, each begins behind the finer ones.
  std::optional<ConfigText> levelCount, levelOffset;
  std::string betweenLevels;     ///< "linear" or "nearest"
  ConfigText texels;             ///< the member with its texels, or those of a level
  std::vector<ConfigText> sizes; ///< the members that say how many there are, rows' lengths first
  ConfigText sample;             ///< the method that samples
  std::string format;            ///< of texels, "float" or "half"
  std::string filter;            ///< "linear" or "nearest"
  ConfigText address;            ///< "clamp", "repeat", "mirror", or a member
  /// What values of that member mean: as they are written, and "clamp", "repeat" or "mirror".
  std::vector<std::pair<ConfigText, std::string>> addresses;

  bool hasLevels() const { return levels || levelCount; }
};

/// The same for one class, with what the names name.
struct TextureRole {
  const TextureConfig *config = nullptr;
  const clang::FieldDecl *levels = nullptr;    ///< null: it has none
  const clang::CXXRecordDecl *level = nullptr; ///< their class, with the texels and sizes
  const clang::FieldDecl *levelCount = nullptr;
  const clang::CXXMethodDecl *levelOffset = nullptr;
  const clang::FieldDecl *texels = nullptr;
  llvm::SmallVector<const clang::FieldDecl *> sizes;
  const clang::FieldDecl *address = nullptr; ///< null: one for all textures
  std::vector<std::pair<int64_t, std::string>> addresses;
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

  /// What the file says of the method that samples a texture; null for other methods.
  const TextureRole *texture(const Program &program, const clang::FunctionDecl *method) const;

private:
  // TextureRoles.cpp
  void resolveTexture(const Program &program, Reporter &reporter, const TextureConfig &config);

  std::vector<FunctionConfig> m_functions;
  std::map<std::string, const FunctionConfig *> m_byKey;
  std::vector<TextureConfig> m_textures;
  std::map<std::string, TextureRole> m_samplers; ///< by the keys of their methods
};

/// Whether a function is declared `[[vkmorph::associative]]`.
bool isDeclaredAssociative(const clang::FunctionDecl *function);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_ROLES_CONFIG_H
