//===- NameHints.cpp - What a value that needs a name is called -------------------------------===//

#include "backends/common/Raise.h"

#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/LocalNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

StringAttr vkmorph::getBufferName(Value pointer) {
  if (auto buffer = pointer.getDefiningOp<BufferOp>())
    return buffer.getNameAttr();
  auto argument = dyn_cast<BlockArgument>(pointer);
  auto function = argument ? dyn_cast<FuncOp>(argument.getOwner()->getParentOp()) : FuncOp();
  return function ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kBufferAttr)
                  : StringAttr();
}

UniqueNames::UniqueNames(Operation *body) {
  body->walk([&](Operation *op) {
    if (auto buffer = dyn_cast<BufferOp>(op))
      taken.insert(buffer.getName());
    if (auto constant = dyn_cast<PushConstantOp>(op))
      taken.insert(constant.getName());
    if (auto scratch = dyn_cast<ScratchRefOp>(op))
      taken.insert(scratch.getMember());
    for (NamedAttribute attribute : op->getAttrs())
      if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute.getValue()))
        taken.insert(symbol.getValue());
  });
  forEachLocalName(body, [&](StringRef name) { taken.insert(name); });
  if (auto module = body->getParentOfType<ModuleOp>())
    for (auto record : module.getOps<RecordOp>()) {
      // A variable of that name would hide the struct: of `geo::Point<ns::A>`, Point.
      StringRef name = record.getSymName().split('<').first;
      taken.insert(name.contains("::") ? name.rsplit("::").second : name);
    }
}

std::string UniqueNames::make(StringRef wish) {
  std::string name = wish.str();
  for (unsigned number = 2; !taken.insert(name).second; ++number)
    name = (wish + Twine(number)).str();
  return name;
}

/// The name of what a place is part of, and whether it is a member's own name.
static std::pair<StringRef, bool> getPlaceName(Value place) {
  if (auto argument = dyn_cast<BlockArgument>(place)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto loop = dyn_cast<ForOp>(parent))
      return {loop.getName(), false};
    if (auto function = dyn_cast<FunctionOpInterface>(parent))
      return {argName(function, argument.getArgNumber()), false};
    return {"", false};
  }
  return llvm::TypeSwitch<Operation *, std::pair<StringRef, bool>>(place.getDefiningOp())
      .Case([](VarOp op) { return std::pair(op.getName(), false); })
      .Case([](BufferOp op) { return std::pair(op.getName(), false); })
      .Case<FieldRefOp, VectorDataOp>([](auto op) { return std::pair(op.getField(), false); })
      .Case([](SharedRefOp op) { return std::pair(op.getVariable(), false); })
      .Case([](PayloadRefOp op) { return std::pair(op.getPayload(), false); })
      .Case([](ScratchRefOp op) { return std::pair(op.getMember(), false); })
      .Case([](MemberOp op) { return std::pair(op.getName(), true); })
      .Case([](ElementOp op) { return std::pair(getPlaceName(op.getBase()).first, false); })
      .Case<DerefOp, DerefWideOp, PixelOp>(
          [](auto op) { return std::pair(getPlaceName(op.getPointer()).first, false); })
      .Default([](Operation *) { return std::pair(StringRef(), false); });
}

static StringRef getOperatorName(BinaryKind kind) {
  switch (kind) {
  case BinaryKind::Add:
    return "sum";
  case BinaryKind::Sub:
    return "difference";
  case BinaryKind::Mul:
    return "product";
  case BinaryKind::Div:
    return "quotient";
  case BinaryKind::Rem:
    return "remainder";
  default:
    return "bits";
  }
}

static bool isOnlyIndex(Value value) {
  return !value.use_empty() && llvm::all_of(value.getUses(), [](OpOperand &use) {
    return isa<ElementOp, DerefOp, DerefWideOp, PixelOp>(use.getOwner()) &&
           use.getOperandNumber() != 0;
  });
}

/// The C++ name of a called function, without what stands before it.
static std::string getCalleeName(CallOp call) {
  StringRef name = call.getCallee();
  if (FunctionOpInterface callee = lookupCallee(call))
    if (auto cppName = callee->getAttrOfType<StringAttr>("cpp_name"))
      name = cppName.getValue();
  if (size_t colon = name.rfind("::"); colon != StringRef::npos)
    name = name.drop_front(colon + 2);
  return name.str();
}

/// The member's own name; of a base class, which has that of the type, one for a variable.
static std::string namePart(ExtractOp extract) {
  RecordOp record = lookupRecord(extract, extract.getRecord().getType());
  auto bases = record ? record->getAttrOfType<ArrayAttr>(kBasesAttr) : ArrayAttr();
  StringRef name = extract.getName();
  if (!bases || !llvm::is_contained(bases.getAsValueRange<StringAttr>(), name))
    return name.str();
  return std::string(1, llvm::toLower(name.front())) + name.drop_front().str();
}

std::string vkmorph::getNameHint(Value value, bool overwritten) {
  Operation *op = value.getDefiningOp();
  if (auto hint = op->getAttrOfType<StringAttr>(kNameHintAttr))
    return hint.getValue().str();
  auto place = [&](Value ref, StringRef suffix) -> std::string {
    auto [name, isMember] = getPlaceName(ref);
    if (name.empty())
      return "value";
    return isMember && !overwritten ? name.str() : (name + suffix).str();
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return place(load.getRef(), overwritten ? "Old" : "Value");
  if (isOnlyIndex(value))
    return "index";
  // int(m_count)
  if (auto cast = dyn_cast<CastOp>(op))
    if (auto load = cast.getOperand().getDefiningOp<LoadOp>())
      return place(load.getRef(), overwritten ? "Old" : "Value");
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](AtomicOp atomic) {
        overwritten = true;
        return place(atomic.getRef(), "Old");
      })
      .Case([](BinaryOp binary) { return getOperatorName(binary.getKind()).str(); })
      .Case<CmpOp, AndOp, OrOp>([](auto) { return std::string("condition"); })
      .Case([](CallOp call) { return getCalleeName(call) + "Result"; })
      .Case([](SubgroupOp subgroup) {
        if (subgroup.getBefore())
          return std::string("subgroupBefore");
        switch (subgroup.getKind()) {
        case ReduceKind::Add:
          return std::string("subgroupSum");
        case ReduceKind::Min:
          return std::string("subgroupMin");
        case ReduceKind::Max:
          return std::string("subgroupMax");
        default:
          return std::string("subgroupResult");
        }
      })
      .Case([](SubgroupExchangeOp) { return std::string("theirs"); })
      .Case([](MathOp math) {
        if (math.getType().isInteger(1))
          return std::string("condition");
        return llvm::convertToCamelFromSnakeCase(stringifyMathFn(math.getFn())) + "Value";
      })
      .Case([](ExtractOp extract) { return namePart(extract); })
      .Case<AggregateOp, SplatOp, ResizeOp, CastOp>([](auto whole) {
        Type type = whole.getType();
        return std::string(isa<MatType>(type) ? "matrix" : isa<VecType>(type) ? "vector" : "value");
      })
      .Default([&](Operation *) {
        return std::string(value.getType().isInteger(1) ? "condition" : "value");
      });
}
