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

#include "frontend/body/Synthesis.h"
#include "frontend/host/LocalVectors.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Iterators.h"
#include "frontend/library/StdVectors.h"
#include "frontend/library/Subjects.h"
#include "ir/Exchange.h"
#include "ir/HostCode.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

bool StdVectorEmitter::isLent(const StdVectorValue &vector) const {
  auto data = vector.data.getDefiningOp<vkm::VectorDataOp>();
  return data && m_importer.isLent(data.getField());
}

void StdVectorEmitter::callLent(const StdVectorValue &vector, llvm::StringRef method,
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

void StdVectorEmitter::emitRoom(const StdVectorValue &vector, mlir::Value count,
                                mlir::Location where) {
  if (isLent(vector)) {
    callLent(vector, "resize", count, where);
    return;
  }
  auto field = vector.data.getDefiningOp<vkm::VectorDataOp>().getFieldAttr();
  auto room = m_builder.create<vkm::ReserveOp>(where, field, count);
  if (!vector.sizeField.empty())
    room->setAttr(vkm::kResizesAttr, m_builder.getUnitAttr());
}

/// The device has the objects themselves, and no pointer could be brought back. Where elements hold
/// variants, the host makes new ones before they get what their records have.
bool StdVectorEmitter::checkChange(const StdVectorValue &vector, llvm::StringRef change,
                                   const clang::Expr *use) {
  mlir::Type element = llvm::cast<vkm::PtrType>(vector.data.getType()).getPointee();
  if (m_importer.types().findHierarchy(element)) {
    report(use, diag::StdVectorPointers, {change.str()});
    return false;
  }
  auto data = vector.data.getDefiningOp<vkm::VectorDataOp>();
  const clang::FieldDecl *field = data ? m_importer.findMember(data.getField()) : nullptr;
  std::optional<StdVector> member = field ? matchStdVector(field->getType()) : std::nullopt;
  if (!member || isLent(vector) || !m_importer.types().holdsVariants(element) ||
      isDefaultConstructible(member->element))
    return true;
  report(use, diag::StdVectorNoDefault, {change.str(), field->getNameAsString()});
  return false;
}

bool StdVectorEmitter::resize(const StdVectorValue &vector, mlir::Value size,
                              const clang::Expr *use) {
  if (!m_isControl || vector.sizeField.empty() || isLent(vector)) {
    report(use, diag::StdVectorChange, {"erase"});
    return false;
  }
  if (!checkChange(vector, "erase", use))
    return false;
  mlir::Location where = loc(use);
  mlir::Value place =
      m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(uintType()), vector.sizeField);
  m_builder.create<vkm::AssignOp>(where, place, emitCast(size, uintType(), where));
  return true;
}

