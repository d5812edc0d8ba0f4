//===- ClassModel.h - What the check has to know of a class -----------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_CLASSMODEL_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_CLASSMODEL_H

#include "Declarations.h"
#include "InputUses.h"
#include "MemberInputs.h"
#include "Options.h"
#include "Variants.h"
#include "backends/host_vulkan/Model.h"
#include "passes/Pipelines.h"
#include "tools/common/DiagnosticPrinter.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SetVector.h"

#include <set>

namespace vkmorph::check {

/// A control function that the check calls: a public one, or a protected one that no other calls.
struct ControlModel {
  const host::ControlInfo *info;
  vkm::ControlOp recognised;
  vkm::ControlOp halved; ///< where pixels are half floats; null where they are in no program
  /// Scalar parameters that extents or the bounds of grids mention, in order.
  std::vector<std::string> sizes;
  /// Other integers that bound a loop in a kernel.
  std::vector<std::string> loopBounds;
  /// Whether many iterations tell more than some: results of workgroups are combined, which takes
  /// further levels of these, or numbers have 16 bits.
  bool asksForMany = false;
  /// Buffers whose extent is not known.
  std::vector<std::string> unknownExtents;
  /// Of its arrays, those whose floats some variant keeps as half floats.
  std::vector<std::string> halfBuffers;
  MemberInputs members;
  InputUses uses; ///< paths begin with the name of a parameter, or of a member in C++
};

/// A method that samples a texture, as the config file says, with what it samples.
struct SampledMethod {
  std::string method; ///< as linkers call it
  std::string owner;  ///< its class
  std::string row;    ///< of the runtime's tables of textures
  unsigned dimensions;
  bool isNearest;
  bool hasLevels;
  bool isNearestLevel;
};

/// The class as the front end and the passes of this program read it, and the names that the
/// generated class has. What the compiler under test makes of it plays no part here.
class ClassModel {
public:
  /// Reads the class that the options name, of a program that consists of `dependencies`. Returns
  /// null where an error was reported.
  static std::unique_ptr<ClassModel> read(mlir::MLIRContext &context, const Options &options,
                                          frontend::Program &program,
                                          std::vector<std::string> dependencies,
                                          const tool::DiagnosticPrinter &diagnostics);

  host::ClassInfo info;
  Contents contents;
  std::vector<ControlModel> controls;
  /// Names of the other control functions: they are called by others, or not at all.
  std::vector<std::string> hidden;
  Declarations declarations;
  /// What the front end read and made of it, as bytecode, so that the compiler need not read it
  /// again; empty where it has to.
  std::vector<std::string> dependencies;
  std::string imported;
  /// Of each source, the headers of the system that it includes; none where macros of the user's
  /// may change what such headers say.
  std::vector<std::set<std::string>> systemHeaders;
  /// Vectors of the class whose floats some variant keeps as half floats, as C++ calls them.
  std::vector<std::string> halfVectors;
  /// Whether the class sorts what kernels work on.
  bool sorts = false;
  std::vector<SampledMethod> sampled;
  std::vector<std::string> sampledNumbers; ///< fields with sizes and addressing of these textures

  vkm::ClassOp recognisedClass();
  /// As the generated class is made of it.
  vkm::ClassOp loweredClass() const;
  const ControlModel *findControl(llvm::StringRef name) const;
  /// What C++ calls a field or a vector: `m_image.m_data` of what is m_image_data in the IR.
  llvm::StringRef getCppName(llvm::StringRef symbol) const;
  /// The same of a member that the harness compares; empty for other symbols.
  std::string findMember(llvm::StringRef symbol) const;

private:
  void findPatterns();
  void findSampled();
  void findSizes(ControlModel &control);
  void findUses(ControlModel &control);
  bool planHalves(mlir::MLIRContext &context, vkm::PipelineOptions passes);

  mlir::OwningOpRef<mlir::ModuleOp> m_recognised, m_halved, m_lowered;
  llvm::StringMap<std::vector<std::string>> m_halfBuffers; ///< by the control function's symbol
};

/// Adds the kernels that a control function launches, and what they call.
void addDeviceFunctions(vkm::ControlOp control, llvm::SetVector<mlir::Operation *> &functions);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_CLASSMODEL_H
