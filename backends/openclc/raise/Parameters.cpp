//===- Parameters.cpp - What the kernel and its functions are given ---------------------------===//
//
// The host passes scalars in a block, each aligned to its size, and a vector of three to that of
// four. clspv packs the parameters of a kernel as a struct of C, where a vector of three takes the
// room of four; so such a one is its components, and a matrix its columns:
//
//     vec3 shift; float scale;      ->      float shiftX, float shiftY, float shiftZ, float scale
//     mat2 turn;                    ->      float2 turn0, float2 turn1
//
// Buffers, class data and shared variables belong to the kernel in OpenCL C. Functions that mention
// them, or call functions that do, are given pointers:
//
//     void combineWorkgroup(int *m_summLocal, __local int *m_summShared)
//
//===------------------------------------------------------------------------------------------===//

#include "backends/openclc/raise/Raise.h"
#include "ir/Effects.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
/// Places the scalars of a kernel one behind the other.
class ArgumentPlacer {
public:
  explicit ArgumentPlacer(ShaderOp shader) : shader(shader) {}

  void run() {
    for (PushConstantOp constant : llvm::make_early_inc_range(shader.getOps<PushConstantOp>())) {
      Layout layout = getPushLayout(constant.getType());
      host = llvm::alignTo(host, layout.align);
      if (auto matrix = dyn_cast<MatType>(constant.getType()))
        placeMatrix(constant, matrix, layout.size / matrix.getColumns());
      else if (auto vector = dyn_cast<VecType>(constant.getType());
               vector && vector.getLength() == 3)
        replace(constant, placeVector(constant, vector, constant.getName(), host));
      else
        fill(constant, host, layout);
      host += layout.size;
    }
  }

private:
  /// Up to where something of that size and alignment begins, which ends what is there then.
  void fill(PushConstantOp constant, int64_t begin, Layout layout) {
    OpBuilder builder(constant);
    for (packed = llvm::alignTo(packed, layout.align); packed < begin;) {
      builder.create<PushConstantOp>(constant.getLoc(), builder.getIntegerType(32, false),
                                     "padding");
      packed = llvm::alignTo(packed + 4, layout.align);
    }
    packed = begin + layout.size;
  }

  /// A vector of three is its components.
  Value placeVector(PushConstantOp constant, VecType type, const Twine &name, int64_t begin) {
    Layout layout = getPushLayout(type);
    Location loc = constant.getLoc();
    OpBuilder builder(constant);
    if (type.getLength() != 3) {
      fill(constant, begin, layout);
      return builder.create<PushConstantOp>(loc, type, name.str());
    }
    layout.align = layout.size / 3;
    fill(constant, begin, layout);
    SmallVector<Value> parts;
    for (char component : StringRef("XYZ"))
      parts.push_back(builder.create<PushConstantOp>(loc, type.getElementType(),
                                                     (name + Twine(component)).str()));
    return builder.create<AggregateOp>(loc, type, parts);
  }

  /// A matrix is its columns.
  void placeMatrix(PushConstantOp constant, MatType type, int64_t stride) {
    SmallVector<Value> columns;
    for (int64_t i = 0; i < type.getColumns(); ++i)
      columns.push_back(placeVector(constant, type.getColumnType(), constant.getName() + Twine(i),
                                    host + i * stride));
    OpBuilder builder(constant);
    replace(constant, builder.create<AggregateOp>(constant.getLoc(), type, columns));
  }

  static void replace(PushConstantOp constant, Value whole) {
    whole.getDefiningOp()->setAttr(kNameHintAttr, constant.getNameAttr());
    constant.replaceAllUsesWith(whole);
    constant.erase();
  }

  ShaderOp shader;
  int64_t host = 0;   ///< where the host has what comes next
  int64_t packed = 0; ///< how far the kernel's parameters reach
};
} // namespace

void vkmorph::openclc::placeArguments(ModuleOp module) { ArgumentPlacer(getShader(module)).run(); }

/// What a body mentions by itself.
static void collect(FuncOp function, ShaderOp shader, llvm::StringSet<> &names) {
  auto pointers = shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr);
  auto pointerOf = [&](ResourceKind kind, StringRef name) {
    for (auto [binding, pointer] : llvm::zip(shader.getBindings().getAsRange<BindingAttr>(),
                                             pointers.getAsValueRange<StringAttr>()))
      if (binding.getKind() == kind && (name.empty() || binding.getName() == name))
        names.insert(pointer);
  };
  function.walk([&](Operation *op) {
    if (isa<FieldRefOp>(op))
      pointerOf(ResourceKind::ClassData, "");
    else if (auto scratch = dyn_cast<ScratchRefOp>(op))
      pointerOf(ResourceKind::Scratch, scratch.getScratch());
    else if (auto shared = dyn_cast<SharedRefOp>(op))
      names.insert(shared.getVariable());
  });
}

void vkmorph::openclc::findPassed(ModuleOp module) {
  ClassOp parent = getClass(module);
  ShaderOp shader = getShader(module);
  llvm::DenseMap<Operation *, llvm::StringSet<>> passed;
  for (FuncOp function : parent.getOps<FuncOp>())
    collect(function, shader, passed[function]);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (FuncOp function : parent.getOps<FuncOp>())
      function.walk([&](CallOp call) {
        llvm::StringSet<> inner = passed[lookupCallee(call)];
        for (const auto &name : inner)
          isChanged |= passed[function].insert(name.getKey()).second;
      });
  }
  // In the order of the kernel's own declarations.
  SmallVector<StringRef> order;
  for (StringRef name :
       shader->getAttrOfType<ArrayAttr>(kPointerNamesAttr).getAsValueRange<StringAttr>())
    order.push_back(name);
  for (SharedOp shared : parent.getOps<SharedOp>())
    order.push_back(shared.getSymName());
  Builder builder(module.getContext());
  for (FuncOp function : parent.getOps<FuncOp>()) {
    SmallVector<StringRef> names;
    for (StringRef name : order)
      if (passed[function].contains(name))
        names.push_back(name);
    function->setAttr(kPassedAttr, builder.getStrArrayAttr(names));
  }
}
