//===- Model.h - What the generated class consists of, with the names that its text uses -----===//
//
// Everything that the generated files say is decided before it is printed: names that are legal and
// differ, C++ types, push constant layouts, call sites, what is uploaded and what is read back, the
// bodies of the functions. The model has no operations: it outlives the module that it was made of,
// but not the context, whose types and attributes it names.
//
// The printers of the back end take it, and so do tools that have to know the generated class.
//
//===-----------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_MODEL_H
#define VKMORPH_BACKENDS_HOST_VULKAN_MODEL_H

#include "backends/host_vulkan/Host.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

#include <array>
#include <optional>
#include <set>

namespace vkmorph::host {

/// A scalar in a shader's push constant block.
struct PushConstant {
  std::string name;
  std::string cppType;
  mlir::Type type;
  int64_t offset = 0;
  int64_t bytes = 0;
  int64_t align = 0; ///< of a vector: more than C++ gives it; 0 for scalars

  bool operator==(const PushConstant &other) const {
    return name == other.name && type == other.type;
  }
};

/// By which shaders of a kernel something is done.
struct ShaderStages {
  bool compute = false, rays = false;

  void add(ShaderStages other) {
    compute |= other.compute;
    rays |= other.rays;
  }
};

/// One pipeline, or a callable shader of one.
struct ShaderInfo {
  std::string file;     ///< kernel1D_Sum_prologue, without extension
  std::string textFile; ///< kernel1D_Sum_prologue.comp
  vkm::ShaderStage stage = vkm::ShaderStage::Compute;
  /// Of a ray generation shader: the functions that give the SPIR-V of the callable shaders that it
  /// runs, by the rows of the table.
  std::vector<std::string> callables;
  std::string pipeline;           ///< m_sumProloguePipeline
  std::string code;               ///< SumPrologueCode, the function that gives the SPIR-V
  std::string argumentsStruct;    ///< SumArguments; empty: no push constants
  bool declaresArguments = false; ///< the first of the shaders that use this struct
  std::string part;               ///< Prologue; empty for the kernel's main shader
  std::vector<PushConstant> pushConstants;
  int64_t pushBytes = 0;
  int64_t sharedBytes = 0;
  std::string doc; ///< what it does
  /// Where its iterations are some of those of a grid, what counts these: the same for all shaders
  /// that run iterations of that grid (vkm.share_of).
  std::string shareOf;
  std::array<int64_t, 3> workgroupSize = {1, 1, 1};
  llvm::ArrayRef<uint32_t> words; ///< of the CompiledShaders
  std::string entryPoint;         ///< "main" in GLSL

  /// Whether the source checks where push constants are: some platforms align 64-bit numbers to 4
  /// bytes only.
  bool checksLayout() const;
  bool isComputed() const { return stage == vkm::ShaderStage::Compute; }
};

/// A member as the class that has it declares it.
struct MemberStep {
  std::string owner; ///< that class, qualified
  std::string name;
  bool isBehindPrivateBase =
      false; ///< the class is a base that code of the generated one cannot use

  /// `&Blur::m_image`
  std::string pointer() const { return "&" + owner + "::" + name; }
};

/// The members on the way to a member of the class, which is the last one; several where it is a
/// member of a member.
using MemberPath = std::vector<MemberStep>;

/// An object with std::vectors that a control function takes; its members are parameters.
struct LentObject {
  std::string name;
  std::string type; ///< `const Image &`
  std::string defaultValue;
  unsigned position = 0; ///< in front of which parameter it stands
  bool isConst() const { return llvm::StringRef(type).starts_with("const "); }
};

/// How many elements an array has at least: an expression over parameters and members.
struct Extent {
  std::string text;                   ///< in the words of the class
  std::string localText;              ///< with members as FieldInfo::localName has them
  bool isStated = false;              ///< by the user
  std::vector<std::string> functions; ///< that it calls, as the program has them, callees first
  std::vector<unsigned> parameters;   ///< that it needs, in order
  std::vector<std::string> fields;    ///< that it needs, by their symbols
};

/// A parameter of a control function or of a kernel's commands.
struct Parameter {
  std::string name;         ///< what this program calls it; never empty
  std::string type;         ///< as C++ spells it
  mlir::Type valueIs;       ///< in the IR: what the recorded form has of it
  std::string defaultValue; ///< of the drop-in form; empty: none
  bool isPointer = false;
  bool isReference = false; ///< to a place of the caller's, also by a pointer that is no array
  bool isUsed = false;      ///< by commands, not only by what the function returns
  bool isNamed = false;     ///< by the drop-in form or an extent, or the commands are given it

