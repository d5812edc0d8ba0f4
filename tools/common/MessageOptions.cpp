//===- MessageOptions.cpp - --silence, --werror and --remarks --------------------------------===//

#include "tools/common/MessageOptions.h"

#include "ir/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

#include <set>

using namespace vkmorph;
using namespace vkmorph::tool;
namespace cl = llvm::cl;

static cl::list<std::string> silence("silence", cl::value_desc("name"), cl::CommaSeparated,
                                     cl::desc("Silence a warning by the name that it ends in"));
static cl::list<std::string> werror("werror", cl::value_desc("name"), cl::CommaSeparated,
                                    cl::ValueOptional,
                                    cl::desc("Make an error of warnings of this name, or of all"));
static cl::list<std::string>
    remarks("remarks", cl::value_desc("name"), cl::CommaSeparated, cl::ValueOptional,
            cl::desc("Print remarks of this name (reductions, decisions), or all"));

void tool::listMessageOptions(cl::OptionCategory &category) {
  silence.addCategory(category);
  werror.addCategory(category);
  remarks.addCategory(category);
}

/// The names of all warnings, or of all remarks, in the tables of the compiler.
static std::set<std::string> namesOf(mlir::DiagnosticSeverity wanted) {
  std::set<std::string> names = {"all"};
  auto add = [&](const DiagInfo &info) {
    if (info.severity == wanted)
      names.insert(info.flag.str());
  };
#define VKM_DIAG(NAME, CODE, SEVERITY, FLAG, TEXT, REMEDY)                                         \
  add({CODE, mlir::DiagnosticSeverity::SEVERITY, FLAG, TEXT, REMEDY});
#include "backends/Diagnostics.def"
#include "frontend/Diagnostics.def"
#include "passes/Diagnostics.def"
#undef VKM_DIAG
  return names;
}

static llvm::Error readNames(const cl::list<std::string> &option, mlir::DiagnosticSeverity severity,
                             std::vector<std::string> &names) {
  std::set<std::string> known = namesOf(severity);
  for (const std::string &name : option) {
    names.push_back(name.empty() ? "all" : name);
    if (!known.count(names.back()))
      return llvm::createStringError("--" + option.ArgStr + " has no value '" + name +
                                     "'; it takes " + llvm::join(known, ", "));
  }
  return llvm::Error::success();
}

llvm::Expected<MessageChoice> tool::readMessageChoice() {
  MessageChoice choice;
  if (llvm::Error error = readNames(silence, mlir::DiagnosticSeverity::Warning, choice.silenced))
    return error;
  if (llvm::Error error = readNames(werror, mlir::DiagnosticSeverity::Warning, choice.promoted))
    return error;
  if (llvm::Error error = readNames(remarks, mlir::DiagnosticSeverity::Remark, choice.remarks))
    return error;
  return choice;
}
