//===- VectorAppends.cpp - push_back, clear, reserve, swap and copies of std::vectors ---------===//
//
//   m_red.push_back(pixel);       vkm.append @m_red, %pixel
//   m_red.clear();                m_red_size = 0
//   m_red.reserve(n);             vkm.reserve @m_red, %n
//   std::swap(m_now, m_next);     a kernel that exchanges the elements
//   m_now = m_next;               vkm.reserve @m_now, a kernel that copies the elements, the size
//   out.pixels.resize(n);         vkm.host ".resize(" of a vector of the caller's
//
// Where they may stand is for the passes to say (vkm-check-appends).
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/BodyBuilder.h"
#include "frontend/body/Synthesis.h"
#include "frontend/library/Containers.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// `resize(0)`
static bool isResizeToNothing(const clang::CallExpr *call, clang::ASTContext &context) {
  clang::Expr::EvalResult size;
  return call->getNumArgs() == 1 && call->getArg(0)->EvaluateAsInt(size, context) &&
         size.Val.getInt() == 0;
}

bool BodyBuilder::isLent(const StdVectorValue &vector) const {
  auto data = vector.data.getDefiningOp<vkm::VectorDataOp>();
  return data && m_importer.isLent(data.getField());
}

void BodyBuilder::callLent(const StdVectorValue &vector, llvm::StringRef method,
                           mlir::ValueRange arguments, mlir::Location where) {
  llvm::SmallVector<mlir::Value> operands = {vector.data};
  llvm::SmallVector<std::string> text = {"", "." + method.str() + "("};
  for (mlir::Value argument : arguments) {
    operands.push_back(argument);
    text.push_back(", ");
  }
  text.back() = arguments.empty() ? text.back() + ")" : ")";
  llvm::SmallVector<llvm::StringRef> pieces(text.begin(), text.end());
  auto call = m_builder.create<vkm::HostOp>(
      where, mlir::TypeRange(), m_builder.getStrArrayAttr(pieces), m_builder.getArrayAttr({}),
      /*timing=*/mlir::UnitAttr(), operands);
  call->setAttr(vkm::kResizesAttr, m_builder.getUnitAttr());
}

void BodyBuilder::emitRoom(const StdVectorValue &vector, mlir::Value count, mlir::Location where) {
  if (isLent(vector)) {
    callLent(vector, "resize", count, where);
    return;
  }
  auto field = vector.data.getDefiningOp<vkm::VectorDataOp>().getFieldAttr();
  auto room = m_builder.create<vkm::ReserveOp>(where, field, count);
  if (!vector.sizeField.empty())
    room->setAttr(vkm::kResizesAttr, m_builder.getUnitAttr());
}

/// for (uint32_t index = 0; index < count; index++) { first[index] and second[index] exchanged }
void BodyBuilder::emitExchangeOfElements(vkm::KernelOp kernel, mlir::Location where) {
  mlir::OpBuilder::InsertionGuard guard(m_builder);
  mlir::Block &body = kernel.getBody().front();
  m_builder.setInsertionPointToEnd(&body);
  mlir::Type count = body.getArgument(2).getType();
  mlir::Type element = llvm::cast<vkm::PtrType>(body.getArgument(0).getType()).getPointee();
  auto bound = [&] { return body.getArgument(2); };
  emitCounting(where, emitInteger(0, count, where), bound, [&](mlir::Value index) {
    mlir::Value first = dereference({body.getArgument(0), index, false}, where);
    mlir::Value second = dereference({body.getArgument(1), index, false}, where);
    mlir::Value old =
        declareTemporary("old", m_builder.create<vkm::LoadOp>(where, element, first), where);
    m_builder.create<vkm::AssignOp>(where, first,
                                    m_builder.create<vkm::LoadOp>(where, element, second));
    m_builder.create<vkm::AssignOp>(where, second,
                                    m_builder.create<vkm::LoadOp>(where, element, old));
  });
}

BodyBuilder::CallResult BodyBuilder::emitExchange(const clang::Expr *first,
                                                  const clang::Expr *second,
                                                  const clang::Expr *use) {
  CallResult result;
  std::optional<StdVectorValue> a = emitStdVector(first);
  std::optional<StdVectorValue> b = a ? emitStdVector(second) : std::nullopt;
  result.failed = !b || !exchangeVectors(*a, *b, use);
  return result;
}

bool BodyBuilder::exchangeVectors(const StdVectorValue &a, const StdVectorValue &b,
                                  const clang::Expr *use) {
  auto here = a.data.getDefiningOp<vkm::VectorDataOp>();
  auto there = b.data.getDefiningOp<vkm::VectorDataOp>();
  if (!m_isControl || !here || !there || a.size || b.size || a.sizeField.empty() ||
      b.sizeField.empty() || isLent(a) || isLent(b)) {
    report(use, diag::StdVectorExchange);
    return false;
  }
  if (here.getField() == there.getField())
    return true;
  mlir::Location where = loc(use);
  vkm::KernelOp kernel = m_importer.getExchangeKernel(
      here.getPointer().getType().getPointee(), where,
      [&](vkm::KernelOp made) { emitExchangeOfElements(made, where); });
  m_builder.create<vkm::CallOp>(where, mlir::TypeRange(), kernel.getSymName(),
                                mlir::ValueRange{a.data, b.data, emitStdVectorSize(a, where)});
  return true;
}

