//===- RaiseHost.cpp - Makes a lowered module what C++ can say -------------------------------===//

#include "backends/host_vulkan/raise/RaiseHost.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/Diagnostics.h"
#include "backends/common/LegaliseNames.h"
#include "backends/common/Raise.h"
#include "backends/host_vulkan/raise/ArrayMembers.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Swaps.h"
#include "ir/ControlForms.h"
#include "ir/CppTypes.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

/// `for (i = 0; i < n; i++)` over 32-bit unsigned numbers: n iterations.
static bool isTrivialCount(vkm::IterationCountOp op) {
  auto lower = op.getLower().getDefiningOp<vkm::ConstantOp>();
  auto zero = lower ? dyn_cast<IntegerAttr>(lower.getValue()) : IntegerAttr();
  return zero && zero.getValue().isZero() && op.getPredicate() == vkm::CmpKind::Lt &&
         op.getStep() == 1 && !op.getDynamicStep() && op.getUpper().getType().isUnsignedInteger(32);
}

namespace {

//===-----------------------------------------------------------------------------------------===//
// Names
//===-----------------------------------------------------------------------------------------===//

void nameArguments(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (vkm::argName(function, i).empty())
      function.setArgAttr(i, vkm::kNameAttr,
                          StringAttr::get(function->getContext(), "argument" + std::to_string(i)));
}

/// Whether nothing but a variable is computed from an argument, so that the variable can be it. A
/// function that was inlined may have one of the same name, and change what its caller still needs.
bool isOnlyFor(BlockArgument argument, vkm::VarOp var) {
  return llvm::all_of(argument.getUsers(), [&](Operation *user) {
    return user == var || user->getParentOfType<vkm::ExtentOp>();
  });
}

/// Whether C++ has an enumeration where the IR has a number.
bool isEnumeration(vkm::ControlOp control, BlockArgument argument) {
  auto spelling = control.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "vkm.cpp_type");
  if (!spelling || !isa<IntegerType>(argument.getType()))
    return false;
  // Of a reference or pointer the recorded form has the value.
  StringRef type = spelling.getValue().rtrim("&* ");
  type.consume_front("const ");
  return !isSpellingOf(type, argument.getType());
}

/// A parameter that the function assigns is a variable of its own in the IR. The recorded form
/// assigns the parameter; in the drop-in form, whose extents and scalars are those of the call, the
/// variable stays.
void mergeParameterVariables(vkm::ControlOp control) {
  bool isDropIn = control->hasAttr(vkm::kDropInOfAttr) || vkm::runsInPieces(control);
  for (auto var : control.getOps<vkm::VarOp>()) {
    auto argument = dyn_cast_or_null<BlockArgument>(var.getInit());
    if (!argument || argument.getOwner() != &control.getBody().front() ||
        vkm::argName(control, argument.getArgNumber()) != var.getName())
      continue;
    if (isDropIn || !isOnlyFor(argument, var) || isEnumeration(control, argument))
      var.setName((var.getName() + "_").str());
    else
      var->setAttr(kParameterAttr, OpBuilder(var).getI32IntegerAttr(argument.getArgNumber()));
  }
}

/// C++ converts a scoped enumeration only where it is told to; in the IR it is a number.
void castEnumerations(vkm::ControlOp control) {
  Block &body = control.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    if (argument.use_empty() || !isEnumeration(control, argument))
      continue;
    auto cast = builder.create<vkm::CastOp>(control.getLoc(), argument.getType(), argument);
    argument.replaceAllUsesExcept(cast, cast);
  }
  for (auto var : control.getOps<vkm::VarOp>())
    if (var->hasAttr(kParameterAttr))
      var.getInitMutable().clear();
}

/// const uint32_t size32 = vkmorph::ToUint32(size, "size"); where it is used more than once
void hintNarrowed(vkm::ControlOp control) {
  control.walk([](vkm::NarrowOp narrow) {
    auto name = StringAttr::get(narrow.getContext(), narrow.getName() + "32");
    narrow->setAttr(kNameHintAttr, name);
  });
}

/// Values that are computed before the run of a drop-in form and read members which the run changes
/// get names.
void keepEarlierReads(vkm::ControlOp control) {
  auto runs = control.getOps<vkm::RunRecordedOp>();
  vkm::ControlOp recorded = vkm::getRecordedForm(control);
  if (!recorded || runs.empty())
    return;
  Operation *run = *runs.begin();
  vkm::FieldNames written;
  vkm::addFieldsWritten(recorded, written);
  UniqueNames names(control);
  for (Operation &op :
       llvm::make_early_inc_range(llvm::make_range(run->getBlock()->begin(), run->getIterator()))) {
    if (!op.hasTrait<vkm::VkmExpression>() || op.getNumResults() != 1 ||
        isa<vkm::RefType>(op.getResult(0).getType()))
      continue;
    bool isRead = llvm::any_of(vkm::getEffects(&op).reads, [&](const vkm::Root &root) {
      return root.symbol && written.contains(root.symbol);
    });
    bool isUsedLater = llvm::any_of(op.getUsers(), [&](Operation *user) {
      Operation *ancestor = run->getBlock()->findAncestorOpInBlock(*user);
      return ancestor && run->isBeforeInBlock(ancestor);
    });
    if (isRead && isUsedLater)
      nameValue(op.getResult(0), names.make(getNameHint(op.getResult(0), /*overwritten=*/true)));
  }
}

