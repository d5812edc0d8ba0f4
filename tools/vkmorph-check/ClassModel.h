//===- ClassModel.h - What the check has to know of a class -----------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_CLASSMODEL_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_CLASSMODEL_H

#include "Options.h"
#include "Variants.h"
#include "backends/host_vulkan/raise/Model.h"
#include "tools/common/DiagnosticPrinter.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSet.h"

namespace vkmorph::check {

/// A parameter of the constructor that the harness calls.
struct ConstructorParameter {
  std::string name;
  std::string cppType;
  mlir::Type type; ///< a scalar
};

/// A public control function.
struct ControlModel {
  const host::ControlInfo *info;
  vkm::ControlOp recognised;
  vkm::ControlOp estimated; ///< with what options add to its errors
  /// Scalar parameters that extents or the bounds of grids mention, in order.
  std::vector<std::string> sizes;
  /// Other integers that bound a loop in a kernel.
  std::vector<std::string> loopBounds;
  /// Buffers whose extent is not known.
  std::vector<std::string> unknownExtents;
};

/// The class as the front end and the passes of this program read it, and the names that the
/// generated class has. What the compiler under test makes of it plays no part here.
class ClassModel {
public:
  /// Reads the class. Returns null where an error was reported.
  static std::unique_ptr<ClassModel> read(mlir::MLIRContext &context, const Options &options);

  host::ClassInfo info;
  Contents contents;
  std::vector<ControlModel> controls;
  /// Names of control functions that are not public: they are called by others, or not at all.
  std::vector<std::string> hidden;
  std::vector<ConstructorParameter> constructor;
  std::vector<std::string> dependencies;

  vkm::ClassOp recognisedClass();
  const ControlModel *findControl(llvm::StringRef name) const;

private:
  void findSizes(ControlModel &control);

  mlir::OwningOpRef<mlir::ModuleOp> m_recognised, m_estimated, m_raised;
};

/// The parameters of the constructor to call: of the default one, unless `names` has a parameter of
/// another; else of the first public one whose parameters are scalars. Reports an error where
/// there is none.
mlir::FailureOr<std::vector<ConstructorParameter>> findConstructor(mlir::MLIRContext &context,
                                                                   const Options &options,
                                                                   llvm::StringRef qualifiedClass,
                                                                   const llvm::StringSet<> &names);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_CLASSMODEL_H
