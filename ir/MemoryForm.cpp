//===- MemoryForm.cpp - Whether shaders see the host's types or words ---===//

#include "ir/MemoryForm.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// The property of some type in the type.
static bool anyScalar(Operation *from, Type type, llvm::function_ref<bool(Type)> property) {
  if (auto array = dyn_cast<ArrayType>(type))
    return anyScalar(from, array.getElementType(), property);
  if (auto record = dyn_cast<RecordType>(type))
    return llvm::any_of(
        lookupRecord(from, record).getMembers().getAsRange<MemberAttr>(),
        [&](MemberAttr member) { return anyScalar(from, member.getType(), property); });
  return property(type);
}

static bool hasWidth(Type type, unsigned width) {
  if (type.isInteger(1))
    return width == 8;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() == width;
}

bool vkmorph::holdsSmall(Operation *from, Type type) {
  return anyScalar(from, type, [](Type t) { return hasWidth(t, 8) || hasWidth(t, 16); });
}

Layout vkmorph::getBlockLayout(Operation *from, Type type,
                               llvm::function_ref<Layout(Type)> ofPart) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    Layout element = getBlockLayout(from, array.getElementType(), ofPart);
    int64_t stride = llvm::alignTo(element.size, element.align);
    return {stride * array.getLength(), element.align};
  }
  auto recordType = dyn_cast<RecordType>(type);
  if (!recordType)
    return ofPart(type);
  Layout layout;
  for (MemberAttr member : lookupRecord(from, recordType).getMembers().getAsRange<MemberAttr>()) {
    Layout inner = getBlockLayout(from, member.getType(), ofPart);
    layout.size = int64_t(llvm::alignTo(layout.size, inner.align)) + inner.size;
    layout.align = std::max(layout.align, inner.align);
  }
  layout.size = llvm::alignTo(layout.size, layout.align);
  return layout;
}

/// Vectors lying as on the host: where they would not, they become arrays of their components.
static Layout getBlockLayout(Operation *from, Type type) {
  return vkmorph::getBlockLayout(from, type, [&](Type part) { return getLayout(from, part); });
}

/// Whether members, with others between them that fill gaps, can lie in a block where clang put
/// them.
static bool fitsBlock(Operation *from, Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return fitsBlock(from, array.getElementType());
  auto recordType = dyn_cast<RecordType>(type);
  if (!recordType)
    return true;
  RecordOp record = lookupRecord(from, recordType);
  int64_t end = 0, align = 1;
  for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>()) {
    Layout layout = getBlockLayout(from, member.getType());
    // Clang's size of a struct may have padding at its end that ours has not; that is filled.
    int64_t size = getLayout(from, member.getType()).size;
    if (!fitsBlock(from, member.getType()) || member.getOffset() < end ||
        member.getOffset() % layout.align != 0)
      return false;
    end = member.getOffset() + size;
    align = std::max(align, layout.align);
  }
  auto size = static_cast<int64_t>(record.getSize());
  return end <= size && size % align == 0;
}

static bool targetHas(Operation *from, StringRef key) {
  for (auto module = from->getParentOfType<ModuleOp>(); module;
       module = module->getParentOfType<ModuleOp>())
    if (auto target = module->getAttrOfType<DictionaryAttr>(kTargetAttr)) {
      auto flag = target.getAs<BoolAttr>(key);
      return flag && flag.getValue();
    }
  return false;
}

bool vkmorph::isInWords(Operation *from, Type type) {
  for (auto [width, key] : {std::pair(8, "storage_8bit"), std::pair(16, "storage_16bit")})
    if (!targetHas(from, key) &&
        anyScalar(from, type, [width = width](Type t) { return hasWidth(t, width); }))
      return true;
  return !fitsBlock(from, type);
}

bool vkmorph::isStoredByParts(Operation *from, Type type) {
  return holdsSmall(from, type) && isInWords(from, type);
}
