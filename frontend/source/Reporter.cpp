//===- Reporter.cpp - Errors with the chain of calls that leads to them ----------------------===//

#include "frontend/source/Reporter.h"

using namespace vkmorph::frontend;

void Reporter::report(mlir::Location loc, const DiagInfo &info,
                      llvm::ArrayRef<std::string> arguments) {
  report(loc, info, arguments, {});
}

void Reporter::report(mlir::Location loc, const DiagInfo &info,
                      llvm::ArrayRef<std::string> arguments, llvm::ArrayRef<Note> notes) {
  bool isError = info.severity == mlir::DiagnosticSeverity::Error;
  m_failed |= isError;
  mlir::Location place = m_libraryUse.value_or(loc);
  if (!m_reported.insert({place, info.code.data()}).second)
    return;
  mlir::InFlightDiagnostic diagnostic = vkmorph::report(place, info, arguments);
  if (place != loc && getSourceBegin(loc))
    diagnostic.attachNote(loc) << "in a library, here";
  for (const Note &note : notes)
    diagnostic.attachNote(note.first) << note.second;
  if (!isError)
    return;
  for (const Note &note : llvm::reverse(m_chain))
    diagnostic.attachNote(note.first) << note.second;
}
