//===- BlockLayout.cpp - Structs in buffers lie as clang laid them out ------------------------===//
//
// A buffer holds the bytes of the host's objects. Where std430 would put a member before the offset
// that clang gave it, or end a struct early, members without meaning fill the gap:
//
//     struct alignas(16) Track { Hit hits[4]; uint32_t used; };      struct Track {
//                                                                      Hit hits[4];
//                                                              ->      uint used;
//                                                                      uint padding[3];
//                                                                    };
//
// What cannot be reached so (a member in the tail padding of a base) is read by words:
// FlattenWords.cpp.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/BlockLayout.h"

#include "backends/Diagnostics.h"
#include "backends/shading/raise/Raise.h"
#include "ir/MemoryForm.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

bool vkmorph::shading::usesScalarLayout(Operation *from) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  return getClass(module)->hasAttr(kScalarBlocksAttr);
}

static int64_t alignTo(int64_t value, int64_t align) { return (value + align - 1) / align * align; }

Layout vkmorph::shading::getBlockLayout(Operation *from, Type type) {
  return vkmorph::getBlockLayout(from, type, [&](Type part) {
    return isa<VecType, MatType>(part) && !usesScalarLayout(from) ? getPushLayout(part)
                                                                  : getLayout(from, part);
  });
}

namespace {
/// Finds the vectors and matrices that std430 does not put where the host has them.
class MisplacedVectors {
public:
  explicit MisplacedVectors(ModuleOp module) : module(module) {}
  /// `offset` is the host's.
  void visit(Type type, int64_t offset);

  llvm::DenseSet<Type> types;

private:
  ModuleOp module;
  llvm::DenseSet<std::pair<Type, int64_t>> visited;
};
} // namespace

/// The largest alignment, of vectors of three and four doubles.
static constexpr int64_t kMaxAlign = 32;

void MisplacedVectors::visit(Type type, int64_t offset) {
  if (!visited.insert({type, offset % kMaxAlign}).second)
    return;
  if (auto array = dyn_cast<ArrayType>(type)) {
    // The second element shows whether the stride is right.
    visit(array.getElementType(), offset);
    visit(array.getElementType(), offset + getLayout(module, array.getElementType()).size);
  } else if (auto recordType = dyn_cast<RecordType>(type)) {
    for (MemberAttr member : lookupRecord(module, recordType).getMembers().getAsRange<MemberAttr>())
      visit(member.getType(), offset + member.getOffset());
  } else if (isa<VecType, MatType>(type)) {
    Layout host = getLayout(module, type), block = getPushLayout(type);
    if (host.size != block.size || offset % block.align != 0)
      types.insert(type);
  }
}

llvm::DenseSet<Type> vkmorph::shading::findMisplacedVectors(ModuleOp module) {
  MisplacedVectors misplaced(module);
  for (BindingAttr binding : getShader(module).getBindings().getAsRange<BindingAttr>()) {
    if (binding.getKind() == ResourceKind::Parameter)
      for (int64_t index : {0, 1})
        misplaced.visit(binding.getElementType(),
                        index * getLayout(module, binding.getElementType()).size);
    if (binding.getKind() != ResourceKind::ClassData)
      continue;
    for (FieldOp field : getClass(module).getOps<FieldOp>())
      if (field.getOffset())
        misplaced.visit(field.getType(), *field.getOffset());
  }
  return misplaced.types;
}

namespace {
class RecordPadder {
public:
  RecordPadder(ModuleOp module, StringRef language)
      : module(module), language(language), builder(module.getContext()) {}

  /// Pads the records of a type that stands in a buffer, after all such types have been noted.
  void visit(Type type) {
    if (RecordOp record = getRecord(type); record && records.insert(record))
      pad(record);
  }
  /// `isInside`: within something else, not as an element of the buffer.
  void note(Type type, bool isInside) {
    RecordOp record = getRecord(type);
    isInside |= isa<ArrayType>(type);
    if (!record || (isInside ? !inside.insert(record).second : !noted.insert(record).second))
      return;
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
      note(member.getType(), true);
  }

  bool failed = false;

private:
  RecordOp getRecord(Type type) const {
    auto recordType = dyn_cast<RecordType>(getNestedElement(type));
    return recordType ? lookupRecord(module, recordType) : RecordOp();
  }

