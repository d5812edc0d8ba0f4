//===- ClassData.cpp - What kernels do to the block of class data ----------------------------===//

#include "analysis/patterns/ClassData.h"

#include "analysis/patterns/Appends.h"
#include "analysis/values/GridShape.h"
#include "ir/Effects.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

//===------------------------------------------------------------------------------------------===//
// The block
//===------------------------------------------------------------------------------------------===//

/// What a block of layout std430 asks of a vector that has no padding there: the compiler's own
/// class data can do it the favour.
static int64_t getVectorAlign(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    Type element = array.getElementType();
    int64_t align = getVectorAlign(from, element);
    return getLayout(from, element).size % align == 0 ? align : 1;
  }
  bool isVector = isa<VecType, MatType>(type);
  return isVector && getPushLayout(type).size == getLayout(from, type).size
             ? getPushLayout(type).align
             : 1;
}

int64_t vkmorph::vkm::getFieldOffset(FieldOp field, int64_t end) {
  int64_t align = std::max<int64_t>(getLayout(field, field.getType()).align, 4);
  return llvm::alignTo(end, std::max(align, getVectorAlign(field, field.getType())));
}

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

ClassDataBlock vkmorph::vkm::measureClassData(ClassOp op) {
  // Scalars that are spilled lie at whole vectors at most; a vector that is appended to has two
  // counters beside its size.
  constexpr int64_t kVectorBytes = 16, kAppendBytes = 8;
  llvm::DenseSet<StringAttr> touched, appended;
  int64_t added = 0;
  for (KernelOp kernel : op.getOps<KernelOp>()) {
    EffectSet effects = getEffects(kernel.getBody());
    for (const Root &root : llvm::concat<const Root>(effects.reads, effects.writes))
      if (root.symbol)
        touched.insert(root.symbol);
    for (BlockArgument scalar : findSpilledScalars(kernel))
      added += llvm::alignTo(getLayout(op, scalar.getType()).size, kVectorBytes) + kVectorBytes;
    for (const auto &[vector, times] : countAppends(kernel))
      appended.insert(vector);
  }
  ClassDataBlock block;
  for (FieldOp field : op.getOps<FieldOp>()) {
    if (!touched.contains(field.getSymNameAttr()) || field.getVectorElement())
      continue;
    if (!block.narrow && !isWide(field, field.getType()))
      block.narrow = field;
    block.bytes = getFieldOffset(field, block.bytes) + getLayout(field, field.getType()).size;
  }
  block.bytes += added + kAppendBytes * int64_t(appended.size());
  return block;
}

SmallVector<BlockArgument> vkmorph::vkm::findSpilledScalars(KernelOp kernel) {
  // Every device has as many; see vkmorph::Requirements for more.
  constexpr int64_t kGuaranteedBytes = 128;
  SmallVector<BlockArgument> scalars;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (!isa<PtrType>(argument.getType()) && !argument.use_empty())
      scalars.push_back(argument);
  int64_t counts = 0;
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
      counts += !keepsCounter(grid, dim);
  auto fits = [&] {
    int64_t bytes = 0;
    for (BlockArgument scalar : scalars) {
      Layout layout = getPushLayout(scalar.getType());
      bytes = llvm::alignTo(bytes, layout.align) + layout.size;
    }
    return bytes + 4 * counts <= kGuaranteedBytes;
  };
  Block &top = kernel.getBody().front();
  SmallVector<BlockArgument> chosen;
  for (size_t index = scalars.size(); index-- > 0 && !fits();) {
    // The host needs what bounds are made of, and so may the shader's loop.
    if (llvm::any_of(scalars[index].getUsers(),
                     [&](Operation *user) { return user->getBlock() == &top; }))
      continue;
    chosen.push_back(scalars[index]);
    scalars.erase(scalars.begin() + index);
  }
  // Push constants pad the columns of three.
  for (size_t index = scalars.size(); index-- > 0;)
    if (auto matrix = dyn_cast<MatType>(scalars[index].getType());
        matrix && matrix.getRows() == 3) {
      chosen.push_back(scalars[index]);
      scalars.erase(scalars.begin() + index);
    }
  return llvm::to_vector(llvm::reverse(chosen));
}

//===------------------------------------------------------------------------------------------===//
// Values that differ
//===------------------------------------------------------------------------------------------===//