  // References only.
  std::string valueType; ///< what the recorded form takes
  std::string entry;     ///< the local that keeps what it was when the function was called

  bool isKept = false; ///< the array of a pointer of the class, which `path` leads to

  // Members of objects that callers lend, and of the class only.
  int object = -1; ///< which one; -1: none's
  MemberPath path;
  bool isPrivate = false; ///< names on the way are not public
  bool isSize = false;    ///< the size of a vector
  bool isResized = false; ///< the function gives it another size
  std::string vector;     ///< that one's parameter

  // Pointer parameters only.
  std::string elementType;                     ///< without const
  mlir::Type element;                          ///< null where no kernel uses the buffer
  vkm::Access access = vkm::Access::None;      ///< of all kernels together
  vkm::Access firstAccess = vkm::Access::None; ///< of those that may be the first to use it
  vkm::Access lastAccess = vkm::Access::None;  ///< of those that may be the last
  ShaderStages firstStages, lastStages;        ///< the same
  bool overwritten = false;
  bool isInWords = false; ///< shaders see words of 32 bits
  std::string records;    ///< the ArrayRecords of elements that shaders have in another form
  std::optional<Extent> extent;
  int checkedSite = -1;    ///< a launch that every call runs and whose set has the buffer; -1: the
                           ///< recorded form does not know how large that has to be
  int checkedBinding = -1; ///< where it is in that set
  bool mayBeNull = false;  ///< the function asks whether it is null
  int askedSite = -1, askedBinding = -1; ///< where the recorded form has it, if that asks
  std::string answer;                    ///< the local of the recorded form that says so

  /// Whether it is a pointer to one object that the host uses.
  bool isObjectPointer() const { return isReference && llvm::StringRef(type).ends_with("*"); }
  /// What the drop-in form passes on to the recorded one.
  std::string argument() const {
    if (isResized && entry.empty())
      return askSize();
    return !entry.empty() ? entry : (isObjectPointer() ? "*" : "") + name;
  }
  bool isBound() const { return isPointer && access != vkm::Access::None; }
  /// Whether it stands for a member, and is none of the function's own parameters.
  bool isLent() const { return object >= 0 || isKept; }
  /// The part of a buffer that the caller binds: `{data, dataOffset, dataRange}`.
  std::string range() const { return "{" + name + ", " + name + "Offset, " + name + "Range}"; }
  /// How many elements the caller's vector has.
  std::string askSize() const {
    return "vkmorph::ToUint32(" + vector + ".size(), \"" + name + "\")";
  }
};

/// A constant of the generated source.
struct NumberConstant {
  std::string name;
  int64_t value = 0;
};

/// The constants of a number of workgroups; those without a name are not there.
struct GroupConstants {
  NumberConstant perGroup;   ///< kSumPerGroup
  NumberConstant maxGroups;  ///< kSumMaxGroups; otherwise the device's limit only
  NumberConstant coarsening; ///< kScaleCoarsening; otherwise threads take one iteration
};

/// A descriptor of a kernel's set.
struct BindingInfo {
  int64_t binding = 0;
  vkm::ResourceKind kind = vkm::ResourceKind::Parameter;
  std::string name;
  std::string elementType; ///< as C++ spells it; empty: class data
  std::string imageFormat; ///< as shaders spell it; empty: a buffer
  vkm::Access access = vkm::Access::None;
  bool isUniform = false;         ///< a uniform buffer
  unsigned textureDimensions = 0; ///< of a texture with its sampler
  bool isTextureArray = false;

