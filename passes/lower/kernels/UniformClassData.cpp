//===- UniformClassData.cpp - Which kernels are given the class data as a uniform buffer -----===//
//
// Devices have a path of its own for small data that all threads of a subgroup read at the same
// place: a table of weights that an inner loop goes through is read at twice the speed there
// (docs/Rationale.md). Elsewhere such a read is slower, since the places are taken one by one; and
// a few scalars that a kernel reads once make no difference.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/ClassDataForm.h"
#include "ir/Effects.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_UNIFORMCLASSDATA
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

// Every device takes uniform buffers of so many bytes.
static constexpr int64_t kMostBytes = 16 * 1024;

namespace {
/// Which values differ between the threads of a subgroup. What decides here is speed: threads that
/// a loop has left behind are not looked at.
class ThreadValues {
public:
  explicit ThreadValues(ClassOp parent) : parent(parent) {}
  /// Follows a shader and the functions that it calls.
  void follow(ShaderOp shader);
  bool differs(Value value) const;
  llvm::ArrayRef<Operation *> getBodies() const { return bodies.getArrayRef(); }

private:
  bool follow(Operation *op);
  bool mark(Value place);
  bool isChosen(Operation *op) const;
  static const void *getKey(Value place);

  ClassOp parent;
  llvm::SetVector<Operation *> bodies;          ///< the shader and functions
  llvm::DenseSet<const void *> differentPlaces; ///< variables, counters, parameters
};

struct UniformClassDataPass : vkm::impl::UniformClassDataBase<UniformClassDataPass> {
  using UniformClassDataBase::UniformClassDataBase;
  void runOnOperation() override;
  void visit(CommandsOp commands);
  bool hasTables(ClassOp parent);
  bool fits(ClassOp parent);
  bool readsTables(ClassOp parent, ShaderOp shader, std::string &table);
};
} // namespace

//===------------------------------------------------------------------------------------------===//
// Values that differ
//===------------------------------------------------------------------------------------------===//

/// A counter has an argument in each region of its loop.
const void *ThreadValues::getKey(Value place) {
  Value root = getRoot(place).value;
  auto argument = dyn_cast_or_null<BlockArgument>(root);
  if (!argument)
    return root.getAsOpaquePointer();
  Operation *owner = argument.getOwner()->getParentOp();
  return isa<FunctionOpInterface>(owner) ? root.getAsOpaquePointer()
                                         : static_cast<const void *>(owner);
}

bool ThreadValues::differs(Value value) const {
  if (!value)
    return false;
  Operation *op = value.getDefiningOp();
  if (!op)
    return differentPlaces.contains(isa<RefType>(value.getType()) ? getKey(value)
                                                                  : value.getAsOpaquePointer());
  if (auto builtin = dyn_cast<BuiltinOp>(op))
    return !llvm::is_contained({Builtin::Workgroup, Builtin::NumWorkgroups, Builtin::WorkgroupSize,
                                Builtin::SubgroupSize, Builtin::NumSubgroups},
                               builtin.getBuiltin());
  if (isa<VarOp>(op))
    return differentPlaces.contains(value.getAsOpaquePointer());
  if (llvm::any_of(op->getOperands(), [&](Value operand) { return differs(operand); }))
    return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && llvm::any_of(block.getTerminator()->getOperands(),
                                         [&](Value operand) { return differs(operand); }))
        return true;
  return false;
}

bool ThreadValues::mark(Value place) {
  Root root = getRoot(place);
  return root.value && differentPlaces.insert(getKey(place)).second;
}

/// Whether threads may differ on running it at all.
bool ThreadValues::isChosen(Operation *op) const {
  for (Operation *around = op->getParentOp(); around && !bodies.contains(around);
       around = around->getParentOp())
    if (auto branch = dyn_cast<IfOp>(around); branch && differs(branch.getCondition()))
      return true;
  return false;
}

/// Returns whether something new is known to differ.
bool ThreadValues::follow(Operation *op) {
  if (auto var = dyn_cast<VarOp>(op))
    return var.getInit() && differs(var.getInit()) && mark(var.getResult());
  if (auto loop = dyn_cast<ForOp>(op))
    return differs(loop.getInit()) && differentPlaces.insert(loop.getOperation()).second;
  if (auto call = dyn_cast<CallOp>(op)) {
    auto callee = parent.lookupSymbol<FuncOp>(call.getCallee());
    if (!callee)
      return false;
    bool isNew = bodies.insert(callee);
    for (auto [operand, argument] : llvm::zip(call.getOperands(), callee.getArguments())) {
      if (isa<RefType>(operand.getType()))
        isNew |= mark(operand); // the function may assign it
      if (isa<RefType>(operand.getType()) || differs(operand))
        isNew |= differentPlaces.insert(argument.getAsOpaquePointer()).second;
    }
    return isNew;
  }
  bool isNew = false;
  auto assigns = [&](Value place, Value value) {
    if (differs(value) || isChosen(op))
      isNew |= mark(place);
  };
  if (auto assign = dyn_cast<AssignOp>(op))
    assigns(assign.getRef(), assign.getValue());
  else if (auto update = dyn_cast<UpdateOp>(op))
    assigns(update.getRef(), update.getValue());
  return isNew;
}

