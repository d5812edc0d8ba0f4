//===- Reporter.h - Errors with the chain of calls that leads to them ------------------------===//

#ifndef VKMORPH_FRONTEND_REPORTER_H
#define VKMORPH_FRONTEND_REPORTER_H

#include "frontend/Diagnostics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace vkmorph::frontend {

/// Reports rows of the front end's table. An error inside of a function gets notes that lead from
/// the kernel to it. One place gets one error of one kind, however many paths lead there.
class Reporter {
public:
  void report(mlir::Location loc, const DiagInfo &info, llvm::ArrayRef<std::string> arguments = {});
  /// The same with notes of its own at other places.
  using Note = std::pair<mlir::Location, std::string>;
  void report(mlir::Location loc, const DiagInfo &info, llvm::ArrayRef<std::string> arguments,
              llvm::ArrayRef<Note> notes);

  bool failed() const { return m_failed; }

  /// While it lives, errors get this note: it leads to what is being translated.
  class NoteScope {
  public:
    NoteScope(Reporter &reporter, mlir::Location where, std::string text) : m_reporter(reporter) {
      reporter.m_chain.push_back({where, std::move(text)});
    }
    ~NoteScope() { m_reporter.m_chain.pop_back(); }
    NoteScope(const NoteScope &) = delete;
    NoteScope &operator=(const NoteScope &) = delete;

  private:
    Reporter &m_reporter;
  };

  /// Marks that a function is being translated because `caller` calls it at `call`.
  class CallScope : public NoteScope {
  public:
    CallScope(Reporter &reporter, const std::string &callee, const std::string &caller,
              mlir::Location call)
        : NoteScope(reporter, call, "'" + caller + "' calls '" + callee + "' here") {}
  };

private:
  std::vector<Note> m_chain; ///< from the kernel inwards
  llvm::DenseSet<std::pair<mlir::Location, const char *>> m_reported;
  bool m_failed = false;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_REPORTER_H
