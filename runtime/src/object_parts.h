// The inside of a VulkanObject and of its drop-in calls.
#pragma once

#include <chrono>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "descriptor_sets.h"
#include "internal.h"
#include "vkmorph/drop_in.h"

namespace vkmorph {

/// A pipeline that all objects of a class on one device use; it ends with the last of them.
struct SharedPipeline {
  SharedPipeline(const DeviceContext &context, VkPipeline handle)
      : owner(context.owner), device(context), pipeline(handle) {}
  ~SharedPipeline() {
    if (allocator)
      DestroyBuffer(device, *allocator, table);
    vkDestroyPipeline(device.device, pipeline, device.allocationCallbacks);
  }
  SharedPipeline(const SharedPipeline &) = delete;
  SharedPipeline &operator=(const SharedPipeline &) = delete;

  const std::shared_ptr<const void> owner; ///< of the device
  const DeviceContext device;
  const VkPipeline pipeline;
  // Of a ray-tracing pipeline:
  std::unique_ptr<IAllocator> allocator; ///< of memory with addresses, which no other buffer has
  Buffer table;
  VkStridedDeviceAddressRegionKHR generation = {}, callables = {}; ///< in the table
};

/// Binds a set for all stages of its layout.
void BindForStages(VkCommandBuffer cmd, const KernelLayout &layout, VkDescriptorSet set);

struct VulkanObject::Parts {
  Parts(const DeviceContext &context, const char *className, VkBufferUsageFlags usage);
  ~Parts();
  Parts(const Parts &) = delete;
  Parts &operator=(const Parts &) = delete;

  std::string Named(const std::string &what) const { return className + ": " + what; }
  /// Bytes of one of the object's own buffers; 0 for one of somebody else's.
  VkDeviceSize OwnBytes(VkBuffer buffer) const;
  Buffer Make(const std::string &what, VkDeviceSize bytes, VkBufferUsageFlags usage, MemoryUse use);
  /// Replaces a buffer that is too small; at least doubles it where memory allows.
  void Reserve(Buffer &buffer, VkDeviceSize bytes, const std::string &what,
               VkBufferUsageFlags usage, MemoryUse use);
  void Zero(const Buffer &buffer);
  /// Drops the cached sets that refer to a buffer, and what is known of it.
  void Forget(VkBuffer buffer);

  /// A std::vector of the object. Staging exists where the host does not reach the device's memory,
  /// and is for all drop-in calls.
  struct Vector {
    VectorInfo info;
    const char *name;
    Buffer device;
    Buffer upload;
    Buffer readBack;
    size_t uploaded;         ///< how many elements the device has got
    bool isOnDevice = false; ///< the device has got what the vector was at some time
    // Where kernels append:
    size_t room = 0;      ///< how many elements it takes
    uint64_t most = 0;    ///< how many it may have after what was recorded; kAnyNumber: unknown
    uint64_t largest = 0; ///< what `most` and reserved numbers came to meanwhile, where known
    uint64_t needed = 0;  ///< how many it gets for certain
    size_t group = 0;     ///< those that share it are exchanged, and have the same room; 0: none
    // Where a call runs in pieces, of `most`:
    uint64_t toCome = 0;        ///< what may come behind commands that have been recorded
    bool isCleared = false;     ///< what it has on the device may still have to go
    bool isLearned = false;     ///< it goes by the size on the device
    size_t answered = SIZE_MAX; ///< the least room that answers to how many it may have go by
    uint32_t lost = 0;          ///< as of the last read-back
    std::vector<unsigned char> packed = {}; ///< of objects behind an interface: the records

    VkDeviceSize Bytes() const { return VkDeviceSize(uploaded) * info.elementBytes; }
    void Clear() {
      most = 0;
      toCome = 0;
      isCleared = true;
    }
  };
  Vector &FindVector(const char *name);
  // pools.cpp
  class Pools;
  /// What the vector is at the moment; of a pool how many elements its vectors have.
  VectorElements ElementsOf(const Vector &vector) const;
  /// Writes records as shaders have them.
  PackFault Pack(const Packing &packing, unsigned char *records) const;
  /// Writes the elements of a pool into its `packed`.
  void PackPool(Vector &pool);
  /// Throws Error where kernels change what is inside of an object with vectors.
  void CheckPools(const std::string &function) const;
  /// Uploads all objects with vectors inside, and the pools of those.
  void UpdatePacked(ICopyEngine &copy);