void ThreadValues::follow(ShaderOp shader) {
  bodies.insert(shader);
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (size_t i = 0; i < bodies.size(); ++i)
      bodies[i]->walk([&](Operation *op) { isNew |= follow(op); });
  }
}

//===------------------------------------------------------------------------------------------===//
// The decision
//===------------------------------------------------------------------------------------------===//

/// Numbers of 8 and 16 bits are a feature of their own in uniform buffers.
static bool isWide(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return isWide(from, array.getElementType());
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::all_of(lookupRecord(from, record).getMembers().getAsRange<MemberAttr>(),
                        [&](MemberAttr member) { return isWide(from, member.getType()); });
  Type component = getComponentType(type);
  return component.isIntOrFloat() && component.getIntOrFloatBitWidth() >= 32;
}

/// The subscript by which an element of an array in the class data is found; null where it is
/// another place, or a constant.
static Value getSubscript(ClassOp parent, ElementOp element) {
  Root root = getRoot(element.getRef());
  bool isTable = root.symbol && parent.lookupField(root.symbol.getValue()) &&
                 !element.getIndex().getDefiningOp<ConstantOp>();
  return isTable ? element.getIndex() : Value();
}

bool UniformClassDataPass::hasTables(ClassOp parent) {
  WalkResult found = parent.walk([&](ElementOp element) {
    return getSubscript(parent, element) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

bool UniformClassDataPass::fits(ClassOp parent) {
  for (FieldOp field : parent.getOps<FieldOp>())
    if (field.getOffset() &&
        (!isWide(field, field.getType()) ||
         *field.getOffset() + getLayout(field, field.getType()).size > kMostBytes))
      return false;
  return true;
}

/// Whether a shader reads an array of the class data by a subscript, and all such subscripts are
/// the same for the threads of a subgroup.
bool UniformClassDataPass::readsTables(ClassOp parent, ShaderOp shader, std::string &table) {
  ThreadValues values(parent);
  values.follow(shader);
  bool isAlike = true;
  for (Operation *body : values.getBodies())
    body->walk([&](ElementOp element) {
      Value subscript = getSubscript(parent, element);
      if (!subscript)
        return;
      isAlike &= !values.differs(subscript);
      if (table.empty())
        table = getRoot(element.getRef()).symbol.getValue().str();
    });
  return isAlike;
}

void UniformClassDataPass::visit(CommandsOp commands) {
  auto bindings = commands.getBindings().getAsRange<BindingAttr>();
  bool isRead = llvm::any_of(bindings, [](BindingAttr binding) {
    return binding.getKind() == ResourceKind::ClassData && binding.getAccess() == Access::Read;
  });
  auto parent = commands->getParentOfType<ClassOp>();
  if (!isRead || !commands.getBody().getOps<CmdUpdateOp>().empty())
    return;
  llvm::SetVector<Operation *> shaders;
  commands.walk([&](CmdPipelineOp pipeline) {
    shaders.insert(parent.lookupSymbol<ShaderOp>(pipeline.getShader()));
  });
  std::string table;
  for (Operation *shader : shaders)
    if (!readsTables(parent, cast<ShaderOp>(shader), table))
      return;
  if (table.empty())
    return;
  UnitAttr unit = UnitAttr::get(&getContext());
  commands->setAttr(kUniformClassDataAttr, unit);
  for (Operation *shader : shaders)
    shader->setAttr(kUniformClassDataAttr, unit);
  report(commands.getLoc(), diag::PlanUniform, {commands.getDisplay().str(), table});
}

void UniformClassDataPass::runOnOperation() {
  if (classData != "auto" && classData != "storage") {
    report(getOperation().getLoc(), diag::OptionUnknown,
           {"class-data", classData, "auto, storage"});
    return signalPassFailure();
  }
  auto target = getOperation()->getAttrOfType<DictionaryAttr>(kTargetAttr);
  // std140 puts each element of an array at 16 bytes, which are not the host's.
  auto hasScalarLayout = target ? target.getAs<BoolAttr>("scalar_block_layout") : BoolAttr();
  if (classData == "storage" || !hasScalarLayout || !hasScalarLayout.getValue())
    return;
  for (ClassOp parent : getOperation().getOps<ClassOp>())
    if (fits(parent) && hasTables(parent))
      parent.walk([&](CommandsOp commands) { visit(commands); });
}
