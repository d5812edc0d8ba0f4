//===- Model.h - What the generated class consists of, with the names that its text uses -----===//
//
// Everything that both the header and the source print is decided once, here: names that are legal
// and differ, C++ types, push constant layouts, call sites, what is uploaded and what is read back.
// The printers only print.
//
//===-----------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_MODEL_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_MODEL_H

#include "backends/host_vulkan/Host.h"

#include "llvm/ADT/MapVector.h"

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

/// One pipeline.
struct ShaderInfo {
  vkm::ShaderOp op;
  std::string file;               ///< kernel1D_Sum_prologue, without extension
  std::string pipeline;           ///< m_sumProloguePipeline
  std::string code;               ///< SumPrologueCode, the function that gives the SPIR-V
  std::string argumentsStruct;    ///< SumArguments; empty: no push constants
  bool declaresArguments = false; ///< the first of the shaders that use this struct
  std::string part;               ///< Prologue; empty for the kernel's main shader
  std::vector<PushConstant> pushConstants;
  int64_t pushBytes = 0;
  int64_t sharedBytes = 0;
  llvm::ArrayRef<uint32_t> words;
};

/// A member as the class that has it declares it.
struct MemberStep {
  std::string owner; ///< that class, qualified
  std::string name;

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

/// A parameter of a control function or of a kernel's commands.
struct Parameter {
  mlir::BlockArgument value;
  std::string name; ///< what this program calls it; never empty
  std::string type; ///< as C++ spells it
  bool isPointer = false;
  bool isReference = false; ///< to a place of the caller's, also by a pointer that is no array
  bool isUsed = false;      ///< by commands, not only by what the function returns

  // References only.
  std::string valueType; ///< what the recorded form takes
  std::string entry;     ///< the local that keeps what it was when the function was called

  // Members of objects that callers lend only.
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
  bool overwritten = false;
  bool isInWords = false; ///< shaders see words of 32 bits
  vkm::ExtentOp extent;
  int checkedSite = -1;    ///< a launch that every call runs and whose set has the buffer; -1: the
                           ///< recorded form does not know how large that has to be
  int checkedBinding = -1; ///< where it is in that set

  /// Whether it is a pointer to one object that the host uses.
  bool isObjectPointer() const { return isReference && llvm::StringRef(type).ends_with("*"); }
  /// What the drop-in form passes on to the recorded one.
  std::string argument() const {
    if (isResized && entry.empty())
      return askSize();
    return !entry.empty() ? entry : (isObjectPointer() ? "*" : "") + name;
  }
  bool isBound() const { return isPointer && access != vkm::Access::None; }
  bool isLent() const { return object >= 0; }
  /// How many elements the caller's vector has.
  std::string askSize() const {
    return "vkmorph::ToUint32(" + vector + ".size(), \"" + name + "\")";
  }
};

/// The constants of a `vkm.workgroup_count`.
struct GroupConstants {
  std::string perGroup;   ///< kSumPerGroup
  std::string maxGroups;  ///< kSumMaxGroups; empty: the device's limit only
  std::string coarsening; ///< kScaleCoarsening; empty: threads take one iteration where they can
};

/// One kernel: its pipelines and commands.
struct KernelInfo {
  vkm::CommandsOp op;
  std::string name;                ///< Sum
  std::string symbol;              ///< kernel1D_Sum, with a number if it is overloaded
  std::string cppName;             ///< kernel1D_Sum
  std::string command;             ///< SumCmd
  std::string commandBuffer;       ///< cmd, its parameter
  std::string stages;              ///< SumStages
  std::string layout;              ///< m_sumLayout
  std::vector<ShaderInfo> shaders; ///< in the order of their first dispatch
  std::vector<vkm::BindingAttr> bindings;
  std::vector<Parameter> parameters;
  llvm::MapVector<mlir::StringAttr, vkm::Access> fields;
  llvm::SmallVector<mlir::StringAttr> overwrittenFields; ///< wholly, before anything reads them
  int64_t pushBytes = 0;
  llvm::MapVector<mlir::Operation *, GroupConstants> groupConstants;

  bool usesImages() const;
  /// Whether class data is a uniform buffer to it.
  bool hasUniformClassData() const;
  /// What its Stages are unless an override says otherwise: "vkmorph::kComputeKernel".
  std::string getKindOfStages() const;

  ShaderInfo *findShader(llvm::StringRef symbol);
};

/// A buffer that the compiler added.
struct ScratchInfo {
  vkm::ScratchOp op;
  std::string member;    ///< m_sumPartials
  std::string constant;  ///< kSumPartialsBytes
  bool indirect = false; ///< holds numbers of workgroups, which dispatches read
};

/// A row of a table of the runtime, from the row's name and what follows the pointer to the member:
/// `vkmorph::Member<&Blur::m_radius, 0>`, `vkmorph::Within<&Blur::m_image, vkmorph::Member<...>>`.
std::string spellRow(const MemberPath &path, llvm::StringRef row, llvm::StringRef arguments);

/// A data member that kernels or control functions use.
struct FieldInfo {
  vkm::FieldOp op;
  std::string symbol;
  std::string name;    ///< in C++; of a member of a member `m_image.m_width`
  MemberPath path;     ///< of the user's class
  std::string owner;   ///< the class that declares it, or the member that it is in, qualified
  int64_t offset = -1; ///< in the class data block; -1: only the host uses it
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
  /// The numbers in it that shaders take as 32 bits: where in the class data, and what they are
  /// called.
  std::vector<std::pair<int64_t, std::string>> checkedSizes;