namespace {
/// Which values differ between the threads of a subgroup. What decides here is speed: threads that
/// a loop has left behind are not looked at.
class ThreadValues {
public:
  explicit ThreadValues(ClassOp parent) : parent(parent) {}
  /// Follows a planned kernel and the functions that it calls.
  void follow(KernelOp kernel);
  bool differs(Value value) const;
  llvm::ArrayRef<Operation *> getBodies() const { return bodies.getArrayRef(); }

private:
  void followGrid(GridOp grid);
  bool follow(Operation *op);
  bool mark(Value place);
  bool isChosen(Operation *op) const;
  static const void *getKey(Value place);

  ClassOp parent;
  llvm::SetVector<Operation *> bodies;          ///< the kernel and functions
  llvm::DenseSet<const void *> differentPlaces; ///< variables, counters, parameters
  llvm::DenseSet<Operation *> ofOneThread;      ///< statements that one thread of a workgroup runs
};
} // namespace

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
  for (Operation *around = op; around && !bodies.contains(around); around = around->getParentOp()) {
    auto branch = dyn_cast<IfOp>(around);
    auto once = dyn_cast<OnceOp>(around);
    if ((branch && differs(branch.getCondition())) ||
        (once && once.getFolded() && once.getFolded() != Fold::Counting) ||
        ofOneThread.contains(around))
      return true;
  }
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

/// The counters of a grid; where a workgroup takes an iteration together, also that of the row
/// loop. What comes behind that loop is done by one thread.
void ThreadValues::followGrid(GridOp grid) {
  for (BlockArgument counter : grid.getBody().getArguments())
    differentPlaces.insert(counter.getAsOpaquePointer());
  RowOp row = grid.getSharedRow();
  if (!row)
    return;
  differentPlaces.insert(row.getLoop().getOperation());
  for (Value accumulator : row.getAccumulators())
    mark(accumulator);
  for (Operation *op = row; op != grid; op = op->getParentOp())
    for (Operation *behind = op->getNextNode(); behind; behind = behind->getNextNode())
      ofOneThread.insert(behind);
}

void ThreadValues::follow(KernelOp kernel) {
  bodies.insert(kernel);
  for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
    followGrid(grid);
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (size_t i = 0; i < bodies.size(); ++i)
      bodies[i]->walk([&](Operation *op) { isNew |= follow(op); });
  }
}

//===------------------------------------------------------------------------------------------===//
// Tables
//===------------------------------------------------------------------------------------------===//

/// The subscript by which an element of an array in the class data is found; null where it is
/// another place, or a constant.
static Value getSubscript(ClassOp parent, ElementOp element) {
  Root root = getRoot(element.getRef());
  bool isTable = root.symbol && parent.lookupField(root.symbol.getValue()) &&
                 !element.getIndex().getDefiningOp<ConstantOp>();
  return isTable ? element.getIndex() : Value();
}

/// Whether a value at the top of a kernel is computed in its shaders: a bound may be the host's
/// alone.
static bool isInShader(Operation *op) {
  if (op->getParentOfType<ExtentOp>())
    return false;
  if (!isa<KernelOp>(op->getParentOp()))
    return true;
  return llvm::any_of(op->getUses(), [](OpOperand &use) {
    auto grid = dyn_cast<GridOp>(use.getOwner());
    if (!grid)
      return isInShader(use.getOwner());
    unsigned dims = grid.getNumDims(), number = use.getOperandNumber();
    bool isUpper = number >= dims && number < 2 * dims;
    return !isUpper || keepsCounter(grid, number - dims);
  });
}

bool vkmorph::vkm::hasTables(ClassOp op) {
  WalkResult found = op.walk([&](ElementOp element) {
    return getSubscript(op, element) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

TableReads vkmorph::vkm::findTableReads(KernelOp kernel) {
  auto parent = kernel->getParentOfType<ClassOp>();
  ThreadValues values(parent);
  values.follow(kernel);
  TableReads reads;
  for (Operation *body : values.getBodies())
    body->walk([&](ElementOp element) {
      Value subscript = getSubscript(parent, element);
      if (!subscript || !isInShader(element))
        return;
      std::string table = getRoot(element.getRef()).symbol.getValue().str();
      if (reads.differs.empty() && values.differs(subscript))
        reads.differs = table;
      if (reads.table.empty())
        reads.table = table;
    });
  return reads;
}
