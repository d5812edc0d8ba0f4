//===- Perturb.cpp - Lets a program be wrong where a device may be --------------------------===//
//
//   %q = fdiv float %a, %b          ->     %q = fdiv float %a, %b
//                                          if (vkmorph_check_perturbs)
//                                            %p = vkmorph_check_perturb_float(%q, 6.0, 0.0)
//
// A pass of clang's for the class that is checked. While the switch is on, each result of floats is
// off by a random part of what Vulkan allows a device; sums and products, which are rounded as on
// the CPU but perhaps in another order, are rounded at random where they round at all. How far the
// results of the whole come apart tells how well conditioned each of them is (Parker, Monte Carlo
// arithmetic, 1997). support/perturbation.h is the other side.
//
//   store float %x, ptr %p          ->     store float %x, ptr %p
//                                          if (vkmorph_check_keeps_halves)
//                                            vkmorph_check_stored(%p, 4)
//
// Where a device keeps what is stored as a half float, it is rounded there.
//
//   float Texture::Sample(float u, float v)   ->   vkmorph_check_sampled(this, {u, v}, "...Sample")
//
// Where a sampler of the device takes the place of a method, coordinates are moved as it may take
// them. The option names these methods, as linkers call them.
//
//===------------------------------------------------------------------------------------------===//

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>
#include <utility>

using namespace llvm;