  /// What a local variable is called that names it, or the vector that it is the size of.
  std::string localName() const;
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
  vkm::FieldOp op;
  std::string symbol; ///< in the IR
  std::string name;   ///< in C++
  std::string key;    ///< what the runtime calls it: its name where no other vector has that
  MemberPath path;
  int64_t elementBytes = 0;
  bool written = false;
  // Offsets in the class data block of what kernels change: -1 where there is no such field.
  int64_t sizeOffset = -1, capacityOffset = -1, lostOffset = -1;

  /// Whether kernels append to it or clear it.
  bool isCounted() const { return sizeOffset >= 0; }
};

/// An image that the compiler added.
struct ImageInfo {
  std::string symbol; ///< what the runtime calls it
  std::string format; ///< VK_FORMAT_R32G32B32A32_SFLOAT
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

/// A launch in a control function: one descriptor set.
struct Site {
  vkm::CmdBindOp op;
  KernelInfo *kernel = nullptr;
};

/// A part of the class data block.
struct MemberRange {
  int64_t offset = 0;
  int64_t bytes = 0;
  std::vector<std::string> names;
};

/// A control function.
struct ControlInfo {
  vkm::ControlOp op;         ///< the recorded form
  vkm::ControlOp dropIn;     ///< the drop-in form
  std::string name;          ///< in C++
  std::string unique;        ///< the name, with a number if it is overloaded
  std::string command;       ///< SumAllCmd
  std::string commandBuffer; ///< cmd, its parameter
  std::string setter;        ///< SetInOutFor_SumAll; empty: there is nothing to set
  std::string sets;          ///< m_sumAllSets; empty: it launches nothing
  std::string returnType;
  std::string comment;
  bool isVirtual = false;
  bool isConst = false;
  bool isNoexcept = false;
  bool prints = false;       ///< the drop-in form does what no commands can
  bool readsBetween = false; ///< only a drop-in call can record its commands
  vkm::CppAccess access = vkm::CppAccess::Public;
  std::vector<Parameter> parameters;
  std::vector<LentObject> objects;
  std::vector<Site> sites;
  std::vector<MemberRange> uploads;
  std::vector<MemberRange> downloads;
  std::vector<VectorInfo *> vectors; ///< that its kernels touch
  std::vector<VectorInfo *> vectorDownloads;
  std::vector<KernelInfo *> kernels;  ///< that it launches, each once
  std::vector<std::string> keyFields; ///< whose values the recorded commands depend on
  std::string noDropIn;               ///< why there is no drop-in form; empty: there is one
  bool throws = false;                ///< what the class has instead of it

  bool hasDropIn() const { return noDropIn.empty(); }
  /// Whether the class has a function of that name and these parameters.
  bool isDeclared() const { return hasDropIn() || throws; }
  /// Whether the drop-in form or an extent names a parameter, or the commands are given it.
  bool isUsed(const Parameter &parameter) const;
  Parameter *findParameter(mlir::Value value);
};

struct ClassInfo {
  vkm::ClassOp op;
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
  std::vector<VectorInfo> temporaries; ///< vectors of control functions
  std::vector<ImageInfo> images;
  int64_t classDataBytes = 0;    ///< 0: there is no class data
  std::string classDataConstant; ///< kClassDataBytes
  std::vector<PrivateMember> privateMembers;
  std::vector<ExposedType> exposedTypes;
  llvm::SmallVector<std::string> headers; ///< of the library, for what the host does
  std::vector<ScratchInfo> scratches;
  std::vector<KernelInfo> kernels;
  std::vector<ControlInfo> controls;
  std::string shaderSuffix;                ///< comp
  mlir::DictionaryAttr shaderRequirements; ///< CompiledShaders::requirements

  KernelInfo *findKernel(llvm::StringRef symbol);
  ScratchInfo *findScratch(llvm::StringRef symbol);
  FieldInfo *findField(llvm::StringRef symbol);
  /// What the runtime calls a vector of the class, or one of a control function.
  std::string vectorKey(llvm::StringRef symbol);
  VectorInfo *findVector(llvm::StringRef symbol);
  /// How host code names a member that is private: `this->*kImage.*kWidth`, of `object`.
  std::string spellPrivate(llvm::StringRef object, const MemberPath &path);
  /// How host code spells a type, in the class and outside of it.
  std::string typeName(mlir::Type type) const;
  /// The stages of several kernels together: those of all kernels where these are all of them or
  /// where all kernels have the same ones, so that barriers name them in one word. `self`: in front
  /// of each name, "self."
  std::string stagesOf(llvm::ArrayRef<KernelInfo *> some, llvm::StringRef self = "") const;
  bool usesAllStages(); ///< stagesOf says so somewhere
  /// Whether stagesOf names those of all kernels.
  bool areAllStages(llvm::ArrayRef<KernelInfo *> some) const;
  /// The kernels on one side of a barrier, each once.
  llvm::SmallVector<KernelInfo *> kernelsOf(mlir::ArrayAttr side);
  bool hasMembers() const; ///< some field lives in the class data block and in the C++ class
};

/// Builds the model of a raised module's class. Reports what the generated program cannot express.
mlir::FailureOr<ClassInfo> buildModel(mlir::ModuleOp module, const CompiledShaders &shaders,
                                      const HostOptions &options);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_MODEL_H
