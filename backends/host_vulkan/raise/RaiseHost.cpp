//===- RaiseHost.cpp - Makes a lowered module what C++ can say -------------------------------===//

#include "backends/host_vulkan/raise/RaiseHost.h"

#include "analysis/commands/RecordedCommands.h"
#include "backends/Diagnostics.h"
#include "backends/common/LegaliseNames.h"
#include "backends/common/Raise.h"
#include "backends/host_vulkan/raise/HostStatements.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Swaps.h"
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

StringRef controlName(vkm::ControlOp op) {
  auto name = op->getAttrOfType<StringAttr>("cpp_name");
  return name ? name.getValue() : op.getSymName();
}

//===-----------------------------------------------------------------------------------------===//
// What commands cannot depend on
//===-----------------------------------------------------------------------------------------===//

/// The commands that write each field.
using Writers = llvm::DenseMap<StringAttr, vkm::CommandsOp>;

vkm::CommandsOp commandsOf(vkm::ControlOp control, vkm::CmdRunOp run) {
  return control->getParentOfType<vkm::ClassOp>().lookupSymbol<vkm::CommandsOp>(run.getKernel());
}

void noteFieldsWritten(vkm::ControlOp control, vkm::CmdRunOp run, Writers &writers) {
  vkm::CommandsOp commands = commandsOf(control, run);
  auto fields = commands ? commands.getFieldsAttr() : DictionaryAttr();
  if (!fields)
    return;
  for (NamedAttribute use : fields) {
    auto access = cast<vkm::AccessAttr>(use.getValue()).getValue();
    if (access == vkm::Access::Write || access == vkm::Access::ReadWrite)
      writers.try_emplace(use.getName(), commands);
  }
}

/// The fields that an operation of the host reads while it records.
SmallVector<StringAttr> fieldsReadBy(vkm::ControlOp control, Operation *op) {
  if (isa<vkm::LoadOp, vkm::UpdateOp>(op))
    return vkm::getLoadedFields(op);
  if (auto run = dyn_cast<vkm::CmdRunOp>(op))
    if (vkm::CommandsOp commands = commandsOf(control, run))
      return vkm::getLoadedFields(commands);
  return {};
}

void reportRead(vkm::ControlOp control, Operation *op, StringAttr field, vkm::CommandsOp writer,
                const DiagInfo &row) {
  // Kernels that the compiler made stand where the user's statements are.
  bool isOutlined = writer->hasAttr(vkm::kOutlinedAttr);
  std::string display = writer.getDisplay().str();
  auto known = control->getParentOfType<vkm::ClassOp>().lookupField(field.getValue());
  StringRef name = known ? vkm::getNameInSource(known) : field.getValue();
  InFlightDiagnostic diagnostic =
      report(op->getLoc(), row,
             {controlName(control).str(), name.str(),
              isOutlined ? "an assignment" : "kernel '" + display + "'"});
  if (isOutlined)
    diagnostic.attachNote(writer.getLoc()) << "it is assigned here";
}

/// What the recorded form reads of members, its own commands must not change: they may be submitted
/// again.
LogicalResult checkReadsOfChanged(vkm::ControlOp recorded) {
  Writers writers;
  recorded.walk([&](vkm::CmdRunOp run) { noteFieldsWritten(recorded, run, writers); });
  bool isFine = true;
  recorded.walk([&](Operation *op) {
    for (StringAttr field : fieldsReadBy(recorded, op))
      if (vkm::CommandsOp writer = writers.lookup(field)) {
        reportRead(recorded, op, field, writer, backends::diag::HostReadsChanged);
        isFine = false;
      }
  });
  return success(isFine);
}

/// Host code that runs while commands are recorded sees nothing of what they will compute.
class RecordingCheck {
public:
  RecordingCheck(vkm::ControlOp control, Operation *lastCommand, bool isSplit)
      : control(control), last(lastCommand), isSplit(isSplit) {}

