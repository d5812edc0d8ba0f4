//===- Reporter.h - Errors with the chain of calls that leads to them ------------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_REPORTER_H
#define VKMORPH_FRONTEND_SOURCE_REPORTER_H

#include "frontend/Diagnostics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
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

  /// While it lives, what is reported is about a type or function of a library, if `isLibrary`,
  /// that the user's text names at `use`: there stands the message, with a note that leads into the
  /// library. What is the user's own again, as an argument of a template, has its own places.
  class LibraryScope {
  public:
    LibraryScope(Reporter &reporter, bool isLibrary, mlir::Location use)
        : m_reporter(reporter), m_outer(reporter.m_libraryUse) {
      if (!isLibrary)
        reporter.m_libraryUse.reset();
      else if (!m_outer)
        reporter.m_libraryUse = use;
    }
    ~LibraryScope() { m_reporter.m_libraryUse = m_outer; }
    LibraryScope(const LibraryScope &) = delete;
    LibraryScope &operator=(const LibraryScope &) = delete;

  private:
    Reporter &m_reporter;
    std::optional<mlir::Location> m_outer;
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
  std::optional<mlir::Location> m_libraryUse; ///< of what is being translated
  bool m_failed = false;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_REPORTER_H
