//===- TransferCommands.cpp - What a command buffer writes without a shader -------------------===//
//
//   m_vulkan.UpdateClassData<int>(cmd, 8, n); // m_size
//   m_vulkan.FillVector<float>(cmd, "m_sums", 0, n, 0.0f);
//
//===------------------------------------------------------------------------------------------===//

#include "backends/host_vulkan/raise/HostLanguage.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::host;

void HostLanguage::printUpdate(vkm::CmdUpdateOp update, StatementPrinter &printer) const {
  const FieldInfo &field = *info.findField(update.getField());
  bool isMember = !field.temporary;
  // Literals may have other types.
  std::string type = isMember ? "<" + typeName(update.getValue().getType()) + ">" : "";
  Expr call = ExpressionPrinter::call(
      info.vulkan + ".UpdateClassData" + type,
      {cmd, std::to_string(field.offset), printer.getExpressions().operand(update.getValue())});
  printer.getWriter().line(
      Doc::concat({call.doc, ";", isMember ? " // " + field.spell() : std::string()}));
}

void HostLanguage::printFill(vkm::CmdFillOp op, StatementPrinter &printer) const {
  ExpressionPrinter &expressions = printer.getExpressions();
  // Literals may have other types.
  std::string type = "<" + typeName(op.getValue().getType()) + ">";
  Doc count = expressions.operand(op.getCount()), value = expressions.operand(op.getValue());
  int64_t first = op.getFirstAttr().getInt();
  auto declared = op->getParentOfType<vkm::ClassOp>().lookupField(op.getField());
  if (declared.getVectorElement()) {
    // Those of control functions have the names that they have in the IR.
    VectorInfo *vector = info.findVector(op.getField());
    std::string name = vector ? vector->key : op.getField().str();
    Expr call =
        ExpressionPrinter::call(info.vulkan + ".FillVector" + type,
                                {cmd, "\"" + name + "\"", std::to_string(first), count, value});
    printer.getWriter().line(Doc::concat({call.doc, ";"}));
    return;
  }
  const FieldInfo &field = *info.findField(op.getField());
  int64_t bytes = vkm::getLayout(op, vkm::getNestedElement(declared.getType())).size;
  auto constant = op.getCount().getDefiningOp<vkm::ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  Doc size = number ? Doc(std::to_string(bytes * number.getValue().getZExtValue()))
                    : Doc::concat({std::to_string(bytes) + " * ", count});
  Expr call =
      ExpressionPrinter::call(info.vulkan + ".FillClassData" + type,
                              {cmd, std::to_string(field.offset + first * bytes), size, value});
  printer.getWriter().line(Doc::concat({call.doc, "; // " + field.spell()}));
}
