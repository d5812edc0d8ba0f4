// All that a harness includes of this library.
#pragma once

#include "subject.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <type_traits>

namespace vkmorph::check {

/// The table of a control function. `Function` has static members:
///
/// \code
/// static constexpr Parameter vkmorphParameters[];
/// static constexpr size_t vkmorphParameterCount;
/// static constexpr bool vkmorphHasDropIn;
/// static constexpr bool vkmorphHasRecorded;
/// static void vkmorphExtents(Original &object, const Arguments &a, uint64_t *counts);
/// template <class Object> static void vkmorphCall(Object &object, Arguments &a);
/// static void vkmorphBind(Generated &object, const BufferRange *b);
/// static void vkmorphRecord(Generated &object, VkCommandBuffer cmd, const Arguments &a);
/// \endcode
template <class Original, class Generated, class Function>
constexpr ControlFunction describe(const char *name, const Type *result, bool isVirtual) {
  ControlFunction control = {};
  control.name = name;
  control.parameters = Function::vkmorphParameters;
  control.parameterCount = Function::vkmorphParameterCount;
  control.result = result;
  control.isVirtual = isVirtual;
  control.hasDropIn = Function::vkmorphHasDropIn;
  control.hasRecorded = Function::vkmorphHasRecorded;
  control.extents = [](void *object, const Arguments &a, uint64_t *counts) {
    Function::vkmorphExtents(*static_cast<Original *>(object), a, counts);
  };
  control.call = [](void *object, Arguments &a) {
    Function::vkmorphCall(*static_cast<Original *>(object), a);
  };
  if constexpr (Function::vkmorphHasDropIn)
    control.callGenerated = [](void *object, Arguments &a) {
      Function::vkmorphCall(*static_cast<Generated *>(object), a);
    };
  control.bind = [](void *object, const BufferRange *buffers) {
    Function::vkmorphBind(*static_cast<Generated *>(object), buffers);
  };
  control.record = [](void *object, VkCommandBuffer cmd, const Arguments &a) {
    Function::vkmorphRecord(*static_cast<Generated *>(object), cmd, a);
  };
  return control;
}

/// A member that may be private or static, as an lvalue; `pointer` is what vkmorph::PrivateMembers
/// has.
template <class Object, class Pointer> auto &member(Object &object, Pointer pointer) {
  return vkmorph::detail::MemberPointer<Pointer>::In(object, pointer);
}

/// A vector of an object that a control function takes: it gets what the buffer has, and the
/// buffer gets back what the call has left in it.
template <class Vector> void fillVector(Vector &vector, const Arguments &a, size_t parameter) {
  using Element = typename Vector::value_type;
  const auto *elements = a.buffer<const Element>(parameter);
  vector.assign(elements, elements + a.count(parameter));
}
template <class Vector>
void takeVector(const Vector &vector, const Arguments &a, size_t parameter) {
  using Element = typename Vector::value_type;
  std::copy_n(vector.begin(), std::min(vector.size(), a.count(parameter)),
              a.buffer<Element>(parameter));
}

/// An element that gets what a record has. Where its class makes none of nothing, it is one of
/// zeros, which is enough: all that it holds is bytes.
template <class Element> Element makeElement() {
  static_assert(std::is_default_constructible_v<Element> || std::is_trivially_copyable_v<Element>);
  if constexpr (std::is_default_constructible_v<Element>) {
    return Element();
  } else {
    alignas(Element) unsigned char zeros[sizeof(Element)] = {};
    return *std::launder(reinterpret_cast<const Element *>(zeros));
  }
}

template <class Records, class Vector> auto *elementsOf(Vector &vector) {
  return reinterpret_cast<typename Records::Element *>(vector.data());
}

/// The same of elements of which the buffer has records. What they are of may be an array, and the
/// vector has its elements.
template <class Records, class Vector>
void fillElements(Vector &vector, const Arguments &a, size_t parameter) {
  using Value = typename Vector::value_type;
  using Element = typename Records::Element;
  vector.assign(a.count(parameter) * (sizeof(Element) / sizeof(Value)), makeElement<Value>());
  if (!a.isNull(parameter))
    Records::Unpack(elementsOf<Records>(vector), a.count(parameter),
                    a.buffer<const uint8_t>(parameter));
}
template <class Records, class Vector>
void takeElements(Vector &vector, const Arguments &a, size_t parameter) {
  size_t count = vector.size() * sizeof(vector[0]) / sizeof(typename Records::Element);
  if (!a.isNull(parameter))
    Records::Pack(elementsOf<Records>(vector), std::min(count, a.count(parameter)),
                  a.buffer<uint8_t>(parameter));
}

/// What is the same for every class. `Rules` has static members:
///
/// \code
/// template <class Object> static void vkmorphMake(void *memory, const Arguments &a); // new
/// (memory) ... template <class Object> static void vkmorphSetUp(Object &object);
/// \endcode
template <class Original, class Generated, class Rules> Subject describeClass(const char *name) {
  Subject subject = {};
  subject.name = name;
  subject.originalBytes = sizeof(Original);
  subject.generatedBytes = sizeof(Generated);
  subject.makeOriginal = [](void *memory, const Arguments &a) {
    Rules::template vkmorphMake<Original>(memory, a);
  };
  subject.makeGenerated = [](void *memory, const Arguments &a) {
    Rules::template vkmorphMake<Generated>(memory, a);
  };
  subject.destroyOriginal = [](void *object) { static_cast<Original *>(object)->~Original(); };
  subject.destroyGenerated = [](void *object) { static_cast<Generated *>(object)->~Generated(); };
  subject.setUpOriginal = [](void *object) {
    Rules::vkmorphSetUp(*static_cast<Original *>(object));
  };
  subject.setUpGenerated = [](void *object) {
    Rules::vkmorphSetUp(*static_cast<Generated *>(object));
  };
  subject.base = [](void *object) -> void * {
    return static_cast<Original *>(static_cast<Generated *>(object));
  };
  subject.requirements = [] { return Generated::RequiredFeatures(); };
  subject.init = [](void *object, const DeviceContext &device) {
    static_cast<Generated *>(object)->InitVulkanObjects(device);
  };
  subject.updateAll = [](void *object, ICopyEngine &copy) {
    static_cast<Generated *>(object)->UpdateAll(copy);
  };
  subject.readAll = [](void *object, ICopyEngine &copy) {
    static_cast<Generated *>(object)->ReadAll(copy);
  };
  subject.forgetBuffer = [](void *object, VkBuffer buffer) {
    static_cast<Generated *>(object)->ForgetBuffer(buffer);
  };
  subject.times = [](void *object, const char *function) {
    return static_cast<Generated *>(object)->GetExecutionTimes(function);
  };
  return subject;
}

/// What a harness's main does: runs what the plan (argv[1], written by vkmorph-check) asks for, and
/// writes results to argv[2], one JSON object per line.
int run(const Subject &subject, int argc, char **argv);

} // namespace vkmorph::check
