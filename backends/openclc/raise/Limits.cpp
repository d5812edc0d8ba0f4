//===- Limits.cpp - What clspv has no OpenCL C for --------------------------------------------===//
//
// Doubles, atomics of floats and of 64 bits, and ballots of subgroups are errors where they stand
// in the source. The planner chooses none of these by itself: it does without what
// ShadingBackend::getMissingFeatures lists.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/openclc/raise/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
class LimitChecker {
public:
  explicit LimitChecker(ModuleOp module) : module(module) {}

  LogicalResult run() {
    for (RecordOp record : module.getOps<RecordOp>())
      for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
        checkType(member.getType(), record.getLoc(),
                  "member '" + (record.getSymName() + "::" + member.getName()).str() + "'");
    getClass(module).walk([&](Operation *op) {
      if (!failed)
        check(op);
    });
    return failure(failed);
  }

private:
  /// Reductions of subgroups are those of cl_khr_subgroups.
  static bool hasSubgroup(SubgroupOp op) {
    Type type = op.getType();
    bool isNumber = type.isF32() || (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32);
    return isNumber && (op.getKind() == ReduceKind::Add || op.getKind() == ReduceKind::Min ||
                        op.getKind() == ReduceKind::Max);
  }

  void refuse(Location loc, const DiagInfo &message, ArrayRef<std::string> arguments) {
    report(loc, message, arguments);
    failed = true;
  }

  /// `what` holds values of that type.
  void checkType(Type type, Location loc, const std::string &what) {
    while (true) {
      if (auto array = dyn_cast<ArrayType>(type))
        type = array.getElementType();
      else if (auto ref = dyn_cast<RefType>(type))
        type = ref.getPointee();
      else if (auto pointer = dyn_cast<PtrType>(type))
        type = pointer.getPointee();
      else
        break;
    }
    if (failed)
      return;
    if (auto texel = dyn_cast<TexelType>(type))
      type = texel.getPixel();
    if (getComponentType(type).isF64())
      refuse(loc, backends::diag::OpenClNoDouble, {what});
  }

  void check(Operation *op) {
    if (auto atomic = dyn_cast<AtomicOp>(op)) {
      Type type = atomic.getValue().getType();
      if (!type.isInteger(32))
        return refuse(op->getLoc(), backends::diag::OpenClNoAtomic,
                      {stringifyReduceKind(atomic.getKind()).str(), type.isF64() ? "double"
                                                                    : type.isF32()
                                                                        ? "float"
                                                                        : "integers of 64 bits"});
    }
    if (auto swap = dyn_cast<CompareSwapOp>(op); swap && !swap.getValue().getType().isInteger(32))
      return refuse(op->getLoc(), backends::diag::OpenClNoAtomic,
                    {"compare and swap", "integers of 64 bits"});
    if (isa<SubgroupExchangeOp>(op))
      return refuse(op->getLoc(), backends::diag::OpenClNoSubgroup, {"shuffle_xor", "numbers"});
    if (isa<ActiveThreadsOp, SubgroupFirstOp>(op))
      return refuse(op->getLoc(), backends::diag::OpenClNoSubgroup,
                    {isa<ActiveThreadsOp>(op) ? "ballot" : "broadcast_first", "conditions"});
    if (auto subgroup = dyn_cast<SubgroupOp>(op); subgroup && !hasSubgroup(subgroup))
      return refuse(op->getLoc(), backends::diag::OpenClNoSubgroup,
                    {stringifyReduceKind(subgroup.getKind()).str(),
                     isa<VecType>(subgroup.getType())  ? "vectors"
                     : subgroup.getType().isInteger(1) ? "bools"
                                                       : "numbers"});
    if (auto field = dyn_cast<FieldOp>(op))
      return checkType(field.getType(), op->getLoc(), "member '" + field.getSymName().str() + "'");
    if (auto buffer = dyn_cast<BufferOp>(op))
      return checkType(buffer.getPointer().getType(), op->getLoc(),
                       "array '" + buffer.getName().str() + "'");
    if (auto var = dyn_cast<VarOp>(op))
      return checkType(var.getRef().getType(), op->getLoc(),
                       "variable '" + var.getName().str() + "'");
    for (Type type : op->getResultTypes())
      checkType(type, op->getLoc(), "this value");
  }

  ModuleOp module;
  bool failed = false;
};
} // namespace

LogicalResult vkmorph::openclc::checkLimits(ModuleOp module) { return LimitChecker(module).run(); }
