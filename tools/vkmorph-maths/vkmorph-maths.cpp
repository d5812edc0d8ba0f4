//===- vkmorph-maths.cpp - Writes the library of mathematical functions as text of the dialect
//-===//
//
//     vkmorph-maths Library.cpp Library.inc Library.d
//
// Each function becomes an entry {"name(types)", "symbol", text} of an array of strings in C++.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/Import.h"
#include "ir/VkmDialect.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace vkmorph;

/// What Library.h finds a function by: exponential(f64).
static std::string makeKey(vkm::FuncOp function) {
  auto name = function->getAttrOfType<mlir::StringAttr>("cpp_name");
  std::string key = (name ? name.getValue() : function.getSymName()).str() + "(";
  llvm::raw_string_ostream stream(key);
  llvm::interleave(function.getArgumentTypes(), stream, ",");
  stream << ")";
  return key;
}

/// Whether the function is one of a test of all others.
static bool isOfLibrary(vkm::FuncOp function) { return !function.getSymName().starts_with("call"); }

static bool write(llvm::StringRef path, llvm::StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  stream << text;
  stream.close();
  if (!error && !stream.has_error())
    return true;
  llvm::errs() << "vkmorph-maths: cannot write " << path << "\n";
  return false;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    llvm::errs() << "usage: vkmorph-maths SOURCE OUTPUT DEPENDENCIES\n";
    return 2;
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<vkm::VkmDialect>();
  frontend::ImportOptions options;
  options.sources = {argv[1]};
  options.className = "maths::Library";
  options.clangArguments = {"-std=c++17"};
  options.executable = argv[0];
  std::vector<std::string> dependencies;
  auto module = frontend::importSources(context, options, &dependencies);
  if (!module)
    return 1;
  std::string text = "// Made of Library.cpp by vkmorph-maths.\n";
  llvm::raw_string_ostream stream(text);
  for (auto function : module->getOps<vkm::FuncOp>()) {
    if (!isOfLibrary(function))
      continue;
    stream << "{\"" << makeKey(function) << "\", \"" << function.getSymName() << "\", R\"vkm(";
    function->print(stream, mlir::OpPrintingFlags().useLocalScope());
    stream << ")vkm\"},\n";
  }
  std::string rule = std::string(argv[2]) + ":";
  for (const std::string &file : dependencies)
    rule += " " + file;
  return write(argv[2], text) && write(argv[3], rule + "\n") ? 0 : 1;
}