  LogicalResult run() {
    for (Operation &op : control.getBody().front()) {
      if (last && last->isBeforeInBlock(&op))
        // The recorded form ends with its last command.
        op.walk([&](Operation *inner) { checkMembers(inner); });
      else
        visit(&op, /*loop=*/nullptr);
    }
    control.walk([&](vkm::DerefOp deref) {
      fail(deref, backends::diag::HostReadsBuffer,
           {controlName(control).str(), nameOf(deref.getPointer())});
    });
    return failure(broken);
  }

private:
  std::string nameOf(Value array) {
    auto argument = dyn_cast<BlockArgument>(array);
    return argument ? vkm::argName(control, argument.getArgNumber()).str() : "a buffer";
  }

  void fail(Operation *op, const DiagInfo &row, ArrayRef<std::string> arguments) {
    report(op->getLoc(), row, arguments);
    broken = true;
  }

  /// In a loop what stands behind an operation also comes before it, in the next iteration.
  void visit(Operation *op, Operation *loop) {
    bool isLoop = isa<vkm::LoopOpInterface>(op);
    if (isLoop)
      op->walk([&](vkm::CmdRunOp run) { noteWrites(run); });
    if (ArrayAttr known = readBackAt(op))
      for (auto name : known.getAsRange<StringAttr>())
        writers.erase(name);
    // Any region may be left out, and a loop's may follow itself.
    Writers entry = writers, exit;
    if (op->getNumRegions() == 0 || !isa<vkm::ScopeOp>(op))
      exit = entry;
    for (Region &region : op->getRegions()) {
      writers = entry;
      for (Operation &inner : region.getOps())
        visit(&inner, isLoop ? op : loop);
      exit.insert(writers.begin(), writers.end());
    }
    if (op->getNumRegions() != 0)
      writers = exit;
    check(op);
    if (auto run = dyn_cast<vkm::CmdRunOp>(op)) {
      noteWrites(run);
      launched = true;
    }
  }

  void noteWrites(vkm::CmdRunOp run) { noteFieldsWritten(control, run, writers); }

  /// What the operation assigns, which must not be a member.
  vkm::Root checkMembers(Operation *op) {
    Value place;
    if (auto assign = dyn_cast<vkm::AssignOp>(op))
      place = assign.getRef();
    if (auto update = dyn_cast<vkm::UpdateOp>(op))
      place = update.getRef();
    vkm::Root written = place ? vkm::getRoot(place) : vkm::Root();
    auto checkSymbol = [&](StringAttr symbol) {
      bool stays = op->hasAttr(vkm::kOnHostAttr) &&
                   !vkm::isUsedByCommands(control->getParentOfType<vkm::ClassOp>(), symbol);
      if (!stays)
        fail(op, backends::diag::HostWritesField, {controlName(control).str(), symbol.str()});
    };
    if (written.symbol)
      checkSymbol(written.symbol);
    // A function that is given a member or an array, or has one.
    if (auto call = dyn_cast<vkm::CallOp>(op))
      for (const vkm::Root &root : vkm::getEffects(call).writes) {
        if (root.symbol)
          checkSymbol(root.symbol);
        else if (isa<vkm::PtrType>(root.value.getType()))
          fail(op, backends::diag::HostReadsBuffer,
               {controlName(control).str(), nameOf(root.value)});
      }
    return written;
  }

  void check(Operation *op) {
    if (!isSplit && vkm::isOfEarlyAnswer(op)) {
      checkMembers(op);
      return;
    }
    std::string name = controlName(control).str();
    for (StringAttr field : fieldsReadBy(control, op))
      if (vkm::CommandsOp writer = writers.lookup(field)) {
        reportRead(control, op, field, writer, backends::diag::HostReadsResult);
        broken = true;
      }
    vkm::Root written = checkMembers(op);
    auto argument = dyn_cast_or_null<BlockArgument>(written.value);
    // A reference is the caller's.
    if (argument && argument.getOwner() == &control.getBody().front() &&
        !isa<vkm::RefType>(argument.getType()))
      fail(op, backends::diag::HostWritesField,
           {name, vkm::argName(control, argument.getArgNumber()).str()});
    bool stays = !control.getResultTypes().empty() || (last && last->getNextNode());
    if (auto end = dyn_cast<vkm::ReturnOp>(op); end && launched && stays)
      fail(op, backends::diag::HostReturnsEarly, {name, end.getValue() ? " a value" : ""});
  }

