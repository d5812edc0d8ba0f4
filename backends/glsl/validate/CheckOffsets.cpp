//===- CheckOffsets.cpp - Whether SPIR-V has the host's bytes at the host's places -----------===//
//
// The layout of blocks is computed twice: by vkmorph, which pads structs where GLSL's rules are not
// those of C++, and by glslang. A difference between the two would be a program that reads the
// wrong bytes in silence, so that what glslang has come to is compared with the classes' own
// layout.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/glsl/Glsl.h"
#include "backends/glsl/raise/Raise.h"
#include "backends/shading/raise/Raise.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

namespace {
/// What SPIR-V says of types; ids as there. Of the SPIR-V specification: opcodes, decorations.
class SpirvLayout {
public:
  explicit SpirvLayout(llvm::ArrayRef<uint32_t> words);

  /// The structs of the blocks at a binding.
  llvm::SmallVector<uint32_t> findBlocks(uint32_t binding) const;
  /// Members of a struct, the element of an array, ...: the operands behind the id.
  llvm::ArrayRef<uint32_t> getParts(uint32_t type) const { return find(types, type).second; }
  bool isStruct(uint32_t type) const { return find(types, type).first == OpTypeStruct; }
  bool isArray(uint32_t type) const {
    return llvm::is_contained({OpTypeArray, OpTypeRuntimeArray}, find(types, type).first);
  }
  int64_t getStride(uint32_t array) const { return find(strides, array); }
  int64_t getOffset(uint32_t record, uint32_t member) const {
    return find(offsets, std::pair(record, member));
  }
  int64_t getMatrixStride(uint32_t record, uint32_t member) const {
    return find(matrixStrides, std::pair(record, member));
  }

private:
  enum Opcode : uint32_t {
    OpTypeMatrix = 24,
    OpTypeArray = 28,
    OpTypeRuntimeArray = 29,
    OpTypeStruct = 30,
    OpTypePointer = 32,
    OpVariable = 59,
    OpDecorate = 71,
    OpMemberDecorate = 72
  };
  enum Decoration : uint32_t { ArrayStride = 6, MatrixStride = 7, Binding = 33, Offset = 35 };

  template <class Map>
  static typename Map::mapped_type find(const Map &map, typename Map::key_type key) {
    auto found = map.find(key);
    return found == map.end() ? typename Map::mapped_type() : found->second;
  }

  std::map<uint32_t, std::pair<Opcode, llvm::ArrayRef<uint32_t>>> types;
  std::map<uint32_t, uint32_t> pointers; ///< variables -> their types
  std::map<uint32_t, uint32_t> bindings; ///< of variables
  std::map<uint32_t, int64_t> strides;
  std::map<std::pair<uint32_t, uint32_t>, int64_t> offsets, matrixStrides;
};

/// Compares a block with what the host has.
class OffsetCheck {
public:
  OffsetCheck(ModuleOp module, const SpirvLayout &layout) : module(module), layout(layout) {}
  /// What is wrong with a value of this type in a place of that one; empty: nothing.
  std::string compare(uint32_t spirv, Type type, const std::string &path);
  std::string compareMember(uint32_t record, uint32_t member, Type type, int64_t offset,
                            const std::string &path);

private:
  ModuleOp module;
  const SpirvLayout &layout;
};
} // namespace

SpirvLayout::SpirvLayout(llvm::ArrayRef<uint32_t> words) {
  constexpr size_t kHeader = 5;
  for (size_t i = kHeader; i < words.size();) {
    uint32_t length = words[i] >> 16, opcode = words[i] & 0xffff;
    if (length == 0 || i + length > words.size())
      return;
    llvm::ArrayRef<uint32_t> operands = words.slice(i + 1, length - 1);
    i += length;
    switch (opcode) {
    case OpTypeMatrix:
    case OpTypeArray:
    case OpTypeRuntimeArray:
    case OpTypeStruct:
    case OpTypePointer:
      types[operands[0]] = {static_cast<Opcode>(opcode), operands.drop_front()};
      break;
    case OpVariable:
      pointers[operands[1]] = operands[0];
      break;
    case OpDecorate:
      if (operands[1] == ArrayStride)
        strides[operands[0]] = operands[2];
      else if (operands[1] == Binding)
        bindings[operands[0]] = operands[2];
      break;
    case OpMemberDecorate:
      if (operands[2] == Offset)
        offsets[{operands[0], operands[1]}] = operands[3];
      else if (operands[2] == MatrixStride)
        matrixStrides[{operands[0], operands[1]}] = operands[3];
      break;
    }
  }
}

