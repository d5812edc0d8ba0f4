// What a harness tells the library about one class: how objects are made, called and looked into.
#pragma once

#include "types.h"

#include <cstring>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <vkmorph/runtime.h>

namespace vkmorph::check {

/// A parameter of a control function or of a constructor.
struct Parameter {
  enum class Role : uint8_t {
    Value, ///< a scalar or a struct, by value
    Input, ///< const T *
    InOut, ///< T *
    Place  ///< T &, or a pointer to one object that the host uses
  };

  const char *name;
  const Type *type; ///< of the value, or of what the pointer points at
  Role role;
  bool mayBeNull = false; ///< of a buffer: the function asks

  /// Whether the device works on it.
  constexpr bool isBuffer() const { return role == Role::Input || role == Role::InOut; }
  /// Whether it is memory of the caller's.
  constexpr bool isMemory() const { return role != Role::Value; }
};

constexpr Parameter value(const char *name, const Type &type) {
  return {name, &type, Parameter::Role::Value, false};
}
constexpr Parameter input(const char *name, const Type &type) {
  return {name, &type, Parameter::Role::Input, false};
}
constexpr Parameter inOut(const char *name, const Type &type) {
  return {name, &type, Parameter::Role::InOut, false};
}
/// A buffer that calls may have none for.
constexpr Parameter orNull(Parameter buffer) {
  buffer.mayBeNull = true;
  return buffer;
}

constexpr Parameter place(const char *name, const Type &type) {
  return {name, &type, Parameter::Role::Place, false};
}

/// What is thrown, in a handler: "std::invalid_argument: n is negative", "int: 3". Of other types
/// than exceptions, strings and numbers the type alone.
std::string describeThrown();

/// Where the arguments of one call are, by the number of the parameter, and its result.
class Arguments {
public:
  /// By value, also where the parameter is a reference to const.
  template <class T> std::decay_t<T> value(size_t parameter) const {
    std::decay_t<T> result;
    std::memcpy(static_cast<void *>(&result), m_places[parameter], sizeof(result));
    return result;
  }
  template <class T> T *buffer(size_t parameter) const {
    return isNull(parameter) ? nullptr : static_cast<T *>(m_places[parameter]);
  }
  template <class T> void setResult(const T &result) {
    m_result.resize(sizeof(T));
    std::memcpy(m_result.data(), &result, sizeof(T));
  }

  /// What the call has thrown, by describeThrown; empty where it has not.
  void setThrown(std::string thrown) { m_thrown = std::move(thrown); }
  const std::string &thrown() const { return m_thrown; }

  /// How many elements a buffer has.
  size_t count(size_t parameter) const { return m_counts[parameter]; }

  void setPlace(size_t parameter, void *place, size_t count = 1) {
    if (m_places.size() <= parameter) {
      m_places.resize(parameter + 1);
      m_counts.resize(parameter + 1);
    }
    m_places[parameter] = place;
    m_counts[parameter] = count;
  }
  /// The call has a null pointer for the buffer, wherever its place is.
  void setNull(size_t parameter) { m_nulls.insert(parameter); }
  bool isNull(size_t parameter) const { return m_nulls.count(parameter) != 0; }
  const std::vector<uint8_t> &result() const { return m_result; }

private:
  std::set<size_t> m_nulls;
  std::vector<void *> m_places;
  std::vector<size_t> m_counts;
  std::vector<uint8_t> m_result;
  std::string m_thrown;
};

/// A control function. Objects are passed as pointers to the original or the generated class.
struct ControlFunction {
  const char *name; ///< with a number if it is overloaded
  const Parameter *parameters;
  size_t parameterCount;
  const Type *result; ///< null: void
  bool isVirtual;
  bool hasDropIn;
  bool hasRecorded; ///< commands can be recorded outside of a drop-in call

  /// Stores the number of elements of each buffer, by the number of the parameter, for an object of
  /// the original class; leaves those that are not known.
  void (*extents)(void *original, const Arguments &arguments, uint64_t *counts);
  void (*call)(void *original, Arguments &arguments);
  void (*callGenerated)(void *generated, Arguments &arguments);
  void (*bind)(void *generated, const BufferRange *buffers); ///< by the number of the parameter
  void (*record)(void *generated, VkCommandBuffer cmd, const Arguments &arguments);
};

/// A data member that kernels or control functions use.
struct Field {
  const char *name;
  const Type *type;
  size_t room = 0; ///< of a vector: the number of those that share its room; 0: none do
};

/// A method of the class's that a sampler of the device takes the place of.
struct SampledMethod {
  const char *method;         ///< as linkers call it
  bool isNearest;             ///< else what lies between texels is weighed
  bool isNearestLevel;        ///< else what lies between levels is weighed
  const TextureInfo *texture; ///< of the object that it is called on: its levels and sizes
};
/// Lets a harness name the textures of a class: as TextureTable, for a class that only an explicit
/// instantiation can name.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <size_t Number> struct SampledNumber {
  friend const TextureInfo *SampledOf(SampledNumber);
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
template <size_t Number, class Object, class Row> struct SampledTexture {
  static constexpr TextureInfo kRow = Row::template Info<Object>();
  friend const TextureInfo *SampledOf(SampledNumber<Number>) { return &kRow; }
};

/// One class and what is generated from it.
struct Subject {
  const char *name;
  const Parameter *constructorParameters;
  size_t constructorParameterCount;
  const ControlFunction *controls;
  size_t controlCount;
  const Field *fields;       ///< in the order of `members`
  MemberSpan members;        ///< their addresses in an object of the original class
  const Field *vectorFields; ///< std::vectors and their elements' types, in the order of `vectors`
  VectorSpan vectors;

  const SampledMethod *sampled; ///< what the config file says that it samples
  size_t sampledCount;

  size_t originalBytes, generatedBytes;
  void (*makeOriginal)(void *memory, const Arguments &arguments);
  void (*makeGenerated)(void *memory, const Arguments &arguments);
  void (*destroyOriginal)(void *object);
  void (*destroyGenerated)(void *object);
  void (*setUpOriginal)(void *original); ///< the statements of --setup
  void (*setUpGenerated)(void *generated);
  void *(*base)(void *generated); ///< its part of the original class

  Requirements (*requirements)();
  void (*init)(void *generated, const DeviceContext &device);
  void (*updateAll)(void *generated, ICopyEngine &copy);
  void (*readAll)(void *generated, ICopyEngine &copy);
  void (*forgetBuffer)(void *generated, VkBuffer buffer);
  ExecutionTimes (*times)(void *generated, const char *controlFunction);
};

} // namespace vkmorph::check