  void pad(RecordOp record) {
    std::string name = record.getSymName().str();
    if (record.getMembers().empty()) {
      report(record.getLoc(), backends::diag::GlslEmptyStruct, {name, language.str()});
      failed = true;
      return;
    }
    SmallVector<Attribute> members;
    SmallVector<unsigned> positions;
    int64_t end = 0, align = 1;
    auto fill = [&](int64_t to) {
      if (to == end)
        return;
      // The widest integers that lie there; narrow ones only where narrow members make the gap.
      int64_t bytes = 4;
      while (end % bytes != 0 || (to - end) % bytes != 0)
        bytes /= 2;
      Type type = builder.getIntegerType(8 * bytes, false);
      if (to - end > bytes)
        type = ArrayType::get(module.getContext(), (to - end) / bytes, type);
      std::string label =
          "padding" + (positions.empty() ? std::string() : std::to_string(positions.size() + 1));
      while (record.lookupMember(label))
        label += "_";
      positions.push_back(members.size());
      members.push_back(MemberAttr::get(module.getContext(), label, type, end));
      end = to;
    };
    for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>()) {
      visit(member.getType());
      if (failed)
        return;
      Layout layout = getBlockLayout(module, member.getType());
      int64_t offset = member.getOffset();
      // What std430's own alignment does not skip.
      if (alignTo(end, layout.align) != offset)
        fill(offset);
      members.push_back(member);
      end = offset + layout.size;
      align = std::max(align, layout.align);
    }
    // By layout scalar a struct ends with its last member: what comes next would lie where C++ has
    // padding. Between the elements of a buffer there is some.
    int64_t size = record.getSize();
    bool endsEarly = usesScalarLayout(module) && inside.contains(record);
    if ((endsEarly ? end : alignTo(end, align)) != size)
      fill(size);
    if (failed)
      return;
    if (positions.empty())
      return;
    record.setMembersAttr(builder.getArrayAttr(members));
    fillAggregates(record, positions);
  }

  /// Struct values made of their parts need parts for the padding too.
  void fillAggregates(RecordOp record, ArrayRef<unsigned> positions) {
    SmallVector<AggregateOp> aggregates;
    module.walk([&](AggregateOp op) {
      auto type = dyn_cast<RecordType>(op.getType());
      if (type && type.getName().getAttr() == record.getSymNameAttr())
        aggregates.push_back(op);
    });
    for (AggregateOp op : aggregates) {
      OpBuilder at(op);
      SmallVector<Value> parts(op.getParts());
      for (unsigned position : positions)
        parts.insert(
            parts.begin() + position,
            makeZero(at, op.getLoc(), cast<MemberAttr>(record.getMembers()[position]).getType()));
      op.getPartsMutable().assign(parts);
    }
  }

  Value makeZero(OpBuilder &at, Location loc, Type type) {
    if (auto array = dyn_cast<ArrayType>(type)) {
      SmallVector<Value> parts(array.getLength(), makeZero(at, loc, array.getElementType()));
      return at.create<AggregateOp>(loc, type, parts);
    }
    return at.create<ConstantOp>(loc, at.getIntegerAttr(type, 0));
  }

  ModuleOp module;
  StringRef language;
  Builder builder;
  llvm::SetVector<Operation *> records;
  llvm::DenseSet<Operation *> noted, inside;
};
} // namespace

LogicalResult vkmorph::shading::layOutBlocks(ModuleOp module, StringRef language) {
  ClassOp parent = getClass(module);
  RecordPadder padder(module, language);
  ShaderOp shader = getShader(module);
  auto forEach = [&](llvm::function_ref<void(Type, bool)> visit) {
    for (BindingAttr binding : shader.getBindings().getAsRange<BindingAttr>()) {
      if (binding.getKind() == ResourceKind::Parameter) {
        if (!isBufferInWords(module, binding.getElementType()))
          visit(binding.getElementType(), false);
      } else if (binding.getKind() == ResourceKind::ClassData) {
        for (FieldOp field : parent.getOps<FieldOp>())
          if (field.getOffset() && !isInWords(module, field.getType()))
            visit(field.getType(), true);
      }
    }
  };
  forEach([&](Type type, bool isField) { padder.note(type, isField); });
  forEach([&](Type type, bool) { padder.visit(type); });
  // Structs that only local variables have.
  for (RecordOp record : module.getOps<RecordOp>())
    if (record.getMembers().empty() && !padder.failed) {
      report(record.getLoc(), backends::diag::GlslEmptyStruct,
             {record.getSymName().str(), language.str()});
      padder.failed = true;
    }
  return failure(padder.failed);
}
