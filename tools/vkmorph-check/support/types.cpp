// Flattens types to scalars, and reads and writes those.
#include "types.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace vkmorph::check {

static void flatten(const Type &type, const Leaf &here, std::vector<Leaf> &leaves) {
  Leaf part = here;
  switch (type.kind) {
  case Type::Kind::Scalar:
    part.scalar = type.scalar;
    leaves.push_back(part);
    return;
  case Type::Kind::Array:
    for (size_t i = 0; i < type.count; ++i) {
      part.path = here.path + "[" + std::to_string(i) + "]";
      part.offset = here.offset + i * type.element->bytes;
      flatten(*type.element, part, leaves);
    }
    return;
  case Type::Kind::Record:
    for (size_t i = 0; i < type.count; ++i) {
      part.path = here.path + "." + type.parts[i].name;
      part.rule = here.rule + "." + type.parts[i].name;
      part.offset = here.offset + type.parts[i].offset;
      flatten(*type.parts[i].type, part, leaves);
    }
    return;
  }
}

std::vector<Leaf> leavesOf(const Type &type) {
  std::vector<Leaf> leaves;
  flatten(type, {"", "", 0, Scalar::Bool}, leaves);
  return leaves;
}

template <class T> static T load(const void *value) {
  T result;
  std::memcpy(&result, value, sizeof(T));
  return result;
}

/// Calls `use` with the value in its own type.
template <class Use> static auto visit(Scalar scalar, const void *value, Use use) {
  switch (scalar) {
  case Scalar::Bool:
    return use(load<uint8_t>(value));
  case Scalar::Int8:
    return use(load<int8_t>(value));
  case Scalar::UInt8:
    return use(load<uint8_t>(value));
  case Scalar::Int16:
    return use(load<int16_t>(value));
  case Scalar::UInt16:
    return use(load<uint16_t>(value));
  case Scalar::Int32:
    return use(load<int32_t>(value));
  case Scalar::UInt32:
    return use(load<uint32_t>(value));
  case Scalar::Int64:
    return use(load<int64_t>(value));
  case Scalar::UInt64:
    return use(load<uint64_t>(value));
  case Scalar::Float:
    return use(load<float>(value));
  default:
    return use(load<double>(value));
  }
}

/// As few digits as give the same number again.
template <class T> static std::string spellFloat(T value, int mostDigits) {
  char text[40];
  for (int digits = 1; digits <= mostDigits; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, double(value));
    if (T(std::strtod(text, nullptr)) == value)
      break;
  }
  return text;
}

std::string spell(Scalar scalar, const void *value) {
  return visit(scalar, value, [scalar](auto number) -> std::string {
    using Number = decltype(number);
    if constexpr (std::is_floating_point_v<Number>)
      return spellFloat(number, sizeof(Number) == 4 ? 9 : 17);
    else if (scalar == Scalar::Bool && number <= 1)
      return number ? "true" : "false";
    else
      return std::to_string(number);
  });
}

double toDouble(Scalar scalar, const void *value) {
  return visit(scalar, value, [](auto number) { return double(number); });
}

void store(Scalar scalar, double number, void *target) {
  if (scalar == Scalar::Float) {
    const float value = float(number);
    std::memcpy(target, &value, sizeof(value));
  } else if (scalar == Scalar::Double) {
    std::memcpy(target, &number, sizeof(number));
  } else if (scalar == Scalar::Bool) {
    const uint8_t value = number != 0.0;
    std::memcpy(target, &value, sizeof(value));
  } else {
    // The low bytes of the two's complement, as hosts that run Vulkan store them: first.
    const uint64_t value = number < 0.0 ? uint64_t(int64_t(number)) : uint64_t(number);
    std::memcpy(target, &value, sizeOf(scalar));
  }
}

} // namespace vkmorph::check
