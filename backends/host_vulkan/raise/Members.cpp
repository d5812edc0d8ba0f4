//===- Members.cpp - The members that the generated class knows, and its class data ----------===//

#include "backends/host_vulkan/raise/Members.h"

#include "backends/host_vulkan/raise/ClassNames.h"
#include "backends/host_vulkan/raise/Facts.h"
#include "ir/ClassDataForm.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"
#include "ir/MemoryForm.h"
#include "ir/Textures.h"
#include "ir/VectorPools.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

namespace {

class MemberCollector {
public:
  MemberCollector(ClassInfo &info, const Sources &sources, NameScope &names)
      : info(info), names(names), theClass(sources.theClass) {}

  void run() {
    findTouched();
    for (auto op : theClass.getOps<vkm::FieldOp>()) {
      if (op.isImage())
        info.images.push_back(
            {op.getSymName().str(), formatName(llvm::cast<vkm::TexelType>(op.getVectorElement()))});
      else if (op.isTexture())
        addTexture(op);
      else if (op.getVectorElement())
        addVector(op);
      else
        addField(op);
    }
    info.classDataBytes = llvm::alignTo(info.classDataBytes, align);
    // Those without an offset first, in order of their names.
    llvm::sort(info.fields, [](const FieldInfo &a, const FieldInfo &b) {
      return std::tie(a.offset, a.name) < std::tie(b.offset, b.name);
    });
    nameVectors();
    addPackings();
  }

  /// What the host has to know of an element whose records differ from it; nothing for others.
  PackingInfo describePacking(Type type) {
    PackingInfo packing;
    while (auto array = dyn_cast<vkm::ArrayType>(type))
      type = array.getElementType();
    auto recordType = dyn_cast<vkm::RecordType>(type);
    vkm::RecordOp record = recordType ? vkm::lookupRecord(theClass, recordType) : vkm::RecordOp();
    if (!record)
      return packing;
    auto hierarchy = vkm::HierarchyOp::find(theClass, recordType);
    auto alternatives = record->getAttrOfType<ArrayAttr>(vkm::kAlternativesAttr);
    auto parts = record->getAttrOfType<ArrayAttr>(vkm::kPartsAttr);
    if (!hierarchy && !alternatives && !parts)
      return packing;
    packing.headers.insert("\"vkmorph/objects.h\"");
    packing.recordBytes = record.getSize();
    if (alternatives)
      for (auto name : alternatives.getAsRange<StringAttr>())
        packing.alternatives.push_back(
            name.empty() ? 0 : record.lookupMember(name.getValue()).getOffset());
    if (parts)
      for (auto part : parts.getAsRange<ArrayAttr>())
        packing.parts.push_back(convertPart(part, record));
    if (hierarchy)
      for (auto op : hierarchy.getBody().getOps<vkm::ObjectClassOp>()) {
        packing.classes.push_back(convertObjectClass(op, record));
        packing.classes.back().number = unsigned(packing.classes.size());
        if (op.getHeader() != theClass.getHeader())
          packing.headers.insert(("\"" + op.getHeader() + "\"").str());
        for (const ObjectPartInfo &part : packing.classes.back().parts)
          packing.headers.insert(part.inside.headers.begin(), part.inside.headers.end());
      }
    return packing;
  }

private:
  /// A vector whose size kernels change is read back with it.
  void noteTouched(NamedAttribute use) {
    touched.insert(use.getName().getValue());
    vkm::FieldOp field = theClass.lookupField(use.getName().getValue());
    if (field && field.getSizeOf() &&
        cast<vkm::AccessAttr>(use.getValue()).getValue() != vkm::Access::Read)
      touched.insert(*field.getSizeOf());
  }

  void findTouched() {
    for (auto commands : theClass.getOps<vkm::CommandsOp>())
      if (auto used = commands.getFieldsAttr())
        for (NamedAttribute use : used)
          noteTouched(use);
    // Vectors that kernels are given as arrays.
    theClass.walk([&](vkm::CmdBindOp bind) {
      for (Value buffer : bind.getBuffers())
        if (auto data = buffer.getDefiningOp<vkm::VectorDataOp>())
          touched.insert(data.getField());
    });
  }

  void addVector(vkm::FieldOp op) {
    bool isLocal = op->hasAttr(vkm::kLocalOfAttr);
    if (touched.contains(op.getSymName()))
      (isLocal ? info.temporaries : info.vectors)
          .push_back({op.getSymName().str(), op.getVectorElement(),
                      vkm::spellType(op.getVectorElement(), op), nameIn(pathOf(op)),
                      op.getSymName().str(), pathOf(op),
                      vkm::getLayout(op, op.getVectorElement()).size});
    if (touched.contains(op.getSymName()) && op->hasAttr(vkm::kPoolAttr))
      info.vectors.back().pool =
          int64_t(pools.try_emplace(op.getSymName(), pools.size()).first->second);
  }

