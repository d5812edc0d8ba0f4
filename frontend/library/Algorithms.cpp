//===- Algorithms.cpp - What calls of <algorithm> and <numeric> are made of -------------------===//

#include "frontend/library/Algorithms.h"

#include "frontend/body/Lambdas.h"
#include "frontend/library/Containers.h"
#include "frontend/library/Iterators.h"
#include "frontend/library/StdVectors.h"
#include "ir/HostCode.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

//===------------------------------------------------------------------------------------------===//
// Arguments
//===------------------------------------------------------------------------------------------===//

AlgorithmCall::AlgorithmCall(Body &body, const clang::CallExpr *call, const Callee &callee)
    : LibraryCall(body, call, callee), m_made(body, call), m_indexType(intType()),
      m_name(callee.name) {}

/// The type of the elements of a vector.
static clang::QualType elementOf(clang::QualType vector) {
  clang::QualType element = matchStdVector(vector)->element;
  return vector.isConstQualified() ? element.withConst() : element;
}

bool AlgorithmCall::isIterator(unsigned index) const {
  return index < numArgs() &&
         (arg(index)->getType()->isObjectPointerType() || !findIteratedVector(arg(index)).isNull());
}

clang::QualType AlgorithmCall::elementType(unsigned index) const {
  clang::QualType vector = findIteratedVector(arg(index));
  return vector.isNull() ? arg(index)->getType()->getPointeeType() : elementOf(vector);
}

bool AlgorithmCall::checkDevice(const PointerValue &pointer, const Expr *e) {
  if (!m_isControl || !llvm::isa<vkm::PtrType>(pointer.base.getType()))
    return true;
  m_isOnDevice = true;
  if (!m_canBeKernel)
    report(e, diag::AlgorithmOnHost, {m_name.str(), ""});
  return m_canBeKernel;
}

std::optional<PointerValue> AlgorithmCall::pointer(const Expr *e) {
  std::optional<PointerValue> pointer = anyPointer(e);
  return pointer && checkDevice(*pointer, e) ? pointer : std::nullopt;
}

std::optional<PointerValue> AlgorithmCall::anyPointer(const Expr *e) {
  if (!findIteratedVector(e).isNull())
    return IteratorEmitter(m_body).emit(e);
  std::optional<PointerValue> pointer = emitPointer(e);
  if (!pointer)
    return std::nullopt;
  if (pointer->isObject) {
    report(e, diag::AlgorithmRange, {m_name.str()});
    return std::nullopt;
  }
  return pointer;
}

/// Indices that are computed with each other have one type.
void AlgorithmCall::unify(mlir::Value &a, mlir::Value &b) {
  if (a.getType() == b.getType())
    return;
  auto isConstant = [](mlir::Value value) {
    return static_cast<bool>(value.getDefiningOp<vkm::ConstantOp>());
  };
  mlir::Type type = m_importer.types().integerType(64, true);
  if (isConstant(a) || isConstant(b))
    type = isConstant(a) ? b.getType() : a.getType();
  else if (a.getType().getIntOrFloatBitWidth() < 32 && b.getType().getIntOrFloatBitWidth() < 32)
    type = intType();
  a = emitCast(a, type, m_where);
  b = emitCast(b, type, m_where);
}

std::optional<int64_t> AlgorithmCall::literal(mlir::Value value) {
  auto constant = value.getDefiningOp<vkm::ConstantOp>();
  auto number = constant ? llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()) : nullptr;
  return number ? std::optional(number.getValue().getSExtValue()) : std::nullopt;
}

mlir::Value AlgorithmCall::add(mlir::Value a, mlir::Value b) {
  unify(a, b);
  std::optional<int64_t> left = literal(a), right = literal(b);
  if (right == 0)
    return a;
  if (left == 0)
    return b;
  if (left && right)
    return number(*left + *right, a.getType());
  return m_builder.create<vkm::BinaryOp>(m_where, a.getType(), vkm::BinaryKind::Add, a, b);
}

mlir::Value AlgorithmCall::subtract(mlir::Value a, mlir::Value b) {
  unify(a, b);
  std::optional<int64_t> left = literal(a), right = literal(b);
  if (right == 0)
    return a;
  if (left && right)
    return number(*left - *right, a.getType());
  return m_builder.create<vkm::BinaryOp>(m_where, a.getType(), vkm::BinaryKind::Sub, a, b);
}

