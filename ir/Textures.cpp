//===- Textures.cpp - Which functions sample textures, and what those are made of -------------===//

#include "ir/Textures.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::optional<Sampling> Sampling::of(Operation *op) {
  auto keys = op->getAttrOfType<DictionaryAttr>(isa<FieldOp>(op) ? kTextureAttr : kSamplingAttr);
  if (!keys)
    return std::nullopt;
  Sampling sampling;
  sampling.keys = keys;
  sampling.name = keys.getAs<StringAttr>("name").getValue();
  sampling.texels = keys.getAs<FlatSymbolRefAttr>("texels");
  if (auto sizes = keys.getAs<ArrayAttr>("sizes"))
    llvm::append_range(sampling.sizes, sizes.getAsRange<FlatSymbolRefAttr>());
  sampling.levels = keys.getAs<FlatSymbolRefAttr>("levels");
  if (auto between = keys.getAs<StringAttr>("between_levels"))
    sampling.betweenLevels = between.getValue();
  auto getMember = [](Attribute path) -> std::pair<StringRef, StringRef> {
    auto names = cast<ArrayAttr>(path);
    return {cast<StringAttr>(names[0]).getValue(), cast<StringAttr>(names[1]).getValue()};
  };
  sampling.levelCount = keys.getAs<FlatSymbolRefAttr>("level_count");
  if (auto count = keys.getAs<ArrayAttr>("level_count"))
    sampling.levelNumber = getMember(count);
  if (auto offset = keys.getAs<ArrayAttr>("level_offset"))
    sampling.levelOffset = getMember(offset);
  if (auto first = keys.getAs<StringAttr>("first"))
    sampling.first = first.getValue();
  if (auto begin = keys.getAs<IntegerAttr>("begin"))
    sampling.begin = begin.getInt();
  if (auto numbers = keys.getAs<ArrayAttr>("numbers"))
    for (Attribute number : numbers)
      sampling.numbers.push_back(getMember(number));
  sampling.areHalves = keys.contains("format");
  sampling.filter = keys.getAs<StringAttr>("filter").getValue();
  sampling.owner = keys.getAs<StringAttr>("class").getValue();
  sampling.method = keys.getAs<StringAttr>("method").getValue();
  if (auto address = keys.getAs<StringAttr>("address")) {
    sampling.address = address.getValue();
    return sampling;
  }
  sampling.addressField = keys.getAs<FlatSymbolRefAttr>("address");
  for (auto one : keys.getAs<ArrayAttr>("addresses").getAsRange<DictionaryAttr>())
    sampling.addresses.push_back(
        {one.getAs<IntegerAttr>("value").getInt(), one.getAs<StringAttr>("mode").getValue()});
  return sampling;
}

unsigned Sampling::getDimensions() const {
  return isMany() ? numbers.size() - !addresses.empty() : levels ? numbers.size() : sizes.size();
}

SmallVector<FlatSymbolRefAttr> Sampling::getFields() const {
  SmallVector<FlatSymbolRefAttr> fields = sizes;
  if (levels && !isMany())
    fields.push_back(levels);
  if (levelCount)
    fields.push_back(levelCount);
  if (addressField)
    fields.push_back(addressField);
  return fields;
}

unsigned vkmorph::vkm::countTexelFloats(Operation *from, Type type) {
  if (isa<MatType>(type))
    return 0;
  auto record = dyn_cast<RecordType>(type);
  if (!record)
    return isa<FloatType, VecType>(type) && getComponentType(type).isF32() ? getNumComponents(type)
                                                                           : 0;
  RecordOp op = lookupRecord(from, record);
  if (!op || op.getMembers().empty())
    return 0;
  bool isFloats = llvm::all_of(op.getMembers().getAsRange<MemberAttr>(),
                               [](MemberAttr member) { return member.getType().isF32(); });
  unsigned count = op.getMembers().size();
  return isFloats && count <= 4 && op.getSize() == 4 * count ? count : 0;
}

/// All of them, and whether there are no other parts.
static unsigned countHalves(Operation *from, Type type) {
  if (type.isUnsignedInteger(16))
    return 1;
  auto record = dyn_cast<RecordType>(type);
  RecordOp op = record ? lookupRecord(from, record) : RecordOp();
  if (!op || op.getMembers().empty())
    return 0;
  unsigned count = 0;
  for (auto member : op.getMembers().getAsRange<MemberAttr>()) {
    unsigned halves = countHalves(from, member.getType());
    if (halves == 0)
      return 0;
    count += halves;
  }
  return op.getSize() == 2 * count ? count : 0;
}

unsigned vkmorph::vkm::countTexelHalves(Operation *from, Type type) {
  unsigned count = countHalves(from, type);
  return count <= 4 ? count : 0;
}

LogicalResult SampleOp::verify() {
  auto texture = dyn_cast<TextureType>(getTexture().getType().getPointee());
  if (!texture)
    return emitOpError("samples what is no texture: ") << getTexture().getType();
  if (texture.getIsMany() != (getNumber() != nullptr))
    return emitOpError(getNumber() ? "has a number, and one texture: " : "has no number of ")
           << texture;
  if (getCoordinates().size() != texture.getDimensions())
    return emitOpError("has ") << getCoordinates().size() << " coordinates of " << texture;
  if (getType() != texture.getTexel())
    return emitOpError("has type ") << getType() << " but the texture " << texture;
  return success();
}
