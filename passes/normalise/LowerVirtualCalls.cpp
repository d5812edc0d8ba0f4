//===- LowerVirtualCalls.cpp - Virtual calls become functions with a switch
//--------------------===//
//
//   vkm.virtual_call @IMaterial_objects::@shade(%m, %x)   ->   vkm.call @shade(%m, %x)
//
//   // Runs shade of the class that self is of: Matte (1), Mirror (2).
//   float shade(IMaterial self, float x) {
//     switch (self.type) {
//     case 1: return Matte_shade(self, x);
//     default: return Mirror_shade(self, x);
//     }
//   }
//
// The object is of one of the classes: the last one needs no label. Classes that have the same
// overrider share a case.
//
//===------------------------------------------------------------------------------------------===//

#include "ir/HostCode.h"
#include "ir/Overriders.h"
#include "ir/VkmDialect.h"
#include "passes/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_LOWERVIRTUALCALLS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct LowerVirtualCallsPass : vkm::impl::LowerVirtualCallsBase<LowerVirtualCallsPass> {
  void runOnOperation() override;
};

/// Makes the functions that call overriders.
class DispatchBuilder {
public:
  explicit DispatchBuilder(ModuleOp module) : m_module(module) {}
  /// The function of a table, or its only overrider.
  FuncOp get(OverridersOp overriders);

private:
  FuncOp make(OverridersOp overriders, FuncOp pattern, Operation *last);
  void callOverrider(OpBuilder &builder, Location loc, FuncOp overrider, FuncOp function);

  ModuleOp m_module;
  llvm::DenseMap<Operation *, FuncOp> m_known;
};
} // namespace

/// That of the method, which no overrider has: those begin with their class.
static std::string chooseName(ModuleOp module, OverridersOp overriders) {
  auto isTaken = [&](StringRef name) {
    // A call looks for its callee in the class first.
    return module.lookupSymbol(name) || llvm::any_of(module.getOps<ClassOp>(), [&](ClassOp one) {
             return one.lookupSymbol(name) != nullptr;
           });
  };
  std::string name = overriders.getSymName().str();
  for (unsigned number = 2; isTaken(name); ++number)
    name = (overriders.getSymName() + "_" + Twine(number)).str();
  return name;
}

/// "Runs shade of the class that self is of: Matte (1), Mirror (2)."
static std::string describe(OverridersOp overriders) {
  std::string text = ("Runs " + overriders.getSymName() + " of the class that self is of: ").str();
  auto hierarchy = cast<HierarchyOp>(overriders->getParentOp());
  unsigned number = 0;
  for (auto one : hierarchy.getBody().getOps<ObjectClassOp>())
    text += (Twine(number ? ", " : "") + one.getCpp() + " (" + Twine(number + 1) + ")").str(),
        ++number;
  return text + ".";
}

void DispatchBuilder::callOverrider(OpBuilder &builder, Location loc, FuncOp overrider,
                                    FuncOp function) {
  auto call = builder.create<CallOp>(loc, function.getResultTypes(), overrider.getSymName(),
                                     function.getArguments());
  if (call->getNumResults())
    builder.create<ReturnOp>(loc, call.getResult(0));
  else
    builder.create<BreakOp>(loc);
}

FuncOp DispatchBuilder::make(OverridersOp overriders, FuncOp pattern, Operation *last) {
  Location loc = overriders.getLoc();
  OpBuilder builder(m_module.getContext());
  builder.setInsertionPointAfter(last);
  auto function =
      builder.create<FuncOp>(loc, chooseName(m_module, overriders), pattern.getFunctionType(),
                             pattern.getArgAttrsAttr(), pattern.getResAttrsAttr());
  function->setAttr(kCommentAttr, builder.getStringAttr(describe(overriders)));
  auto hierarchy = cast<HierarchyOp>(overriders->getParentOp());
  if (function.getSymName() != overriders.getSymName())
    function->setAttr("cpp_name", overriders.getSymNameAttr());
  function->setAttr(kDispatchesAttr, builder.getStringAttr(hierarchy.getRecord()));
  Block &body = function.getBody().emplaceBlock();
  for (Type type : pattern.getArgumentTypes())
    body.addArgument(type, loc);
  builder.setInsertionPointToEnd(&body);
  Value self = body.getArgument(0);
  auto uintType = builder.getIntegerType(32, /*isSigned=*/false);
  Value type;
  if (isa<RefType>(self.getType())) {
    Value place =
        builder.create<MemberOp>(loc, RefType::get(uintType), self, HierarchyOp::kTypeMember);
    type = builder.create<LoadOp>(loc, uintType, place);
  } else {
    type = builder.create<ExtractOp>(loc, uintType, self, HierarchyOp::kTypeMember);
  }
  // The classes of each overrider, which have the numbers from 1 on.
  llvm::MapVector<Attribute, SmallVector<int64_t>> numbers;
  for (auto [index, name] : llvm::enumerate(overriders.getFunctions()))
    numbers[name].push_back(index + 1);
  SmallVector<Attribute> labels;
  for (auto &entry : numbers)
    labels.push_back(
        builder.getI64ArrayAttr(&entry == &numbers.back() ? SmallVector<int64_t>() : entry.second));
  auto choice = builder.create<SwitchOp>(loc, type, builder.getArrayAttr(labels), numbers.size());
  for (auto [region, entry] : llvm::zip(choice.getCases(), numbers)) {
    OpBuilder inside = OpBuilder::atBlockEnd(&region.emplaceBlock());
    auto name = cast<FlatSymbolRefAttr>(entry.first);
    callOverrider(inside, loc, lookupOverrider(overriders, name), function);
  }
  return function;
}

FuncOp DispatchBuilder::get(OverridersOp overriders) {
  FuncOp &known = m_known[overriders];
  if (known)
    return known;
  Operation *last = nullptr;
  FuncOp first;
  bool isOne = true;
  for (auto name : overriders.getFunctions().getAsRange<FlatSymbolRefAttr>()) {
    FuncOp function = lookupOverrider(overriders, name);
    isOne &= !first || first == function;
    if (!first)
      first = function;
    // Functions stand behind those that they call; those of the class call those of the module.
    bool isInClass = isa<ClassOp>(function->getParentOp());
    if (!last || (isInClass && last->getBlock() != function->getBlock()) ||
        (last->getBlock() == function->getBlock() && last->isBeforeInBlock(function)))
      last = function;
  }
  return known = isOne ? first : make(overriders, first, last);
}

void LowerVirtualCallsPass::runOnOperation() {
  if (getPhase(getOperation()) != Phase::Imported)
    return;
  DispatchBuilder dispatch(getOperation());
  getOperation()->walk([&](VirtualCallOp call) {
    OpBuilder builder(call);
    auto made = builder.create<CallOp>(call.getLoc(), call.getResultTypes(),
                                       dispatch.get(call.lookupOverriders()).getSymName(),
                                       call.getOperands());
    made->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call->replaceAllUsesWith(made);
    call.erase();
  });
  for (HierarchyOp hierarchy : getOperation().getOps<HierarchyOp>())
    for (OverridersOp overriders :
         llvm::make_early_inc_range(hierarchy.getBody().getOps<OverridersOp>()))
      overriders.erase();
}