  /// What the vector is, after its buffer has got room for its capacity.
  VectorElements Fit(Vector &vector);
  /// Throws Error where objects behind an interface could not be packed.
  void CheckPacked(const PackFault &fault, const std::string &what, bool isArray) const;
  /// Throws Error where two pointers lead to one object that kernels change.
  void CheckObjects(const std::string &function) const;
  /// Gives the objects of a member or vector that is packed what a part of its records has.
  void ReadPacked(const MemberInfo &member, const ByteRange &part, ICopyEngine &copy);
  void ReadPacked(Vector &vector, const ByteRange &part, ICopyEngine &copy);
  /// The bytes of the elements as shaders have them.
  const void *GetBytes(Vector &vector, const VectorElements &elements);
  /// Gives it a buffer of so many bytes; none that is there is kept, nor are its contents.
  void Grow(Vector &vector, VkDeviceSize bytes);
  /// The same, and returns the former buffer, which has its contents.
  Buffer Exchange(Vector &vector, VkDeviceSize bytes);
  /// Of a buffer for its room: at least twice as many as before, where there may be.
  VkDeviceSize BytesForRoom(const Vector &vector) const;
  size_t MostRoom(const Vector &vector) const;
  /// How much of what a vector may come to it has room for at first: more is made where elements
  /// are lost.
  size_t GenerousRoom(const Vector &vector) const;
  uint64_t CountOf(const Vector &vector) const;
  /// Whether commands exchange the elements of two vectors, and their sizes.
  static bool ShareRoom(const Vector &a, const Vector &b) {
    return &a == &b || (a.group != 0 && a.group == b.group);
  }
  /// How many elements its buffer has room for.
  size_t RoomOf(const Vector &vector) const;
  /// Takes size, elements and lost elements out of the class data and what `read` gives:
  /// the elements' bytes, of which there are so many.
  template <class Read> void ReadCounted(Vector &vector, const unsigned char *block, Read read);
  /// Gives its buffer as many bytes as there is room for, and the elements again; false where it
  /// had them.
  bool GrowToRoom(Vector &vector);
  /// Its elements -> its buffer, or what stages them.
  void Upload(Vector &vector);
  void FitStaging(Buffer &buffer, VkDeviceSize bytes, MemoryUse use, const char *name);
  void CheckSize(const Vector &vector, const VectorElements &elements,
                 const std::string &function) const;
  void UpdateVector(Vector &vector, ICopyEngine &copy);
  /// One that kernels write; the class data has been read.
  void ReadVector(Vector &vector, ICopyEngine &copy);
  /// Drop-in calls record their commands again.
  void ForgetRecordings();

  /// A std::vector of a control function, which has no elements on the host.
  struct Temporary {
    const char *name;
    size_t elementBytes;
    Buffer device;
    std::vector<Buffer> former; ///< which commands that were recorded earlier use
  };
  /// Null for other names.
  Temporary *FindTemporary(const char *name);

  /// A picture on the device. Its image is replaced by a larger one where a call needs that.
  struct Picture {
    const char *name;
    VkFormat format;
    DeviceImage image;
    std::vector<DeviceImage> former; ///< which commands that were recorded earlier use
  };
  Picture &FindPicture(const char *name);

  /// What an image of a texture is made of: an object, and the texels of its levels. Without
  /// levels, those of the object itself.
  struct Texels {
    struct Level {
      void *object;
      const void *data;
      size_t size;
    };
    void *object;
    std::vector<Level> levels;
  };
  /// How large an image is.
  struct TexelExtent {
    VkExtent3D first;
    uint32_t levels;
  };
  /// An image of a texture on the device: what it was when it was filled.
  struct TexelImage {
    DeviceImage image;
    VkSampler sampler = VK_NULL_HANDLE;
    VkSamplerAddressMode address = {};
    Buffer upload; ///< its texels, in the image's format
  };
  /// A texture of the object, or an array of all those that are records.
  struct Texture {
    TextureInfo info;
    const char *name;
    VkFilter filter;
    VkSamplerMipmapMode betweenLevels;
    VkSamplerAddressMode address;
    std::vector<const char *> members;               ///< of one, their names in C++
    std::vector<AddressValue> addresses;             ///< empty: all are alike
    size_t begin;                                    ///< the descriptor of the first image
    std::vector<TexelImage> images;                  ///< at least one
    std::unique_ptr<TextureDescriptors> descriptors; ///< as many as there is room for
    bool isOnDevice = false;

