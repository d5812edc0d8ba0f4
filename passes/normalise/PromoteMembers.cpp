//===- PromoteMembers.cpp - The host keeps what it sets members to in variables ---------------===//
//
//   m_n = n;                              int n = count;
//   while (m_n > 1) {                     m_n = n;
//     m_n = (m_n + 1) / 2;           =>   while (n > 1) {
//     kernel1D_Half(a);                     n = (n + 1) / 2;
//   }                                       m_n = n;
//                                           vkm.launch @kernel1D_Half(a)
//                                         }
//
// The device assigns members, among the commands. To read one of them the host would have to wait
// for it: where it computes the value itself, it has the value in a variable. That is scalar
// promotion. Only the reads that the host waits for count: conditions, numbers of launches, and
// launches of kernels that read a member which more than one assignment may have set.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/LaunchFacts.h"
#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/commands/AssignedMembers.h"
#include "analysis/commands/HostStatements.h"
#include "analysis/values/CountedLoops.h"
#include "ir/MemberNames.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PROMOTEMEMBERS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {

struct PromoteMembersPass : vkm::impl::PromoteMembersBase<PromoteMembersPass> {
  void runOnOperation() override;
};

/// What the host needs the value of a member for: to give it to others, or to decide by it.
enum class Need { None, Passes, Decides };

/// Where a control function uses a member whose value the host has.
struct Uses {
  SmallVector<LoadOp> loads;
  SmallVector<Operation *> launches; ///< of kernels that read it
  bool isNeeded = false;             ///< the host would wait for it
};

/// Makes variables for the members of one control function.
class Promoter {
public:
  Promoter(ControlOp control, const Members &changed)
      : control(control), theClass(control->getParentOfType<ClassOp>()), known(control, changed) {}
  void run();

private:
  void findUses();
  void findNeeded();
  Need findNeed(Value value, llvm::SmallVectorImpl<StringAttr> &into) const;
  void promote(FieldOp field, const Uses &uses);
  Operation *findFirst(ArrayRef<Operation *> uses) const;

  ControlOp control;
  ClassOp theClass;
  AssignedMembers known;
  llvm::MapVector<StringAttr, Uses> members;
};

} // namespace

/// Whether more than one assignment may have set the member that an operation reads.
static bool isUnclear(Operation *op, StringAttr field) {
  return !findAssignment(op, {{field, {}}, {}}, getEffectsOnMembers);
}

void Promoter::findUses() {
  auto isNumber = [&](StringAttr field) {
    FieldOp op = theClass.lookupField(field.getValue());
    return op && isa<IntegerType, FloatType>(op.getType()) && !op.getSizeOf() &&
           !known.getAssignments(field).empty();
  };
  control.walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      PlacePath path = getPlacePath(load.getRef());
      if (path.root.symbol && path.path.empty() && isNumber(path.root.symbol) &&
          known.isKnown(load, path.root.symbol))
        members[path.root.symbol].loads.push_back(load);
    }
    auto launch = dyn_cast<LaunchOp>(op);
    KernelOp kernel = launch ? lookupKernel(launch) : KernelOp();
    if (!kernel || kernel.getPerThread())
      return;
    EffectSet effects = getEffects(kernel.getBody());
    for (const Root &root : effects.reads)
      if (root.symbol && isNumber(root.symbol) && known.isKnown(launch, root.symbol)) {
        Uses &uses = members[root.symbol];
        uses.launches.push_back(launch);
        uses.isNeeded |= isUnclear(launch, root.symbol);
      }
  });
}

/// What the host needs a value for; the members that it is assigned to are added to `into`.
Need Promoter::findNeed(Value value, SmallVectorImpl<StringAttr> &into) const {
  Need need = Need::None;
  for (Operation *user : value.getUsers()) {
    if (user->hasTrait<VkmExpression>() && !isa<HostOp, CallOp>(user)) {
      for (Value result : user->getResults())
        need = std::max(need, findNeed(result, into));
      continue;
    }
    auto assign = dyn_cast<AssignOp>(user);
    Value place = isa<AssignOp, UpdateOp>(user) ? getAccessedPlace(user) : Value();
    Root root = place ? getRoot(place) : Root();
    if (isa<IfOp, SwitchOp, YieldOp>(user))
      need = Need::Decides;
    else if (isa<LaunchOp, VarOp, ForOp>(user) || (place && !isOnDevice(root)))
      need = std::max(need, Need::Passes);
    else if (root.symbol && (!assign || assign.getValue() == value))
      into.push_back(root.symbol);
  }
  return need;
}