/// Functions that were inlined bring names of their own: those of one scope have to differ.
void legalise(FunctionOpInterface function) {
  std::vector<Renaming> renamings;
  legaliseLocals(function, getCppNamingRules(), {}, renamings);
  function->walk([&](vkm::VarOp var) {
    if (auto parameter = var->getAttrOfType<IntegerAttr>(kParameterAttr))
      var.setName(vkm::argName(function, parameter.getInt()));
  });
}

/// Removes variables that only commands of other functions used.
void eraseDeadVariables(FunctionOpInterface function) {
  SmallVector<vkm::VarOp> dead;
  function->walk([&](vkm::VarOp var) {
    // Parameters are passed on by their names.
    if (var.getRef().use_empty() && !var->hasAttr(vkm::kAtEntryAttr) &&
        !var->hasAttr(kParameterAttr))
      dead.push_back(var);
  });
  for (vkm::VarOp var : dead)
    var.erase();
}

/// const uint32_t iCount = vkmorph::IterationCount(...);
/// const uint32_t groups = m_vulkan.GroupCount(...);
void nameCounts(vkm::CommandsOp commands) {
  NameScope names;
  for (unsigned i = 0; i < commands.getNumArguments(); ++i)
    names.reserve(vkm::argName(commands, i));
  for (StringRef taken : {"cmd", "arguments"})
    names.reserve(taken);
  commands.walk([&](vkm::IterationCountOp count) {
    // Loops that a kernel runs itself may need no count.
    if (count.use_empty())
      return;
    if (isTrivialCount(count))
      count.replaceAllUsesWith(count.getUpper());
    else
      nameValue(count, names.makeNumbered((count.getName() + "Count").str()));
  });
  commands.walk([&](vkm::CmdDispatchOp dispatch) {
    for (auto [dim, groups] : llvm::enumerate(dispatch.getGroups()))
      if (findWorkgroupCount(groups)) {
        StringRef suffix = dispatch.getGroups().size() == 1 ? "" : StringRef("XYZ").substr(dim, 1);
        nameValue(groups, names.makeNumbered(("groups" + suffix).str()));
      }
  });
}

} // namespace

vkm::WorkgroupCountOp host::findWorkgroupCount(Value groups) {
  if (auto let = groups.getDefiningOp<vkm::LetOp>())
    groups = let.getValue();
  if (auto least = groups.getDefiningOp<vkm::MathOp>())
    groups = least.getOperands().front();
  return groups.getDefiningOp<vkm::WorkgroupCountOp>();
}

/// Whether host code can make the structs that a function makes: `T{}`, or `T{1, n}` of members
/// that others may name or a constructor takes.
static LogicalResult checkStructs(Operation *function) {
  auto isOfDefault = [](Operation *user) {
    auto whole = dyn_cast<vkm::AggregateOp>(user);
    return whole && host::isDefaultValue(whole);
  };
  WalkResult result = function->walk([&](vkm::AggregateOp whole) {
    auto type = dyn_cast<vkm::RecordType>(whole.getType());
    vkm::RecordOp record = type ? vkm::lookupRecord(function, type) : vkm::RecordOp();
    if (!record || !record->hasAttr(vkm::kNeedsDefaultAttr) || host::isDefaultValue(whole) ||
        llvm::all_of(whole->getUsers(), isOfDefault))
      return WalkResult::advance();
    report(whole.getLoc(), backends::diag::HostPrivateMembers, {vkm::spellType(type, function)});
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// What a module has to be before C++ can say it.
static LogicalResult checkForms(vkm::ClassOp theClass) {
  for (auto control : theClass.getOps<vkm::ControlOp>())
    if (!vkm::isForm(control)) {
      report(control.getLoc(), backends::diag::HostNotSplit, {vkm::getNameInSource(control)});
      return failure();
    } else if (failed(checkStructs(control))) {
      return failure();
    }
  for (vkm::FuncOp function : vkm::getHostFunctions(theClass))
    if (failed(checkStructs(function)))
      return failure();
  return success();
}

LogicalResult host::raiseHost(ModuleOp module) {
  vkm::setPhase(module, vkm::Phase::Raised);
  for (auto theClass : module.getOps<vkm::ClassOp>()) {
    if (failed(checkForms(theClass)))
      return failure();
    for (auto control : theClass.getOps<vkm::ControlOp>()) {
      nameArguments(control);
      keepEarlierReads(control);
      mergeParameterVariables(control);
      castEnumerations(control);
      hintNarrowed(control);
      eraseDeadVariables(control);
      nameValues(control);
      joinSwaps(control);
      chooseArrayAssignments(control);
      nameConstants(control);
      legalise(control);
    }
    for (vkm::FuncOp function : vkm::getHostFunctions(theClass)) {
      nameArguments(function);
      nameValues(function);
      chooseArrayAssignments(function);
      nameConstants(function);
      legalise(function);
    }
    for (auto commands : theClass.getOps<vkm::CommandsOp>()) {
      nameArguments(commands);
      nameCounts(commands);
      nameValues(commands);
      legalise(commands);
    }
  }
  return success();
}
