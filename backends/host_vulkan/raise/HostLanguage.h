//===- HostLanguage.h - How host code is spelled: C++, Vulkan's calls, the runtime's ---------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTLANGUAGE_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTLANGUAGE_H

#include "backends/common/StatementPrinter.h"
#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Sources.h"

#include <functional>

namespace vkmorph::host {

/// An enumeration of the user's, which is a number in the IR.
struct Enumeration {
  std::string name;            ///< as C++ has it
  mlir::DictionaryAttr values; ///< by the names of the enumerators; null where they are not known
  bool isScoped = false;       ///< only a cast makes a number of it
};

/// The language of one function of the generated class: a kernel's commands, or one form of a
/// control function.
class HostLanguage : public TargetLanguage {
public:
  /// `bodies` are the operations whose text stands in the function, or whose members it reads;
  /// `cmd` is its command buffer.
  HostLanguage(ClassInfo &info, const Sources &sources, llvm::StringRef cmd,
               llvm::ArrayRef<mlir::Operation *> bodies);

  KernelInfo *kernel = nullptr;   ///< whose commands are printed
  ControlInfo *control = nullptr; ///< which is printed
  std::string self;               ///< stands before what a const function calls
  bool isOutside = false; ///< of the class: private members have the names that readers know
  /// Prints what stands for the run in a drop-in form.
  std::function<void(TextWriter &)> run;

  std::string typeName(mlir::Type type) const override;
  /// Arrays are std::array, which may be initialised and assigned as values.
  std::string declarator(mlir::Type type, llvm::StringRef name) const override;
  Expr constant(mlir::TypedAttr value, bool asBits) const override;
  Expr cast(mlir::Type from, mlir::Type to, const Expr &operand) const override;
  std::string mathFunction(vkm::MathFn fn, mlir::Type type) const override;
  std::string functionName(mlir::FunctionOpInterface function) const override;
  Expr aggregate(mlir::Type type, llvm::ArrayRef<Doc> parts) const override;
  Expr field(vkm::FieldRefOp op) const override;
  std::optional<Expr> parameter(mlir::BlockArgument argument) const override;
  std::optional<Expr> otherExpression(mlir::Operation *op,
                                      ExpressionPrinter &printer) const override;
  llvm::StringRef fallthrough() const override { return "[[fallthrough]];"; }
  mlir::Value condition(mlir::Value value) const override;
  bool otherStatement(mlir::Operation *op, StatementPrinter &printer) const override;

  /// Lets the bodies call a member by this name.
  void nameMember(mlir::StringAttr symbol, std::string name) {
    memberNames[symbol] = std::move(name);
  }
  /// How the function names a member of the class.
  Expr member(llvm::StringRef symbol) const;
  /// The size of a vector that is a member: `m_cells.size()`.
  std::string memberSize(llvm::StringRef symbol) const;

private:
  Expr printGroupCount(vkm::WorkgroupCountOp count, ExpressionPrinter &printer) const;
  std::optional<Expr> printStruct(mlir::Operation *op, ExpressionPrinter &printer) const;
  std::optional<Expr> printNullCheck(mlir::Operation *op) const;
  std::optional<Expr> printEnumComparison(vkm::CmpOp op, ExpressionPrinter &printer) const;
  std::optional<Expr> printConversion(mlir::Operation *op, ExpressionPrinter &printer) const;
  bool printAssign(vkm::AssignOp assign, StatementPrinter &printer) const;
  static bool printArray(vkm::AssignOp assign, StatementPrinter &printer);
  bool printCommand(mlir::Operation *op, StatementPrinter &printer) const;
  void printPush(vkm::CmdPushOp op, StatementPrinter &printer) const;
  void printNote(mlir::Operation *op, StatementPrinter &printer) const;
  void printReadBack(vkm::CmdReadBackOp op, TextWriter &writer) const;
  void printDispatch(vkm::CmdDispatchOp op, StatementPrinter &printer) const;
  void printUpdate(vkm::CmdUpdateOp op, StatementPrinter &printer) const;
  void printFill(vkm::CmdFillOp op, StatementPrinter &printer) const;
  void printBarrier(vkm::CmdBarrierOp op, TextWriter &writer) const;
  void printRun(vkm::CmdRunOp op, StatementPrinter &printer) const;
  void printBind(llvm::StringRef kernelName, const Expr &site, TextWriter &writer) const;
  static vkm::CmdRunOp matchChoiceOfSets(vkm::IfOp op, ExpressionPrinter &expressions,
                                         std::optional<Expr> &site);
  bool printReturn(vkm::ReturnOp op, StatementPrinter &printer) const;
  Doc memberInit(const std::optional<Enumeration> &enumeration, mlir::Value value,
                 ExpressionPrinter &printer) const;
  Expr hostCode(vkm::HostOp op, ExpressionPrinter &printer) const;
  std::optional<Enumeration> findEnumeration(mlir::Value place) const;
  std::optional<Enumeration> findEnumeration(vkm::RecordType type, vkm::MemberAttr member) const;
  llvm::SmallVector<Doc> listParts(vkm::AggregateOp whole, ExpressionPrinter &printer) const;
  Expr printMember(mlir::Value whole, llvm::StringRef name, ExpressionPrinter &printer,
                   bool isChanged = false) const;
  Doc toEnumeration(const Enumeration &enumeration, mlir::Value value,
                    ExpressionPrinter &printer) const;
  const ShaderInfo *boundShader(mlir::Operation *command) const;

  ClassInfo &info;
  const Sources &sources;
  mutable vkm::ClassOp theClass;
  std::string cmd;
  NameScope locals;
  llvm::StringMap<std::string> memberNames; ///< by symbol, where they differ from what C++ says
};

/// What the generated source calls its copy of a function that host code calls.
std::string hostFunctionName(mlir::FunctionOpInterface function);

/// What the command behind a barrier needs, and who wrote it: "Carry wrote m_smoke and m_velocity,
/// which Heat reads." It fits two lines; --explain=barriers lists all hazards. `next`: what the
/// command is called, or empty.
std::string describeBarrier(ClassInfo &info, vkm::CmdBarrierOp op, llvm::StringRef next);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_HOSTLANGUAGE_H
