//===- Facts.cpp - What single operations of a raised class say of the generated one ----------===//

#include "backends/host_vulkan/raise/Facts.h"

#include "backends/host_vulkan/raise/Names.h"
#include "ir/ClassDataForm.h"
#include "ir/CppTypes.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

void host::addCheckedSizes(FieldInfo &field, vkm::FieldOp op) {
  auto paths = op->getAttrOfType<ArrayAttr>(vkm::kCheckedSizesAttr);
  if (!paths)
    return;
  for (auto path : paths.getAsRange<ArrayAttr>()) {
    int64_t offset = field.offset;
    std::string name = field.name;
    Type type = op.getType();
    for (Attribute step : path) {
      Type part = vkm::getPartType(op, type, step);
      if (auto member = dyn_cast<StringAttr>(step)) {
        vkm::RecordOp record = vkm::lookupRecord(op, cast<vkm::RecordType>(type));
        offset += record.lookupMember(member).getOffset();
        name += "." + member.getValue().str();
      } else {
        int64_t index = cast<IntegerAttr>(step).getInt();
        offset += index * vkm::getLayout(op, part).size;
        name += "[" + std::to_string(index) + "]";
      }
      type = part;
    }
    field.checkedSizes.push_back({offset, name});
  }
}

void host::markPrivateBases(MemberPath &path, Attribute steps) {
  if (auto numbers = dyn_cast_or_null<DenseI32ArrayAttr>(steps))
    for (int32_t step : numbers.asArrayRef())
      path[static_cast<size_t>(step)].isBehindPrivateBase = true;
}

std::string host::formatName(vkm::TexelType texel) {
  Type component = vkm::getComponentType(texel.getPixel());
  std::string name = "VK_FORMAT_";
  for (char channel : StringRef("RGBA").take_front(texel.getNumChannels()))
    name += channel + std::string(texel.getIsHalf() ? "16" : "32");
  return name + (component.isF32() ? "_SFLOAT" : component.isSignedInteger() ? "_SINT" : "_UINT");
}

BindingInfo host::describeBinding(vkm::BindingAttr binding, vkm::CommandsOp commands) {
  BindingInfo added;
  added.binding = static_cast<int64_t>(binding.getBinding());
  added.kind = binding.getKind();
  added.name = binding.getName().str();
  added.access = binding.getAccess();
  added.isUniform = binding.getKind() == vkm::ResourceKind::ClassData &&
                    commands->hasAttr(vkm::kUniformClassDataAttr);
  Type type = binding.getElementType();
  if (auto texel = dyn_cast<vkm::TexelType>(type)) {
    added.imageFormat = texel.getFormat();
    type = texel.getPixel();
  }
  if (auto texture = dyn_cast<vkm::TextureType>(type)) {
    added.textureDimensions = texture.getDimensions();
    added.isTextureArray = texture.getIsMany();
    type = texture.getTexel();
  }
  if (!isa<NoneType>(type))
    added.elementType = vkm::spellType(type, commands);
  return added;
}

std::string host::getKindOfStages(vkm::CommandsOp op) {
  Region &body = op.getBody();
  if (body.getOps<vkm::CmdPipelineOp>().empty())
    return "vkmorph::kUpdate";
  std::vector<std::string> kinds;
  bool updates = !body.getOps<vkm::CmdUpdateOp>().empty() || !body.getOps<vkm::CmdFillOp>().empty();
  bool isIndirect = !body.getOps<vkm::CmdDispatchIndirectOp>().empty();
  bool isUniform = op->hasAttr(vkm::kUniformClassDataAttr);
  bool traces = !body.getOps<vkm::CmdTraceRaysOp>().empty();
  bool computes = isIndirect || !body.getOps<vkm::CmdDispatchOp>().empty();
  if (updates)
    kinds.push_back(computes ? "vkmorph::kUpdatingKernel" : "vkmorph::kUpdate");
  bool isCounted = llvm::any_of(body.getOps<vkm::CmdDispatchIndirectOp>(),
                                [](vkm::CmdDispatchIndirectOp op) { return op.getCounted(); });
  if (isIndirect)
    kinds.push_back(isCounted ? "vkmorph::kCountedKernel" : "vkmorph::kIndirectKernel");
  if (isUniform && computes)
    kinds.push_back("vkmorph::kUniformKernel");
  if (traces && computes && kinds.empty())
    kinds.push_back("vkmorph::kComputeKernel");
  if (traces)
    kinds.push_back(isUniform ? "vkmorph::kUniformRayKernel" : "vkmorph::kRayKernel");
  return kinds.empty() ? "vkmorph::kComputeKernel" : llvm::join(kinds, " | ");
}

/// "groupsDone: uint32_t", "m_summPartials: 1024 x int"
static std::string describeMember(vkm::MemberAttr member, Operation *from) {
  Type type = member.getType();
  std::string count;
  while (auto array = dyn_cast<vkm::ArrayType>(type)) {
    count += std::to_string(array.getLength()) + " x ";
    type = array.getElementType();
  }
  return member.getName().str() + ": " + count + vkm::spellType(type, from);
}

std::string host::describeContents(vkm::ScratchOp scratch) {
  std::vector<std::string> parts;
  for (auto member : scratch.getMembers().getAsRange<vkm::MemberAttr>())
    parts.push_back(describeMember(member, scratch));
  return llvm::join(parts, ", ");
}

/// What the shader and the functions that it calls share, a bool being 32 bits wide.
int64_t host::countSharedBytes(vkm::ShaderOp shader) {
  auto theClass = shader->getParentOfType<vkm::ClassOp>();
  llvm::SetVector<StringAttr> variables;
  llvm::SmallSetVector<Operation *, 8> functions;
  functions.insert(shader);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](Operation *op) {
      if (auto ref = dyn_cast<vkm::SharedRefOp>(op))
        variables.insert(ref.getVariableAttr().getAttr());
      if (auto call = dyn_cast<vkm::CallOp>(op))
        if (Operation *callee = vkm::lookupCallee(call))
          functions.insert(callee);
    });
  int64_t bytes = 0;
  for (StringAttr name : variables)
    if (auto variable = theClass.lookupSymbol<vkm::SharedOp>(name)) {
      Type type = variable.getType();
      bytes += type.isInteger(1) ? 4 : llvm::alignTo(vkm::getLayout(variable, type).size, 4);
    }
  return bytes;
}

std::vector<BaseOverloads> host::readOverloads(vkm::ClassOp theClass) {
  std::vector<BaseOverloads> found;
  auto all = theClass->getAttrOfType<ArrayAttr>("overloads");
  if (!all)
    return found;
  for (auto one : all.getAsRange<DictionaryAttr>()) {
    BaseOverloads overloads;
    overloads.name = one.getAs<StringAttr>("name").str();
    overloads.isProtected = one.contains("protected");
    if (auto functions = one.getAs<ArrayAttr>("functions")) {
      overloads.functions.emplace();
      for (auto function : functions.getAsRange<DictionaryAttr>()) {
        auto text = [&](StringRef part) { return function.getAs<StringAttr>(part).str(); };
        overloads.functions->push_back({function.contains("protected"), function.contains("static"),
                                        text("result"), text("parameters"), text("qualifiers"),
                                        text("arguments")});
      }
    }
    found.push_back(std::move(overloads));
  }
  return found;
}