    bool IsArray() const { return info.pool != kNoPool; }
  };
  // textures.cpp
  Texture &FindTexture(const char *name);
  /// Whether the vectors of a pool are textures, of which shaders know the numbers.
  bool IsOfTextures(size_t pool) const;
  /// What there is at the moment.
  std::vector<Texels> TexelsOf(const Texture &texture) const;
  Texels TexelsOf(const Texture &texture, void *owner) const;
  // What the object's members say. Throw Error where that cannot be.
  TexelExtent ExtentOf(const Texture &texture, const Texels &texels) const;
  std::vector<Texels::Level> PackedLevelsOf(const Texture &texture, void *owner) const;
  VkExtent3D LevelExtentOf(const Texture &texture, const Texels::Level &level) const;
  VkSamplerAddressMode AddressOf(const Texture &texture, const Texels &texels) const;
  void DestroyTexture(Texture &texture) noexcept;
  void DestroyTexels(TexelImage &texels) noexcept;
  void MakeImage(const Texture &texture, DeviceImage &image, const TexelExtent &extent);
  void MakeSampler(const Texture &texture, TexelImage &image, VkSamplerAddressMode address);
  void WriteDescriptors(Texture &texture);
  void FitTexture(Texture &texture, const std::vector<Texels> &all);
  void StageTexels(Texture &texture, const std::vector<Texels> &all);
  void FillTexture(VkCommandBuffer cmd, const Texture &texture) const;
  /// Fills some.
  void UpdateTextures(const std::vector<Texture *> &chosen);
  /// Fills all of them.
  void UpdateTextures();
  /// Fills those of which a member is a part.
  void UpdateTextures(const char *member);
  /// Fills the arrays.
  void UpdateTextureArrays();
  /// Throws Error where the members say something else than the device has.
  void CheckTexture(const Texture &texture, const std::string &function) const;

  /// Calls `visit` with the index of each member in the range of the class data.
  template <class Visit> void ForMembersIn(const ByteRange &range, Visit visit) const {
    for (size_t i = 0; i < members.count; i++)
      if (members.first[i].offset >= range.offset &&
          members.first[i].offset < range.offset + range.bytes)
        visit(i);
  }
  /// The device has got these members.
  void NotePresent(const ByteRange &range);
  /// As messages have it.
  std::string MemberName(size_t member) const;
  /// Throws Error for a null pointer.
  void CheckNamed(const char *function, const char *name) const;
  /// Throws Error for a copy engine of another device.
  void CheckEngine(const char *function, const ICopyEngine &copy) const;

  // Between the object's members and the host's image of the class data. Throws Error where a size
  // does not fit 32 bits.
  void GatherMembers(size_t offset, size_t bytes);
  void ScatterMembers(const unsigned char *block, size_t offset, size_t bytes);

  /// Calls one of the functions with each MemberInfo and Vector of that name. Throws Error that
  /// lists the names if there is none.
  template <class MoveMember, class MoveVector>
  void ForMember(const std::string &function, const char *name, MoveMember moveMember,
                 MoveVector moveVector);

  const DeviceContext device;
  const std::string className;
  const VkBufferUsageFlags bufferUsage; ///< of buffers that stand for arguments
  VkPhysicalDeviceLimits limits = {};
  uint32_t timestampBits = 0;
  std::unique_ptr<IAllocator> ownAllocator;
  IAllocator &allocator;
  Submitter submitter;
  PFN_vkCmdBeginDebugUtilsLabelEXT beginLabel = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT endLabel = nullptr;

  Buffer classData;
  void *object = nullptr;
  MemberSpan members;
  std::vector<const char *> memberNames; ///< in their order; empty: unknown
  std::vector<ClassDataSize> sizes;      ///< which have to fit 32 bits
  std::vector<bool> isPresent;           ///< of each member: the device has got it
  std::vector<unsigned char> image;      ///< host's copy of the class data
  std::vector<Vector> vectors;
  std::vector<Temporary> temporaries;
  std::vector<Picture> pictures;
  std::vector<Texture> textures;
  std::vector<Buffer> zeroed;
  std::vector<Buffer> standIns; ///< parts of them are bound where a caller has no array

  std::vector<VkDescriptorSetLayout> setLayouts;
  std::vector<VkPipelineLayout> pipelineLayouts;
  std::vector<std::shared_ptr<const SharedPipeline>> pipelines;
  // Where there are ray-tracing pipelines:
  PFN_vkCmdTraceRaysKHR traceRays = nullptr;
  uint32_t mostRays = 0; ///< in one command
  DescriptorSetCache sets;
  /// Of callers' buffers, as of when they were bound: the size of their memory, which is no less
  /// than theirs.
  std::map<VkBuffer, VkDeviceSize> memorySizes;