llvm::SmallVector<uint32_t> SpirvLayout::findBlocks(uint32_t binding) const {
  llvm::SmallVector<uint32_t> blocks;
  for (auto [variable, number] : bindings)
    if (number == binding)
      // A pointer is its storage class and what it points at.
      if (llvm::ArrayRef<uint32_t> parts = getParts(find(pointers, variable));
          parts.size() == 2 && isStruct(parts[1]))
        blocks.push_back(parts[1]);
  return blocks;
}

static std::string tell(const std::string &path, const char *what, int64_t spirv, int64_t host) {
  return "'" + path + "' has " + what + " " + std::to_string(spirv) + " in SPIR-V and " +
         std::to_string(host) + " on the host";
}

std::string OffsetCheck::compareMember(uint32_t record, uint32_t member, Type type, int64_t offset,
                                       const std::string &path) {
  if (layout.getOffset(record, member) != offset)
    return tell(path, "the offset", layout.getOffset(record, member), offset);
  Type element = getNestedElement(type);
  if (auto matrix = dyn_cast<MatType>(element)) {
    int64_t column = getLayout(module, matrix).size / matrix.getColumns();
    if (layout.getMatrixStride(record, member) != column)
      return tell(path, "columns of", layout.getMatrixStride(record, member), column);
  }
  return compare(layout.getParts(record)[member], type, path);
}

std::string OffsetCheck::compare(uint32_t spirv, Type type, const std::string &path) {
  if (auto array = dyn_cast<ArrayType>(type); array && layout.isArray(spirv)) {
    int64_t size = getLayout(module, array.getElementType()).size;
    if (layout.getStride(spirv) != size)
      return tell(path, "elements of", layout.getStride(spirv), size);
    return compare(layout.getParts(spirv)[0], array.getElementType(), path + "[]");
  }
  auto record = dyn_cast<RecordType>(type);
  if (!record || !layout.isStruct(spirv))
    return "";
  auto members = lookupRecord(module, record).getMembers().getAsRange<MemberAttr>();
  for (auto [index, member] : llvm::enumerate(members))
    if (std::string wrong = compareMember(spirv, index, member.getType(), member.getOffset(),
                                          path + "." + member.getName().str());
        !wrong.empty())
      return wrong;
  return "";
}

std::string vkmorph::glsl::findMisplaced(ModuleOp shaderModule, llvm::ArrayRef<uint32_t> spirv) {
  SpirvLayout layout(spirv);
  OffsetCheck check(shaderModule, layout);
  for (BindingAttr binding : getShader(shaderModule).getBindings().getAsRange<BindingAttr>()) {
    std::string wrong;
    for (uint32_t block : layout.findBlocks(binding.getBinding())) {
      wrong.clear();
      if (binding.getKind() == ResourceKind::ClassData) {
        SmallVector<FieldOp> fields;
        for (FieldOp field : getClass(shaderModule).getOps<FieldOp>())
          if (field.getOffset())
            fields.push_back(field);
        llvm::sort(fields, [](FieldOp a, FieldOp b) { return *a.getOffset() < *b.getOffset(); });
        for (auto [index, field] : llvm::enumerate(fields))
          if (wrong.empty())
            wrong = check.compareMember(block, index, field.getType(), *field.getOffset(),
                                        field.getSymName().str());
      } else if (binding.getKind() == ResourceKind::Parameter &&
                 !isa<TexelType, TextureType>(binding.getElementType())) {
        uint32_t array = layout.getParts(block)[0];
        int64_t size = getLayout(shaderModule, binding.getElementType()).size;
        int64_t stride = layout.getStride(array);
        // Words, of which an element takes some.
        if (shading::isOnlyBits(getShader(shaderModule), binding) && stride > 0 &&
            size % stride == 0)
          break;
        wrong = stride == size ? check.compare(layout.getParts(array)[0], binding.getElementType(),
                                               binding.getName().str() + "[]")
                               : tell(binding.getName().str(), "elements of", stride, size);
      }
      // A second block at one binding is of wider elements.
      if (wrong.empty())
        break;
    }
    if (!wrong.empty())
      return wrong;
  }
  return "";
}