bool BodyBuilder::copyVector(const StdVectorValue &to, const StdVectorValue &from,
                             const clang::Expr *use) {
  auto target = to.data.getDefiningOp<vkm::VectorDataOp>();
  auto source = from.data.getDefiningOp<vkm::VectorDataOp>();
  if (!m_isControl || !target || !source || to.sizeField.empty() || from.sizeField.empty()) {
    report(use, diag::StdVectorChange, {"operator="});
    return false;
  }
  if (target.getField() == source.getField())
    return true;
  mlir::Location where = loc(use);
  mlir::Type type = m_importer.types().integerType(32, false);
  mlir::Value size =
      m_builder.create<vkm::VarOp>(where, vkm::RefType::get(type), "copySize",
                                   emitStdVectorSize(from, where), /*constant=*/true);
  auto count = [&] { return m_builder.create<vkm::LoadOp>(where, type, size).getResult(); };
  emitRoom(to, count(), where);
  mlir::Value bound = count();
  emitCounting(
      where, emitInteger(0, type, where), [&] { return bound; },
      [&](mlir::Value index) {
        mlir::Type element = target.getPointer().getType().getPointee();
        mlir::Value there = dereference({from.data, index, false}, where);
        mlir::Value here = dereference({to.data, index, false}, where);
        m_builder.create<vkm::AssignOp>(where, here,
                                        m_builder.create<vkm::LoadOp>(where, element, there));
      });
  auto loop = llvm::cast<vkm::ForOp>(*std::prev(m_builder.getInsertionPoint()));
  vkm::KernelOp kernel = outlineLoop(loop, "copy", /*isIndependent=*/false, where);
  if (!kernel)
    return false;
  kernel->setAttr(vkm::kCopiesAttr, m_builder.getUnitAttr());
  mlir::Value place =
      m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(type), to.sizeField);
  m_builder.create<vkm::AssignOp>(where, place, count());
  return true;
}

std::optional<BodyBuilder::CallResult> BodyBuilder::emitStdVectorChange(const clang::CallExpr *call,
                                                                        llvm::StringRef name) {
  if (name == "swap")
    return emitExchange(splitContainerCall(call).object, call->getArg(0), call);
  if (name == "=") {
    // Of a list or a temporary vector there is nothing on the device.
    auto [target, arguments] = splitContainerCall(call);
    const clang::Expr *source = arguments.front()->IgnoreParens();
    if (!source->isLValue() || !matchStdVector(source->getType()))
      return std::nullopt;
    CallResult copied;
    std::optional<StdVectorValue> from = emitStdVector(source);
    std::optional<StdVectorValue> to = from ? emitStdVector(target) : std::nullopt;
    copied.failed = !to || !copyVector(*to, *from, call);
    return copied;
  }
  bool appends = name == "push_back" || name == "emplace_back";
  bool clears = name == "clear" || (name == "resize" && isResizeToNothing(call, m_ast));
  if (!appends && !clears && name != "reserve")
    return std::nullopt;
  CallResult result;
  result.failed = true;
  mlir::Location where = loc(call);
  const clang::Expr *object = splitContainerCall(call).object;
  std::optional<StdVectorValue> vector = emitStdVector(object);
  if (!vector)
    return result;
  auto data = vector->data.getDefiningOp<vkm::VectorDataOp>();
  if (!data || vector->size) {
    report(call, diag::StdVectorChangeElsewhere, {name.str()});
    return result;
  }
  // `m_v.emplace_back(x).age = 3`
  if (name == "emplace_back" && !call->getType()->isVoidType() && m_discarded != call) {
    report(call, diag::StdVectorAppendResult, {name.str()});
    return result;
  }
  mlir::FlatSymbolRefAttr field = data.getFieldAttr();
  mlir::Type element = data.getPointer().getType().getPointee();
  result.failed = false;
  if (clears) {
    mlir::Type type = m_importer.types().integerType(32, false);
    mlir::Value zero = emitInteger(0, type, where);
    mlir::Value size =
        m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(type), vector->sizeField);
    if (m_isControl && isLent(*vector))
      callLent(*vector, "clear", {}, where);
    m_builder.create<vkm::AssignOp>(where, size, zero);
    return result;
  }
  mlir::Value value;
  if (name == "emplace_back") {
    clang::QualType type = matchStdVector(object->getType())->element;
    llvm::SmallVector<clang::Expr *> arguments;
    for (const clang::Expr *argument : call->arguments())
      arguments.push_back(const_cast<clang::Expr *>(argument->IgnoreImplicit()));
    const clang::Expr *made = Synthesis(*this, call).construct(type, arguments);
    value = made ? emitValue(made) : mlir::Value();
  } else {
    value = emitValue(call->getArg(0));
  }
  if (name == "reserve" && value && m_isControl && isLent(*vector))
    callLent(*vector, "reserve", value, where);
  else if (name == "reserve" && value)
    m_builder.create<vkm::ReserveOp>(where, field, value);
  else if (value && value.getType() == element)
    m_builder.create<vkm::AppendOp>(where, field, value, vkm::AppendStrategyAttr(), mlir::Value());
  else
    result.failed = true;
  return result;
}
