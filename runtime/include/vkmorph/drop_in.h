// One drop-in call of a control function: upload, submit the recorded commands, read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <type_traits>
#include <vector>

#include <vulkan/vulkan.h>

#include "vkmorph/error.h"
#include "vkmorph/object.h"

namespace vkmorph {

/// Puts a variable back to what it was when the scope ends.
template <class T> class Restore {
public:
  explicit Restore(T &variable) : m_variable(variable), m_value(variable) {}
  ~Restore() { m_variable = m_value; }
  Restore(const Restore &) = delete;
  Restore &operator=(const Restore &) = delete;

private:
  T &m_variable;
  const T m_value;
};

/// Of an array whose elements shaders have in another form: how the host packs it.
struct ArgumentPacking {
  size_t elementBytes = 0; ///< of the host's elements
  /// Fills the records of so many elements.
  PackFault (*pack)(const void *elements, size_t count, void *records) = nullptr;
  /// Gives the elements what kernels have left in their records.
  void (*unpack)(void *elements, size_t count, const void *records) = nullptr;

  /// That of an ArrayRecords.
  template <class Records> static constexpr ArgumentPacking Of() {
    using Element = typename Records::Element;
    return {sizeof(Element),
            [](const void *elements, size_t count, void *records) {
              return Records::Pack(static_cast<const Element *>(elements), count, records);
            },
            [](void *elements, size_t count, const void *records) {
              Records::Unpack(static_cast<Element *>(elements), count, records);
            }};
  }
};

/// Lives as long as one call. The buffers, the recorded command buffer and the staging memory
/// behind it belong to the VulkanObject and are kept for the next call of the same function: with
/// the same scalars, sizes and buffers the recording is submitted again, and nothing is allocated.
class DropInCall {
public:
  /// `controlFunction` identifies the function within the object, and is what GetExecutionTimes
  /// takes. `aliasing`: whether pointer parameters may be the same array. Throws Error where the
  /// object is recording the commands of another call.
  DropInCall(VulkanObject &object, const char *controlFunction,
             Aliasing aliasing = Aliasing::Distinct);
  ~DropInCall();
  DropInCall(const DropInCall &) = delete;
  DropInCall &operator=(const DropInCall &) = delete;

  // The buffer that stands for a pointer parameter of `count` elements, none if that is negative;
  // in the order of the parameters. VK_NULL_HANDLE stands for a null pointer where the commands ask
  // (`mayBeNull`).

  /// Kernels read it.
  template <class T, class Count>
  VkBuffer In(const char *name, const T *data, Count count, bool mayBeNull = false) {
    static_assert(kIsBytes<T>, "buffers hold the host's bytes");
    return AddArgument(name, data, nullptr, sizeof(T), Elements(count), mayBeNull);
  }
  /// Kernels read and write it, or write parts of it.
  template <class T, class Count>
  VkBuffer InOut(const char *name, T *data, Count count, bool mayBeNull = false) {
    static_assert(kIsBytes<T>, "buffers hold the host's bytes");
    return AddArgument(name, data, data, sizeof(T), Elements(count), mayBeNull);
  }
  /// Kernels write all of it.
  template <class T, class Count>
  VkBuffer Out(const char *name, T *data, Count count, bool mayBeNull = false) {
    static_assert(kIsBytes<T>, "buffers hold the host's bytes");
    return AddArgument(name, nullptr, data, sizeof(T), Elements(count), mayBeNull);
  }

  // The same for a vector of the caller's, which throws where it has fewer elements, and for
  // elements that shaders have in another form, as an ArrayRecords says.

  template <class T, class Allocator, class Count>
  VkBuffer In(const char *name, const std::vector<T, Allocator> &data, Count count) {
    CheckSize(name, data.size(), Elements(count));
    return In(name, data.data(), count);
  }
  template <class T, class Allocator, class Count>
  VkBuffer InOut(const char *name, std::vector<T, Allocator> &data, Count count) {
    CheckSize(name, data.size(), Elements(count));
    return InOut(name, data.data(), count);
  }
  template <class T, class Allocator, class Count>
  VkBuffer Out(const char *name, std::vector<T, Allocator> &data, Count count) {
    CheckSize(name, data.size(), Elements(count));
    return Out(name, data.data(), count);
  }
  template <class Records, class Count>
  VkBuffer In(const char *name, const typename Records::Element *data, Count count,
              bool mayBeNull = false) {
    return AddArgument(name, data, nullptr, Records::kRecordBytes, Elements(count), mayBeNull,
                       ArgumentPacking::Of<Records>());
  }
  template <class Records, class Count>
  VkBuffer InOut(const char *name, typename Records::Element *data, Count count,
                 bool mayBeNull = false) {
    return AddArgument(name, data, data, Records::kRecordBytes, Elements(count), mayBeNull,
                       ArgumentPacking::Of<Records>());
  }
  template <class Records, class Count>
  VkBuffer Out(const char *name, typename Records::Element *data, Count count,
               bool mayBeNull = false) {
    return AddArgument(name, nullptr, data, Records::kRecordBytes, Elements(count), mayBeNull,
                       ArgumentPacking::Of<Records>());
  }
  template <class Records, class Allocator, class Count>
  VkBuffer In(const char *name, const std::vector<typename Records::Element, Allocator> &data,
              Count count) {
    CheckSize(name, data.size(), Elements(count));
    return In<Records>(name, data.data(), count);
  }
  template <class Records, class Allocator, class Count>
  VkBuffer InOut(const char *name, std::vector<typename Records::Element, Allocator> &data,
                 Count count) {
    CheckSize(name, data.size(), Elements(count));
    return InOut<Records>(name, data.data(), count);
  }
  template <class Records, class Allocator, class Count>
  VkBuffer Out(const char *name, std::vector<typename Records::Element, Allocator> &data,
               Count count) {
    CheckSize(name, data.size(), Elements(count));
    return Out<Records>(name, data.data(), count);
  }