  bool isImage() const { return !imageFormat.empty(); }
  bool isTexture() const { return textureDimensions != 0; }
};

/// One kernel: its pipelines and commands.
struct KernelInfo {
  std::string commands;              ///< the symbol of its vkm.commands
  std::string name;                  ///< Sum
  std::string symbol;                ///< kernel1D_Sum, with a number if it is overloaded
  std::string cppName;               ///< kernel1D_Sum
  std::string command;               ///< SumCmd
  std::string commandBuffer;         ///< cmd, its parameter
  std::string stages;                ///< SumStages
  std::string layout;                ///< m_sumLayout
  std::vector<ShaderInfo> shaders;   ///< in the order of their first dispatch
  std::vector<ShaderInfo> callables; ///< those that some of them run, each once
  std::vector<BindingInfo> bindings;
  std::vector<Parameter> parameters;
  llvm::MapVector<mlir::StringAttr, vkm::Access> fields;
  llvm::SmallVector<mlir::StringAttr> overwrittenFields; ///< wholly, before anything reads them
  int64_t pushBytes = 0;
  std::vector<GroupConstants> groupConstants;
  bool hasUniformClassData = false; ///< class data is a uniform buffer to it
  std::string kindOfStages; ///< unless an override says otherwise: "vkmorph::kComputeKernel"
  std::string body;         ///< of the function that records its commands

  bool usesImages() const; ///< or textures
  ShaderInfo *findShader(llvm::StringRef symbol);
  ShaderStages getStages() const;
  /// Pipelines and callable shaders, in the order of the files.
  std::vector<const ShaderInfo *> allShaders() const;
};

/// A buffer that the compiler added.
struct ScratchInfo {
  std::string symbol;
  int64_t bytes = 0;
  std::string contents;  ///< "groupsDone: uint32_t, m_sumPartials: 1024 x int"
  std::string member;    ///< m_sumPartials
  std::string constant;  ///< kSumPartialsBytes
  bool indirect = false; ///< holds numbers of workgroups, which dispatches read
};

/// A row of a table of the runtime, from the row's name and what follows the pointer to the member:
/// `vkmorph::Member<&Blur::m_radius, 0>`, `vkmorph::Within<&Blur::m_image, vkmorph::Member<...>>`.
std::string spellRow(const MemberPath &path, llvm::StringRef row, llvm::StringRef arguments);

struct ObjectClassInfo;
struct ObjectPartInfo;

/// What shaders have in another form than the host, which packs it into records: objects behind an
/// interface, std::variants, and structs with variants inside.
struct PackingInfo {
  int64_t recordBytes = 0; ///< 0: both have the same form
  std::vector<ObjectClassInfo> classes;
  std::vector<int64_t> alternatives; ///< where the record has those of a variant
  std::vector<ObjectPartInfo> parts; ///< of a struct
  std::set<std::string> headers;     ///< what a source includes that spells it

  explicit operator bool() const { return recordBytes != 0; }
  /// What the rows of packed members and vectors say of their records, in a table of that class:
  /// `16, vkmorph::MemberUse::Read, vkmorph::Objects<...>`.
  std::string spell(bool isWritten, llvm::StringRef tableClass) const;
  /// The same of a vector whose size kernels change: `16, vkmorph::StructParts<...>`.
  std::string spellCounted(llvm::StringRef tableClass) const;
  std::string spellRecords(llvm::StringRef tableClass) const;
};

/// A member of an object or struct, and where its record has it.
struct ObjectPartInfo {
  std::string pointer; ///< Matte::m_color
  int64_t offset = 0;
  int64_t pool = -1; ///< of a vector: the number of the pool with its elements
  /// Of a vector of objects, an object, or what holds variants.
  PackingInfo inside = {};

