//===- SourceNames.h - Names of the source, for messages --------------------------------------===//
//
//   vkm.field @m_image_data                    m_image.data
//   vkm.field @Total_running                   running, a variable of Total
//   vkm.kernel @kernel1D_Part_part             kernel1D_Part, launched with a part of an array
//
// A symbol of the class has one name, and so what is a part of an object, a local variable that
// kernels work on, and a copy of a kernel have names that the user has not written. What the source
// calls them stands beside (`cpp_name`, `cpp_within`, `vkm.local_name`, and `vkm.source_name` for
// what a pass has made of something with a name); errors and warnings say that.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_SOURCENAMES_H
#define VKMORPH_IR_SOURCENAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <mutex>
#include <string>

namespace vkmorph::vkm {

/// The names of a context, which report() asks. One module is translated in a context at a time.
class SourceNames : public mlir::DialectInterface::Base<SourceNames> {
public:
  explicit SourceNames(mlir::Dialect *dialect) : Base(dialect) {}

  /// Those of a context; null where the dialect is not loaded.
  static const SourceNames *of(mlir::MLIRContext *context);

  /// Reads the names of a module's symbols; those of symbols that are gone stay known.
  void read(mlir::ModuleOp module) const;

  /// An argument of a message, with the source's name in place of a symbol: where it is one, and
  /// where it quotes one ('m_image_data').
  std::string translate(llvm::StringRef argument) const;

private:
  mutable std::mutex m_mutex;
  mutable llvm::StringMap<std::string> m_names;
};

/// Reads the names of a module before each pass.
std::unique_ptr<mlir::PassInstrumentation> createSourceNamesReader();

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_SOURCENAMES_H
