//===- CheckArrays.cpp - Arrays and indices that no shader can have ---------------------------===//
//
//     float w[2]; w[3]           ->  error: compilers refuse it, and C++ leaves undefined what it
//     is float w[1 << 28];          ->  error: no device has that much memory for each thread float
//     *a; a[-1]            ->  error: a buffer has none, and compilers refuse it
//
// Indices are evaluated as compilers of shaders do: also through operators and const variables.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/Diagnostics.h"
#include "backends/shading/raise/ConstantExpressions.h"
#include "backends/shading/raise/Raise.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// More than any device has for the variables of one thread: drivers crash on it instead of saying
/// so.
static constexpr int64_t kMaxVariableBytes = 1 << 20;

/// The largest constant index that glslang takes.
static constexpr int64_t kMaxElement = INT32_MAX;
/// Arrays of more elements are refused by glslang, and buffers of more bytes by many devices.
static constexpr int64_t kMaxMemberBytes = INT32_MAX;

/// The number of elements of what a place or value with elements holds; 0 for other types.
static int64_t getLength(Type type) {
  if (auto ref = dyn_cast<RefType>(type))
    type = ref.getPointee();
  auto array = dyn_cast<ArrayType>(type);
  return array ? array.getLength() : 0;
}

static bool checkBody(Operation &body, ModuleOp module) {
  bool isFine = true;
  shading::ConstantExpressions constants;
  body.walk([&](ElementOp element) {
    int64_t length = getLength(element.getBase().getType());
    auto index = dyn_cast_or_null<IntegerAttr>(constants.evaluate(element.getIndex()));
    if (!length || !index)
      return;
    bool isUnsigned = cast<IntegerType>(index.getType()).isUnsigned();
    llvm::APSInt number(index.getValue(), isUnsigned);
    if (number >= 0 && number < length)
      return;
    report(element.getLoc(), backends::diag::ShaderIndexOutside,
           {llvm::toString(number, 10), std::to_string(length)});
    isFine = false;
  });
  body.walk([&](DerefOp deref) {
    auto index = dyn_cast_or_null<IntegerAttr>(constants.evaluate(deref.getIndex()));
    if (!index)
      return;
    bool isUnsigned = cast<IntegerType>(index.getType()).isUnsigned();
    llvm::APSInt number(index.getValue(), isUnsigned);
    if (number >= 0 && number <= kMaxElement)
      return;
    report(deref.getLoc(), backends::diag::ShaderElementOutside,
           {llvm::toString(number, 10), std::to_string(kMaxElement)});
    isFine = false;
  });
  body.walk([&](VarOp var) {
    int64_t bytes = getLayout(module, cast<RefType>(var.getType()).getPointee()).size;
    if (bytes <= kMaxVariableBytes)
      return;
    report(var.getLoc(), backends::diag::ShaderVariableTooLarge,
           {var.getName().str(), std::to_string(bytes), std::to_string(kMaxVariableBytes)});
    isFine = false;
  });
  return isFine;
}

LogicalResult shading::checkArrays(ModuleOp module) {
  bool isFine = true;
  auto checkMember = [&](Location loc, StringRef name, Type type) {
    int64_t bytes = getLayout(module, type).size;
    if (bytes <= kMaxMemberBytes)
      return;
    report(loc, backends::diag::ShaderMemberTooLarge,
           {name.str(), std::to_string(bytes), std::to_string(kMaxMemberBytes)});
    isFine = false;
  };
  for (RecordOp record : module.getOps<RecordOp>())
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
      checkMember(record.getLoc(), member.getName(), member.getType());
  for (Operation &op : getClass(module).getBody().front()) {
    auto field = dyn_cast<FieldOp>(op);
    if (field && field.getOffset() && !field.getVectorElement())
      checkMember(field.getLoc(), field.getSymName(), field.getType());
    if (isa<FuncOp, ShaderOp>(op))
      isFine &= checkBody(op, module);
  }
  return success(isFine);
}
