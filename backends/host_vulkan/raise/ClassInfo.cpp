//===- ClassInfo.cpp - Asks the model of the generated class ---------------------------------===//

#include "backends/host_vulkan/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

ShaderInfo *KernelInfo::findShader(StringRef symbol) {
  auto found =
      llvm::find_if(shaders, [&](const ShaderInfo &shader) { return shader.file == symbol; });
  return found == shaders.end() ? nullptr : &*found;
}

ShaderStages KernelInfo::getStages() const {
  ShaderStages stages;
  for (const ShaderInfo &shader : shaders)
    stages.add({shader.isComputed(), !shader.isComputed()});
  return stages;
}

std::vector<const ShaderInfo *> KernelInfo::allShaders() const {
  std::vector<const ShaderInfo *> all;
  for (const auto &some : {llvm::ArrayRef(shaders), llvm::ArrayRef(callables)})
    for (const ShaderInfo &shader : some)
      all.push_back(&shader);
  return all;
}

bool ShaderInfo::checksLayout() const {
  return declaresArguments && llvm::any_of(pushConstants, [](const PushConstant &constant) {
           return constant.bytes == 8 || constant.align > 0;
         });
}

std::vector<const Parameter *> ControlInfo::boundParameters() const {
  std::vector<const Parameter *> bound;
  for (const Parameter &parameter : parameters)
    if (parameter.isBound())
      bound.push_back(&parameter);
  return bound;
}

bool KernelInfo::usesImages() const {
  return llvm::any_of(bindings, [](const BindingInfo &binding) {
    return binding.isImage() || binding.isTexture();
  });
}

KernelInfo *ClassInfo::findKernel(StringRef symbol) {
  auto found =
      llvm::find_if(kernels, [&](KernelInfo &kernel) { return kernel.commands == symbol; });
  return found == kernels.end() ? nullptr : &*found;
}

ScratchInfo *ClassInfo::findScratch(StringRef symbol) {
  auto found =
      llvm::find_if(scratches, [&](ScratchInfo &scratch) { return scratch.symbol == symbol; });
  return found == scratches.end() ? nullptr : &*found;
}

FieldInfo *ClassInfo::findField(StringRef symbol) {
  auto found =
      llvm::find_if(fields, [&](const FieldInfo &field) { return field.symbol == symbol; });
  return found == fields.end() ? nullptr : &*found;
}

std::string host::spellRow(const MemberPath &path, StringRef row, StringRef arguments) {
  std::string text = ("vkmorph::" + row + "<" + path.back().pointer() +
                      (arguments.empty() ? "" : ", ") + arguments + ">")
                         .str();
  for (const MemberStep &step : llvm::drop_begin(llvm::reverse(path)))
    text = "vkmorph::Within<" + step.pointer() + ", " + text + ">";
  return text;
}

std::string PackingInfo::spell(bool isWritten, StringRef tableClass) const {
  std::string text = std::to_string(recordBytes) +
                     ", vkmorph::MemberUse::" + (isWritten ? "Written" : "Read") + ",\n";
  return text + spellRecords(tableClass);
}

std::string ArrayRecords::spell(StringRef tableClass) const {
  return "vkmorph::ArrayRecords<" + elementType + ", " + packing.spellCounted(tableClass) + ">";
}

std::string PackingInfo::spellCounted(StringRef tableClass) const {
  return std::to_string(recordBytes) + ",\n" + spellRecords(tableClass);
}

std::string ObjectPartInfo::spell(StringRef tableClass) const {
  std::string text = std::string("vkmorph::") +
                     (pool >= 0                 ? "ObjectVector"
                      : !inside                 ? "ObjectPart"
                      : !inside.classes.empty() ? "ObjectWithin"
                                                : "PackedPart") +
                     "<&" + pointer + ", " + std::to_string(offset);
  if (pool >= 0)
    text += ", " + std::to_string(pool);
  if (inside)
    text += ", " + std::to_string(inside.recordBytes) + ",\n" + inside.spellRecords(tableClass);
  return text + ">";
}

std::string ObjectClassInfo::Owner::spell(StringRef tableClass) const {
  std::string text = pointee.empty() ? "vkmorph::ObjectOwner<&" + declaring + "::" + name
                                     : "vkmorph::ObjectOwnerReference<" + declaring + ", " +
                                           pointee + ", " + offset;
  return text + ", " + tableClass.str() + ">";
}

std::string PackingInfo::spellRecords(StringRef tableClass) const {
  std::string text;
  if (!alternatives.empty()) {
    text += "vkmorph::Alternatives<";
    for (auto [index, offset] : llvm::enumerate(alternatives))
      text += (index ? ", " : "") + std::to_string(offset);
    return text + ">";
  }
  if (!parts.empty()) {
    text += "vkmorph::StructParts<";
    for (auto [index, part] : llvm::enumerate(parts))
      text += (index ? ",\n" : "") + part.spell(tableClass);
    return text + ">";
  }
  text += "vkmorph::Objects<";
  for (auto [index, one] : llvm::enumerate(classes)) {
    text += std::string(index ? ",\n" : "") + "vkmorph::ObjectClass<" + one.cppName + ", " +
            std::to_string(one.number);
    for (const ObjectPartInfo &part : one.parts)
      text += ", " + part.spell(tableClass);
    for (const ObjectClassInfo::Owner &owner : one.owners)
      text += ", " + owner.spell(tableClass);
    text += ">";
  }
  return text + ">";
}

VectorInfo *ClassInfo::findVector(StringRef symbol) {
  auto found =
      llvm::find_if(vectors, [&](const VectorInfo &vector) { return vector.symbol == symbol; });
  return found == vectors.end() ? nullptr : &*found;
}

std::string ClassInfo::spellPrivate(StringRef object, const MemberPath &path) {
  std::string text;
  for (const MemberStep &step : path) {
    auto found = llvm::find_if(privateMembers, [&](const PrivateMember &known) {
      return known.member.pointer() == step.pointer();
    });
    found->isNamed = true;
    if (step.isBehindPrivateBase)
      text =
          "vkmorph::MemberOf(" + (text.empty() ? object.str() : text) + ", " + found->pointer + ")";
    else if (text.empty())
      text = (object == "*this" ? "this->*" : object + ".*").str() + found->pointer;
    else
      text += ".*" + found->pointer;
  }
  return text;
}

std::string ClassInfo::vectorKey(StringRef symbol) {
  VectorInfo *vector = findVector(symbol);
  return vector ? vector->key : symbol.str();
}

bool ClassInfo::areAllStages(ArrayRef<KernelInfo *> some) const {
  auto isLikeFirst = [&](const KernelInfo &kernel) {
    return kernel.kindOfStages == kernels.front().kindOfStages;
  };
  return some.size() > 1 && (some.size() == kernels.size() || llvm::all_of(kernels, isLikeFirst));
}

std::string ClassInfo::stagesOf(ArrayRef<KernelInfo *> some, StringRef self) const {
  if (areAllStages(some))
    return (self + allStages + "()").str();
  std::string text;
  for (const KernelInfo *kernel : some)
    text += (text.empty() ? "" : " | ") + self.str() + kernel->stages + "()";
  return text;
}

bool ClassInfo::hasMembers() const {
  return llvm::any_of(fields, [](const FieldInfo &field) { return field.isMember(); });
}
