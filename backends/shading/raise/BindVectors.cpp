//===- BindVectors.cpp - Vectors of the class become buffers of the shader --------------------===//
//
// A shader has buffers, and no members. What reaches a vector does so through a buffer; functions
// get it as a pointer parameter, and are cloned for it as for any other (SpecialisePlaces.cpp):
//
//     vkm.func @tapAt(%i)                         vkm.func @tapAt(%i, %m_taps {vkm.buffer})
//       %0 = vkm.vector_data @m_taps        ->      vkm.deref %m_taps[%i]
//       vkm.deref %0[%i]
//     vkm.shader                                  vkm.shader
//       vkm.call @tapAt(%i)                         %0 = vkm.buffer "m_taps"
//                                                   vkm.call @tapAt(%i, %0)
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/Raise.h"
#include "ir/Effects.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
class VectorBinder {
public:
  explicit VectorBinder(ModuleOp module)
      : parent(shading::getClass(module)), shader(shading::getShader(module)), builder(shader) {}

  void run() {
    for (FieldOp field : parent.getOps<FieldOp>())
      field.removeSizeOfAttr();
    declareBuffers();
    if (buffers.empty())
      return;
    collectUses();
    for (auto &[function, vectors] : uses)
      addParameters(cast<FuncOp>(function), vectors);
    for (auto &[function, vectors] : uses)
      replace(function);
    replace(shader);
    for (FieldOp field : llvm::make_early_inc_range(parent.getOps<FieldOp>()))
      if (field.getVectorElement())
        field.erase();
  }

private:
  /// A buffer for each binding of a vector, which is one like any other from now on. A parameter of
  /// the kernel may have the vector's name.
  void declareBuffers() {
    SmallVector<Attribute> bindings;
    llvm::StringSet<> taken;
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>())
      if (binding.getKind() != ResourceKind::Vector)
        taken.insert(binding.getName());
    SmallVector<BindingAttr> vectors;
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
      if (binding.getKind() == ResourceKind::Vector) {
        std::string name = binding.getName().str();
        while (!taken.insert(name).second)
          name += "_";
        fields.push_back(binding.getName().str());
        binding =
            BindingAttr::get(binding.getContext(), binding.getBinding(), ResourceKind::Parameter,
                             name, binding.getElementType(), binding.getAccess());
        vectors.push_back(binding);
      }
      bindings.push_back(binding);
    }
    shader.setBindingsAttr(builder.getArrayAttr(bindings));
    Block &body = shader.getBody().front();
    auto first = llvm::find_if(body, [](Operation &op) { return !isa<BufferOp>(op); });
    builder.setInsertionPoint(&body, first);
    for (auto [binding, name] : llvm::zip(vectors, fields)) {
      FieldOp field = parent.lookupField(name);
      auto buffer = builder.create<BufferOp>(field.getLoc(), PtrType::get(binding.getElementType()),
                                             binding.getName());
      buffer->setAttr(shading::kVectorAttr, field.getSymNameAttr());
      buffer.setCoherent(field->hasAttr(shading::kCoherentAttr));
      if (Attribute comment = field->getAttr(kCommentAttr))
        buffer->setAttr(kCommentAttr, comment);
      buffers[field.getSymNameAttr()] = buffer;
    }
  }

  /// Which vectors a function reaches, by itself and through those that it calls.
  void collectUses() {
    for (FuncOp function : parent.getOps<FuncOp>())
      function.walk([&](VectorDataOp op) { uses[function].insert(op.getFieldAttr().getAttr()); });
    bool changed = true;
    while (changed) {
      changed = false;
      for (FuncOp function : parent.getOps<FuncOp>())
        function.walk([&](CallOp call) {
          auto callee = uses.find(lookupCallee(call));
          if (callee == uses.end())
            return;
          llvm::SetVector<StringAttr> inner = callee->second;
          for (StringAttr vector : inner)
            changed |= uses[function].insert(vector);
        });
    }
  }

  void addParameters(FuncOp function, const llvm::SetVector<StringAttr> &vectors) {
    Block &body = function.getBody().front();
    SmallVector<Attribute> attributes;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      DictionaryAttr attribute = function.getArgAttrDict(i);
      attributes.push_back(attribute ? attribute : builder.getDictionaryAttr({}));
    }
    for (StringAttr vector : vectors) {
      BufferOp buffer = buffers.lookup(vector);
      parameters[{function, vector}] = body.addArgument(buffer.getType(), function.getLoc());
      attributes.push_back(
          builder.getDictionaryAttr(builder.getNamedAttr(kBufferAttr, buffer.getNameAttr())));
    }
    function.setFunctionType(
        builder.getFunctionType(body.getArgumentTypes(), function.getFunctionType().getResults()));
    function.setArgAttrsAttr(builder.getArrayAttr(attributes));
  }

  Value getVector(Operation *function, StringAttr vector) {
    if (function == shader)
      return buffers.lookup(vector).getPointer();
    return parameters.lookup({function, vector});
  }

  void replace(Operation *function) {
    SmallVector<Operation *> work;
    function->walk([&](Operation *op) {
      if (isa<VectorDataOp, CallOp>(op))
        work.push_back(op);
    });
    for (Operation *op : work) {
      if (auto data = dyn_cast<VectorDataOp>(op)) {
        data.getPointer().replaceAllUsesWith(getVector(function, data.getFieldAttr().getAttr()));
        data.erase();
        continue;
      }
      auto call = cast<CallOp>(op);
      auto callee = uses.find(lookupCallee(call));
      if (callee == uses.end())
        continue;
      for (StringAttr vector : callee->second)
        call.getOperandsMutable().append(getVector(function, vector));
    }
  }

  ClassOp parent;
  ShaderOp shader;
  OpBuilder builder;
  SmallVector<std::string> fields;
  llvm::MapVector<StringAttr, BufferOp> buffers;
  llvm::MapVector<Operation *, llvm::SetVector<StringAttr>> uses;
  llvm::DenseMap<std::pair<Operation *, StringAttr>, Value> parameters;
};
} // namespace

void vkmorph::shading::bindVectors(ModuleOp module) { VectorBinder(module).run(); }
