//===- ClassModel.cpp - Reads the class, and which of its parameters are sizes ----------------===//

#include "ClassModel.h"

#include "ParameterUse.h"
#include "Variants.h"
#include "analysis/accesses/LaunchFacts.h"
#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Dispatches.h"
#include "frontend/Import.h"
#include "frontend/source/Program.h"
#include "ir/Effects.h"
#include "ir/Sorts.h"
#include "ir/Textures.h"
#include "ir/VectorPools.h"
#include "passes/Passes.h"
#include "passes/Pipelines.h"
#include "passes/plan/Choice.h"
#include "passes/plan/ProbeTarget.h"
#include "passes/plan/Target.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

/// The bounds of a kernel's grids, or of the loops in them.
static ParameterCollector collectBounds(vkm::KernelOp kernel, bool ofGrids) {
  ParameterCollector bounds;
  kernel.walk([&](Operation *op) {
    if (isa<vkm::GridOp>(op) && ofGrids)
      for (Value operand : op->getOperands())
        bounds.visit(operand);
    if (ofGrids)
      return;
    if (auto loop = dyn_cast<vkm::ForOp>(op)) {
      bounds.visit(loop.getInit());
      bounds.visit(loop.getCond());
    } else if (auto loop = dyn_cast<vkm::WhileOp>(op)) {
      bounds.visit(loop.getCond());
    } else if (auto loop = dyn_cast<vkm::DoWhileOp>(op)) {
      bounds.visit(loop.getCond());
    }
  });
  return bounds;
}

/// Whether the extent of a vector of the caller's is how many elements it has, and says no more.
static bool isOwnSize(vkm::ControlOp control, BlockArgument size) {
  return llvm::any_of(control.getOps<vkm::ExtentOp>(), [&](vkm::ExtentOp extent) {
    auto yield = cast<vkm::YieldOp>(extent.getCount().front().back());
    auto load = yield.getValue().getDefiningOp<vkm::LoadOp>();
    return load && load.getRef() == size;
  });
}

static bool isSizeType(Type type) {
  if (auto reference = dyn_cast<vkm::RefType>(type))
    type = reference.getPointee();
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() > 1;
}

void vkmorph::check::addDeviceFunctions(vkm::ControlOp control,
                                        llvm::SetVector<Operation *> &functions) {
  control.walk([&](vkm::LaunchOp launch) {
    if (vkm::KernelOp kernel = vkm::lookupKernel(launch))
      functions.insert(kernel);
  });
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](vkm::CallOp call) {
      if (FunctionOpInterface callee = vkm::lookupCallee(call))
        functions.insert(callee);
    });
}

