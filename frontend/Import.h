//===- Import.h - C++ sources of one class become one module in the imported phase -----------===//
//
// The front end's whole interface. Clang parses each source; the class, what it consists of and
// what its kernels call are looked up across all of them and written down in the vkm dialect.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_IMPORT_H
#define VKMORPH_FRONTEND_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <vector>

namespace vkmorph::frontend {

class Program;

/// What to import, and how clang is to read it.
struct ImportOptions {
  /// Files to parse, at least one. Each is a translation unit of its own; what they declare is
  /// merged by identity.
  std::vector<std::string> sources;
  /// The class to translate, qualified or not, "Filter<float>" for an instance of a template.
  /// Empty: the only class with kernels.
  std::string className;
  /// Options of clang: what stands after `--`.
  std::vector<std::string> clangArguments;
  /// The folder of a compile_commands.json; its options for a source come before `clangArguments`.
  /// Empty: none.
  std::string compilationDatabase;
  /// The config file; empty: none.
  std::string config;
  /// The folder that holds clang's include/stddef.h; empty: looked for beside the executable, then
  /// where the build found it.
  std::string resourceDir;
  /// The path of the running program, for looking beside it.
  std::string executable;
  /// A program is made of the class: warn of what would be defined in it several times.
  bool forProgram = false;
};

/// Imports the class. Returns null where an error was reported: errors in the C++ are printed by
/// clang as ever, all others are diagnostics of the context, which has to have the vkm dialect
/// loaded.
///
/// `dependencies`, where given, receives the files that were read, sources first, system headers
/// left out: what a dependency file lists. It is filled in also where the import fails.
mlir::OwningOpRef<mlir::ModuleOp> importSources(mlir::MLIRContext &context,
                                                const ImportOptions &options,
                                                std::vector<std::string> *dependencies = nullptr);

/// The two halves of importSources, for those who ask the syntax trees further questions or import
/// several classes of the same sources. Null where an error was reported.
std::shared_ptr<Program> readSources(mlir::MLIRContext &context, const ImportOptions &options,
                                     std::vector<std::string> *dependencies = nullptr);
mlir::OwningOpRef<mlir::ModuleOp> importClass(mlir::MLIRContext &context,
                                              const ImportOptions &options, Program &program,
                                              std::vector<std::string> *dependencies = nullptr);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_IMPORT_H