  vkm::ControlOp control;
  Operation *last;
  bool isSplit; ///< members come back in between
  Writers writers;
  bool launched = false;
  bool broken = false;
};

//===-----------------------------------------------------------------------------------------===//
// The two forms of a control function
//===-----------------------------------------------------------------------------------------===//

/// Erases from the last operation on, so that uses go before what they use.
void eraseAfter(Operation *last) {
  Block *block = last->getBlock();
  while (&block->back() != last)
    block->back().erase();
}

/// What of a form's host code is needed: marked backwards, in the drop-in form from what follows
/// the run, in the recorded form from the commands.
class Needed {
public:
  /// Of a recorded form, which keeps what `carried` fields are for the drop-in form.
  Needed(vkm::ControlOp control, const vkm::FieldNames &carried) : control(control) {
    control.walk([&](Operation *op) {
      if (isa<vkm::CmdBindOp, vkm::CmdRunOp, vkm::CmdBarrierOp, vkm::ReserveOp, vkm::PrepareImageOp,
              vkm::ReturnOp>(op) ||
          readBackAt(op))
        mark(op);
      if (isa<vkm::AssignOp, vkm::UpdateOp, vkm::CallOp>(op) &&
          llvm::any_of(vkm::getAssignedFields(op),
                       [&](StringAttr field) { return carried.contains(field); }))
        mark(op);
    });
    followAll();
  }
  Needed(vkm::ControlOp control, Operation *marker) : control(control) {
    for (Operation *op = marker; op; op = op->getNextNode())
      op->walk([&](Operation *inner) { mark(inner); });
    bool hasTail = marker->getNextNode();
    vkm::forEachOutput(control, [&](Operation *op) {
      hasTail = true;
      mark(op);
    });
    // One that keeps all commands from being recorded keeps the call from binding buffers, too.
    Operation *first = vkm::findFirstCommand(control);
    control.walk([&](vkm::ReturnOp ret) {
      Operation *statement = marker->getBlock()->findAncestorOpInBlock(*ret);
      if (hasTail || (first && statement && statement->isBeforeInBlock(first)))
        mark(ret);
    });
    for (auto extent : control.getOps<vkm::ExtentOp>())
      extent->walk([&](Operation *inner) { mark(inner); });
    followAll();
  }

  bool contains(Operation *op) const { return live.contains(op); }

private:
  void mark(Operation *op) {
    if (op && op != control.getOperation() && live.insert(op))
      pending.push_back(op);
  }

  void followAll() {
    while (!pending.empty())
      follow(pending.pop_back_val());
  }

  /// Who writes a variable that is read.
  void markWrites(const vkm::Root &root) {
    control.walk([&](Operation *op) {
      Value place;
      if (auto assign = dyn_cast<vkm::AssignOp>(op))
        place = assign.getRef();
      if (auto update = dyn_cast<vkm::UpdateOp>(op))
        place = update.getRef();
      if (auto call = dyn_cast<vkm::CallOp>(op))
        for (Value operand : call.getOperands())
          if (isa<vkm::RefType>(operand.getType()) && vkm::getRoot(operand) == root)
            mark(op);
      if (place && vkm::getRoot(place) == root)
        mark(op);
    });
  }

