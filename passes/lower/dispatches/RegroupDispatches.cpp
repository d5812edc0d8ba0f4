//===- RegroupDispatches.cpp - The rest of an iteration, which another thread may take --------===//
//
//   grid (i < n) { before; call @Drop(surface, x) {vkm.dispatch = "workgroup"}; after }
//
//     =>   grid (i < n) {
//            before
//            way = min(surface.type - 1, 1)
//            regroup (i) way of 2 keeps (x) {
//            ^(i, x):
//              call @Drop(surface, x); after
//            }
//          }
//
// What the source computes before the call and memory still tells is computed again in the region,
// as in SortDispatches; everything else is kept. Iterations whose calls stand in loops and
// branches, and are run in rounds, become one operation.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Rounds.h"
#include "device/Builders.h"
#include "ir/HostCode.h"
#include "passes/Passes.h"
#include "passes/lower/dispatches/SortedIterations.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_REGROUPDISPATCHES
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct RegroupDispatchesPass : vkm::impl::RegroupDispatchesBase<RegroupDispatchesPass> {
  void runOnOperation() override;
};

/// Cuts the iterations of one grid.
class Regrouping {
public:
  explicit Regrouping(Dispatch dispatch)
      : m_dispatch(dispatch), m_grid(cast<GridOp>(dispatch.op->getParentOp())),
        m_loc(dispatch.op->getLoc()), m_cut(m_grid, dispatch.op) {}
  void run();

private:
  void keep(Value used);
  RegroupOp makeRegroup();
  void restore(OpBuilder &at, RegroupOp regroup, IRMapping &mapping);

  Dispatch m_dispatch;
  GridOp m_grid;
  Location m_loc;
  GridCut m_cut;
  SmallVector<Value> m_used;      ///< what the second part needs of the first and is kept
  SmallVector<Value> m_keptParts; ///< the values of these
  SmallVector<StringRef> m_names;
};
} // namespace

/// The value of a variable, or of an expression, as shared memory has it.
void Regrouping::keep(Value used) {
  OpBuilder at(m_dispatch.op);
  Value value = isa<RefType>(used.getType()) ? buildLoad(at, m_loc, used) : used;
  if (Type stored = getKeptType(value.getType()); stored != value.getType())
    value = at.create<CastOp>(m_loc, stored, value);
  m_used.push_back(used);
  m_keptParts.push_back(value);
  m_names.push_back(getUsedName(used));
}

/// In front of the choice, with an empty region.
RegroupOp Regrouping::makeRegroup() {
  OpBuilder at(m_dispatch.op);
  Value number = vkm::buildWayNumber(at, m_dispatch);
  auto counters = m_grid.getBody().getArguments();
  int64_t turns = m_grid.getCoarsening().value_or(1);
  auto regroup = at.create<RegroupOp>(m_loc, ValueRange(counters), number, m_dispatch.getNumWays(),
                                      turns, m_keptParts, at.getStrArrayAttr(m_names));
  Block &body = regroup.getBody().emplaceBlock();
  for (Value value : counters)
    body.addArgument(value.getType(), m_loc);
  for (Value value : m_keptParts)
    body.addArgument(value.getType(), m_loc);
  return regroup;
}

/// What the first part has computed, for the region.
void Regrouping::restore(OpBuilder &at, RegroupOp regroup, IRMapping &mapping) {
  Block &body = regroup.getBody().front();
  unsigned numCounters = m_grid.getNumDims();
  for (unsigned dim = 0; dim < numCounters; ++dim)
    mapping.map(m_grid.getBody().getArgument(dim), body.getArgument(dim));
  for (Value used : m_cut.getUsed()) {
    if (!m_cut.isStored(used)) {
      mapping.map(used, cloneExpression(at, used, mapping));
      continue;
    }
    unsigned number = llvm::find(m_used, used) - m_used.begin();
    mapping.map(used, buildUsed(at, m_loc, used, body.getArgument(numCounters + number)));
  }
}

void Regrouping::run() {
  for (Value used : m_cut.getUsed())
    if (m_cut.isStored(used))
      keep(used);
  RegroupOp regroup = makeRegroup();
  Block &iteration = m_grid.getBody().front();
  // The region is made where it does not see what the iteration has computed, which it would use.
  regroup->moveBefore(m_grid);
  OpBuilder at = OpBuilder::atBlockEnd(&regroup.getBody().front());
  IRMapping mapping;
  restore(at, regroup, mapping);
  for (Operation &op : llvm::make_range(Block::iterator(m_dispatch.op), iteration.end()))
    at.clone(op, mapping);
  regroup.walk([](Operation *op) { op->removeAttr(kDispatchAttr); });
  while (&iteration.back() != m_dispatch.op)
    iteration.back().erase();
  m_dispatch.op->erase();
  regroup->moveBefore(&iteration, iteration.end());
  eraseDeadExpressions(m_grid.getBody());
  eraseUnreadVariables(m_grid.getBody());
}

/// `grid (i < n) { iteration }   =>   grid (i < n) { rounds (i) { iteration } }`
static void makeRounds(GridOp grid) {
  Block &iteration = grid.getBody().front();
  OpBuilder at = OpBuilder::atBlockEnd(&iteration);
  auto rounds = at.create<RoundsOp>(grid.getLoc(), ValueRange(iteration.getArguments()));
  Block &body = rounds.getBody().emplaceBlock();
  body.getOperations().splice(body.end(), iteration.getOperations(), iteration.begin(),
                              Block::iterator(rounds));
}

void RegroupDispatchesPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Planned)
    return;
  SmallVector<Dispatch> found;
  getOperation().walk([&](GridOp grid) {
    if (std::optional<Dispatch> dispatch = findRegrouped(grid))
      found.push_back(*dispatch);
  });
  for (Dispatch dispatch : found)
    Regrouping(dispatch).run();
  getOperation().walk([](GridOp grid) {
    if (runsRounds(grid))
      makeRounds(grid);
  });
}
