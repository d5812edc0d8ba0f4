//===- DiagnosticPrinter.h - Prints diagnostics as clang prints its own ----------------------===//

#ifndef VKMORPH_TOOLS_COMMON_DIAGNOSTICPRINTER_H
#define VKMORPH_TOOLS_COMMON_DIAGNOSTICPRINTER_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace vkmorph::tool {

/// Names of warnings and remarks, and what becomes of them; "all" stands for all names.
struct MessageChoice {
  std::vector<std::string> silenced; ///< warnings that are not printed
  std::vector<std::string> promoted; ///< warnings that are errors
  std::vector<std::string> remarks;  ///< remarks that are printed
};

/// While it lives, prints the diagnostics of a context:
///
///   numbers.cpp:12:7: error: kernel 'kernel1D_Sum' returns a value [vkm1116]
///       int kernel1D_Sum(const int *a, int n) {
///           ^~~~~~~~~~~~
///   numbers.cpp:12:7: note: declare 'kernel1D_Sum' as void, ...
///
/// Warnings and remarks end in "[code, name]"; by that name they are silenced, promoted or asked
/// for.
class DiagnosticPrinter {
public:
  explicit DiagnosticPrinter(mlir::MLIRContext &context, const MessageChoice &choice = {},
                             llvm::raw_ostream &os = llvm::errs());

  unsigned getNumErrors() const { return m_numErrors; }
  unsigned getNumWarnings() const { return m_numWarnings; }

private:
  void handle(mlir::Diagnostic &diagnostic);
  bool isWanted(mlir::DiagnosticSeverity severity, llvm::StringRef flag) const;
  void print(mlir::Location loc, mlir::DiagnosticSeverity severity, llvm::StringRef text,
             bool withSource);
  /// The number of a file's buffer in `m_sources`; 0 where it cannot be read.
  unsigned bufferOf(llvm::StringRef file);

  llvm::StringSet<> m_silenced, m_promoted, m_remarks;
  llvm::raw_ostream &m_os;
  llvm::SourceMgr m_sources;
  llvm::StringMap<unsigned> m_buffers;
  unsigned m_numErrors = 0, m_numWarnings = 0;
  mlir::ScopedDiagnosticHandler m_handler;
};

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_COMMON_DIAGNOSTICPRINTER_H