mlir::Value AlgorithmCall::halved(mlir::Value value) {
  return m_builder.create<vkm::BinaryOp>(m_where, value.getType(), vkm::BinaryKind::Div, value,
                                         number(2, value.getType()));
}

mlir::Value AlgorithmCall::boolean(bool value) {
  return m_builder.create<vkm::ConstantOp>(m_where, m_builder.getBoolAttr(value));
}

mlir::Value AlgorithmCall::again(mlir::Value value) {
  std::optional<int64_t> constant = literal(value);
  return constant ? number(*constant, value.getType()) : value;
}

mlir::Value AlgorithmCall::less(mlir::Value a, mlir::Value b) {
  return m_builder.create<vkm::CmpOp>(m_where, boolType(), vkm::CmpKind::Lt, a, b);
}

std::optional<AlgorithmCall::Range> AlgorithmCall::range(unsigned first, unsigned last) {
  std::optional<PointerValue> begin = pointer(arg(first)),
                              end = begin ? pointer(arg(last)) : std::nullopt;
  if (!end)
    return std::nullopt;
  if (!isSamePlace(begin->base, end->base)) {
    report(arg(first), diag::AlgorithmRange, {m_name.str()});
    return std::nullopt;
  }
  Range range = {*begin, begin->index, end->index, elementType(first)};
  range.pointer.index = {};
  if (!range.begin)
    range.begin = number(0, m_indexType);
  if (!range.end)
    range.end = number(0, m_indexType);
  unify(range.begin, range.end);
  return range;
}

std::optional<AlgorithmCall::Range> AlgorithmCall::whole(const Expr *e) {
  std::optional<StdVectorValue> vector = StdVectorEmitter(m_body).emitVector(e);
  if (!vector)
    return std::nullopt;
  PointerValue begin = StdVectorEmitter(m_body).begin(*vector);
  mlir::Value size = StdVectorEmitter(m_body).emitSize(*vector, m_where);
  if (!checkDevice(begin, e))
    return std::nullopt;
  Range range = {begin, begin.index, size, elementOf(e->getType())};
  range.pointer.index = {};
  if (range.begin)
    range.end = add(range.begin, size);
  else
    range.begin = number(0, size.getType());
  return range;
}

std::optional<AlgorithmCall::Range> AlgorithmCall::counted(unsigned first, mlir::Value count) {
  std::optional<PointerValue> begin = pointer(arg(first));
  if (!begin || !count)
    return std::nullopt;
  Range range = {*begin, begin->index, {}, elementType(first)};
  range.pointer.index = {};
  if (!range.begin)
    range.begin = number(0, m_indexType);
  // A literal that is converted is another one.
  unify(range.begin, count);
  range.end = add(range.begin, count);
  return range;
}

std::optional<AlgorithmCall::Range> AlgorithmCall::countedBy(unsigned first, unsigned count) {
  return counted(first, emitValue(withoutWidening(arg(count))));
}

std::optional<AlgorithmCall::Range> AlgorithmCall::along(unsigned first, const Range &like) {
  return counted(first, countOf(like));
}

/// `v` in `std::back_inserter(v)`; null for other expressions.
static const clang::Expr *findExtended(const clang::Expr *e) {
  auto *call = llvm::dyn_cast<clang::CallExpr>(e->IgnoreImplicit()->IgnoreParens());
  bool isInserter = call && Callee(call).isStdFunction("back_inserter") && call->getNumArgs() == 1;
  return isInserter && matchStdVector(call->getArg(0)->getType()) ? call->getArg(0) : nullptr;
}

bool AlgorithmCall::isTarget(unsigned index) const {
  return isIterator(index) || (m_isControl && index < numArgs() && findExtended(arg(index)));
}