void Promoter::findNeeded() {
  llvm::MapVector<StringAttr, SmallVector<StringAttr>> parts; // of what a member is set to
  for (auto &[field, uses] : members)
    for (LoadOp load : uses.loads) {
      SmallVector<StringAttr> into;
      Need need = findNeed(load.getResult(), into);
      uses.isNeeded |= need == Need::Decides || (need == Need::Passes && isUnclear(load, field));
      for (StringAttr target : into)
        parts[target].push_back(field);
    }
  for (bool changes = true; changes;) {
    changes = false;
    for (auto &[field, uses] : members)
      for (StringAttr part : uses.isNeeded ? parts[field] : SmallVector<StringAttr>())
        if (Uses &its = members[part]; !its.isNeeded)
          changes = its.isNeeded = true;
  }
}

/// The first statement of the innermost block around all uses that one of them stands in.
Operation *Promoter::findFirst(ArrayRef<Operation *> uses) const {
  Block *block = uses.front()->getBlock();
  auto isAround = [&](Operation *use) { return block->findAncestorOpInBlock(*use) != nullptr; };
  auto holds = [&] {
    return isa<ControlOp>(block->getParentOp()) || holdsStatements(*block->getParent());
  };
  while (!llvm::all_of(uses, isAround) || !holds())
    block = block->getParentOp()->getBlock();
  Operation *first = nullptr;
  for (Operation *use : uses) {
    Operation *statement = block->findAncestorOpInBlock(*use);
    if (!first || statement->isBeforeInBlock(first))
      first = statement;
  }
  return first;
}

void Promoter::promote(FieldOp field, const Uses &uses) {
  StringAttr symbol = field.getSymNameAttr();
  ArrayRef<Operation *> assignments = known.getAssignments(symbol);
  SmallVector<Operation *> all(assignments);
  llvm::append_range(all, uses.loads);
  llvm::append_range(all, uses.launches);
  Operation *first = findFirst(all);
  OpBuilder builder(first);
  auto declaring = dyn_cast<AssignOp>(first);
  Value init = declaring ? declaring.getValue() : Value();
  bool isConstant = declaring && assignments.size() == 1;
  auto var = builder.create<VarOp>(declaring ? declaring.getLoc() : field.getLoc(),
                                   RefType::get(field.getType()),
                                   withoutMemberMark(field.getSymName()), init, isConstant);
  var->setAttr(kValueOfAttr, symbol);
  for (Operation *op : assignments) {
    Location loc = op->getLoc();
    builder.setInsertionPoint(op);
    Operation *own = var;
    auto assign = dyn_cast<AssignOp>(op);
    if (auto update = dyn_cast<UpdateOp>(op))
      own = builder.create<UpdateOp>(loc, update.getKind(), var.getRef(), update.getValue());
    else if (op != first)
      own = builder.create<AssignOp>(loc, var.getRef(), assign.getValue());
    if (Attribute comment = op->removeAttr(kCommentAttr))
      own->setAttr(kCommentAttr, comment);
    Value now = buildLoad(builder, loc, var.getRef());
    if (assign) {
      assign.getValueMutable().assign(now);
      continue;
    }
    builder.create<AssignOp>(loc, getAccessedPlace(op), now);
    op->erase();
  }
  for (LoadOp load : uses.loads)
    load.getRefMutable().assign(var.getRef());
}

void Promoter::run() {
  findUses();
  findNeeded();
  for (auto &[field, uses] : members)
    if (uses.isNeeded)
      promote(theClass.lookupField(field.getValue()), uses);
}

void PromoteMembersPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  for (ClassOp theClass : getOperation().getOps<ClassOp>()) {
    Members changed = findChangedMembers(theClass);
    for (ControlOp control : theClass.getBody().front().getOps<ControlOp>()) {
      Promoter(control, changed).run();
      eraseDeadExpressions(control.getBody());
    }
  }
}