  bool resident = false;
  DropInCall *recording = nullptr; ///< the call that records commands
  bool makesRoom = false; ///< a drop-in call records commands, and looks for room afterwards
  std::map<std::string, std::unique_ptr<DropInCall::State>, std::less<>> calls;
  std::unique_ptr<const Registration> registration;
};

/// Where an exception ends InitVulkanObjects in the middle, the object is as before its first one.
struct VulkanObject::Undo {
  explicit Undo(std::unique_ptr<Parts> &object) : parts(object) {}
  ~Undo() {
    if (std::uncaught_exceptions() > exceptions)
      parts.reset();
  }
  Undo(const Undo &) = delete;
  Undo &operator=(const Undo &) = delete;

  std::unique_ptr<Parts> &parts;
  const int exceptions = std::uncaught_exceptions();
};

/// A pointer parameter of a drop-in call. The buffers grow; staging exists where the host does not
/// reach the device's memory.
struct DropInCall::StateArgument {
  Buffer device;
  Buffer upload;
  Buffer readBack;
  // Of the present call:
  const char *name = nullptr;
  const void *source = nullptr; ///< null: nothing to upload
  void *target = nullptr;       ///< null: nothing to read back
  VkDeviceSize bytes = 0;
  size_t count = 0;        ///< of elements
  size_t hostBytes = 0;    ///< of them on the host
  ArgumentPacking packing; ///< of those that shaders have in another form

  /// What the host has -> the buffer, or what stages it.
  void Upload(const VulkanObject::Parts &object) const {
    if (!source || bytes == 0)
      return;
    void *place = device.Writable() ? device.Writable() : upload.Writable();
    if (packing.pack)
      object.CheckPacked(packing.pack(source, count, place), std::string("'") + name + "'",
                         /*isArray=*/true);
    else
      std::memcpy(place, source, size_t(bytes));
  }
};

/// What a control function keeps between its drop-in calls.
struct DropInCall::State {
  explicit State(const char *controlFunction) : name(controlFunction) {}

  /// Whether the kernels of the call change a vector's size.
  bool Counts(const VulkanObject::Parts::Vector &vector) const;
  /// The class data as the kernels left it, as far as it is brought back.
  const unsigned char *ClassData(const VulkanObject::Parts &object) const;

  std::string name;
  std::vector<StateArgument>
      arguments; ///< only the first `argumentCount` belong to the present call
  size_t argumentCount = 0;
  std::vector<ByteRange> memberUploads;
  std::vector<ByteRange> memberDownloads;
  std::vector<VulkanObject::Parts::Vector *> vectorUploads;   ///< those that go through staging
  std::vector<VulkanObject::Parts::Vector *> vectorDownloads; ///< those that hold elements
  std::vector<VulkanObject::Parts::Texture *> textureUploads;
  std::vector<VulkanObject::Parts::Vector *> usedVectors;    ///< by its kernels
  std::vector<VulkanObject::Parts::Vector *> countedVectors; ///< whose size kernels change
  std::vector<size_t> rooms;                                 ///< theirs, for these commands
  std::vector<size_t> answers;    ///< the rooms that the commands go by, where they do
  std::vector<size_t> largest;    ///< what they may come to at most
  bool areObjectsChecked = false; ///< that no two pointers lead to one, in the present call
  bool isSplit = false;     ///< parts of the commands have run, since the host looked at members
  bool isInPieces = false;  ///< they are recorded once, while the host does what it does besides
  bool isDone = false;      ///< the last piece has run, and its results are back
  bool hasCommands = false; ///< some have been recorded that have not run
  KernelStages stages;      ///< of its kernels, where it runs in pieces
  KernelLayout boundLayout;
  VkDescriptorSet boundSet = VK_NULL_HANDLE; ///< by the last command that binds one
  std::vector<unsigned char> zeros; ///< elements of vectors whose sizes come back before them
  Buffer membersUpload;
  Buffer membersReadBack;

  std::vector<unsigned char> key;         ///< what the commands of the present call depend on
  std::vector<unsigned char> recordedKey; ///< the same of the recorded ones
  bool recorded = false;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  VkCommandBuffer fetch = VK_NULL_HANDLE; ///< brings back elements whose number has become known
  VkQueryPool queries = VK_NULL_HANDLE;

  std::chrono::steady_clock::time_point start;
  ExecutionTimes times;
};

} // namespace vkmorph