namespace {

/// In units of u, 2^-24 for float and 2^-53 for double.
struct Weight {
  double relative; ///< to the result
  double absolute; ///< of results of about 1
};

struct PerturbPass : PassInfoMixin<PerturbPass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace

/// The methods that sample textures: how many coordinates each takes, whether a level comes behind
/// them, and its name.
static cl::list<std::string> sampledMethods("vkmorph-check-sampled", cl::CommaSeparated,
                                            cl::value_desc("N[+1]@method"));

/// A function of <cmath> by its name for double.
static std::optional<Weight> weightOf(StringRef name, bool isDouble) {
  // Ours, where a device has none: so many units in the last place, and one for the CPU.
#define VKM_MATH_ERROR(FN, FLOAT, DOUBLE)                                                          \
  if (name.equals_insensitive(#FN))                                                                \
    if (double units = isDouble ? DOUBLE : FLOAT; units > 0.0)                                     \
      return Weight{2.0 * units + 2.0, name == "lgamma" ? 2.0 * units + 2.0 : 0.0};
#include "ir/MathErrors.def"
#undef VKM_MATH_ERROR
#define VKM_MATH_WEIGHT(FN, RELATIVE, ABSOLUTE)                                                    \
  if (name.equals_insensitive(#FN))                                                                \
    return Weight{RELATIVE, ABSOLUTE};
#include "../MathWeights.def"
#undef VKM_MATH_WEIGHT
  return std::nullopt;
}

static std::optional<Weight> weightOf(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return std::nullopt;
  bool isDouble = call.getType()->isDoubleTy();
  StringRef name = callee->getName();
  if (callee->isIntrinsic()) {
    name = Intrinsic::getBaseName(callee->getIntrinsicID());
    name.consume_front("llvm.");
    return weightOf(name == "fmuladd" ? "fma" : name, isDouble);
  }
  if (!isDouble && !name.consume_back("f"))
    return std::nullopt;
  return weightOf(name, isDouble);
}

static std::optional<Weight> weightOf(const Instruction &instruction) {
  if (!instruction.getType()->isFloatTy() && !instruction.getType()->isDoubleTy())
    return std::nullopt;
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return isa<InvokeInst>(call) ? std::nullopt : weightOf(*call);
  switch (instruction.getOpcode()) {
  case Instruction::FDiv:
    return Weight{2.0 * 2.5 + 1.0, 0.0};
  case Instruction::FRem:
    return weightOf("fmod", instruction.getType()->isDoubleTy());
  default:
    return std::nullopt;
  }
}

/// Libraries whose functions are GLSL's own in generated code, which devices compute as they like:
/// products of matrices, dot products, normalised vectors.
static bool isOfVectorLibrary(const Function &function) {
  StringRef name = function.getName();
  if (!name.consume_front("_ZNK") && !name.consume_front("_ZN"))
    return false;
  return name.starts_with("3glm") || name.starts_with("8LiteMath");
}

/// The function of support/perturbation.cpp that a sum or a product goes through; none for others.
static StringRef roundingOf(const Instruction &instruction) {
  bool isDouble = instruction.getType()->isDoubleTy();
  if (!isDouble && !instruction.getType()->isFloatTy())
    return "";
  bool isProduct = instruction.getOpcode() == Instruction::FMul;
  bool isSum =
      instruction.getOpcode() == Instruction::FAdd || instruction.getOpcode() == Instruction::FSub;
  if ((isSum || isProduct) && isOfVectorLibrary(*instruction.getFunction()))
    return isDouble ? "vkmorph_check_perturb_part_double" : "vkmorph_check_perturb_part_float";
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
    return isDouble ? "vkmorph_check_round_sum_double" : "vkmorph_check_round_sum_float";
  case Instruction::FSub:
    return isDouble ? "vkmorph_check_round_difference_double"
                    : "vkmorph_check_round_difference_float";
  case Instruction::FMul:
    return isDouble ? "vkmorph_check_round_product_double" : "vkmorph_check_round_product_float";
  default:
    return "";
  }
}

/// Puts a call whose result is what users get while the switch is on.
static void perturb(Instruction *instruction, StringRef function, ArrayRef<Value *> further) {
  Module &module = *instruction->getModule();
  Constant *isOn =
      module.getOrInsertGlobal("vkmorph_check_perturbs", Type::getInt8Ty(module.getContext()));
  SmallVector<Value *> arguments = {instruction};
  arguments.append(further.begin(), further.end());
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = module.getOrInsertFunction(
      function, FunctionType::get(instruction->getType(), types, /*isVarArg=*/false));
  Instruction *next = instruction->getNextNode();
  IRBuilder<> builder(next);
  Value *on = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), isOn));
  MDNode *rarely = MDBuilder(module.getContext()).createBranchWeights(1, 1 << 20);
  Instruction *end = SplitBlockAndInsertIfThen(on, next, /*Unreachable=*/false, rarely);
  builder.SetInsertPoint(end);
  Value *off = builder.CreateCall(callee, arguments);
  builder.SetInsertPoint(&next->getParent()->front());
  PHINode *either = builder.CreatePHI(instruction->getType(), 2);
  instruction->replaceUsesWithIf(
      either, [&](Use &use) { return use.getUser() != off && use.getUser() != either; });
  either->addIncoming(instruction, instruction->getParent());
  either->addIncoming(off, end->getParent());
}

/// How many bytes an instruction stores that may be floats, in memory that is not the function's
/// own, and where; null for others.
static std::pair<Value *, Value *> findStored(Instruction &instruction) {
  Value *place = nullptr, *bytes = nullptr;
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    if (!store->getValueOperand()->getType()->getScalarType()->isFloatTy())
      return {};
    const DataLayout &layout = instruction.getModule()->getDataLayout();
    uint64_t size = layout.getTypeStoreSize(store->getValueOperand()->getType());
    place = store->getPointerOperand();
    bytes = ConstantInt::get(Type::getInt64Ty(instruction.getContext()), size);
  } else if (auto *transfer = dyn_cast<MemTransferInst>(&instruction)) {
    place = transfer->getRawDest();
    bytes = transfer->getLength();
  }
  if (!place || isa<AllocaInst>(getUnderlyingObject(place)))
    return {};
  return {place, bytes};
}

/// Puts a call behind an instruction that stores, while halves are kept.
static void keepHalves(Instruction *instruction, Value *place, Value *bytes) {
  Module &module = *instruction->getModule();
  LLVMContext &context = module.getContext();
  Constant *isOn = module.getOrInsertGlobal("vkmorph_check_keeps_halves", Type::getInt8Ty(context));
  FunctionCallee callee =
      module.getOrInsertFunction("vkmorph_check_stored", Type::getVoidTy(context), place->getType(),
                                 Type::getInt64Ty(context));
  Instruction *next = instruction->getNextNode();
  IRBuilder<> builder(next);
  Value *on = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), isOn));
  MDNode *rarely = MDBuilder(context).createBranchWeights(1, 1 << 20);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(on, next, /*Unreachable=*/false, rarely));
  builder.CreateCall(callee, {place, builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty())});
}

