//===- Names.h - C++ names and types of the host program -------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_NAMES_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_NAMES_H

#include "backends/host_vulkan/CppText.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace vkmorph::host {

/// The names of one scope: hands out names that differ.
class NameScope {
public:
  /// `outer` names may be hidden by nothing that this scope makes; it has to outlive the scope.
  explicit NameScope(const NameScope *outer = nullptr) : outer(outer) {}

  /// Takes a name of the user's as it is.
  void reserve(llvm::StringRef name) { names.insert(name); }
  bool contains(llvm::StringRef name) const {
    return names.contains(name) || (outer && outer->contains(name));
  }
  /// The name, or where it is taken the name with underscores behind it, the convention for
  /// reserved names.
  std::string make(llvm::StringRef wanted);
  /// The name, or where it is taken the name with the first number from 2 on that makes it differ.
  std::string makeNumbered(llvm::StringRef wanted);

private:
  const NameScope *outer;
  llvm::StringSet<> names;
};

/// "ArraySumm" -> "arraySumm".
std::string lowerFirst(llvm::StringRef name);
/// "_row_sums" -> "RowSums".
std::string camelCase(llvm::StringRef name);

/// Whether `spelling` is a builtin or <cstdint> name of an arithmetic type that is the IR's `type`.
bool isSpellingOf(llvm::StringRef spelling, mlir::Type type);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_NAMES_H
