//===- Algorithms.cpp - <algorithm> and <numeric> over arrays as loops ------------------------===//
//
// A range is two pointers into one array; the algorithm is the loop that its definition says, with
// the elements' operators and the functions that it is given. Results that are iterators are the
// array and an index.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Algorithms.h"

#include "frontend/body/Lambdas.h"
#include "frontend/library/Containers.h"
#include "frontend/source/Program.h"

#include "llvm/ADT/StringSwitch.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// Arguments
//===------------------------------------------------------------------------------------------===//

/// What an iterator is without the copies that are made of it.
static const clang::Expr *stripCopies(const clang::Expr *e) {
  while (true) {
    e = e->IgnoreParenImpCasts();
    if (auto *full = dyn_cast<clang::FullExpr>(e))
      e = full->getSubExpr();
    else if (auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
      e = temporary->getSubExpr();
    else if (auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
             construct && construct->getNumArgs() == 1)
      e = construct->getArg(0);
    else
      return e;
  }
}

/// The method of a std::vector that gives an iterator; null for other expressions.
static const clang::CXXMemberCallExpr *vectorIterator(const clang::Expr *e) {
  auto *call = dyn_cast<clang::CXXMemberCallExpr>(stripCopies(e));
  const clang::CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier() || !matchStdVector(call->getObjectType()))
    return nullptr;
  llvm::StringRef name = method->getName();
  bool isRangeEnd = name == "begin" || name == "end" || name == "cbegin" || name == "cend";
  return isRangeEnd ? call : nullptr;
}

/// `v.begin() + n`, `v.end() - n`: an iterator of a std::vector, moved. Null for others.
static const clang::CXXOperatorCallExpr *movedIterator(const clang::Expr *e) {
  auto *call = dyn_cast<clang::CXXOperatorCallExpr>(stripCopies(e));
  bool moves = call && call->getNumArgs() == 2 &&
               (call->getOperator() == clang::OO_Plus || call->getOperator() == clang::OO_Minus) &&
               call->getArg(1)->getType()->isIntegerType();
  return moves && (vectorIterator(call->getArg(0)) || movedIterator(call->getArg(0))) ? call
                                                                                      : nullptr;
}

bool AlgorithmEmitter::isIterator(unsigned index) const {
  return index < numArgs() && (arg(index)->getType()->isObjectPointerType() ||
                               vectorIterator(arg(index)) || movedIterator(arg(index)));
}

clang::QualType AlgorithmEmitter::elementType(unsigned index) const {
  const Expr *iterator = arg(index);
  while (const clang::CXXOperatorCallExpr *moved = movedIterator(iterator))
    iterator = moved->getArg(0);
  if (const clang::CXXMemberCallExpr *call = vectorIterator(iterator)) {
    clang::QualType element = matchStdVector(call->getObjectType())->element;
    return call->getObjectType().isConstQualified() ? element.withConst() : element;
  }
  return arg(index)->getType()->getPointeeType();
}

/// Whether the algorithm can be a kernel between others: it gives no value, and goes over each
/// element once.
static bool canBeKernel(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("fill", "fill_n", "generate", "generate_n", true)
      .Cases("copy", "copy_n", "move", "transform", "for_each", true)
      .Cases("replace", "replace_if", "reverse", "swap_ranges", true)
      .Cases("memcpy", "memmove", "memset", true)
      .Default(false);
}

std::optional<PointerValue> AlgorithmEmitter::pointer(const Expr *e) {
  std::optional<PointerValue> pointer = anyPointer(e);
  if (!pointer || !m_body.m_isControl || !llvm::isa<vkm::PtrType>(pointer->base.getType()))
    return pointer;
  m_isOnDevice = true;
  if (canBeKernel(m_name))
    return pointer;
  m_body.report(e, diag::AlgorithmOnHost, {m_name.str()});
  return std::nullopt;
}

