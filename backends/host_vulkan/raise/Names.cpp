//===- Names.cpp - C++ names and types of the host program -----------------------------------===//

#include "backends/host_vulkan/raise/Names.h"

#include "ir/HostCode.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

std::string NameScope::make(StringRef wanted) {
  std::string name = wanted.str();
  while (contains(name))
    name += '_';
  names.insert(name);
  return name;
}

std::string NameScope::makeNumbered(StringRef wanted) {
  std::string name = wanted.str();
  for (unsigned number = 2; contains(name); ++number)
    name = wanted.str() + std::to_string(number);
  names.insert(name);
  return name;
}

std::string host::lowerFirst(StringRef name) {
  std::string result = name.str();
  if (!result.empty())
    result[0] = llvm::toLower(result[0]);
  return result;
}

std::string host::camelCase(StringRef name) {
  std::string result;
  bool upper = true;
  for (char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    result += upper ? llvm::toUpper(c) : c;
    upper = false;
  }
  return result;
}

bool host::isSpellingOf(StringRef spelling, Type type) {
  spelling.consume_front("const ");
  spelling.consume_front("std::");
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    if (width == 1)
      return spelling == "bool";
    // long and size_t have 64 bits on the platforms whose layouts the front end uses.
    unsigned spelled = llvm::StringSwitch<unsigned>(spelling)
                           .Cases("char", "signed char", "unsigned char", "int8_t", "uint8_t", 8)
                           .Cases("short", "unsigned short", "int16_t", "uint16_t", 16)
                           .Cases("int", "unsigned int", "unsigned", "int32_t", "uint32_t", 32)
                           .Cases("long", "unsigned long", "long long", "unsigned long long", 64)
                           .Cases("int64_t", "uint64_t", "size_t", "ptrdiff_t", 64)
                           .Default(0);
    bool isUnsigned = spelling.starts_with("u") || spelling == "size_t";
    return spelled == width && isUnsigned == integer.isUnsigned();
  }
  return (type.isF32() && spelling == "float") || (type.isF64() && spelling == "double");
}