static bool asksForMany(vkm::ControlOp control) {
  llvm::SetVector<Operation *> functions;
  addDeviceFunctions(control, functions);
  auto isShort = [](Type type) { return type.isInteger(16); };
  return llvm::any_of(functions, [&](Operation *function) {
    return function
        ->walk([&](Operation *op) {
          bool asks = isa<vkm::PatternOpInterface>(op) || vkm::matchDispatch(op) ||
                      llvm::any_of(op->getResultTypes(), isShort);
          return asks ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

void ClassModel::findSizes(ControlModel &control) {
  control.asksForMany = ::asksForMany(control.recognised);
  ParameterCollector extents, sizes, loops, launchLoops;
  vkm::ControlOp op = control.recognised;
  for (auto extent : op.getOps<vkm::ExtentOp>())
    extents.visit(extent.getCount());
  SmallVector<vkm::LaunchOp> launches;
  op.walk([&](vkm::LaunchOp launch) { launches.push_back(launch); });
  // How often the host launches them.
  for (vkm::LaunchOp launch : launches)
    for (Operation *loop = launch->getParentOp(); loop != op; loop = loop->getParentOp())
      if (isa<vkm::LoopOpInterface>(loop))
        for (Region &region : loop->getRegions())
          if (llvm::any_of(region.getOps(),
                           [](Operation &inner) { return isa<vkm::YieldOp>(inner); }))
            launchLoops.visit(region);
  for (vkm::LaunchOp launch : launches)
    if (vkm::KernelOp kernel = vkm::lookupKernel(launch)) {
      for (BlockArgument bound : collectBounds(kernel, true).found)
        sizes.visit(launch.getOperands()[bound.getArgNumber()]);
      for (BlockArgument bound : collectBounds(kernel, false).found)
        loops.visit(launch.getOperands()[bound.getArgNumber()]);
    }
  bool isCounted = false; // an extent goes by the bound of a loop around launches
  for (auto [index, parameter] : llvm::enumerate(control.info->parameters)) {
    BlockArgument argument = op.getArgument(index);
    if (parameter.isSize) {
      // The vector before it has as many elements as kernels ask for; nothing says how many others
      // have.
      if (sizes.found.contains(argument))
        control.sizes.push_back(parameter.name);
      else if (isOwnSize(op, argument))
        control.unknownExtents.push_back(parameter.vector);
      continue;
    }
    if (parameter.isPointer) {
      if (!parameter.extent)
        control.unknownExtents.push_back(parameter.name);
    } else if (isSizeType(argument.getType())) {
      // An extent may ask whether there is a launch at all.
      bool isSize = sizes.found.contains(argument) ||
                    (extents.found.contains(argument) && !launchLoops.found.contains(argument));
      if (isSize)
        control.sizes.push_back(parameter.name);
      else if (loops.found.contains(argument) || launchLoops.found.contains(argument))
        control.loopBounds.push_back(parameter.name);
      isCounted |= extents.found.contains(argument) && launchLoops.found.contains(argument);
    }
  }
  // Where nothing else says how far kernels reach, the bounds of the host's loops do.
  if (control.sizes.empty() && isCounted)
    std::swap(control.sizes, control.loopBounds);
}

/// With the names that users know.
void ClassModel::findUses(ControlModel &control) {
  std::map<std::string, std::string> names;
  std::set<std::string> sizes = control.members.sizes;
  for (auto [index, parameter] : llvm::enumerate(control.info->parameters)) {
    std::string own = nameOfParameter(index);
    names[own] = parameter.name;
    if (parameter.isSize || llvm::is_contained(control.sizes, parameter.name))
      sizes.insert(own);
  }
  for (auto &[path, use] : findInputUses(control.recognised, sizes)) {
    auto [first, rest] = llvm::StringRef(path).split('.');
    auto found = names.find(first.str());
    std::string name = found != names.end() ? found->second : findMember(first);
    if (name.empty())
      continue;
    InputUse &renamed = control.uses[rest.empty() ? name : name + "." + rest.str()];
    renamed.limits.merge(use.limits);
    renamed.isCount |= use.isCount || sizes.count(path);
  }
}

//===------------------------------------------------------------------------------------------===//
// Reading
//===------------------------------------------------------------------------------------------===//

vkm::ClassOp ClassModel::recognisedClass() { return *m_recognised->getOps<vkm::ClassOp>().begin(); }
vkm::ClassOp ClassModel::loweredClass() const {
  ModuleOp lowered = m_lowered.get();
  return *lowered.getOps<vkm::ClassOp>().begin();
}

const ControlModel *ClassModel::findControl(llvm::StringRef name) const {
  for (const ControlModel &control : controls)
    if (control.info->unique == name || control.info->name == name)
      return &control;
  return nullptr;
}

llvm::StringRef ClassModel::getCppName(llvm::StringRef symbol) const {
  for (const host::VectorInfo &vector : info.vectors)
    if (vector.symbol == symbol)
      return vector.name;
  for (const host::FieldInfo &field : info.fields)
    if (field.symbol == symbol && !field.isSize)
      return field.name;
  return symbol;
}

std::string ClassModel::findMember(llvm::StringRef symbol) const {
  for (const host::VectorInfo &vector : info.vectors)
    if (vector.symbol == symbol)
      return vector.name;
  for (const host::FieldInfo &field : info.fields)
    if (field.symbol == symbol && field.isOfUser() && !field.isSize && !field.onHost)
      return field.name;
  return "";
}

/// Runs passes as the compiler does, so that the class has the names that its output has. What each
/// of them leaves is verified there.
template <class Build> static bool runPipeline(MLIRContext &context, ModuleOp module, Build build) {
  PassManager manager(&context);
  manager.enableVerifier(false);
  build(manager);
  return succeeded(manager.run(module));
}

/// The names that --arg and --size begin with.
static llvm::StringSet<> namesOfArguments(const Options &options) {
  llvm::StringSet<> names;
  for (const ArgumentRule &rule : options.arguments)
    names.insert(rule.path);
  return names;
}

/// Whether some program keeps pixels in half floats.
static bool usesHalfTextures(const Options &options) {
  auto hasHalves = [&](const Variant &variant) {
    return findLiberties(variant, options.compilerOptions).halves;
  };
  return hasHalves({}) || llvm::any_of(options.ownVariants, hasHalves);
}

/// Makes the module of which errors are estimated where pixels are half floats, and notes in which
/// arrays they are. False where a pass fails.
bool ClassModel::planHalves(MLIRContext &context, vkm::PipelineOptions passes) {
  m_halved = m_recognised->clone();
  passes.images = "half-textures";
  if (!runPipeline(context, *m_halved,
                   [&](OpPassManager &manager) { vkm::buildPlanPipeline(manager, passes); }))
    return false;
  auto isHalf = [](Attribute mark) {
    auto type = dyn_cast_or_null<TypeAttr>(mark);
    return type && cast<vkm::TexelType>(type.getValue()).getIsHalf();
  };
  m_halved->walk([&](vkm::FieldOp field) {
    if (isHalf(field->getAttr(vkm::kImageAttr)))
      halfVectors.push_back(field.getSymName().str());
  });
  m_halved->walk([&](vkm::ControlOp control) {
    for (unsigned index = 0; index < control.getNumArguments(); ++index)
      if (isHalf(control.getArgAttr(index, vkm::kImageAttr)))
        m_halfBuffers[control.getSymName()].push_back(vkm::argName(control, index).str());
  });
  return runPipeline(context, *m_halved, [](OpPassManager &manager) {
    manager.addPass(vkm::createLowerImages());
    manager.addPass(vkm::createForgetPlan());
  });
}

/// `&Texture2D<Color>::m_width`
static std::string spellPointer(vkm::ClassOp parent, FlatSymbolRefAttr symbol,
                                StringRef qualifiedBase) {
  vkm::FieldOp field = parent.lookupField(symbol.getValue());
  // Those of pools have their class in their name.
  if (field->hasAttr(vkm::kPoolAttr))
    return "&::" + field->getAttrOfType<StringAttr>("cpp_name").getValue().str();
  auto owner = field->getAttrOfType<StringAttr>("cpp_class");
  auto name = field->getAttrOfType<StringAttr>("cpp_name");
  return ("&::" + (owner ? owner.getValue() : qualifiedBase) +
          "::" + (name ? name.getValue() : field.getSymName()))
      .str();
}

void ClassModel::findSampled() {
  recognisedClass().walk([&](vkm::FuncOp function) {
    std::optional<vkm::Sampling> sampling = vkm::Sampling::of(function);
    // Those of objects that callers give have no fields any more, and no sampler.
    vkm::FieldOp texels =
        sampling ? recognisedClass().lookupField(sampling->texels.getValue()) : vkm::FieldOp();
    if (!texels)
      return;
    for (FlatSymbolRefAttr field : sampling->getFields())
      sampledNumbers.push_back(field.getValue().str());
    if (llvm::any_of(sampled,
                     [&](const SampledMethod &known) { return known.method == sampling->method; }))
      return;
    auto pointer = [&](FlatSymbolRefAttr field) {
      return spellPointer(recognisedClass(), field, info.qualifiedBase);
    };
    std::string row = (sampling->hasPackedLevels() ? "::vkmorph::PackedTexture<"
                       : sampling->hasLevels()     ? "::vkmorph::LeveledTexture<"
                                                   : "::vkmorph::Texture<") +
                      std::to_string(sampling->getDimensions());
    if (sampling->levels)
      row += ", ::vkmorph::LevelsMember<" + pointer(sampling->levels) + ">";
    row += ", ::vkmorph::VectorMember<" + pointer(sampling->texels) + ", " +
           std::to_string(vkm::getLayout(texels, texels.getVectorElement()).size) + ">";
    if (sampling->hasPackedLevels()) // their sizes are known without where they begin
      row += ", ::vkmorph::LevelCount<" +
             (sampling->levelCount
                  ? pointer(sampling->levelCount)
                  : ("&::" + sampling->levelNumber.first + "::" + sampling->levelNumber.second)
                        .str()) +
             ">";
    for (FlatSymbolRefAttr size : sampling->sizes)
      row += ", ::vkmorph::TextureNumber<" + pointer(size) + ">";
    for (const auto &[owner, member] :
         llvm::ArrayRef(sampling->numbers).take_front(sampling->getDimensions()))
      row += (", ::vkmorph::TextureNumber<&::" + owner + "::" + member + ">").str();
    sampled.push_back({sampling->method.str(), sampling->owner.str(), row + ">",
                       sampling->getDimensions(), sampling->filter == "nearest",
                       sampling->hasLevels(), sampling->betweenLevels == "nearest"});
  });
}

/// Control functions that others call; calls are inlined later on.
static llvm::StringSet<> findCalledControls(ModuleOp module) {
  llvm::StringSet<> called;
  module.walk([&](vkm::CallOp call) {
    FunctionOpInterface callee = vkm::lookupCallee(call);
    if (callee && isa<vkm::ControlOp>(callee))
      called.insert(callee.getName());
  });
  return called;
}

/// Whether a way is possible in some choice of that subject, of those that planners have kept.
static bool canTake(vkm::ClassOp op, StringRef subject, StringRef way) {
  return llvm::any_of(vkm::getChoices(op), [&](DictionaryAttr choice) {
    if (choice.getAs<StringAttr>("subject").getValue() != subject)
      return false;
    return llvm::any_of(choice.getAs<ArrayAttr>("alternatives").getAsRange<DictionaryAttr>(),
                        [&](DictionaryAttr other) {
                          return other.getAs<StringAttr>("value").getValue() == way &&
                                 other.get("cost");
                        });
  });
}

/// Whether the present device has ray-tracing pipelines, and the target that is asked for.
static bool hasRayTracing(const Options &options) {
  std::string asked = "vulkan13";
  for (const std::string &option : options.compilerOptions)
    if (llvm::StringRef value = option; value.consume_front("--target="))
      asked = value.str();
  for (llvm::StringRef name : {llvm::StringRef(asked), llvm::StringRef(kProbeTarget)}) {
    llvm::Expected<Target> target = loadTarget(name);
    if (!target)
      llvm::consumeError(target.takeError());
    else if (target->rayTracingPipeline)
      continue;
    return false;
  }
  return true;
}

void ClassModel::findPatterns() {
  vkm::ClassOp theClass = recognisedClass();
  theClass.walk([&](vkm::ReduceOp) { contents.reductions = true; });
  theClass.walk([&](vkm::RowOp) { contents.reductions = true; });
  theClass.walk([&](vkm::ScatterOp) { contents.scatters = true; });
  theClass.walk([&](vkm::RunningOp) { contents.scans = true; });
  theClass.walk([&](vkm::AppendOp) { contents.appends = true; });
  theClass.walk([&](vkm::KernelOp kernel) { contents.sorts |= kernel->hasAttr(vkm::kSortsAttr); });
  m_recognised->walk(
      [&](Operation *op) { contents.dispatches |= vkm::matchDispatch(op).has_value(); });
}

/// A module for other processes.
static std::string writeBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  return succeeded(writeBytecodeToFile(module, os)) ? os.str() : "";
}

std::unique_ptr<ClassModel> ClassModel::read(MLIRContext &context, const Options &options,
                                             frontend::Program &program,
                                             std::vector<std::string> dependencies,
                                             const tool::DiagnosticPrinter &diagnostics) {
  auto model = std::make_unique<ClassModel>();
  model->dependencies = std::move(dependencies);
  model->m_recognised =
      frontend::importClass(context, options.import, program, &model->dependencies);
  if (!model->m_recognised || failed(verify(*model->m_recognised)))
    return nullptr;
  for (const auto &source : program.sources())
    model->systemHeaders.push_back(
        source->includes().definesReserved ? std::set<std::string>() : source->includes().ofSystem);
  // What the front end warned of is an error to a compiler that is asked to take it for one.
  if (diagnostics.getNumWarnings() == 0 && diagnostics.getNumErrors() == 0)
    model->imported = writeBytecode(*model->m_recognised);
  model->m_recognised->walk([&](vkm::SortOp) { model->sorts = true; });
  llvm::StringSet<> called = findCalledControls(*model->m_recognised);
  (*model->m_recognised)->setAttr(vkm::kKeepChoicesAttr, UnitAttr::get(&context));
  vkm::PipelineOptions passes;
  // What is true of a thread is true of its steps.
  passes.kernels = "joined";
  // So is what is true of the kernels of the source.
  passes.fusion = "never";
  passes.assumeIndependent = options.assumeIndependent;
  passes.assumeNoNan = options.assumeNoNan;
  // What only needs an order is no fault of the class where each program has one.
  bool haveOrder =
      appendsInOrder(options.compilerOptions) ||
      (options.variants.empty() && llvm::all_of(options.ownVariants, [](const Variant &variant) {
         return appendsInOrder(variant.options);
       }));
  if (haveOrder)
    passes.append = "stable";
  if (!runPipeline(context, *model->m_recognised, [&](OpPassManager &manager) {
        vkm::buildNormalisePipeline(manager, passes);
        vkm::buildRecognisePipeline(manager, passes);
      }))
    return nullptr;
  model->contents.splits = canTake(model->recognisedClass(), "kernels", "split");
  model->contents.skips = canTake(model->recognisedClass(), "kernels", "wavefront");
  model->contents.fusions = canTake(model->recognisedClass(), "fusion", "one dispatch");
  vkm::dropChoices(*model->m_recognised);
  if (usesHalfTextures(options) && !model->planHalves(context, passes))
    return nullptr;
  model->m_lowered = model->m_recognised->clone();
  ModuleOp lowered = *model->m_lowered;
  if (!runPipeline(context, lowered,
                   [&](OpPassManager &manager) { vkm::buildPlanPipeline(manager, passes); }) ||
      !runPipeline(context, lowered, [](OpPassManager &manager) {
        vkm::buildRewritePipeline(manager);
        vkm::buildLowerPipeline(manager, {});
        vkm::buildSplitPipeline(manager);
      }))
    return nullptr;
  host::CompiledShaders shaders;
  lowered.walk(
      [&](vkm::ShaderOp shader) { shaders.list.push_back({shader.getSymName().str(), "", {}}); });
  FailureOr<host::ClassInfo> info = host::buildModel(lowered, shaders, host::HostOptions());
  if (failed(info))
    return nullptr;
  model->info = std::move(*info);
  model->findSampled();
  FailureOr<Declarations> declarations = readDeclarations(
      context, options, program, model->info.qualifiedBase, namesOfArguments(options));
  if (failed(declarations))
    return nullptr;
  model->declarations = std::move(*declarations);
  model->findPatterns();
  model->contents.callables = options.shaders == "glsl" &&
                              vkm::canRunCallables(model->recognisedClass()) &&
                              hasRayTracing(options);
  for (const host::ControlInfo &control : model->info.controls) {
    // What other control functions call is run with them.
    bool isReached =
        control.access == vkm::CppAccess::Public ||
        (control.access == vkm::CppAccess::Protected && !called.contains(control.symbol) &&
         !model->declarations.overloaded.contains(control.name));
    if (!isReached) {
      model->hidden.push_back(control.name);
      continue;
    }
    ControlModel &added = model->controls.emplace_back();
    added.info = &control;
    added.recognised = model->recognisedClass().lookupSymbol<vkm::ControlOp>(control.symbol);
    if (model->m_halved) {
      auto halvedClass = *model->m_halved->getOps<vkm::ClassOp>().begin();
      added.halved = halvedClass.lookupSymbol<vkm::ControlOp>(control.symbol);
    }
    added.halfBuffers = model->m_halfBuffers.lookup(control.symbol);
    model->findSizes(added);
    added.members = findMemberInputs(added.recognised);
    model->findUses(added);
  }
  for (std::string &vector : model->halfVectors)
    vector = model->getCppName(vector).str();
  return model;
}