  std::string spell(llvm::StringRef tableClass) const;
};

/// A class that objects behind an interface may be of: its number in records, and its members
/// there.
struct ObjectClassInfo {
  std::string cppName;
  unsigned number = 0;
  std::vector<ObjectPartInfo> parts;
  /// A pointer or reference that has to lead to the object of the translated class.
  struct Owner {
    std::string declaring, name; ///< Mirror, m_scene
    std::string pointee, offset; ///< of a reference: its class, and where it is in `declaring`

    std::string spell(llvm::StringRef tableClass) const;
  };
  std::vector<Owner> owners;
};

/// A data member that kernels or control functions use.
struct FieldInfo {
  std::string symbol;
  mlir::Type type;
  std::string cppType;   ///< of a value of it
  std::string localType; ///< of a variable of a control function, where it is one
  std::string localName; ///< what a local variable is called that names it, or its vector
  std::string name;      ///< in C++; of a member of a member `m_image.m_width`
  MemberPath path;       ///< of the user's class
  std::string owner;     ///< the class that declares it, or the member that it is in, qualified
  int64_t offset = -1;   ///< in the class data block; -1: only the host uses it
  int64_t bytes = 0;
  bool written = false;   ///< by some kernel
  bool temporary = false; ///< no member of the C++ class
  std::string localOf;    ///< the control function whose variable it is; the generated class's own
  bool onHost = false;    ///< no kernel can use it
  bool isSize = false;    ///< the size of the vector that `name`, `path` and `owner` are of
  std::string ofVector; ///< the vector, by its C++ name, whose capacity or lost elements it counts
  bool isLost = false;  ///< its lost elements
  bool isPrivate = false;
  bool exposed = false; ///< private, and host code reads it
  PackingInfo packing = {};
  /// The numbers in it that shaders take as 32 bits: where in the class data, and what they are
  /// called.
  std::vector<std::pair<int64_t, std::string>> checkedSizes;

  /// Whether the user's class has it.
  bool isOfUser() const { return !temporary && localOf.empty(); }
  /// Whether it is in the class data block and in the C++ class.
  bool isMember() const { return offset >= 0 && !temporary; }
  /// As comments and lists name it.
  std::string spell() const {
    if (!ofVector.empty())
      return isLost ? "lost elements of " + ofVector : ofVector + ".capacity()";
    return isSize ? name + ".size()" : name;
  }
};

/// A std::vector whose elements kernels touch.
struct VectorInfo {
  std::string symbol;     ///< in the IR
  mlir::Type element;     ///< in the IR
  std::string cppElement; ///< the same in C++
  std::string name;       ///< in C++
  std::string key;        ///< what the runtime calls it: its name where no other vector has that
  MemberPath path;
  int64_t elementBytes = 0;
  bool written = false;
  // Offsets in the class data block of what kernels change: -1 where there is no such field.
  int64_t sizeOffset = -1, capacityOffset = -1, lostOffset = -1;
  PackingInfo packing = {};
  int64_t pool = -1; ///< of elements of vectors inside of objects: which pool

