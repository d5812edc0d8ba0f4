//===- ShaderPrinter.cpp - What the texts of shaders have alike -------------------------------===//

#include "backends/shading/print/ShaderPrinter.h"

#include "backends/shading/raise/Raise.h"
#include "ir/Diagnostics.h"
#include "ir/NamedConstants.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::shading;
using namespace vkmorph::vkm;

ShaderPrinter::ShaderPrinter(ModuleOp module, const ShadingLanguage &language)
    : module(module), parent(getClass(module)), shader(getShader(module)), language(language),
      os(text), writer(os), statements(language, writer) {}

std::string ShaderPrinter::print(std::vector<LocationAttr> *lines) {
  printDeclarations();
  if (lines)
    *lines = writer.getLineLocations().vec();
  return text;
}

void ShaderPrinter::printTitle() {
  std::string title = (parent.getSymName() + "::" + shader.getKernel()).str();
  if (FileLineColLoc loc = getSourceBegin(shader.getLoc()))
    title += ", from " + llvm::sys::path::filename(loc.getFilename().getValue()).str() + ":" +
             std::to_string(loc.getLine());
  writer.comment(title + ". " + shader.getDoc().str());
  if (auto comment = shader->getAttrOfType<StringAttr>(kCommentAttr)) {
    writer.line("//");
    writer.comment(comment.getValue());
  }
}

void ShaderPrinter::printConstants(StringRef qualifier) {
  auto constants = module->getAttrOfType<ArrayAttr>(kConstantsAttr);
  if (!constants || constants.empty())
    return;
  writer.line();
  for (auto constant : constants.getAsRange<DictionaryAttr>()) {
    auto value = constant.getAs<TypedAttr>("value");
    std::string declarator =
        language.declarator(value.getType(), constant.getAs<StringAttr>("name").getValue());
    Expr number = language.constant(value, constant.contains(kHexAttr));
    printCommented((qualifier + " " + declarator + " = " + number.doc.flat() + ";").str(),
                   constant.getAs<StringAttr>(kCommentAttr));
  }
}

void ShaderPrinter::printComment(Operation *op) {
  if (auto comment = op->getAttrOfType<StringAttr>(kCommentAttr))
    writer.comment(comment.getValue());
}

void ShaderPrinter::printCommented(const std::string &text, StringAttr comment) {
  if (comment) {
    StringRef words = comment.getValue().trim();
    if (!words.contains('\n') && text.size() + words.size() + 6 < kTextWidth &&
        !words.ends_with("\\"))
      return writer.line(text + " // " + words);
    writer.comment(words);
  }
  writer.line(text);
}

std::string ShaderPrinter::getName(RecordOp record) const {
  return language.recordName(
      RecordType::get(record.getContext(), FlatSymbolRefAttr::get(record.getSymNameAttr())));
}

void ShaderPrinter::printRecord(RecordOp record, const std::string &opening,
                                const std::string &closing) {
  writer.line();
  printComment(record);
  writer.block(
      opening,
      [&] {
        for (MemberAttr member : record.getMembers().getAsRange<MemberAttr>())
          writer.line(language.declarator(member.getType(), member.getName()) + ";");
      },
      closing);
}

SmallVector<MemberAttr> ShaderPrinter::printClassDataTitle() {
  writer.comment(("The members of " + parent.getSymName() + " that kernels touch.").str());
  SmallVector<MemberAttr> members;
  for (FieldOp field : parent.getOps<FieldOp>())
    if (field.getOffset())
      members.push_back(MemberAttr::get(module.getContext(), field.getSymName(), field.getType(),
                                        *field.getOffset()));
  llvm::sort(members, [](MemberAttr a, MemberAttr b) { return a.getOffset() < b.getOffset(); });
  return members;
}

std::string ShaderPrinter::getResult(FuncOp function) {
  return function.getResultTypes().empty() ? "void"
                                           : language.typeName(function.getResultTypes().front());
}

void ShaderPrinter::printFunction(FuncOp function) {
  writer.setLocation(function.getLoc());
  writer.line();
  printComment(function);
  Doc header = ExpressionPrinter::call(getResult(function) + " " + language.functionName(function),
                                       getParameters(function))
                   .doc;
  writer.block(header, [&] { statements.print(function.getBody()); });
}

void ShaderPrinter::printFunctions() {
  for (FuncOp function : parent.getOps<FuncOp>())
    printFunction(function);
}