std::optional<PointerValue> AlgorithmEmitter::anyPointer(const Expr *e) {
  if (const clang::CXXOperatorCallExpr *moved = movedIterator(e)) {
    std::optional<PointerValue> from = anyPointer(moved->getArg(0));
    mlir::Value offset = from ? m_body.emitValue(withoutWidening(moved->getArg(1))) : nullptr;
    if (!offset)
      return std::nullopt;
    return moved->getOperator() == clang::OO_Plus ? m_body.addIndex(*from, offset, m_where)
                                                  : m_body.subtractIndex(*from, offset, m_where);
  }
  if (const clang::CXXMemberCallExpr *call = vectorIterator(e)) {
    std::optional<StdVectorValue> vector = m_body.emitStdVector(call->getImplicitObjectArgument());
    if (!vector)
      return std::nullopt;
    mlir::Value end = call->getMethodDecl()->getName().ends_with("end")
                          ? m_body.emitStdVectorSize(*vector, m_where)
                          : mlir::Value();
    return PointerValue{vector->data, end, false};
  }
  std::optional<PointerValue> pointer = m_body.emitPointer(e);
  if (!pointer)
    return std::nullopt;
  if (pointer->isObject) {
    m_body.report(e, diag::AlgorithmRange, {m_name.str()});
    return std::nullopt;
  }
  return pointer;
}

/// Indices that are computed with each other have one type.
void AlgorithmEmitter::unify(mlir::Value &a, mlir::Value &b) {
  if (a.getType() == b.getType())
    return;
  auto isConstant = [](mlir::Value value) {
    return static_cast<bool>(value.getDefiningOp<vkm::ConstantOp>());
  };
  mlir::Type type = m_body.m_importer.types().integerType(64, true);
  if (isConstant(a) || isConstant(b))
    type = isConstant(a) ? b.getType() : a.getType();
  else if (a.getType().getIntOrFloatBitWidth() < 32 && b.getType().getIntOrFloatBitWidth() < 32)
    type = m_body.m_importer.types().integerType(32, true);
  a = m_body.emitCast(a, type, m_where);
  b = m_body.emitCast(b, type, m_where);
}

std::optional<int64_t> AlgorithmEmitter::literal(mlir::Value value) {
  auto constant = value.getDefiningOp<vkm::ConstantOp>();
  auto number = constant ? llvm::dyn_cast<mlir::IntegerAttr>(constant.getValue()) : nullptr;
  return number ? std::optional(number.getValue().getSExtValue()) : std::nullopt;
}