  /// Whether kernels append to it or clear it.
  bool isCounted() const { return sizeOffset >= 0; }
};

/// An image that the compiler added.
struct ImageInfo {
  std::string symbol; ///< what the runtime calls it
  std::string format; ///< VK_FORMAT_R32G32B32A32_SFLOAT
};

/// A texture that a sampler reads, or an array of all those that are records.
struct TextureInfo {
  std::string symbol; ///< what shaders and the runtime call it
  unsigned dimensions = 0;
  bool isMany = false;
  bool hasLevels = false;
  std::string row;                  ///< of the runtime's table, behind "vkmorph::"
  std::vector<std::string> members; ///< of one, what C++ calls its parts: m_bricks.m_texels
  std::string filter;               ///< VK_FILTER_LINEAR
  std::string betweenLevels;        ///< VK_SAMPLER_MIPMAP_MODE_LINEAR
  std::string address;              ///< VK_SAMPLER_ADDRESS_MODE_REPEAT
  std::vector<std::pair<int64_t, std::string>> addresses; ///< of the member that says it
  int64_t begin = 0; ///< the number of an array's first texture
};

/// A private member that host code may need. The generated source has a pointer to it.
struct PrivateMember {
  MemberStep member;
  std::string pointer;  ///< kWidth
  bool isNamed = false; ///< some host code does
};

/// A type that is not accessible where host code needs it.
struct ExposedType {
  std::string type;  ///< qualified
  std::string tag;   ///< of vkmorph::ExposeType
  std::string alias; ///< in the generated class; empty: only the source file needs the type
};

/// A struct that a function of the source declares, which the generated code has to declare once
/// more.
struct LocalStruct {
  std::string type;                 ///< what the source calls it
  std::string name;                 ///< what the generated code does
  std::vector<std::string> members; ///< their declarations
  bool inHeader = false;            ///< the generated class has members of this type
};

/// A launch in a control function: one descriptor set.
struct Site {
  KernelInfo *kernel = nullptr;
  std::vector<std::string> buffers; ///< of the set, as DescriptorSet takes them
};

/// A part of the class data block.
struct MemberRange {
  int64_t offset = 0;
  int64_t bytes = 0;
  std::vector<std::string> names;
};

/// A control function.
struct ControlInfo {
  std::string symbol;        ///< of the recorded form
  std::string name;          ///< in C++
  std::string unique;        ///< the name, with a number if it is overloaded
  std::string command;       ///< SumAllCmd
  std::string commandBuffer; ///< cmd, its parameter
  std::string setter;        ///< SetInOutFor_SumAll; empty: there is nothing to set
  std::string sets;          ///< m_sumAllSets; empty: it launches nothing
  std::string returnType;
  mlir::Type result; ///< in the IR; null: none
  std::string comment;
  /// Of a block driver that the source does not have, the method that runs once per thread, and
  /// which parameters count threads: x, y, z. Empty for all others.
  std::string drives;
  std::vector<unsigned> counts;
  bool isVirtual = false;
  bool isConst = false;
  bool isNoexcept = false;
  bool prints = false;       ///< the drop-in form does what no commands can
  bool readsBetween = false; ///< only a drop-in call can record its commands
  bool inPieces = false;     ///< it has no recorded form
  bool mayThrow = false;     ///< the user's exceptions
  bool carries = false; ///< what the object keeps while commands are recorded is used behind them
  vkm::CppAccess access = vkm::CppAccess::Public;
  std::vector<Parameter> parameters;
  std::vector<LentObject> objects;
  std::vector<Site> sites;
  std::vector<MemberRange> uploads;
  std::vector<MemberRange> downloads;
  std::vector<VectorInfo *> vectors;   ///< that its kernels touch
  std::vector<TextureInfo *> textures; ///< that they sample
  std::vector<VectorInfo *> vectorDownloads;
  std::vector<KernelInfo *> kernels;  ///< that it launches, each once
  std::vector<KernelInfo *> launches; ///< in their order, each as often as it stands there
  std::vector<std::string> keyFields; ///< whose values the recorded commands depend on
  std::string noDropIn;               ///< why there is no drop-in form; empty: there is one
  bool throws = false;                ///< what the class has instead of it
  std::string recordedBody;
  std::string dropInBody; ///< empty where there is no such form

  bool hasDropIn() const { return noDropIn.empty(); }
  /// Whether the class has a function of that name and these parameters.
  bool isDeclared() const { return hasDropIn() || throws; }
  /// The parameters that the caller binds buffers for.
  std::vector<const Parameter *> boundParameters() const;
};

/// A function of the base that stays visible beside those of its name in the generated class.
struct BaseFunction {
  bool isProtected = false;
  bool isStatic = false;
  std::string result, parameters, qualifiers, arguments;
};

/// What else the name of a control function means in the base.
struct BaseOverloads {
  std::string name;
  bool isProtected = false;
  /// Without: a using-declaration brings all.
  std::optional<std::vector<BaseFunction>> functions;
};

/// What shaders have of the elements of an array that callers give, in another form than these.
struct ArrayRecords {
  std::string name; ///< OrderRecords
  std::string elementType;
  mlir::Type element;
  bool isOfArrays = false; ///< elements are arrays of C's
  PackingInfo packing;