std::optional<AlgorithmCall::Range> AlgorithmCall::target(unsigned index, const Range &like) {
  const Expr *extended = isIterator(index) ? nullptr : findExtended(arg(index));
  if (!extended)
    return along(index, like);
  StdVectorEmitter vectors(m_body);
  std::optional<Range> former = whole(extended);
  m_extended = former ? vectors.emitVector(extended) : std::nullopt;
  if (!m_extended)
    return std::nullopt;
  // A vector that the function declares has a size of its own, and a caller's is its caller's.
  if (m_extended->sizeField.empty() || vectors.isLent(*m_extended)) {
    report(extended, diag::StdVectorChangeElsewhere, {"push_back"});
    return std::nullopt;
  }
  if (!vectors.checkChange(*m_extended, "push_back", extended))
    return std::nullopt;
  Range range = *former;
  range.begin = former->end;
  range.end = add(former->end, countOf(like));
  vectors.emitRoom(*m_extended, emitCast(range.end, uintType(), m_where), m_where);
  return range;
}

bool AlgorithmCall::begin(unsigned index) {
  m_from = range(0, 1);
  if (m_from && isTarget(index))
    m_to = target(index, *m_from);
  return m_to.has_value();
}

LibraryResult AlgorithmCall::overRange(llvm::function_ref<LibraryResult(const Range &)> act) {
  if (!isRange())
    return std::nullopt;
  std::optional<Range> elements = range(0, 1);
  return elements ? act(*elements) : failure();
}

/// An argument that is an object, not a range: evaluated once.
clang::Expr *AlgorithmCall::object(unsigned index) {
  const Expr *e = arg(index);
  if (e->isGLValue() && hasPlace(e))
    return m_made.place(e->getType(), emitPlace(e));
  return m_made.value(e->getType(), emitValueOf(e));
}

mlir::Value AlgorithmCall::converted(unsigned index, clang::QualType type) {
  Expr *value = object(index);
  Expr *fitting = value ? m_made.convert(value, type) : nullptr;
  return fitting ? emitValue(fitting) : mlir::Value();
}

/// What the algorithm calls; null for arguments that are not there, which is no failure then.
clang::Expr *AlgorithmCall::function(unsigned index, llvm::StringRef name) {
  if (index >= numArgs())
    return nullptr;
  const Expr *e = arg(index);
  Expr *made = nullptr;
  if (isClosureType(e->getType())) {
    made = m_made.closure(e->getType(), emitClosure(e, name));
  } else if (mlir::Value value = emitValueOf(e)) {
    made = m_made.place(e->getType(), declareTemporary(name, value, m_where));
  }
  m_failed |= !made;
  return made;
}

//===------------------------------------------------------------------------------------------===//
// Loops, elements and variables
//===------------------------------------------------------------------------------------------===//

void AlgorithmCall::loop(mlir::Value begin, mlir::Value end, Act body) {
  unify(begin, end);
  emitCounting(m_where, begin, [&] { return again(end); }, body);
  if (!m_isOnDevice || m_failed)
    return;
  auto made = llvm::cast<vkm::ForOp>(*std::prev(m_builder.getInsertionPoint()));
  vkm::KernelOp kernel = outlineLoop(made, m_name, m_isIndependent, m_where, m_variables);
  m_failed = !kernel;
  if (kernel)
    kernel->setAttr(vkm::kSourceNameAttr,
                    m_builder.getStringAttr("std::" + m_name + " of " + m_function.displayName));
  m_variables = {};
}

clang::Expr *AlgorithmCall::element(const Range &range, mlir::Value index) {
  PointerValue pointer = range.pointer;
  pointer.index = index;
  return m_made.place(range.element, dereference(pointer, m_where));
}

clang::Expr *AlgorithmCall::partner(const Range &other, const Range &range, mlir::Value index) {
  if (isSamePlace(other.begin, range.begin))
    return element(other, index);
  std::optional<int64_t> from = literal(range.begin), to = literal(other.begin);
  if (from && to && *to >= *from)
    return element(other, add(index, number(*to - *from, m_indexType)));
  return element(other, add(other.begin, subtract(index, range.begin)));
}

clang::Expr *AlgorithmCall::variable(llvm::StringRef name, clang::QualType type, mlir::Value init) {
  if (!init)
    return nullptr;
  mlir::Value place = declareTemporary(name, init, m_where);
  m_variables.own.push_back(place.getDefiningOp());
  return m_made.place(type.getNonReferenceType().getUnqualifiedType(), place);
}

clang::Expr *AlgorithmCall::result(llvm::StringRef name, clang::QualType type, mlir::Value init) {
  Expr *made = variable(name, type, init);
  if (made)
    m_variables.results.push_back(m_variables.own.pop_back_val());
  return made;
}

