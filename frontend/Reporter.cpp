//===- Reporter.cpp - Errors with the chain of calls that leads to them ----------------------===//

#include "frontend/Reporter.h"

using namespace vkmorph::frontend;

void Reporter::report(mlir::Location loc, const DiagInfo &info,
                      llvm::ArrayRef<std::string> arguments) {
  report(loc, info, arguments, {});
}

void Reporter::report(mlir::Location loc, const DiagInfo &info,
                      llvm::ArrayRef<std::string> arguments, llvm::ArrayRef<Note> notes) {
  bool isError = info.severity == mlir::DiagnosticSeverity::Error;
  m_failed |= isError;
  if (!m_reported.insert({loc, info.code.data()}).second)
    return;
  mlir::InFlightDiagnostic diagnostic = vkmorph::report(loc, info, arguments);
  for (const Note &note : notes)
    diagnostic.attachNote(note.first) << note.second;
  if (!isError)
    return;
  for (const Note &note : llvm::reverse(m_chain))
    diagnostic.attachNote(note.first) << note.second;
}