  /// vkmorph::ArrayRecords<Order, 16, vkmorph::Alternatives<4, 8>>
  std::string spell(llvm::StringRef tableClass) const;
};

/// A struct in buffers, whose size is what the shaders count with, whatever compiler builds this.
struct CheckedStruct {
  std::string type;
  int64_t bytes = 0;
};

/// One entry of vkmorph::Requirements.
struct Requirement {
  std::string name;       ///< of the member: "workgroupSize[0]"
  std::string cpp;        ///< its value in C++
  llvm::json::Value json; ///< its value in vkmorph.json
};

struct ClassInfo {
  std::string base;          ///< Numbers, as its own namespace spells it
  std::string qualifiedBase; ///< linalg::Numbers
  std::string constructor;   ///< what a using-declaration of the constructors ends in
  std::string name;          ///< Numbers_Generated
  std::string qualifiedName; ///< linalg::Numbers_Generated
  std::string header;        ///< numbers.h
  std::string stem;          ///< numbers
  std::string comment;
  std::string vulkan;    ///< m_vulkan, the runtime's object
  std::string classData; ///< m_classData
  std::string allStages; ///< AllStages
  std::vector<std::string> namespaces;
  bool virtualDestructor = false;

  std::vector<FieldInfo> fields; ///< in order of their offsets
  std::vector<VectorInfo> vectors;
  /// Keys of vectors that control functions exchange, with their sizes: each list has one room.
  std::vector<std::vector<std::string>> sharedRooms;
  std::vector<VectorInfo> temporaries; ///< vectors of control functions
  std::vector<ImageInfo> images;
  std::vector<TextureInfo> textures;
  int64_t classDataBytes = 0;    ///< 0: there is no class data
  std::string classDataConstant; ///< kClassDataBytes
  std::vector<PrivateMember> privateMembers;
  std::vector<ExposedType> exposedTypes;
  std::vector<LocalStruct> localStructs; ///< each after those that it is made of
  std::set<std::string> headers;         ///< of the library, for what the source does
  std::vector<BaseOverloads> overloads;
  std::vector<CheckedStruct> checkedStructs;
  std::vector<ArrayRecords> arrayRecords;
  std::vector<std::string> hostFunctions; ///< those that host code calls, as the source has them
  std::vector<ScratchInfo> scratches;
  std::vector<KernelInfo> kernels;
  std::vector<ControlInfo> controls;
  std::vector<Requirement> requirements;
  bool usesAllStages = false; ///< somewhere

  KernelInfo *findKernel(llvm::StringRef symbol);
  ScratchInfo *findScratch(llvm::StringRef symbol);
  FieldInfo *findField(llvm::StringRef symbol);
  /// What the runtime calls a vector of the class, or one of a control function.
  std::string vectorKey(llvm::StringRef symbol);
  VectorInfo *findVector(llvm::StringRef symbol);
  /// How host code names a member of `object` that is private: `object.*kImage.*kWidth`,
  /// `this->*kWidth` of `*this`.
  std::string spellPrivate(llvm::StringRef object, const MemberPath &path);
  /// The stages of several kernels together: those of all kernels where these are all of them or
  /// where all kernels have the same ones, so that barriers name them in one word. `self`: in front
  /// of each name, "self."
  std::string stagesOf(llvm::ArrayRef<KernelInfo *> some, llvm::StringRef self = "") const;
  /// Whether stagesOf names those of all kernels.
  bool areAllStages(llvm::ArrayRef<KernelInfo *> some) const;
  bool hasMembers() const; ///< some field lives in the class data block and in the C++ class
};

/// Builds the model of the class of a module in the lowered phase, which is not changed. Reports
/// what the generated program cannot express at its place in the source (codes vkm32xx), and fails
/// then. `*lostEffects`: see emitHost.
mlir::FailureOr<ClassInfo> buildModel(mlir::ModuleOp lowered, const CompiledShaders &shaders,
                                      const HostOptions &options, bool *lostEffects = nullptr);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_MODEL_H