mlir::Value AlgorithmCall::placeOf(const Expr *variable) { return m_made.valueOf(variable); }

void AlgorithmCall::run(Expr *expression) {
  if (expression)
    emitDiscarded(expression);
  else
    m_failed = true;
}

/// `target = value`; of structs without an operator of their own all of it, for which no operator
/// is made.
void AlgorithmCall::assign(Expr *target, Expr *value) {
  const clang::CXXRecordDecl *record = target ? target->getType()->getAsCXXRecordDecl() : nullptr;
  bool isSame = record && value && record == value->getType()->getAsCXXRecordDecl();
  if (!isSame || !record->hasSimpleCopyAssignment() || !record->hasTrivialCopyAssignment() ||
      record->isPolymorphic())
    return run(m_made.binary(clang::BO_Assign, target, value));
  mlir::Value read = emitValueOf(value), place = read ? emitPlace(target) : mlir::Value();
  m_failed |= !place;
  if (place)
    m_builder.create<vkm::AssignOp>(m_where, place, read);
}

void AlgorithmCall::store(const Expr *variable, mlir::Value value) {
  m_builder.create<vkm::AssignOp>(m_where, placeOf(variable), value);
}

void AlgorithmCall::step(const Expr *variable, vkm::BinaryKind kind, mlir::Value amount) {
  m_builder.create<vkm::UpdateOp>(m_where, kind, placeOf(variable), amount);
}

mlir::Value AlgorithmCall::test(Expr *condition, bool holds) {
  Expr *made = m_made.condition(condition);
  mlir::Value value = made ? emitValue(made) : mlir::Value();
  m_failed |= !value;
  if (value && !holds)
    value = m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, value);
  return value;
}

void AlgorithmCall::ifTrue(mlir::Value condition, llvm::function_ref<void()> then) {
  if (!condition)
    return;
  auto branch = m_builder.create<vkm::IfOp>(m_where, condition, false);
  emitInto(branch.getThenRegion(), then);
}

void AlgorithmCall::ifElse(mlir::Value condition, llvm::function_ref<void()> then,
                           llvm::function_ref<void()> otherwise) {
  if (!condition)
    return;
  auto branch = m_builder.create<vkm::IfOp>(m_where, condition, true);
  emitInto(branch.getThenRegion(), then);
  emitInto(branch.getElseRegion(), otherwise);
}

/// `first && second` or `first || second`.
template <typename Op>
mlir::Value AlgorithmCall::joined(mlir::Value first, llvm::function_ref<mlir::Value()> second) {
  auto op = m_builder.create<Op>(m_where, boolType(), first);
  emitInto(op.getRhs(), [&] {
    if (mlir::Value value = second())
      m_builder.create<vkm::YieldOp>(m_where, value);
  });
  return op;
}

mlir::Value AlgorithmCall::both(mlir::Value first, llvm::function_ref<mlir::Value()> second) {
  return joined<vkm::AndOp>(first, second);
}

mlir::Value AlgorithmCall::either(mlir::Value first, llvm::function_ref<mlir::Value()> second) {
  return joined<vkm::OrOp>(first, second);
}

clang::Expr *AlgorithmCall::equal(Expr *a, Expr *b, Expr *predicate) {
  return predicate ? m_made.call(predicate, {a, b}) : m_made.binary(clang::BO_EQ, a, b);
}

clang::Expr *AlgorithmCall::before(Expr *a, Expr *b, Expr *compare) {
  return compare ? m_made.call(compare, {a, b}) : m_made.binary(clang::BO_LT, a, b);
}

LibraryResult AlgorithmCall::give(mlir::Value value) {
  return m_failed ? failure() : CallResult::ofValue(value);
}

LibraryResult AlgorithmCall::pointTo(const Range &range, mlir::Value index) {
  if (m_failed)
    return failure();
  PointerValue pointer = range.pointer;
  pointer.index = index;
  return CallResult::ofPointer(pointer);
}

LibraryResult AlgorithmCall::endAt(const Range &target, mlir::Value index) {
  if (m_failed || !m_extended)
    return pointTo(target, index);
  return CallResult::done(StdVectorEmitter(m_body).resize(*m_extended, index, m_call));
}