  void follow(Operation *op) {
    for (Value operand : op->getOperands())
      mark(operand.getDefiningOp() ? operand.getDefiningOp()
                                   : operand.getParentBlock()->getParentOp());
    mark(op->getParentOp());
    if (auto load = dyn_cast<vkm::LoadOp>(op))
      markWrites(vkm::getRoot(load.getRef()));
    if (auto update = dyn_cast<vkm::UpdateOp>(op))
      markWrites(vkm::getRoot(update.getRef()));
    // What steers a loop or leaves it.
    if (isa<vkm::LoopOpInterface, vkm::AndOp, vkm::OrOp, vkm::SelectOp>(op))
      for (Region &region : op->getRegions())
        for (Operation &inner : region.getOps())
          if (isa<vkm::YieldOp>(inner) || isStep(op, &region))
            mark(&inner);
    if (isa<vkm::LoopOpInterface, vkm::SwitchOp>(op))
      op->walk([&](Operation *inner) {
        if (isa<vkm::BreakOp, vkm::ContinueOp>(inner))
          mark(inner);
      });
  }

  static bool isStep(Operation *op, Region *region) {
    auto loop = dyn_cast<vkm::ForOp>(op);
    return loop && region == &loop.getStep();
  }

  vkm::ControlOp control;
  llvm::SetVector<Operation *> live;
  SmallVector<Operation *> pending;
};

void eraseUnneeded(Region &region, const Needed &needed) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (!needed.contains(&op)) {
        op.dropAllUses();
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseUnneeded(inner, needed);
    }
}

/// What the commands' host code does to variables that the object keeps is not done again.
void eraseCarried(vkm::ControlOp dropIn, Operation *marker, const vkm::FieldNames &carried) {
  SmallVector<Operation *> done;
  dropIn.walk([&](Operation *op) {
    Operation *statement = marker->getBlock()->findAncestorOpInBlock(*op);
    StringAttr field = isa<vkm::AssignOp, vkm::UpdateOp>(op)
                           ? vkm::getRoot(op->getOperand(0)).symbol
                           : StringAttr();
    if (field && carried.contains(field) && statement->isBeforeInBlock(marker))
      done.push_back(op);
  });
  for (Operation *op : done)
    op->erase();
}

/// Splits the function; see the head of RaiseHost.h.
LogicalResult splitControl(vkm::ControlOp control) {
  Block &statements = control.getBody().front();
  if (!statements.empty())
    if (auto ret = dyn_cast<vkm::ReturnOp>(statements.back()); ret && !ret.getValue())
      ret.erase();
  sinkReads(control);
  vkm::FieldNames carried;
  bool isSplit = readBetween(control, carried);
  Operation *last = vkm::findLastCommand(control);
  if (failed(checkClocks(control)) || failed(checkResizes(control)) ||
      failed(RecordingCheck(control, last, isSplit).run()))
    return failure();

  OpBuilder builder(control);
  builder.setInsertionPointAfter(control);
  auto dropIn = cast<vkm::ControlOp>(builder.clone(*control));
  dropIn->setAttr(SymbolTable::getSymbolAttrName(),
                  builder.getStringAttr(control.getSymName() + ".drop_in"));
  dropIn->setAttr(kDropInOfAttr, builder.getStringAttr(control.getSymName()));

  // The drop-in form.
  Block &body = dropIn.getBody().front();
  Operation *lastInDropIn = vkm::findLastCommand(dropIn);
  if (lastInDropIn)
    builder.setInsertionPointAfter(lastInDropIn);
  else
    builder.setInsertionPointToStart(&body);
  auto marker = builder.create<vkm::ScopeOp>(control.getLoc());
  marker.getBody().emplaceBlock();
  marker->setAttr(kRunAttr, builder.getUnitAttr());
  eraseCarried(dropIn, marker, carried);
  if (!isSplit)
    moveEarlyAnswers(dropIn, marker);
  eraseUnneeded(dropIn.getBody(), Needed(dropIn, marker));

  // The recorded form.
  SmallVector<vkm::ExtentOp> extents(control.getOps<vkm::ExtentOp>());
  for (vkm::ExtentOp extent : extents)
    extent.erase();
  if (last)
    eraseAfter(last);
  control.walk([&](vkm::ReturnOp ret) { ret.getValueMutable().clear(); });
  eraseUnneeded(control.getBody(), Needed(control, carried));
  if ((!isSplit && failed(checkReadsOfChanged(control))) || failed(checkHostValues(control)) ||
      failed(checkNullable(control, dropIn)))
    return failure();
  keepEarlierReads(marker);
  splitReferences(control, dropIn, marker);
  control.setFunctionTypeAttr(
      TypeAttr::get(builder.getFunctionType(control.getBody().getArgumentTypes(), {})));
  control.removeResAttrsAttr();
  return success();
}

