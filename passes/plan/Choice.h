//===- Choice.h - What a planner may choose, what it takes, and why ---------------------------===//
//
// A planner lists the ways that it knows, each with what it costs and what is against it, and takes
// the cheapest legal one, or the one that was asked for. Remarks, the report and attributes of the
// plan are made from that one list.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_CHOICE_H
#define VKMORPH_PASSES_PLAN_CHOICE_H

#include "ir/VkmDialect.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// One of the ways.
struct Candidate {
  std::string value;    ///< in the spelling of the option that asks for it, where one does
  int64_t cost = 0;     ///< an estimate, to be compared with those of the same choice only
  std::string reason;   ///< what speaks for it, as a clause: "one dispatch, and ..."
  std::string obstacle; ///< why it is not legal; empty where it is
  std::string asked;    ///< the option's value that asks for it; empty: `value`

  llvm::StringRef getAsked() const { return asked.empty() ? value : asked; }
};

/// A choice on one subject, about one operation.
class PlanChoice {
public:
  /// `subject` is the option of Decisions.h that decides on it, or a name of its own.
  /// `about` names what in the operation it is about, if that is not all of it: a struct, an array.
  explicit PlanChoice(llvm::StringRef subject, std::string about = "")
      : subject(subject), about(std::move(about)) {}

  void add(Candidate candidate) { candidates.push_back(std::move(candidate)); }

  /// Takes the cheapest legal way of those that were asked for; of all where nothing was ("auto"),
  /// or where none of them is legal. The first of those that cost alike. One has to be legal.
  const Candidate &choose(llvm::StringRef asked = "auto");

  const Candidate &getChosen() const { return candidates[chosen]; }
  /// Which of the candidates that is.
  size_t getIndex() const { return chosen; }
  /// Whether a way would be taken if it were asked for: others that are asked for alike may be
  /// cheaper.
  bool isTaken(const Candidate &candidate) const;
  /// "asked for", or what speaks for what was chosen.
  std::string getReason() const;
  /// Why what was asked for was not taken; empty where it was, or where nothing was asked for.
  llvm::StringRef getRefusal() const { return refusal; }
  llvm::StringRef getSubject() const { return subject; }
  llvm::StringRef getAbout() const { return about; }
  const std::vector<Candidate> &getCandidates() const { return candidates; }

private:
  llvm::StringRef subject;
  std::string about;
  std::vector<Candidate> candidates;
  size_t chosen = 0;
  bool isAsked = false;
  std::string refusal;
};

/// Reports a value that the option of a planner does not have (Decisions.h).
mlir::LogicalResult checkDecision(mlir::Location loc, llvm::StringRef option,
                                  llvm::StringRef value);

/// On a module whose plan is to be explained (`--report`): planners keep their choices.
inline constexpr llvm::StringLiteral kKeepChoicesAttr = "vkm.keep_choices";
/// On an operation of such a module: the choices about it, in the order in which they were made.
inline constexpr llvm::StringLiteral kChoicesAttr = "vkm.choices";

/// Whether the module of an operation asks for its choices.
bool keepsChoices(mlir::Operation *op);

/// Keeps a choice on the operation that it is about, where the module asks for that; in the place
/// of one on the same subject, which another planner made before.
void note(mlir::Operation *op, const PlanChoice &choice);

/// The choices that are kept on an operation: the keys `subject`, `about` (if it has one),
/// `chosen`, `cost`, `reason` and `alternatives`, each of these with `value`, `asked` (the option's
/// value that asks for it, unless that gives another way), and `cost` or, where it is not legal,
/// `obstacle`.
llvm::SmallVector<mlir::DictionaryAttr> getChoices(mlir::Operation *op);

/// Removes the choices from a module, and asks for none any more.
void dropChoices(mlir::ModuleOp module);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_CHOICE_H
