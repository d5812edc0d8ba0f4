//===- CppTypes.cpp - How C++ spells types of the dialect -------------------------------------===//

#include "ir/CppTypes.h"

#include "ir/HostCode.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::spellType(Type type, Operation *from) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 1)
      return "bool";
    // What C++ programs call it; the same type as int32_t wherever Vulkan is.
    if (integer.isSigned() && integer.getWidth() == 32)
      return "int";
    return (integer.isUnsigned() ? "uint" : "int") + std::to_string(integer.getWidth()) + "_t";
  }
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (auto record = dyn_cast<RecordType>(type)) {
    RecordOp op = lookupRecord(from, record);
    auto spelled = op ? op->getAttrOfType<StringAttr>(kCppTypeAttr) : StringAttr();
    return (spelled ? spelled : record.getName().getAttr()).str();
  }
  if (auto array = dyn_cast<ArrayType>(type))
    return "std::array<" + spellType(array.getElementType(), from) + ", " +
           std::to_string(array.getLength()) + ">";
  if (isa<VecType, MatType>(type)) {
    StringRef name = lookupCppName(from, getCppNameKey(type));
    return name.empty() ? "auto" : name.str();
  }
  if (auto pointer = dyn_cast<PtrType>(type))
    return (pointer.getIsConst() ? "const " : "") + spellType(pointer.getPointee(), from) + " *";
  if (auto reference = dyn_cast<RefType>(type))
    return spellType(reference.getPointee(), from) + " &";
  return "void";
}