  static std::string modeOf(StringRef address) {
    return "VK_SAMPLER_ADDRESS_MODE_" + std::string(address == "clamp"    ? "CLAMP_TO_EDGE"
                                                    : address == "repeat" ? "REPEAT"
                                                                          : "MIRRORED_REPEAT");
  }

  void addTexture(vkm::FieldOp op) {
    if (!touched.contains(op.getSymName()))
      return;
    vkm::Sampling sampling = *vkm::Sampling::of(op);
    TextureInfo texture;
    texture.symbol = op.getSymName().str();
    texture.dimensions = sampling.getDimensions();
    texture.isMany = sampling.isMany();
    texture.begin = sampling.begin;
    texture.filter = sampling.filter == "linear" ? "VK_FILTER_LINEAR" : "VK_FILTER_NEAREST";
    // Where a member says it, one of its values to begin with.
    texture.address =
        modeOf(sampling.address.empty() ? sampling.addresses.front().second : sampling.address);
    for (const auto &[value, address] : sampling.addresses)
      texture.addresses.push_back({value, modeOf(address)});
    vkm::FieldOp texels = theClass.lookupField(sampling.texels.getValue());
    std::string bytes = std::to_string(vkm::getLayout(op, texels.getVectorElement()).size);
    texture.betweenLevels = sampling.betweenLevels == "linear" ? "VK_SAMPLER_MIPMAP_MODE_LINEAR"
                                                               : "VK_SAMPLER_MIPMAP_MODE_NEAREST";
    texture.hasLevels = sampling.hasLevels();
    texture.row = sampling.hasPackedLevels() ? "Packed" : sampling.hasLevels() ? "Leveled" : "";
    if (sampling.isMany()) {
      // The number of a texture stands where that of an element would: both are of a pool.
      unsigned pool =
          pools.try_emplace(sampling.getNumbered().getValue(), pools.size()).first->second;
      texture.row += "TextureArray<" + std::to_string(texture.dimensions) + ", " +
                     std::to_string(pool) + ", " + sampling.owner.str();
    } else {
      texture.row += "Texture<" + std::to_string(texture.dimensions);
    }
    auto add = [&](FlatSymbolRefAttr symbol, StringRef row, StringRef arguments) {
      MemberPath path = pathOf(theClass.lookupField(symbol.getValue()));
      texture.row += ",\n" + spellRow(path, row, arguments);
      texture.members.push_back(nameIn(path));
    };
    auto addOfObject = [&](const Twine &member, StringRef row, const Twine &arguments) {
      texture.row += (",\nvkmorph::" + row + "<&" + member + arguments + ">").str();
    };
    if (sampling.isMany() && sampling.levels)
      addOfObject(getCppName(theClass.lookupField(sampling.levels.getValue())), "LevelsMember", "");
    else if (sampling.levels)
      add(sampling.levels, "LevelsMember", "");
    StringRef row = sampling.areHalves ? "HalfTexels" : "VectorMember";
    if (sampling.isMany() || sampling.levels)
      addOfObject(getCppName(texels), row, ", " + bytes);
    else
      add(sampling.texels, row, bytes);
    if (sampling.hasPackedLevels()) {
      // The method is one of the object whose texels they are.
      const auto &[owner, method] = sampling.levelOffset;
      std::string offset = method.empty() ? "" : ("&" + owner + "::" + method).str();
      std::string arguments = offset.empty() ? "" : ", " + offset;
      if (sampling.isMany())
        addOfObject(sampling.levelNumber.first + "::" + sampling.levelNumber.second, "LevelCount",
                    arguments);
      else
        add(sampling.levelCount, "LevelCount", offset);
    }
    for (FlatSymbolRefAttr size : sampling.sizes)
      add(size, "TextureNumber", "");
    for (const auto &[owner, member] : sampling.numbers)
      addOfObject(owner + "::" + member, "TextureNumber", "");
    if (sampling.addressField)
      add(sampling.addressField, "TextureNumber", "");
    texture.row += ">";
    info.textures.push_back(std::move(texture));
  }