/// Floats that an argument has: itself, or a vector, as which structs of two floats come; 0 for
/// pointers to structs.
static unsigned countFloats(const Argument &argument) {
  if (auto *vector = dyn_cast<FixedVectorType>(argument.getType()))
    return vector->getElementType()->isFloatTy() ? vector->getNumElements() : 0;
  return argument.getType()->isFloatTy() ? 1 : 0;
}

/// Lets a method begin with coordinates that its caller did not give it: they go through an array.
/// A level comes behind them.
static void moveCoordinates(Function &function, unsigned count, bool hasLevel) {
  Module &module = *function.getParent();
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(&*function.getEntryBlock().begin());
  Argument *object = function.getArg(function.hasStructRetAttr() ? 1 : 0);
  Type *number = builder.getFloatTy();
  Value *coordinates = builder.CreateAlloca(ArrayType::get(number, count + hasLevel));
  auto place = [&](unsigned index) {
    return builder.CreateConstGEP1_32(number, coordinates, index);
  };
  unsigned next = 0;
  SmallVector<std::pair<Argument *, unsigned>> taken;
  for (Argument &argument : drop_begin(function.args(), object->getArgNo() + 1)) {
    unsigned floats = countFloats(argument);
    // A whole number is no other one to a device.
    if (hasLevel && argument.getArgNo() + 1 == function.arg_size()) {
      next = count;
      if (floats != 1) {
        Value *level = argument.hasAttribute(Attribute::ZExt)
                           ? builder.CreateUIToFP(&argument, number)
                           : builder.CreateSIToFP(&argument, number);
        builder.CreateAlignedStore(level, place(count), Align(4));
        continue;
      }
      builder.CreateAlignedStore(&argument, place(count), Align(4));
    } else if (floats == 0 && argument.getType()->isPointerTy())
      builder.CreateMemCpy(coordinates, Align(4), &argument, Align(4), 4 * count);
    else if (floats > 0 && next + floats <= count)
      builder.CreateAlignedStore(&argument, place(next), Align(4));
    else
      report_fatal_error("a method that samples takes floats");
    taken.push_back({&argument, next});
    next += floats;
  }
  FunctionCallee callee =
      module.getOrInsertFunction("vkmorph_check_sampled", Type::getVoidTy(context),
                                 object->getType(), coordinates->getType(), builder.getPtrTy());
  Instruction *moves = builder.CreateCall(
      callee, {object, coordinates, builder.CreateGlobalStringPtr(function.getName())});
  for (auto [argument, index] : taken) {
    Value *moved = argument->getType()->isPointerTy()
                       ? coordinates
                       : builder.CreateAlignedLoad(argument->getType(), place(index), Align(4));
    argument->replaceUsesWithIf(moved, [&](Use &use) {
      auto *user = cast<Instruction>(use.getUser());
      return user->getParent() != moves->getParent() || moves->comesBefore(user);
    });
  }
}

PreservedAnalyses PerturbPass::run(Module &module, ModuleAnalysisManager &) {
  for (StringRef method : sampledMethods) {
    auto [count, name] = method.split('@');
    bool hasLevel = count.consume_back("+1");
    unsigned coordinates = 0;
    Function *function = module.getFunction(name);
    if (function && !function->isDeclaration() && !count.getAsInteger(10, coordinates))
      moveCoordinates(*function, coordinates, hasLevel);
  }
  SmallVector<Instruction *> all;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      all.push_back(&instruction);
  for (Instruction *instruction : all) {
    bool isDouble = instruction->getType()->isDoubleTy();
    if (auto [place, bytes] = findStored(*instruction); place) {
      keepHalves(instruction, place, bytes);
      continue;
    }
    if (StringRef function = roundingOf(*instruction); !function.empty()) {
      perturb(instruction, function, {instruction->getOperand(0), instruction->getOperand(1)});
    } else if (std::optional<Weight> weight = weightOf(*instruction)) {
      Type *number = Type::getDoubleTy(module.getContext());
      perturb(
          instruction, isDouble ? "vkmorph_check_perturb_double" : "vkmorph_check_perturb_float",
          {ConstantFP::get(number, weight->relative), ConstantFP::get(number, weight->absolute)});
    }
  }
  return PreservedAnalyses::none();
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "vkmorph-check-perturb", "1", [](PassBuilder &builder) {
        builder.registerPipelineStartEPCallback(
            [](ModulePassManager &manager, OptimizationLevel) { manager.addPass(PerturbPass()); });
      }};
}
