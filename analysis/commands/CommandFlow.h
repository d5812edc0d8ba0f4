//===- CommandFlow.h - Facts that follow the control flow of recorded commands ----------------===//
//
// Commands stand in structured loops and branches, whose conditions the host evaluates while it
// records. A state is carried along every way through them, joined where ways meet; loops are
// played until the state at their head, which the back edge feeds, does not change any more.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_COMMANDS_COMMANDFLOW_H
#define VKMORPH_ANALYSIS_COMMANDS_COMMANDFLOW_H

#include "ir/HostCode.h"
#include "ir/VkmDialect.h"

#include <optional>
#include <set>
#include <vector>

namespace vkmorph::vkm {

/// The states that come about on some way, where there are few of them: what variables of the host
/// hold, say, all of them together.
template <class State> struct StateSet {
  std::set<State> known;

  bool join(const StateSet &other) {
    size_t before = known.size();
    known.insert(other.known.begin(), other.known.end());
    return known.size() != before;
  }
  /// Each becomes what `step` makes of it.
  template <class Step> void change(Step step) {
    std::set<State> changed;
    for (State state : known) {
      step(state);
      changed.insert(std::move(state));
    }
    known = std::move(changed);
  }
};

/// `State` has `bool join(const State &)`, which makes it hold on both ways and says whether it has
/// changed.
template <class State> class CommandFlow {
public:
  virtual ~CommandFlow() = default;

protected:
  /// What an operation does to the state; called in front of what stands inside of it, too.
  virtual void visit(mlir::Operation *op, State &state) = 0;
  /// What is over behind an operation, where control goes on there.
  virtual void leave(mlir::Operation * /*op*/, State & /*state*/) {}
  /// Whether the condition of a loop certainly holds when control first comes to it: what is behind
  /// the loop has been through its body then.
  virtual bool runsAtLeastOnce(ForOp /*loop*/) { return false; }

  /// Plays a body from its beginning. Gives the state behind its end; none where control does not
  /// come there.
  std::optional<State> play(mlir::Block &body, State state) {
    isStopped = false;
    return follow(body, std::move(state));
  }

  /// Ends the play: what is to be known is known.
  void stop() { isStopped = true; }

private:
  /// None where control does not come.
  using Way = std::optional<State>;

  /// Where `break` and `continue` lead.
  struct Target {
    Way breaks, continues;
    bool isLoop;
  };

  static bool join(Way &into, const Way &from) {
    if (!from)
      return false;
    if (into)
      return into->join(*from);
    into = from;
    return true;
  }

  Way follow(mlir::Region &region, Way way) {
    return region.empty() ? way : follow(region.front(), std::move(way));
  }

  Way follow(mlir::Block &block, Way way) {
    for (mlir::Operation &op : block) {
      if (!way || isStopped)
        break;
      visit(&op, *way);
      way = enter(&op, std::move(way));
      if (way)
        leave(&op, *way);
    }
    return way;
  }

  Way enter(mlir::Operation *op, Way way) {
    if (auto branch = llvm::dyn_cast<IfOp>(op)) {
      Way other = follow(branch.getElseRegion(), way);
      way = follow(branch.getThenRegion(), std::move(way));
      join(way, other);
      return way;
    }
    if (auto scope = llvm::dyn_cast<ScopeOp>(op))
      return follow(scope.getBody(), std::move(way));
    if (auto loop = llvm::dyn_cast<ForOp>(op))
      return iterate(
          {&loop.getCond(), &loop.getBody(), &loop.getStep(), nullptr, runsAtLeastOnce(loop)},
          std::move(way));
    if (auto loop = llvm::dyn_cast<WhileOp>(op))
      return iterate({&loop.getCond(), &loop.getBody(), nullptr, nullptr}, std::move(way));
    if (auto loop = llvm::dyn_cast<DoWhileOp>(op))
      return iterate({nullptr, &loop.getBody(), nullptr, &loop.getCond()}, std::move(way));
    if (auto choice = llvm::dyn_cast<SwitchOp>(op))
      return choose(choice, std::move(way));
    if (llvm::isa<ReturnOp>(op) || isThrow(op))
      return std::nullopt;
    if (llvm::isa<BreakOp>(op)) {
      join(targets.back().breaks, way);
      return std::nullopt;
    }
    if (llvm::isa<ContinueOp>(op)) {
      for (Target &target : llvm::reverse(targets))
        if (target.isLoop) {
          join(target.continues, way);
          break;
        }
      return std::nullopt;
    }
    // `c && x`: x may be left out; of `c ? x : y` one is.
    if (op->hasTrait<VkmExpression>() && op->getNumRegions()) {
      Way either = llvm::isa<SelectOp>(op) ? Way() : way;
      for (mlir::Region &region : op->getRegions())
        join(either, follow(region, way));
      return either;
    }
    return way;
  }

  /// The parts of a loop that it has, in order; the last one is the condition behind the body.
  struct Parts {
    mlir::Region *condition, *body, *step, *last;
    bool runsAtLeastOnce = false;
  };

  Way iterate(const Parts &parts, Way head) {
    while (true) {
      Way begin = parts.condition ? follow(*parts.condition, head) : head;
      targets.push_back({{}, {}, /*isLoop=*/true});
      Way end = follow(*parts.body, begin);
      Target target = std::move(targets.back());
      targets.pop_back();
      join(end, target.continues);
      for (mlir::Region *region : {parts.step, parts.last})
        if (region)
          end = follow(*region, std::move(end));
      Way exit = parts.last ? end : parts.runsAtLeastOnce ? follow(*parts.condition, end) : begin;
      join(exit, target.breaks);
      if (isStopped || !join(head, end))
        return exit;
    }
  }

  /// A case is entered from the switch, and from the one before it that does not leave.
  Way choose(SwitchOp choice, Way way) {
    targets.push_back({{}, {}, /*isLoop=*/false});
    bool hasDefault = false;
    Way through;
    for (auto [labels, region] : llvm::zip(choice.getLabels(), choice.getCases())) {
      hasDefault |= llvm::cast<mlir::ArrayAttr>(labels).empty();
      join(through, way);
      through = follow(region, std::move(through));
    }
    Target target = std::move(targets.back());
    targets.pop_back();
    if (!hasDefault)
      join(through, way);
    join(through, target.breaks);
    return through;
  }

  std::vector<Target> targets;
  bool isStopped = false;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_COMMANDS_COMMANDFLOW_H