  void addField(vkm::FieldOp op) {
    FieldInfo field;
    field.symbol = op.getSymName().str();
    field.type = op.getType();
    field.cppType = vkm::spellType(op.getType(), op);
    // The C++ member that it is, or says something of.
    vkm::FieldOp member = op;
    if (std::optional<StringRef> vector = op.getSizeOf()) {
      field.isSize = true;
      member = theClass.lookupField(*vector);
    }
    field.path = pathOf(member);
    field.name = nameIn(field.path);
    field.localName = field.path.size() < 2 ? field.name : member.getSymName().str();
    field.owner = field.path.front().owner;
    field.temporary = op.getTemporary();
    for (StringRef role : {vkm::kCapacityOfAttr, vkm::kLostOfAttr})
      if (auto vector = op->getAttrOfType<FlatSymbolRefAttr>(role)) {
        field.ofVector = nameIn(pathOf(theClass.lookupField(vector.getValue())));
        field.isLost = role == vkm::kLostOfAttr;
      }
    field.localOf = getString(op, vkm::kLocalOfAttr).str();
    if (!field.localOf.empty()) {
      field.name = names.make("m_" + lowerFirst(camelCase(op.getSymName())));
      field.owner = info.qualifiedName;
      field.path = {{field.owner, field.name}};
    }
    field.onHost = isa<vkm::HostType>(op.getType());
    vkm::Layout layout = field.onHost ? vkm::Layout() : vkm::getLayout(op, op.getType());
    field.bytes = layout.size;
    if (op.getOffset()) {
      field.offset = *op.getOffset();
      align = std::max(align, layout.align);
      info.classDataBytes = std::max(info.classDataBytes, field.offset + layout.size);
      addCheckedSizes(field, op);
    }
    field.isPrivate = member.getCppAccess() == vkm::CppAccess::Private;
    info.fields.push_back(std::move(field));
  }

  /// Members of one name in several bases are told apart by their symbols.
  void nameVectors() {
    for (VectorInfo &vector : info.vectors)
      vector.key =
          llvm::count_if(info.vectors,
                         [&](const VectorInfo &other) { return other.name == vector.name; }) == 1
              ? vector.name
              : vector.symbol;
  }

  /// Of what holds objects behind an interface, or std::variants: also of members that no kernel is
  /// left to use, whose values can be compared all the same.
  void addPackings() {
    for (VectorInfo &vector : info.vectors)
      if (vector.pool < 0) {
        vector.packing = describePacking(vector.element);
        info.headers.insert(vector.packing.headers.begin(), vector.packing.headers.end());
      }
    for (FieldInfo &field : info.fields) {
      if (field.isOfUser())
        field.packing = describePacking(field.type);
      if (field.isMember())
        info.headers.insert(field.packing.headers.begin(), field.packing.headers.end());
    }
  }

  /// A member of a struct with variants inside, or of a base of it.
  ObjectPartInfo convertPart(ArrayAttr described, vkm::RecordOp record) {
    ObjectPartInfo part;
    vkm::MemberAttr member;
    for (auto name : llvm::drop_begin(described.getAsValueRange<StringAttr>())) {
      if (member)
        record = vkm::lookupRecord(theClass, cast<vkm::RecordType>(member.getType()));
      member = record.lookupMember(name);
      part.offset += member.getOffset();
      part.pointer = (cast<StringAttr>(described[0]).getValue() + "::" + name).str();
    }
    part.inside = describePacking(member.getType());
    return part;
  }

  ObjectClassInfo convertObjectClass(vkm::ObjectClassOp op, vkm::RecordOp record) {
    ObjectClassInfo one;
    one.cppName = op.getCpp().str();
    for (auto part : op.getParts().getAsRange<ArrayAttr>()) {
      auto name = cast<StringAttr>(part[0]), owner = cast<StringAttr>(part[1]);
      vkm::MemberAttr member = record.lookupMember(name.getValue());
      ObjectPartInfo described{
          (owner.getValue() + "::" + cast<StringAttr>(part[2]).getValue()).str(),
          member.getOffset()};
      Type inside = member.getType();
      if (part.size() > 3) {
        StringRef symbol = cast<StringAttr>(part[3]).getValue();
        auto pool = pools.find(symbol);
        if (pool == pools.end())
          continue; // no kernel asks where its elements are
        described.pool = pool->second;
        inside = theClass.lookupField(symbol).getVectorElement();
      }
      described.inside = describePacking(inside);
      one.parts.push_back(std::move(described));
    }
    if (ArrayAttr owners = op.getOwnersAttr())
      for (auto owner : owners.getAsRange<ArrayAttr>())
        one.owners.push_back(convertOwner(owner));
    return one;
  }

  static ObjectClassInfo::Owner convertOwner(ArrayAttr owner) {
    auto text = [&](unsigned index) { return cast<StringAttr>(owner[index]).str(); };
    if (owner.size() == 2)
      return {text(0), text(1), {}, {}};
    return {text(0), text(1), text(2), text(3)};
  }