  /// The members that kernels read, or of which they may leave something as it was; unless
  /// resident.
  void UploadMembers(std::initializer_list<ByteRange> ranges);
  /// The members that kernels write; unless resident.
  void DownloadMembers(std::initializer_list<ByteRange> ranges);

  /// The vectors whose elements kernels touch, by the names that CreateVectors got; unless
  /// resident.
  void UploadVectors(std::initializer_list<const char *> names);
  /// Those that kernels write, after UploadVectors; unless resident.
  void DownloadVectors(std::initializer_list<const char *> names);

  /// The textures that kernels sample, by the names that CreateTextures got; unless resident.
  void UploadTextures(std::initializer_list<const char *> names);
  /// Makes Run record the commands again even where those of the last call would do: recording also
  /// computes what this call needs.
  void RecordAgain();

  /// Runs what `record(VkCommandBuffer)` records, and returns when the results are back. It is only
  /// called when `scalars`, sizes or buffers are not those of the last recording. `stages`: of all
  /// its kernels.
  template <class Record, class... Scalars>
  void Run(KernelStages stages, Record &&record, const Scalars &...scalars) {
    static_assert((kIsBytes<Scalars> && ...), "arguments are compared as bytes");
    (AddKey(&scalars, sizeof(scalars)), ...);
    const auto isRecorded = [&] {
      try {
        record(BeginRecording(stages));
        return true;
      } catch (const MovedVectors &) {
        return false;
      }
    };
    do {
      if (NeedsRecording()) {
        while (!isRecorded() || MakeRoom()) {
        }
        EndRecording(stages);
      }
      Submit();
    } while (MakeMoreRoom());
    TakeResults(stages);
  }

  /// Runs `commands(VkCommandBuffer)`, which records, does what the host has to do besides, and
  /// returns what this returns when the results are back. Where it looks at members
  /// (VulkanObject::ReadMembers), what it has recorded so far runs. It is called once, in each
  /// call. Where it throws something else than an Error, what it has recorded until then runs, and
  /// the results of that are back.
  template <class Commands> auto RunInPieces(KernelStages stages, Commands &&commands) {
    const VkCommandBuffer cmd = BeginPieces(stages);
    const auto run = [&] {
      try {
        return commands(cmd);
      } catch (const Error &) {
        throw;
      } catch (...) {
        EndPieces();
        throw;
      }
    };
    if constexpr (std::is_void_v<decltype(commands(cmd))>) {
      run();
      EndPieces();
    } else {
      auto result = run();
      EndPieces();
      return result;
    }
  }

private:
  struct State;
  struct StateArgument;
  /// Thrown, before anything has run, where a part of the commands is to run and vectors have just
  /// got larger buffers: what has been recorded is for the old ones.
  struct MovedVectors {};

  template <class Count> static uint64_t Elements(Count count) {
    static_assert(std::is_integral_v<Count>, "a number of elements");
    if constexpr (std::is_signed_v<Count>)
      return count < 0 ? 0 : static_cast<uint64_t>(count);
    else
      return count;
  }
  void CheckSize(const char *name, size_t size, uint64_t needed) const;
  static State &FindState(VulkanObject::Parts &object, const char *controlFunction);
  VkBuffer AddArgument(const char *name, const void *source, void *target, size_t elementBytes,
                       uint64_t count, bool mayBeNull, const ArgumentPacking &packing = {});
  VkBuffer Stage(StateArgument &argument, const char *name);
  void AddKey(const void *bytes, size_t count);
  bool NeedsRecording();
  VkCommandBuffer BeginRecording(KernelStages stages);
  void EndRecording(KernelStages stages);
  VkCommandBuffer BeginPieces(KernelStages stages);
  void EndPieces();
  void ReadResults(std::initializer_list<ByteRange> ranges);
  void RunPiece();
  void NoteCommand();
  void NoteBound(const KernelLayout &layout, VkDescriptorSet set);
  void BindAgain();
  bool MakeRoom();
  bool MakeMoreRoom();
  void Submit();
  void TakeResults(KernelStages stages);
  void TakeTimes();
  void FitMembersReadBack();
  void ReadMembers(KernelStages stages, std::initializer_list<ByteRange> ranges);
  void CheckApart(const char *vector, const void *data, size_t bytes, bool written) const;
  void CheckPoolApart(const char *name, size_t pool) const;
  bool CopyVectors(VkCommandBuffer cmd);
  void FillTextures(VkCommandBuffer cmd);
  StageAccess VectorReaders() const;
  void CopyVectorsBack(VkCommandBuffer cmd);
  void ReadVectors();
  void ReadCountedVectors(KernelStages stages);

  bool MakesRoomNow() const;
  void WillAppend(const char *name, uint64_t count);
  void MakeRoomNow(const char *name, uint64_t count);
  void LearnSize(const char *name);
  void LevelRooms();
  void Fetch(std::initializer_list<ByteRange> ranges);
  void TakeSizes();
  void NoteRecorded();
  void ReadSizes(const unsigned char *block, std::initializer_list<ByteRange> ranges);

  friend class VulkanObject;
  const std::lock_guard<std::recursive_mutex> m_lock; ///< calls of several threads take turns
  VulkanObject::Parts &m_object;
  State &m_state;
  const Aliasing m_aliasing;
};

} // namespace vkmorph