//===-----------------------------------------------------------------------------------------===//
// Names
//===-----------------------------------------------------------------------------------------===//

void nameArguments(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (vkm::argName(function, i).empty())
      function.setArgAttr(i, vkm::kNameAttr,
                          StringAttr::get(function->getContext(), "argument" + std::to_string(i)));
}

/// A parameter that the function assigns is a variable of its own in the IR. The recorded form
/// assigns the parameter; in the drop-in form, whose extents and scalars are those of the call, the
/// variable stays.
void mergeParameterVariables(vkm::ControlOp control) {
  bool isDropIn = control->hasAttr(kDropInOfAttr);
  for (auto var : control.getOps<vkm::VarOp>()) {
    auto argument = dyn_cast_or_null<BlockArgument>(var.getInit());
    if (!argument || argument.getOwner() != &control.getBody().front() ||
        vkm::argName(control, argument.getArgNumber()) != var.getName())
      continue;
    if (isDropIn)
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
    auto spelling = control.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "vkm.cpp_type");
    if (!spelling || !isa<IntegerType>(argument.getType()) || argument.use_empty() ||
        isSpellingOf(spelling.getValue(), argument.getType()))
      continue;
    auto cast = builder.create<vkm::CastOp>(control.getLoc(), argument.getType(), argument);
    argument.replaceAllUsesExcept(cast, cast);
  }
  for (auto var : control.getOps<vkm::VarOp>())
    if (var->hasAttr(kParameterAttr))
      var.getInitMutable().clear();
}

/// Host code calls copies of functions, which know no object.
LogicalResult checkFunction(vkm::FuncOp function) {
  Operation *use = nullptr;
  function.walk([&](Operation *op) {
    if (isa<vkm::FieldRefOp, vkm::VectorDataOp, vkm::DerefOp>(op) && !use)
      use = op;
  });
  if (!use)
    return success();
  report(use->getLoc(), backends::diag::HostCallsMember, {function.getSymName().str()});
  return failure();
}

/// const uint32_t size32 = vkmorph::ToUint32(size, "size"); where it is used more than once
void hintNarrowed(vkm::ControlOp control) {
  control.walk([](vkm::NarrowOp narrow) {
    auto name = StringAttr::get(narrow.getContext(), narrow.getName() + "32");
    narrow->setAttr(kNameHintAttr, name);
  });
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
    if (var.getRef().use_empty() && !var->hasAttr(kEntryAttr) && !var->hasAttr(kParameterAttr))
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

LogicalResult host::raiseHost(ModuleOp module) {
  vkm::setPhase(module, vkm::Phase::Raised);
  bool broken = false;
  for (auto theClass : module.getOps<vkm::ClassOp>()) {
    SmallVector<vkm::ControlOp> controls(theClass.getOps<vkm::ControlOp>());
    for (vkm::ControlOp control : controls) {
      nameArguments(control);
      broken |= failed(splitControl(control));
    }
    if (broken)
      return failure();
    for (auto control : theClass.getOps<vkm::ControlOp>()) {
      mergeParameterVariables(control);
      castEnumerations(control);
      hintNarrowed(control);
      eraseDeadVariables(control);
      nameValues(control);
      joinSwaps(control);
      legalise(control);
    }
    for (vkm::FuncOp function : vkm::getHostFunctions(theClass)) {
      broken |= failed(checkFunction(function));
      nameArguments(function);
      nameValues(function);
      legalise(function);
    }
    for (auto commands : theClass.getOps<vkm::CommandsOp>()) {
      nameArguments(commands);
      nameCounts(commands);
      nameValues(commands);
      legalise(commands);
    }
  }
  return failure(broken);
}