  /// The members that lead to a field, itself included.
  MemberPath pathOf(vkm::FieldOp op) {
    MemberPath path;
    if (auto within = op->getAttrOfType<ArrayAttr>("cpp_within"))
      for (auto step : within.getAsRange<ArrayAttr>())
        path.push_back({cast<StringAttr>(step[0]).str(), cast<StringAttr>(step[1]).str()});
    StringRef owner = getString(op, "cpp_class");
    path.push_back({owner.empty() ? info.qualifiedBase : owner.str(), getCppName(op).str()});
    markPrivateBases(path, op->getAttr(vkm::kInheritedPrivatelyAttr));
    return path;
  }

  /// m_image.m_width
  static std::string nameIn(const MemberPath &path) {
    std::string name;
    for (const MemberStep &step : path)
      name += (name.empty() ? "" : ".") + step.name;
    return name;
  }

  ClassInfo &info;
  NameScope &names;
  vkm::ClassOp theClass;
  llvm::StringMap<unsigned> pools; ///< the numbers of those that kernels touch
  llvm::StringSet<> touched;       ///< by kernels
  int64_t align = 1;               ///< of the class data block
};

} // namespace

void host::addMembers(ClassInfo &info, const Sources &sources, NameScope &names) {
  MemberCollector(info, sources, names).run();
}

/// OrderRecords of the orders in trade::Order; OrderArrayRecords of arrays of them.
static std::string nameOfRecords(Type element, vkm::ClassOp theClass) {
  Type record = element;
  while (auto array = dyn_cast<vkm::ArrayType>(record))
    record = array.getElementType();
  std::string spelled = vkm::spellType(record, theClass);
  StringRef name = StringRef(spelled).split('<').first;
  size_t scope = name.rfind(':');
  std::string made = identifierFrom(scope == StringRef::npos ? name : name.drop_front(scope + 1));
  made[0] = llvm::toUpper(made[0]);
  return made + (record == element ? "Records" : "ArrayRecords");
}

void host::addArrayRecords(ClassInfo &info, const Sources &sources, NameScope &names,
                           ControlInfo &control) {
  MemberCollector collector(info, sources, names);
  for (Parameter &parameter : control.parameters) {
    PackingInfo packing =
        parameter.isBound() ? collector.describePacking(parameter.element) : PackingInfo();
    if (!packing)
      continue;
    // Order (*)[3] has its star inside, and is no std::array.
    bool isOfArrays = !StringRef(parameter.type).ends_with("*");
    auto known = llvm::find_if(info.arrayRecords, [&](const ArrayRecords &one) {
      return one.element == parameter.element && one.isOfArrays == isOfArrays;
    });
    if (known == info.arrayRecords.end()) {
      std::string element = isOfArrays
                                ? "std::remove_cv_t<std::remove_pointer_t<" + parameter.type + ">>"
                                : parameter.elementType;
      std::string name = names.make(nameOfRecords(parameter.element, sources.theClass));
      info.arrayRecords.push_back({name, element, parameter.element, isOfArrays, packing});
      known = std::prev(info.arrayRecords.end());
    }
    parameter.records = known->name;
  }
}

void host::placeCounts(ClassInfo &info, const Sources &sources) {
  for (const FieldInfo &field : info.fields) {
    vkm::FieldOp op = sources.fieldOf(field);
    auto place = [&](std::optional<StringRef> symbol, int64_t VectorInfo::*offset) {
      if (VectorInfo *vector = symbol ? info.findVector(*symbol) : nullptr)
        vector->*offset = field.offset;
    };
    auto symbolOf = [&](StringRef role) -> std::optional<StringRef> {
      auto vector = op->getAttrOfType<FlatSymbolRefAttr>(role);
      return vector ? std::optional(vector.getValue()) : std::nullopt;
    };
    if (field.written)
      place(op.getSizeOf(), &VectorInfo::sizeOffset);
    place(symbolOf(vkm::kCapacityOfAttr), &VectorInfo::capacityOffset);
    place(symbolOf(vkm::kLostOfAttr), &VectorInfo::lostOffset);
  }
}

void host::shareRooms(ClassInfo &info, vkm::ClassOp theClass) {
  llvm::EquivalenceClasses<std::string> groups;
  theClass.walk([&](vkm::WillExchangeOp exchange) {
    groups.unionSets(info.vectorKey(exchange.getFirst()), info.vectorKey(exchange.getSecond()));
  });
  for (auto group = groups.begin(); group != groups.end(); ++group)
    if (group->isLeader())
      info.sharedRooms.emplace_back(groups.member_begin(group), groups.member_end());
}