/// for (uint32_t index = 0; index < count; index++) { first[index] and second[index] exchanged }
void StdVectorEmitter::emitExchangeOfElements(vkm::KernelOp kernel, mlir::Location where) {
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

bool StdVectorEmitter::exchange(const clang::Expr *first, const clang::Expr *second,
                                const clang::Expr *use) {
  std::optional<StdVectorValue> a = emitVector(first);
  std::optional<StdVectorValue> b = a ? emitVector(second) : std::nullopt;
  return b && exchange(*a, *b, use);
}

bool StdVectorEmitter::exchange(const StdVectorValue &a, const StdVectorValue &b,
                                const clang::Expr *use) {
  auto here = a.data.getDefiningOp<vkm::VectorDataOp>();
  auto there = b.data.getDefiningOp<vkm::VectorDataOp>();
  if (!m_isControl || !here || !there || a.size || b.size || a.sizeField.empty() ||
      b.sizeField.empty() || isLent(a) || isLent(b)) {
    report(use, diag::StdVectorExchange);
    return false;
  }
  if (!checkChange(a, "swap", use))
    return false;
  if (here.getField() == there.getField())
    return true;
  mlir::Location where = loc(use);
  vkm::KernelOp kernel = m_importer.getExchangeKernel(
      here.getPointer().getType().getPointee(), where,
      [&](vkm::KernelOp made) { emitExchangeOfElements(made, where); });
  m_builder.create<vkm::CallOp>(where, mlir::TypeRange(), kernel.getSymName(),
                                mlir::ValueRange{a.data, b.data, emitSize(a, where)});
  return true;
}

bool StdVectorEmitter::copy(const StdVectorValue &to, const StdVectorValue &from,
                            const clang::Expr *use) {
  auto target = to.data.getDefiningOp<vkm::VectorDataOp>();
  auto source = from.data.getDefiningOp<vkm::VectorDataOp>();
  if (!m_isControl || !target || !source || to.sizeField.empty() || from.sizeField.empty()) {
    report(use, diag::StdVectorChange, {"operator="});
    return false;
  }
  if (!checkChange(to, "operator=", use))
    return false;
  if (target.getField() == source.getField())
    return true;
  mlir::Location where = loc(use);
  mlir::Type type = uintType();
  mlir::Value size = m_builder.create<vkm::VarOp>(where, vkm::RefType::get(type), "copySize",
                                                  emitSize(from, where), /*constant=*/true);
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

namespace {
/// A method that appends, or that changes how many elements there are.
class VectorChange : public LibraryCall {
public:
  VectorChange(Body &body, const clang::CallExpr *call, const Callee &callee)
      : LibraryCall(body, call, callee), m_vectors(body) {}

  LibraryResult swap() { return CallResult::done(m_vectors.exchange(object(), arg(0), m_call)); }
  LibraryResult assign() {
    // Of a list or a temporary vector there is nothing on the device.
    const clang::Expr *source = arg(0)->IgnoreParens();
    if (!source->isLValue() || !matchStdVector(source->getType()))
      return refuse(diag::StdVectorChange, {"operator="});
    std::optional<StdVectorValue> from = m_vectors.emitVector(source);
    std::optional<StdVectorValue> to = from ? m_vectors.emitVector(object()) : std::nullopt;
    return CallResult::done(to && m_vectors.copy(*to, *from, m_call));
  }
  LibraryResult clear() {
    if (!emitObject())
      return failure();
    mlir::Value zero = emitInteger(0, uintType(), m_where);
    mlir::Value size = m_builder.create<vkm::FieldRefOp>(m_where, vkm::RefType::get(uintType()),
                                                         m_vector->sizeField);
    if (m_isControl && m_vectors.isLent(*m_vector))
      m_vectors.callLent(*m_vector, "clear", {}, m_where);
    m_builder.create<vkm::AssignOp>(m_where, size, zero);
    return CallResult::done();
  }
  /// `v.resize(n)` and `v.assign(n, x)` of a control function; `v.resize(0)` is `v.clear()`.
  LibraryResult resize() {
    if (LibraryResult sized = LocalVectorEmitter(m_body).emitLocalVectorSize(m_call, m_callee.name))
      return sized;
    clang::Expr::EvalResult size;
    bool clears = m_callee.name == "resize" && numArgs() == 1 &&
                  arg(0)->EvaluateAsInt(size, m_ast) && size.Val.getInt() == 0;
    return clears ? clear() : other();
  }
  LibraryResult reserve() {
    mlir::Value count = emitObject() ? emitValue(arg(0)) : mlir::Value();
    if (count && m_isControl && m_vectors.isLent(*m_vector))
      m_vectors.callLent(*m_vector, "reserve", count, m_where);
    else if (count)
      m_builder.create<vkm::ReserveOp>(m_where, m_data.getFieldAttr(), count);
    return CallResult::done(static_cast<bool>(count));
  }
  LibraryResult pushBack() { return emitObject() ? append(emitValue(arg(0))) : failure(); }
  LibraryResult emplaceBack() {
    if (!emitObject())
      return failure();
    // `m_v.emplace_back(x).age = 3`
    if (!m_call->getType()->isVoidType() && !isDiscarded(m_call))
      return refuse(diag::StdVectorAppendResult, {m_callee.name.str()});
    clang::QualType type = matchStdVector(object()->getType())->element;
    llvm::SmallVector<clang::Expr *> written;
    for (const clang::Expr *argument : arguments())
      written.push_back(const_cast<clang::Expr *>(argument->IgnoreImplicit()));
    const clang::Expr *made = Synthesis(m_body, m_call).construct(type, written);
    return append(made ? emitValue(made) : mlir::Value());
  }
  /// `v.erase(first, v.end())`: the elements in front of the first stay.
  LibraryResult erase() {
    if (!m_isControl || numArgs() != 2 || findIteratedVector(arg(0)).isNull() ||
        findIteratedVector(arg(1)).isNull())
      return other();
    std::optional<StdVectorValue> vector = m_vectors.emitVector(object());
    std::optional<PointerValue> first =
        vector ? IteratorEmitter(m_body).emit(arg(0)) : std::nullopt;
    std::optional<StdVectorValue> ended =
        first ? IteratorEmitter(m_body).findEnded(arg(1)) : std::nullopt;
    if (!first)
      return failure();
    if (!ended || !isSamePlace(ended->data, vector->data) ||
        !isSamePlace(first->base, vector->data))
      return other();
    mlir::Value size = first->index ? first->index : emitInteger(0, uintType(), m_where);
    return CallResult::done(m_vectors.resize(*vector, size, m_call));
  }
  LibraryResult other() { return refuse(diag::StdVectorChange, {m_callee.name.str()}); }

private:
  /// The vector that changes, which has to be a member; false after an error.
  bool emitObject() {
    m_vector = m_vectors.emitVector(object());
    m_data = m_vector ? m_vector->data.getDefiningOp<vkm::VectorDataOp>() : vkm::VectorDataOp();
    if (m_vector && (!m_data || m_vector->size)) { // also of one inside of an object
      report(m_call, diag::StdVectorChangeElsewhere, {m_callee.name.str()});
      return false;
    }
    return m_vector && m_vectors.checkChange(*m_vector, m_callee.name, m_call);
  }
  LibraryResult append(mlir::Value value) {
    if (!value || value.getType() != m_data.getPointer().getType().getPointee())
      return failure();
    m_builder.create<vkm::AppendOp>(m_where, m_data.getFieldAttr(), value);
    return CallResult::done();
  }

  StdVectorEmitter m_vectors;
  std::optional<StdVectorValue> m_vector;
  vkm::VectorDataOp m_data;
};
} // namespace

static constexpr LibraryRow kVectorAppendsRows[] = {
    {"vector::push_back", 1, by<&VectorChange::pushBack>},
    {"vector::emplace_back", kAnyArity, by<&VectorChange::emplaceBack>},
    {"vector::clear", 0, by<&VectorChange::clear>},
    {"vector::resize", {1, 2}, by<&VectorChange::resize>},
    {"vector::assign", kAnyArity, by<&VectorChange::resize>},
    {"vector::reserve", 1, by<&VectorChange::reserve>},
    {"vector::swap", 1, by<&VectorChange::swap>},
    {"vector::operator=", 1, by<&VectorChange::assign>},
    {"vector::pop_back", 0, by<&VectorChange::other>},
    {"vector::insert", kAnyArity, by<&VectorChange::other>},
    {"vector::emplace", kAnyArity, by<&VectorChange::other>},
    {"vector::erase", kAnyArity, by<&VectorChange::erase>},
    {"vector::shrink_to_fit", 0, by<&VectorChange::other>},
};
static constexpr LibraryTable kVectorAppendsTables[] = {{LibraryHome::Std, kVectorAppendsRows}};
const LibrarySubject vkmorph::frontend::kVectorChanges = kVectorAppendsTables;