mlir::Value AlgorithmEmitter::add(mlir::Value a, mlir::Value b) {
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

mlir::Value AlgorithmEmitter::subtract(mlir::Value a, mlir::Value b) {
  unify(a, b);
  std::optional<int64_t> left = literal(a), right = literal(b);
  if (right == 0)
    return a;
  if (left && right)
    return number(*left - *right, a.getType());
  return m_builder.create<vkm::BinaryOp>(m_where, a.getType(), vkm::BinaryKind::Sub, a, b);
}

mlir::Value AlgorithmEmitter::less(mlir::Value a, mlir::Value b) {
  return m_builder.create<vkm::CmpOp>(m_where, m_body.m_importer.types().boolType(),
                                      vkm::CmpKind::Lt, a, b);
}

std::optional<AlgorithmEmitter::Range> AlgorithmEmitter::range(unsigned first, unsigned last) {
  std::optional<PointerValue> begin = pointer(first), end = begin ? pointer(last) : std::nullopt;
  if (!end)
    return std::nullopt;
  if (!isSamePlace(begin->base, end->base)) {
    m_body.report(arg(first), diag::AlgorithmRange, {m_name.str()});
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

std::optional<AlgorithmEmitter::Range> AlgorithmEmitter::counted(unsigned first,
                                                                 mlir::Value count) {
  std::optional<PointerValue> begin = pointer(first);
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

std::optional<AlgorithmEmitter::Range> AlgorithmEmitter::along(unsigned first, const Range &like) {
  return counted(first, countOf(like));
}

/// An argument that is an object, not a range: evaluated once.
clang::Expr *AlgorithmEmitter::object(unsigned index) {
  const Expr *e = arg(index);
  if (e->isGLValue() && m_body.hasPlace(e))
    return m_made.place(e->getType(), m_body.emitPlace(e));
  return m_made.value(e->getType(), e->isGLValue() ? m_body.emitRead(e) : m_body.emitValue(e));
}

/// What the algorithm calls; null for arguments that are not there, which is no failure then.
clang::Expr *AlgorithmEmitter::function(unsigned index, llvm::StringRef name) {
  if (index >= numArgs())
    return nullptr;
  const Expr *e = arg(index);
  Expr *made = nullptr;
  if (isClosureType(e->getType())) {
    made = m_made.closure(e->getType(), m_body.emitClosure(e, name));
  } else if (mlir::Value value = e->isGLValue() ? m_body.emitRead(e) : m_body.emitValue(e)) {
    made = m_made.place(e->getType(), m_body.declareTemporary(name, value, m_where));
  }
  result.failed |= !made;
  return made;
}

//===------------------------------------------------------------------------------------------===//
// Loops
//===------------------------------------------------------------------------------------------===//

// for (T index = begin; index < end; index++) body
void AlgorithmEmitter::loop(mlir::Value begin, mlir::Value end, Body body) {
  unify(begin, end);
  mlir::Type type = begin.getType();
  // A bound that is a literal stands where it is compared.
  auto bound = [&] {
    std::optional<int64_t> constant = literal(end);
    return constant ? number(*constant, type) : end;
  };
  m_body.emitCounting(m_where, begin, bound, body);
  if (!m_isOnDevice || result.failed)
    return;
  auto made = llvm::cast<vkm::ForOp>(*std::prev(m_builder.getInsertionPoint()));
  result.failed = !m_body.outlineLoop(made, m_name, m_isIndependent, m_where);
}

clang::Expr *AlgorithmEmitter::element(const Range &range, mlir::Value index) {
  PointerValue pointer = range.pointer;
  pointer.index = index;
  return m_made.place(range.element, m_body.dereference(pointer, m_where));
}

clang::Expr *AlgorithmEmitter::partner(const Range &other, const Range &range, mlir::Value index) {
  if (isSamePlace(other.begin, range.begin))
    return element(other, index);
  std::optional<int64_t> from = literal(range.begin), to = literal(other.begin);
  if (from && to && *to >= *from)
    return element(other, add(index, number(*to - *from, m_indexType)));
  return element(other, add(other.begin, subtract(index, range.begin)));
}

clang::Expr *AlgorithmEmitter::variable(llvm::StringRef name, clang::QualType type,
                                        mlir::Value init) {
  if (!init)
    return nullptr;
  return m_made.place(type.getNonReferenceType().getUnqualifiedType(),
                      m_body.declareTemporary(name, init, m_where));
}

mlir::Value AlgorithmEmitter::read(const Expr *variable) {
  mlir::Value place = placeOf(variable);
  return m_builder.create<vkm::LoadOp>(
      m_where, llvm::cast<vkm::RefType>(place.getType()).getPointee(), place);
}

void AlgorithmEmitter::run(Expr *expression) {
  if (expression)
    m_body.emitDiscarded(expression);
  else
    result.failed = true;
}

void AlgorithmEmitter::store(const Expr *variable, mlir::Value value) {
  m_builder.create<vkm::AssignOp>(m_where, placeOf(variable), value);
}

mlir::Value AlgorithmEmitter::test(Expr *condition, bool holds) {
  Expr *made = m_made.condition(condition);
  mlir::Value value = made ? m_body.emitValue(made) : mlir::Value();
  result.failed |= !value;
  if (value && !holds)
    value = m_builder.create<vkm::UnaryOp>(m_where, vkm::UnaryKind::Not, value);
  return value;
}

void AlgorithmEmitter::ifTrue(mlir::Value condition, llvm::function_ref<void()> then) {
  if (!condition)
    return;
  auto branch = m_builder.create<vkm::IfOp>(m_where, condition, false);
  m_body.emitInto(branch.getThenRegion(), then);
}

clang::Expr *AlgorithmEmitter::equal(Expr *a, Expr *b, Expr *predicate) {
  return predicate ? m_made.call(predicate, {a, b}) : m_made.binary(clang::BO_EQ, a, b);
}

clang::Expr *AlgorithmEmitter::before(Expr *a, Expr *b, Expr *compare) {
  return compare ? m_made.call(compare, {a, b}) : m_made.binary(clang::BO_LT, a, b);
}

void AlgorithmEmitter::pointTo(const Range &range, mlir::Value index) {
  result.pointer = range.pointer;
  result.pointer->index = index;
}

void AlgorithmEmitter::yield(const Expr *variable) { result.value = read(variable); }

//===------------------------------------------------------------------------------------------===//
// Algorithms
//===------------------------------------------------------------------------------------------===//

bool AlgorithmEmitter::emitFilling(llvm::StringRef name) {
  bool byCount = name.ends_with("_n");
  if (numArgs() != 3 || !isIterator(0) || (!byCount && !isIterator(1)))
    return false;
  std::optional<Range> target =
      byCount ? counted(0, m_body.emitValue(withoutWidening(arg(1)))) : range(0, 1);
  if (!target)
    return fail();
  if (name == "generate" || name == "generate_n") {
    Expr *generator = function(2, "generate");
    loop(*target,
         [&](mlir::Value index) { assign(element(*target, index), m_made.call(generator, {})); });
  } else if (name == "iota") {
    Expr *value = object(2);
    mlir::Value init = value ? m_body.emitValue(m_made.convert(value, arg(2)->getType())) : nullptr;
    Expr *next = variable("value", arg(2)->getType(), init);
    loop(*target, [&](mlir::Value index) {
      assign(element(*target, index), next);
      run(m_made.unary(clang::UO_PreInc, next));
    });
  } else {
    Expr *value = object(2);
    loop(*target, [&](mlir::Value index) { assign(element(*target, index), value); });
  }
  if (byCount)
    pointTo(*target, target->end);
  return true;
}

bool AlgorithmEmitter::emitCopying(llvm::StringRef name) {
  if (!isIterator(0))
    return false;
  std::optional<Range> from, to;
  if (name == "copy_n") {
    if (numArgs() != 3 || !isIterator(2))
      return false;
    from = counted(0, m_body.emitValue(withoutWidening(arg(1))));
    to = from ? along(2, *from) : std::nullopt;
  } else {
    if (!isIterator(1))
      return false;
    from = range(0, 1);
  }
  if (!from)
    return fail();
  if (name == "for_each") {
    Expr *action = function(2, "action");
    loop(*from, [&](mlir::Value index) { run(m_made.call(action, {element(*from, index)})); });
    return true;
  }
  if (name == "replace" || name == "replace_if") {
    Expr *predicate = name == "replace_if" ? function(2, "predicate") : nullptr;
    Expr *old = predicate ? nullptr : object(2), *replacement = object(3);
    loop(*from, [&](mlir::Value index) {
      Expr *at = element(*from, index);
      Expr *matches = predicate ? m_made.call(predicate, {at}) : equal(at, old, nullptr);
      ifTrue(test(matches), [&] { assign(at, replacement); });
    });
    return true;
  }
  if (name == "transform" && numArgs() == 5) {
    std::optional<Range> second = along(2, *from);
    to = along(3, *from);
    if (!second || !to)
      return fail();
    Expr *operation = function(4, "operation");
    loop(*from, [&](mlir::Value index) {
      assign(partner(*to, *from, index),
             m_made.call(operation, {element(*from, index), partner(*second, *from, index)}));
    });
    pointTo(*to, to->end);
    return true;
  }
  if (!to)
    to = isIterator(2) ? along(2, *from) : std::nullopt;
  if (!to)
    return fail();
  if (name == "copy_if") {
    Expr *predicate = function(3, "predicate");
    Expr *next = variable("next", m_body.m_ast.IntTy, to->begin);
    mlir::Type type = to->begin.getType();
    loop(*from, [&](mlir::Value index) {
      Expr *at = element(*from, index);
      ifTrue(test(m_made.call(predicate, {at})), [&] {
        assign(element(*to, read(next)), at);
        m_builder.create<vkm::UpdateOp>(m_where, vkm::BinaryKind::Add, placeOf(next),
                                        number(1, type));
      });
    });
    pointTo(*to, read(next));
    return true;
  }
  Expr *operation = name == "transform" ? function(3, "operation") : nullptr;
  if (name == "partial_sum") {
    operation = function(3, "operation");
    if (result.failed)
      return true;
    // The first element is copied; the others are sums of what is there before.
    clang::QualType type = from->element.getUnqualifiedType();
    mlir::Type converted = m_body.convert(type, m_where);
    if (!converted)
      return fail();
    Expr *sum = variable("sum", type, m_body.emitZero(converted, m_where));
    loop(*from, [&](mlir::Value index) {
      Expr *at = element(*from, index);
      auto branch = m_builder.create<vkm::IfOp>(m_where, less(from->begin, index), true);
      m_body.emitInto(branch.getThenRegion(), [&] {
        assign(sum, operation ? m_made.call(operation, {sum, at})
                              : m_made.binary(clang::BO_Add, sum, at));
      });
      m_body.emitInto(branch.getElseRegion(), [&] { assign(sum, at); });
      assign(partner(*to, *from, index), sum);
    });
    pointTo(*to, to->end);
    return true;
  }
  loop(*from, [&](mlir::Value index) {
    Expr *at = element(*from, index), *target = partner(*to, *from, index);
    assign(target, operation ? m_made.call(operation, {at}) : at);
  });
  pointTo(*to, to->end);
  return true;
}

void AlgorithmEmitter::swapElements(const Range &range, mlir::Value first, mlir::Value second) {
  mlir::Value a = placeOf(element(range, first)), b = placeOf(element(range, second));
  mlir::Type type = llvm::cast<vkm::RefType>(a.getType()).getPointee();
  mlir::Value oldA = m_builder.create<vkm::LoadOp>(m_where, type, a);
  mlir::Value oldB = m_builder.create<vkm::LoadOp>(m_where, type, b);
  m_builder.create<vkm::AssignOp>(m_where, a, oldB);
  m_builder.create<vkm::AssignOp>(m_where, b, oldA);
}

bool AlgorithmEmitter::emitReordering(llvm::StringRef name) {
  if (!isIterator(0) || !isIterator(1))
    return false;
  std::optional<Range> elements = range(0, 1);
  if (!elements)
    return fail();
  if (name == "swap_ranges") {
    std::optional<Range> others = along(2, *elements);
    if (!others)
      return fail();
    loop(*elements, [&](mlir::Value index) {
      mlir::Value a = placeOf(element(*elements, index));
      mlir::Value b = placeOf(partner(*others, *elements, index));
      mlir::Type type = llvm::cast<vkm::RefType>(a.getType()).getPointee();
      mlir::Value oldA = m_builder.create<vkm::LoadOp>(m_where, type, a);
      mlir::Value oldB = m_builder.create<vkm::LoadOp>(m_where, type, b);
      m_builder.create<vkm::AssignOp>(m_where, a, oldB);
      m_builder.create<vkm::AssignOp>(m_where, b, oldA);
    });
    pointTo(*others, others->end);
    return true;
  }
  if (name == "reverse") {
    mlir::Value count = countOf(*elements);
    mlir::Type type = count.getType();
    mlir::Value half = literal(count)
                           ? number(*literal(count) / 2, type)
                           : m_builder.create<vkm::BinaryOp>(m_where, type, vkm::BinaryKind::Div,
                                                             count, number(2, type));
    loop(number(0, type), half, [&](mlir::Value index) {
      mlir::Value last = subtract(elements->end, number(1, type));
      swapElements(*elements, add(elements->begin, index), subtract(last, index));
    });
    return true;
  }
  // sort, stable_sort: by insertion, for the short arrays that kernels have.
  std::optional<int64_t> count = literal(countOf(*elements));
  // A part of a short array is no longer than that.
  if (auto array = llvm::dyn_cast<vkm::RefType>(elements->pointer.base.getType()); array && !count)
    if (auto whole = llvm::dyn_cast<vkm::ArrayType>(array.getPointee()))
      count = whole.getLength();
  if (!count || *count > 64) {
    m_body.report(m_call, diag::AlgorithmSort, {name.str()});
    return fail();
  }
  Expr *compare = function(2, "compare");
  if (result.failed)
    return true;
  mlir::Type type = elements->begin.getType();
  // A literal stands where it is compared.
  auto begin = [&] {
    std::optional<int64_t> constant = literal(elements->begin);
    return constant ? number(*constant, type) : elements->begin;
  };
  loop(add(elements->begin, number(1, type)), elements->end, [&](mlir::Value index) {
    clang::QualType elementType = elements->element;
    Expr *moved = variable("moved", elementType, read(element(*elements, index)));
    Expr *place = variable("place", m_body.m_ast.IntTy, index);
    // while (begin < place && moved < a[place - 1]) { a[place] = a[place - 1]; place--; }
    auto shift = m_builder.create<vkm::WhileOp>(m_where);
    auto previous = [&] { return element(*elements, subtract(read(place), number(1, type))); };
    m_body.emitInto(shift.getCond(), [&] {
      auto both = m_builder.create<vkm::AndOp>(m_where, m_body.m_importer.types().boolType(),
                                               less(begin(), read(place)));
      m_body.emitInto(both.getRhs(), [&] {
        if (mlir::Value isBefore = test(before(moved, previous(), compare)))
          m_builder.create<vkm::YieldOp>(m_where, isBefore);
      });
      m_builder.create<vkm::YieldOp>(m_where, both.getResult());
    });
    m_body.emitInto(shift.getBody(), [&] {
      Expr *target = element(*elements, read(place));
      store(target, read(previous()));
      m_builder.create<vkm::UpdateOp>(m_where, vkm::BinaryKind::Sub, placeOf(place),
                                      number(1, type));
    });
    store(element(*elements, read(place)), read(moved));
  });
  return true;
}

/// Whether `a = a + b` is `a += b`.
static bool isArithmetic(clang::QualType a, clang::QualType b) {
  return a.getNonReferenceType()->isArithmeticType() && b.getNonReferenceType()->isArithmeticType();
}

bool AlgorithmEmitter::emitFolding(llvm::StringRef name) {
  if (!isIterator(0) || !isIterator(1))
    return false;
  clang::ASTContext &ast = m_body.m_ast;
  std::optional<Range> elements = range(0, 1);
  if (!elements)
    return fail();
  if (name == "count" || name == "count_if") {
    Expr *wanted = name == "count" ? object(2) : nullptr;
    Expr *predicate = name == "count" ? nullptr : function(2, "predicate");
    mlir::Type type = m_body.convert(m_call->getType(), m_where);
    if (!type || result.failed)
      return fail();
    // Counts fit into 32 bits where indices do.
    mlir::Type counted = elements->begin.getType();
    Expr *count = variable("count", ast.IntTy, number(0, counted));
    loop(*elements, [&](mlir::Value index) {
      Expr *at = element(*elements, index);
      ifTrue(test(predicate ? m_made.call(predicate, {at}) : equal(at, wanted, nullptr)), [&] {
        m_builder.create<vkm::UpdateOp>(m_where, vkm::BinaryKind::Add, placeOf(count),
                                        number(1, counted));
      });
    });
    result.value = m_body.emitCast(read(count), type, m_where);
    return true;
  }
  bool isProduct = name == "inner_product" || name == "transform_reduce";
  if (isProduct && !isIterator(2))
    return false;
  std::optional<Range> others = isProduct ? along(2, *elements) : std::nullopt;
  if (isProduct && !others)
    return fail();
  unsigned next = isProduct ? 3 : 2;
  clang::QualType type = m_call->getType();
  mlir::Value init;
  if (next < numArgs()) {
    Expr *start = object(next);
    Expr *converted = start ? m_made.convert(start, type) : nullptr;
    init = converted ? m_body.emitValue(converted) : nullptr;
  } else if (mlir::Type zero = m_body.convert(type, m_where)) {
    init = m_body.emitZero(zero, m_where);
  }
  Expr *operation = function(next + 1, "operation");
  Expr *product = isProduct ? function(next + 2, "product") : nullptr;
  if (!init || result.failed)
    return fail();
  Expr *sum = variable(operation ? "result" : "sum", type, init);
  loop(*elements, [&](mlir::Value index) {
    Expr *at = element(*elements, index);
    if (isProduct) {
      Expr *other = partner(*others, *elements, index);
      at = product ? m_made.call(product, {at, other}) : m_made.binary(clang::BO_Mul, at, other);
    }
    if (operation)
      assign(sum, m_made.call(operation, {sum, at}));
    else if (at && isArithmetic(type, at->getType()))
      run(m_made.binary(clang::BO_AddAssign, sum, at));
    else
      assign(sum, m_made.binary(clang::BO_Add, sum, at));
  });
  yield(sum);
  return true;
}

bool AlgorithmEmitter::emit(llvm::StringRef name) {
  m_name = name;
  enum class Family { None, Filling, Copying, Reordering, Folding, Searching, Ordering, Extremes };
  Family family =
      llvm::StringSwitch<Family>(name)
          .Cases("fill", "fill_n", "iota", "generate", "generate_n", Family::Filling)
          .Cases("copy", "copy_n", "copy_if", "move", "transform", "for_each", Family::Copying)
          .Cases("replace", "replace_if", "partial_sum", Family::Copying)
          .Cases("reverse", "swap_ranges", "sort", "stable_sort", Family::Reordering)
          .Cases("accumulate", "reduce", "inner_product", "transform_reduce", Family::Folding)
          .Cases("count", "count_if", Family::Folding)
          .Cases("find", "find_if", "find_if_not", "equal", Family::Searching)
          .Cases("all_of", "any_of", "none_of", Family::Searching)
          .Cases("max_element", "min_element", "is_sorted", Family::Ordering)
          .Cases("lower_bound", "upper_bound", "binary_search", Family::Ordering)
          .Cases("min", "max", "minmax", "clamp", Family::Extremes)
          .Default(Family::None);
  switch (family) {
  case Family::None:
    break;
  case Family::Filling:
    return emitFilling(name);
  case Family::Copying:
    return emitCopying(name);
  case Family::Reordering:
    return emitReordering(name);
  case Family::Folding:
    return emitFolding(name);
  case Family::Searching:
    return emitSearching(name);
  case Family::Ordering:
    return emitOrdering(name);
  case Family::Extremes:
    return emitExtremes(name);
  }
  if (name == "distance" && numArgs() == 2 && isIterator(0)) {
    std::optional<Range> elements = range(0, 1);
    mlir::Type type = elements ? m_body.convert(m_call->getType(), m_where) : nullptr;
    if (!type)
      return fail();
    result.value = m_body.emitCast(countOf(*elements), type, m_where);
    return true;
  }
  if ((name == "next" || name == "prev") && isIterator(0)) {
    std::optional<PointerValue> from = pointer(arg(0));
    mlir::Value offset = numArgs() > 1 ? m_body.emitValue(arg(1)) : number(1, m_indexType);
    if (!from || !offset)
      return fail();
    mlir::Value start = from->index ? from->index : number(0, m_indexType);
    from->index = name == "next" ? add(start, offset) : subtract(start, offset);
    result.pointer = from;
    return true;
  }
  if (name == "exchange" && numArgs() == 2) {
    mlir::Value place = m_body.emitPlace(arg(0));
    Expr *value = object(1);
    Expr *target = place ? m_made.place(arg(0)->getType(), place) : nullptr;
    Expr *converted = value ? m_made.convert(value, arg(0)->getType()) : nullptr;
    mlir::Value replacement = converted ? m_body.emitValue(converted) : nullptr;
    if (!target || !replacement)
      return fail();
    result.value = read(target);
    store(target, replacement);
    return true;
  }
  return false;
}

std::optional<BodyBuilder::CallResult>
BodyBuilder::emitAlgorithm(const clang::CallExpr *call, const clang::FunctionDecl *callee) {
  if (!isOfStandardLibrary(callee) || !callee->getIdentifier() ||
      llvm::isa<clang::CXXMethodDecl>(callee) || call->getNumArgs() == 0)
    return std::nullopt;
  AlgorithmEmitter emitter(*this, call);
  if (!emitter.emit(callee->getName()))
    return std::nullopt;
  return emitter.result;
}
